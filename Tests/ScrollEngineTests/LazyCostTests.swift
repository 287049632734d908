import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import ScrollEngine

/// What makes a frame of a lazy stack cheap, against the plain way.
@Suite("8 Lazy stacks, measured cheaply") struct LazyCostTests {
  /// Sums over all items before each one.
  private struct PlainExtents {
    var lengths: [Double?]
    let spacing: Double
    let fallback: Double

    var estimate: Double {
      let measured = lengths.compactMap { $0 }
      return measured.isEmpty ? fallback : measured.reduce(0, +) / Double(measured.count)
    }

    func start(at rank: Int) -> Double {
      let estimate = estimate
      return lengths[..<rank].reduce(0) { $0 + ($1 ?? estimate) + spacing }
    }
  }

  @Test(
    "LAZY-1 positions are sums of measured and estimated lengths",
    arguments: [1, 15, 16, 17, 63, 64, 65, 256, 257, 5000])
  func sums(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    var stack = StackExtents(count: count, spacing: 3, fallback: 40)
    var plain = PlainExtents(
      lengths: Array(repeating: nil, count: count), spacing: 3, fallback: 40)
    for _ in 0..<min(4 * count, 60) {
      let index = Int.random(in: 0..<count, using: &random)
      let length = Double(Int.random(in: 0..<400, using: &random)) / 4
      stack.measure(index, as: length)
      plain.lengths[index] = length
      #expect(stack.measuredLength(index) == length && stack.isCurrent(index))
      for rank in [0, index, count / 2, count - 1] {
        let start = plain.start(at: rank)
        let length = plain.lengths[rank] ?? plain.estimate
        let span = stack.span(at: rank)
        #expect(near(stack.start(at: rank), start, 1e-6) && near(span.start, start, 1e-6))
        #expect(near(span.end, start + length, 1e-6))
      }
    }
    #expect(near(stack.estimate, plain.estimate, 1e-9))
  }

  @Test("LAZY-6 a measured item whose length changed is found again") func outdated() {
    var stack = StackExtents(count: 200, spacing: 0, fallback: 10)
    for index in 0..<200 { stack.measure(index, as: 10) }
    stack.markOutdated(130)
    #expect(stack.isMeasured(130) && !stack.isCurrent(130))
    #expect(stack.firstOutdated(in: 0..<200) == 130)
    #expect(stack.firstOutdated(in: 0..<130) == 130 && stack.firstOutdated(in: 131..<200) == 200)
    #expect(stack.currentStart(endingAt: 0..<200) == 131)
    #expect(stack.currentStart(endingAt: 0..<131) == 131)
    #expect(stack.currentStart(endingAt: 20..<130) == 20)
  }

  @Test("LAZY-11 an item changes nothing if it is as long as the mean, and all sums are exact")
  func unchanged() {
    var stack = StackExtents(count: 100, spacing: 7, fallback: 44)
    #expect(stack.changesNothing(5, as: 44) && !stack.changesNothing(5, as: 45))
    stack.measure(5, as: 44)
    #expect(stack.changesNothing(6, as: 44) && !stack.changesNothing(5, as: 44))
    // The mean is 44 again, but its sum is not that of equal items.
    stack.measure(7, as: 43)
    stack.measure(8, as: 45)
    #expect(stack.changesNothing(6, as: 44))
    // A third of a point is on no grid, so a sum could be rounded.
    var thirds = StackExtents(count: 100, spacing: 0, fallback: 44 + 1.0 / 3)
    #expect(!thirds.changesNothing(6, as: 44 + 1.0 / 3))
    thirds.measure(5, as: 44 + 1.0 / 3)
    #expect(!thirds.changesNothing(6, as: 44 + 1.0 / 3))
  }

  /// Rows of a lazy stack, of which every fourth may have another length than the mean.
  private func rig(_ irregular: Double) -> Rig {
    let items = (0..<2000).map {
      SceneItem(
        id: TargetID(Int64($0)), length: .fixed($0 % 4 == 3 ? 44 + irregular : 44))
    }
    return Rig(
      Scene(
        containerSize: Size(width: 120, height: 600), refreshRate: 120,
        content: .stack(Stack(isLazy: true, estimatedLength: 44, items: items))))
  }

  @Test(
    "LAZY-11 a fling measures exactly the items that its frames show",
    arguments: [0, 12], [900.0, 7000, -3000])
  func passed(irregular: Double, velocity: Double) {
    var whole = rig(irregular)
    whole.scroll(.y(20_000), route: .offset)
    var stepwise = whole
    whole.fling(velocity)
    whole.rest()
    stepwise.fling(velocity)
    for _ in 0..<1500 { stepwise.wait(5) }
    #expect(whole.y == stepwise.y)
    #expect(whole.engine.content.measuredLengths == stepwise.engine.content.measuredLengths)
    guard irregular == 0 else { return }
    // Rows as long as the estimate never move, so the frames contain what was in view.
    var shown: Set<Int> = []
    for frame in whole.log.frames {
      let low = frame.offset.y
      for row in 0..<2000 where Double(row + 1) * 44 >= low && Double(row) * 44 <= low + 600 {
        shown.insert(row)
      }
    }
    let measured = whole.engine.content.measuredLengths.enumerated()
      .filter { $0.element != nil }.map(\.offset)
    #expect(Set(measured) == shown)
  }
}
