import ScrollModel

/// The tolerance at which a motion counts as at rest: a distance and a velocity.
public struct RestTolerance: Hashable, Sendable {
  /// The distance, in px.
  public var distance: Double
  /// The velocity, in px/s.
  public var velocity: Double

  /// Creates a tolerance; neither part may be 0, or no motion would ever end.
  public init(distance: Double, velocity: Double) {
    self.distance = distance > 0 ? distance : 1e-9
    self.velocity = velocity > 0 ? velocity : 1e-9
  }

  /// Flutter's tolerance on a display with a number of pixels per logical pixel.
  public static func flutter(pixelRatio: Double? = nil) -> RestTolerance {
    let ratio = pixelRatio ?? PeerConstant.flutterPixelRatio.value
    return RestTolerance(
      distance: 1 / ratio, velocity: PeerConstant.flutterVelocityTolerance.value / ratio)
  }
}

/// A mass on a damped spring, as Flutter and Compose describe one: mass, stiffness, damping ratio.
public struct SpringDescription: Hashable, Sendable {
  /// Undamped angular frequency per second.
  let frequency: Double
  /// Damping ratio: 1 returns fastest without oscillating.
  let ratio: Double

  /// Creates a description.
  public init(mass: Double, stiffness: Double, ratio: Double) {
    let square = mass > 0 && stiffness > 0 ? stiffness / mass : 1
    frequency = clamped(square.squareRoot(), 1e-3, 1e5)
    self.ratio = clamped(ratio, 1e-3, 100)
  }

  private init(frequency: Double, ratio: Double) {
    self.frequency = frequency
    self.ratio = ratio
  }

  /// Flutter's scroll spring; desktop platforms use a stiffer one.
  public static func flutter(isFast: Bool = false) -> SpringDescription {
    isFast
      ? SpringDescription(
        mass: PeerConstant.flutterFastMass.value,
        stiffness: PeerConstant.flutterFastStiffness.value,
        ratio: PeerConstant.flutterFastRatio.value)
      : SpringDescription(
        mass: PeerConstant.flutterSpringMass.value,
        stiffness: PeerConstant.flutterSpringStiffness.value,
        ratio: PeerConstant.flutterSpringRatio.value)
  }

  /// The spring with which Flutter 3.50 and later return content that is released past an edge.
  ///
  /// It loses half the distance in 70 ms. A second rate, 100,000 times as large, makes this an
  /// overdamped spring (PEER-5).
  public static var flutterReturn: SpringDescription {
    let ratio = PeerConstant.flutterReturnRatio.value
    let rate = Elementary.ln(2) / PeerConstant.flutterReturnTime.value * 1000
    return SpringDescription(
      frequency: rate * ratio.squareRoot(), ratio: (1 + ratio) / 2 / ratio.squareRoot())
  }

  /// The spring of Compose's snapping.
  public static var composeSnap: SpringDescription {
    SpringDescription(mass: 1, stiffness: PeerConstant.composeStiffness.value, ratio: 1)
  }
}

/// When a motion on a spring is complete.
public enum SpringEnd: Hashable, Sendable {
  /// When the envelope of position and velocity is within the tolerance, so that no later time is
  /// outside.
  case envelope
  /// When position and velocity are first within the tolerance, as Flutter tests in each frame
  /// (PEER-3).
  case firstRest
}

/// The motion of a spring to its target; times are milliseconds, velocities px/s.
public struct DampedSpring: Hashable, Sendable {
  /// The end of the motion.
  public let target: Double
  private let spring: SpringDescription
  private let displacement: Double
  private let start: Double
  /// The time at which the motion is complete.
  public private(set) var duration: Double
  private let tolerance: RestTolerance

  /// Creates a motion.
  public init(
    _ spring: SpringDescription, from origin: Double, to target: Double, velocity: Double,
    tolerance: RestTolerance, end: SpringEnd = .envelope
  ) {
    self.spring = spring
    self.target = target
    self.tolerance = tolerance
    displacement = origin - target
    start = velocity
    duration = 0
    duration = restTime()
    if end == .firstRest { duration = firstRest(before: duration) }
  }

  /// Returns the position at a time after the start in milliseconds, without a snap at the end.
  public func position(at time: Double) -> Double {
    target + state(time > 0 ? time / 1000 : 0).0
  }

  /// Returns the velocity at a time after the start, in milliseconds.
  public func velocity(at time: Double) -> Double { state(time > 0 ? time / 1000 : 0).1 }

  /// Whether position and velocity are within the tolerance at a time.
  public func isDone(at time: Double) -> Bool {
    let (place, speed) = state(time > 0 ? time / 1000 : 0)
    return magnitude(place) < tolerance.distance && magnitude(speed) < tolerance.velocity
  }

  private func state(_ t: Double) -> (Double, Double) {
    guard t < .infinity else { return (0, 0) }
    return DampedOscillation.state(
      after: t, from: displacement, start, frequency: spring.frequency, damping: spring.ratio)
  }

  /// The first time within the tolerance, to less than a thousandth of the time of the envelope.
  private func firstRest(before last: Double) -> Double {
    let step = last / 1024
    var late = 0.0
    while late < last, !isDone(at: late) { late += step }
    var early = max(late - step, 0)
    for _ in 0..<40 {
      let middle = (early + late) / 2
      if isDone(at: middle) { late = middle } else { early = middle }
    }
    return late
  }

  /// The time from which the envelope of the motion is within the tolerance.
  private func restTime() -> Double {
    let (w, z) = (spring.frequency, spring.ratio)
    let rate = z > 1 ? w / (z + (z * z - 1).squareRoot()) : z * w
    let (x, v) = (magnitude(displacement), magnitude(start))
    // x + vt + wxt bounds the critical motion, and the other motions less tightly.
    func isWithin(_ t: Double) -> Bool {
      let size = (x + (v + 2 * w * x) * t + v / w) * Elementary.exp(-rate * t)
      return size < tolerance.distance && size * 2 * w * (z + 1) < tolerance.velocity
    }
    var high = 1 / rate
    while !isWithin(high), high < 1e6 { high *= 2 }
    var low = 0.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if isWithin(middle) { high = middle } else { low = middle }
    }
    return high * 1000
  }
}
