/// What takes the outcome of a replay as it is made.
///
/// The engine calls it in the order of ENG-1 at each tick: frame, visibility, transitions, position,
/// phases. Decisions of a release come at the release. Every call has a default that does nothing.
public protocol OutcomeConsumer {
  /// Takes a frame: at the mount, and at ticks at which something moved or changed its size.
  mutating func consume(_ frame: OutcomeFrame)
  /// Takes frames of a motion that are like one but for their moments and offsets; the offset of the
  /// content is that of its top left in all of them.
  mutating func consume(_ steps: Span<FrameSample>, like frame: OutcomeFrame)
  /// Takes a phase change.
  mutating func consume(_ change: PhaseOutcome)
  /// Takes a change of the reported position.
  mutating func consume(_ change: PositionOutcome)
  /// Takes a change of one target's visibility.
  mutating func consume(_ change: VisibilityOutcome)
  /// Takes a change of the set of visible targets.
  mutating func consume(_ set: VisibleSetOutcome)
  /// Takes a change of a view's transition phase.
  mutating func consume(_ change: TransitionOutcome)
  /// Takes a decision about a rest.
  mutating func consume(_ settle: Settle)
  /// Takes a rest that was reached.
  mutating func consume(_ rest: RestOutcome)
  /// Takes a diagnostic.
  mutating func consume(_ diagnostic: EngineDiagnostic)
}

extension OutcomeConsumer {
  /// Ignores a frame.
  public mutating func consume(_ frame: OutcomeFrame) {}
  /// Takes one frame after the other.
  public mutating func consume(_ steps: Span<FrameSample>, like frame: OutcomeFrame) {
    for index in steps.indices { consume(frame.moved(to: steps[index])) }
  }
  /// Ignores a phase change.
  public mutating func consume(_ change: PhaseOutcome) {}
  /// Ignores a change of the position.
  public mutating func consume(_ change: PositionOutcome) {}
  /// Ignores a change of visibility.
  public mutating func consume(_ change: VisibilityOutcome) {}
  /// Ignores a visible set.
  public mutating func consume(_ set: VisibleSetOutcome) {}
  /// Ignores a transition.
  public mutating func consume(_ change: TransitionOutcome) {}
  /// Ignores a decision.
  public mutating func consume(_ settle: Settle) {}
  /// Ignores a rest.
  public mutating func consume(_ rest: RestOutcome) {}
  /// Ignores a diagnostic.
  public mutating func consume(_ diagnostic: EngineDiagnostic) {}
}

/// A consumer that wants nothing.
public struct NoConsumer: OutcomeConsumer {
  /// Creates a consumer.
  public init() {}
}

/// A consumer that keeps everything, for tests and short traces.
public struct OutcomeLog: OutcomeConsumer, Hashable, Sendable {
  /// The frames.
  public private(set) var frames: [OutcomeFrame] = []
  /// The phase changes.
  public private(set) var phases: [PhaseOutcome] = []
  /// The changes of the position.
  public private(set) var positions: [PositionOutcome] = []
  /// The changes of visibility.
  public private(set) var visibility: [VisibilityOutcome] = []
  /// The visible sets.
  public private(set) var visibleSets: [VisibleSetOutcome] = []
  /// The transitions.
  public private(set) var transitions: [TransitionOutcome] = []
  /// The decisions.
  public private(set) var settles: [Settle] = []
  /// The rests.
  public private(set) var rests: [RestOutcome] = []
  /// The diagnostics.
  public private(set) var diagnostics: [EngineDiagnostic] = []

  /// Creates an empty log.
  public init() {}

  /// Keeps a frame.
  public mutating func consume(_ frame: OutcomeFrame) { frames.append(frame) }
  /// Keeps a phase change.
  public mutating func consume(_ change: PhaseOutcome) { phases.append(change) }
  /// Keeps a change of the position.
  public mutating func consume(_ change: PositionOutcome) { positions.append(change) }
  /// Keeps a change of visibility.
  public mutating func consume(_ change: VisibilityOutcome) { visibility.append(change) }
  /// Keeps a visible set.
  public mutating func consume(_ set: VisibleSetOutcome) { visibleSets.append(set) }
  /// Keeps a transition.
  public mutating func consume(_ change: TransitionOutcome) { transitions.append(change) }
  /// Keeps a decision.
  public mutating func consume(_ settle: Settle) { settles.append(settle) }
  /// Keeps a rest.
  public mutating func consume(_ rest: RestOutcome) { rests.append(rest) }
  /// Keeps a diagnostic.
  public mutating func consume(_ diagnostic: EngineDiagnostic) { diagnostics.append(diagnostic) }
}
