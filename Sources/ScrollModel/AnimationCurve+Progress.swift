/// The shape of timed animations, as cubic Béziers.
extension AnimationCurve {
  /// The two abscissas of the curve's control points; their ordinates are 0 and 1.
  private var controls: (Double, Double)? {
    switch self {
    case .linear: nil
    case .easeIn: (0.42, 1)
    case .easeOut: (0, 0.58)
    case .easeInOut: (0.42, 0.58)
    }
  }

  /// Returns the fraction of the distance covered after a fraction of the time.
  public func progress(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    guard let controls else { return time }
    let s = parameter(at: time, controls)
    return s * s * (3 - 2 * s)
  }

  /// Returns the slope of the curve: the derivative of `progress(at:)`.
  public func slope(at time: Double) -> Double {
    guard let controls else { return time >= 0 && time < 1 ? 1 : 0 }
    guard time >= 0, time < 1 else { return 0 }
    let s = parameter(at: time, controls)
    let (a, b) = controls
    let run = 3 * (1 - s) * (1 - s) * a + 6 * (1 - s) * s * (b - a) + 3 * s * s * (1 - b)
    let rise = 6 * s * (1 - s)
    return run > 1e-12 ? rise / run : 0
  }

  /// The parameter at which the monotonic curve reaches an abscissa, found by bisection.
  ///
  /// A full bisection takes 52 steps. An accurate estimate determines the result of the first
  /// steps, so the search starts at the interval that they lead to.
  private func parameter(at time: Double, _ controls: (Double, Double)) -> Double {
    let curve = Abscissa(controls)
    var (low, width, steps) = curve.start(for: time)
    while steps > 0 {
      width /= 2
      if curve.value(low + width) < time { low += width }
      steps -= 1
    }
    return low + width / 2
  }
}

/// The abscissa of a curve as a function of its parameter.
private struct Abscissa {
  private let a: Double
  private let b: Double
  private let cubic: Double
  private let square: Double
  private let linear: Double

  init(_ controls: (Double, Double)) {
    (a, b) = controls
    (linear, square, cubic) = (3 * a, 3 * b - 6 * a, 1 + 3 * a - 3 * b)
  }

  /// The abscissa, rounded in the same way at each step of the bisection.
  func value(_ s: Double) -> Double {
    let rest = 1 - s
    return 3 * rest * rest * s * a + 3 * rest * s * s * b + s * s * s
  }

  /// An interval that the bisection reaches: its lower end, its width and the number of remaining
  /// steps.
  func start(for time: Double) -> (low: Double, width: Double, steps: Int) {
    let whole = (0.0, 1.0, 52)
    var s = time
    for _ in 0..<8 {
      let slope = linear + s * (2 * square + s * 3 * cubic)
      guard slope > 0.05 else { return whole }
      let error = s * (linear + s * (square + s * cubic)) - time
      // The remaining error and the rounding of both sides are far below a tenth of an interval.
      if error < 1e-15, error > -1e-15 {
        return (slope > 0.4 ? interval(around: s, halvings: 44) : nil)
          ?? interval(around: s, halvings: 40) ?? interval(around: s, halvings: 35) ?? whole
      }
      s -= error / slope
    }
    return whole
  }

  /// The interval around an estimate after a number of bisection steps; nil near an end of the
  /// interval.
  private func interval(
    around s: Double, halvings: Int
  ) -> (low: Double, width: Double, steps: Int)? {
    let scale = Double(1 << halvings)
    let place = s * scale
    let low = place.rounded(.down)
    guard low >= 0, low < scale, place - low > 0.1, place - low < 0.9 else { return nil }
    return (low / scale, 1 / scale, 52 - halvings)
  }
}
