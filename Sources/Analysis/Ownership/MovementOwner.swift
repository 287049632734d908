public import ScrollModel

/// The cause of a content movement.
public enum MovementOwner: String, CaseIterable, Hashable, Sendable {
  /// Fingers, a wheel or a trackpad.
  case finger
  /// The deceleration after a release.
  case deceleration
  /// A scroll behavior that chose the resting offset after a release.
  case behavior
  /// A programmatic scroll.
  case program
  /// A size change of the content or an item, with an anchor or clamped to the range.
  case sizeChange = "size-change"
  /// A layout that corrects estimated lengths while nothing moves on the screen.
  case correction
  /// A change of the container's size or insets.
  case container
  /// The system: status bar, accessibility, keyboard avoidance.
  case system
  /// Unknown from the recording.
  case unknown

  /// Parses a recorded origin; nil for an unknown word.
  public init?(origin: String) {
    switch origin {
    case "status-bar", "accessibility", "keyboard": self = .system
    case "wheel", "trackpad", "user": self = .finger
    case "layout": self = .sizeChange
    default: self.init(rawValue: origin)
    }
  }
}

/// A run of frames with one cause of movement.
public struct OwnedMovement: Hashable, Sendable {
  /// The time of the frame before the first movement.
  public var start: TraceTime
  /// The last frame of the movement.
  public var end: TraceTime
  /// The cause of the movement.
  public var owner: MovementOwner
  /// The number of the request, from 1, if the program moved the content.
  public var request: Int?
  /// The distance of the offset, counted from the leading side.
  public var distance: Double
  /// Whether the cause was inferred; else it is recorded.
  public var isInferred: Bool
  /// The number of frames.
  public var frames: Int
  /// The movement of the finger during another cause.
  public var finger = 0.0
  /// Whether a finger was down.
  public var isTouched = false
  /// Whether the corrected lengths were marked as estimates in the layout.
  public var isGuess = false
}
