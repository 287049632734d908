import ScrollModel

/// Chromium's elastic overscroll on one axis: the displayed distance past an edge.
///
/// The stretch is in whole pixels, negative past the start.
public enum ElasticStretch {
  /// Returns the stretch for an overscroll in the Bézier form (Windows, Linux).
  public static func bezier(overscroll: Double, bounds: Double) -> Double {
    guard bounds > 0 else { return 0 }
    let limit = bounds * PeerConstant.chromiumStretchShare.value
    return (Elementary.tanh(2 * overscroll / bounds) * limit).rounded(.towardZero) + 0.0
  }

  /// Returns the stretch for an overscroll in the exponential form (macOS).
  public static func exponential(overscroll: Double) -> Double {
    roundedAway(overscroll / PeerConstant.chromiumStiffness.value) + 0.0
  }

  /// Returns the stretch at a time after a release, in milliseconds, in the exponential form.
  public static func exponential(stretch: Double, velocity: Double, at time: Double) -> Double {
    let way = ExponentialReturn(stretch: stretch, velocity: velocity)
    return roundedAway(way.stretch(at: time)) + 0.0
  }

  /// Converts stretch to scroll if the content can scroll: both never coexist on an axis.
  public static func reconciled(
    offset: Double, maximum: Double, stretch: Double
  ) -> (offset: Double, stretch: Double) {
    var moved = 0.0
    if stretch < 0, offset > 0 { moved = min(-stretch, offset) }
    if stretch > 0, offset < maximum { moved = max(-stretch, offset - maximum) }
    return (offset - moved, stretch + moved)
  }
}

/// The return from overscroll in Chromium's Bézier form: onward first, then back.
public struct BezierBounce: Hashable, Sendable {
  private let stretch: Double
  private let velocity: Double
  private let forward: UnitBezier
  private let backward: UnitBezier
  private let farthest: Double
  private let forwardTime: Double
  private let backwardTime: Double

  /// Creates the motion of a stretch released with a velocity in px/s.
  public init(stretch: Double, velocity: Double, bounds: Double) {
    self.stretch = stretch
    self.velocity = velocity
    let isFast = magnitude(velocity) > PeerConstant.chromiumForwardLeast.value
    let speed = isFast ? magnitude(velocity) / 1000 : 0
    let onward = speed.squareRoot() * PeerConstant.chromiumForwardReach.value
    let limit = magnitude(bounds) * PeerConstant.chromiumStretchShare.value
    let reach = min(limit, magnitude(stretch) + onward)
    farthest = (stretch == 0 ? velocity : stretch) < 0 ? -reach : reach
    forwardTime = min(
      PeerConstant.chromiumForwardLongest.value, PeerConstant.chromiumForwardPace.value * onward)
    backwardTime = min(
      PeerConstant.chromiumBackLongest.value, PeerConstant.chromiumBackPace.value * reach)
    forward = Self.bent(speed, 0.25, 1, 0.99, 1)
    backward = Self.bent(speed, 0.05, 0.7, 0.25, 1)
  }

  /// Adjusts a curve so that it starts with a velocity in px/ms (curves of the same source file).
  private static func bent(
    _ speed: Double, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) -> UnitBezier {
    x1 * speed < y1 ? UnitBezier(x1, x1 * speed, x2, y2) : UnitBezier(y1 / speed, y1, x2, y2)
  }

  /// Returns the stretch at a time after the release in milliseconds, in whole pixels.
  public func stretch(at time: Double) -> Double {
    let isOnward = (velocity < 0) == (stretch < 0)
    if isOnward, time < forwardTime {
      let progress = forward.progress(at: time / forwardTime)
      let place = roundedAway(stretch * (1 - progress) + farthest * progress)
      if place != 0 { return place + 0.0 }
    }
    let since = time - forwardTime
    guard since < backwardTime else { return 0 }
    let progress = backward.progress(at: since / backwardTime)
    return roundedAway(farthest * (1 - progress)) + 0.0
  }
}

/// The return from overscroll in Chromium's exponential form, before it is rounded to pixels.
public struct ExponentialReturn: Hashable, Sendable {
  private let stretch: Double
  private let velocity: Double
  /// The time after which less than a pixel is left, in milliseconds.
  public private(set) var duration = 0.0
  private static let rate =
    PeerConstant.chromiumStiffness.value / PeerConstant.chromiumPeriod.value

  /// Creates the motion of a stretch released with a velocity in px/s.
  public init(stretch: Double, velocity: Double) {
    self.stretch = stretch
    self.velocity = velocity
    // After the reciprocal of the rate, the stretch only shrinks.
    var high = 1000 / Self.rate
    while magnitude(self.stretch(at: high)) >= 1, high < 1e6 { high *= 2 }
    var low = 0.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if magnitude(self.stretch(at: middle)) >= 1 { low = middle } else { high = middle }
    }
    duration = high
  }

  /// Returns the stretch at a time after the release, in milliseconds.
  public func stretch(at time: Double) -> Double {
    let seconds = (time > 0 ? time : 0) / 1000
    let free = stretch + velocity * seconds * PeerConstant.chromiumAmplitude.value
    return free * Elementary.exp(-seconds * Self.rate)
  }
}
