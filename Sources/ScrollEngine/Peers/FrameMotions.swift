import ScrollModel

/// The display's frames after a release: the first one and their interval, in milliseconds.
public struct DisplayFrames: Hashable, Sendable {
  /// The time from the release to the next frame.
  public var first: Double
  /// The time between frames.
  public var interval: Double

  /// Creates frames after a release.
  public init(first: Double, interval: Double) {
    self.first = first
    self.interval = interval
  }

  /// A display of 60 Hz that shows a frame at the release.
  public static let standard = DisplayFrames(first: 1000.0 / 60, interval: 1000.0 / 60)
}

/// Offsets at the display's frames, and interpolated ones between them.
public struct FrameCurve: Hashable, Sendable {
  /// The offset of the release, and of each frame after it.
  private let offsets: [Double]
  private let frames: DisplayFrames

  /// Times of ticks are rounded to nanoseconds, so a tick may differ from its frame by one.
  private static let rounding = 2e-6

  init(_ offsets: [Double], at frames: DisplayFrames) {
    self.offsets = offsets
    self.frames = frames
  }

  /// The end of the motion, in milliseconds after the release.
  var duration: Double {
    guard offsets.count > 1 else { return 0 }
    return max(frames.first + frames.interval * Double(offsets.count - 2) - Self.rounding, 0)
  }

  func position(at time: Double) -> Double {
    guard let first = offsets.first, let last = offsets.last, time > 0 else {
      return offsets.first ?? 0
    }
    guard time < duration else { return last }
    let since = time + Self.rounding - frames.first
    let number = since < 0 ? 0 : Int((since / frames.interval).rounded(.down)) + 1
    guard number + 1 < offsets.count else { return first }
    let start = number == 0 ? 0 : frames.first + frames.interval * Double(number - 1)
    // A tick shows its frame's own offset, although it is rounded.
    guard time - start >= Self.rounding else { return offsets[number] }
    let share = (time - start) / (number == 0 ? frames.first : frames.interval)
    return offsets[number] + (offsets[number + 1] - offsets[number]) * share
  }
}

/// Reanimated's `withDecay`, frame by frame: each frame applies the decay to the decayed velocity
/// (PEER-1).
///
/// The distance therefore depends on the rate of the display.
public struct ReanimatedDecay: Hashable, Sendable {
  /// Fraction of the velocity kept per millisecond, as documented.
  public var rate = PeerConstant.reanimatedRate.value
  /// The factor of the velocity in the position.
  public var velocityFactor = 1.0
  /// The limits of the position, if any.
  public var limits: ClosedRange<Double>?
  /// Whether content may pass the limits and is pulled back.
  public var hasRubberBand = false
  /// The strength of the pull.
  public var rubberBand = PeerConstant.reanimatedBand.value

  /// Creates the defaults.
  public init() {}

  /// Returns the position at each frame up to the last, including the start.
  public func positions(
    from origin: Double, velocity: Double, at frames: DisplayFrames, atMost count: Int = 10_000
  ) -> [Double] {
    var positions = [origin]
    guard frames.first >= 0, frames.interval > 0 else { return positions }
    var (place, speed, isPulled) = (origin, velocity, false)
    while positions.count < count {
      let isFirst = positions.count == 1
      let elapsed = frames.first + frames.interval * Double(positions.count - 1)
      let step = min(
        isFirst ? frames.first : frames.interval, PeerConstant.reanimatedLongestStep.value)
      speed *= Elementary.exp(-(1 - rate) * elapsed * PeerConstant.reanimatedSlope.value)
      var isOver = false
      if hasRubberBand, let limits {
        let near = magnitude(place - limits.lowerBound) < magnitude(place - limits.upperBound)
        let edge = near ? limits.lowerBound : limits.upperBound
        let excess = limits.contains(place) ? 0 : place - edge
        speed -= excess * rubberBand
        if magnitude(excess) > PeerConstant.reanimatedBandStop.value {
          isPulled = true
        } else if isPulled {
          positions.append(edge)
          return positions
        } else if magnitude(speed) < PeerConstant.reanimatedStop.value {
          positions.append(place)
          return positions
        }
        place += speed * velocityFactor * step / 1000
      } else {
        place += speed * velocityFactor * step / 1000
        if let limits, velocity < 0 ? place <= limits.lowerBound : place >= limits.upperBound,
          velocity != 0
        {
          place = velocity < 0 ? limits.lowerBound : limits.upperBound
          isOver = true
        }
        isOver = isOver || magnitude(speed) < PeerConstant.reanimatedStop.value
      }
      guard place.isFinite else { return positions }
      positions.append(place)
      if isOver { return positions }
    }
    return positions
  }
}

/// better-scroll's momentum: constant deceleration; positions are negative further down the
/// content.
public struct BetterScroll: Hashable, Sendable {
  /// The end of a swipe and its duration.
  public struct Momentum: Hashable, Sendable {
    /// The position, in whole pixels.
    public let destination: Double
    /// The duration, in milliseconds.
    public let duration: Double
  }

  /// The fraction of the viewport, per px/ms, by which a swipe may pass an edge is 1 over this.
  public static var overshootRate: Double { PeerConstant.betterRate.value }

  /// Deceleration in px/ms².
  public var deceleration = PeerConstant.betterDeceleration.value
  /// Duration of a swipe, in milliseconds.
  public var swipeTime = PeerConstant.betterSwipeTime.value
  /// Duration of a swipe that ends past an edge, in milliseconds.
  public var bounceTime = PeerConstant.betterBounceTime.value
  /// The position of the content's start, at most 0.
  public var start: Double
  /// The position of the content's end, negative.
  public var end: Double

  /// Creates a scroller for positions from `start` down to `end`.
  public init(start: Double = 0, end: Double) {
    self.start = start
    self.end = min(end, start)
  }

  /// Returns the momentum of a swipe, or nil if it was too slow or too short.
  ///
  /// `room` is the viewport's length if content may overshoot in this direction, else 0.
  public func momentum(
    from origin: Double, to place: Double, milliseconds: Double, room: Double
  ) -> Momentum? {
    let way = place - origin
    guard milliseconds > 0, milliseconds < PeerConstant.betterTimeLimit.value,
      magnitude(way) > PeerConstant.betterDistanceLimit.value
    else { return nil }
    return momentum(at: place, speed: magnitude(way) / milliseconds, isDown: way < 0, room: room)
  }

  /// Returns the momentum of a speed in px/ms.
  public func momentum(
    at place: Double, speed: Double, isDown: Bool, room: Double
  ) -> Momentum {
    let way = deceleration > 0 ? speed * speed / deceleration : 0
    var destination = place + (isDown ? -way : way)
    var duration = min(swipeTime, deceleration > 0 ? 2 * speed / deceleration : 0)
    let overshoot = min(room / 4, room / PeerConstant.betterRate.value * speed)
    if destination < end {
      destination = end - overshoot
      duration = bounceTime
    } else if destination > start {
      destination = start + overshoot
      duration = bounceTime
    }
    return Momentum(destination: roundedHalfUp(destination), duration: duration)
  }

  /// Returns the position after a finger's movement; past an edge only a fraction of it counts.
  public func moved(
    from place: Double, by delta: Double, damping: Double, bouncesAtStart: Bool, bouncesAtEnd: Bool
  ) -> Double {
    let free = place + delta
    if free > start { return bouncesAtStart ? place + delta * damping : start }
    if free < end { return bouncesAtEnd ? place + delta * damping : end }
    return free
  }

  /// Returns the position clamped to the content, in whole pixels.
  public func held(_ place: Double) -> Double { clamped(roundedHalfUp(place), end, start) }

  /// Rounds half-way cases up, as JavaScript does.
  private func roundedHalfUp(_ value: Double) -> Double { (value + 0.5).rounded(.down) + 0.0 }
}
