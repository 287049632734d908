/// The changes between two corpora: a baseline and a candidate.
public struct CorpusComparison: Sendable {
  /// The change of a problem's frequency.
  public enum Change: String, CaseIterable, Sendable {
    /// No trace of the baseline has it.
    case new
    /// No trace of the candidate has it.
    case gone
    /// More traces have it, by more than chance.
    case more
    /// Fewer traces have it, by more than chance.
    case fewer
    /// No difference beyond chance.
    case same
  }

  /// One problem in both corpora.
  public struct Entry: Sendable {
    /// The problem; that of the candidate if both have it.
    public let problem: Problem
    /// The number of traces in the baseline with the problem.
    public let before: Int
    /// The fraction of the baseline with the problem.
    public let shareBefore: Share
    /// The number of traces in the candidate with the problem.
    public let after: Int
    /// The fraction of the candidate with the problem.
    public let shareAfter: Share
    /// The probability of such a difference by chance, corrected for the number of problems.
    public let probability: Double

    /// The change of the frequency.
    public var change: Change {
      if before == 0 { return .new }
      if after == 0 { return .gone }
      guard isBeyondChance else { return .same }
      return shareAfter.value > shareBefore.value ? .more : .fewer
    }

    /// Whether the difference is statistically significant.
    public var isBeyondChance: Bool { probability < CorpusComparison.level }

    /// Whether it is a regression: a new or more frequent defect, beyond chance.
    public var isRegression: Bool {
      (change == .new || change == .more) && isBeyondChance && problem.severity >= .warning
    }
  }

  /// The significance level.
  public static let level = 0.01

  /// All problems of both corpora: regressions first, then by the problem's order.
  public let entries: [Entry]
  /// The number of traces in the baseline.
  public let traceCountBefore: Int

  /// Compares two corpora.
  public init(baseline: Problems, candidate: Problems) {
    traceCountBefore = baseline.traceCount
    let before = Dictionary(uniqueKeysWithValues: baseline.ranked.map { ($0.key, $0) })
    let after = candidate.ranked
    let present = Set(after.map(\.key))
    let all = after + baseline.ranked.filter { !present.contains($0.key) }
    let tests = all.map { problem in
      let (old, new) = (
        before[problem.key]?.count ?? 0, present.contains(problem.key) ? problem.count : 0
      )
      return (
        problem, old, new,
        ExactTest(
          hits: new, of: candidate.traceCount, otherHits: old, of: baseline.traceCount
        ).probability
      )
    }
    let corrected = Self.corrected(tests.map(\.3))
    let entries = zip(tests, corrected).map { test, probability in
      Entry(
        problem: test.0, before: test.1, shareBefore: Share(test.1, of: baseline.traceCount),
        after: test.2, shareAfter: Share(test.2, of: candidate.traceCount),
        probability: probability)
    }
    self.entries = entries.filter(\.isRegression) + entries.filter { !$0.isRegression }
  }

  /// Holm's correction: with many problems, some differ by chance alone.
  static func corrected(_ probabilities: [Double]) -> [Double] {
    let order = probabilities.indices.sorted {
      (probabilities[$0], $0) < (probabilities[$1], $1)
    }
    var corrected = probabilities
    var floor = 0.0
    for (rank, index) in order.enumerated() {
      floor = max(floor, min(1, probabilities[index] * Double(order.count - rank)))
      corrected[index] = floor
    }
    return corrected
  }

  /// Whether there is a regression.
  public var hasRegression: Bool { entries.contains(where: \.isRegression) }
}
