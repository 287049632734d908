/// Which of several nested scroll views a movement of the user goes to.
public struct NestedDecision: Hashable, Sendable {
  /// What was decided.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The innermost view that can follow got the drag (NEST-1, NEST-2).
    case locked
    /// A view cannot move that way, so the one around it got the whole gesture (NEST-3).
    case handedOver = "handed-over"
    /// A view cannot move that way and keeps the gesture nevertheless (NEST-5, NEST-7).
    case kept
    /// A view came to its end, so the one around it got what is left of the movement (NEST-4).
    case passedOn = "passed-on"
    /// A view came to its end in a fling, so the one around it got the velocity that was left (NEST-4).
    case flungOn = "flung-on"
  }

  /// When it was decided.
  public var time: TraceTime
  /// What was decided.
  public var kind: Kind
  /// The axis of the movement.
  public var axis: Axis
  /// The view that moves, counted from the innermost one under the finger.
  public var view: Int
  /// The view that does not, or no longer; the innermost one of a lock.
  public var from: Int

  /// Creates a decision.
  public init(time: TraceTime, kind: Kind, axis: Axis, view: Int, from: Int) {
    self.time = time
    self.kind = kind
    self.axis = axis
    self.view = view
    self.from = from
  }
}
