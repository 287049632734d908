public import ScrollModel

/// Drives an analysis over an outcome and keeps its view state up to date.
///
///     var pass = AnalysisDriver(AnalysisPair(impressions, smoothness), of: information)
///     for (time, event) in trace { pass.take(event, at: time) }
///     pass.finish()
///
/// A driver handles a recorded trace event by event. It is also an `OutcomeConsumer` for a replay;
/// the replay's inputs must then be passed between the outcomes, in order.
public struct AnalysisDriver<Analysis: OutcomeAnalysis> {
  /// The view state at the current time.
  public private(set) var viewState: ViewState
  /// The analysis with its results so far.
  public private(set) var analysis: Analysis

  /// Creates a driver for a trace with the given information and axis of movement.
  public init(
    _ analysis: Analysis, of information: TraceInformation? = nil, moved: Axis? = nil,
    noise: Double = 0
  ) {
    viewState = ViewState(information, moved: moved, noise: noise)
    self.analysis = analysis
  }

  /// Handles the next event of a trace.
  public mutating func take(_ event: TraceEvent, at time: TraceTime) {
    wait(until: time)
    viewState.apply(event, at: time)
    analysis.take(event, at: time, on: viewState)
  }

  /// Handles a decision about a resting offset.
  public mutating func take(_ settle: Settle) {
    wait(until: settle.time)
    analysis.take(settle, on: viewState)
  }

  /// Handles a change of a view's transition phase.
  public mutating func take(_ change: TransitionOutcome) {
    wait(until: change.time)
    analysis.take(change, on: viewState)
  }

  /// Handles the end of a motion.
  public mutating func take(_ rest: RestOutcome) {
    wait(until: rest.time)
    analysis.take(rest, on: viewState)
  }

  /// Handles a diagnostic of the engine.
  public mutating func take(_ diagnostic: EngineDiagnostic) {
    wait(until: diagnostic.time)
    analysis.take(diagnostic, on: viewState)
  }

  /// Advances the time up to the next event.
  private mutating func wait(until time: TraceTime) {
    guard time > viewState.time else { return }
    analysis.wait(until: time, on: viewState)
    viewState.advance(to: time)
  }

  /// Ends the outcome at its last event, or at a given later time.
  public mutating func finish(at end: TraceTime? = nil) {
    if let end { wait(until: end) }
    analysis.finish(at: viewState.time, on: viewState)
  }
}

extension AnalysisDriver: Sendable where Analysis: Sendable {}

extension AnalysisDriver: OutcomeConsumer {
  /// Handles a frame of a replay.
  public mutating func consume(_ frame: OutcomeFrame) {
    let size = frame.geometry.visibleRect.size
    take(.observation(.frame(frame.geometryFrame(frameSize: size))), at: frame.time)
  }

  /// Handles a phase change of a replay.
  public mutating func consume(_ change: PhaseOutcome) {
    let event = PhaseChange(old: change.old, new: change.new, velocity: change.velocity)
    take(.observation(.phase(event)), at: change.time)
  }

  /// Handles a change of the position of a replay.
  public mutating func consume(_ change: PositionOutcome) {
    let report = PositionReport(id: change.id, isPositionedByUser: change.isPositionedByUser)
    take(.observation(.position(report)), at: change.time)
  }

  /// Handles a change of visibility of a replay.
  public mutating func consume(_ change: VisibilityOutcome) {
    let event = VisibilityEvent(
      id: change.id, isVisible: change.isVisible, fraction: change.fraction)
    take(.observation(.visibility(event)), at: change.time)
  }

  /// Handles a visible set of a replay.
  public mutating func consume(_ set: VisibleSetOutcome) {
    take(.observation(.visibleSet(VisibleSet(ids: set.ids))), at: set.time)
  }

  /// Handles a transition of a replay.
  public mutating func consume(_ change: TransitionOutcome) { take(change) }
  /// Handles a decision of a replay.
  public mutating func consume(_ settle: Settle) { take(settle) }
  /// Handles the end of a motion of a replay.
  public mutating func consume(_ rest: RestOutcome) { take(rest) }
  /// Handles a diagnostic of a replay.
  public mutating func consume(_ diagnostic: EngineDiagnostic) { take(diagnostic) }
}
