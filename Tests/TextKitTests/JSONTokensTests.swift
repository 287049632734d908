import Testing
import TextKit

@Suite("JSON tokens")
struct JSONTokensTests {
  /// The tokens of a text, or its error.
  private func tokens(_ text: String) -> [String] {
    var tokens = JSONTokens(Array(text.utf8)[...])
    var result: [String] = []
    do {
      while let token = try tokens.next() {
        switch token {
        case .beginObject: result.append("{")
        case .endObject: result.append("}")
        case .beginArray: result.append("[")
        case .endArray: result.append("]")
        case .key(let bytes): result.append(String(decoding: bytes, as: UTF8.self) + ":")
        case .string(let bytes), .scalar(let bytes):
          result.append(String(decoding: bytes, as: UTF8.self))
        }
      }
    } catch {
      result.append("error at \(error.offset)")
    }
    return result
  }

  @Test(
    "tokens come in the order of the text",
    arguments: [
      ("12", ["12"]), (" \"a\\\"]\" ", ["\"a\\\"]\""]), ("[]", ["[", "]"]), ("{}", ["{", "}"]),
      (
        "{ \"a\" : [1, {\"b\":null}] , \"c\":\"d\"}",
        ["{", "a:", "[", "1", "{", "b:", "null", "}", "]", "c:", "\"d\"", "}"]
      ),
      ("[1", ["[", "1", "error at 2"]), ("[1 2]", ["[", "1", "error at 3"]),
      ("{\"a\":1,}", ["{", "a:", "1", "error at 7"]), ("{1}", ["{", "error at 1"]),
      ("{\"a\" 1}", ["{", "error at 5"]), ("[}", ["[", "error at 1"]), ("", ["error at 0"]),
      ("{\"a\":}", ["{", "a:", "error at 5"]), ("\"a", ["error at 2"]),
    ])
  func order(_ text: String, _ expected: [String]) { #expect(tokens(text) == expected) }

  @Test("tokens can skip values and elements of any depth")
  func stepping() throws {
    let deep = String(repeating: "[", count: 2000) + String(repeating: "]", count: 2000)
    var tokens = JSONTokens(Array("{\"a\":\(deep),\"b\":[1,\(deep),\"x\"],\"c\":2}".utf8)[...])
    _ = try tokens.next()
    guard case .key? = try tokens.next() else {
      Issue.record("no key")
      return
    }
    #expect(try tokens.rawValue().count == 4000)
    guard case .key? = try tokens.next(), case .beginArray? = try tokens.next() else {
      Issue.record("no array")
      return
    }
    #expect(tokens.elementAhead()?.first == UInt8(ascii: "1"))
    var lengths: [Int] = []
    while let element = try tokens.nextElement() { lengths.append(element.count) }
    #expect(lengths == [1, 4000, 3])
    guard case .key(let key)? = try tokens.next(), case "c" = key else {
      Issue.record("no key behind the array")
      return
    }
    try tokens.leave(toDepth: 0)
    #expect((try tokens.next()) == nil)
    #expect(tokens.depth == 0)
  }

  @Test("100,000 open brackets end in an error and do not trap")
  func depth() {
    for text in ["[", "{\"a\":", "[[1,"] {
      #expect(tokens(String(repeating: text, count: 100_000)).last?.hasPrefix("error") == true)
    }
  }
}
