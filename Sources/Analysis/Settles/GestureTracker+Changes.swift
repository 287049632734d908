import ScrollModel

/// The transitions of one event.
extension GestureTracker {
  /// The cause of movement.
  enum Movement: Sendable {
    /// None, as far as known.
    case none
    /// Fingers on a screen or trackpad.
    case gesture
    /// A release that has not come to rest.
    case settling
    /// An animated programmatic scroll.
    case program
  }

  /// The beginnings and ends of one event.
  struct Transitions {
    /// A touch or trackpad contact began.
    var began = false
    /// A contact interrupted content in motion.
    var caught = false
    /// A gesture was released.
    var isReleased = false
    /// The content came to rest at the last frame.
    var rest: Rest?
    /// A frame arrived.
    var step: FrameDelta?
  }

  /// The changes of one frame.
  struct FrameDelta {
    /// The axis with the frame's offset.
    var axis: MainAxis
    /// The axis at the previous frame.
    var before: MainAxis?
    /// Nanoseconds since the previous frame.
    var elapsed: Int64
    /// The change of the offset since the previous frame.
    var delta: Double
    /// The phase of the previous frame.
    var oldPhase: ScrollPhase?
    /// Whether the program scrolled since the previous frame.
    var isAfterCommand: Bool
    /// Whether a layout or an edit came since the previous frame.
    var isAfterLayout: Bool
    /// Whether a wheel or trackpad moved since the previous frame.
    var isAfterWheel: Bool
    /// The content movement requested by the finger since the previous frame; nil without touches.
    var finger: Double?
    /// Whether the content was at rest before this frame, if there are no phases.
    var wasStill: Bool
    /// Whether the last two frames before this one have equal offsets.
    var wasShownStill: Bool
  }

  /// Content that came to rest.
  struct Rest {
    var time: TraceTime
    var axis: MainAxis
    var cause: Movement
    /// Whether the rest was inferred from unchanged offsets.
    var isInferred: Bool
    /// Whether more than one frame has this offset.
    var isShown: Bool
  }
}
