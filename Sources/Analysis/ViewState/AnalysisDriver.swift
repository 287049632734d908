public import ScrollModel

/// One pass over an outcome: keeps the stage up to date and tells the analysis what happens on it.
///
///     var pass = AnalysisDriver(AnalysisPair(impressions, smoothness), of: information)
///     for (time, event) in trace { pass.take(event, at: time) }
///     pass.finish()
///
/// A pass takes a recorded trace event by event. It is an `OutcomeConsumer` too, so that a replay can
/// push into it directly; the replay's inputs then have to be taken between the outcomes, in order.
public struct AnalysisDriver<Analysis: OutcomeAnalysis> {
  /// What is known at the moment that the pass has reached.
  public private(set) var viewState: ViewState
  /// The analysis with what it found so far.
  public private(set) var analysis: Analysis

  /// Creates a pass over a trace with the given information, whose frames move along an axis.
  public init(
    _ analysis: Analysis, of information: TraceInformation? = nil, moved: Axis? = nil,
    noise: Double = 0
  ) {
    viewState = ViewState(information, moved: moved, noise: noise)
    self.analysis = analysis
  }

  /// Takes the next event of a trace.
  public mutating func take(_ event: TraceEvent, at time: TraceTime) {
    wait(until: time)
    viewState.apply(event, at: time)
    analysis.take(event, at: time, on: viewState)
  }

  /// Takes a decision about a rest.
  public mutating func take(_ settle: Settle) {
    wait(until: settle.time)
    analysis.take(settle, on: viewState)
  }

  /// Takes a change of a view's transition phase.
  public mutating func take(_ change: TransitionOutcome) {
    wait(until: change.time)
    analysis.take(change, on: viewState)
  }

  /// Takes a rest that was reached.
  public mutating func take(_ rest: RestOutcome) {
    wait(until: rest.time)
    analysis.take(rest, on: viewState)
  }

  /// Takes what the engine has to say.
  public mutating func take(_ diagnostic: EngineDiagnostic) {
    wait(until: diagnostic.time)
    analysis.take(diagnostic, on: viewState)
  }

  /// Lets time pass up to the moment of what comes next.
  private mutating func wait(until time: TraceTime) {
    guard time > viewState.time else { return }
    analysis.wait(until: time, on: viewState)
    viewState.advance(to: time)
  }

  /// Ends the outcome, at its last event unless a later end is known.
  public mutating func finish(at end: TraceTime? = nil) {
    if let end { wait(until: end) }
    analysis.finish(at: viewState.time, on: viewState)
  }
}

extension AnalysisDriver: Sendable where Analysis: Sendable {}

extension AnalysisDriver: OutcomeConsumer {
  /// Takes a frame of a replay.
  public mutating func consume(_ frame: OutcomeFrame) {
    let size = frame.geometry.visibleRect.size
    take(.observation(.frame(frame.geometryFrame(frameSize: size))), at: frame.time)
  }

  /// Takes a phase change of a replay.
  public mutating func consume(_ change: PhaseOutcome) {
    let event = PhaseChange(old: change.old, new: change.new, velocity: change.velocity)
    take(.observation(.phase(event)), at: change.time)
  }

  /// Takes a change of the position of a replay.
  public mutating func consume(_ change: PositionOutcome) {
    let report = PositionReport(id: change.id, isPositionedByUser: change.isPositionedByUser)
    take(.observation(.position(report)), at: change.time)
  }

  /// Takes a change of visibility of a replay.
  public mutating func consume(_ change: VisibilityOutcome) {
    let event = VisibilityEvent(
      id: change.id, isVisible: change.isVisible, fraction: change.fraction)
    take(.observation(.visibility(event)), at: change.time)
  }

  /// Takes a visible set of a replay.
  public mutating func consume(_ set: VisibleSetOutcome) {
    take(.observation(.visibleSet(VisibleSet(ids: set.ids))), at: set.time)
  }

  /// Takes a transition of a replay.
  public mutating func consume(_ change: TransitionOutcome) { take(change) }
  /// Takes a decision of a replay.
  public mutating func consume(_ settle: Settle) { take(settle) }
  /// Takes a rest of a replay.
  public mutating func consume(_ rest: RestOutcome) { take(rest) }
  /// Takes a diagnostic of a replay.
  public mutating func consume(_ diagnostic: EngineDiagnostic) { take(diagnostic) }
}
