import Analysis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import Triage

/// Releases at the ends and of gestures without a pause are re-evaluated to the recorded decision.
@Suite("re-evaluated releases at the ends")
struct EdgeDecisionTests {
  /// The re-evaluated decisions of the recorded releases of a scenario.
  private static func reports(_ scenario: EdgeScenario, _ seed: UInt64) throws -> [SettleReport] {
    let recording = try Recording(try scenario.simulation(seed: seed))
    let outcome = try TraceShelf().outcome(of: recording)
    let found = try outcome.analyze(SettlesAnalysis(scenario.configuration)).reports
    return try outcome.redecided(found, under: scenario.configuration, BehaviorRegistry())
  }

  @Test("random scenarios: the declared configuration decides the recorded rest")
  func agreement() throws {
    // In 700206 a page turn depends on the finger's movement after the last frame, in 700027 on
    // whether Chromium waits before the fling's first step.
    for seed in Array(Cases.seeds(oneIn: 4, from: 700_000)) + [700_206, 700_027] {
      let scenario = try EdgeScenario(seed: seed)
      for report in try Self.reports(scenario, seed) {
        #expect(
          report.agrees != false,
          """
          seed \(seed): \(scenario.configuration.text)
          \(scenario.scriptText)
          \(report.number): \(report.sentence)
          """)
      }
    }
  }
}
