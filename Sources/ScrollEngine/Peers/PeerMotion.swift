import ScrollModel

/// One curve of a toolkit on one axis.
public enum PeerCurve: Hashable, Sendable {
  /// No motion.
  case rest(Double)
  /// UIKit's deceleration, and the models of Reanimated and pop.
  case decay(Decay)
  /// UIKit's return from past an edge.
  case pull(EdgePull)
  /// A timed motion.
  case timed(TimedCurve)
  /// Flutter's friction.
  case friction(FrictionCurve)
  /// Flutter's motion without pages.
  case flutter(FlutterMotion)
  /// Flutter's and Compose's snap.
  case spring(DampedSpring)
  /// Android's fling.
  case spline(SplineFling)
  /// Chromium's exponential fling from an offset.
  case fling(ChromiumFling, from: Double)
  /// Chromium's fling of constant deceleration from an offset.
  case physical(PhysicalFling, from: Double)
  /// Chromium's motion to a snap position from an offset.
  case snap(SnapFling, from: Double)
  /// Chromium's return to an edge.
  case stretch(ExponentialReturn, edge: Double)
  /// better-scroll's swipe.
  case eased(UnitBezier, from: Double, to: Double, duration: Double)
  /// Reanimated's decay.
  case frames(FrameCurve)

  func position(at time: Double) -> Double {
    switch self {
    case .rest(let place): return place
    case .decay(let curve): return curve.position(at: time)
    case .pull(let curve): return curve.position(at: time)
    case .timed(let curve): return curve.position(at: time)
    case .friction(let curve): return curve.position(at: time)
    case .flutter(let curve): return curve.position(at: time)
    case .spring(let curve): return curve.position(at: time)
    case .spline(let curve): return curve.position(at: time)
    case .fling(let curve, let origin): return origin + curve.distance(at: time).dy
    case .physical(let curve, let origin): return origin + curve.distance(at: time).dy
    case .snap(let curve, let origin):
      return time > 0 ? origin + curve.distance(at: time).dy : origin
    case .stretch(let curve, let edge): return edge + curve.stretch(at: time)
    case .eased(let curve, let origin, let target, let duration):
      return origin + (target - origin) * curve.progress(at: duration > 0 ? time / duration : 1)
    case .frames(let curve): return curve.position(at: time)
    }
  }

  var duration: Double {
    switch self {
    case .rest: 0
    case .decay(let curve): curve.duration
    case .pull(let curve): curve.duration
    case .timed(let curve): curve.duration
    case .friction(let curve): curve.duration(floor: RestTolerance.flutter().velocity)
    case .flutter(let curve): curve.duration
    case .spring(let curve): curve.duration
    case .spline(let curve): curve.duration
    case .fling(let curve, _): curve.duration
    case .physical(let curve, _): curve.duration
    case .snap(let curve, _): curve.duration
    case .stretch(let curve, _): curve.duration
    case .eased(_, _, _, let duration): duration
    case .frames(let curve): curve.duration
    }
  }
}

/// The motion of content after a release under a toolkit's rules: up to three curves, clamped to
/// bounds.
public struct PeerMotion: Hashable, Sendable {
  /// A curve and the time of its successor, in milliseconds after its own start.
  struct Piece: Hashable, Sendable {
    var curve: PeerCurve
    var length: Double

    init(_ curve: PeerCurve, until length: Double? = nil) {
      self.curve = curve
      self.length = length ?? curve.duration
    }
  }

  /// The offset of the release.
  public private(set) var origin: Double
  private let pieces: [Piece]
  private var low: Double
  private var high: Double
  /// The distance that the content was moved during the motion.
  private var shift = 0.0
  /// The resting offset.
  public private(set) var target: Double
  /// The duration, in milliseconds.
  public private(set) var duration: Double
  /// The time at rest before the motion, in milliseconds.
  private var pause = 0.0
  /// Whether the motion never reverses.
  public let isMonotone: Bool

  /// Creates a motion that is clamped between two positions.
  init(
    _ pieces: [Piece], from origin: Double, to target: Double, between low: Double = -.infinity,
    and high: Double = .infinity, isMonotone: Bool
  ) {
    self.origin = origin
    self.pieces = pieces
    self.target = target + 0.0
    self.low = low
    self.high = high
    self.isMonotone = isMonotone
    duration = pieces.reduce(0) { $0 + $1.length }
  }

  /// Lets the content rest before the motion, in milliseconds.
  mutating func delay(by time: Double) {
    guard duration > 0 else { return }
    pause = time
    duration += time
  }

  /// Returns the position at a time after the release, in milliseconds.
  public func position(at time: Double) -> Double {
    guard time > 0 else { return origin }
    guard time < duration else { return target }
    var rest = time - pause
    guard rest > 0 else { return origin }
    for piece in pieces {
      if rest < piece.length {
        return clamped(piece.curve.position(at: rest), low, high) + shift
      }
      rest -= piece.length
    }
    return target
  }

  /// Returns the position with its distance rounded to a grid, as in the engine's own motions.
  func position(at time: Double, _ grid: OffsetGrid) -> Double {
    guard time > 0 else { return origin }
    guard time < duration else { return target }
    return origin + grid.rounded(position(at: time) - origin)
  }

  /// Returns the same motion, stopped at edges that content cannot be pulled past.
  func held(between low: Double, and high: Double) -> PeerMotion {
    var motion = self
    motion.low = max(motion.low, low - shift)
    motion.high = min(motion.high, high - shift)
    return motion
  }

  /// Returns the velocity in pt/s, from the distance in the millisecond around a time.
  public func velocity(at time: Double) -> Double {
    guard time < duration else { return 0 }
    let start = time > 0.5 ? time - 0.5 : 0
    return (position(at: start + 1) - position(at: start)) * 1000
  }

  /// Returns the same motion for content that was moved by a distance.
  public func translated(by distance: Double) -> PeerMotion {
    var motion = self
    motion.origin += distance
    motion.shift += distance
    motion.target += distance
    return motion
  }
}
