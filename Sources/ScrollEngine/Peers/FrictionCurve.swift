import ScrollModel

/// Flutter's friction: a fraction `drag` of the velocity is kept per second.
///
/// Desktop platforms add a constant deceleration, which ends the motion in finite time. Times are
/// milliseconds, velocities px/s.
public struct FrictionCurve: Hashable, Sendable {
  /// The start of the motion.
  public let origin: Double
  /// The initial velocity.
  public let velocity: Double
  private let logarithm: Double
  /// The constant deceleration with the velocity's sign, in px/s².
  private let deceleration: Double
  /// The time at which the constant deceleration stops the motion, in seconds.
  private let stop: Double

  /// Creates a motion.
  public init(
    from origin: Double, velocity: Double, drag: Double? = nil, deceleration: Double = 0
  ) {
    let drag = drag ?? PeerConstant.flutterDrag.value
    self.origin = origin
    self.velocity = velocity
    logarithm = Elementary.ln(clamped(drag, 1e-12, 1 - 1e-12))
    self.deceleration = velocity < 0 ? -magnitude(deceleration) : magnitude(deceleration)
    stop = Self.stop(magnitude(velocity), logarithm, magnitude(deceleration))
  }

  /// Creates the motion between two positions with given velocities of the same sign.
  public init(from origin: Double, to target: Double, velocity: Double, endVelocity: Double) {
    let way = target - origin
    let drag = way == 0 ? 0 : Elementary.exp((endVelocity - velocity) / way)
    self.init(from: origin, velocity: velocity, drag: drag)
  }

  private static func stop(_ speed: Double, _ logarithm: Double, _ deceleration: Double) -> Double {
    guard deceleration > 0 else { return .infinity }
    var low = 0.0
    var high = speed / deceleration
    for _ in 0..<80 {
      let middle = (low + high) / 2
      let rest = speed * Elementary.exp(logarithm * middle) - deceleration * middle
      if rest > 0 { low = middle } else { high = middle }
    }
    return high
  }

  /// Returns the position at a time after the start, in milliseconds.
  public func position(at time: Double) -> Double { place(at: time / 1000) }

  private func place(at time: Double) -> Double {
    guard time > 0 else { return origin }
    if time > stop { return target }
    let kept = Elementary.exp(logarithm * time)
    return origin + velocity * (kept - 1) / logarithm - deceleration / 2 * time * time
  }

  /// Returns the velocity at a time after the start, in milliseconds.
  public func velocity(at time: Double) -> Double {
    let time = time > 0 ? time / 1000 : 0
    if time > stop { return 0 }
    return velocity * Elementary.exp(logarithm * time) - deceleration * time
  }

  /// The end of the motion.
  public var target: Double {
    guard stop == .infinity else { return place(at: stop) }
    return origin - velocity / logarithm
  }

  /// Returns the time at which the motion passes a position, in milliseconds; infinity if never.
  public func time(reaching place: Double) -> Double {
    if place == origin { return 0 }
    let end = target
    guard velocity != 0,
      velocity > 0 ? place > origin && place <= end : place < origin && place >= end
    else { return .infinity }
    if stop == .infinity {
      return Elementary.ln(1 + (place - origin) * logarithm / velocity) / logarithm * 1000
    }
    var low = 0.0
    var high = stop
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if (self.place(at: middle) < place) == (velocity > 0) { low = middle } else { high = middle }
    }
    return high * 1000
  }

  /// Returns the time at which the velocity falls below a floor, in milliseconds.
  public func duration(floor: Double) -> Double {
    let speed = magnitude(velocity)
    guard floor > 0, speed > floor else { return 0 }
    guard stop < .infinity else { return Elementary.ln(floor / speed) / logarithm * 1000 }
    var low = 0.0
    var high = stop
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if magnitude(velocity(at: middle * 1000)) > floor { low = middle } else { high = middle }
    }
    return high * 1000
  }
}
