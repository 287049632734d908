import Analysis
import ScrollModel
import Testing

@Suite("impression policies")
struct PolicyTests {
  @Test("every preset is valid and has its own name, source and numbers")
  func presets() throws {
    let presets = ImpressionPolicy.presets
    #expect(Set(presets.map(\.name)).count == presets.count)
    for preset in presets {
      #expect(preset.problems.isEmpty, "\(preset.name)")
      #expect(!preset.source.isEmpty && preset.settings.count >= 5)
      let named = try ImpressionPolicy(preset: preset.name)
      #expect(named == preset)
    }
  }

  @Test("presets accept numbers")
  func numbers() throws {
    #expect(
      try ImpressionPolicy(preset: "rn.item(90, 1000)")
        == .reactNativeItem(percent: 90, milliseconds: 1000))
    #expect(
      try ImpressionPolicy(preset: "compose.visibility(0.5,200)")
        == .composeVisibility(fraction: 0.5, milliseconds: 200))
    #expect(
      try ImpressionPolicy(preset: "io.v1(0,0.5,1)")
        == .intersectionObserver(thresholds: [0, 0.5, 1]))
    #expect(try ImpressionPolicy(preset: "epoxy.partial(30)") == .epoxyPartial(percent: 30))
    for (text, plain) in [
      ("rn.item(90, 1000, uncovered)", "rn.item(90, 1000)"),
      ("mrc.display( uncovered )", "mrc.display"),
    ] {
      var policy = try ImpressionPolicy(preset: plain)
      policy.pinned = .excluded
      #expect(try ImpressionPolicy(preset: text) == policy)
      #expect(policy.settings.contains { $0.name == "under pinned headers" })
    }
  }

  @Test(
    "an invalid preset is refused with the reason",
    arguments: [
      ("mrc.displai", "did you mean 'mrc.display'?"), ("rn.item(90", "lacks its ')'"),
      ("rn.item(x)", "'x' in the policy 'rn.item(x)' is not a number"),
      ("mrc.display(1)", "does not take 1 numbers"), ("io.v1(2)", "outside 0…1"),
      ("epoxy.partial(200)", "threshold 2.0 is outside 0…1"), ("rn.item(50,-5)", "dwell"),
      ("nothing-like-it", "there is no policy 'nothing-like-it'; known are mrc.display"),
      ("io.v1(nan)", "is not a number"), ("rn.item(50 60)", "'50 60' in the policy"),
      ("rn.item(uncovered, 50)", "'uncovered' in the policy"),
    ])
  func mistakes(text: String, expected: String) {
    let error = #expect(throws: ImpressionPolicyError.self) {
      try ImpressionPolicy(preset: text)
    }
    #expect(error?.message.contains(expected) == true, "\(error?.message ?? "")")
  }

  @Test("an invalid policy is refused with a reason")
  func problems() {
    func problems(_ change: (inout ImpressionPolicy) -> Void) -> Int {
      var policy = ImpressionPolicy(name: "p")
      change(&policy)
      return policy.problems.count
    }
    #expect(problems { _ in } == 0)
    #expect(problems { $0.threshold = .nan } == 1)
    #expect(problems { $0.exitThreshold = 0.9 } == 1)
    #expect(problems { $0.dwell = -1 } == 1)
    #expect(problems { $0.sampling = .polled(period: 0) } == 1)
    #expect(problems { $0.timer = .restarting } == 1)
    #expect(problems { $0.rounding = .floorToPoint } == 2)
    #expect(problems { $0.repetition = .everyDwell } == 1)
    #expect(problems { $0.measure = .intersection([0.5, 0.2]) } == 2)
    func many(_ count: Int) -> Int {
      problems {
        $0.measure = .intersection((0..<count).map { Double($0) / Double(count) })
        $0.sampling = .perFrame
      }
    }
    #expect(many(1000) == 0 && many(1001) == 1 && many(0) == 1)
    #expect(problems { $0.eligibility.maximumSpeed = 0 } == 1)
    #expect(problems { $0.name = "" } == 1)
  }

  @Test("a comparison of policies lists the differences and the missing time")
  func difference() {
    let events = scroll(from: 0, to: 300, speed: 300)
    let display = impressions(.mrcDisplay, events, end: 1900)
    let any = impressions(.anyPixel, events, end: 1900)
    let comparison = ImpressionComparison(any, display)
    #expect(comparison.names == ["any-pixel", "mrc.display"])
    #expect(comparison.sharedCount == display.impressions.count)
    #expect(comparison.differences.allSatisfy { $0.isInFirst })
    #expect(
      comparison.differences.count == any.impressions.count - display.impressions.count)
    let missed = comparison.differences.first { $0.id == TargetID("0") }
    #expect(missed?.cause == .policy)
    #expect(ImpressionComparison(display, display).differences.isEmpty)
  }

  @Test("a fully visible target counts at a threshold of 1, even with a strict comparison")
  func whole() throws {
    let strict = try ImpressionPolicy(preset: "swiftui.visibility(1,1)")
    let events = scroll(from: 0, to: 100, speed: 300)
    #expect(impressions(strict, events, end: 1000).names.sorted() == ["0", "1", "2"])
    var pass = AnalysisDriver(ImpressionSensitivity(.anyPixel))
    for (time, event) in events { pass.take(event, at: milliseconds(time)) }
    pass.finish(at: milliseconds(1000))
    let table = pass.analysis.result
    #expect(table.thresholds.last == 1 && table.counts.last?.first == 3)
  }

  @Test(
    "the sensitivity table decreases with threshold and dwell and includes the policy's own count")
  func sensitivity() throws {
    let events = scroll(from: 0, to: 600, speed: 300)
    var pass = AnalysisDriver(
      AnalysisPair(ImpressionSensitivity(.mrcDisplay), ImpressionAnalysis(.mrcDisplay)))
    for (time, event) in events { pass.take(event, at: milliseconds(time)) }
    pass.finish(at: milliseconds(3500))
    let table = pass.analysis.first.result
    #expect(table.counts.count == 9 && table.counts.allSatisfy { $0.count == 6 })
    for row in table.counts { #expect(zip(row, row.dropFirst()).allSatisfy { $0 >= $1 }) }
    for (row, next) in zip(table.counts, table.counts.dropFirst()) {
      #expect(zip(row, next).allSatisfy { $0 >= $1 })
    }
    let row = try #require(table.thresholds.firstIndex(of: 0.5))
    let column = try #require(table.dwellNanoseconds.firstIndex(of: 1_000_000_000))
    #expect(table.counts[row][column] == pass.analysis.second.result.impressions.count)
    #expect(table.flips.contains { $0.id == TargetID("0") && $0.threshold == 1 })
  }
}
