import Analysis
import Replay
import ScrollModel
import Simulation
import Testing
import TraceStore
import Triage

@Suite("the search for repairs")
struct RepairSearchTests {
  @Test("a store that cannot be read is no trace that cannot be replayed")
  func unreadable() throws {
    let scene = SceneFile(
      name: "list", container: Size(width: 390, height: 600),
      content: .generated(
        SceneFile.ItemRule(count: 9, ids: .integers(first: 0), size: .same(.length(100)))))
    let simulation = ObservedSimulation(
      try Simulator(scene: scene, script: try GestureScript("fling up 900\nwait 1s")),
      configuration: Configuration())
    let shelf = try Shelf()
    let outcome = try shelf.outcome(of: Recording(simulation))
    var search = RepairSearch(
      outcome.trace, in: outcome.store, configuration: Configuration(),
      registry: BehaviorRegistry())
    let place = FindingPlace(start: .zero, end: .zero)
    let finding = Finding("S00", .warning, at: place, "planted", edits: [.behavior(.paging)])
    // Somebody else's damage while the search is under way.
    try outcome.store.close()
    #expect(throws: (any Error).self) { try search.triage(finding) }
  }
}
