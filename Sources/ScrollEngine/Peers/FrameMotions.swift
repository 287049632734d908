import ScrollModel

/// Reanimated's `withDecay`, frame by frame: each frame applies the decay to the decayed velocity.
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
    from origin: Double, velocity: Double, frame: Double, atMost count: Int = 10_000
  ) -> [Double] {
    var positions = [origin]
    var (place, speed, isPulled) = (origin, velocity, false)
    let step = clamped(frame, 0, PeerConstant.reanimatedLongestStep.value)
    while step > 0, positions.count < count {
      let elapsed = Double(positions.count) * frame
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
