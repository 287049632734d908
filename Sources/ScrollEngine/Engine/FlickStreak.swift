import ScrollModel

/// Fast flicks one after the other, which make the content faster and faster (physics, section 5).
struct FlickStreak: Hashable, Sendable {
  private var count = 0
  private var scale = 1.0
  private var lastRelease = TraceTime.zero
  /// The largest scale.
  private static let largest = 16.0
  /// The longest time from a release to the next touch.
  private static let patience: Int64 = 1_000_000_000

  /// Ends the streak.
  mutating func end() {
    count = 0
    scale = 1
  }

  /// Takes note of a touch: the content has to move within its edges, and not for too long.
  mutating func touch(at time: TraceTime, isMoving: Bool) {
    if !isMoving || time.nanoseconds(since: lastRelease) > Self.patience { end() }
  }

  /// Takes note of a movement of a drag by its velocity and how much of it goes on as before.
  mutating func drag(speed: Double, isReversed: Bool, _ constants: PhysicsConstants) {
    if isReversed || speed < constants.flickPause { end() }
  }

  /// Takes note of a release and returns what its velocity is multiplied by.
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
