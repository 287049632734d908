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
  /// The grades of a set: the graded answer of each recording.
  private static func grades(_ set: RecordedSet) throws -> [String: String] {
    var grades: [String: String] = [:]
    for line in try Files.text(Repository.path("fixtures/reports/graded.tsv")).split(
      separator: "\n")
    {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if cells.count == 5, cells[0] == set.name { grades[cells[1]] = cells[3] }
    }
    return grades
  }

  /// The answer of a diagnosis, as in the table.
  private static func answer(_ found: TraceDiagnosis?) -> String {
    guard let found else { return "no-evidence" }
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
    "the diagnosis of a recording is the graded and the approved one", arguments: RecordedSet.all)
  func answers(_ set: RecordedSet) throws {
    let grades = try Self.grades(set)
    var (lines, others, count): ([String], [String], Int) = ([], [], 0)
    for (name, path) in set.recordings() {
      let found = try ApprovedDiagnosisTests.diagnoses(LoggedTraces(path: path), TraceShelf())
      lines += found.flatMap { ApprovedDiagnosisTests.lines(name, $0) }
      guard let grade = grades[name] else { continue }
      count += 1
      let answer = Self.answer(found.first)
      if Self.stated(answer) != Self.stated(grade) {
        others.append("\(name): \(answer), not \(grade)")
      }
    }
    #expect(count == grades.count)
    #expect(others.isEmpty, "\(others.prefix(6))")
    #expect(try Approved.difference("diagnosis/\(set.name)", lines) == nil)
  }
}
