/// The range of resting offsets on one axis.
struct AxisRange: Hashable, Sendable {
  var low: Double
  var high: Double

  /// Creates a range; content shorter than the container rests at its alignment (ANCH-25).
  init(content: Double, frame: Double, start: Double, end: Double, alignment: Double) {
    let (content, frame, start, end) = (finite(content), finite(frame), finite(start), finite(end))
    let alignment = finite(alignment)
    let container = frame - start - end
    if content < container {
      low = -start - alignment * (container - content) + 0.0
      high = low
    } else {
      low = -start + 0.0
      high = content - frame + end + 0.0
      if high < low { high = low }
    }
  }

  func clamp(_ offset: Double) -> Double { clamped(offset, low, high) + 0.0 }

  func contains(_ offset: Double) -> Bool { offset >= low && offset <= high }

  /// Signed distance past the nearer edge, 0 within.
  func excess(_ offset: Double) -> Double {
    if offset < low { return offset - low }
    return offset > high ? offset - high : 0
  }

  /// The offset at a fraction of the range.
  func offset(at fraction: Double) -> Double { low + fraction * (high - low) + 0.0 }
}
