import CommandLineKit
import Corpus
import Report
import TextKit

/// The terminal output of a triage.
struct TriageSummary {
  private let document: ProblemsDocument
  private let folder: String
  private var problems: Problems { document.problems }
  /// The largest number of problems that are listed.
  private static let limit = 20

  init(_ document: ProblemsDocument, folder: String) {
    self.document = document
    self.folder = folder
  }

  private var failedCount: Int { problems.verdicts[.failed] ?? 0 }

  var exitCode: ExitCode {
    let hasProblem =
      document.comparison.map(\.hasRegression)
      ?? document.ranked.contains { $0.key.kind != .failure }
    if hasProblem { return .differences }
    if failedCount > 0 { return .partial }
    return problems.traceCount == 0 ? .nothingMatched : .ok
  }

  func print(_ console: inout Console) {
    let style = console.style
    if let comparison = document.comparison {
      for entry in comparison.entries.prefix(Self.limit) {
        let text = ProblemsText.change(entry)
        let ink: Style.Emphasis = entry.isRegression ? .red : entry.change == .same ? .dim : .yellow
        console.print("\(style(text, ink)): \(DisplayText.escaped(entry.problem.title)).")
      }
    } else {
      for problem in document.ranked.prefix(Self.limit) {
        let ink: Style.Emphasis = problem.severity >= .warning ? .red : .yellow
        console.print(
          "\(style(counted(problem.count, "trace"), ink)): \(DisplayText.escaped(problem.title)).")
        if let focus = problems.concentrations(of: problem).first {
          console.print("  \(style(DisplayText.escaped(ProblemsText.focus(focus)), .dim))")
        }
      }
    }
    let count = document.comparison?.entries.count ?? document.ranked.count
    if count > Self.limit { console.print("… and \(count - Self.limit) more in index.html") }
    if count > 0 { console.print() }
    console.print(ProblemsText.total(problems, document.ranked))
    console.print("\(folder)/index.html")
  }

  func printJSON(_ console: inout Console) throws {
    try console.printJSON(isComplete: failedCount == 0) { json in
      json.member("folder", folder)
      json.member("traces", Int64(problems.traceCount))
      for (name, counts) in [
        ("verdicts", problems.verdicts), ("without_problem", problems.withoutProblem),
      ] {
        json.key(name)
        json.beginObject()
        for verdict in TriageRow.Verdict.allCases {
          json.member(verdict.rawValue, Int64(counts[verdict] ?? 0))
        }
        json.endObject()
      }
      json.member("copies", Int64(problems.copies))
      try json.objects("problems", document.ranked + document.gone.map(\.problem)) {
        problem, json in
        let entry = document.change(of: problem)
        let isGone = entry?.change == .gone
        json.member("name", problem.name)
        json.member("kind", "\(problem.key.kind)")
        json.member("severity", problem.severity.word)
        json.member("traces", Int64(isGone ? 0 : problem.count))
        json.member("title", problem.title)
        json.member("fix", problem.fix)
        json.member("representative", problem.representative.file)
        json.member("representative_trace", Int64(problem.representative.trace))
        json.objects("concentrations", problems.concentrations(of: problem)) { focus, json in
          json.member("facet", focus.facet)
          json.member("value", focus.value)
          json.member("traces", Int64(focus.count))
          json.member("all_traces", Int64(focus.all))
        }
        guard let entry else { return }
        json.member("change", entry.change.rawValue)
        json.member("traces_before", Int64(entry.before))
        try json.member("share_before", entry.shareBefore.value)
        try json.member("share", entry.shareAfter.value)
        try json.member("probability", entry.probability)
        json.member("is_regression", entry.isRegression)
      }
    }
  }
}
