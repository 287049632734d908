/// The problems of a corpus: rows are added one by one in the order of their files, and only counts
/// are kept.
public struct Problems: Sendable {
  /// The number of traces with each verdict; copies of one capture count once.
  public private(set) var verdicts: [TriageRow.Verdict: Int] = [:]
  /// The number of traces without a problem, by verdict.
  ///
  /// A cause is none without a declared configuration, which it could contradict.
  public private(set) var withoutProblem: [TriageRow.Verdict: Int] = [:]
  /// The number of rows that repeat a capture.
  public private(set) var copies = 0
  /// The number of traces with each value of each facet.
  public private(set) var facets: [String: [String: Int]] = [:]
  private var found: [ProblemKey: Problem] = [:]
  private var seen: Set<String> = []

  /// Creates an empty corpus.
  public init() {}

  /// The result of adding a row.
  public enum Placement: Hashable, Sendable {
    /// It repeats a capture.
    case copy
    /// It has no problem.
    case none
    /// It is a member of a problem.
    case member(ProblemKey)
  }

  /// Adds a row; returns the result.
  @discardableResult
  public mutating func add(_ row: TriageRow) -> Placement {
    // One capture under two names is one capture.
    if let hash = row.hash, !seen.insert("\(hash) \(row.trace)").inserted {
      copies += 1
      return .copy
    }
    verdicts[row.verdict, default: 0] += 1
    for facet in row.facets { facets[facet.name, default: [:]][facet.value, default: 0] += 1 }
    guard let key = ProblemKey(row) else {
      withoutProblem[row.verdict, default: 0] += 1
      return .none
    }
    found[key, default: Problem(key, row)].add(row)
    return .member(key)
  }

  /// The number of traces that were analyzed or failed, without files that are no captures.
  public var traceCount: Int {
    verdicts.reduce(0) { $1.key == .skipped ? $0 : $0 + $1.value }
  }

  /// The problems, the highest weight first.
  public var ranked: [Problem] {
    var names: Set<String> = []
    var problems = found.values.sorted { $0.key < $1.key }
    for index in problems.indices {
      var name = problems[index].key.name
      var number = 2
      while !names.insert(name).inserted {
        name = "\(problems[index].key.name)-\(number)"
        number += 1
      }
      problems[index].name = name
    }
    return problems.enumerated().sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }.map(\.element)
  }

  /// The facets in which the traces of a problem differ most from the corpus, the most significant
  /// first.
  ///
  /// A value is listed if at least half of the problem's traces have it, and if the probability of
  /// that by chance is below 0.001. It must be a fifth more frequent than among all traces.
  public func concentrations(of problem: Problem) -> [Concentration] {
    var concentrations: [Concentration] = []
    for (name, values) in problem.facets {
      for (value, count) in values where count * 2 >= problem.count {
        let all = facets[name]?[value] ?? count
        let test = ExactTest(
          hits: count, of: problem.count, otherHits: all - count, of: traceCount - problem.count)
        // A fifth more than elsewhere: a value of almost every trace, such as its format, is no
        // clue.
        guard test.probability < 0.001, count * traceCount * 5 > all * problem.count * 6
        else { continue }
        concentrations.append(
          Concentration(
            facet: name, value: value, count: count, of: problem.count, all: all,
            total: traceCount, probability: test.probability))
      }
    }
    return concentrations.sorted {
      $0.probability != $1.probability
        ? $0.probability < $1.probability : ($0.facet, $0.value) < ($1.facet, $1.value)
    }
  }
}

/// A property that is more frequent among the traces of a problem than elsewhere.
public struct Concentration: Hashable, Sendable {
  /// The facet, such as `system`.
  public var facet: String
  /// Its value, such as `iOS 26.1`.
  public var value: String
  /// The number of the problem's traces with it.
  public var count: Int
  /// The number of the problem's traces.
  public var of: Int
  /// The number of the corpus's traces with it.
  public var all: Int
  /// The number of the corpus's traces.
  public var total: Int
  /// The probability of at least such a difference by chance.
  public var probability: Double
}
