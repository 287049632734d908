import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore

@testable import Replay

@Suite("cells that share one replay")
struct SharedReplayTests {
  /// The part of a cell that people see.
  private struct Seen: Equatable {
    let configuration: Configuration?
    let tally: ReplaySummary?
    let phaseChanges: Int64?
    let comparison: Comparison?
    let obstacle: String?

    init(_ cell: MatrixCell) {
      configuration = cell.result?.plan.configuration
      tally = cell.result?.tally
      phaseChanges = cell.result?.tally.phaseChanges
      comparison = cell.result?.comparison
      obstacle = cell.obstacle ?? cell.result?.obstacle
    }
  }

  private static func cells(_ base: String) throws -> [NamedConfiguration] {
    // The laws of motion, which differ from iOS 26 on, are the same in all cells.
    let laws = "fling-distance: stepped, edge-return: pull"
    return try ConfigurationMatrix(
      base: base.isEmpty ? laws : "\(base), \(laws)",
      dimensions: [
        .init("behavior", ["none", "paging", "view-aligned", "interval(200)"]),
        .init("profile", ["ios18", "ios17", "ios26"]),
        .init("point-origin", ["content-offset", "inset-rest"]),
      ]
    ).cells()
  }

  /// Cells that differ in how they use the area inside the insets.
  private static func insetCells() throws -> [NamedConfiguration] {
    try ConfigurationMatrix(
      base: "view-visibility: 0.5, "
        + "transition: sides(top-leading: interactive(ease-in-out, visible(1)))",
      dimensions: [
        .init("page-length", ["frame", "container"]),
        .init("container-size", ["excludes-insets", "includes-insets"]),
        .init("visibility-viewport", ["visible-rect", "unobscured"]),
        .init("transition-viewport", ["visible-rect", "unobscured"]),
        .init("behavior", ["none", "paging"]),
        .init("margins", ["insets()", "insets(top: 8, bottom: 30)"]),
      ]
    ).cells()
  }

  @Test("each cell has the same result as its own replay", arguments: Cases.seeds(oneIn: 10))
  func alone(seed: UInt64) throws {
    let folder = try TemporaryDirectory()
    let scenario = try RandomScenario(seed: seed)
    let recordings = try Recordings([try scenario.simulation(seed: seed)], in: folder)
    let record = try #require(try recordings.store.traces().first)
    let matrices = [
      try Self.cells("target-visibility: 0.5"),
      try Self.cells("position: id, view-visibility: 0.3"), try Self.insetCells(),
    ]
    for cells in matrices {
      let together = try MatrixRunner().run(cells, of: record, in: recordings.store)
      for (cell, shared) in zip(cells, together.cells) {
        let alone = try MatrixRunner().run([cell], of: record, in: recordings.store).cells[0]
        #expect(Seen(shared) == Seen(alone), "seed \(seed): \(cell.configuration.text)")
      }
    }
    try recordings.store.close()
  }

  private static func shares(_ base: String, _ contents: TraceContents) throws -> SharedReplays {
    var shared = SharedReplays(followsMount: false)
    for (index, cell) in try cells(base).enumerated() {
      let plan = try ReplayPlan(
        cell.configuration, of: TraceInformation(name: "feed"), contents)
      shared.add(index, plan)
    }
    return shared
  }

  @Test("settings that only affect commands do not separate cells of a trace without commands")
  func programs() throws {
    var contents = TraceContents()
    contents.containersGiveSize = true
    contents.hasTouches = true
    #expect(try Self.shares("", contents).shares.count == 4)
    #expect(try Self.shares("position: id", contents).shares.count > 5)
    contents.hasCommands = true
    #expect(try Self.shares("", contents).shares.count == 16)
  }

  @Test("settings that only affect insets do not separate cells of a trace without insets")
  func insets() throws {
    var contents = TraceContents()
    contents.containersGiveSize = true
    contents.hasTouches = true
    #expect(try Self.shares("", contents).shares.count == 4)
    // Under iOS 26, pages are as long as the area inside the insets.
    #expect(try Self.shares("margins: insets(bottom: 34)", contents).shares.count == 5)
    contents.containersHaveInsets = true
    #expect(try Self.shares("", contents).shares.count == 5)
    contents.containersHaveInsets = false
    contents.framesGiveInsets = true
    #expect(try Self.shares("", contents).shares.count == 5)
  }

  @Test(
    "a shared replay calls at the mount if a cell does, and observers of the call share none"
  )
  func mount() throws {
    var contents = TraceContents()
    contents.containersGiveSize = true
    contents.hasTouches = true
    let first = try #require(try Self.shares("", contents).shares.first)
    #expect(first.cells == [0, 1, 2, 3, 4, 5] && first.silent == [2, 3])
    #expect(first.isMixed && first.leader == 0)
    var apart = SharedReplays(followsMount: true)
    for (index, cell) in try Self.cells("").enumerated() {
      apart.add(
        index, try ReplayPlan(cell.configuration, of: TraceInformation(name: "feed"), contents))
    }
    #expect(apart.shares.count == 8 && apart.shares.allSatisfy { !$0.isMixed })
  }

  @Test("a custom behavior is replayed for each cell")
  func custom() throws {
    var contents = TraceContents()
    contents.containersGiveSize = true
    var configuration = Configuration()
    configuration.behavior = .custom("tenth")
    var shared = SharedReplays(followsMount: false)
    for cell in 0..<2 {
      shared.add(
        cell,
        try ReplayPlan(
          configuration, of: TraceInformation(name: "feed"), contents, behavior: TenthOfSecond()))
    }
    #expect(shared.shares.count == 2)
  }

  @Test("a replay does not depend on the size of its batches", arguments: Cases.seeds(oneIn: 10))
  func batches(seed: UInt64) throws {
    let scenario = try RandomScenario(seed: seed)
    let session = try Session(try scenario.simulation(seed: seed))
    for text in ["", "target-visibility: 0.5, behavior: paging", scenario.configuration.text] {
      let configuration = try Configuration(text: text)
      let whole = try Self.replay(session, configuration, by: .max, NoObserver())
      for size in [1, 2, 7, 100] {
        let cut = try Self.replay(session, configuration, by: size, NoObserver())
        #expect(cut.tally == whole.tally && cut.comparison == whole.comparison, "\(size): \(text)")
      }
      // An observer of fingers receives them one by one.
      let looked = try Self.replay(session, configuration, by: 100, RecordedOutcome())
      #expect(looked.tally == whole.tally && looked.comparison == whole.comparison, "\(text)")
    }
  }

  @Test("deferred comparisons of frames equal immediate ones", arguments: Cases.seeds(oneIn: 10))
  func portions(seed: UInt64) throws {
    let scenario = try RandomScenario(seed: seed)
    let session = try Session(try scenario.simulation(seed: seed))
    for text in [
      "", "behavior: paging, view-visibility: 0.5",
      "behavior: interval(70), target-visibility: 0.5", "position: id, target-visibility: 0.3",
    ] {
      let configuration = try Configuration(text: text)
      let usual = try Self.replay(session, configuration, by: .max, NoObserver())
      let atOnce = try Self.replay(session, configuration, by: .max, NoObserver(), portion: 1)
      #expect(usual.comparison == atOnce.comparison, "seed \(seed): \(text)")
    }
  }

  private static func replay(
    _ session: Session, _ configuration: Configuration, by size: Int,
    _ observer: some ReplayObserver, portion: Int? = nil
  ) throws -> ReplayResult {
    let run = RecordingReplay(
      try session.plan(configuration), tolerance: .standard, recorded: nil,
      listener: ObserverBox(observer))
    if let portion { run.compare(inPortionsOf: portion) }
    var rest = session.batch.events[...]
    while !rest.isEmpty {
      run.take(EventBatch(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return run.finish()
  }
}
