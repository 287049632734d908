public import ScrollModel

/// A motion of given duration along an easing curve.
public struct TimedCurve: Hashable, Sendable {
  /// The start of the motion.
  public var origin: Double
  /// The end of the motion.
  public var target: Double
  /// The duration, in milliseconds.
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

  /// Returns the position at a time after the start, in milliseconds.
  public func position(at time: Double) -> Double { position(at: time, .exact) }

  func position(at time: Double, _ grid: OffsetGrid) -> Double {
    guard time < duration else { return target }
    guard time > 0 else { return origin }
    return origin + grid.rounded((target - origin) * curve.progress(at: time / duration))
  }

  /// Returns the velocity in points per second at a time after the start, in milliseconds.
  public func velocity(at time: Double) -> Double {
    guard time >= 0, time < duration else { return 0 }
    return (target - origin) * curve.slope(at: time / duration) / duration * 1000
  }
}
