import ScrollModel

/// Android's fling: a spline of 100 samples, scaled to duration and distance of the velocity.
public struct SplineFling: Hashable, Sendable {
  /// The start of the motion.
  public let origin: Double
  /// The duration, in milliseconds.
  public let duration: Double
  private let distance: Double

  /// Progress at each hundredth of the time.
  static let table: [Double] = {
    let inflexion = PeerConstant.androidInflexion.value
    let first = PeerConstant.androidStartTension.value * inflexion
    let second = 1 - PeerConstant.androidEndTension.value * (1 - inflexion)
    let tensions = (PeerConstant.androidStartTension.value, PeerConstant.androidEndTension.value)
    let count = PeerConstant.androidSamples.value
    var table = [0.0]
    var sample = 1.0
    while sample < count {
      var (low, high) = (0.0, 1.0)
      for _ in 0..<60 {
        let x = (low + high) / 2
        let time = 3 * x * (1 - x) * ((1 - x) * first + x * second) + x * x * x
        if time < sample / count { low = x } else { high = x }
      }
      let x = (low + high) / 2
      table.append(3 * x * (1 - x) * ((1 - x) * tensions.0 + x * tensions.1) + x * x * x)
      sample += 1
    }
    return table + [1]
  }()

  /// Creates a motion; lengths are dp.
  public init(from origin: Double, velocity: Double) {
    let friction = PeerConstant.androidFriction.value
    self.origin = origin
    guard velocity != 0 else {
      (duration, distance) = (0, 0)
      return
    }
    let rate = ClampingCurve.rate
    let share = magnitude(velocity) / ClampingCurve.referenceVelocity
    duration = 1000 * Elementary.power(share, 1 / (rate - 1))
    let way = friction * ClampingCurve.physical * Elementary.power(share, rate / (rate - 1))
    distance = velocity > 0 ? way : -way
  }

  private func sample(at time: Double) -> (progress: Double, slope: Double) {
    guard duration > 0, time < duration else { return (1, 0) }
    let count = Double(Self.table.count - 1)
    let share = time > 0 ? time / duration * count : 0
    let index = Int(clamped(share.rounded(.down), 0, count - 1))
    let slope = Self.table[index + 1] - Self.table[index]
    return (Self.table[index] + (share - Double(index)) * slope, slope * count)
  }

  /// Returns the position at a time after the start, in milliseconds.
  public func position(at time: Double) -> Double { origin + distance * sample(at: time).progress }

  /// Returns the velocity at a time after the start, in milliseconds.
  public func velocity(at time: Double) -> Double {
    duration > 0 ? sample(at: time).slope * distance / duration * 1000 : 0
  }

  /// The end of the motion.
  public var target: Double { origin + distance }

  /// Returns the time at which the motion has covered a distance, in milliseconds.
  public func time(travelling way: Double) -> Double {
    guard distance != 0, magnitude(way) < magnitude(distance) else { return duration }
    return arrival(at: magnitude(way), before: duration) { magnitude(position(at: $0) - origin) }
  }
}

/// Compose's exponential decay, which ends at a velocity threshold.
public struct ExponentialDecay: Hashable, Sendable {
  /// The start of the motion.
  public let origin: Double
  /// The initial velocity.
  public let velocity: Double
  /// The duration, in milliseconds.
  public let duration: Double
  private let friction: Double

  /// Creates a motion; friction is negative, per second.
  public init(
    from origin: Double, velocity: Double, friction: Double? = nil, threshold: Double? = nil
  ) {
    let friction = friction ?? PeerConstant.composeFriction.value
    let threshold = threshold ?? PeerConstant.composeThreshold.value
    self.origin = origin
    self.velocity = velocity
    self.friction = friction < 0 ? friction : PeerConstant.composeFriction.value
    let speed = magnitude(velocity)
    duration =
      threshold > 0 && speed > threshold
      ? Elementary.ln(threshold / speed) / self.friction * 1000 : 0
  }

  /// Returns the position at a time after the start, in milliseconds.
  public func position(at time: Double) -> Double {
    let time = clamped(time, 0, duration)
    return origin + velocity * (Elementary.exp(friction * time / 1000) - 1) / friction
  }

  /// Returns the velocity at a time after the start, in milliseconds.
  public func velocity(at time: Double) -> Double {
    time < duration ? velocity * Elementary.exp(friction * clamped(time, 0, duration) / 1000) : 0
  }

  /// The end of the motion.
  public var target: Double { position(at: duration) }
}
