public import ScrollModel

/// The deceleration after a release that is known only from phases.
///
/// A phase changes with a frame, or some time before one; the finger was lifted in between. The
/// phase's velocity is that of the finger. The following frames determine the content's velocity at
/// the first of them.
public struct RecordedDeceleration: Hashable, Sendable {
  /// The time at which the phase changed to decelerating.
  public var told: TraceTime
  /// The time of the first frame after the release.
  public var start: TraceTime
  /// The velocity at that frame, in points per second.
  public var velocity: Vector
  /// Standard error of the speed, in points per second.
  public var uncertainty: Double
  /// Whether the content decelerated freely, at one of the platform's rates.
  public var isFree: Bool

  /// Creates a recorded deceleration.
  public init(
    told: TraceTime, start: TraceTime, velocity: Vector, uncertainty: Double, isFree: Bool
  ) {
    (self.told, self.start) = (told, start)
    self.velocity = velocity
    self.uncertainty = uncertainty
    self.isFree = isFree
  }
}
