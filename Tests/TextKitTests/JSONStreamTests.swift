import Testing
import TextKit

/// The results of a stream, as words that can be compared.
private func pieces(
  _ text: String, _ choices: [JSONStream.Choice], chunk: Int = .max, limit: Int = 1 << 20,
  allowsScript: Bool = false
) throws -> [String] {
  let source = ByteSource(bytes: Array(text.utf8), chunkSize: chunk)
  let stream = JSONStream(
    source, choices, limit: limit, chunkSize: chunk == .max ? 1 << 16 : chunk,
    allowsScript: allowsScript)
  var result: [String] = []
  while let piece = try stream.next() {
    switch piece {
    case .value(let value):
      #expect(
        Array(text.utf8).dropFirst(Int(value.offset)).starts(with: value.bytes), "offset in \(text)"
      )
      result.append(String(decoding: value.bytes, as: UTF8.self))
    case .damage(let offset, let length, let reason):
      result.append("damage \(offset)+\(length): \(reason)")
    }
  }
  if !stream.isClosed { result.append("open") }
  return result
}

@Suite("JSON streams")
struct JSONStreamTests {
  static let cases: [(text: String, expected: [String])] = [
    ("[]", []),
    ("", []),
    (" [ 1 , {\"a\":[]} , \"x,]\" ,null] ", ["1", "{\"a\":[]}", "\"x,]\"", "null"]),
    ("\u{FEFF}[1]", ["1"]),
    ("{\"events\":[1,2],\"other\":[3]}", ["1", "2"]),
    ("{\"a\":{\"b\":[7]},\"events\":[{\"c\":\"\\\"]\"}]}", ["7", "{\"c\":\"\\\"]\"}"]),
    ("{\"a\":{\"c\":[1,{\"d\":2}],\"b\":[7]}}", ["7"]),
    ("{\"segment\":0}\n[1,2]\n[3]", ["1", "2", "3"]),
    ("\u{FEFF}[1]\n\u{FEFF}[2]\n\u{FEFF}", ["1", "2"]),
    ("[1,2,]", ["1", "2"]),
    ("[1,2", ["1", "2", "open"]),
    ("[1,2,", ["1", "2", "open"]),
    (
      "{\"events\":[{\"a\":1},{\"a\":2",
      ["{\"a\":1}", "damage 19+6: the text ends inside a value", "open"]
    ),
    ("{\"events\":[{}],", ["{}", "open"]),
    ("[[1],[2]]", ["[1]", "[2]"]),
    ("x", ["damage 0+0: 'x' is not allowed here in JSON", "open"]),
  ]

  @Test("streams deliver the elements of the requested arrays", arguments: cases)
  func elements(_ text: String, _ expected: [String]) throws {
    let choices: [JSONStream.Choice] = [.elements("events"), .elements(), .elements("a", "b")]
    for chunk in [Int.max, 100, 7, 1] {
      let found = try pieces(text, choices, chunk: chunk)
      #expect(found == expected, "\(text) in chunks of \(chunk)")
    }
  }

  @Test("streams deliver complete values")
  func values() throws {
    let text = "{\"events\":[1],\"meta\":{\"clock\":\"x\"}}"
    #expect(
      try pieces(text, [.elements("events"), .value("meta")]) == ["1", "{\"clock\":\"x\"}"])
    #expect(try pieces("{\"a\":1}\n\n{\"b\":2} ", [.value()]) == ["{\"a\":1}", "{\"b\":2}"])
  }

  @Test("streams find the value of a script")
  func script() throws {
    let text = "/* [a] */\n// {b}\nconst events = [1, {}];\nexport default [2]"
    for chunk in [Int.max, 3, 1] {
      #expect(try pieces(text, [.elements()], chunk: chunk, allowsScript: true) == ["1", "{}"])
    }
  }

  @Test("streams continue after damage and report its position")
  func damage() throws {
    let good = (0..<6).map { "{\"type\":\($0),\"list\":[{\"a\":1},{\"a\":2}],\"s\":\"x\"}" }
    for separator in [",", ",\n", ",\n  "] {
      var parts = good
      parts[3] = "{\"type\":3,\"list\":[{\"a\":1},{\"a\":2},\"s\":\"x\"}"
      for broken in [
        parts[3], "{\"type\":3,\"list:[{\"a\":1}],\"s\":\"x\"}", "{\"type\":3,#}",
        "{\"type\":3,\"a\":1", "\"type\":3,\"a\":1}", "{\"s\":\"\u{1}\"}",
      ] {
        parts[3] = broken
        let text = "[" + parts.joined(separator: separator) + "]"
        for chunk in [Int.max, 64, 1] {
          let found = try pieces(text, [.elements()], chunk: chunk)
          let whole = found.filter { good.contains($0) }
          #expect(
            whole.count >= 5 || (whole.count == 4 && !whole.contains(good[4])), "\(text) \(found)")
          #expect(found.contains { $0.hasPrefix("damage") })
          #expect(found.contains(good[5]))
        }
      }
    }
  }

  @Test(
    "a source that fails after lost data is reported, whatever the chunk size",
    arguments: ["x", "{ x", "{\"events\" x", "[1] x", "{\"a\": \u{1}"])
  func failingSource(_ text: String) {
    let packed = Array(gzip(Array(text.utf8) + [UInt8](repeating: 0x20, count: 9000)).dropLast(4))
    for chunk in [1 << 16, 4000, 16] {
      let stream = JSONStream(
        ByteSource(bytes: packed), [.elements(), .elements("events")], chunkSize: chunk)
      #expect(throws: InputError.self, "\(text) in chunks of \(chunk)") {
        while try stream.next() != nil {}
      }
    }
  }

  @Test("a value beyond the limit is damage, and the next one is delivered")
  func limit() throws {
    let long = "\"" + String(repeating: "a", count: 20_000) + "\""
    for chunk in [Int.max, 1000, 1] {
      #expect(
        try pieces("[1,\(long),2]", [.elements()], chunk: chunk, limit: 10_000)
          == ["1", "damage 3+20002: the value is longer than 10000 bytes", "2"])
    }
  }

  @Test("deep nesting is damage, not a trap")
  func deep() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(try pieces("[1,\(deep)", [.elements()]).count == 3)
    let whole =
      String(repeating: "[{\"a\":", count: 1000) + "1" + String(repeating: "}]", count: 1000)
    #expect(try pieces("[\(whole)]", [.elements()]) == [whole])
  }

  @Test("every complete element and no other is delivered, wherever the text is truncated")
  func truncation() throws {
    let elements = ["{\"a\":[1,\"]\\\"\"]}", "[{}]", "\"x\"", "12", "{\"b\":{}}"]
    let text = "{\"m\":{\"z\":[]},\"events\":[" + elements.joined(separator: " ,\n") + "]}"
    for count in 0..<text.utf8.count {
      let cut = String(decoding: Array(text.utf8)[..<count], as: UTF8.self)
      let found = try pieces(cut, [.elements("events")])
      let values = found.filter { !$0.hasPrefix("damage") && $0 != "open" }
      // The first part of a number is a number, too.
      #expect(elements.starts(with: values) || values.last == "1", "\(cut)")
      for chunk in [13, 1] {
        #expect(try pieces(cut, [.elements("events")], chunk: chunk) == found, "\(cut)")
      }
    }
  }

  @Test("flipped bits give the same pieces in any chunk size", arguments: 0..<200)
  func flips(_ seed: Int) throws {
    let element = "{\"type\":3,\"data\":{\"source\":1,\"x\":[{\"id\":1},{\"id\":2}]},\"t\":12}"
    var bytes = Array(
      ("[" + Array(repeating: element, count: 12).joined(separator: ",") + "]").utf8)
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    for _ in 0..<3 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let place = Int((state >> 33) % UInt64(bytes.count))
      bytes[place] ^= 1 << UInt8(state >> 61)
      // The bytes stay ASCII, so that they can be compared as strings.
      bytes[place] &= 0x7F
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let found = try pieces(text, [.elements()])
    // A changed byte may lose the element before it and the one after it; the first bracket opens
    // the array.
    if text.hasPrefix("[{") {
      #expect(found.filter { $0 == element }.count >= 12 - 9, "\(text)\n\(found)")
    }
    for chunk in [100, 1] { #expect(try pieces(text, [.elements()], chunk: chunk) == found) }
  }
}
