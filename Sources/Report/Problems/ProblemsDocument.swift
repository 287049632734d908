public import Corpus

/// The problems of a corpus and what changed since a baseline: what every format of a triage shows.
public struct ProblemsDocument: Sendable {
  let problems: Problems
  let ranked: [Problem]
  let comparison: CorpusComparison?
  private let changes: [ProblemKey: CorpusComparison.Entry]

  /// Creates the document.
  public init(_ problems: Problems, _ comparison: CorpusComparison?) {
    self.problems = problems
    ranked = problems.ranked
    self.comparison = comparison
    changes = Dictionary(
      uniqueKeysWithValues: (comparison?.entries ?? []).map { ($0.problem.key, $0) })
  }

  /// How often a problem occurred before; nil without a baseline.
  func change(of problem: Problem) -> CorpusComparison.Entry? { changes[problem.key] }

  /// Problems that only the baseline has.
  var gone: [CorpusComparison.Entry] { comparison?.entries.filter { $0.change == .gone } ?? [] }

  /// How many problems there are beside captures that could not be judged.
  var problemCount: Int { ranked.count { $0.key.kind != .failure } }

  /// Where the report of a problem's clearest trace is; nil if there is none.
  func report(of problem: Problem) -> String? {
    problem.key.kind == .failure ? nil : "clusters/\(problem.name)/report.html"
  }

  /// The file and number of a trace; the number only where the capture has more than one.
  func location(_ member: Problem.Member) -> String {
    member.trace > 1 ? "\(member.file), trace \(member.trace)" : member.file
  }

  /// A trace in a list of samples; one that was not judged with the reason.
  func description(_ member: Problem.Member, of problem: Problem) -> String {
    let location = location(member)
    return problem.key.kind == .failure ? "\(location): \(member.title)" : location
  }
}
