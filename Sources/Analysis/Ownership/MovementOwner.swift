public import ScrollModel

/// Who moved the content.
public enum MovementOwner: String, CaseIterable, Hashable, Sendable {
  /// Fingers, a wheel or a pad.
  case finger
  /// The deceleration after a release.
  case deceleration
  /// A scroll behavior that chose the rest after a release.
  case behavior
  /// A programmatic scroll.
  case program
  /// A change of the content's size or of an item's, under an anchor or held to the range.
  case sizeChange = "size-change"
  /// A layout that corrects guessed lengths while nothing moves on the screen.
  case correction
  /// A change of the container's size or insets.
  case container
  /// The system: status bar, accessibility, keyboard avoidance.
  case system
  /// Nobody, as far as the recording shows.
  case unknown

  /// Reads the origin that a recording names; nil for a word that is no owner.
  public init?(origin: String) {
    switch origin {
    case "status-bar", "accessibility", "keyboard": self = .system
    case "wheel", "trackpad", "user": self = .finger
    case "layout": self = .sizeChange
    default: self.init(rawValue: origin)
    }
  }
}

/// A run of frames that one owner moved.
public struct OwnedMovement: Hashable, Sendable {
  /// The frame before the first movement, and the last frame.
  public var start: TraceTime
  /// The last frame of the movement.
  public var end: TraceTime
  /// Who moved the content.
  public var owner: MovementOwner
  /// The number of the request, from 1, where the program moved it.
  public var request: Int?
  /// How far the offset moved, counted from the leading side.
  public var distance: Double
  /// Whether the owner was inferred; else the recording names it.
  public var isInferred: Bool
  /// The number of frames.
  public var frames: Int
  /// How far the finger moved while another owner moved the content.
  public var finger = 0.0
  /// Whether a finger was down.
  public var isTouched = false
  /// Whether the layout marked the lengths that were corrected as guesses.
  public var isGuess = false
}
