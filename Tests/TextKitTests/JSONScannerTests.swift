import TextKit
import Testing

@Suite struct JSONScannerTests {
  @Test("keys may come in any order, and unread values are skipped")
  func anyOrder() throws {
    for text in [
      #"{"t":1,"y":2.5,"k":"frame","on":true,"x":{"deep":[1,2]},"id":null}"#,
      #" { "id" : null , "x" : [ ] , "on" : true , "k" : "frame" , "y" : 2.5 , "t" : 1 } "#,
    ] {
      var scanner = JSONScanner(Array(text.utf8))
      var seen: Set<String> = []
      try scanner.beginObject()
      while let key = try scanner.nextKey() {
        switch key {
        case "t": #expect(try scanner.int64() == 1)
        case "y": #expect(try scanner.double() == 2.5)
        case "k": #expect(try scanner.word() == "frame")
        case "on": #expect(try scanner.bool())
        case "id": #expect(try scanner.nullIfPresent())
        default: #expect(scanner.keyText == "x")
        }
        seen.insert(scanner.keyText)
      }
      try scanner.end()
      #expect(seen == ["t", "y", "k", "on", "id", "x"])
    }
  }

  @Test(
    "a key equals a name if their bytes are equal, at every length",
    arguments: [(0, 40), (1, 40), (7, 0), (8, 0), (9, 0), (15, 0), (16, 0), (17, 0), (32, 0)])
  func keys(count: Int, padding: Int) throws {
    let alphabet = "abcdefghijklmnopqrstuvwxyzABCDEF"
    let name = String(alphabet.prefix(count))
    let names: [StaticString] = [
      "", "a", "abcdefg", "abcdefgh", "abcdefghi", "abcdefghijklmno", "abcdefghijklmnop",
      "abcdefghijklmnopq", "abcdefghijklmnopqrstuvwxyzABCDEF",
    ]
    let text = "{\"\(name)\":\(String(repeating: " ", count: padding))1}"
    var scanner = JSONScanner(Array(text.utf8))
    try scanner.beginObject()
    let key = try #require(try scanner.nextKey())
    #expect(names.filter { key == $0 }.map(\.description) == [name])
    #expect(key.count == count)
    #expect(scanner.keyText == name)
  }

  @Test("an escaped key equals its plain name, and a longer key equals none")
  func unusualKeys() throws {
    let long = String(repeating: "k", count: 33)
    var scanner = JSONScanner(Array("{\"\\u0074\":1,\"\(long)\":2,\"\\ud800\":3}".utf8))
    try scanner.beginObject()
    #expect(try #require(try scanner.nextKey()) == "t")
    #expect(scanner.keyText == "t")
    #expect(try #require(try scanner.nextKey()).count == 33)
    #expect(scanner.keyText == long)
    let error = #expect(throws: JSONError.self) { try scanner.nextKey() }
    #expect(error?.kind == .loneSurrogate)
  }

  static let stringTable: [(String, String)] = [
    (#""""#, ""), (#""plain""#, "plain"), (#""\u0041\n\t\"\\\/""#, "A\n\t\"\\/"),
    (#""\ud83d\ude00""#, "😀"), (#""é\u00e9😀""#, "éé😀"), (#""\u0000""#, "\0"),
    (
      #""a longer text than one word \u2028 with an escape""#,
      "a longer text than one word \u{2028} with an escape"
    ),
  ]

  @Test("a string is read as its text", arguments: stringTable)
  func strings(text: String, value: String) throws {
    var scanner = JSONScanner(Array(text.utf8))
    #expect(try scanner.string().utf8.elementsEqual(value.utf8))
    try scanner.end()
  }

  @Test(
    "half of a surrogate pair has its own error and can be skipped",
    arguments: [
      #"\ud800"#, #"\udc00"#, #"\ud800x"#, #"\ud800\u0041"#, #"\udc00\ud800"#, #"\ud800\n"#,
    ])
  func loneSurrogates(escape: String) throws {
    var scanner = JSONScanner(Array("[\"x\(escape)\",7]".utf8))
    try scanner.beginArray()
    #expect(try scanner.nextElement())
    let error = #expect(throws: JSONError.self) { try scanner.string() }
    #expect(error == JSONError(offset: 3, kind: .loneSurrogate))
    #expect(try scanner.nextElement())
    #expect(try scanner.int64() == 7)
  }

  @Test("the scanner stays before a value of the wrong kind or size")
  func mismatch() throws {
    var scanner = JSONScanner(Array(#"{"t":"12","n":1e400,"i":1.5,"next":3}"#.utf8))
    try scanner.beginObject()
    _ = try scanner.nextKey()
    let error = #expect(throws: JSONError.self) { try scanner.double() }
    #expect(error?.kind == .mismatch(expected: .number, found: .string))
    #expect(error?.offset == 5)
    #expect(try scanner.string() == "12")
    _ = try scanner.nextKey()
    #expect(throws: JSONError(offset: 14, kind: .number(.outOfRange))) { try scanner.double() }
    #expect(try scanner.rawValue().elementsEqual("1e400".utf8))
    _ = try scanner.nextKey()
    #expect(throws: JSONError(offset: 24, kind: .number(.notAnInteger))) { try scanner.int64() }
    #expect(try scanner.double() == 1.5)
    _ = try scanner.nextKey()
    #expect(try scanner.int64() == 3)
    #expect(try scanner.nextKey() == nil)
    try scanner.end()
  }

  @Test("a raw value contains the text's own bytes")
  func rawValue() throws {
    let text = #"{"a": {"b" : [1, "}"]} ,"c":-0}"#
    var scanner = JSONScanner(Array(text.utf8))
    try scanner.beginObject()
    _ = try scanner.nextKey()
    #expect(try scanner.rawValue().elementsEqual(#"{"b" : [1, "}"]}"#.utf8))
    _ = try scanner.nextKey()
    #expect(try scanner.rawValue().elementsEqual("-0".utf8))
    #expect(try scanner.nextKey() == nil)
  }

  @Test("a slice is scanned in place, with offsets from its own start")
  func slices() {
    let buffer = Array(#"xxxx{"a":tru}yyyy"#.utf8)
    var scanner = JSONScanner(buffer[4..<13])
    #expect(throws: JSONError(offset: 8, kind: .unexpectedByte(0x7D, expected: .value))) {
      try scanner.skipValue()
    }
  }

  @Test("nesting up to the limit is read, one level more is refused", arguments: [1, 2, 63, 64])
  func depth(limit: Int) throws {
    for extra in 0...1 {
      let text = String(repeating: "[", count: limit + extra)
      var scanner = JSONScanner(Array(text.utf8), depthLimit: limit)
      var opened = 0
      var refusal: JSONError?
      do throws(JSONError) {
        while true {
          try scanner.beginArray()
          opened += 1
          _ = try scanner.nextElement()
        }
      } catch { refusal = error }
      #expect(opened == limit)
      let end = JSONError(offset: limit, kind: .unexpectedEnd)
      #expect(
        refusal == (extra == 0 ? end : JSONError(offset: limit, kind: .tooDeep(limit: limit))))
    }
  }

  static let messageTable: [(JSONError.Kind, String)] = [
    (.unexpectedEnd, "the text ends inside a value (byte 3)"),
    (.unexpectedByte(0x7D, expected: .value), "expected a value, found '}' (byte 3)"),
    (.unexpectedByte(0x1B, expected: .colon), "expected ':', found 0x1b (byte 3)"),
    (.mismatch(expected: .number, found: .string), "expected a number, found a string (byte 3)"),
    (.number(.notAnInteger), "the number is not a whole number (byte 3)"),
    (.tooDeep(limit: 64), "values are nested deeper than 64 levels (byte 3)"),
  ]

  @Test("an error includes what it found and where", arguments: messageTable)
  func messages(kind: JSONError.Kind, text: String) {
    #expect(JSONError(offset: 3, kind: kind).description == text)
  }
}
