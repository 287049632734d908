public import ScrollModel

/// One pass over an outcome: keeps the stage up to date and tells the analysis what happens on it.
///
///     var pass = AnalysisPass(AnalysisPair(impressions, smoothness), of: information)
///     for (time, event) in trace { pass.take(event, at: time) }
///     pass.finish()
///
/// A pass takes a recorded trace event by event. It is an `OutcomeConsumer` too, so that a replay can
/// push into it directly; the replay's inputs then have to be taken between the outcomes, in order.
public struct AnalysisPass<Analysis: OutcomeAnalysis> {
  /// What is known at the moment that the pass has reached.
  public private(set) var stage: Stage
  /// The analysis with what it found so far.
  public private(set) var analysis: Analysis

  /// Creates a pass over a trace with the given information, whose frames move along an axis.
  public init(
    _ analysis: Analysis, of information: TraceInformation? = nil, moved: Axis? = nil,
    noise: Double = 0
  ) {
    stage = Stage(information, moved: moved, noise: noise)
    self.analysis = analysis
  }

  /// Takes the next event of a trace.
  public mutating func take(_ event: TraceEvent, at time: TraceTime) {
    wait(until: time)
    stage.apply(event, at: time)
    analysis.take(event, at: time, on: stage)
  }

  /// Takes a decision about a rest.
  public mutating func take(_ settle: Settle) {
    wait(until: settle.time)
    analysis.take(settle, on: stage)
  }

  /// Takes a change of a view's transition phase.
  public mutating func take(_ change: TransitionOutcome) {
    wait(until: change.time)
    analysis.take(change, on: stage)
  }

  /// Takes a rest that was reached.
  public mutating func take(_ rest: RestOutcome) {
    wait(until: rest.time)
    analysis.take(rest, on: stage)
  }

  /// Takes what the engine has to say.
  public mutating func take(_ diagnostic: EngineDiagnostic) {
    wait(until: diagnostic.time)
    analysis.take(diagnostic, on: stage)
  }

  /// Lets time pass up to the moment of what comes next.
  private mutating func wait(until time: TraceTime) {
    guard time > stage.time else { return }
    analysis.wait(until: time, on: stage)
    stage.advance(to: time)
  }

  /// Ends the outcome, at its last event unless a later end is known.
  public mutating func finish(at end: TraceTime? = nil) {
    if let end { wait(until: end) }
    analysis.finish(at: stage.time, on: stage)
  }
}

extension AnalysisPass: Sendable where Analysis: Sendable {}

extension AnalysisPass: OutcomeConsumer {
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
