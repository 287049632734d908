import ScrollModel

/// A series of fast flicks, which accelerate the content (physics, section 5).
struct FlickStreak: Hashable, Sendable {
  private var count = 0
  private var scale = 1.0
  private var lastRelease = TraceTime.zero
  /// The largest scale.
  private static let largest = 16.0
  /// The longest time between a release and the next touch.
  private static let patience: Int64 = 1_000_000_000

  /// Ends the series.
  mutating func end() {
    count = 0
    scale = 1
  }

  /// Records a touch: the content must move within its edges, and the series must be recent.
  mutating func touch(at time: TraceTime, isMoving: Bool) {
    if !isMoving || time.nanoseconds(since: lastRelease) > Self.patience { end() }
  }

  /// Records a drag by its velocity; a slow or reversed drag ends the series.
  mutating func drag(speed: Double, isReversed: Bool, _ constants: PhysicsConstants) {
    if isReversed || speed < constants.flickPause { end() }
  }

  /// Records a release and returns the factor of its velocity.
  mutating func release(
    at time: TraceTime, speed: Double, dragged: Double, _ constants: PhysicsConstants
  ) -> Double {
    guard speed >= constants.flickFloor else {
      end()
      return 1
    }
    lastRelease = time
    let earlier = count
    if count < .max { count += 1 }
    guard earlier >= 3 else { return 1 }
    let share = min(dragged / constants.flickDrag, 0.9)
    scale = min(scale + (1 + Double(earlier - 3) / 2) * share, Self.largest)
    return scale
  }
}
