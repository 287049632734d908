public import ScrollModel

/// Two analyses in one pass; pairs can be nested, so that no existential calls are needed.
public struct AnalysisPair<First: OutcomeAnalysis, Second: OutcomeAnalysis>: OutcomeAnalysis {
  /// The analysis that receives each event first.
  public var first: First
  /// The analysis that receives each event second.
  public var second: Second

  /// Creates a pair.
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Advances the time of both.
  public mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    first.wait(until: time, on: viewState)
    second.wait(until: time, on: viewState)
  }

  /// Passes an event to both.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    first.take(event, at: time, on: viewState)
    second.take(event, at: time, on: viewState)
  }

  /// Passes a decision to both.
  public mutating func take(_ settle: Settle, on viewState: borrowing ViewState) {
    first.take(settle, on: viewState)
    second.take(settle, on: viewState)
  }

  /// Passes a change of a transition to both.
  public mutating func take(_ change: TransitionOutcome, on viewState: borrowing ViewState) {
    first.take(change, on: viewState)
    second.take(change, on: viewState)
  }

  /// Passes the end of a motion to both.
  public mutating func take(_ rest: RestOutcome, on viewState: borrowing ViewState) {
    first.take(rest, on: viewState)
    second.take(rest, on: viewState)
  }

  /// Passes a diagnostic to both.
  public mutating func take(_ diagnostic: EngineDiagnostic, on viewState: borrowing ViewState) {
    first.take(diagnostic, on: viewState)
    second.take(diagnostic, on: viewState)
  }

  /// Ends both.
  public mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    first.finish(at: time, on: viewState)
    second.finish(at: time, on: viewState)
  }
}

extension AnalysisPair: Sendable where First: Sendable, Second: Sendable {}

/// An optional analysis.
extension Optional: OutcomeAnalysis where Wrapped: OutcomeAnalysis {
  /// Advances the time.
  public mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    self?.wait(until: time, on: viewState)
  }

  /// Passes an event.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    self?.take(event, at: time, on: viewState)
  }

  /// Passes a decision.
  public mutating func take(_ settle: Settle, on viewState: borrowing ViewState) {
    self?.take(settle, on: viewState)
  }

  /// Passes a change of a transition.
  public mutating func take(_ change: TransitionOutcome, on viewState: borrowing ViewState) {
    self?.take(change, on: viewState)
  }

  /// Passes the end of a motion.
  public mutating func take(_ rest: RestOutcome, on viewState: borrowing ViewState) {
    self?.take(rest, on: viewState)
  }

  /// Passes a diagnostic.
  public mutating func take(_ diagnostic: EngineDiagnostic, on viewState: borrowing ViewState) {
    self?.take(diagnostic, on: viewState)
  }

  /// Ends the analysis.
  public mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    self?.finish(at: time, on: viewState)
  }
}

/// Several analyses of one type, such as one for each impression policy.
extension Array: OutcomeAnalysis where Element: OutcomeAnalysis {
  /// Advances the time of all.
  public mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    for place in indices { self[place].wait(until: time, on: viewState) }
  }

  /// Passes an event to all.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    for place in indices { self[place].take(event, at: time, on: viewState) }
  }

  /// Passes a decision to all.
  public mutating func take(_ settle: Settle, on viewState: borrowing ViewState) {
    for place in indices { self[place].take(settle, on: viewState) }
  }

  /// Passes a change of a transition to all.
  public mutating func take(_ change: TransitionOutcome, on viewState: borrowing ViewState) {
    for place in indices { self[place].take(change, on: viewState) }
  }

  /// Passes the end of a motion to all.
  public mutating func take(_ rest: RestOutcome, on viewState: borrowing ViewState) {
    for place in indices { self[place].take(rest, on: viewState) }
  }

  /// Passes a diagnostic to all.
  public mutating func take(_ diagnostic: EngineDiagnostic, on viewState: borrowing ViewState) {
    for place in indices { self[place].take(diagnostic, on: viewState) }
  }

  /// Ends all analyses.
  public mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    for place in indices { self[place].finish(at: time, on: viewState) }
  }
}
