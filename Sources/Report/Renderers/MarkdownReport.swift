import ScrollModel
public import TextKit

/// A report as the body of a GitHub issue: the verdict, steps to reproduce, expected and actual.
///
/// GitHub's limit is 65,536 characters; parts that do not fit are omitted and listed at the end.
public struct MarkdownReport: ReportRenderer {
  /// The largest size of a body in bytes, of which there are at least as many as characters.
  public static let limit = 60_000

  let document: ReportDocument
  let sentences: ReportSentences

  /// Creates the renderer of a document.
  public init(_ document: ReportDocument) {
    self.document = document
    sentences = ReportSentences(of: document)
  }

  /// Returns the whole file.
  public func bytes() throws(NumberError) -> [UInt8] {
    var bytes = part(writeTop).bytes
    var lacking: [String] = []
    for (name, write) in parts {
      let part = part(write).bytes
      if bytes.count + part.count > Self.limit {
        lacking.append(name)
      } else {
        bytes += part
      }
    }
    return bytes + part { writeEnd(lacking, &$0) }.bytes
  }

  private var parts: [(String, (inout MarkdownText) -> Void)] {
    [
      ("expected and actual", writeExpectation), ("steps to reproduce", writeSteps),
      ("findings", writeFindings), ("plot", writePlot), ("nested views", writeNested),
      ("divergences", writeDivergences),
      ("settles", writeSettles), ("configurations", writeMatrix),
      ("impressions", writeImpressions), ("smoothness", writeFigures), ("digests", writeDigests),
      ("notes", writeNotes),
    ]
  }

  private func part(_ write: (inout MarkdownText) -> Void) -> MarkdownText {
    var text = MarkdownText()
    write(&text)
    return text
  }

  // MARK: What is wrong

  private func writeTop(_ text: inout MarkdownText) {
    text.raw("# ")
    text.text(document.information.name, limit: 120)
    text.raw("\n\n**\(document.severity.label)**: ")
    writeVerdict(&text)
    let information = document.information
    let facts: [(String, String?)] = [
      ("Duration", ReportNumber.seconds(document.durationNanoseconds)),
      ("Device", information.device), ("System", information.system), ("App", information.app),
      ("Declared configuration", information.declaredConfiguration.map(ReportText.configuration)),
      ("Source", information.source?.format), ("Horizontal offsets", document.offsetOrigin),
      ("scrolltrace", "\(document.toolVersion), engine \(document.engineVersion)"),
    ]
    text.table(
      ["Environment", ""],
      facts.compactMap { name, value in
        guard let value else { return nil }
        return [{ $0.raw(name) }, { $0.code(value, inTable: true) }]
      })
  }

  private func writeNested(_ text: inout MarkdownText) {
    guard let nested = document.nested else { return }
    text.raw("\n## Nested views\n\n")
    for view in nested.views {
      text.raw("- \(view.relation.words): ")
      text.text(view.name, limit: 100)
      text.raw(", moves by \(ReportNumber.text(view.travel)) pt\n")
    }
    for decision in nested.decisions.prefix(20) {
      text.raw("- at \(ReportNumber.seconds(decision.time)): ")
      text.text(decision.text)
      text.raw("\n")
    }
    writeRest(nested.decisions.count - 20, &text)
  }

  private func writeSteps(_ text: inout MarkdownText) {
    guard !document.commands.isEmpty else { return }
    text.raw("\n## Steps to reproduce\n\n")
    text.block(Array(document.commands.prefix(20)))
  }

  private func writeFindings(_ text: inout MarkdownText) {
    text.raw("\n## Findings\n\n")
    if document.findings.isEmpty { text.raw(document.noFindings + "\n") }
    let effects = document.findings.filter(\.isEffect)
    let others = document.findings.filter { !$0.isEffect }
    for finding in others.prefix(20) { write(finding, &text) }
    writeRest(others.count - 20, &text)
    guard !effects.isEmpty else { return }
    details(document.effectsTitle, &text) { text in
      for finding in effects.prefix(20) { write(finding, &text) }
      writeRest(effects.count - 20, &text)
    }
  }

  private func write(_ finding: ReportFinding, _ text: inout MarkdownText) {
    text.raw("- **\(finding.severity.rawValue)** ")
    text.text("\(finding.detector) \(finding.name)", limit: 100)
    text.raw(" at \(ReportNumber.seconds(finding.from))")
    if let target = finding.target {
      text.raw(", target ")
      text.code(target)
    }
    if finding.count > 1 { text.raw(", seen \(finding.count) times") }
    text.raw(": ")
    text.text(finding.message)
    text.raw("\n")
    if !finding.cause.isEmpty {
      text.raw("  - likely cause: ")
      text.text(finding.cause)
      text.raw("\n")
    }
    if !finding.repairLines.isEmpty {
      text.raw("  - ")
      text.text(ReportFinding.repairTitle(finding.repairLines) + ":")
      for line in finding.repairLines {
        text.raw(" ")
        if line.isCode { text.code(line.text) } else { text.text(line.text + ":") }
      }
      text.raw("\n")
    }
    for link in finding.links.prefix(3) where Self.isPlain(link) {
      text.raw("  - same kind: <\(link)>\n")
    }
  }

  /// Whether a URL contains nothing that could end its enclosing brackets.
  private static func isPlain(_ link: String) -> Bool {
    link.hasPrefix("https://")
      && link.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3C && $0 != 0x3E }
  }

  // MARK: The rest

  private func writeDigests(_ text: inout MarkdownText) {
    guard !document.digests.isEmpty else { return }
    details("Digests", &text) { text in
      for digest in document.digests {
        text.raw("- \(digest.name) ")
        text.code(digest.hex)
        text.raw("\n")
      }
    }
  }

  private func writeNotes(_ text: inout MarkdownText) {
    for (title, lines) in [
      ("What this report could not determine", document.notes), ("Redacted", document.redactions),
    ] where !lines.isEmpty {
      text.raw("\n## \(title)\n\n")
      for line in lines.prefix(30) {
        text.raw("- ")
        text.text(line, limit: 300)
        text.raw("\n")
      }
      writeRest(lines.count - 30, &text)
    }
  }

  private func writeEnd(_ lacking: [String], _ text: inout MarkdownText) {
    guard !lacking.isEmpty else { return }
    text.raw("\nLeft out, to fit an issue: \(lacking.joined(separator: ", ")). ")
    text.raw("The report as a page has everything.\n")
  }

  func writeRest(_ count: Int, _ text: inout MarkdownText) {
    if count > 0 { text.raw("\n… and \(count) more.\n") }
  }

  func details(
    _ title: String, _ text: inout MarkdownText, _ body: (inout MarkdownText) -> Void
  ) {
    text.raw("\n<details><summary>")
    var summary = HTMLText()
    summary.text(MarkdownText.cut(title, 160))
    text.raw(String(decoding: summary.bytes, as: UTF8.self).replacingMentions())
    text.raw("</summary>\n\n")
    body(&text)
    text.raw("\n</details>\n")
  }
}

extension String {
  /// Separates text that GitHub would treat as a mention or an issue number.
  fileprivate func replacingMentions() -> String {
    var result = ""
    for letter in self {
      result.append(letter)
      if letter == "@" { result += "<!-- -->" }
    }
    return result
  }
}
