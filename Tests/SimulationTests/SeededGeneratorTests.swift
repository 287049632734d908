import Testing

@testable import Simulation

@Suite("Seeded generator")
struct SeededGeneratorTests {
  @Test("splitmix64 matches the published numbers of its reference implementation")
  func splitMix() {
    var mixer = SplitMix64(state: 1_234_567)
    let numbers = (0..<5).map { _ in mixer.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test("xoshiro256** matches the published numbers of its reference implementation")
  func xoshiro() {
    var generator = SeededGenerator(state: (1, 2, 3, 4))
    let numbers = (0..<10).map { _ in generator.next() }
    #expect(
      numbers == [
        11520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360,
        607_988_272_756_665_600, 16_172_922_978_634_559_625, 8_476_171_486_693_032_832,
        10_595_114_339_597_558_777, 2_904_607_092_377_533_576,
      ])
  }

  @Test("the same seed gives the same numbers, another seed or stream gives others")
  func seeds() {
    func numbers(_ seed: UInt64, _ stream: UInt64) -> [UInt64] {
      var generator = SeededGenerator(seed: seed, stream: stream)
      return (0..<4).map { _ in generator.next() }
    }
    #expect(numbers(1, 1) == numbers(1, 1))
    #expect(numbers(1, 1) != numbers(2, 1))
    #expect(numbers(1, 1) != numbers(1, 2))
  }

  @Test(
    "whole numbers stay in their range and reach both of its ends",
    arguments: [0...0, -3...3, 5...9, Int64.min...Int64.min, Int64.max - 1...Int64.max])
  func wholeRange(range: ClosedRange<Int64>) {
    var generator = SeededGenerator(seed: 9)
    let numbers = Set((0..<500).map { _ in generator.int(in: range) })
    #expect(numbers.allSatisfy(range.contains))
    #expect(numbers.contains(range.lowerBound) && numbers.contains(range.upperBound))
  }

  @Test("the full 64-bit range works like any other")
  func widestRange() {
    var generator = SeededGenerator(seed: 9)
    let numbers = (0..<500).map { _ in generator.int(in: Int64.min...Int64.max) }
    #expect(numbers.contains { $0 < 0 } && numbers.contains { $0 > 0 })
    #expect(Set(numbers).count == 500)
  }

  @Test(
    "numbers stay in their range, even if its width overflows",
    arguments: [0...0, 0...1, -1e308...1e308, 1e9.nextDown...1e9, -0x1p-1060...0x1p-1060])
  func range(range: ClosedRange<Double>) {
    var generator = SeededGenerator(seed: 3)
    #expect((0..<500).allSatisfy { _ in range.contains(generator.double(in: range)) })
  }

  @Test("each of six numbers occurs about equally often")
  func fairness() {
    var generator = SeededGenerator(seed: 4)
    var counts = [Int](repeating: 0, count: 6)
    for _ in 0..<60_000 { counts[generator.int(in: 0...5)] += 1 }
    // Five standard deviations around 10,000.
    #expect(counts.allSatisfy { (9_540...10_460).contains($0) }, "\(counts)")
  }

  @Test("a shuffle keeps the elements and reaches every order of three")
  func shuffle() {
    var generator = SeededGenerator(seed: 5)
    var orders: Set<[Int]> = []
    for _ in 0..<200 {
      var elements = [1, 2, 3]
      generator.shuffle(&elements)
      #expect(elements.sorted() == [1, 2, 3])
      orders.insert(elements)
    }
    #expect(orders.count == 6)
    var none: [Int] = []
    generator.shuffle(&none)
    #expect(none.isEmpty && generator.element(of: none) == nil && generator.below(0) == 0)
  }
}
