import ScrollModel
import Simulation
import Testing

@testable import Replay

@Suite("pairs of frames")
struct FramePairingTests {
  /// Frames at some of the ticks, a few of them within the clock error of a tick.
  private static func frames(_ random: inout SeededGenerator) -> [FrameSample] {
    let share = [0.1, 0.5, 0.95][random.int(in: 0...2)]
    var rests = random.chance(0.3)
    return (0..<80).compactMap { tick in
      if random.chance(0.1) { rests.toggle() }
      guard !rests, random.chance(share) else { return nil }
      let error = random.chance(0.1) ? Int64(random.int(in: 0...1200)) : 0
      return FrameSample(
        time: TraceTime(nanoseconds: Int64(tick) * 8_000_000 + error),
        offset: Point(x: 0, y: Double(random.int(in: 0...9))))
    }
  }

  private static func pairing(_ a: [FrameSample], _ b: [FrameSample]) -> FramePairing {
    var pairing = FramePairing(followsFirst: true)
    a.withUnsafeBufferPointer { pairing.addFirst($0) }
    pairing.addSecond(b)
    return pairing
  }

  @Test("runs of pairs equal single pairs, also while the second side has no frames")
  func runs() {
    var alone = 0
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededGenerator(seed: seed, stream: 0x9A12)
      let (a, b) = (Self.frames(&random), Self.frames(&random))
      var single = Self.pairing(a, b)
      var runs = Self.pairing(a, b)
      for limit in [100, 333, 10_000] as [Int64] {
        let limit = TraceTime(nanoseconds: limit * 1_000_000)
        while true {
          let next = runs.nextInStep(before: limit)
          let found = runs.inStep(before: limit, atMost: 7) { first, second in
            first.indices.map { (first[$0].time, first[$0].offset, second[$0]) }
          }
          #expect(next == found.first?.0, "seed \(seed)")
          for (time, here, there) in found {
            let pair = single.next(before: limit)
            #expect(pair?.time == time, "seed \(seed)")
            #expect(pair?.a == here, "seed \(seed)")
            #expect(pair?.b == there, "seed \(seed)")
            if !b.contains(where: { $0.time == time }) { alone += 1 }
          }
          runs.skip(found.count)
          guard found.isEmpty else { continue }
          let pair = runs.next(before: limit)
          let other = single.next(before: limit)
          #expect(pair == other, "seed \(seed)")
          guard pair != nil else { break }
        }
      }
      #expect(runs.secondPlace == single.secondPlace, "seed \(seed)")
    }
    #expect(alone > 0)
  }
}
