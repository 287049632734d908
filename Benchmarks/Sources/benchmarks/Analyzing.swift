import Analysis
import Replay
import ScrollModel
import TraceStore
import Triage

/// Every analysis of the tool in one pass.
private func everyAnalysis(_ configuration: Configuration) throws -> some OutcomeAnalysis {
  let settings = TransitionSettings(.interactive)
  let probe = ProbeAnalysis(try ProbeExpression("contentOffset.y > 1200"))
  return AnalysisPair(
    AnalysisPair(
      AnalysisPair(SettlesAnalysis(configuration), ImpressionAnalysis(.feedDefault)),
      AnalysisPair(SmoothnessAnalysis(), probe)),
    AnalysisPair(
      AnalysisPair(FindingsAnalysis(configuration), TransitionAnalysis(settings)),
      AnalysisPair(TraceLint(configuration), ConfigurationLint(configuration))))
}

/// Processor seconds to replay a store's trace with one analysis, reading included.
private func analyze<SomeAnalysis: OutcomeAnalysis>(
  _ path: String, _ configuration: Configuration, _ analysis: SomeAnalysis
) throws -> Double {
  try processorSeconds(of: {
    let (store, trace) = try openToRead(path)
    let plan = try ReplayPlan(
      configuration, of: trace.information, try store.contents(of: trace.id))
    _ = try Outcome(of: trace, in: store, plan: plan).analyze(analysis)
    try store.close()
  })
}

/// Processor seconds to replay a store's trace with every analysis.
func analyzeSession(_ path: String, _ configuration: Configuration) throws -> Double {
  try analyze(path, configuration, everyAnalysis(configuration))
}

/// The cost that all analyses together add to a replay of ten minutes at 120 Hz over 10,000
/// targets.
func measureAnalysis(_ settings: Settings) throws -> [Measure] {
  let scratch = try Scratch()
  let path = scratch.file("minutes.sqlite")
  let session = ScrollingSession(frames: settings.analyzedFrames, targets: 10_000)
  try session.write(to: path)
  let comparison = try Comparison.run(settings.rounds) {
    try analyzeSession(path, session.configuration)
  } baseline: {
    try analyze(path, session.configuration, NoAnalysis())
  }
  let (ours, replay) = (median(comparison.ours), median(comparison.baseline))
  return [
    Measure(
      name: "all analyses, time of the replay", value: comparison.ratio - 1, unit: "×",
      goal: .atMost(2),
      detail: "\(session.frames) frames, 10⁴ targets; replay \(decimal(replay)) s, "
        + "with all analyses \(decimal(ours)) s")
  ]
}

extension Settings {
  /// Frames of ten minutes at 120 Hz; few enough for both the short and the full run.
  fileprivate var analyzedFrames: Int { 72_000 }
}
