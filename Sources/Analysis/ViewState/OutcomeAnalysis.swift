public import ScrollModel

/// An analysis of an outcome, event by event.
///
/// An outcome, recorded or replayed, is a stream of events in the order of a trace; a replay adds
/// the engine's own decisions. The view state already includes the event: at a frame,
/// `viewState.offset` is the frame's offset and `viewState.previous` the previous frame. An
/// analysis keeps only what it needs, so its memory grows only with its results. Every method has a
/// default that does nothing.
public protocol OutcomeAnalysis {
  /// Advances the time; called before each event later than `viewState.time`, with the view state
  /// until then.
  mutating func wait(until time: TraceTime, on viewState: borrowing ViewState)
  /// Handles an event; `time` is as recorded, `viewState.time` never decreases.
  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState)
  /// Handles a decision about a resting offset, at the release and before the resulting phase.
  mutating func take(_ settle: Settle, on viewState: borrowing ViewState)
  /// Handles a change of a view's transition phase.
  mutating func take(_ change: TransitionOutcome, on viewState: borrowing ViewState)
  /// Handles the end of a motion.
  mutating func take(_ rest: RestOutcome, on viewState: borrowing ViewState)
  /// Handles a diagnostic of the engine about the configuration or the inputs.
  mutating func take(_ diagnostic: EngineDiagnostic, on viewState: borrowing ViewState)
  /// Ends the outcome; nothing is passed afterwards.
  mutating func finish(at time: TraceTime, on viewState: borrowing ViewState)
}

extension OutcomeAnalysis {
  /// Ignores the time.
  public mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {}
  /// Ignores an event.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {}
  /// Ignores a decision.
  public mutating func take(_ settle: Settle, on viewState: borrowing ViewState) {}
  /// Ignores a change of a transition.
  public mutating func take(_ change: TransitionOutcome, on viewState: borrowing ViewState) {}
  /// Ignores a rest.
  public mutating func take(_ rest: RestOutcome, on viewState: borrowing ViewState) {}
  /// Ignores a diagnostic.
  public mutating func take(_ diagnostic: EngineDiagnostic, on viewState: borrowing ViewState) {}
  /// Does nothing at the end.
  public mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {}
}

/// An analysis that computes nothing: the neutral element of composition.
public struct NoAnalysis: OutcomeAnalysis, Hashable, Sendable {
  /// Creates an empty analysis.
  public init() {}
}
