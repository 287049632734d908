import ScrollModel

/// How far a proposed rest may go, back and ahead, before the choice among places turns; nil where it
/// never does.
struct FlipWays {
  var back: Double?
  var ahead: Double?
}

extension AxisSituation {
  /// Returns how far the proposed rest may move before content rests elsewhere; nil if it never would.
  ///
  /// Proposals end with the range. Where the choice does not turn on the way to an end, what is chosen
  /// at the end counts; it is only asked for then.
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
