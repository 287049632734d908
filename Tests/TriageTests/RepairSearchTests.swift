import Analysis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore

@testable import Triage

@Suite("the search for repairs")
struct RepairSearchTests {
  /// A column of rows of one length.
  private static func rows(_ count: Int, of length: Double) -> SceneFile {
    SceneFile(
      name: "rows", container: Size(width: 390, height: 600),
      content: .generated(
        SceneFile.ItemRule(
          count: count, ids: .integers(first: 0), size: .same(.length(length)))))
  }

  @Test("an unreadable store is not reported as an unreplayable trace")
  func unreadable() throws {
    let scene = Self.rows(9, of: 100)
    let simulation = ObservedSimulation(
      try Simulator(scene: scene, script: try GestureScript("fling up 900\nwait 1s")),
      configuration: Configuration())
    let shelf = try TraceShelf()
    let outcome = try shelf.outcome(of: Recording(simulation))
    var search = RepairSearch(
      outcome.trace, in: outcome.store, configuration: Configuration(),
      registry: BehaviorRegistry())
    let place = FindingLocation(start: .zero, end: .zero)
    let finding = Finding("S00", .warning, at: place, "planted", edits: [.behavior(.paging)])
    // Damage by another process during the search.
    try outcome.store.close()
    #expect(throws: (any Error).self) { try search.triage(finding) }
  }

  /// The findings of a trace that the engine made, with their repairs.
  private func triaged(
    _ scene: SceneFile, _ script: String, _ configuration: String
  ) throws -> [TriagedFinding] {
    let configuration = try Configuration(text: configuration)
    let simulation = ObservedSimulation(
      try Simulator(scene: scene, script: try GestureScript(script)), configuration: configuration)
    let outcome = try TraceShelf().outcome(of: Recording(simulation))
    let registry = BehaviorRegistry()
    var search = RepairSearch(
      outcome.trace, in: outcome.store, configuration: configuration, registry: registry)
    return try outcome.findings(under: configuration, registry).map { try search.triage($0) }
  }

  /// The text for a finding that no change fixes, which states how many were tried.
  private static func nothing(among count: Int) -> String {
    switch count {
    case 0: "No configuration change is known to fix this; none was tried."
    case 1: "The configuration change that was tried does not fix this."
    default: "None of the \(count) configuration changes that were tried fixes this."
    }
  }

  /// A column whose last screens are empty.
  private static var sparse: SceneFile {
    var scene = Self.rows(12, of: 100)
    scene.stack.padding = Insets(top: 0, left: 0, bottom: 3000, right: 0)
    return scene
  }

  @Test(
    "S28: a view configured to open at its end is not repaired by opening at its start",
    arguments: ["default-anchor: bottom", "initial-offset-anchor: bottom"])
  func opening(configuration: String) throws {
    let found = try triaged(Self.sparse, "wait 1s", configuration)
    let empty = try #require(found.first { $0.finding.detector == "S28" })
    #expect(empty.triedCount > 0)
    #expect(empty.repair == nil)
    #expect(empty.obstacle == Self.nothing(among: empty.triedCount))
  }

  @Test("S28: the opening offset before the content disappeared is kept")
  func openedElsewhere() throws {
    let found = try triaged(
      Self.sparse, "wait 500ms\nscroll to point 0,3000 via offset\nwait 1s", "profile: ios18")
    let empty = try #require(found.first { $0.finding.detector == "S28" })
    #expect(empty.repair == nil)
    #expect(empty.obstacle == Self.nothing(among: empty.triedCount))
  }

  @Test("L07: many targets do not justify turning alignment off")
  func manyTargets() throws {
    let scene = Self.rows(1200, of: 100)
    let found = try triaged(scene, "fling up 900\nwait 2s", "behavior: view-aligned(limit: never)")
    let many = try #require(found.first { $0.finding.detector == "L07" })
    #expect(many.repair == nil)
    #expect(many.obstacle == Self.nothing(among: many.triedCount))
  }

  @Test("content that a finger caught before the defect may come to rest under the repair")
  func caughtBefore() throws {
    let scene = Self.rows(60, of: 250)
    let found = try triaged(
      scene, "fling up 2000\nwait 1600ms\nfling up 2000\nwait 6s",
      "profile: ios26, behavior: view-aligned(limit: always-by-one), target-layout: off")
    let off = try #require(found.first { $0.finding.detector == "S01" })
    #expect(off.finding.count == 1 && off.repair == "target-layout: default")
  }

  @Test("a change that moves rests before the defect is no repair")
  func restsBefore() throws {
    let scene = Self.rows(60, of: 250)
    let configuration = try Configuration(text: "behavior: view-aligned(limit: never)")
    let script = "wait 200ms\nfling up 900\nwait 2s\nfling up 1400\nwait 2s"
    let simulation = ObservedSimulation(
      try Simulator(scene: scene, script: try GestureScript(script)), configuration: configuration)
    let outcome = try TraceShelf().outcome(of: Recording(simulation))
    let contents = try outcome.store.contents(of: outcome.trace.id)
    func purpose(_ configuration: Configuration, _ place: FindingLocation) throws -> Purpose {
      try Purpose(
        of: ReplayPlan(configuration, of: outcome.trace.information, contents), outcome.trace,
        in: outcome.store, beside: [place])
    }
    var other = configuration
    other.behavior = .interval(330)
    let end = TraceTime(nanoseconds: 60_000_000_000)
    for (start, isKept) in [(0, true), (100_000_000, true), (2_000_000_000, false)] {
      let place = FindingLocation(start: TraceTime(nanoseconds: Int64(start)), end: end)
      let kept = try purpose(configuration, place).isKept(by: purpose(other, place))
      #expect(kept == isKept, "from \(start) on")
    }
  }
}
