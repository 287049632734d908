/// A consumer of the outcome of a replay.
///
/// At each tick, the engine calls it in the order of ENG-1: frame, visibility, transitions,
/// position, phases. Decisions of a release are delivered at the release. Every method has a
/// default that does nothing.
public protocol OutcomeConsumer {
  /// Handles a frame: at the mount, and at ticks at which something moved or changed its size.
  mutating func consume(_ frame: OutcomeFrame)
  /// Handles frames of a motion that differ from one frame only in time and offset. The offset of
  /// each is that of the content's top left corner.
  mutating func consume(_ steps: Span<FrameSample>, like frame: OutcomeFrame)
  /// Handles a phase change.
  mutating func consume(_ change: PhaseOutcome)
  /// Handles a change of the reported position.
  mutating func consume(_ change: PositionOutcome)
  /// Handles a change of one target's visibility.
  mutating func consume(_ change: VisibilityOutcome)
  /// Handles a change of the set of visible targets.
  mutating func consume(_ set: VisibleSetOutcome)
  /// Handles a change of a view's transition phase.
  mutating func consume(_ change: TransitionOutcome)
  /// Handles a decision about a resting offset.
  mutating func consume(_ settle: Settle)
  /// Handles the end of a motion.
  mutating func consume(_ rest: RestOutcome)
  /// Handles a diagnostic.
  mutating func consume(_ diagnostic: EngineDiagnostic)
}

extension OutcomeConsumer {
  /// Ignores a frame.
  public mutating func consume(_ frame: OutcomeFrame) {}
  /// Handles the frames one by one.
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

/// A consumer that ignores everything.
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
