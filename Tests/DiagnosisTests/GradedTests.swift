import Diagnosis
import Replay
import ScrollModel
import TestSupport
import Testing
import TraceStore
import Triage

/// Recordings whose causes were written down before the diagnosis ran.
///
/// `Scripts/grade-reports.py` grades the answers and keeps them in `fixtures/reports/graded.tsv`. Its
/// grades make no difference between certain and likely causes, and neither does this test.
@Suite("graded recordings")
struct GradedTests {
  /// The folder of each set of the table.
  private static let folders = [
    "reports": "fixtures/reports", "chromium": "fixtures/chromium-snap",
    "random": "fixtures/chromium-random", "scripts": "fixtures/chromium-scripts",
    "wheels": "fixtures/chromium-wheels",
  ]

  private static func path(_ set: String, _ name: String) -> String? {
    folders[set].map { folder in
      Repository.path(
        set == "reports" ? "\(folder)/\(name)/capture.jsonl" : "\(folder)/\(name).jsonl.gz")
    }
  }

  /// The answer of the diagnosis for the first trace of a log, as in the table.
  private static func answer(_ path: String) throws -> String {
    let shelf = try TraceShelf()
    let (traces, store) = try shelf.putAll(LoggedTraces(path: path))
    guard let trace = traces.first else { return "no-evidence" }
    let declared = try trace.information.declaredConfiguration.map { try Configuration(text: $0) }
    let found = try Diagnoser(
      Outcome(of: trace, in: store), declared: declared, BehaviorRegistry()
    ).diagnose()
    let cause = found.causes.first.map { ": \($0.cause.rawValue) (\($0.certainty.rawValue))" }
    return found.verdict.rawValue + (cause ?? "")
  }

  /// An answer whose cause is stated or undecided.
  private static func stated(_ answer: String) -> String {
    let words = answer.split(separator: " ").map { word in
      word == "(certain)" || word == "(likely)" ? "(stated)" : word
    }
    return words.joined(separator: " ")
  }

  @Test(
    "the diagnosis of a graded recording is the graded answer", arguments: folders.keys.sorted())
  func answers(_ set: String) throws {
    var (count, others): (Int, [String]) = (0, [])
    for line in try Files.text(Repository.path("fixtures/reports/graded.tsv")).split(
      separator: "\n")
    {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 5, cells[0] == set, let path = Self.path(set, cells[1]) else { continue }
      count += 1
      let answer = try Self.answer(path)
      if Self.stated(answer) != Self.stated(cells[3]) {
        others.append("\(cells[1]): \(answer), not \(cells[3])")
      }
    }
    #expect(count >= 20)
    #expect(others.isEmpty, "\(others.prefix(6))")
  }
}
