import ScrollModel
import Testing

@testable import Report

@Suite("thinning of the frames of a long trace")
struct DecimationTests {
  /// Small whole numbers that look random and are the same every time.
  private func values(_ count: Int, _ seed: UInt64) -> [Double] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 44)
    }
  }

  @Test(
    "the first, the last and every extreme frame of a slice stay",
    arguments: [18_001, 72_000, 100_003])
  func extremes(count: Int) throws {
    let times = (0..<count).map { Int64($0) * 8_333_333 }
    let (xs, ys) = (values(count, 1), values(count, 2))
    let kept = Decimation.places(times, xs, ys)
    #expect(kept.count <= Decimation.slices * 6)
    #expect(kept.first == 0 && kept.last == count - 1)
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 })
    for column in [xs, ys] {
      #expect(kept.map { column[$0] }.max() == column.max())
      #expect(kept.map { column[$0] }.min() == column.min())
      // A single spike anywhere is kept as well.
      for spike in stride(from: 7, to: count, by: count / 9) {
        var spiked = column
        spiked[spike] = 1e9
        #expect(Decimation.places(times, spiked, ys).contains(spike))
      }
    }
  }

  @Test("a short track stays complete, and columns of unequal length share their beginning")
  func short() {
    #expect(Decimation.places([0, 1, 2], [0, 0, 0], [0, 0, 0]) == [0, 1, 2])
    #expect(Decimation.places([0, 1, 2], [0, 0], [0, 0, 0]) == [0, 1])
    #expect(Decimation.places([], [], []).isEmpty)
  }

  @Test("frames out of order give no index out of range")
  func disorder() {
    let count = 20_000
    let times = (0..<count).map { Int64($0 % 7 == 0 ? .max : -$0) }
    let kept = Decimation.places(times, values(count, 3), values(count, 4))
    #expect(kept.allSatisfy { (0..<count).contains($0) })
  }

  @Test("ten minutes at 120 Hz, recorded and replayed, fit in a page of 3 MB")
  func size() throws {
    let page = try HTMLReport(.sample(frames: 72_000)).bytes()
    #expect(page.count < 3_000_000)
  }
}
