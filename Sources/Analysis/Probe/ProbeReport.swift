public import ScrollModel

/// What a transform made.
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
  /// When.
  public var time: TraceTime
  /// The value that was delivered before; at the mount the same as the new one.
  public var old: ProbeValue
  /// The value from now on.
  public var new: ProbeValue
}

/// A stretch in which actions came faster than an app should work.
public struct ProbeChatter: Hashable, Sendable {
  /// The first action of the stretch.
  public var start: TraceTime
  /// The last action of the stretch.
  public var end: TraceTime
  /// How many actions it has.
  public var actionCount: Int
}

/// What a headless `onScrollGeometryChange` would have done.
public struct ProbeReport: Hashable, Sendable {
  /// The expression.
  public var expression: String
  /// How often the transform ran: once per change of the geometry, and for the empty one first.
  public var transformCount = 0
  /// How many actions were called.
  public var actionCount = 0
  /// The actions, in order; the first so many that are kept.
  public var actions: [ProbeAction] = []
  /// Stretches with more actions than the limit within a second.
  public var chatter: [ProbeChatter] = []
  /// The most actions that lie within one second.
  public var mostActionsPerSecond = 0
  /// Whether nearly every transform acts, as it does for an offset or a progress.
  public var actsOnEveryChange = false
  /// How many frames could not be computed because something is unknown.
  public var unknownCount = 0
  /// What was unknown, or taken for granted.
  public var notes: [String] = []
}
