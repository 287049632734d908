public import ScrollModel

/// Two analyses in one pass; pairs nest, so that any number runs without existential calls.
public struct AnalysisPair<First: OutcomeAnalysis, Second: OutcomeAnalysis>: OutcomeAnalysis {
  /// The analysis that is told first.
  public var first: First
  /// The analysis that is told second.
  public var second: Second

  /// Creates a pair.
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Lets time pass for both.
  public mutating func wait(until time: TraceTime, on stage: borrowing Stage) {
    first.wait(until: time, on: stage)
    second.wait(until: time, on: stage)
  }

  /// Hands on an event.
  public mutating func take(_ event: TraceEvent, at time: TraceTime, on stage: borrowing Stage) {
    first.take(event, at: time, on: stage)
    second.take(event, at: time, on: stage)
  }

  /// Hands on a decision.
  public mutating func take(_ settle: Settle, on stage: borrowing Stage) {
    first.take(settle, on: stage)
    second.take(settle, on: stage)
  }

  /// Hands on a change of a transition.
  public mutating func take(_ change: TransitionOutcome, on stage: borrowing Stage) {
    first.take(change, on: stage)
    second.take(change, on: stage)
  }

  /// Hands on a rest.
  public mutating func take(_ rest: RestOutcome, on stage: borrowing Stage) {
    first.take(rest, on: stage)
    second.take(rest, on: stage)
  }

  /// Hands on a diagnostic.
  public mutating func take(_ diagnostic: EngineDiagnostic, on stage: borrowing Stage) {
    first.take(diagnostic, on: stage)
    second.take(diagnostic, on: stage)
  }

  /// Ends both.
  public mutating func finish(at time: TraceTime, on stage: borrowing Stage) {
    first.finish(at: time, on: stage)
    second.finish(at: time, on: stage)
  }
}

extension AnalysisPair: Sendable where First: Sendable, Second: Sendable {}

/// An analysis that may have been left out.
extension Optional: OutcomeAnalysis where Wrapped: OutcomeAnalysis {
  /// Lets time pass.
  public mutating func wait(until time: TraceTime, on stage: borrowing Stage) {
    self?.wait(until: time, on: stage)
  }

  /// Hands on an event.
  public mutating func take(_ event: TraceEvent, at time: TraceTime, on stage: borrowing Stage) {
    self?.take(event, at: time, on: stage)
  }

  /// Hands on a decision.
  public mutating func take(_ settle: Settle, on stage: borrowing Stage) {
    self?.take(settle, on: stage)
  }

  /// Hands on a change of a transition.
  public mutating func take(_ change: TransitionOutcome, on stage: borrowing Stage) {
    self?.take(change, on: stage)
  }

  /// Hands on a rest.
  public mutating func take(_ rest: RestOutcome, on stage: borrowing Stage) {
    self?.take(rest, on: stage)
  }

  /// Hands on a diagnostic.
  public mutating func take(_ diagnostic: EngineDiagnostic, on stage: borrowing Stage) {
    self?.take(diagnostic, on: stage)
  }

  /// Ends it.
  public mutating func finish(at time: TraceTime, on stage: borrowing Stage) {
    self?.finish(at: time, on: stage)
  }
}

/// Several analyses of one kind, such as one for each of several impression policies.
extension Array: OutcomeAnalysis where Element: OutcomeAnalysis {
  /// Lets time pass for all.
  public mutating func wait(until time: TraceTime, on stage: borrowing Stage) {
    for place in indices { self[place].wait(until: time, on: stage) }
  }

  /// Hands on an event.
  public mutating func take(_ event: TraceEvent, at time: TraceTime, on stage: borrowing Stage) {
    for place in indices { self[place].take(event, at: time, on: stage) }
  }

  /// Hands on a decision.
  public mutating func take(_ settle: Settle, on stage: borrowing Stage) {
    for place in indices { self[place].take(settle, on: stage) }
  }

  /// Hands on a change of a transition.
  public mutating func take(_ change: TransitionOutcome, on stage: borrowing Stage) {
    for place in indices { self[place].take(change, on: stage) }
  }

  /// Hands on a rest.
  public mutating func take(_ rest: RestOutcome, on stage: borrowing Stage) {
    for place in indices { self[place].take(rest, on: stage) }
  }

  /// Hands on a diagnostic.
  public mutating func take(_ diagnostic: EngineDiagnostic, on stage: borrowing Stage) {
    for place in indices { self[place].take(diagnostic, on: stage) }
  }

  /// Ends all.
  public mutating func finish(at time: TraceTime, on stage: borrowing Stage) {
    for place in indices { self[place].finish(at: time, on: stage) }
  }
}
