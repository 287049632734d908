import ScrollModel
import Testing

@testable import Analysis

@Suite("crossings and their bounds")
struct CrossingTests {
  private let column: [(Double, TraceEvent)] = [
    (0, container(200, rate: 60)), (0, layout((0..<10).map { "\($0)" })),
  ]

  private func moved(_ x: Double, _ y: Double, _ phase: ScrollPhase) -> TraceEvent {
    .observation(.frame(GeometryFrame(offset: Point(x: x, y: y), phase: phase)))
  }

  @Test(
    "a visit between two known frames is certain once it lasts the full dwell time",
    arguments: [(999.9, nil), (1000, .certain), (1000.1, .certain)] as [(Double, Certainty?)])
  func exactDwell(duration: Double, expected: Certainty?) {
    var policy = ImpressionPolicy(name: "second")
    policy.sampling = .perFrame
    policy.dwell = 1_000_000_000
    let events = column + [(0, frame(0, .idle)), (duration, frame(300, .idle))]
    #expect(impressions(policy, events)["0"]?.certainty == expected)
  }

  @Test(
    "a visit is not certain after content scrolled unrecorded for longer than one frame",
    arguments: [(49.0, 132.0, Certainty.possible), (51, 132, .possible), (49, 40, .certain)])
  func unrecorded(offset: Double, time: Double, expected: Certainty) {
    let events =
      column + [
        (0, frame(10, .interacting)), (16, frame(12, .interacting)),
        (time, frame(offset, .interacting)),
      ]
    #expect(impressions(.anyPixel, events, end: 2000)["1"]?.certainty == expected)
  }

  @Test(
    "content that is idle before and after a movement jumped, it did not scroll",
    arguments: [(ScrollPhase.idle, 24.0), (.decelerating, 20)])
  func leap(before: ScrollPhase, enter: Double) {
    // Half of target 2 is visible from 50 on, five sixths of the distance.
    let events = column + [(0, frame(0, before)), (24, frame(60, .idle))]
    #expect(impressions(.mrcDisplay, events, end: 2000)["2"]?.enter.time == milliseconds(enter))
  }

  @Test("a crossing during movement on both axes is interpolated on the straight line")
  func slanted() throws {
    var policy = ImpressionPolicy(name: "length")
    policy.measure = .itemLength
    let events =
      column + [(0, moved(0, 0, .interacting)), (24, moved(10, 60, .interacting))]
    let enter = try #require(impressions(policy, events, end: 100)["2"]?.enter.time)
    #expect(enter.nanoseconds.distance(to: 20_000_000).magnitude <= 1)
  }

  @Test(
    "a target that passes between two frames leaves at its exit threshold",
    arguments: [(nil, 350.0), (0.25, 375)] as [(Double?, Double)])
  func passing(threshold: Double?, offset: Double) throws {
    var policy = ImpressionPolicy(name: "half")
    policy.dwell = 0
    policy.exitThreshold = threshold
    let events = column + [(0, frame(0, .interacting)), (16, frame(600, .interacting))]
    let seen = try #require(impressions(policy, events, end: 100)["3"])
    #expect(seen.enter.time == milliseconds(16 * 150 / 600))
    #expect(seen.exit.time == milliseconds(16 * offset / 600))
  }

  @Test("the speed of movement on both axes is the speed along the straight line")
  func slantedSpeed() throws {
    let events =
      column + [(0, moved(0, 0, .interacting)), (10, moved(30, 40, .interacting))]
    let seen = try #require(impressions(.anyPixel, events, end: 100)["1"])
    #expect((seen.maximumSpeed - 5000).magnitude < 1e-6)
  }

  @Test(
    "a visit is a flicker up to and including the longest absence",
    arguments: [(250.0, 1), (250.0000015, 0)])
  func flicker(away: Double, count: Int) {
    var policy = ImpressionPolicy(name: "half")
    policy.sampling = .perFrame
    // At 40 only two fifths of target 2 are visible, at 60 three fifths.
    let events =
      column + [
        (0, frame(60, .idle)), (100, frame(40, .idle)), (100 + away, frame(60, .idle)),
      ]
    #expect(impressions(policy, events, end: 1000).flickerCount == count)
  }

  @Test(
    "only content above 2000 pt/s is too fast for the feed, at any offset",
    arguments: [(60.0, false), (1999.5, false), (2000.5, true)])
  func speedLimit(speed: Double, isTooFast: Bool) {
    var policy = ImpressionPolicy.feedDefault
    policy.dwell = 0
    let step = speed / 100
    let events =
      column + [
        (0, frame(500, .idle)), (10, frame(500 + step, .decelerating)),
        (20, frame(500 + 2 * step, .decelerating)),
      ]
    let report = impressions(policy, events, end: 20)
    #expect(report.impressions.contains { $0.end == .movement } == isTooFast)
    #expect(report["5"] != nil)
  }

  @Test(
    "LAZY-11: without phases, content that moves with a corrected layout is not too fast",
    arguments: [
      // All targets move down by 50 points, or only those out of view, or the layout repeats
      // unchanged.
      (0.0, 50.0, false), (0, 0, true), (400, 50, true),
    ])
  func correction(from first: Double, shift: Double, isTooFast: Bool) {
    var policy = ImpressionPolicy.feedDefault
    policy.dwell = 0
    var corrected = AnalysisTests.column(["0", "1", "2", "3", "4", "5", "6", "7"])
    for index in corrected.targets.indices
    where corrected.targets[index].frame.origin.y >= first {
      let old = corrected.targets[index].frame
      corrected.targets[index].frame = Rect(
        x: 0, y: old.origin.y + shift, width: old.size.width, height: old.size.height)
    }
    let events: [(Double, TraceEvent)] = [
      (0, container(200)), (0, layout(["0", "1", "2", "3", "4", "5", "6", "7"])), (0, frame(100)),
      (10, frame(101)), (20, .input(.layout(corrected))), (20, frame(152)), (30, frame(153)),
    ]
    let report = impressions(policy, events, end: 30)
    #expect(report.impressions.contains { $0.end == .movement } == isTooFast)
  }

  @Test(
    "a fully visible target counts along the axis, however short it is",
    arguments: [ImpressionMeasure.viewportLength, .itemLength])
  func whole(measure: ImpressionMeasure) {
    var policy = ImpressionPolicy(name: "whole")
    policy.measure = measure
    policy.threshold = 1
    policy.comparison = .moreThan
    policy.countsWhole = true
    let events = column + [(0, frame(50, .idle))]
    #expect(impressions(policy, events, end: 100).names == ["1"])
    policy.countsWhole = false
    #expect(impressions(policy, events, end: 100).names.isEmpty)
  }

  @Test("no target is examined until the content reaches the next change")
  func safePlaces() {
    var policy = ImpressionPolicy.mrcDisplay
    policy.viewport = .unobscured
    var pass = AnalysisDriver(ImpressionAnalysis(policy))
    for (_, event) in column { pass.take(event, at: .zero) }
    pass.take(frame(10, .idle, insets: Insets(top: 50, left: 0, bottom: 0, right: 0)), at: .zero)
    // 60...210 is visible: target 0 counts again at 50, target 2 at 100.
    let safe = pass.analysis.safe
    #expect(safe.low.magnitude < 1e-5 && (safe.high - 50).magnitude < 1e-5)
  }

  @Test(
    "a target within a long overlapping one is examined when it becomes visible again",
    arguments: [ImpressionPolicy.anyPixel, .swiftUIVisibility(), .intersectionObserver()])
  func overlapping(policy: ImpressionPolicy) {
    func target(_ id: String, _ y: Double, _ height: Double) -> TargetFrame {
      TargetFrame(id: TargetID(id), frame: Rect(x: 0, y: y, width: 100, height: height))
    }
    let section = Layout(targets: [target("section", 0, 2000), target("row", 300, 50)])
    let events: [(Double, TraceEvent)] = [
      (0, container(200, rate: 60)), (0, .input(.layout(section))), (0, frame(600, .idle)),
      (16, frame(500, .decelerating)), (32, frame(400, .decelerating)),
      (48, frame(300, .decelerating)), (64, frame(200, .decelerating)),
      (80, frame(100, .decelerating)), (96, frame(0, .decelerating)),
    ]
    #expect(impressions(policy, events, end: 1000).names.contains("row"))
  }

  @Test(
    "a target within a long overlapping one is seen even if it passes between two frames",
    arguments: [(600.0, 50.0), (50, 600)])
  func overlappedPassing(start: Double, end: Double) {
    let targets = [("section", 0.0, 2000.0), ("row", 300, 50)].map { id, y, height in
      TargetFrame(id: TargetID(id), frame: Rect(x: 0, y: y, width: 100, height: height))
    }
    let events: [(Double, TraceEvent)] = [
      (0, container(200, rate: 60)), (0, .input(.layout(Layout(targets: targets)))),
      (0, frame(start, .decelerating)), (16, frame(end, .decelerating)),
    ]
    #expect(impressions(.anyPixel, events, end: 1000).names.contains("row"))
  }

  @Test("a target without an area is never seen")
  func withoutArea() {
    let line = TargetFrame(
      id: TargetID("line"), frame: Rect(x: 0, y: 400, width: 100, height: 0))
    let events: [(Double, TraceEvent)] = [
      (0, container(200, rate: 60)), (0, .input(.layout(Layout(targets: [line])))),
      (0, frame(600, .decelerating)), (16, frame(50, .decelerating)),
      (32, frame(300, .decelerating)),
    ]
    for policy in [ImpressionPolicy.anyPixel, .fullAnyTime] {
      #expect(impressions(policy, events, end: 1000).names.isEmpty, "\(policy.name)")
    }
  }
}
