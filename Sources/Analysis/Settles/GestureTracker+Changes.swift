import ScrollModel

/// What one event changes for those who follow an outcome.
extension GestureTracker {
  /// What moves the content.
  enum Movement: Sendable {
    /// Nothing, as far as is known.
    case none
    /// Fingers on glass or pad.
    case gesture
    /// A release that has not come to rest.
    case settling
    /// An animated programmatic scroll.
    case program
  }

  /// What one event began or ended.
  struct Transitions {
    /// A finger or pad contact began.
    var began = false
    /// A contact came down on content that moved by itself.
    var caught = false
    /// A gesture was let go.
    var isReleased = false
    /// The content came to rest at the last frame.
    var rest: Rest?
    /// A frame arrived.
    var step: FrameDelta?
  }

  /// What one frame changed.
  struct FrameDelta {
    /// The axis with the frame's offset.
    var axis: MainAxis
    /// The axis at the frame before.
    var before: MainAxis?
    /// Nanoseconds since the frame before.
    var elapsed: Int64
    /// How far the offset moved since the frame before.
    var delta: Double
    /// The phase that the frame before showed.
    var oldPhase: ScrollPhase?
    /// Whether the program scrolled since the frame before.
    var isAfterCommand: Bool
    /// Whether a layout or an edit came since the last frame.
    var isAfterLayout: Bool
    /// Whether a wheel or pad moved since the frame before.
    var isAfterWheel: Bool
    /// How far the finger moved the content since the frame before; nil without touches.
    var finger: Double?
    /// Whether the content had stood still before this frame, where no phase says so.
    var wasStill: Bool
    /// Whether the last two frames before this one show the content at one place.
    var wasShownStill: Bool
  }

  /// Content that came to rest.
  struct Rest {
    var time: TraceTime
    var axis: MainAxis
    var cause: Movement
    /// Whether the rest was inferred from offsets that stood still.
    var isInferred: Bool
    /// Whether more than one frame shows the content there.
    var isShown: Bool
  }
}
