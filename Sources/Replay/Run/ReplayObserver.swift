public import ScrollModel

/// What looks on while a replay runs: an analysis, a comparison, a file.
///
/// The events come in the order of the replay: the trace's inputs, and what the engine made of them
/// as a recorder would have seen it. Every call has a default that does nothing.
public protocol ReplayObserver {
  /// Whether fingers and wheels of the trace are looked at, and not only what comes of them.
  static var takesGestures: Bool { get }
  /// Whether the call at the mount, which tells that the phase is what it was, makes a difference.
  static var followsMount: Bool { get }
  /// Takes an input of the trace, or an observation of the engine.
  mutating func take(_ event: TraceEvent, at time: TraceTime)
  /// Takes frames of the engine that follow each other, and the visible sets among them.
  mutating func take(_ stretch: FrameRun)
  /// Takes a decision about a rest.
  mutating func take(_ settle: Settle)
  /// Takes a change of a view's transition phase.
  mutating func take(_ transition: TransitionOutcome)
  /// Takes a diagnostic of the engine.
  mutating func take(_ diagnostic: EngineDiagnostic)
}

extension ReplayObserver {
  /// All of the trace is looked at.
  public static var takesGestures: Bool { true }
  /// All that is told is looked at.
  public static var followsMount: Bool { true }
  /// Ignores an event.
  public mutating func take(_ event: TraceEvent, at time: TraceTime) {}
  /// Takes one frame and set after the other, as the observations that they are.
  public mutating func take(_ stretch: FrameRun) {
    stretch.forEach { take(.observation($0), at: $1) }
  }
  /// Ignores a decision.
  public mutating func take(_ settle: Settle) {}
  /// Ignores a transition.
  public mutating func take(_ transition: TransitionOutcome) {}
  /// Ignores a diagnostic.
  public mutating func take(_ diagnostic: EngineDiagnostic) {}
}

/// A follower that wants nothing.
public struct NoObserver: ReplayObserver {
  /// Nothing is looked at.
  public static var takesGestures: Bool { false }
  /// Nothing is looked at.
  public static var followsMount: Bool { false }

  /// Creates a follower.
  public init() {}

  /// Ignores frames and sets.
  public mutating func take(_ stretch: FrameRun) {}
}
