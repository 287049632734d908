public import Corpus

/// The problems of a corpus and the changes since a baseline, for all formats of a triage.
public struct ProblemsDocument: Sendable {
  /// The problems with their counts.
  public let problems: Problems
  /// The problems, the highest weight first.
  public let ranked: [Problem]
  /// The changes; nil without a baseline.
  public let comparison: CorpusComparison?
  /// Whether each problem has the report of its representative trace.
  public var hasReports = true
  private let changes: [ProblemKey: CorpusComparison.Entry]

  /// Creates the document; `baseline` is an earlier corpus.
  public init(_ problems: Problems, baseline: Problems?) {
    self.problems = problems
    ranked = problems.ranked
    comparison = baseline.map { CorpusComparison(baseline: $0, candidate: problems) }
    changes = Dictionary(
      uniqueKeysWithValues: (comparison?.entries ?? []).map { ($0.problem.key, $0) })
  }

  /// The frequency change of a problem; nil without a baseline.
  public func change(of problem: Problem) -> CorpusComparison.Entry? { changes[problem.key] }

  /// Problems that only the baseline has.
  public var gone: [CorpusComparison.Entry] {
    comparison?.entries.filter { $0.change == .gone } ?? []
  }

  /// The number of problems, except for captures that could not be analyzed.
  var problemCount: Int { ranked.count { $0.key.kind != .failure } }

  /// The path of the report of a problem's representative trace; nil if there is none.
  func report(of problem: Problem) -> String? {
    problem.key.kind == .failure || !hasReports ? nil : "clusters/\(problem.name)/report.html"
  }

  /// The file and number of a trace; the number only if the capture has more than one.
  func location(_ member: Problem.Member) -> String {
    member.trace > 1 ? "\(member.file), trace \(member.trace)" : member.file
  }

  /// A trace in a list of samples; one that was not analyzed has the reason.
  func description(_ member: Problem.Member, of problem: Problem) -> String {
    let location = location(member)
    return problem.key.kind == .failure ? "\(location): \(member.title)" : location
  }
}
