import ScrollModel

/// The distances that a proposed position may move, back and ahead, before the choice changes; nil
/// if it never does.
struct FlipWays {
  var back: Double?
  var ahead: Double?
}

extension AxisSituation {
  /// Returns the smallest change of the proposed position that changes the resting position; nil if
  /// none does.
  ///
  /// Proposals are limited to the range. If the choice does not change before an end, the choice at
  /// the end is compared.
  func flipMargin(
    of place: Double, _ ways: FlipWays, atEnd choice: (AxisSituation) -> Double
  ) -> Double? {
    let last = content - container
    guard last > 0 else { return nil }
    func way(_ turn: Double?, to end: Double) -> Double? {
      let whole = magnitude(end - proposed)
      if let turn, turn < whole - Self.rounding { return turn }
      var there = self
      there.proposed = end
      let rest = clamped(choice(there), 0, last)
      return magnitude(rest - clamped(place, 0, last)) > Self.rounding ? whole : nil
    }
    let (back, ahead) = (way(ways.back, to: 0), way(ways.ahead, to: last))
    guard let back, let ahead else { return back ?? ahead }
    return min(back, ahead)
  }
}
