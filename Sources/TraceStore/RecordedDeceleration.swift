public import ScrollModel

/// How content decelerated after a release that only phases show.
///
/// A phase changes with a frame, or some time before one; the finger was lifted in between. The velocity of the
/// phase is that of the finger. The frames after it show how fast the content was at the first of them.
public struct RecordedDeceleration: Hashable, Sendable {
  /// When the phase turned to decelerating.
  public var told: TraceTime
  /// The first frame that shows the content let go.
  public var start: TraceTime
  /// The velocity at that frame, in points per second.
  public var velocity: Vector
  /// Standard error of the speed, in points per second.
  public var uncertainty: Double
  /// Whether the content slowed down as by itself, at one of the rates of the platform.
  public var isFree: Bool

  /// Creates a glide.
  public init(
    told: TraceTime, start: TraceTime, velocity: Vector, uncertainty: Double, isFree: Bool
  ) {
    (self.told, self.start) = (told, start)
    self.velocity = velocity
    self.uncertainty = uncertainty
    self.isFree = isFree
  }
}
