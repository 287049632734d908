/// Finds the smallest change of a number that changes the result, in whole steps.
struct TurnSearch {
  /// The number of steps per unit.
  ///
  /// A step is far above floating-point rounding: near a limit that decides whether an item counts,
  /// rounding would make equal items differ.
  static let stepsPerUnit = 1e6
  /// The number of changes that are tried between zero and the limit, denser near zero.
  private static let gridCount = 96
  /// The number of additional changes that are tried below a found one.
  private static let checkCount = 32

  /// Whether a change has another result.
  let isOther: (Double) -> Bool

  /// Returns the smallest change with another result, and the one a step nearer to zero with the
  /// same result.
  ///
  /// Nil if no such change up to `limit`, which is signed, was found.
  func turn(upTo limit: Double) -> (stays: Double, turns: Double)? {
    guard limit.isFinite, limit.magnitude < 1e9 else { return nil }
    let last = Int64(limit * Self.stepsPerUnit)
    func grid(_ number: Int) -> Int64 {
      let share = Double(number) / Double(Self.gridCount)
      return number == Self.gridCount ? last : Int64(Double(last) * share * share)
    }
    guard let first = (1...Self.gridCount).first(where: { isOther(grid($0), than: 0) }) else {
      return nil
    }
    var found = bisected(grid(first - 1), grid(first))
    // The result need not be monotone, so smaller changes than the found one are tried again.
    while let nearer = (1..<Int64(Self.checkCount)).map({
      found.stays / Int64(Self.checkCount) * $0
    })
    .first(where: { isOther($0, than: 0) }) {
      found = bisected(0, nearer)
    }
    return (Self.change(found.stays), Self.change(found.turns))
  }

  private static func change(_ steps: Int64) -> Double { Double(steps) / stepsPerUnit }

  private func isOther(_ steps: Int64, than none: Int64) -> Bool {
    steps != none && isOther(Self.change(steps))
  }

  private func bisected(_ inner: Int64, _ outer: Int64) -> (stays: Int64, turns: Int64) {
    var (inner, outer) = (inner, outer)
    while (outer - inner).magnitude > 1 {
      let middle = inner + (outer - inner) / 2
      if isOther(middle, than: 0) { outer = middle } else { inner = middle }
    }
    return (inner, outer)
  }
}
