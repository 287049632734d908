/// When a way that never turns round first reaches a place beyond its start, in the unit of `end`.
///
/// `end` if it gets there only then, or never. Halving an interval is as exact as the numbers are.
func arrival(at place: Double, before end: Double, _ position: (Double) -> Double) -> Double {
  let isUp = place >= position(0)
  func isThere(_ time: Double) -> Bool { isUp ? position(time) >= place : position(time) <= place }
  // What only rounding takes past the place ends there by itself.
  guard end > 0, magnitude(position(end) - place) > 1e-6, isThere(end) else { return end }
  var (low, high) = (0.0, end)
  for _ in 0..<60 {
    let middle = (low + high) / 2
    if isThere(middle) { high = middle } else { low = middle }
  }
  return high
}
