import TextKit

/// The comparisons of one case.
struct Check: Equatable {
  /// Descriptions of the failed comparisons.
  private(set) var failures: [String] = []
  /// The reason why the case could not be run, if it could not.
  private(set) var refusal: String?
  /// The number of comparisons.
  private(set) var comparisons = 0
  /// The largest error of a comparison of numbers.
  private(set) var worstError: Double?

  /// Records that the case cannot be run.
  mutating func refuse(_ reason: String) {
    if refusal == nil { refusal = reason }
  }

  /// Records whether a condition is true.
  mutating func holds(_ what: String, _ isTrue: Bool) {
    comparisons += 1
    if !isTrue { failures.append(what) }
  }

  /// Compares a number with another.
  mutating func equal(
    _ what: String, _ actual: Double?, _ expected: Double, _ tolerance: Tolerance
  ) {
    comparisons += 1
    guard let actual else {
      failures.append("\(what): expected \(Self.text(expected)), there is none")
      return
    }
    let (error, isWithin) = tolerance.judge(actual, expected)
    worstError = max(worstError ?? 0, error)
    if !isWithin {
      failures.append("\(what): expected \(Self.text(expected)), got \(Self.text(actual))")
    }
  }

  /// Records an error that is judged elsewhere.
  mutating func noteError(_ error: Double) { worstError = max(worstError ?? 0, error) }

  /// Compares a number with the expectation of a file: a number, bounds, or a number with a
  /// tolerance.
  mutating func matches(
    _ what: String, _ actual: Double?, _ expected: VectorValue, _ tolerance: Tolerance
  ) {
    switch expected {
    case .number(let number): equal(what, actual, number, tolerance)
    case .text("infinity"): equal(what, actual, .infinity, tolerance)
    case .object: bounds(what, actual, expected, tolerance)
    default: refuse("\(what): what is expected is no number and no bounds")
    }
  }

  private mutating func bounds(
    _ what: String, _ actual: Double?, _ expected: VectorValue, _ tolerance: Tolerance
  ) {
    guard let actual else {
      holds("\(what): there is none", false)
      return
    }
    let text = "\(what): got \(Self.text(actual))"
    for member in expected.members ?? [] {
      guard let bound = member.value.number else {
        refuse("\(what): the bound '\(member.key)' is no number")
        continue
      }
      switch member.key {
      case "gt": holds("\(text), expected more than \(Self.text(bound))", actual > bound)
      case "lt": holds("\(text), expected less than \(Self.text(bound))", actual < bound)
      case "ge", "gte": holds("\(text), expected at least \(Self.text(bound))", actual >= bound)
      case "le", "lte": holds("\(text), expected at most \(Self.text(bound))", actual <= bound)
      case "floor":
        holds("\(text), expected its floor \(Self.text(bound))", actual.rounded(.down) == bound)
      case "x", "v", "value":
        var own = tolerance
        own.read(members: expected)
        equal(what, actual, bound, own)
      case "tol", "tol_abs", "tol_rel": break
      default: refuse("\(what): the bound '\(DisplayText.escaped(member.key))' is unknown")
      }
    }
  }

  static func text(_ value: Double) -> String { NumberText.plain(value) }
}
