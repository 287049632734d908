import ScrollModel

/// The largest absolute value in the engine: far beyond the model's limit, so that sums of model
/// values stay finite.
let largestNumber = 1e12

/// Returns a number clamped to an interval; the lower bound takes precedence over a smaller upper
/// bound.
func clamped(_ value: Double, _ low: Double, _ high: Double) -> Double {
  let value = value < high ? value : high
  return value > low ? value : low
}

/// Returns the absolute value.
func magnitude(_ value: Double) -> Double { value < 0 ? -value : value }

/// Returns the number clamped to the engine's numeric range, or the fallback for NaN.
func finite(_ value: Double, or fallback: Double = 0) -> Double {
  value == value ? clamped(value, -largestNumber, largestNumber) + 0.0 : fallback
}

/// Returns an offset rounded to pixels: the whole part is exact, the fraction rounded (ENG-4).
func onPixels(_ value: Double, _ scale: Double?) -> Double {
  guard let scale, scale > 0, magnitude(value) < 1e12 else { return value + 0.0 }
  let whole = value.rounded(.down)
  return whole + ((value - whole) * scale).rounded(.toNearestOrAwayFromZero) / scale
}

/// The grid that distances are quantized to: multiples of a power of two.
///
/// Distances are rounded, not offsets: the sum of an offset on the grid and a rounded distance is
/// exact. Content at another offset therefore moves with the same bits (law 6).
struct OffsetGrid: Hashable, Sendable {
  private let shift: Double

  /// No grid.
  static let exact = OffsetGrid(shift: 0)

  /// Creates the grid of the largest power of two that is not above a step.
  init(step: Double) {
    guard step > 0, step <= 1 else {
      self = .exact
      return
    }
    // Adding this number rounds a sum to the step.
    self.init(shift: step.binade * 0x1.8p+52)
  }

  private init(shift: Double) {
    self.shift = shift
  }

  @inline(__always) func rounded(_ way: Double) -> Double { (way + shift) - shift }
}

/// A pair of values, one for each axis.
struct AxisPair<Value> {
  var horizontal: Value
  var vertical: Value

  init(_ horizontal: Value, _ vertical: Value) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  init(both value: Value) {
    self.init(value, value)
  }

  subscript(axis: Axis) -> Value {
    get { axis == .horizontal ? horizontal : vertical }
    set { if axis == .horizontal { horizontal = newValue } else { vertical = newValue } }
  }
}

extension AxisPair: Equatable where Value: Equatable {}
extension AxisPair: Hashable where Value: Hashable {}
extension AxisPair: Sendable where Value: Sendable {}
