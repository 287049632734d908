public import Analysis
public import Replay
public import ScrollModel

/// Runs an analysis during a replay.
public struct AnalysisObserver<SomeAnalysis: OutcomeAnalysis>: ReplayObserver {
  /// The analysis and its view state.
  public private(set) var pass: AnalysisDriver<SomeAnalysis>

  /// The initial phase callback is no change, so it is not needed.
  public static var followsMount: Bool { false }

  private let hasLayouts: Bool

  /// Creates an observer of a trace, whose frames move along an axis.
  public init(
    _ analysis: SomeAnalysis, of information: TraceInformation, hasLayouts: Bool, moved: Axis? = nil
  ) {
    pass = AnalysisDriver(analysis, of: information, moved: moved)
    self.hasLayouts = hasLayouts
  }

  /// Passes an event to the analysis.
  ///
  /// A content size known only from frames drives a replay as a layout without targets. Its lack of
  /// targets is not evidence, and the replay's frames contain the size, so it is not passed on.
  public mutating func take(_ event: TraceEvent, at time: TraceTime) {
    if !hasLayouts, case .input(.layout) = event { return }
    if case .observation(.phase(let change)) = event, change.old == change.new { return }
    pass.take(event, at: time)
  }

  /// Passes a decision to the analysis.
  public mutating func take(_ settle: Settle) { pass.take(settle) }
  /// Passes a transition to the analysis.
  public mutating func take(_ transition: TransitionOutcome) { pass.take(transition) }
  /// Passes a diagnostic to the analysis.
  public mutating func take(_ diagnostic: EngineDiagnostic) { pass.take(diagnostic) }

  /// Ends the analysis and returns it.
  public mutating func finish(at end: TraceTime) -> SomeAnalysis {
    pass.finish(at: end)
    return pass.analysis
  }
}
