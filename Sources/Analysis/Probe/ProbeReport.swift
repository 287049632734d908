public import ScrollModel

/// The result of a transform.
public enum ProbeValue: Hashable, Sendable {
  /// A number.
  case number(Double)
  /// True or false.
  case truth(Bool)

  init(_ value: Double, _ kind: ProbeExpression.Kind) {
    self = kind == .number ? .number(value) : .truth(value != 0)
  }
}

/// One action that a geometry observer would have called.
public struct ProbeAction: Hashable, Sendable {
  /// The time.
  public var time: TraceTime
  /// The previously delivered value; at the mount equal to the new one.
  public var old: ProbeValue
  /// The value from now on.
  public var new: ProbeValue
}

/// An interval with too many actions per second.
public struct ProbeChatter: Hashable, Sendable {
  /// The first action of the interval.
  public var start: TraceTime
  /// The last action of the interval.
  public var end: TraceTime
  /// The number of actions.
  public var actionCount: Int
}

/// The calls of a headless `onScrollGeometryChange`.
public struct ProbeReport: Hashable, Sendable {
  /// The expression.
  public var expression: String
  /// The number of transform calls: once per geometry change, and first for the empty one.
  public var transformCount = 0
  /// The number of action calls.
  public var actionCount = 0
  /// The actions in order, up to a limit.
  public var actions: [ProbeAction] = []
  /// Intervals with more actions than the limit within a second.
  public var chatter: [ProbeChatter] = []
  /// The largest number of actions within one second.
  public var mostActionsPerSecond = 0
  /// Whether nearly every transform causes an action, as for an offset or a progress.
  public var actsOnEveryChange = false
  /// The number of frames with unknown values.
  public var unknownCount = 0
  /// The unknown values and assumptions.
  public var notes: [String] = []
}
