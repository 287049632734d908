import CommandLineKit
import Corpus
import Report
import TextKit

/// What a terminal prints of a triage.
struct TriageSummary {
  private let problems: Problems
  private let ranked: [Problem]
  private let comparison: CorpusComparison?
  private let folder: String
  /// How many problems are listed.
  private static let limit = 20

  init(_ problems: Problems, _ comparison: CorpusComparison?, folder: String) {
    self.problems = problems
    ranked = problems.ranked
    self.comparison = comparison
    self.folder = folder
  }

  private var failedCount: Int { problems.verdicts[.failed] ?? 0 }

  var exitCode: ExitCode {
    let hasProblem = comparison.map(\.hasRegression) ?? ranked.contains { $0.key.kind != .failure }
    if hasProblem { return .differences }
    if failedCount > 0 { return .partial }
    return problems.traceCount == 0 ? .nothingMatched : .ok
  }

  func print(_ console: inout Console) {
    let style = console.style
    if let comparison {
      for entry in comparison.entries.prefix(Self.limit) {
        let text = ProblemsText.change(entry)
        let ink: Style.Ink = entry.isRegression ? .red : entry.change == .same ? .dim : .yellow
        console.print("\(style(text, ink)): \(DisplayText.escaped(entry.problem.title)).")
      }
    } else {
      for problem in ranked.prefix(Self.limit) {
        let ink: Style.Ink = problem.severity >= .warning ? .red : .yellow
        console.print(
          "\(style(counted(problem.count, "trace"), ink)): \(DisplayText.escaped(problem.title)).")
        if let focus = problems.concentrations(of: problem).first {
          console.print("  \(style(DisplayText.escaped(ProblemsText.focus(focus)), .dim))")
        }
      }
    }
    let count = comparison?.entries.count ?? ranked.count
    if count > Self.limit { console.print("… and \(count - Self.limit) more in index.html") }
    if count > 0 { console.print() }
    console.print(ProblemsText.total(problems, ranked))
    console.print("\(folder)/index.html")
  }

  func printJSON(_ console: inout Console) throws {
    let changes = comparison.map {
      Dictionary(uniqueKeysWithValues: $0.entries.map { ($0.problem.key, $0) })
    }
    let gone = comparison?.entries.filter { $0.change == .gone }.map(\.problem) ?? []
    try console.printJSON(isComplete: failedCount == 0) { json in
      json.member("folder", folder)
      json.member("traces", Int64(problems.traceCount))
      json.key("verdicts")
      json.beginObject()
      for verdict in TriageRow.Verdict.allCases {
        json.member(verdict.rawValue, Int64(problems.verdicts[verdict] ?? 0))
      }
      json.endObject()
      json.member("copies", Int64(problems.copies))
      try json.objects("problems", ranked + gone) { problem, json in
        let isGone = changes?[problem.key]?.change == .gone
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
        guard let changes else { return }
        let entry = changes[problem.key]
        json.member("change", entry?.change.rawValue)
        json.member("traces_before", entry.map { Int64($0.before) })
        try json.member("share_before", entry?.shareBefore.value)
        try json.member("share", entry?.shareAfter.value)
        try json.member("probability", entry?.probability)
        json.member("is_regression", entry?.isRegression)
      }
    }
  }
}
