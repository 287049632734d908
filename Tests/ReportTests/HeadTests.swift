import ScrollModel
import Testing

@testable import Report

@Suite("the head of a report")
struct HeadTests {
  @Test(
    "a verdict is one line of sentences",
    arguments: [
      (ReportVerdict("It jumps"), "It jumps."),
      (
        ReportVerdict("It jumps", repair: [.init(".a()", isCode: true)]),
        "It jumps. Repair: '.a()'."
      ),
      (
        ReportVerdict(
          "It jumps", repair: [.init(".a()", isCode: true)], remarks: ["2 other findings below"]),
        "It jumps. Repair: '.a()'. 2 other findings below."
      ), (ReportVerdict(""), ""),
    ])
  func verdict(verdict: ReportVerdict, text: String) {
    #expect(verdict.text == text)
  }

  @Test(
    "a sentence starts with a capital, an id is unchanged",
    arguments: [
      ("at rest it leaps", "At rest it leaps"), ("a is elsewhere", "a is elsewhere"),
      ("card-1 is gone", "card-1 is gone"), ("3 rests", "3 rests"), ("", ""),
    ])
  func sentences(text: String, expected: String) {
    // The sample's only target is called `a`.
    #expect(ReportSentences(of: .sample()).sentence(text) == expected)
  }

  @Test("a report of lines from right to left states from where its offsets count")
  func offsetOrigin() throws {
    var document = ReportDocument.sample()
    let note = "from the leading edge; tables and charts: from the left"
    func markdown() throws -> String {
      String(decoding: try MarkdownReport(document).bytes(), as: UTF8.self)
    }
    document.isRightToLeft = true
    #expect(try !markdown().contains(note), "the sample is vertical")
    document.information.axes = .horizontal
    #expect(try markdown().contains(note))
    #expect(String(decoding: try HTMLReport(document).bytes(), as: UTF8.self).contains(note))
    document.isRightToLeft = false
    #expect(try !markdown().contains(note))
  }

  @Test("each cell of a table names its column, and its content is escaped")
  func table() {
    var page = HTMLText()
    page.table(
      [HTMLColumn("Id") { $0 }, HTMLColumn("Length", "n") { "\($0.count)" }], ["<b>", ""])
    let text = String(decoding: page.bytes, as: UTF8.self)
    #expect(text.count(of: "<th scope=\"col\" class=\"n\">Length</th>") == 1)
    #expect(text.count(of: "<td data-label=\"Id\" class=\"\"><div>&lt;b&gt;</div></td>") == 1)
    #expect(text.count(of: "<td data-label=\"Id\" class=\"\"></td>") == 1)
    #expect(text.count(of: "<td data-label=\"Length\" class=\"n\"><div>0</div></td>") == 1)
  }

  @Test("recording and replay are shown side by side if they differ, else before and after")
  func pictures() {
    var document = ReportDocument.sample()
    // The sample's replay is 12 points ahead all the time.
    #expect(Pictures(document: document).pictures.map(\.track) == [0, 1])
    document.tracks[1].ys = document.tracks[0].ys
    document.findings[0].from = 80_000_000
    document.findings[0].to = 120_000_000
    let pictures = Pictures(document: document).pictures
    #expect(pictures.map(\.track) == [0, 0])
    #expect(pictures.map(\.time) == [72_000_000, 120_000_000])
    document.tracks[0].ys = document.tracks[0].ys.map { _ in 0 }
    document.tracks[1].ys = document.tracks[0].ys
    #expect(Pictures(document: document).pictures.map(\.time) == [120_000_000])
    document.findings[0].from = 0
    document.findings[0].to = 0
    #expect(Pictures(document: document).pictures.isEmpty)
    document.tracks[0].name = ReportOutcome.declaredName
    #expect(Pictures(document: document).pictures.isEmpty)
  }

  @Test("the head explains only the words that this report contains")
  func words() throws {
    let page = String(decoding: try HTMLReport(.sample()).bytes(), as: UTF8.self)
    let words = try #require(page.between("<dl class=\"words\">", "</dl>"))
    #expect(words.count(of: "<dt>gesture-driven</dt>") == 1)
    #expect(words.count(of: "<dt>S05</dt>") == 1)
    var document = ReportDocument.sample()
    document.tracks[1].drive = nil
    document.findings = []
    let other = String(decoding: try HTMLReport(document).bytes(), as: UTF8.self)
    #expect(
      other.count(of: "gesture-driven") == 0 && other.count(of: "The id of the detector") == 0)
  }
}
