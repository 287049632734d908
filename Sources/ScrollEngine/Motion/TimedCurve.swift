public import ScrollModel

/// A motion of given duration along an easing curve.
public struct TimedCurve: Hashable, Sendable {
  /// Where the motion starts.
  public var origin: Double
  /// Where the motion ends.
  public var target: Double
  /// How long it lasts, in milliseconds.
  public let duration: Double
  /// The curve.
  public let curve: AnimationCurve

  /// Creates a motion.
  public init(from origin: Double, to target: Double, duration: Double, curve: AnimationCurve) {
    self.origin = origin
    self.target = target
    self.duration = duration
    self.curve = curve
  }

  /// Returns the position so many milliseconds after the start.
  public func position(at time: Double) -> Double {
    guard time < duration else { return target }
    guard time > 0 else { return origin }
    return origin + (target - origin) * curve.progress(at: time / duration)
  }

  /// Returns the velocity in points per second so many milliseconds after the start.
  public func velocity(at time: Double) -> Double {
    guard time >= 0, time < duration else { return 0 }
    return (target - origin) * curve.slope(at: time / duration) / duration * 1000
  }
}

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
