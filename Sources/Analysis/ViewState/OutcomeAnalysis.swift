public import ScrollModel

/// Something that is computed from an outcome as it goes by.
///
/// An outcome, recorded or replayed, is a stream of events in the order of a trace; a replay adds the
/// engine's own decisions. The stage already shows what the event made of it: at a frame
/// `viewState.offset` is the frame's offset and `viewState.previous` the frame before. An analysis keeps what
/// it needs from earlier calls and never the stream, so its memory does not grow with the length of
/// the trace but for its results. Every call has a default that does nothing.
public protocol OutcomeAnalysis {
  /// Lets time pass; comes before each event that is later than `viewState.time`, on the stage as it
  /// was until then.
  mutating func wait(until time: TraceTime, on viewState: borrowing ViewState)
  /// Takes an event; `time` is as recorded, `viewState.time` never runs backwards.
  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState)
  /// Takes a decision about a rest; comes at the release, before the phase that follows from it.
  mutating func take(_ settle: Settle, on viewState: borrowing ViewState)
  /// Takes a change of a view's transition phase.
  mutating func take(_ change: TransitionOutcome, on viewState: borrowing ViewState)
  /// Takes a rest that was reached.
  mutating func take(_ rest: RestOutcome, on viewState: borrowing ViewState)
  /// Takes what the engine has to say about the configuration or the inputs.
  mutating func take(_ diagnostic: EngineDiagnostic, on viewState: borrowing ViewState)
  /// Ends the outcome; nothing is taken afterwards.
  mutating func finish(at time: TraceTime, on viewState: borrowing ViewState)
}

extension OutcomeAnalysis {
  /// Does nothing while time passes.
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

/// An analysis that computes nothing: the unit of composition.
public struct NoAnalysis: OutcomeAnalysis, Hashable, Sendable {
  /// Creates it.
  public init() {}
}
