import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore

@testable import Reproduction

@Suite("bisection of configurations")
struct BisectionTests {
  @Test("BIS-1: the search finds a part of a list from which no element can be removed")
  func subsets() throws {
    for seed in Cases.seeds() {
      var generator = SeededGenerator(seed: seed, stream: 0xB15)
      let count = generator.int(in: 1...9)
      let all = (1 << count) - 1
      // Random answers; only the answer about all changes together is fixed.
      let answers = (0...all).map { $0 == all || $0 != 0 && generator.chance(0.1) }
      func mask(_ part: [Int]) -> Int { part.reduce(0) { $0 | 1 << $1 } }
      var search = SubsetSearch { answers[mask($0)] }
      let (found, isSmallest) = try search.smallest(of: count)
      #expect(answers[mask(found)], "seed \(seed)")
      for element in found {
        #expect(!answers[mask(found) & ~(1 << element)], "seed \(seed): \(element) is not needed")
      }
      let least = (1...all).filter { answers[$0] }.map(\.nonzeroBitCount).min()
      #expect(isSmallest, "seed \(seed)")
      #expect(found.count == least, "seed \(seed)")
    }
  }

  @Test("BIS-2: the search finds the few relevant elements of many in few questions")
  func manyElements() throws {
    var search = SubsetSearch { Set($0).isSuperset(of: [7, 61, 150]) }
    let found = try search.smallest(of: 200)
    #expect(found.positions == [7, 61, 150])
    #expect(search.triedCount < 2_500)
  }

  @Test("BIS-3: the keys that are found cause the difference, and none of them is unnecessary")
  func configurations() throws {
    let shelf = try TraceShelf()
    var divergent = 0
    for seed in Cases.seeds() {
      var generator = SeededGenerator(seed: seed, stream: 0xB16)
      let scenario = try HealthyScenario(seed: seed)
      let good = scenario.configuration
      let bad = try Self.changed(good, &generator)
      let (trace, store) = try shelf.put(scenario.simulation())
      let bisection = try ConfigurationBisection(trace, in: store, BehaviorRegistry())
      guard let result = try bisection.bisect(good: good, bad: bad) else { continue }
      divergent += 1
      func isAlike(_ one: Configuration, _ other: Configuration) throws -> Bool {
        let contents = try store.contents(of: trace.id)
        var pair = ReplayPair(
          try ReplayPlan(one, of: trace.information, contents),
          try ReplayPlan(other, of: trace.information, contents), tolerance: .standard)
        try store.replay(trace.id) { pair.take($0) }
        return try !pair.finish().2.isDivergent
      }
      #expect(try isAlike(bad, result.mixed), "seed \(seed)")
      #expect(try !isAlike(good, bad), "seed \(seed)")
      let names = Set(result.keys.map(\.key))
      #expect(!names.isEmpty)
      for key in names {
        let fewer = try good.taking(names.subtracting([key]), from: bad)
        #expect(try !isAlike(bad, fewer), "seed \(seed): \(key) is not needed")
      }
    }
    #expect(divergent > 0)
  }

  @Test("BIS-4: the search compares a profile's switches instead of the profile")
  func profiles() throws {
    let differing = Configuration(.ios17).differences(from: Configuration(.ios26)).map(\.key)
    #expect(!differing.isEmpty)
    #expect(!differing.contains("profile"))
    for key in differing {
      let mixed = try Configuration(.ios17).taking([key], from: Configuration(.ios26))
      #expect(mixed.profile == .ios17)
      #expect(Configuration(.ios17).differences(from: mixed).map(\.key) == [key])
    }
    let all = try Configuration(.ios17).taking(Set(differing), from: Configuration(.ios26))
    #expect(all.canonicalText == Configuration(.ios26).canonicalText)
  }

  /// Changes some keys at random.
  private static func changed(
    _ configuration: Configuration, _ generator: inout SeededGenerator
  ) throws -> Configuration {
    let changes: [(String, [String])] = [
      ("behavior", ["paging", "none", "interval(220)", "view-aligned(limit: always-by-one)"]),
      ("margins", ["insets(top: 12, left: 8)"]), ("deceleration", ["fast", "normal"]),
      ("horizontal-bounce", ["based-on-size"]), ("position-anchor", ["center"]),
      ("target-layout", ["off"]), ("normal-decay", ["0.99"]), ("profile", ["ios17", "ios26"]),
    ]
    var pairs: [(key: String, value: String)] = []
    for (key, values) in changes where generator.chance(0.5) {
      pairs.append((key, values[generator.int(in: 0...(values.count - 1))]))
    }
    return try configuration.setting(pairs)
  }
}
