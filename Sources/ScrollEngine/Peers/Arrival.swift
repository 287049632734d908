/// The time at which a monotone motion first reaches a position, in the unit of `end`.
///
/// Returns `end` if it reaches the position only then, or never. Bisection is as exact as the
/// numbers are.
func arrival(at place: Double, before end: Double, _ position: (Double) -> Double) -> Double {
  let isUp = place >= position(0)
  func isThere(_ time: Double) -> Bool { isUp ? position(time) >= place : position(time) <= place }
  // A motion that passes the position only by rounding ends there.
  guard end > 0, magnitude(position(end) - place) > 1e-6, isThere(end) else { return end }
  var (low, high) = (0.0, end)
  for _ in 0..<60 {
    let middle = (low + high) / 2
    if isThere(middle) { high = middle } else { low = middle }
  }
  return high
}
