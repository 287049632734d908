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

  /// Returns the share of the way after a share of the time.
  public func progress(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    guard let controls else { return time }
    let s = parameter(at: time, controls)
    return s * s * (3 - 2 * s)
  }

  /// Returns the speed after a share of the time, in ways per duration.
  public func slope(at time: Double) -> Double {
    guard let controls else { return time >= 0 && time < 1 ? 1 : 0 }
    guard time >= 0, time < 1 else { return 0 }
    let s = parameter(at: time, controls)
    let (a, b) = controls
    let run = 3 * (1 - s) * (1 - s) * a + 6 * (1 - s) * s * (b - a) + 3 * s * s * (1 - b)
    let rise = 6 * s * (1 - s)
    return run > 1e-12 ? rise / run : 0
  }

  /// The parameter at which the curve has an abscissa, by halving: the abscissa only grows.
  private func parameter(at time: Double, _ controls: (Double, Double)) -> Double {
    let (a, b) = controls
    var low = 0.0
    var high = 1.0
    for _ in 0..<52 {
      let s = low + (high - low) / 2
      let rest = 1 - s
      let x = 3 * rest * rest * s * a + 3 * rest * s * s * b + s * s * s
      if x < time { low = s } else { high = s }
    }
    return low + (high - low) / 2
  }
}
