public import Analysis
public import Replay
public import ScrollModel

/// Lets an analysis look on while a replay runs.
public struct AnalysisObserver<SomeAnalysis: OutcomeAnalysis>: ReplayObserver {
  /// The analysis and what is known while it runs.
  public private(set) var pass: AnalysisDriver<SomeAnalysis>

  /// The call at the mount tells no change, and is left out.
  public static var followsMount: Bool { false }

  private let hasLayouts: Bool

  /// Creates an observer of a trace, whose frames move along an axis.
  public init(
    _ analysis: SomeAnalysis, of information: TraceInformation, hasLayouts: Bool, moved: Axis? = nil
  ) {
    pass = AnalysisDriver(analysis, of: information, moved: moved)
    self.hasLayouts = hasLayouts
  }

  /// Hands an event to the analysis.
  ///
  /// A size of the content that only frames tell drives a replay as a layout without targets. It is not
  /// known that there are none, and the replay's frames say the size.
  public mutating func take(_ event: TraceEvent, at time: TraceTime) {
    if !hasLayouts, case .input(.layout) = event { return }
    if case .observation(.phase(let change)) = event, change.old == change.new { return }
    pass.take(event, at: time)
  }

  /// Hands a decision to the analysis.
  public mutating func take(_ settle: Settle) { pass.take(settle) }
  /// Hands a transition to the analysis.
  public mutating func take(_ transition: TransitionOutcome) { pass.take(transition) }
  /// Hands a diagnostic to the analysis.
  public mutating func take(_ diagnostic: EngineDiagnostic) { pass.take(diagnostic) }

  /// Ends the analysis and returns it.
  public mutating func finish(at end: TraceTime) -> SomeAnalysis {
    pass.finish(at: end)
    return pass.analysis
  }
}
