import ScrollModel
import Testing

@testable import Analysis

/// Streams without a defect, each with an almost equal one that has a defect.
@Suite("healthy traces that look wrong")
struct FalseAlarmTests {
  private static func bound(anchor: UnitPoint? = nil) -> Configuration {
    var configuration = Configuration()
    configuration.position = .id(nil)
    configuration.positionAnchor = anchor
    return configuration
  }

  private static func report(_ id: String) -> TraceEvent {
    .observation(.position(PositionReport(id: TargetID(id))))
  }

  private static func animated(to id: String) -> TraceEvent {
    .input(
      .command(
        .scroll(
          to: .id(TargetID(id)), anchor: nil, animation: .automatic, route: .reader,
          preservesVelocity: false)))
  }

  @Test(
    "I05: a finger that reverses moves the content, even if it ends where it started",
    arguments: [(30.0, 0), (4, 0), (3.5, 1)])
  func turning(way: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0, .interacting), at: 0)
    for (time, offset, isVisible) in [(16.0, way, true), (32, 0, false), (48, way, true)] {
      run.take(frame(offset, .interacting), at: time)
      let event = VisibilityEvent(id: TargetID("4"), isVisible: isVisible, threshold: 0.01)
      run.take(.observation(.visibility(event)), at: time)
    }
    #expect(run.findings("I05").count == count)
  }

  @Test(
    "I05, I01: movement across the main axis counts as movement", arguments: [(0.0, 1), (30, 0)])
  func sideways(way: Double, count: Int) {
    var options = FindingOptions()
    options.minimumViewTime = 1000
    var run = DetectorRun(options: options) { $0.axes = .both }
    run.take(container(400), at: 0)
    run.take(layout((0..<40).map(String.init)), at: 0)
    let size = Size(width: 800, height: 4000)
    for (index, isVisible) in [true, false, true].enumerated() {
      let time = Double(index) * 16
      let offset = Point(x: Double(index % 2) * way, y: 0)
      let frame = GeometryFrame(
        offset: offset, phase: .interacting, geometry: FrameGeometry(contentSize: size))
      run.take(.observation(.frame(frame)), at: time)
      let event = VisibilityEvent(id: TargetID("4"), isVisible: isVisible, threshold: 0.01)
      run.take(.observation(.visibility(event)), at: time)
      let set = VisibleSet(ids: (0...index).map { TargetID("\($0)") }, threshold: 0.5)
      run.take(.observation(.visibleSet(set)), at: time)
    }
    run.pass.finish(at: nil)
    for detector in ["I05", "I01"] {
      let found = run.pass.analysis.findings.filter { $0.detector == detector }
      #expect(found.map(\.detector) == Array(repeating: detector, count: count))
    }
  }

  @Test("I05: the message includes how far the content moved")
  func way() {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0, .interacting), at: 0)
    for (time, offset, isVisible) in [(16.0, 1.0, true), (32, 0, false), (48, 1, true)] {
      run.take(frame(offset, .interacting), at: time)
      let event = VisibilityEvent(id: TargetID("4"), isVisible: isVisible, threshold: 0.01)
      run.take(.observation(.visibility(event)), at: time)
    }
    #expect(run.findings("I05").allSatisfy { $0.message.hasSuffix("while the content moved 2 pt") })
  }

  /// Without phases a rest shows only when the next frame arrives, and that frame moves on.
  @Test(
    "S08: an inferred rest is checked against the id reported before it",
    arguments: [("1", 0), ("0", 1)])
  func inferred(reported: String, count: Int) {
    var run = DetectorRun(Self.bound(), rows: 40, in: 400)
    for (index, offset) in [0.0, 50, 150, 150].enumerated() {
      run.take(frame(offset), at: Double(index) * 16)
    }
    run.take(Self.report(reported), at: 48)
    run.take(frame(210), at: 300)
    run.take(Self.report("2"), at: 301)
    run.take(frame(310), at: 316)
    run.take(Self.report("3"), at: 317)
    #expect(run.findings("S08", at: 350).count == count)
  }

  @Test("S08: a tap that moves nothing is not blamed for a programmatic scroll")
  func tap() {
    var run = DetectorRun(Self.bound(anchor: UnitPoint(x: 0.5, y: 0)), rows: 40, in: 400)
    run.take(frame(0, .idle), at: 0)
    run.take(Self.report("0"), at: 1)
    run.take(scroll(to: "5"), at: 100)
    run.take(frame(500, .idle), at: 116)
    run.take(touch(1, .began, y: 100), at: 1000)
    run.take(frame(500, .tracking), at: 1016)
    run.take(touch(1, .ended, y: 100), at: 1050)
    run.take(frame(500, .idle), at: 1066)
    #expect(run.findings("S08", at: 2000).map(\.severity) == [.notice])
  }

  @Test("S08: a finger that rests on content with noisy offsets does not require a new id")
  func noisyTap() {
    var run = DetectorRun(Self.bound(anchor: UnitPoint(x: 0.5, y: 0)), rows: 40, in: 400)
    run.take(frame(0, .idle), at: 0)
    run.take(Self.report("0"), at: 1)
    run.take(scroll(to: "5"), at: 100)
    run.take(frame(500, .idle), at: 116)
    run.take(touch(1, .began, y: 100), at: 1000)
    run.take(frame(500.4, .tracking), at: 1016)
    run.take(touch(1, .ended, y: 100), at: 1050)
    run.take(frame(500.4, .idle), at: 1066)
    #expect(run.findings("S08", at: 2000).map(\.severity) == [.notice])
  }

  /// The content is between two positions because the program put it there.
  @Test(
    "S01, S11: a finger that lands after an animation without movement catches no settle",
    arguments: ["S01", "S11"])
  func nothingToCatch(detector: String) {
    var configuration = Configuration()
    configuration.behavior = .interval(100)
    var run = DetectorRun(configuration, rows: 40, in: 400)
    run.take(frame(50, .idle), at: 0)
    run.take(Self.animated(to: "2"), at: 100)
    run.take(touch(1, .began, y: 100), at: 1000)
    run.take(frame(50, .tracking), at: 1016)
    run.take(touch(1, .ended, y: 100), at: 1050)
    run.take(frame(50, .idle), at: 1066)
    #expect(run.findings(detector, at: 2000).isEmpty)
  }

  @Test("S08: a jump that interrupts a settle counts as programmatic")
  func jumpInFlight() {
    var run = DetectorRun(Self.bound(anchor: UnitPoint(x: 0.5, y: 0)), rows: 40, in: 400)
    run.take(Self.report("0"), at: 0)
    run.settle(from: 0, released: 50, velocity: 2000, through: [80, 110, 140])
    run.take(Self.report("1"), at: 97)
    run.take(frame(140, .interacting), at: 1000)
    run.take(frame(150, .decelerating), at: 1016)
    run.take(frame(180, .decelerating), at: 1032)
    run.take(scroll(to: "9"), at: 1040)
    run.take(frame(900, .idle), at: 1048)
    #expect(run.findings("S08", at: 2000).map(\.severity) == [.notice])
  }

  /// Row 7 starts at 702.1, which the recorder rounded; two points earlier is a defect.
  @Test(
    "S08: an id that would be correct one point further is correct",
    arguments: [(702.0, 0), (700, 1)])
  func rounded(rest: Double, count: Int) {
    var run = DetectorRun(Self.bound())
    run.take(container(400), at: 0)
    run.take(layout((0..<40).map(String.init), length: 100.3), at: 0)
    run.settle(from: 600, released: 630, velocity: 900, through: [670, 690, rest])
    run.take(Self.report("7"), at: 97)
    #expect(run.findings("S08", at: 500).count == count)
  }

  @Test("S31: momentum against an end needs no frames", arguments: [(0.0, 0), (300, 1), (3600, 0)])
  func heldAtEnd(offset: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    for time in [0.0, 16, 400] { run.take(frame(offset, .decelerating), at: time) }
    #expect(run.findings("S31").count == count)
  }

  @Test(
    "S31: content held at an end counts as still despite noise in its offset",
    arguments: [(0.2, 0), (0.6, 1)])
  func noisyAtEnd(noise: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0, .decelerating), at: 0)
    run.take(frame(noise, .decelerating), at: 400)
    #expect(run.findings("S31").count == count)
  }

  @Test(
    "S23: one request may reverse a settle, two requests conflict", arguments: [(1, 0), (2, 1)])
  func turnedByRequest(requests: Int, count: Int) {
    var run = DetectorRun(Self.bound(), rows: 40, in: 400)
    run.take(frame(500, .interacting), at: 0)
    run.take(frame(550, .decelerating), at: 16)
    run.take(Self.report("5"), at: 17)
    run.take(frame(640, .decelerating), at: 32)
    run.take(Self.report("6"), at: 33)
    run.take(Self.animated(to: "5"), at: 40)
    run.take(frame(590, .animating), at: 48)
    run.take(Self.report("5"), at: 49)
    if requests > 1 {
      run.take(Self.animated(to: "6"), at: 50)
      run.take(frame(610, .animating), at: 64)
      run.take(Self.report("6"), at: 65)
      run.take(Self.animated(to: "5"), at: 66)
      run.take(frame(560, .animating), at: 80)
      run.take(Self.report("5"), at: 81)
    }
    run.take(frame(500, .idle), at: 96)
    #expect(run.findings("S23", at: 500).map(\.structure) == Array(repeating: ["id"], count: count))
  }

  @Test(
    "S23: an id that returns because rows were inserted is no conflict, and later ids do not hide one",
    arguments: [("x", []), ("", ["5"])])
  func turnedByInsert(inserted: String, returned: [String]) {
    var run = DetectorRun(Self.bound(), rows: 40, in: 400)
    run.take(frame(500, .interacting), at: 0)
    run.take(frame(550, .decelerating), at: 16)
    run.take(Self.report("5"), at: 17)
    run.take(frame(610, .decelerating), at: 32)
    run.take(Self.report("6"), at: 33)
    if !inserted.isEmpty { run.take(layout([inserted] + (0..<40).map(String.init)), at: 40) }
    run.take(frame(650, .decelerating), at: 48)
    run.take(Self.report("5"), at: 49)
    run.take(frame(720, .decelerating), at: 64)
    run.take(Self.report("7"), at: 65)
    run.take(frame(720, .idle), at: 80)
    let found = run.findings("S23", at: 500)
    #expect(found.compactMap(\.place.target) == returned.map { TargetID($0) })
  }

  /// In one case the content passes row 6; in the other only the reports do.
  @Test(
    "S23: an id that follows a spring past its target and back is no conflict",
    arguments: [([560.0, 630, 600, 580], 0), ([560, 570, 580, 590], 1)] as [([Double], Int)])
  func overshoot(offsets: [Double], count: Int) {
    var run = DetectorRun(Self.bound(), rows: 40, in: 400)
    let report = ReleaseReport(chosenOffset: Point(x: 0, y: 580), chosenID: TargetID("5"))
    run.take(frame(500, .idle), at: 0)
    run.take(frame(500, .interacting), at: 16)
    run.take(frame(520, .interacting), at: 32)
    run.take(.observation(.release(report)), at: 33)
    for (index, (offset, id)) in zip(offsets, ["5", "6", "6", "5"]).enumerated() {
      let time = 48 + Double(index) * 16
      run.take(frame(offset, .decelerating), at: time)
      run.take(Self.report(id), at: time + 1)
    }
    run.take(frame(offsets[3], .idle), at: 112)
    #expect(run.findings("S23", at: 500).map(\.structure) == Array(repeating: ["id"], count: count))
  }

  /// A fifth of the row is visible in the last frame.
  @Test(
    "I03: a report whose frame was lost is checked against the next frame",
    arguments: [(16.0, 60.0, 1), (32, 60, 0), (32, 22, 1)])
  func late(time: Double, next: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0, .decelerating), at: 0)
    run.take(frame(20, .decelerating), at: 16)
    let event = VisibilityEvent(id: TargetID("4"), isVisible: true, threshold: 0.5)
    run.take(.observation(.visibility(event)), at: time)
    run.take(frame(next, .decelerating), at: 48)
    #expect(run.findings("I03").count == count)
  }

  @Test(
    "I03: a report in a new layout is checked against the frame that shows it",
    arguments: [(100.0, 0), (0, 1)])
  func relaid(next: Double, count: Int) {
    var run = DetectorRun(rows: 4, in: 400)
    for time in [0.0, 16, 32] { run.take(frame(0, .idle), at: time) }
    run.take(layout((0..<5).map(String.init)), at: 500)
    let event = VisibilityEvent(id: TargetID("4"), isVisible: true, threshold: 0.5)
    run.take(.observation(.visibility(event)), at: 500)
    for time in [516.0, 532] { run.take(frame(next, .idle), at: time) }
    #expect(run.findings("I03").count == count)
  }
}

@Suite("causes named by findings, and findings at the end of a trace")
struct LastWordTests {
  @Test("S03: an interval that differs from the pitch is reported as an interval, not as spacing")
  func interval() {
    var configuration = Configuration()
    configuration.behavior = .interval(105.2)
    var run = DetectorRun(configuration)
    run.take(container(400), at: 0)
    run.take(layout((0..<60).map(String.init), length: 105), at: 0)
    for (index, page) in [5.0, 12, 19, 26, 33].enumerated() {
      let rest = page * 105.2
      run.settle(
        from: rest - 105.2, released: rest - 60, through: [rest - 30, rest - 5, rest],
        at: Double(index) * 1000)
    }
    let findings = run.findings("S03")
    #expect(
      findings.map(\.cause) == ["the interval is 105.2 pt and targets repeat every 105 pt"])
  }

  @Test("S10: horizontal content jumps sideways", arguments: [50.0, -50])
  func side(way: Double) {
    var run = DetectorRun { $0.axes = .horizontal }
    let change = ContainerChange(size: Size(width: 100, height: 100))
    run.take(.input(.container(change)), at: 0)
    for (time, x) in [(0.0, 500.0), (16, 500), (32, 500 + way)] {
      run.take(
        .observation(.frame(GeometryFrame(offset: Point(x: x, y: 0), phase: .idle))), at: time)
    }
    let side = way > 0 ? "to the left" : "to the right"
    #expect(
      run.findings("S10").map(\.message) == [
        "at rest the content jumped 50 pt \(side) on the screen"
      ])
  }

  @Test(
    "S10: content of both axes jumps sideways unless the program scrolled there",
    arguments: [(50.0, false, 1), (50, true, 0), (0.5, false, 0)])
  func leapAcross(way: Double, isAsked: Bool, count: Int) {
    var run = DetectorRun { $0.axes = .both }
    run.take(container(400), at: 0)
    run.take(layout((0..<40).map(String.init)), at: 0)
    for (time, x) in [(0.0, 500.0), (516, 500), (532, 500 + way)] {
      if isAsked, time == 516 {
        run.take(scroll(to: .point(Point(x: 550, y: 0))), at: 510)
      }
      let size = Size(width: 2000, height: 4000)
      let frame = GeometryFrame(
        offset: Point(x: x, y: 0), phase: .idle, geometry: FrameGeometry(contentSize: size))
      run.take(.observation(.frame(frame)), at: time)
    }
    let message = "at rest the content jumped 50 pt to the left on the screen"
    #expect(run.findings("S10").map(\.message) == Array(repeating: message, count: count))
  }

  @Test(
    "I02: an observer that reports nothing until the end is a finding",
    arguments: [(299.0, 0), (300, 1)])
  func silent(end: Double, count: Int) {
    var configuration = Configuration()
    configuration.viewVisibility = 0.5
    var run = DetectorRun(configuration, rows: 40, in: 400)
    run.take(frame(0, .idle), at: 0)
    run.take(note("mark", "waiting"), at: end)
    let findings = run.findings("I02", at: end)
    #expect(findings.count == count)
    #expect(findings.allSatisfy { $0.message.hasSuffix("was not reported at all") })
  }

  @Test(
    "I04: a trace that ends at rest is checked unless a timer could still be running",
    arguments: [(nil, 1), (100, 0)] as [(Double?, Int)])
  func lostAtEnd(minimum: Double?, count: Int) {
    var configuration = Configuration()
    configuration.viewVisibility = 0.5
    var options = FindingOptions()
    options.minimumViewTime = minimum
    var run = DetectorRun(configuration, options: options)
    run.take(container(200), at: 0)
    run.take(layout((0..<40).map(String.init)), at: 0)
    run.take(frame(0, .idle), at: 0)
    let event = VisibilityEvent(id: TargetID("0"), isVisible: true, threshold: 0.5)
    run.take(.observation(.visibility(event)), at: 0)
    let findings = run.findings("I04")
    #expect(findings.count == count)
    #expect(findings.allSatisfy { $0.place.target == TargetID("1") })
  }

  @Test(
    "I04: each of two observers has its own threshold, and a report of either one counts",
    arguments: [(["0", "1"], 0), (["0"], 1)] as [([String], Int)])
  func twoObservers(reported: [String], count: Int) {
    var configuration = Configuration()
    configuration.viewVisibility = 0.3
    configuration.targetVisibility = 0.9
    var run = DetectorRun(configuration)
    run.take(container(200), at: 0)
    run.take(layout((0..<40).map(String.init)), at: 0)
    run.take(frame(0, .idle), at: 0)
    let ids = reported.map { TargetID($0) }
    for id in ids {
      let event = VisibilityEvent(id: id, isVisible: true, threshold: 0.3)
      run.take(.observation(.visibility(event)), at: 0)
    }
    run.take(.observation(.visibleSet(VisibleSet(ids: ids, threshold: 0.9))), at: 0)
    // Less than nine tenths of the first view are visible.
    run.take(frame(40, .idle), at: 16)
    let rest = Array(ids.dropFirst())
    run.take(.observation(.visibleSet(VisibleSet(ids: rest, threshold: 0.9))), at: 16)
    #expect(run.findings("I04").count == count)
  }

  /// Content at rest or under a finger has no frames; the phase marks the start of its movement.
  @Test("S31: a movement starts with its phase change", arguments: [(1950.0, 0), (1890, 1)])
  func phaseFirst(begin: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(300, .idle), at: 0)
    let change = PhaseChange(old: .idle, new: .animating)
    run.take(.observation(.phase(change)), at: begin)
    run.take(frame(320, .animating), at: 2000)
    run.take(frame(340, .animating), at: 2016)
    #expect(run.findings("S31").count == count)
  }
}
