public import Analysis
public import Replay
public import ScrollModel
import TraceStore

extension Outcome {
  /// Returns all findings: defects, and lints of the trace and of the configuration.
  ///
  /// A replay has its own decisions. In a recording, each release is reevaluated under the
  /// configuration and the choices are compared; without one, only the resting positions are
  /// checked.
  public func findings(
    under configuration: Configuration?, _ registry: BehaviorRegistry,
    options: FindingOptions = FindingOptions(), progress: (Int64) throws -> Void = { _ in }
  ) throws -> [Finding] {
    let looking = AnalysisPair(
      AnalysisPair(
        FindingsAnalysis(configuration, options: options),
        TraceLint(configuration, options: options)),
      configuration.map { ConfigurationLint($0) })
    let done: AnalysisPair<AnalysisPair<FindingsAnalysis, TraceLint>, ConfigurationLint?>
    if let decisions = try decisions(under: configuration, registry) {
      done = try analyze(looking, with: decisions, progress)
    } else {
      done = try analyze(looking, progress: progress)
    }
    let all =
      done.first.first.findings + done.first.second.findings + (done.second?.findings ?? [])
    guard all.contains(where: { $0.detector == "S24" }),
      try store.contents(of: trace.id).nested?.sharesTouches ?? false
    else { return all }
    // A finger over nested views moves one of them; the diagnosis decides whether it is the right
    // one.
    return all.filter { $0.detector != "S24" }
  }

  /// The reason why the engine cannot reevaluate releases under a configuration or search for
  /// fixes; nil if it can, or without a configuration.
  ///
  /// Findings that need neither are still computed.
  public func obstacle(
    under configuration: Configuration?, _ registry: BehaviorRegistry
  ) throws -> ReplayError? {
    guard plan == nil, let configuration else { return nil }
    let contents = try store.contents(of: trace.id)
    do {
      _ = try ReplayPlan(
        configuration, of: trace.information, contents,
        behavior: registry.behavior(of: configuration))
      return nil
    } catch {
      return error
    }
  }

  /// The decisions of a configuration about the recorded releases; nil if none can be computed.
  private func decisions(
    under configuration: Configuration?, _ registry: BehaviorRegistry
  ) throws -> ReleaseDecisions? {
    guard plan == nil, let configuration, !configuration.behavior.isNone else { return nil }
    let contents = try store.contents(of: trace.id)
    guard contents.hasFrames,
      let plan = try? ReplayPlan(
        configuration, of: trace.information, contents, drive: .offset,
        behavior: registry.behavior(of: configuration)),
      plan.tellsChoices
    else { return nil }
    let settles = try analyze(SettlesAnalysis(configuration)).reports
    return settles.isEmpty ? nil : ReleaseDecisions(of: settles, plan)
  }

  /// Runs an analysis over the recording, with a decision after each release.
  private func analyze<SomeAnalysis: OutcomeAnalysis>(
    _ analysis: SomeAnalysis, with decisions: ReleaseDecisions, _ progress: (Int64) throws -> Void
  ) throws -> SomeAnalysis {
    var decisions = decisions
    var pass = AnalysisDriver(
      analysis, of: trace.information, moved: try movedAxis(),
      noise: try store.restNoise(of: trace))
    var end = TraceTime.zero
    var count: Int64 = 0
    try store.replay(trace.id) { batch in
      for (time, event) in batch.events {
        decisions.decide(before: time) { pass.take($0) }
        decisions.take(event, at: time)
        pass.take(event, at: time)
        end = time
      }
      count += Int64(batch.events.count)
      try progress(count)
    }
    decisions.decide(before: nil) { pass.take($0) }
    pass.finish(at: end)
    return pass.analysis
  }
}
