import ScrollEngine
import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import Analysis

/// Laws of settles, tried over gestures that reach the ends of the content or follow each other at once.
@Suite("laws of settles at the ends and of gestures without a pause")
struct EdgeLawTests {
  @Test(
    "random scenarios: the content rests where the release chose, and was let go when it was decided"
  )
  func restsAndTimes() throws {
    for seed in Cases.seeds() {
      let scenario = try EdgeScenario(seed: seed)
      let run = try RecordedRun(scenario.scene, scenario.script, scenario.configuration)
      let context: Comment = """
        seed \(seed): \(scenario.configuration.text)
        \(scenario.scriptText)
        """
      let reports = run.pass(SettlesAnalysis(scenario.configuration)).reports
      let main = scenario.scene.axes == .vertical ? Axis.vertical : .horizontal
      let decisions = run.settles.filter { $0.axis == main && !$0.isResize }
      let times = Set(decisions.map(\.time))
      #expect(times.isSubset(of: reports.map(\.release.time)), context)
      for decision in decisions {
        guard let report = reports.first(where: { $0.release.time == decision.time }) else {
          continue
        }
        #expect(report.configured == decision, context)
        guard report.ending == .rested else { continue }
        #expect((report.rest - decision.chosen).magnitude < 1e-6, context)
      }
      for report in reports { try check(report, context) }
    }
  }

  @Test(
    "random scenarios: settles are the same without a declared configuration, and consistent without phases"
  )
  func sparse() throws {
    for seed in Cases.seeds(from: 500_000) {
      let scenario = try EdgeScenario(seed: seed)
      var run = try RecordedRun(scenario.scene, scenario.script, scenario.configuration)
      run.settles = []
      let context: Comment = """
        seed \(seed): \(scenario.configuration.text)
        \(scenario.scriptText)
        """
      let told = run.pass(SettlesAnalysis(scenario.configuration)).reports
      let plain = run.pass(SettlesAnalysis()).reports
      #expect(told.map(\.release.time) == plain.map(\.release.time), context)
      #expect(told.map(\.rest) == plain.map(\.rest), context)
      #expect(told.map(\.ending) == plain.map(\.ending), context)
      let bare = run.withoutPhases.pass(SettlesAnalysis()).reports
      for report in told + plain + bare { try check(report, context) }
    }
  }

  /// The sentence, the candidates and their verdicts say the same.
  private func check(_ report: SettleReport, _ context: Comment) throws {
    let chosen = report.candidates.filter { $0.verdict == .chosen }
    let expected = report.candidates.filter { $0.verdict == .expected }
    #expect(chosen.count <= 1 && expected.count <= 1, context)
    guard let settle = report.configured, !settle.candidates.isEmpty,
      settle.rule != .leftAlone, settle.rule != .natural
    else {
      return
    }
    let pick = try #require(report.agrees == false ? expected.first : chosen.first, context)
    #expect(pick.candidate.id == settle.chosenID, context)
    if let id = settle.chosenID {
      #expect(report.sentence.contains("\(id.displayText) at "), context)
    } else if settle.clamp == .none {
      #expect((pick.candidate.offset - settle.chosen).magnitude <= report.tolerance, context)
    }
    #expect(expected.isEmpty == (report.agrees != false), context)
    guard report.agrees == false else { return }
    #expect(report.sentence.contains("the recording chose"), context)
    if let there = chosen.first?.candidate {
      #expect((there.offset - report.rest).magnitude <= report.tolerance, context)
    }
  }
}
