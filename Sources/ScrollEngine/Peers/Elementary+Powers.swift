public import ScrollModel

extension Elementary {
  /// Returns a nonnegative number raised to a power.
  public static func power(_ base: Double, _ exponent: Double) -> Double {
    if base == 0 { return exponent == 0 ? 1 : (exponent > 0 ? 0 : .infinity) }
    return exp(exponent * ln(base))
  }

  /// Returns the hyperbolic tangent.
  public static func tanh(_ x: Double) -> Double {
    if x > 20 { return 1 }
    if x < -20 { return -1 }
    let grown = exp(2 * x)
    return (grown - 1) / (grown + 1)
  }
}

/// Rounds half-way cases away from zero, as most of the other toolkits' languages do.
func roundedAway(_ value: Double) -> Double { value.rounded(.toNearestOrAwayFromZero) }

/// A cubic Bézier from (0, 0) to (1, 1): progress as a function of time.
public struct UnitBezier: Hashable, Sendable {
  /// The abscissa of the first control point.
  public let x1: Double
  /// The ordinate of the first control point.
  public let y1: Double
  /// The abscissa of the second control point.
  public let x2: Double
  /// The ordinate of the second control point.
  public let y2: Double

  /// Creates a curve; abscissas are clamped to the unit interval, so that time is monotone.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = clamped(x1, 0, 1)
    self.y1 = y1
    self.x2 = clamped(x2, 0, 1)
    self.y2 = y2
  }

  /// Returns the progress after a fraction of the time.
  public func progress(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    return Self.coordinate(parameter(at: time), y1, y2)
  }

  /// Returns the slope of the curve: the derivative of the progress.
  public func slope(at time: Double) -> Double {
    guard time >= 0, time < 1 else { return 0 }
    let s = parameter(at: time)
    let run = Self.slope(s, x1, x2)
    return run > 1e-12 ? Self.slope(s, y1, y2) / run : 0
  }

  private func parameter(at time: Double) -> Double {
    var low = 0.0
    var high = 1.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if Self.coordinate(middle, x1, x2) < time { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  private static func coordinate(_ s: Double, _ a: Double, _ b: Double) -> Double {
    let rest = 1 - s
    return 3 * rest * rest * s * a + 3 * rest * s * s * b + s * s * s
  }

  private static func slope(_ s: Double, _ a: Double, _ b: Double) -> Double {
    let rest = 1 - s
    return 3 * rest * rest * a + 6 * rest * s * (b - a) + 3 * s * s * (1 - b)
  }
}
