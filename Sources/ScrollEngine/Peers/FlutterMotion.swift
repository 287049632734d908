public import ScrollModel

/// The motion of a released Flutter scroll view without pages.
public enum FlutterMotion: Hashable, Sendable {
  /// With bounces at the edges.
  case bouncing(BouncingCurve)
  /// Ending at the edges.
  case clamping(ClampingCurve, low: Double, high: Double)
  /// Returning from past an edge under clamping physics.
  case returning(DampedSpring)

  /// Creates the motion; nil if Flutter starts none.
  public init?(
    _ platform: FlutterPlatform, from place: Double, velocity: Double, low: Double, high: Double,
    edgeReturn: FlutterReturnChoice = .spring
  ) {
    let tolerance = RestTolerance.flutter()
    let isOut = place < low || place > high
    if platform.isBouncing {
      guard magnitude(velocity) >= tolerance.velocity || isOut else { return nil }
      let halves = edgeReturn == .halfLife && isOut && velocity == 0
      self = .bouncing(
        platform.curve(
          from: place, velocity: velocity, low: low, high: high,
          spring: halves ? .flutterReturn : nil))
    } else if isOut {
      let edge = place > high ? high : low
      self = .returning(
        DampedSpring(
          .flutter(), from: place, to: edge, velocity: min(0, velocity), tolerance: tolerance,
          end: .firstRest))
    } else {
      guard magnitude(velocity) >= tolerance.velocity,
        velocity > 0 ? place < high : place > low
      else { return nil }
      self = .clamping(ClampingCurve(from: place, velocity: velocity), low: low, high: high)
    }
  }

  /// Returns the position at a time after the start, in milliseconds.
  public func position(at time: Double) -> Double {
    switch self {
    case .bouncing(let curve): curve.position(at: time)
    case .clamping(let curve, let low, let high): clamped(curve.position(at: time), low, high)
    case .returning(let spring): spring.isDone(at: time) ? spring.target : spring.position(at: time)
    }
  }

  /// Returns the velocity at a time after the start, in milliseconds.
  public func velocity(at time: Double) -> Double {
    switch self {
    case .bouncing(let curve):
      return curve.velocity(at: time)
    case .clamping(let curve, let low, let high):
      let place = curve.position(at: time)
      return place > low && place < high ? curve.velocity(at: time) : 0
    case .returning(let spring):
      return spring.velocity(at: time)
    }
  }

  /// The duration, in milliseconds.
  public var duration: Double {
    switch self {
    case .bouncing(let curve): curve.duration
    case .clamping(let curve, let low, let high):
      arrival(
        at: clamped(curve.target, low, high), before: curve.duration, curve.position(at:))
    case .returning(let spring): spring.duration
    }
  }

  /// The resting position: the position at which Flutter considers the motion complete.
  public var target: Double {
    switch self {
    case .bouncing(let curve): curve.rest
    case .clamping(let curve, let low, let high): clamped(curve.target, low, high)
    case .returning(let spring): spring.target
    }
  }

  /// The limit of the position for infinite time, which wheels use.
  public var limit: Double {
    if case .bouncing(let curve) = self { curve.target } else { target }
  }
}
