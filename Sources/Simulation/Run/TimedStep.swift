public import ScrollModel

/// A step of a script and the time at which it begins, as it would stand behind `at`.
public struct TimedStep: Hashable, Sendable {
  /// When it begins.
  public let time: TraceTime
  /// The step as a script writes it.
  public let text: String
  /// Whether it is one finger from down to up.
  public let isContact: Bool
}

extension GestureScript.Action {
  /// Whether a finger comes down and is lifted.
  var isContact: Bool {
    switch self {
    case .stroke, .flick, .path, .hold, .tap: true
    default: false
    }
  }
}
