public import ScrollModel

/// A step of a script with its start time, as after `at`.
public struct TimedStep: Hashable, Sendable {
  /// The start time.
  public let time: TraceTime
  /// The text of the step.
  public let text: String
  /// Whether it is a complete touch of one finger.
  public let isContact: Bool
}

extension GestureScript.Action {
  /// Whether it contains a complete touch.
  var isContact: Bool {
    switch self {
    case .stroke, .flick, .path, .hold, .tap: true
    default: false
    }
  }
}
