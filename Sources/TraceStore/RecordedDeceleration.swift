public import ScrollModel

/// How content went on that was let go, where phases are all that tells of releases.
///
/// A phase turns with a frame, or some time before one; the finger was lifted somewhere between, and the
/// velocity that is told is that of the finger. The frames behind it show how fast content was at the first
/// of them.
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
