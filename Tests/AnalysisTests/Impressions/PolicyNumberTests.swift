import Analysis
import ScrollModel
import Testing

@Suite("parameters of impression policies")
struct PolicyNumberTests {
  @Test(
    "a preset accepts as many numbers as it has parameters and no more",
    arguments: [
      ("apple.adattribution", 1), ("swiftui.visibility", 2), ("swiftui.targets", 2),
      ("compose.visibility", 2), ("epoxy.partial", 1), ("rn.item", 2), ("rn.item.fixed", 2),
      ("rn.area", 2), ("rn.area.fixed", 2), ("io.v2", 2),
    ])
  func counts(name: String, count: Int) throws {
    func text(_ count: Int) -> String {
      "\(name)(\(["0.5", "300", "7"].prefix(count).joined(separator: ",")))"
    }
    #expect(try ImpressionPolicy(preset: text(count)).name == name)
    let error = #expect(throws: ImpressionPolicyError.self) {
      try ImpressionPolicy(preset: text(count + 1))
    }
    #expect(error?.message.contains("does not take \(count + 1) numbers") == true)
  }

  @Test(
    "an exit threshold may equal the threshold but not exceed it",
    arguments: [(0.4, true), (0.5, true), (0.51, false)])
  func exitThreshold(exit: Double, isSound: Bool) {
    var policy = ImpressionPolicy(name: "p")
    policy.exitThreshold = exit
    #expect(policy.problems.isEmpty == isSound)
  }

  @Test(
    "milliseconds beyond the range of a time are clamped",
    arguments: [
      (Int64.max, Int64.max), (.min, .min), (250, 250_000_000), (-1, -1_000_000), (0, 0),
    ])
  func scaling(milliseconds: Int64, nanoseconds: Int64) {
    let policy = ImpressionPolicy.composeVisibility(milliseconds: milliseconds)
    #expect(policy.dwell == nanoseconds)
  }

  @Test(
    "a policy waits for the first scroll only if its settings require it", arguments: [true, false])
  func waiting(waits: Bool) {
    var policy = ImpressionPolicy(name: "p")
    policy.eligibility.waitsForScroll = waits
    let only = policy.settings.filter { $0.name == "only" }.map(\.value)
    #expect(only == (waits ? ["after the first scroll"] : []))
  }

  @Test("the default rows and columns of a sensitivity table ascend")
  func usual() {
    let thresholds = ImpressionSensitivity.usualThresholds
    #expect(zip(thresholds, thresholds.dropFirst()).allSatisfy { $0 < $1 })
    #expect(thresholds.allSatisfy { $0 > 0 && $0 <= 1 })
    let dwells = ImpressionSensitivity.usualDwells
    #expect(zip(dwells, dwells.dropFirst()).allSatisfy { $0 < $1 })
  }
}
