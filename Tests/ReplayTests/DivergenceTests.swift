import Replay
import ScrollModel
import Testing

@Suite("which divergences are kept")
struct DivergenceTests {
  private static func time(_ frame: Int) -> TraceTime {
    TraceTime(nanoseconds: Int64(frame) * 16_000_000)
  }

  @Test("of more divergences than are kept the worst stay, and the first in time")
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
}
