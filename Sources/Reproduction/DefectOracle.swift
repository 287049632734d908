public import Analysis
import Diagnosis
public import Replay
public import ScrollModel
import TraceStore
public import Triage

/// Decides whether a trace has a defect.
public struct DefectOracle {
  /// The defect.
  public let defect: Defect
  private let scratch: ScratchStore
  private let registry: BehaviorRegistry
  private let options: FindingOptions

  /// Creates an oracle that analyzes traces in a scratch store.
  public init(
    _ defect: Defect, _ scratch: ScratchStore, _ registry: BehaviorRegistry,
    options: FindingOptions = FindingOptions()
  ) {
    self.defect = defect
    self.scratch = scratch
    self.registry = registry
    self.options = options
  }

  /// Whether the trace of a source has the defect; false if it cannot be created.
  public func isShown(by source: some TraceSource) throws -> Bool {
    let outcome: Outcome?
    do {
      outcome = try scratch.put(source)
    } catch let error as StoreError where error.kind != .invalid {
      throw error
    } catch {
      return false
    }
    return try outcome.map { try isShown(by: $0) } ?? false
  }

  /// Whether a trace of a store has the defect, under its declared configuration.
  public func isShown(by outcome: Outcome) throws -> Bool {
    let declared = outcome.trace.information.declaredConfiguration
      .flatMap { try? Configuration(text: $0) }
    switch defect {
    case .cause:
      let diagnosis = try Diagnoser(
        outcome, declared: declared, registry, options: options
      ).diagnose()
      return Defect(diagnosis) == defect
    case .finding(let detector, let structure, let severity):
      return try outcome.findings(under: declared, registry, options: options).contains {
        $0.detector == detector && $0.structure == structure && $0.severity >= severity
      }
    case .divergence(let kind, let viewState):
      guard let declared, let first = try Self.divergences(of: outcome, declared, registry).first
      else { return false }
      return first.kind == kind && first.onset.stage == viewState
    }
  }

  /// The differences between a recording and its replay under a configuration, the worst first.
  public static func divergences(
    of outcome: Outcome, _ configuration: Configuration, _ registry: BehaviorRegistry
  ) throws -> [Divergence] {
    let contents = try outcome.store.contents(of: outcome.trace.id)
    guard
      let plan = try? ReplayPlan(
        configuration, of: outcome.trace.information, contents,
        behavior: registry.behavior(of: configuration))
    else { return [] }
    let replay = RecordingReplay(
      plan, tolerance: try Tolerance(of: outcome.trace, in: outcome.store),
      recorded: outcome.trace.digests?.observations)
    try outcome.store.replay(outcome.trace.id) { replay.take($0) }
    return (replay.finish().comparison?.divergences ?? []).filter { $0.verdict != .invisible }
  }
}

@available(*, unavailable) extension DefectOracle: Sendable {}
