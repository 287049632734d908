import Simulation
import TestSupport
import Testing
import TextKit

/// One text and its verdict under RFC 8259.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
  let text: [UInt8]
  let reason: String
  let kind: JSONError.Kind?
  var testDescription: String { reason }

  init(_ text: String, _ reason: String, _ kind: JSONError.Kind? = nil) {
    self.init(bytes: Array(text.utf8), reason, kind)
  }

  init(bytes: [UInt8], _ reason: String, _ kind: JSONError.Kind? = nil) {
    text = bytes
    self.reason = reason
    self.kind = kind
  }
}

@Suite struct JSONConformanceTests {
  static let valid: [ConformanceCase] = [
    .init("0", "a lone zero"), .init("-0.0e-0", "zero in every part"),
    .init("\"\"", "an empty string"), .init("null", "null alone"), .init("[]", "an empty array"),
    .init("{}", "an empty object"), .init(" \t\r\n[ \n] \r", "white space of all four kinds"),
    .init("[1,[2,[3]]]", "arrays in arrays"), .init("{\"\":{\"\":{}}}", "empty keys"),
    .init("{\"a\":1,\"a\":2}", "a key twice"), .init("[true,false,null]", "all three words"),
    .init("[1e1,1E1,1e+1,1e-1,1.5e1]", "every form of exponent"),
    .init("[1e400]", "a number beyond every double, unread"),
    .init("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "every short escape"),
    .init("\"\\u0000\\uFFFF\\ud834\\uDD1E\"", "hexadecimal escapes in both cases"),
    .init("\"\\ud800\"", "half a surrogate pair, unread: the grammar allows it"),
    .init("\"\u{7F}\u{80}\u{2028}\u{FFFF}\u{10FFFF}\"", "the borders of UTF-8"),
    .init("{\"k\" : [ { } , [ ] ] }", "spaces wherever they may be"),
    .init(String(repeating: "[", count: 64) + String(repeating: "]", count: 64), "depth 64"),
  ]

  @Test("a valid JSON text is accepted", arguments: valid)
  func accepts(example: ConformanceCase) throws {
    var scanner = JSONScanner(example.text)
    try scanner.skipValue()
    try scanner.end()
    var raw = JSONScanner(example.text)
    let slice = try raw.rawValue()
    var again = JSONScanner(slice)
    try again.end()
  }

  static let invalid: [ConformanceCase] = [
    .init("", "nothing", .unexpectedEnd), .init("  ", "only space", .unexpectedEnd),
    .init("[1,]", "comma before the end of an array", .unexpectedByte(0x5D, expected: .value)),
    .init("{\"a\":1,}", "comma before a brace", .unexpectedByte(0x7D, expected: .key)),
    .init("[,1]", "comma first", .unexpectedByte(0x2C, expected: .value)),
    .init("[1 2]", "no comma", .unexpectedByte(0x32, expected: .commaOrBracket)),
    .init("{\"a\":1 \"b\":2}", "no comma", .unexpectedByte(0x22, expected: .commaOrBrace)),
    .init("{\"a\" 1}", "no colon", .unexpectedByte(0x31, expected: .colon)),
    .init("{a:1}", "a bare key", .unexpectedByte(0x61, expected: .keyOrEnd)),
    .init("{1:1}", "a number for a key", .unexpectedByte(0x31, expected: .keyOrEnd)),
    .init("{'a':1}", "apostrophes", .unexpectedByte(0x27, expected: .keyOrEnd)),
    .init("[1}", "the wrong bracket", .unexpectedByte(0x7D, expected: .commaOrBracket)),
    .init("{\"a\":1]", "the wrong brace", .unexpectedByte(0x5D, expected: .commaOrBrace)),
    .init("]", "a bracket alone", .unexpectedByte(0x5D, expected: .value)),
    .init("nul", "a word cut short", .unexpectedEnd),
    .init("nulL", "a capital in a word", .unexpectedByte(0x4C, expected: .value)),
    .init("True", "a capital first", .unexpectedByte(0x54, expected: .value)),
    .init("NaN", "no number", .unexpectedByte(0x4E, expected: .value)),
    .init("+1", "a leading plus", .unexpectedByte(0x2B, expected: .value)),
    .init(".5", "no digit before the point", .unexpectedByte(0x2E, expected: .value)),
    .init("[01]", "a leading zero", .number(.malformed(offset: 2))),
    .init("[1.]", "no digit after the point", .number(.malformed(offset: 3))),
    .init("[1e]", "no digit in the exponent", .number(.malformed(offset: 3))),
    .init("[-]", "a sign alone", .number(.malformed(offset: 2))),
    .init("-", "a sign at the end", .unexpectedEnd),
    .init("1.", "cut at the point", .unexpectedEnd),
    .init("0x1", "hexadecimal", .trailingBytes), .init("1 2", "two values", .trailingBytes),
    .init("{}}", "a brace too many", .trailingBytes), .init("[]/**/", "a comment", .trailingBytes),
    .init("\"a", "an open string", .unexpectedEnd),
    .init("\"a\u{1}\"", "a control character", .controlCharacter(1)),
    .init("\"\n\"", "a line break in a string", .controlCharacter(10)),
    .init("\"01234567\t\"", "a tab behind a full word", .controlCharacter(9)),
    .init("\"\\x41\"", "an unknown escape", .invalidEscape),
    .init("\"\\u12G4\"", "a bad digit", .invalidEscape),
    .init("\"\\u12\"", "too few digits", .invalidEscape),
    .init("\"\\", "an escape cut short", .unexpectedEnd),
    .init("\"\\u00", "a hexadecimal escape cut short", .unexpectedEnd),
    .init("\u{FEFF}{}", "a byte order mark", .unexpectedByte(0xEF, expected: .value)),
    .init("\u{A0}1", "a space that is none", .unexpectedByte(0xC2, expected: .value)),
    .init(bytes: [0x22, 0xFF, 0x22], "a byte never used", .invalidUTF8),
    .init(bytes: [0x22, 0x80, 0x22], "a continuation alone", .invalidUTF8),
    .init(bytes: [0x22, 0xC0, 0xAF, 0x22], "an overlong slash", .invalidUTF8),
    .init(bytes: [0x22, 0xE0, 0x80, 0xAF, 0x22], "overlong in three", .invalidUTF8),
    .init(bytes: [0x22, 0xF0, 0x80, 0x80, 0xAF, 0x22], "overlong in four", .invalidUTF8),
    .init(bytes: [0x22, 0xED, 0xA0, 0x80, 0x22], "a surrogate in UTF-8", .invalidUTF8),
    .init(bytes: [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "above U+10FFFF", .invalidUTF8),
    .init(bytes: [0x22, 0xE2, 0x82, 0x22], "a sequence cut short", .invalidUTF8),
    .init(bytes: [0x22, 0xE2, 0x82], "a sequence cut by the end", .invalidUTF8),
    .init(bytes: [0x5B, 0x00, 0x5D], "a zero byte", .unexpectedByte(0, expected: .value)),
    .init(String(repeating: "[", count: 65), "depth 65", .tooDeep(limit: 64)),
    .init(String(repeating: "[", count: 100_000), "depth 100,000", .tooDeep(limit: 64)),
    .init(String(repeating: "{\"a\":", count: 65), "objects 65 deep", .tooDeep(limit: 64)),
  ]

  @Test("an invalid JSON text is refused with its reason", arguments: invalid)
  func refuses(example: ConformanceCase) throws {
    let error = #expect(throws: JSONError.self) {
      var scanner = JSONScanner(example.text)
      try scanner.skipValue()
      try scanner.end()
    }
    #expect(error?.kind == example.kind)
    #expect(try #require(error).offset <= example.text.count)
    #expect(throws: JSONError.self) { try Walker.walk(example.text) }
  }

  @Test("a document truncated at any byte is an error and never traps")
  func truncation() {
    let document = Array(
      """
      {"t":-12.5e+3,"k":"fr\\u00e4me\\ud83d\\ude00é","a":[1,{"b":null},[true,false]],"long key name of more than sixteen":0.1}
      """.utf8)
    for count in 0..<document.count {
      let cut = Array(document[..<count])
      #expect(throws: JSONError.self, "cut at \(count)") {
        var scanner = JSONScanner(cut)
        try scanner.end()
      }
      #expect(throws: JSONError.self, "cut at \(count)") { try Walker.walk(cut) }
    }
    #expect(throws: Never.self) { try Walker.walk(document) }
  }

  @Test("reading and skipping agree on any damaged text")
  func damage() {
    let document = Array(#"{"a":[1.5,"xé\n",{"b":[true,null]}],"c":-0.1e5,"":"\ud83d\ude00"}"#.utf8)
    var generator = SeededGenerator(seed: 99)
    for index in 0..<(Cases.count * 10) {
      var damaged = document
      for _ in 0...(generator.next() % 3) {
        damaged[Int(generator.next() % UInt64(damaged.count))] =
          UInt8(truncatingIfNeeded: generator.next())
      }
      var isSkipped = true
      do {
        var scanner = JSONScanner(damaged)
        try scanner.end()
      } catch { isSkipped = false }
      var isRead = true
      do throws(JSONError) { try Walker.walk(damaged) } catch {
        // Reading rejects two things that skipping accepts.
        isRead = error.kind == .loneSurrogate || error.kind == .number(.outOfRange)
        if isRead { continue }
      }
      #expect(isSkipped == isRead, "case \(index) of seed 99")
    }
  }
}

/// Reads every value of a text with the scanner's reading calls.
enum Walker {
  static func walk(_ text: [UInt8]) throws(JSONError) {
    var scanner = JSONScanner(text)
    try value(&scanner)
    try scanner.end()
  }

  private static func value(_ scanner: inout JSONScanner) throws(JSONError) {
    switch try scanner.peek() {
    case .object:
      try scanner.beginObject()
      while try scanner.nextKey() != nil { try value(&scanner) }
    case .array:
      try scanner.beginArray()
      while try scanner.nextElement() { try value(&scanner) }
    case .string: _ = try scanner.string()
    case .number: _ = try scanner.double()
    case .bool: _ = try scanner.bool()
    case .null: try scanner.null()
    }
  }
}
