import Analysis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore
import Triage

@Suite("counterfactuals")
struct CounterfactualTests {
  /// Equal rows that align with the top, and one fling from the first of them.
  private struct Rows {
    var length: Double
    var spacing: Double
    let speed: Int
    let limit: ViewAlignedLimit
    let count = 60

    init(seed: UInt64) {
      var generator = SeededGenerator(seed: seed, stream: 0xCF)
      length = Double(generator.int(in: 40...220))
      spacing = Double(generator.int(in: 0...24))
      speed = 10 * generator.int(in: 20...260)
      limit = [.never, .alwaysByFew, .never][generator.int(in: 0...2)]
    }

    var configuration: Configuration {
      var configuration = Configuration(.ios18)
      configuration.behavior = .viewAligned(limit: limit, anchor: nil)
      return configuration
    }

    func simulation() throws -> ObservedSimulation {
      var scene = SceneFile(
        name: "rows", container: Size(width: 390, height: 400),
        content: .items(
          (0..<count).map { SceneFile.Item(id: TargetID(Int64($0)), size: .length(length)) }))
      scene.stack.spacing = spacing
      return ObservedSimulation(
        try Simulator(
          scene: scene, script: try GestureScript("fling up \(speed)\nwait 6s")),
        configuration: configuration)
    }

    /// The rest of the whole scroll, simulated from its beginning.
    func rest() throws -> Double {
      var sink = CollectingSink()
      try simulation().send(to: &sink)
      var rest = 0.0
      for case .observation(.frame(let frame)) in sink.traces[0].events { rest = frame.offset.y }
      return rest
    }

    /// The row that is aligned at an offset; nil between rows, as at the end of the content.
    func row(at offset: Double) -> Int? {
      let row = (offset / (length + spacing)).rounded()
      return (row * (length + spacing) - offset).magnitude < 0.01 ? Int(row) : nil
    }
  }

  private func counterfactuals(
    _ rows: Rows, _ shelf: TraceShelf
  ) throws -> (SettleReport, [Counterfactual])? {
    let (trace, store) = try shelf.put(rows.simulation())
    let outcome = Outcome(of: trace, in: store)
    let reports = try outcome.redecided(
      outcome.analyze(SettlesAnalysis(rows.configuration)).reports, under: rows.configuration,
      BehaviorRegistry())
    let found = try outcome.counterfactuals(
      of: reports, under: rows.configuration, BehaviorRegistry())
    guard let report = reports.first, let changes = found.first ?? nil else { return nil }
    return (report, changes)
  }

  @Test("CF-1: other lengths and spacings change the chosen target exactly at the reported values")
  func layouts() throws {
    let shelf = try TraceShelf()
    var turns = 0
    for seed in Cases.seeds() {
      let rows = Rows(seed: seed)
      guard let (_, changes) = try counterfactuals(rows, shelf) else { continue }
      let row = try rows.row(at: rows.rest())
      for change in changes {
        for case let turn? in [change.less, change.more] {
          var (other, same) = (rows, rows)
          switch change.quantity {
          case .itemLength:
            other.length += turn.turns
            same.length += turn.stays
          case .spacing:
            other.spacing += turn.turns
            same.spacing += turn.stays
          case .offset, .velocity, .inset, .time: continue
          }
          turns += 1
          // Between two targets there may be lengths at which the content rests at its end.
          let before = try same.row(at: same.rest())
          #expect(before == row || before == nil, "seed \(seed): \(change)")
          let rest = try other.rest()
          #expect(other.row(at: rest) != row, "seed \(seed): \(change)")
          #expect((rest - turn.rest).magnitude < 0.01, "seed \(seed): \(change)")
        }
      }
    }
    #expect(turns > Cases.count / 4)
  }

  @Test("CF-2: no smaller change of offset or velocity changes the target, and the margin agrees")
  func releases() throws {
    let shelf = try TraceShelf()
    var margins = 0
    for seed in Cases.seeds(oneIn: 2) {
      let rows = Rows(seed: seed)
      guard let (report, changes) = try counterfactuals(rows, shelf),
        let decided = report.configured
      else { continue }
      let pitch = rows.length + rows.spacing
      for change in changes where change.quantity == .offset {
        // The content would rest at the nearest row; the first and the last row have a bound.
        guard decided.rule == .nearest, let less = change.less, let more = change.more,
          let margin = report.flipMargin
        else { continue }
        margins += 1
        // After a release past the start, the proposal is the start, not the deceleration's end.
        guard report.release.offset + less.turns >= 0 else { continue }
        #expect((min(-less.turns, more.turns) - margin).magnitude < 0.001, "seed \(seed)")
        guard rows.limit == .never else { continue }
        #expect((more.turns - less.turns - pitch).magnitude < 0.001, "seed \(seed)")
        #expect(less.stays - less.turns < 2e-6 && more.turns - more.stays < 2e-6)
      }
      for change in changes where change.quantity == .velocity {
        guard decided.rule == .nearest, let more = change.more, let less = change.less else {
          continue
        }
        #expect(more.turns > 0 && less.turns < 0, "seed \(seed)")
        #expect(more.id == TargetID(Int64((decided.chosen / pitch).rounded()) + 1), "seed \(seed)")
      }
    }
    #expect(margins > 0)
  }

  @Test("CF-3: other lift times are tried if recorded touches drive the replay")
  func lifts() throws {
    let shelf = try TraceShelf()
    var turns = 0
    // Few lifts decide differently at another moment.
    for seed in 1..<max(41, Cases.seeds(oneIn: 2).upperBound) {
      let rows = Rows(seed: seed)
      guard let (_, changes) = try counterfactuals(rows, shelf) else { continue }
      let time = changes.filter { $0.quantity == .time }
      #expect(time.count == 1)
      #expect(time.first?.obstacle == nil, "seed \(seed)")
      for case let turn? in [time.first?.less, time.first?.more] {
        turns += 1
        #expect((turn.turns - turn.stays).magnitude == 1, "seed \(seed)")
        #expect((turn.rest - turn.restBefore).magnitude > 1, "seed \(seed)")
      }
    }
    #expect(turns > 0)
  }
}
