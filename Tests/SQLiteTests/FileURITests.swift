import Testing

@testable import SQLite

@Suite("Names as URIs")
struct FileURITests {
  @Test(
    "a name becomes a URI without parameters, host or fragment",
    arguments: [
      ("/tmp/a.db", "file:///tmp/a.db"),
      ("//host/a", "file:////host/a"),
      ("a b?c=d#e%f", "file:a%20b%3Fc%3Dd%23e%25f"),
      (":memory:", "file:./%3Amemory%3A"),
      ("file:a", "file:file%3Aa"),
      ("é", "file:%C3%A9"),
      ("../a-b_c~d.db", "file:../a-b_c~d.db"),
    ])
  func encoded(_ path: String, _ uri: String) {
    #expect(fileURI(path) == uri)
  }

  @Test("the text of an error is one line of bounded length")
  func oneLineText() {
    #expect(oneLine("  a \n\t b\u{0}c ", limit: 10) == "a b\\u{0}c")
    #expect(oneLine("abcdef", limit: 3) == "abc…")
    #expect(oneLine("abc", limit: 3) == "abc")
    #expect(oneLine("", limit: 3) == "")
  }
}
