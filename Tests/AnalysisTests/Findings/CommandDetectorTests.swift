import ScrollModel
import Testing

@testable import Analysis

@Suite("detectors of programmatic scrolls, at their bounds")
struct CommandDetectorTests {
  private static let top = UnitPoint(x: 0.5, y: 0)

  @Test(
    "S37: a scroll to what is visible may move the content by a point",
    arguments: [(550.0, 0), (551, 0), (551.5, 1), (700, 1)])
  func needless(offset: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(550, .idle), at: 0)
    run.take(scroll(to: "7"), at: 100)
    run.take(frame(offset, .idle), at: 116)
    run.take(frame(offset, .idle), at: 300)
    #expect(run.findings("S37").count == count)
  }

  @Test(
    "S19: a place that moved by two points is as good as the old one",
    arguments: [(2.0, 0), (2.5, 1), (60, 1)])
  func stale(shift: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0, .idle), at: 0)
    run.take(scroll(to: "7", anchor: Self.top), at: 100)
    run.take(.input(.layout(FrameDetectorTests.rows(movedBy: shift))), at: 110)
    run.take(frame(700, .idle), at: 116)
    run.take(frame(700, .idle), at: 300)
    #expect(
      run.findings("S19").map { $0.measures.map(\.value) }
        == Array(repeating: [700, 700 + shift], count: count))
  }

  @Test(
    "S39: of the edges only the end follows what came in at the start", arguments: Edge.allCases)
  func thrown(edge: Edge) {
    let ids = (0..<40).map(String.init)
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0, .idle), at: 0)
    run.take(layout(["x"] + ids), at: 100)
    run.take(scroll(to: .edge(edge)), at: 150)
    #expect(run.findings("S39").count == (edge == .bottom ? 1 : 0))
  }

  @Test(
    "S30: three scrolls within a second are a loop, a nanosecond more is none",
    arguments: [(1_000_000_000, 1), (1_000_000_001, 0)] as [(Int64, Int)])
  func loop(last: Int64, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    for time in [0, 500_000_000, last] {
      run.pass.take(scroll(to: "7"), at: TraceTime(nanoseconds: time))
    }
    #expect(run.findings("S30").count == count)
  }
}
