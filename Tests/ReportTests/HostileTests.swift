import ScrollModel
import Testing

@testable import Report

@Suite("Reports of hostile traces")
struct HostileTests {
  @Test("no text of a trace becomes markup of a page", arguments: hostileTexts)
  func page(text: String) throws {
    let page = String(
      decoding: try HTMLReport(.sample { text + $0 }).bytes(), as: UTF8.self)
    #expect(page.count(of: "<script") == 2)
    #expect(page.count(of: "</script") == 2)
    #expect(page.count(of: "<img") == 0)
    #expect(page.count(of: "<svg onload") == 0)
    #expect(page.count(of: "href=\"javascript") == 0)
    let data = try #require(page.between("id=\"data\">", "</script>"))
    #expect(data.count(of: "<") == 0)
    for hidden in ["\u{202E}", "\u{200B}", "\u{FFFE}", "\u{1B}", "\0"] {
      #expect(!page.unicodeScalars.contains(hidden.unicodeScalars.first ?? " "))
    }
  }

  @Test("no text of a trace becomes markup of XML", arguments: hostileTexts)
  func xml(text: String) throws {
    let plain = String(decoding: try JUnitReport(.sample()).bytes(), as: UTF8.self)
    let xml = String(decoding: try JUnitReport(.sample { text + $0 }).bytes(), as: UTF8.self)
    #expect(xml.count(of: "<") == plain.count(of: "<"))
    #expect(xml.count(of: "\"") == plain.count(of: "\""))
  }

  @Test(
    "no text of a trace creates a mention, a link or the end of a cell in an issue",
    arguments: hostileTexts)
  func markdown(text: String) throws {
    // Code blocks are not compared line by line, because a line of one may start with a bar.
    var (plain, hostile) = (ReportDocument.sample(), ReportDocument.sample { text + $0 })
    (plain.commands, hostile.commands) = ([], [])
    let expected = String(decoding: try MarkdownReport(plain).bytes(), as: UTF8.self)
    let issue = String(decoding: try MarkdownReport(hostile).bytes(), as: UTF8.self)
    #expect(issue.count(of: "\n") == expected.count(of: "\n"))
    #expect(issue.count(of: "\n|") == expected.count(of: "\n|"))
    var outsideCode = MarkdownText()
    outsideCode.text(text)
    let shown = String(decoding: outsideCode.bytes, as: UTF8.self)
    for sign in ["@octocat", "#1", "https://", "www.example", "![", "[a]", "<img", "<svg"] {
      #expect(shown.count(of: sign) == 0, "\(sign)")
    }
  }

  @Test(
    "text at the start of an entry starts no list",
    arguments: [("- a", "\\- a"), ("1. a", "1\\. a"), ("12) a", "12\\) a"), ("a-b 1.5", "a-b 1.5")])
  func bullets(text: String, escaped: String) {
    var markdown = MarkdownText()
    markdown.text(text)
    #expect(String(decoding: markdown.bytes, as: UTF8.self) == escaped)
  }

  @Test(
    "code is fenced by more backticks than it contains",
    arguments: [("a", "`a`"), ("`", "`` ` ``"), ("a``b", "``` a``b ```"), ("a|b", "`a\\|b`")])
  func code(text: String, fenced: String) {
    var markdown = MarkdownText()
    markdown.code(text, inTable: true)
    #expect(String(decoding: markdown.bytes, as: UTF8.self) == fenced)
  }

  @Test("an issue fits GitHub's limit, however long the report is, and names what it omits")
  func size() throws {
    let long = String(repeating: "@#|`<é", count: 400)
    var document = ReportDocument.sample { $0 + long }
    document.findings = Array(repeating: document.findings[0], count: 300)
    document.tracks = Array(repeating: document.tracks[1], count: 40)
    document.policies = Array(repeating: document.policies[0], count: 40)
    let issue = String(decoding: try MarkdownReport(document).bytes(), as: UTF8.self)
    #expect(issue.unicodeScalars.count < 65_536)
    #expect(issue.count(of: "Left out, to fit an issue") == 1)
    #expect(issue.count(of: "<details>") == issue.count(of: "</details>"))
  }
}
