public import ScrollModel

/// Chromium's fling: one exponential curve that starts where its speed equals that of the release.
public struct ChromiumFling: Hashable, Sendable {
  /// The duration, in milliseconds.
  public let duration: Double
  private let ratio: Vector
  /// The start on the curve, in seconds.
  private let entry: Double

  private static func place(_ t: Double) -> Double {
    let alpha = PeerConstant.chromiumAlpha.value
    return alpha * Elementary.exp(-PeerConstant.chromiumGamma.value * t)
      - PeerConstant.chromiumBeta.value * t - alpha
  }

  private static func speed(_ t: Double) -> Double {
    let (alpha, gamma) = (PeerConstant.chromiumAlpha.value, PeerConstant.chromiumGamma.value)
    return -alpha * gamma * Elementary.exp(-gamma * t) - PeerConstant.chromiumBeta.value
  }

  private static func time(_ speed: Double) -> Double {
    let (alpha, gamma) = (PeerConstant.chromiumAlpha.value, PeerConstant.chromiumGamma.value)
    return -Elementary.ln((speed + PeerConstant.chromiumBeta.value) / (-alpha * gamma)) / gamma
  }

  /// Creates a motion; the faster axis determines its duration, the other is scaled.
  public init(velocity: Vector) {
    let fastest = max(magnitude(velocity.dx), magnitude(velocity.dy))
    guard fastest > 0 else {
      (duration, ratio, entry) = (0, .zero, 0)
      return
    }
    let speed = min(fastest, Self.speed(0))
    ratio = Vector(dx: velocity.dx / speed, dy: velocity.dy / speed)
    entry = Self.time(speed)
    duration = (Self.time(0) - entry) * 1000
  }

  /// Returns the distance at a time in milliseconds.
  public func distance(at time: Double) -> Vector {
    let t = entry + clamped(time, 0, duration) / 1000
    let way = Self.place(t) - Self.place(entry)
    return Vector(dx: ratio.dx * way, dy: ratio.dy * way)
  }

  /// Returns the velocity at a time in milliseconds.
  public func velocity(at time: Double) -> Vector {
    guard time < duration else { return .zero }
    let speed = Self.speed(entry + (time > 0 ? time : 0) / 1000)
    return Vector(dx: ratio.dx * speed, dy: ratio.dy * speed)
  }

  /// Whether the motion is active at a time, or before its start.
  public func isActive(at time: Double) -> Bool { time < duration }
}

/// Chromium's other fling: constant deceleration in inches for the distance, a Bézier curve for the
/// path.
public struct PhysicalFling: Hashable, Sendable {
  /// The duration, in milliseconds.
  public let duration: Double
  /// The total distance.
  public let distance: Vector
  /// The path, adjusted so that it starts with the velocity of the release.
  public let path: UnitBezier

  /// Creates a motion on a display with a pixel density, limited by viewports.
  public init(velocity: Vector, pixelsPerInch: Double, boost: Double, viewport: Size) {
    let reach = boost * PeerConstant.chromiumViewports.value
    let way = Vector(
      dx: Self.way(velocity.dx, pixelsPerInch, (viewport.width * reach).rounded(.down)),
      dy: Self.way(velocity.dy, pixelsPerInch, (viewport.height * reach).rounded(.down)))
    distance = way
    let isVertical = magnitude(velocity.dy) >= magnitude(velocity.dx)
    let speed = magnitude(isVertical ? velocity.dy : velocity.dx)
    let seconds = min(
      PeerConstant.chromiumLongestFling.value, speed / PeerConstant.chromiumPixelDeceleration.value)
    duration = seconds * 1000
    let main = magnitude(isVertical ? way.dy : way.dx)
    let slope = main > 0 ? speed * seconds / main : 0
    var (x, y) = (PeerConstant.chromiumFirstX.value, PeerConstant.chromiumFirstY.value)
    if slope * x < 1 { y = x * slope } else { x = y / slope }
    path = UnitBezier(
      x, y, PeerConstant.chromiumSecondX.value, PeerConstant.chromiumSecondY.value)
  }

  private static func way(_ velocity: Double, _ pixelsPerInch: Double, _ bound: Double) -> Double {
    let deceleration = PeerConstant.chromiumPhysicalDeceleration.value * pixelsPerInch
    guard deceleration > 0 else { return 0 }
    let speed = magnitude(velocity) / 1000
    let way = min(speed * speed / deceleration / 2, bound)
    return velocity < 0 ? -way : way
  }

  /// Returns the distance at a time in milliseconds.
  public func distance(at time: Double) -> Vector {
    guard time >= 0 else { return .zero }
    let progress = duration > 0 ? path.progress(at: time / duration) : 1
    return Vector(dx: distance.dx * progress, dy: distance.dy * progress)
  }

  /// Whether the motion is active at a time, or before its start.
  public func isActive(at time: Double) -> Bool { time < duration }
}

/// The motion of a Chromium fling to a snap position: decreasing steps of 16 ms.
public struct SnapFling: Hashable, Sendable {
  /// The duration, in milliseconds.
  public let duration: Double
  /// The total distance.
  public let displacement: Vector
  private let length: Double
  private let first: Double
  private static let ratio = PeerConstant.chromiumSnapRatio.value

  /// Creates a motion.
  public init(from start: Point, to target: Point) {
    displacement = Vector(dx: target.x - start.x, dy: target.y - start.y)
    length =
      (displacement.dx * displacement.dx + displacement.dy * displacement.dy).squareRoot()
    let ratio = Self.ratio
    let frames =
      (-Elementary.ln(1 - length * (1 - 1 / ratio)) / Elementary.ln(ratio)).rounded(.up)
    duration = min(
      frames * PeerConstant.chromiumSnapFrame.value, PeerConstant.chromiumSnapLongest.value)
    first = frames > 0 ? length * (1 - ratio) / (1 - Elementary.power(ratio, frames)) : 0
  }

  /// Returns Chromium's estimate of the distance of a fling from its first step.
  public static func estimate(firstDelta: Vector) -> Vector {
    let scale = PeerConstant.chromiumSnapEstimate.value
    return Vector(dx: firstDelta.dx * scale, dy: firstDelta.dy * scale)
  }

  /// Returns the distance at a time in milliseconds; the first step is immediate.
  public func distance(at time: Double) -> Vector {
    guard time < duration, length > 0 else { return displacement }
    let frame = (time > 0 ? time : 0) / PeerConstant.chromiumSnapFrame.value + 1
    let way = first * (1 - Elementary.power(Self.ratio, frame)) / (1 - Self.ratio)
    let share = min(way, length) / length
    return Vector(dx: displacement.dx * share, dy: displacement.dy * share)
  }

  /// Returns the step at a time for content that has covered a distance, and whether it is the
  /// last.
  public func step(at time: Double, gone: Vector) -> (delta: Vector, isLast: Bool) {
    let rest = Vector(dx: displacement.dx - gone.dx, dy: displacement.dy - gone.dy)
    let isNear = magnitude(rest.dx) < 1 && magnitude(rest.dy) < 1
    guard length > 0, time < duration, !isNear else { return (rest, true) }
    let place = distance(at: time)
    return (Vector(dx: place.dx - gone.dx, dy: place.dy - gone.dy), false)
  }
}
