import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore
import Triage

@testable import Reproduction

@Suite("coverage of decisions")
struct CoverageTests {
  private static let configurations = [
    "profile: ios18", "behavior: paging", "behavior: view-aligned", "behavior: interval(180)",
    "behavior: view-aligned(limit: always-by-one, anchor: center)",
    "behavior: view-aligned(limit: never)", "behavior: view-aligned(limit: always-by-few)",
    "behavior: offsets([0, 250, 500, 750, 1000])", "profile: ios26, behavior: paging",
    "physics: android, behavior: view-aligned", "physics: flutter",
  ]

  @Test("COV-1: each uncovered decision gets a script, and its recording covers the decision")
  func scripts() throws {
    let (folder, shelf) = (try TemporaryDirectory(), try TraceShelf())
    let scratch = ScratchStore(in: folder.path)
    for text in Self.configurations {
      let configuration = try Configuration(text: text)
      // A recording in which nothing happens covers nothing.
      let idle = ScrollCase(
        scene: SceneFile(
          name: "idle", container: Size(width: 390, height: 600), content: .items([])),
        script: try GestureScript("wait 1s"), declared: configuration, ran: configuration)
      let (trace, store) = try shelf.put(idle.recording(isFixed: false))
      let report = try CoverageReport(
        [Outcome(of: trace, in: store)], under: configuration, scratch, BehaviorRegistry())
      #expect(report.reached.isEmpty, "\(text): \(report.reached)")
      let wanted = ScrollDecision.allCases.filter { $0.applies(to: configuration) }
      #expect(report.missing.map(\.decision) == wanted)
      for missing in report.missing {
        guard let example = missing.example else {
          Issue.record("\(text): nothing reaches \(missing.decision.rawValue)")
          continue
        }
        // The texts, as `simulate` parses them.
        let scene = try SceneFile(json: example.scene.json, name: "again")
        let script = try GestureScript(example.script.text)
        let (made, store) = try shelf.put(
          ObservedSimulation(
            try Simulator(scene: scene, script: script), configuration: configuration))
        let counted = try DecisionCounter(
          Outcome(of: made, in: store), configuration, BehaviorRegistry())
        #expect(
          counted.counts[missing.decision] != nil,
          "\(text): \(missing.decision.rawValue) by \(example.script.lines)")
      }
    }
  }
}
