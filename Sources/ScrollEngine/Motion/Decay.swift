public import ScrollModel

/// The deceleration of a released scroll on one axis.
///
/// Free motion keeps a fraction `rate` of its velocity per millisecond and ends at a velocity
/// floor. Position and velocity are closed forms of the time since release, so frames may be
/// skipped. Times are milliseconds, velocities points per second.
public struct Decay: Hashable, Sendable {
  /// The start of the motion.
  public var origin: Double
  /// The initial velocity.
  public let velocity: Double
  /// Fraction of the velocity kept per millisecond.
  public let rate: Double
  /// The end of the motion.
  public var target: Double
  /// The duration of the motion.
  public let duration: Double
  private let logarithm: Double
  private let reach: Double
  /// The distance from the origin to the natural end.
  private let distance: Double

  /// Creates a deceleration.
  public init(
    from origin: Double, velocity: Double, rate: Double, floor: Double,
    law: FlingDistanceChoice = .stepped
  ) {
    self.origin = origin
    self.velocity = velocity
    self.rate = rate
    logarithm = Elementary.ln(rate)
    reach = law.distance(perVelocityAt: rate)
    let speed = magnitude(velocity)
    guard speed > floor else {
      target = origin
      distance = 0
      duration = 0
      return
    }
    distance = (velocity > 0 ? speed - floor : floor - speed) * reach
    target = origin + distance
    duration = Elementary.ln(floor / speed) / logarithm
  }

  /// Returns the velocity of a deceleration over a distance.
  public static func velocity(
    toTravel distance: Double, rate: Double, floor: Double, law: FlingDistanceChoice = .stepped
  ) -> Double {
    guard distance != 0 else { return 0 }
    let way = magnitude(distance)
    let speed =
      switch law {
      case .stepped: way * (1 - rate) / rate * 1000 + floor
      case .continuous: way / law.distance(perVelocityAt: rate) + floor
      }
    return distance > 0 ? speed : -speed
  }

  /// Returns the projected distance as documented for developers, without a floor (WWDC 2018,
  /// session 803).
  public static func projection(velocity: Double, rate: Double) -> Double {
    velocity / 1000 * rate / (1 - rate)
  }

  /// Returns the distance of the continuous form without a floor (Lobanov).
  public static func continuousProjection(velocity: Double, rate: Double) -> Double {
    -velocity / (1000 * Elementary.ln(rate))
  }

  /// Returns the position at a time after the start, in milliseconds.
  public func position(at time: Double) -> Double { position(at: time, .exact) }

  @inline(__always) func position(at time: Double, _ grid: OffsetGrid) -> Double {
    guard time < duration else { return target }
    guard time > 0 else { return origin }
    return position(keeping: Elementary.exp(exponent(at: time)), grid)
  }

  /// The natural logarithm of the fraction of the velocity that is left at a time.
  @inline(__always) func exponent(at time: Double) -> Double { logarithm * time }

  /// The position at which a fraction of the velocity is left.
  @inline(__always) func position(keeping share: Double, _ grid: OffsetGrid) -> Double {
    origin + grid.rounded(velocity * reach * (1 - share))
  }

  /// Rounds the distance to the target to a grid.
  mutating func round(to grid: OffsetGrid) {
    guard duration > 0 else { return }
    target = origin + grid.rounded(distance)
  }

  /// Returns the velocity at a time after the start, in milliseconds.
  public func velocity(at time: Double) -> Double {
    guard time < duration else { return 0 }
    return velocity * Elementary.exp(logarithm * (time > 0 ? time : 0))
  }

  /// Returns the time at which the motion passes a point; nil if it does not reach it.
  public func time(at point: Double) -> Double? {
    guard velocity != 0 else { return nil }
    let left = 1 - (point - origin) / (velocity * reach)
    guard left > 0, left <= 1 else { return nil }
    let time = Elementary.ln(left) / logarithm
    return time < duration ? time : nil
  }
}
