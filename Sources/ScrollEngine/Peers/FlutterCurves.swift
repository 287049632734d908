import ScrollModel

/// Flutter's bouncing scroll: friction up to an edge, a spring beyond it.
public struct BouncingCurve: Hashable, Sendable {
  private let friction: FrictionCurve?
  private let spring: DampedSpring?
  /// The start of the spring, in milliseconds; 0 if the motion begins with it.
  private let handover: Double
  private let tolerance: RestTolerance
  /// The limit of the position for infinite time.
  public let target: Double

  /// Creates a motion between two edges.
  public init(
    from origin: Double, velocity: Double, leading: Double, trailing: Double,
    spring description: SpringDescription = .flutter(),
    tolerance: RestTolerance = .flutter(), drag: Double? = nil, deceleration: Double = 0,
    transferCap: Double? = nil
  ) {
    let cap = transferCap ?? PeerConstant.flutterTransferCap.value
    self.tolerance = tolerance
    func returning(_ place: Double, _ speed: Double, to edge: Double) -> DampedSpring {
      DampedSpring(
        description, from: place, to: edge, velocity: speed, tolerance: tolerance, end: .firstRest)
    }
    if origin < leading || origin > trailing {
      let edge = origin < leading ? leading : trailing
      (friction, spring, handover) = (nil, returning(origin, velocity, to: edge), 0)
      target = edge
      return
    }
    let free = FrictionCurve(
      from: origin, velocity: velocity, drag: drag, deceleration: deceleration)
    friction = free
    let end = free.target
    guard velocity > 0 ? end > trailing : velocity < 0 && end < leading else {
      (spring, handover, target) = (nil, .infinity, end)
      return
    }
    target = velocity > 0 ? trailing : leading
    handover = free.time(reaching: target)
    // Flutter's cap limits positive velocities only.
    let speed = free.velocity(at: handover)
    spring = returning(target, speed < cap ? speed : cap, to: target)
  }

  /// Returns the position at a time after the start, in milliseconds.
  public func position(at time: Double) -> Double {
    if let spring, time > handover || friction == nil {
      return spring.isDone(at: time - handover) ? target : spring.position(at: time - handover)
    }
    return friction?.position(at: time) ?? target
  }

  /// Returns the velocity at a time after the start, in milliseconds.
  public func velocity(at time: Double) -> Double {
    if let spring, time > handover || friction == nil {
      return spring.velocity(at: time - handover)
    }
    return friction?.velocity(at: time) ?? 0
  }

  /// Whether Flutter considers the motion complete at a time.
  public func isDone(at time: Double) -> Bool {
    if let spring, time > handover || friction == nil { return spring.isDone(at: time - handover) }
    return magnitude(velocity(at: time)) < tolerance.velocity
  }

  /// The position at which Flutter considers the motion complete.
  public var rest: Double { spring == nil ? position(at: duration) : target }

  /// The end of the motion, in milliseconds.
  public var duration: Double {
    if let spring { return handover + spring.duration }
    return friction?.duration(floor: tolerance.velocity) ?? 0
  }
}

/// Flutter's version of Android's fling: a power of the remaining time.
public struct ClampingCurve: Hashable, Sendable {
  /// The start of the motion.
  public let origin: Double
  /// The initial velocity.
  public let velocity: Double
  /// The duration, in milliseconds.
  public let duration: Double
  private let distance: Double

  /// ln 0.78 / ln 0.9.
  static let rate =
    Elementary.ln(PeerConstant.androidRateTop.value)
    / Elementary.ln(PeerConstant.androidRateBottom.value)

  /// Deceleration in dp/s² for a friction of 1.
  static let physical =
    PeerConstant.androidGravity.value * PeerConstant.androidInches.value
    * PeerConstant.androidDensity.value * PeerConstant.androidFeel.value

  /// The velocity of an Android fling that lasts one second.
  public static var referenceVelocity: Double {
    PeerConstant.androidFriction.value * physical / PeerConstant.androidInflexion.value
  }

  /// Creates a motion.
  public init(from origin: Double, velocity: Double) {
    self.origin = origin
    self.velocity = velocity
    let share = magnitude(velocity) / Self.referenceVelocity
    let seconds =
      velocity == 0
      ? 0
      : Self.rate * PeerConstant.androidInflexion.value
        * Elementary.power(share, 1 / (Self.rate - 1))
    duration = seconds * 1000
    distance = velocity * seconds / Self.rate
  }

  private func rest(at time: Double) -> Double {
    duration > 0 ? 1 - clamped(time / duration, 0, 1) : 0
  }

  /// Returns the position at a time after the start, in milliseconds.
  public func position(at time: Double) -> Double {
    origin + distance * (1 - Elementary.power(rest(at: time), Self.rate))
  }

  /// Returns the velocity at a time after the start, in milliseconds.
  public func velocity(at time: Double) -> Double {
    velocity * Elementary.power(rest(at: time), Self.rate - 1)
  }

  /// The end of the motion.
  public var target: Double { origin + distance }

  /// Returns the deceleration at a velocity in px/s²: a function of the velocity alone.
  public static func deceleration(at velocity: Double) -> Double {
    let reference = referenceVelocity
    let time = rate * PeerConstant.androidInflexion.value
    let size =
      (rate - 1) * reference / time
      * Elementary.power(magnitude(velocity) / reference, (rate - 2) / (rate - 1))
    return velocity > 0 ? -size : velocity < 0 ? size : 0
  }
}
