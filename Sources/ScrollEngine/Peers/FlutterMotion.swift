/// The motion of a released Flutter scroll view without pages.
public enum FlutterMotion: Hashable, Sendable {
  /// With bounces at the edges.
  case bouncing(BouncingCurve)
  /// Ending at the edges.
  case clamping(ClampingCurve, low: Double, high: Double)
  /// Back from past an edge under clamping physics.
  case returning(DampedSpring)

  /// Creates the motion; nil where Flutter starts none.
  public init?(
    _ platform: FlutterPlatform, from place: Double, velocity: Double, low: Double, high: Double
  ) {
    let tolerance = RestTolerance.flutter()
    let isOut = place < low || place > high
    if platform.isBouncing {
      guard magnitude(velocity) >= tolerance.velocity || isOut else { return nil }
      self = .bouncing(platform.curve(from: place, velocity: velocity, low: low, high: high))
    } else if isOut {
      let edge = place > high ? high : low
      self = .returning(
        DampedSpring(
          .flutter(), from: place, to: edge, velocity: min(0, velocity), tolerance: tolerance))
    } else {
      guard magnitude(velocity) >= tolerance.velocity,
        velocity > 0 ? place < high : place > low
      else { return nil }
      self = .clamping(ClampingCurve(from: place, velocity: velocity), low: low, high: high)
    }
  }

  /// Returns the position so many milliseconds after the start.
  public func position(at time: Double) -> Double {
    switch self {
    case .bouncing(let curve): curve.position(at: time)
    case .clamping(let curve, let low, let high): clamped(curve.position(at: time), low, high)
    case .returning(let spring): spring.isDone(at: time) ? spring.target : spring.position(at: time)
    }
  }

  /// Returns the velocity so many milliseconds after the start.
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

  /// How long the motion lasts, in milliseconds.
  public var duration: Double {
    switch self {
    case .bouncing(let curve): curve.duration
    case .clamping(let curve, let low, let high):
      arrival(
        at: clamped(curve.target, low, high), before: curve.duration, curve.position(at:))
    case .returning(let spring): spring.duration
    }
  }

  /// Where the content rests: where it is when Flutter calls the motion over.
  public var target: Double {
    switch self {
    case .bouncing(let curve): curve.rest
    case .clamping(let curve, let low, let high): clamped(curve.target, low, high)
    case .returning(let spring): spring.target
    }
  }

  /// What the position comes to if the motion never ends; wheels go by it.
  public var limit: Double {
    if case .bouncing(let curve) = self { curve.target } else { target }
  }
}
