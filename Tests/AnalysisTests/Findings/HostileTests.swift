import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import Analysis

@Suite("hostile streams")
struct HostileFindingTests {
  static let configurations = [
    "", "behavior: paging, position: id",
    "behavior: interval(0.001), position: value(type: string)",
    "behavior: view-aligned(limit: always-by-one, anchor: trailing), view-visibility: 0.5",
    "behavior: offsets([0, 1e9, -5]), target-visibility: 1, default-anchor: bottom",
  ]

  @Test("no stream of legal events makes a detector trap", arguments: configurations)
  func legal(_ text: String) throws {
    let configuration = try Configuration(text: text)
    var options = FindingOptions()
    options.minimumViewTime = 100
    options.effectTravel = -40
    for seed in Cases.seeds() {
      var random = RandomTraces(seed: seed)
      let trace = random.trace(events: 300)
      var pass = AnalysisDriver(
        AnalysisPair(
          FindingsAnalysis(configuration, options: options),
          AnalysisPair(TraceLint(configuration), ConfigurationLint(configuration))),
        of: trace.information)
      for (time, event) in trace.events { pass.take(event, at: time) }
      pass.finish()
      for finding in pass.analysis.first.findings {
        #expect(finding.fingerprint.utf8.count == 16 && !finding.message.isEmpty)
      }
    }
  }

  @Test("values that are not numbers do not crash a detector")
  func impossible() throws {
    let configuration = try Configuration(text: "behavior: paging")
    let size = Size(width: .nan, height: .infinity)
    var pass = AnalysisDriver(FindingsAnalysis(configuration))
    for (index, y) in [0, .nan, 1e308, -.infinity, 5, .nan].enumerated() {
      let phase: ScrollPhase = index % 2 == 0 ? .decelerating : .idle
      pass.take(frame(y, phase, container: size, content: size), at: milliseconds(index * 16))
      pass.take(touch(1, index % 2 == 0 ? .began : .ended, y: y), at: milliseconds(index * 16))
    }
    pass.finish()
  }

  @Test("the same stream gives the same findings, and inputs between frames change nothing")
  func determinism() throws {
    for seed in Cases.seeds(oneIn: 10) {
      let healthy = try HealthyScenario(seed: seed)
      var run = try RecordedRun(healthy)
      run.events = InjectedFault(.moveRest, gesture: 1, amount: 31).applied(to: run.events)
      let first = run.pass(FindingsAnalysis(healthy.configuration))
      let second = run.pass(FindingsAnalysis(healthy.configuration))
      #expect(first.findings == second.findings)
      #expect(first.settles.reports == second.settles.reports)
    }
  }
}
