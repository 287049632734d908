import Testing
import TextKit

@Suite("XML tokens")
struct XMLTokenizerTests {
  private func tokens(
    _ text: String, chunkSize: Int = .max
  ) -> (tokens: [XMLToken], problems: [XMLProblem]) {
    tokens(Array(text.utf8), chunkSize: chunkSize)
  }

  private func tokens(
    _ bytes: [UInt8], chunkSize: Int = .max
  ) -> (tokens: [XMLToken], problems: [XMLProblem]) {
    var tokenizer = XMLTokenizer(ByteSource(bytes: bytes, chunkSize: chunkSize))
    var tokens: [XMLToken] = []
    while let token = tokenizer.next() { tokens.append(token) }
    return (tokens, tokenizer.problems)
  }

  private static func start(_ name: String, _ attributes: (String, String)...) -> XMLToken {
    .start(
      name: name, attributes: attributes.map { XMLAttribute(name: $0.0, value: $0.1) })
  }

  static let documents: [(String, [XMLToken])] = [
    ("", []),
    ("<a/>", [start("a"), .end(name: "a")]),
    ("<a></a >", [start("a"), .end(name: "a")]),
    (
      "<a b='1' c:d = \"x y\"\n e=''/>",
      [start("a", ("b", "1"), ("c:d", "x y"), ("e", "")), .end(name: "a")]
    ),
    ("<a>1 &lt; 2 &amp;&#65;&#x1F600;</a>", [start("a"), .text("1 < 2 &A😀"), .end(name: "a")]),
    ("<a b='&quot;&apos;&gt;'>", [start("a", ("b", "\"'>"))]),
    (
      "<a>&unknown; &#0; &#xD800; &#99999999999; & ;</a>",
      [start("a"), .text("&unknown; &#0; &#xD800; &#99999999999; & ;"), .end(name: "a")]
    ),
    (
      "<?xml version='1.0'?><!-- <b> -- > --><a><![CDATA[<c>&amp;]]]]></a>",
      [start("a"), .text("<c>&amp;]]"), .end(name: "a")]
    ),
    (
      "<!DOCTYPE a [<!ENTITY b \"<c>]>\"> <!-- x -->]><a>&b;</a>",
      [start("a"), .text("&b;"), .end(name: "a")]
    ),
    ("\u{FEFF}<a>ä&#228;\u{1F600}</a>", [start("a"), .text("ää\u{1F600}"), .end(name: "a")]),
    ("<a x='>'>y</a>", [start("a", ("x", ">")), .text("y"), .end(name: "a")]),
    ("text only", [.text("text only")]),
  ]

  @Test("documents give their tokens at any chunk size", arguments: documents)
  func whole(_ text: String, _ expected: [XMLToken]) {
    for size in [1, 2, 3, 7, .max] {
      let found = tokens(text, chunkSize: size)
      #expect(found.tokens == expected, "\(size) bytes at a time")
      #expect(found.problems == [])
    }
  }

  @Test(
    "damage is reported with its position, and the rest is delivered",
    arguments: [
      ("<a><></a>", [3]), ("<a>< b></a>", [3]), ("<a b></a>", [0]), ("<a b=c></a>", [0]),
      ("<a", [0]), ("<a b='", [0]), ("x<!-- y", [1]), ("<![CDATA[x", [0]), ("<!DOCTYPE", [0]),
      ("<a <b></b>", [0]), ("<1/><b/>", [0]), ("<a b='1' b2></a><c/>", [0]),
    ] as [(String, [Int64])])
  func damage(_ text: String, _ offsets: [Int64]) {
    let found = tokens(text)
    #expect(found.problems.map(\.offset) == offsets)
    for size in [1, 3] { #expect(tokens(text, chunkSize: size).tokens == found.tokens) }
  }

  @Test("long text is delivered in pieces that split neither characters nor references")
  func longText() {
    for filler in ["x", "é", "😀", "&amp;", "&#x41;"] {
      let text = String(repeating: filler, count: 200_000)
      let pieces = tokens("<a>" + text + "</a>").tokens.compactMap { token -> String? in
        if case .text(let text) = token { text } else { nil }
      }
      let plain = filler == "&amp;" ? "&" : filler == "&#x41;" ? "A" : filler
      #expect(pieces.joined() == String(repeating: plain, count: 200_000))
      #expect(pieces.allSatisfy { $0.utf8.count <= XMLTokenizer.pieceLimit })
    }
  }

  @Test("a tag beyond the limit is skipped")
  func longTag() {
    let found = tokens("<a b='\(String(repeating: "x", count: 2 << 20))'/><c/>")
    #expect(found.problems.first?.kind == .tooLong)
    #expect(found.tokens.suffix(2) == [Self.start("c"), .end(name: "c")])
  }

  @Test("neither truncation nor changed bytes trap")
  func anyBytes() {
    let text = Array(
      "<?x?><!DOCTYPE a><a b='1&lt;' c=\"2\">t&#65;<!--c--><![CDATA[d]]><e/></a>".utf8)
    for length in text.indices { _ = tokens(Array(text[..<length])) }
    for place in text.indices {
      for byte in [0, 0x22, 0x26, 0x27, 0x2D, 0x3C, 0x3E, 0x5B, 0x5D, 0x80, 0xFF] as [UInt8] {
        var changed = text
        changed[place] = byte
        let whole = tokens(changed)
        let pieces = tokens(changed, chunkSize: 1)
        #expect(pieces.tokens == whole.tokens && pieces.problems == whole.problems)
      }
    }
  }
}
