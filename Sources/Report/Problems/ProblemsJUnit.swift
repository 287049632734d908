import Corpus
public import TextKit

/// The problems of a triage as test results: a problem fails, and passes when it is gone.
///
/// With a baseline only a new or more frequent problem fails.
public struct ProblemsJUnit {
  private let document: ProblemsDocument

  /// Creates the renderer of a document.
  public init(_ document: ProblemsDocument) { self.document = document }

  /// Returns the whole file.
  public func bytes() throws(NumberError) -> [UInt8] {
    var report = JUnitReport(named: "scrolltrace triage")
    report.add(
      "problems", document.ranked.map(check) + document.gone.map { .init(name: $0.problem.name) })
    return try report.bytes()
  }

  private func check(_ problem: Problem) -> JUnitReport.Check {
    let change = document.change(of: problem)
    let details = [
      ReportText.counted(problem.count, "trace")
        + ", the clearest one: \(document.location(problem.representative))",
      change.map(ProblemsText.change), problem.fix.map { "Fix: \($0)" },
    ].compactMap { $0 }
    var check = JUnitReport.Check(name: problem.name)
    if problem.key.kind == .failure {
      check.error = "\(problem.title). \(details[0])"
    } else if change.map(\.isRegression) ?? true {
      check.failure = (problem.severity.word, problem.title, details)
    }
    return check
  }
}
