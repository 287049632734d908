/// Finds the smallest change of a number that leads to another answer, in whole steps.
struct TurnSearch {
  /// How many steps one is.
  ///
  /// Far above the rounding of floating-point numbers: next to a limit that decides whether an item counts,
  /// rounding would let some of many equal items count and others not.
  static let stepsPerUnit = 1e6
  /// How many changes are tried between none and the largest, closer together near none.
  private static let gridCount = 96
  /// How many changes are tried once more below one that was found.
  private static let checkCount = 32

  /// Whether a change leads to another answer.
  let isOther: (Double) -> Bool

  /// Returns the smallest change that leads to another answer, and the one a step nearer to none, which does not.
  ///
  /// Nil if no change up to `limit`, which has the sign, was found to do so.
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
    // An answer need not change in one direction only: what was passed over on the grid counts too.
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
