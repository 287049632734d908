import Corpus

/// The summary of a triage as Markdown, for a pull request or a build summary.
public struct ProblemsMarkdown {
  private let document: ProblemsDocument
  private static let limit = 50

  /// Creates the renderer of a document.
  public init(_ document: ProblemsDocument) { self.document = document }

  /// Returns the whole file.
  public func bytes() -> [UInt8] {
    var text = MarkdownText()
    text.raw("## Scroll problems\n\n")
    if let comparison = document.comparison {
      let count = comparison.entries.count(where: \.isRegression)
      text.raw(
        count == 0
          ? "No problem is new or more frequent beyond chance.\n\n"
          : "**\(ReportText.counted(count, "problem")) new or more frequent than in the baseline.**\n\n"
      )
    }
    text.text(ProblemsText.total(document.problems, document.ranked) + ".")
    text.raw("\n")
    if !document.ranked.isEmpty { writeTable(&text) }
    for problem in listed.prefix(Self.limit) {
      text.raw("\n### ")
      text.text(problem.title)
      text.raw("\n\n")
      if !problem.details.isEmpty {
        text.text(problem.details)
        text.raw("\n\n")
      }
      if let change = document.change(of: problem) {
        text.raw("- Baseline: ")
        text.text(
          "\(ProblemsText.change(change)); now \(ProblemsText.interval(change.shareAfter)), "
            + "before \(ProblemsText.interval(change.shareBefore))")
        text.raw("\n")
      }
      for focus in document.problems.concentrations(of: problem).prefix(3) {
        text.raw("- ")
        text.text(ProblemsText.focus(focus))
        text.raw("\n")
      }
      if let fix = problem.fix {
        text.raw("- Fix: ")
        text.text(fix)
        text.raw("\n")
      }
      text.raw("- Clearest trace: ")
      text.text(document.location(problem.representative))
      text.raw("\n")
    }
    for entry in document.gone.prefix(Self.limit) {
      text.raw("\n- ")
      text.text("\(ProblemsText.change(entry)): \(entry.problem.title)")
      text.raw("\n")
    }
    return text.bytes
  }

  /// The problems, the highest weight first; with a baseline, regressions come before all others.
  private var listed: [Problem] {
    guard let comparison = document.comparison else { return document.ranked }
    return comparison.entries.filter { $0.change != .gone }.map(\.problem)
  }

  private func writeTable(_ text: inout MarkdownText) {
    let total = document.problems.traceCount
    let hasBaseline = document.comparison != nil
    text.raw("\n")
    text.table(
      (hasBaseline ? ["Since the baseline"] : []) + ["Traces", "Share", "Severity", "Problem"],
      listed.prefix(Self.limit).map { problem in
        let change = document.change(of: problem)
        let word = change?.change.rawValue ?? ""
        let changes: [(inout MarkdownText) -> Void] =
          hasBaseline ? [{ $0.raw(change?.isRegression ?? false ? "**\(word)**" : word) }] : []
        return changes + [
          { $0.raw("\(problem.count)") },
          { $0.text(ProblemsText.percent(problem.count, of: total)) },
          { $0.raw(problem.severity.word) }, { $0.text(problem.title, limit: 200) },
        ]
      })
    if document.ranked.count > Self.limit {
      text.raw("\n\(document.ranked.count - Self.limit) more problems are in `index.html`.\n")
    }
  }
}
