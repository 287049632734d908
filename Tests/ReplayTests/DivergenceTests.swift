import Replay
import ScrollModel
import Testing

@Suite("selection of the reported divergences")
struct DivergenceTests {
  private static func time(_ frame: Int) -> TraceTime {
    TraceTime(nanoseconds: Int64(frame) * 16_000_000)
  }

  @Test("the worst divergences and the first in time are kept")
  func worst() throws {
    var comparer = OutcomeComparer(tolerance: .standard, axes: .vertical, followsFirst: false)
    let small = OutcomeComparer.kept + 200
    let end = 2 * small + 30
    for frame in 0..<end {
      let apart = frame > 2 * small + 9 ? 200 : frame < 2 * small && frame % 2 == 1 ? 0.6 : 0
      for (side, place) in [(Side.first, 0), (.second, apart)] {
        let offset = Point(x: 0, y: place)
        comparer.take(
          .observation(.frame(GeometryFrame(offset: offset))), at: Self.time(frame), of: side)
      }
      comparer.pass(Self.time(frame))
    }
    let comparison = try comparer.finish(at: Self.time(end))
    #expect(comparison.divergenceCount == small + 1)
    #expect(comparison.divergences.count == OutcomeComparer.kept)
    #expect(comparison.divergences.first?.maximum == 200)
    #expect(comparison.first?.from == Self.time(1))
  }

  /// The recording shows its set a frame before the replay does, and the replay's own set differs.
  @Test(
    "a divergence reports the visible sets that both sides had for the longest time",
    arguments: [[1, 2], [40]], [false, true])
  func longest(delays: [Int], isTurned: Bool) throws {
    var comparer = OutcomeComparer(tolerance: .standard, axes: .vertical, followsFirst: false)
    let (first, second): (Side, Side) = isTurned ? (.second, .first) : (.first, .second)
    func report(_ ids: [String], at frame: Int, of side: Side) {
      let set = VisibleSet(ids: ids.map { TargetID($0) })
      comparer.take(.observation(.visibleSet(set)), at: Self.time(frame), of: side)
    }
    report(["old"], at: 0, of: first)
    report(["old"], at: 0, of: second)
    for frame in 0..<200 {
      for side in [Side.first, .second] {
        comparer.take(
          .observation(.frame(GeometryFrame(offset: .zero))), at: Self.time(frame), of: side)
      }
      if frame == 50 { report(["new"], at: frame, of: first) }
      for (number, delay) in delays.enumerated() where frame == 50 + delay {
        report(["other \(number)"], at: frame, of: second)
      }
      if frame == 150 { report(["new"], at: frame, of: second) }
      comparer.pass(Self.time(frame))
    }
    let divergence = try #require(comparer.finish(at: Self.time(200)).divergences.first)
    let shown = ["1 target (new)", "1 target (other \(delays.count - 1))"]
    #expect(
      divergence.onset.sentence
        == zip(["the first side", "the second side"], isTurned ? shown.reversed() : shown)
        .map { "\($0) reported \($1)" }.joined(separator: ", "))
    #expect(divergence.from == Self.time(50) && divergence.to == Self.time(150))
  }

  @Test(
    "a side that reports no phases or decisions is not the cause",
    arguments: [Side.first, .second], [false, true])
  func missingPhases(silent: Side, decides: Bool) throws {
    var comparer = OutcomeComparer(
      tolerance: .standard, axes: .vertical, followsFirst: false, sharesTargets: false)
    for frame in 0..<60 {
      for side in [Side.first, .second] {
        let isTold = side != silent
        let change: ScrollPhase? =
          frame == 0 ? .idle : frame == 10 ? .interacting : frame == 20 ? .decelerating : nil
        if isTold, let change {
          comparer.take(
            .observation(.phase(PhaseChange(new: change))), at: Self.time(frame), of: side)
          if decides, change == .decelerating {
            let report = ReleaseReport(
              velocity: Vector(dx: 0, dy: 900), chosenOffset: Point(x: 0, y: 400))
            comparer.take(.observation(.release(report)), at: Self.time(frame), of: side)
          }
        }
        let moved = Double(max(0, frame - 12)) * (isTold ? 10 : 8)
        comparer.take(
          .observation(.frame(GeometryFrame(offset: Point(x: 0, y: moved)))),
          at: Self.time(frame), of: side)
      }
      comparer.pass(Self.time(frame))
    }
    let comparison = try comparer.finish(at: Self.time(60))
    #expect(!comparison.divergences.isEmpty)
    #expect(comparison.divergences.allSatisfy { $0.onset.stage == .motion })
  }
}
