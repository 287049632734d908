import ScrollEngine
import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import Analysis

/// Laws of settles, for random gestures that reach the ends of the content or follow each other at
/// once.
@Suite("laws of settles at ends and of gestures without a pause")
struct EdgeLawTests {
  @Test(
    "random scenarios: content rests at the chosen offset and is released at the decision"
  )
  func restsAndTimes() throws {
    // A program scrolls at the moment that a finger comes down, and ends its gesture.
    for seed in Array(Cases.seeds()) + [8392] {
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
      for (index, report) in reports.enumerated() where !times.contains(report.release.time) {
        #expect(Self.isStop(report, after: reports[..<index].last, scenario.configuration), context)
      }
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
    "random scenarios: settles need no declared configuration and are consistent without phases"
  )
  func sparse() throws {
    for seed in Array(Cases.seeds(from: 500_000)) + [504_970, 507_267] {
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
      let times = Set(plain.map(\.release.time))
      for index in bare.indices where !times.contains(bare[index].release.time) {
        // Only phases show that a program took over content that did not move under the finger.
        let isUnmoved = bare[index].release.startOffset == bare[index].release.offset
        #expect(isUnmoved || Self.isEarlyTouch(index, of: bare, besides: plain), context)
      }
      for report in told + plain + bare { try check(report, context) }
    }
  }

  /// Whether a release is that of a tap which stopped the content, and the engine had nothing to
  /// decide: no behavior chooses a rest, or the content was released at its rest.
  private static func isStop(
    _ report: SettleReport, after last: SettleReport?, _ configuration: Configuration
  ) -> Bool {
    guard report.release.isCatch, (report.rest - report.release.offset).magnitude < 1e-6 else {
      return false
    }
    return configuration.effectiveBehavior.isNone
      || last.map { (($0.configured?.chosen ?? $0.rest) - report.rest).magnitude <= $0.tolerance }
        ?? false
  }

  /// Whether a release belongs to a finger that came down too early to recognize the rest without
  /// phases: then the finger seems to have caught moving content.
  private static func isEarlyTouch(
    _ index: Int, of bare: [SettleReport], besides plain: [SettleReport]
  ) -> Bool {
    guard index > 0, bare[index].release.isCatch,
      bare[index - 1].ending == .caught || bare[index - 1].ending == .redirected
    else { return false }
    let caught = bare[index - 1].restTime
    let stirs = plain.map(\.restTime) + bare[..<index].map(\.release.time)
    return stirs.contains {
      $0 <= caught && caught.nanoseconds(since: $0) < GestureTracker.longStillness
    }
  }

  /// Checks that the sentence, the candidates and their verdicts agree.
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
