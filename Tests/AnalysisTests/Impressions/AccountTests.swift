import Analysis
import ScrollModel
import Testing

@Suite("details of impression reports")
struct AccountTests {
  private let base: [(Double, TraceEvent)] = [
    (0, container(200, rate: 60)), (0, layout((0..<10).map { "\($0)" })), (0, frame(0, .idle)),
  ]

  private func sets(_ report: ImpressionReport) -> [(TraceTime, [TargetID])] {
    report.callbacks.compactMap { callback in
      guard case .set(let ids, _, _) = callback.content else { return nil }
      return (callback.time, ids)
    }
  }

  @Test("a list of one target is processed, an empty list is not", arguments: [0, 1])
  func oneTarget(count: Int) {
    let events: [(Double, TraceEvent)] = [
      (0, container(200)), (0, layout(Array(["a"].prefix(count)))), (0, frame(0, .idle)),
    ]
    let report = impressions(.reactNativeItem(percent: 50, milliseconds: 0), events, end: 10)
    #expect(sets(report).map(\.1) == (count == 1 ? [[TargetID("a")]] : []))
  }

  @Test("a timer of one nanosecond never reports a set that is gone within it")
  func shortestTimer() {
    var policy = ImpressionPolicy.reactNativeItem(percent: 50, milliseconds: 1)
    policy.dwell = 1
    let events = base + [(0, frame(300, .idle)), (100, frame(300, .idle))]
    let told = sets(impressions(policy, events, end: 200))
    #expect(told.map(\.1) == [[TargetID("3"), TargetID("4")]])
    #expect(told.map(\.0) == [TraceTime(nanoseconds: 1)])
  }

  @Test("a target that is missing from a reported set left at the time of that report")
  func leftSet() throws {
    let events = base + [(500, frame(300, .idle))]
    let report = impressions(.reactNativeItem(percent: 50, milliseconds: 100), events, end: 2000)
    let gone = try #require(report["0"])
    #expect(gone.end == .left && gone.exit.time == milliseconds(600))
    #expect(gone.durationNanoseconds == 600_000_000)
    #expect(report["3"]?.end == .traceEnd && report["3"]?.exit.time == milliseconds(2000))
  }

  @Test("a target reported by a restarting timer stays visible until the end of the outcome")
  func restartingEnd() throws {
    let report = impressions(.composeVisibility(milliseconds: 100), base, end: 500)
    let seen = try #require(report["0"])
    #expect(seen.end == .traceEnd && seen.exit == Crossing(at: milliseconds(500)))
    #expect(seen.qualified == milliseconds(100) && seen.durationNanoseconds == 500_000_000)
  }

  @Test("impressions of timer policies include the visible fraction of their targets")
  func shown() throws {
    // At 40 three fifths of target 0 are visible, and all of target 1.
    let events = Array(base.dropLast()) + [(0, frame(40, .idle)), (1000, frame(40, .idle))]
    for policy in [
      ImpressionPolicy.reactNativeItem(percent: 50, milliseconds: 250), .swiftUITargets(),
      .composeVisibility(fraction: 0.5, milliseconds: 100),
    ] {
      let report = impressions(policy, events, end: 1000)
      let part = try #require(report["0"])
      #expect((part.peakFraction - 0.6).magnitude < 1e-9, "\(policy.name)")
      #expect(report["1"]?.peakFraction == 1)
    }
  }

  @Test(
    "a target reported by a restarting timer ends its visit when it is removed",
    arguments: [0, 100] as [Int64])
  func restartingRemoval(delay: Int64) throws {
    let events =
      base + [(500, .input(.edit(.remove(TargetID("0"), index: nil)))), (500, frame(0, .idle))]
    let report = impressions(.composeVisibility(milliseconds: delay), events, end: 1000)
    let seen = try #require(report["0"])
    #expect(seen.end == .removed && seen.exit.time == milliseconds(500))
    #expect(seen.durationNanoseconds == 500_000_000)
  }

  @Test("unknown insets are assumed to be zero only if the policy subtracts them")
  func unknownInsets() {
    let sentence = "the insets are unknown: none are taken off"
    #expect(!impressions(.epoxyVisible, base).assumptions.contains(sentence))
    let policy = ImpressionPolicy.anyPixel
    #expect(impressions(policy, base).assumptions.contains(sentence))
    let told = base + [(10, frame(0, .idle, insets: .zero))]
    #expect(!impressions(policy, told).assumptions.contains(sentence))
  }

  @Test("a target that counts at the start is reachable despite rounding of other offsets")
  func reachable() {
    let policy = ImpressionPolicy.reactNativeArea(percent: 100, milliseconds: 0)
    let events: [(Double, TraceEvent)] = [
      (0, container(100.9)), (0, layout(["a"], length: 102.95)), (0, frame(0, .idle)),
    ]
    let report = impressions(policy, events, end: 500)
    #expect(report.names == ["a"] && report.unreachable.isEmpty)
  }

  @Test("a target to the side of the viewport is reachable if the content scrolls on both axes")
  func reachableBeside() {
    var information = TraceInformation(name: "t")
    information.axes = .both
    var pass = AnalysisDriver(ImpressionAnalysis(.mrcDisplay), of: information)
    let target = TargetFrame(
      id: TargetID("a"), frame: Rect(x: 500, y: 500, width: 100, height: 100))
    let content = Layout(contentSize: Size(width: 1000, height: 1000), targets: [target])
    let events: [TraceEvent] = [
      container(200, width: 200), .input(.layout(content)), frame(0, .idle),
    ]
    for event in events { pass.take(event, at: .zero) }
    pass.finish(at: milliseconds(1000))
    #expect(pass.analysis.result.unreachable.isEmpty)
  }

  @Test("the first impression of a target is not a repeat")
  func repeats() {
    let events = base + [(500, frame(500, .idle)), (1000, frame(0, .idle))]
    let report = impressions(.fullAnyTime, events, end: 2000)
    #expect(report.names.sorted() == ["0", "0", "1", "1", "5", "6"])
    #expect(report.repeatCount == 2)
  }

  @Test("a difference shows the near miss of the same visit only")
  func nearMissOfVisit() {
    let events =
      base + [(900, frame(500, .idle)), (2000, frame(0, .idle)), (2100, frame(500, .idle))]
    let comparison = ImpressionComparison(
      impressions(.anyPixel, events, end: 3500), impressions(.mrcDisplay, events, end: 3500))
    let lacks = comparison.differences.filter { $0.id == TargetID("0") }.map(\.nearMiss)
    #expect(lacks == [.time(missingNanoseconds: 100_000_000), nil])
  }
}
