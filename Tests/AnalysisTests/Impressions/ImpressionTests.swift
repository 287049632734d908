import Analysis
import ScrollModel
import Testing

/// Runs events with times in milliseconds through one policy.
func impressions(
  _ policy: ImpressionPolicy, _ events: [(Double, TraceEvent)], end: Double? = nil,
  options: ImpressionAnalysis.Options = ImpressionAnalysis.Options(),
  quality: SampleQuality = .exact
) -> ImpressionReport {
  var information = TraceInformation(name: "t")
  information.axes = .vertical
  information.qualities[.offset] = quality
  var pass = AnalysisDriver(ImpressionAnalysis(policy, options: options), of: information)
  for (time, event) in events { pass.take(event, at: milliseconds(time)) }
  pass.finish(at: end.map { milliseconds($0) })
  return pass.analysis.result
}

/// A column of ten targets of 100 points in a container of 200.
///
/// After a rest it scrolls, frame by frame, from one offset to another at a speed in points per
/// second.
func scroll(
  from start: Double, to end: Double, speed: Double, rate: Double = 60, rest: Double = 0,
  at begin: Double = 0
) -> [(Double, TraceEvent)] {
  var events: [(Double, TraceEvent)] = []
  if begin == 0 {
    events += [
      (0, container(200, rate: rate)), (0, layout((0..<10).map { "\($0)" })),
      (0, frame(start, .idle)),
    ]
  }
  let count = Int((end - start).magnitude / speed * rate)
  let step = (end - start) / Double(count)
  for index in 1...count {
    let time = begin + rest + Double(index) * 1000 / rate
    events.append((time, frame(start + step * Double(index), .decelerating)))
  }
  events.append((begin + rest + Double(count) * 1000 / rate, phase(.idle)))
  return events
}

extension ImpressionReport {
  var names: [String] { impressions.map(\.id.displayText) }
  subscript(_ id: String) -> Impression? { impressions.first { $0.id == TargetID(id) } }
}

@Suite("impressions")
struct ImpressionTests {
  @Test("crossings are interpolated between frames, with the frames as bounds")
  func interpolation() throws {
    // 600 pt/s at 60 Hz: 10 points per frame. Target 2 is at 200...300: half visible when the
    // viewport starts at 50, completely at 100, half hidden at 250.
    let report = impressions(.mrcDisplay, scroll(from: 3, to: 603, speed: 600), end: 3000)
    let seen = try #require(report["6"])
    #expect(report.names == ["6", "7"])
    // Offset 450 is reached after 447/600 s.
    #expect(seen.enter.time.nanoseconds.distance(to: 745_000_000).magnitude <= 2)
    #expect(seen.enter.earliest < seen.enter.time && seen.enter.time < seen.enter.latest)
    #expect((16_600_000...16_700_000).contains(seen.enter.uncertaintyNanoseconds))
    #expect(seen.qualified == seen.enter.time.advanced(byNanoseconds: 1_000_000_000))
    #expect(seen.end == .traceEnd && seen.exit.time == milliseconds(3000))
    #expect(seen.certainty == .certain && seen.peakFraction == 1)
    #expect(seen.maximumSpeed > 599 && seen.maximumSpeed < 601)
    let whole = try #require(report["7"])
    #expect(whole.peakFraction == 1)
    #expect(seen.phases[.idle] > seen.phases[.decelerating] && seen.phases[nil] == 0)
    #expect(seen.phases.total.distance(to: seen.durationNanoseconds).magnitude <= 2)
  }

  @Test("policies without a dwell count a pass between two frames, as uncertain")
  func passing() throws {
    // 9000 pt/s: 150 points per frame past targets of 10 points.
    let thin = layout((0..<100).map { "\($0)" }, length: 10)
    var events: [(Double, TraceEvent)] = [
      (0, container(20, rate: 60)), (0, thin), (0, frame(0, .interacting)),
    ]
    for step in 1...4 {
      events.append((Double(step) * 1000 / 60, frame(Double(step) * 50, .decelerating)))
    }
    let report = impressions(.fullAnyTime, events)
    #expect(report.names.count == 22)
    let middle = try #require(report["4"])
    #expect(middle.certainty == .possible && middle.end == .left)
    #expect(middle.enter.time < middle.exit.time && middle.peakFraction == 1)
    #expect(middle.durationNanoseconds.distance(to: 10 * 1_000_000_000 / 3000).magnitude < 10)
    // Systems that check once per frame never see it.
    #expect(!impressions(.epoxyFull, events).names.contains("4"))
  }

  @Test("a jump past targets creates no impressions of them", arguments: [true, false])
  func jumps(isCommanded: Bool) {
    var events: [(Double, TraceEvent)] = [
      (0, container(200, rate: 60)), (0, layout((0..<10).map { "\($0)" })), (0, frame(0, .idle)),
    ]
    if isCommanded { events.append((1000, jump(to: 700))) }
    events.append((1000, frame(700, .idle)))
    let report = impressions(.anyPixel, events, end: 2000)
    #expect(report.names.sorted() == ["0", "1", "7", "8"])
    #expect(report["7"]?.enter.time == milliseconds(1000))
  }

  @Test(
    "movement after a rest starts at the last frame, not at the rest",
    arguments: [ScrollPhase.idle, .tracking])
  func rests(phase: ScrollPhase) throws {
    // Nothing is recorded for five seconds, then the content moves by 60 points in one frame. While
    // a finger is only tracked, the content does not move.
    let events: [(Double, TraceEvent)] = [
      (0, container(200, rate: 60)), (0, layout((0..<10).map { "\($0)" })), (0, frame(0, phase)),
      (5000, frame(60, .interacting)), (5016, frame(60, .interacting)),
    ]
    let report = impressions(.mrcDisplay, events, end: 7000)
    let seen = try #require(report["2"])
    #expect(seen.enter.time > milliseconds(4980) && seen.enter.time < milliseconds(5000))
    #expect(report["0"]?.durationNanoseconds ?? 0 > 4_990_000_000)
    #expect(report["0"]?.certainty == .certain && seen.certainty == .certain)
  }

  @Test("dropped frames and throttled offsets widen the bounds")
  func certainty() throws {
    // Target 2 counts from 50 to 250: exactly one second at 200 pt/s, sampled every 100 ms.
    var events: [(Double, TraceEvent)] = [
      (0, container(200, rate: 60)), (0, layout((0..<10).map { "\($0)" })),
      (0, frame(0, .interacting)),
    ]
    for step in 1...40 {
      events.append((Double(step) * 100, frame(Double(step) * 20, .decelerating)))
    }
    let throttled = impressions(.mrcDisplay, events, quality: .throttled(milliseconds: 100))
    let seen = try #require(throttled["2"])
    #expect(seen.certainty == .possible)
    #expect(seen.durationNanoseconds == 1_000_000_000)
    #expect(seen.enter.uncertaintyNanoseconds == 100_000_000)
    // The same samples without the throttled quality are dropped frames.
    let dropped = impressions(.mrcDisplay, events)
    #expect(dropped.impressions.allSatisfy { $0.certainty != .certain })
    // A gap inside a long visit does not exclude it.
    var still = scroll(from: 0, to: 10, speed: 100)
    still.append((1000, .stream(.gap(from: milliseconds(500), to: milliseconds(900), count: nil))))
    still.append((1001, frame(10, .idle)))
    let gapped = impressions(.mrcDisplay, still, end: 4000)
    #expect(
      gapped.names == ["0", "1"] && gapped.impressions.allSatisfy { $0.certainty == .possible })
  }

  @Test("a polled visit is certain only if it lasts one period longer than the dwell")
  func polls() {
    var policy = ImpressionPolicy.intersectionObserver2(threshold: 0.5)
    policy.dwell = 1_000_000_000
    policy.sampling = .polled(period: 200_000_000)
    func certainty(_ duration: Double) -> Certainty? {
      let events: [(Double, TraceEvent)] = [
        (0, container(200, rate: 1000)), (0, layout(["a", "b", "c", "d", "e", "f"])),
        (0, frame(0, .idle)),
        (0, jump(to: 400)), (1, frame(400, .idle)), (1, jump(to: 0)),
        (duration + 1, frame(0, .idle)),
      ]
      return impressions(policy, events, end: duration + 2)["e"]?.certainty
    }
    #expect(certainty(1300) == .certain)
    #expect(certainty(1100) == .possible)
    #expect(certainty(900) == nil)
  }

  @Test(
    "the comparison decides whether a fraction equal to the threshold counts",
    arguments: [VisibilityCompareChoice.atLeast, .moreThan])
  func equality(comparison: VisibilityCompareChoice) {
    var policy = ImpressionPolicy(name: "half")
    policy.comparison = comparison
    for sampling in [ImpressionSampling.exact, .perFrame] {
      policy.sampling = sampling
      let events: [(Double, TraceEvent)] = [
        (0, container(200)), (0, layout(["a", "b", "c", "d"])), (0, frame(50, .idle)),
      ]
      let names = impressions(policy, events, end: 100).names.sorted()
      #expect(names == (comparison == .atLeast ? ["a", "b", "c"] : ["b"]))
    }
  }

  @Test("zero sizes never count, touching edges do not, and tall targets are unreachable")
  func degenerate() {
    let targets = [
      TargetFrame(id: TargetID("zero"), frame: Rect(x: 0, y: 50, width: 100, height: 0)),
      TargetFrame(id: TargetID("flat"), frame: Rect(x: 0, y: 50, width: 0, height: 10)),
      TargetFrame(id: TargetID("edge"), frame: Rect(x: 0, y: 200, width: 100, height: 10)),
      TargetFrame(id: TargetID("tall"), frame: Rect(x: 0, y: 0, width: 100, height: 500)),
      TargetFrame(id: TargetID("wide"), frame: Rect(x: -100, y: 0, width: 500, height: 10)),
    ]
    let events: [(Double, TraceEvent)] = [
      (0, container(200)),
      (0, .input(.layout(Layout(contentSize: Size(width: 100, height: 600), targets: targets)))),
      (0, frame(0, .idle)),
    ]
    #expect(impressions(.anyPixel, events, end: 10).names.sorted() == ["tall", "wide"])
    let half = impressions(.mrcDisplay, events, end: 5000)
    #expect(half.names.isEmpty)
    let unreachable = Dictionary(
      uniqueKeysWithValues: half.unreachable.map { ($0.id.displayText, $0) })
    #expect(unreachable["tall"]?.largestFraction == 0.4 && unreachable["tall"]?.isTooLarge == true)
    #expect(unreachable["wide"]?.largestFraction == 0.2)
    #expect(unreachable["edge"] == nil && unreachable["zero"]?.largestFraction == 0)
    // Under a rule that counts a target which fills the viewport, it counts.
    #expect(impressions(.feedDefault, events, end: 5000).names == ["tall"])
  }

  @Test("a target beyond the end of the scroll range is unreachable")
  func outOfRange() {
    let targets = [
      TargetFrame(id: TargetID("in"), frame: Rect(x: 0, y: 0, width: 100, height: 100)),
      TargetFrame(id: TargetID("out"), frame: Rect(x: 0, y: 380, width: 100, height: 100)),
    ]
    let events: [(Double, TraceEvent)] = [
      (0, container(200)),
      (0, .input(.layout(Layout(contentSize: Size(width: 100, height: 400), targets: targets)))),
      (0, frame(0, .idle)),
    ]
    let report = impressions(.mrcDisplay, events, end: 10)
    #expect(report.unreachable.map(\.id) == [TargetID("out")])
    #expect(report.unreachable.first?.largestFraction == 0.2)
    #expect(report.unreachable.first?.isTooLarge == false)
  }
}
