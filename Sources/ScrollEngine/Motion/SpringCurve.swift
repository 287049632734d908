import ScrollModel

/// A damped spring from a point to a target.
public struct SpringCurve: Hashable, Sendable {
  /// The end of the motion.
  public var target: Double
  /// Signed distance from the target at the start.
  public let displacement: Double
  /// Velocity at the start, in points per second.
  public let velocity: Double
  /// The duration of the motion, in milliseconds.
  public private(set) var duration: Double
  /// Undamped angular frequency per second.
  private let frequency: Double
  /// Damping ratio: below 1 it oscillates, at 1 it returns fastest.
  private let damping: Double
  private let tolerance: Double
  private let limit: Double

  /// Creates a spring from its angular frequency per second and damping ratio.
  public init(
    from origin: Double, to target: Double, velocity: Double, frequency: Double, damping: Double,
    tolerance: Double, limit: Double
  ) {
    self.target = target
    displacement = origin - target
    self.velocity = velocity
    self.frequency = clamped(frequency, 1e-3, 1e5)
    self.damping = clamped(damping, 0, 100)
    self.tolerance = tolerance
    self.limit = limit
    duration = 0
    duration = restTime()
  }

  /// Creates a spring with SwiftUI's parameters: a perceptual duration in seconds and a bounce.
  public init(
    from origin: Double, to target: Double, velocity: Double, seconds: Double, bounce: Double,
    tolerance: Double, limit: Double
  ) {
    let damping = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    self.init(
      from: origin, to: target, velocity: velocity, frequency: 6.283185307179586 / seconds,
      damping: damping, tolerance: tolerance, limit: limit)
  }

  /// Returns the position at a time after the start, in milliseconds.
  public func position(at time: Double) -> Double { position(at: time, .exact) }

  func position(at time: Double, _ grid: OffsetGrid) -> Double {
    guard time < duration else { return target }
    return target + grid.rounded(state(time > 0 ? time / 1000 : 0).0)
  }

  /// Returns the velocity in points per second at a time after the start, in milliseconds.
  public func velocity(at time: Double) -> Double {
    guard time < duration else { return 0 }
    return state(time > 0 ? time / 1000 : 0).1
  }

  /// Returns a spring that continues to another target from the current position and velocity.
  func redirected(to place: Double, after time: Double, _ grid: OffsetGrid) -> SpringCurve {
    SpringCurve(
      from: position(at: time, grid), to: place, velocity: velocity(at: time),
      frequency: frequency, damping: damping, tolerance: tolerance, limit: limit)
  }

  private func state(_ t: Double) -> (Double, Double) {
    DampedOscillation.state(
      after: t, from: displacement, velocity, frequency: frequency, damping: damping)
  }

  /// The time after which the envelope stays within the tolerance.
  private func restTime() -> Double {
    let (x, v, w, z) = (displacement, velocity, frequency, damping)
    let longest = limit * 1000
    let root = z > 1 ? (z * z - 1).squareRoot() : 0
    let rate = z > 1 ? w / (z + root) : z * w
    guard rate > 0 else { return x == 0 && v == 0 ? 0 : longest }
    // At critical damping the envelope has a factor t; half the rate bounds it safely.
    let isCritical = magnitude(z - 1) < 0.05
    let effective = isCritical ? rate / 2 : rate
    let swing = isCritical || z > 1 ? effective : w * (1 - z * z).squareRoot()
    let amplitude = magnitude(x) + (magnitude(v) + rate * magnitude(x)) / swing
    guard amplitude > tolerance else { return 0 }
    var time = Elementary.ln(amplitude / tolerance) / effective * 1000
    if isCritical {
      // Refines the solution iteratively: t = (ln A + ln(1 + ...t)) / rate.
      for _ in 0..<4 {
        let slope = magnitude(v) + w * magnitude(x)
        let factor = magnitude(x) + slope * time / 1000
        time = Elementary.ln(factor / tolerance) / rate * 1000
        if time < 0 { time = 0 }
      }
    }
    return time < longest ? time : longest
  }
}
