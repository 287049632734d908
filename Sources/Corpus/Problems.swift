/// The problems of a corpus: rows go in one by one, in the order of their files, and leave only counts.
public struct Problems: Sendable {
  /// How many traces had each verdict; copies of one capture count once.
  public private(set) var verdicts: [TriageRow.Verdict: Int] = [:]
  /// How many rows repeat a capture that was counted already.
  public private(set) var copies = 0
  /// How many traces have each value of each facet.
  public private(set) var facets: [String: [String: Int]] = [:]
  private var found: [ProblemKey: Problem] = [:]
  private var seen: Set<String> = []

  /// Creates an empty corpus.
  public init() {}

  /// What became of a row.
  public enum Placement: Hashable, Sendable {
    /// It repeats a capture that was counted already.
    case copy
    /// It has no problem.
    case none
    /// It is a member of a problem.
    case member(ProblemKey)
  }

  /// Adds a row; returns what became of it.
  @discardableResult
  public mutating func add(_ row: TriageRow) -> Placement {
    // One capture under two names is one capture.
    if let hash = row.hash, !seen.insert("\(hash) \(row.trace)").inserted {
      copies += 1
      return .copy
    }
    verdicts[row.verdict, default: 0] += 1
    for facet in row.facets { facets[facet.name, default: [:]][facet.value, default: 0] += 1 }
    guard let key = ProblemKey(row) else { return .none }
    found[key, default: Problem(key, row)].add(row)
    return .member(key)
  }

  /// How many traces were judged or failed; files that are no captures are not among them.
  public var traceCount: Int {
    verdicts.reduce(0) { $1.key == .skipped ? $0 : $0 + $1.value }
  }

  /// The problems, the heaviest first.
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

  /// The facets in which the traces of a problem differ most from the corpus, the clearest first.
  ///
  /// A value is listed if at least half of the problem's traces have it, and if that many would come
  /// together by chance in less than one of a thousand corpora. It must be a fifth more frequent than
  /// among all traces.
  public func concentrations(of problem: Problem) -> [Concentration] {
    var concentrations: [Concentration] = []
    for (name, values) in problem.facets {
      for (value, count) in values where count * 2 >= problem.count {
        let all = facets[name]?[value] ?? count
        let test = ExactTest(
          hits: count, of: problem.count, otherHits: all - count, of: traceCount - problem.count)
        // A fifth more than elsewhere: what almost every trace has, such as its format, is no lead.
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
  /// How many traces of the problem have it.
  public var count: Int
  /// How many traces the problem has.
  public var of: Int
  /// How many traces of the corpus have it.
  public var all: Int
  /// How many traces the corpus has.
  public var total: Int
  /// The probability of at least such a difference by chance.
  public var probability: Double
}
