import ScrollModel
import Testing

@testable import Analysis

@Suite("detectors of frames and rests at their thresholds")
struct FrameDetectorTests {
  /// Targets of two points, one every point: the bound one is next to the one at the anchor.
  @Test(
    "S08: at the mount, the bound id is correct up to one point from its position",
    arguments: [(7.0, 0), (7.5, 1)])
  func mount(offset: Double, count: Int) {
    var configuration = Configuration()
    configuration.position = .id(TargetID("6"))
    configuration.positionAnchor = UnitPoint(x: 0.5, y: 0)
    var run = DetectorRun(configuration)
    run.take(container(20), at: 0)
    run.take(layout((0..<40).map(String.init), length: 2, spacing: -1), at: 0)
    run.take(frame(offset, .idle), at: 0)
    run.take(.observation(.position(PositionReport(id: TargetID("6")))), at: 0)
    let findings = run.findings("S08", at: 100)
    #expect(findings.map(\.severity) == Array(repeating: .notice, count: count))
    #expect(findings.allSatisfy { $0.place.target == TargetID("7") })
  }

  @Test(
    "S08: after a programmatic jump, its target is correct wherever it is visible",
    arguments: [("5", 0), ("8", 1)])
  func jump(reported: String, count: Int) {
    var configuration = Configuration()
    configuration.position = .id(nil)
    configuration.positionAnchor = UnitPoint(x: 0.5, y: 0)
    var run = DetectorRun(configuration, rows: 40, in: 400)
    run.take(frame(0, .idle), at: 0)
    run.take(scroll(to: "5"), at: 100)
    run.take(frame(460, .idle), at: 116)
    run.take(.observation(.position(PositionReport(id: TargetID(reported)))), at: 117)
    #expect(run.findings("S08", at: 300).count == count)
  }

  @Test(
    "S32: content that a layout left past its end goes back to it; within the range, a deceleration needs a release",
    arguments: [(10, 100.0, 0), (40, 100.0, 1)])
  func returned(rows: Int, offset: Double, count: Int) {
    var run = DetectorRun(Configuration())
    run.take(container(100), at: 0)
    run.take(layout((0..<rows).map(String.init), length: 12), at: 0)
    run.take(frame(offset, .idle), at: 0)
    run.take(.observation(.phase(PhaseChange(old: .idle, new: .decelerating))), at: 100)
    #expect(run.findings("S32", at: 300).count == count)
  }

  @Test(
    "S18: content that needs the other axis, or exceeds it by a fraction of a point, is reported",
    arguments: [
      (390.0, 200.0, 0), (391, 200, 1), (391, 300, 1), (391, 301, 0), (390, 900, 0),
      (390.5, 900, 1), (390.0005, 900, 0),
    ])
  func otherAxis(width: Double, height: Double, count: Int) {
    var configuration = Configuration()
    configuration.behavior = .paging
    var run = DetectorRun(configuration)
    let change = ContainerChange(size: Size(width: 390, height: 300))
    run.take(.input(.container(change)), at: 0)
    let row = TargetFrame(id: TargetID(1), frame: Rect(x: 0, y: 0, width: width, height: height))
    run.take(
      .input(.layout(Layout(contentSize: Size(width: width, height: height), targets: [row]))),
      at: 0)
    run.take(frame(0, .idle), at: 0)
    #expect(run.findings("S18", at: 200).count == count)
  }

  @Test(
    "S28: only content before the first or after the last target is empty, in both directions",
    arguments: [LayoutDirection.leftToRight, .rightToLeft],
    [
      ([0.0, 900], 450, 0), ([0, 100], 450, 1), ([800, 900], 450, 1), ([0, 900], 100, 0),
      ([50, 900], 150, 0), ([0, 850], 750, 0),
    ] as [([Double], Double, Int)])
  func empty(direction: LayoutDirection, _ plan: ([Double], Double, Int)) {
    var run = DetectorRun { $0.axes = .horizontal }
    let size = Size(width: 100, height: 100)
    let change = ContainerChange(size: size, layoutDirection: direction)
    run.take(.input(.container(change)), at: 0)
    let targets = plan.0.map { start in
      TargetFrame(
        id: TargetID(Int64(start)), frame: Rect(x: start, y: 0, width: 100, height: 100))
    }
    let content = Size(width: 1000, height: 100)
    run.take(.input(.layout(Layout(contentSize: content, targets: targets))), at: 0)
    run.take(
      .observation(.frame(GeometryFrame(offset: Point(x: plan.1, y: 0), phase: .idle))), at: 0)
    #expect(run.findings("S28", at: 200).count == plan.2)
  }

  @Test(
    "S10, I02: the first target at the leading side is named, and so is its removal",
    arguments: [LayoutDirection.leftToRight, .rightToLeft])
  func leadingTarget(direction: LayoutDirection) {
    let isMirrored = direction == .rightToLeft
    func rows(_ ids: [Int64]) -> TraceEvent {
      let width = Double(ids.count) * 100
      let targets = ids.enumerated().map { place, id in
        let start = Double(place) * 100
        let x = isMirrored ? width - 100 - start : start
        return TargetFrame(id: TargetID(id), frame: Rect(x: x, y: 0, width: 100, height: 100))
      }
      return .input(.layout(Layout(contentSize: Size(width: width, height: 100), targets: targets)))
    }
    func show(_ offset: Double, of count: Double, _ phase: ScrollPhase) -> TraceEvent {
      let x = isMirrored ? count * 100 - 400 - offset : offset
      return .observation(.frame(GeometryFrame(offset: Point(x: x, y: 0), phase: phase)))
    }
    var configuration = Configuration()
    configuration.viewVisibility = 0.5
    let all: [Int64] = Array(0..<40)
    for (ids, jumps) in [([-2, -1] + all, 1), (all.filter { $0 != 3 }, 0)] {
      var run = DetectorRun(configuration) { $0.axes = .horizontal }
      let change = ContainerChange(size: Size(width: 400, height: 100), layoutDirection: direction)
      run.take(.input(.container(change)), at: 0)
      run.take(rows(all), at: 0)
      run.take(show(0, of: 40, .idle), at: 0)
      run.take(show(330, of: 40, .interacting), at: 500)
      let event = VisibilityEvent(id: TargetID(Int64(4)), isVisible: true, threshold: 0.5)
      run.take(.observation(.visibility(event)), at: 501)
      // Row 2 ends where row 3 becomes visible.
      let rest = jumps == 1 ? 300.0 : 330
      for time in [516.0, 532, 548] { run.take(show(rest, of: 40, .idle), at: time) }
      run.take(rows(ids), at: 560)
      run.take(show(rest, of: Double(ids.count), .idle), at: 564)
      run.pass.finish(at: nil)
      let findings = run.pass.analysis.findings
      #expect(
        findings.filter { $0.detector == "S10" }.map(\.place.target)
          == Array(repeating: TargetID(Int64(3)), count: jumps))
      #expect(
        findings.filter { $0.detector == "I02" }.map(\.place.target) == [TargetID(Int64(0))])
    }
  }

  @Test(
    "S24: a finger that resizes the container drags a sheet until the container keeps its length",
    arguments: [(0, 0), (1, 0), (5, 0), (6, 1)])
  func sheet(stepsAfter: Int, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0, .idle), at: 0)
    run.take(touch(1, .began, y: 700), at: 500)
    for step in 1...10 {
      let time = 500 + 16 * Double(step)
      run.take(touch(1, .moved, y: 700 - 10 * Double(step)), at: time)
      run.take(container(400 + 10 * Double(step)), at: time + 1)
      run.take(frame(0, .tracking), at: time + 2)
    }
    for step in 0..<stepsAfter {
      run.take(touch(1, .moved, y: 590 - 10 * Double(step)), at: 680 + 40 * Double(step))
    }
    let findings = run.findings("S24")
    #expect(findings.count == count)
    #expect(findings.allSatisfy { $0.structure == ["vertical", Finding.sheetDrag] })
    #expect(
      findings.allSatisfy { $0.message.hasPrefix("the finger resized the container by 100 pt") })
  }

  @Test(
    "S24: a finger that moves more than half as far across the axis is not judged",
    arguments: [(4.0, 1), (6, 0)])
  func slanted(across: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0, .idle), at: 0)
    run.take(touch(1, .began, y: 700), at: 500)
    for step in 1...20 {
      let (time, way) = (500 + 16 * Double(step), Double(step))
      run.take(touch(1, .moved, x: across * way, y: 700 - 10 * way), at: time)
      run.take(frame(0, .tracking), at: time + 1)
    }
    #expect(run.findings("S24").count == count)
  }

  @Test(
    "S10, S27: without phases, content with a constant offset is at rest",
    arguments: [(0.0, 1), (20, 0)])
  func stillWithoutPhases(way: Double, count: Int) {
    var configuration = Configuration()
    configuration.defaultAnchors.base = UnitPoint(x: 0.5, y: 1)
    let ids = (0..<40).map(String.init)
    var jumping = DetectorRun(rows: 40, in: 400)
    var following = DetectorRun(configuration, rows: 40, in: 400)
    for time in [0.0, 500] {
      jumping.take(frame(1050, nil), at: time)
      following.take(frame(3600, nil), at: time)
    }
    jumping.take(layout(["x"] + ids), at: 510)
    jumping.take(frame(1050 + way, nil), at: 516)
    #expect(jumping.findings("S10").count == count)
    following.take(layout(ids + ["x"]), at: 510)
    following.take(frame(3600 + way, nil), at: 516)
    #expect(following.findings("S27").count == count)
  }

  private static let ids = (0..<40).map(String.init)

  /// Content that has moved by 20 points in each of five frames.
  private static func moving(_ phase: ScrollPhase) -> DetectorRun {
    var run = DetectorRun(rows: 40, in: 400)
    for step in 0...5 { run.take(frame(1060 - 20 * Double(step), phase), at: Double(step) * 16) }
    return run
  }

  /// The lengths of row 9, which the leading edge cuts, and of row 0 after a layout, and how far the
  /// offset follows it.
  @Test(
    "S10: a row that grows out of the view moves nothing in it, whatever its own start does",
    arguments: [
      (118.0, 100.0, 18.0, 0), (100, 140, 40, 0), (100, 140, 0, 1), (118, 140, 58, 0),
      (118, 140, 18, 1),
    ])
  func grownAtEdge(cut: Double, first: Double, followed: Double, count: Int) {
    var run = Self.moving(.decelerating)
    run.take(layout(Self.ids, others: [0: first, 9: cut]), at: 90)
    run.take(frame(940 + followed, .decelerating), at: 96)
    run.take(frame(920 + followed, .decelerating), at: 112)
    #expect(run.findings("S10").count == count)
  }

  @Test("S10: a corrected offset and the frame of a release do not show how fast the content moves")
  func pace() {
    var corrected = Self.moving(.decelerating)
    corrected.take(layout(Self.ids, others: [0: 400]), at: 90)
    corrected.take(frame(940 + 300, .decelerating), at: 96)
    corrected.take(layout(Self.ids, others: [0: 410]), at: 106)
    corrected.take(frame(920 + 310, .decelerating), at: 112)
    #expect(corrected.findings("S10").isEmpty)

    var released = Self.moving(.interacting)
    released.take(frame(957, .decelerating), at: 96)
    released.take(layout(Self.ids, others: [0: 140]), at: 106)
    released.take(frame(937 + 40, .decelerating), at: 112)
    #expect(released.findings("S10").isEmpty)
  }

  @Test(
    "S10: a behavior may align content again in a shorter container, at the nearest place only",
    arguments: [(570.0, 0), (580, 1), (600, 0)])
  func alignedAgain(offset: Double, count: Int) {
    var configuration = Configuration()
    configuration.behavior = .viewAligned(limit: .never, anchor: UnitPoint(x: 0.5, y: 0.5))
    var run = DetectorRun(configuration, rows: 10, in: 400)
    for time in [0.0, 16, 500] { run.take(frame(600, .idle), at: time) }
    run.take(container(360), at: 510)
    run.take(frame(offset, .idle), at: 516)
    #expect(run.findings("S10", at: 1000).count == count)
  }

  @Test("S13: content of unknown length is aligned like other content")
  func unknownLength() {
    var configuration = Configuration()
    configuration.behavior = .viewAligned(limit: .never, anchor: nil)
    func rows(_ ids: [String]) -> TraceEvent {
      var layout = column(ids)
      layout.contentSize = nil
      return .input(.layout(layout))
    }
    let ids = (0..<20).map(String.init)
    var run = DetectorRun(configuration)
    run.take(container(200), at: 0)
    run.take(rows(ids), at: 0)
    run.take(frame(300, .idle), at: 0)
    run.take(rows(["x", "y"] + ids), at: 100)
    run.take(frame(300, .idle), at: 116)
    let findings = run.findings("S13", at: 500)
    #expect(findings.map(\.place.target) == [TargetID("3")])
    #expect(findings.map(\.structure) == [["content"]])
  }

  /// Rows inserted above move the aligned target down.
  @Test(
    "S13: content that stops at its start is re-aligned like content elsewhere",
    arguments: [
      (400.0, 0.0, ["2"]), (400, 200, ["2"]), (400, 600, []), (0, 0, []), (0, 400, ["0"]),
    ] as [(Double, Double, [String])])
  func landing(from: Double, to: Double, targets: [String]) {
    var configuration = Configuration()
    configuration.behavior = .viewAligned(limit: .never, anchor: nil)
    let ids = (0..<30).map(String.init)
    func rows(_ ids: [String]) -> TraceEvent {
      let targets = ids.enumerated().map { place, id in
        TargetFrame(
          id: TargetID(id), frame: Rect(x: 0, y: Double(place) * 200, width: 100, height: 200))
      }
      let size = Size(width: 100, height: Double(ids.count) * 200)
      return .input(.layout(Layout(contentSize: size, targets: targets)))
    }
    var run = DetectorRun(configuration)
    run.take(container(844), at: 0)
    run.take(rows(ids), at: 0)
    run.take(frame(from, .idle), at: 0)
    run.take(rows(["x"] + ids), at: 500)
    for time in stride(from: 500.0, to: 1500, by: 100) { run.take(frame(to, .idle), at: time) }
    #expect(run.findings("S13").map(\.place.target) == targets.map { TargetID($0) })
  }

  @Test("S13: content stays at its start if the old target cannot reach its position there")
  func outOfReach() {
    var configuration = Configuration()
    configuration.behavior = .viewAligned(limit: .never, anchor: UnitPoint(x: 0.5, y: 0.5))
    let ids = (0..<30).map(String.init)
    var run = DetectorRun(configuration)
    run.take(container(400), at: 0)
    run.take(layout(ids), at: 0)
    run.take(frame(50, .idle), at: 0)
    // At the start, without the first rows, the old target is before the middle.
    run.take(layout(Array(ids.dropFirst(2))), at: 500)
    for time in stride(from: 500.0, to: 1500, by: 100) { run.take(frame(0, .idle), at: time) }
    #expect(run.findings("S13").isEmpty)
  }

  /// The content moved by 30 points per frame: up to one and a half times that, plus a point, is
  /// allowed.
  @Test(
    "S09: a correction during a fling is separated from the fling's own movement",
    arguments: [(30.0, 1), (46, 1), (47, 0)])
  func correction(onScreen: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(1000, .decelerating), at: 0)
    run.take(frame(1030, .decelerating), at: 16)
    run.take(.input(.layout(Self.rows(movedBy: 64))), at: 20)
    run.take(frame(1030 + 64 + onScreen, .decelerating), at: 32)
    #expect(
      run.findings("S09").map { $0.measures.map(\.value) }
        == Array(repeating: [64], count: count))
  }

  /// Forty rows; the fourth is longer.
  static func rows(movedBy shift: Double) -> Layout {
    var layout = column((0..<40).map(String.init))
    for index in 4..<40 {
      layout.targets[index].frame = Rect(
        x: 0, y: Double(index) * 100 + shift, width: 100, height: 100)
    }
    layout.contentSize = Size(width: 100, height: 4000 + shift)
    return layout
  }

  /// At 10 Hz six periods are longer than 100 ms.
  @Test("S31: a slow display may take six refresh periods", arguments: [(600.0, 0), (601, 1)])
  func stall(interval: Double, count: Int) {
    var run = DetectorRun()
    run.take(container(400, rate: 10), at: 0)
    run.take(layout((0..<40).map(String.init)), at: 0)
    run.take(frame(0, .decelerating), at: 0)
    run.take(frame(50, .decelerating), at: 100)
    run.take(frame(80, .decelerating), at: 100 + interval)
    #expect(run.findings("S31").count == count)
  }

  @Test(
    "S38: even a very short opening movement has a direction",
    arguments: [(50.8, "forward"), (49.2, "backward")] as [(Double, String)], [0.0, 5000])
  func opening(_ way: (Double, String), begin: Double) {
    var run = DetectorRun(rows: 4, in: 1)
    run.take(frame(50, .animating), at: begin)
    run.take(frame(way.0, .animating), at: begin + 16)
    let findings = run.findings("S38")
    #expect(findings.map(\.structure) == [[way.1]])
    #expect(findings.map(\.place.start) == [milliseconds(begin)])
  }

  /// The effect draws the row 120 points lower: 1, 1.5 and 90 points of it are visible.
  @Test(
    "S21: an effect makes a view visible only from more than one point",
    arguments: [(219.0, nil), (218.5, 1.5), (130, 90)] as [(Double, Double?)])
  func effect(offset: Double, shown: Double?) {
    var configuration = Configuration()
    configuration.transition = TransitionSettings(.interactive(.linear, threshold: .visible))
    var options = FindingOptions()
    options.effectTravel = -120
    var run = DetectorRun(configuration, options: options)
    run.take(container(300), at: 0)
    var layout = column(["a"])
    layout.contentSize = Size(width: 100, height: 2000)
    run.take(.input(.layout(layout)), at: 0)
    run.take(frame(offset, .idle), at: 0)
    let findings = run.findings("S21")
    #expect(findings.map { $0.measures.first?.value } == (shown.map { [$0] } ?? []))
    #expect(findings.allSatisfy { $0.structure == ["leading"] })
  }

  @Test(
    "I03: a target outside the viewport was not seen at any threshold unless content just moved",
    arguments: [(0.0, ["unseen"]), (1, nil)] as [(Double, [String]?)])
  func unseen(movement: Double, structure: [String]?) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0, .idle), at: 0)
    run.take(frame(movement, .idle), at: 16)
    let event = VisibilityEvent(id: TargetID("9"), isVisible: true, threshold: 0.01)
    run.take(.observation(.visibility(event)), at: 16)
    #expect(run.findings("I03").map(\.structure) == (structure.map { [$0] } ?? []))
  }

  /// A recorder that writes a frame for every tick repeats the resting offset in every frame.
  @Test("S25, S28, I04: a rest with many frames is one rest and is checked before it ends")
  func rests() {
    var configuration = Configuration()
    configuration.viewVisibility = 0.5
    func found(_ detector: String, _ offset: Double, missing: Bool = false) -> [Int] {
      var run = DetectorRun(configuration)
      run.take(container(200), at: 0)
      var rows = column((0..<4).map(String.init))
      rows.contentSize = Size(width: 100, height: 1000)
      run.take(.input(.layout(rows)), at: 0)
      let seen = VisibilityEvent(id: TargetID(missing ? "3" : "0"), isVisible: true)
      run.take(.observation(.visibility(seen)), at: 0)
      for tick in 0...60 { run.take(frame(offset, .idle), at: Double(tick) * 16) }
      // Later frames must not undo the finding at the rest.
      run.take(frame(offset, .tracking), at: 992)
      return run.findings(detector, at: 1000).map(\.count)
    }
    #expect(found("S25", 900) == [1])
    #expect(found("S28", 600) == [1])
    #expect(found("I04", 0, missing: true) == [1])
  }

  @Test(
    "I01: content with noisy offsets is still within the tolerance of equal offsets",
    arguments: [(0.3, 1), (0.6, 0)])
  func noisySets(noise: Double, count: Int) {
    var options = FindingOptions()
    options.minimumViewTime = 1000
    var run = DetectorRun(options: options)
    run.take(container(400), at: 0)
    run.take(layout((0..<40).map(String.init)), at: 0)
    for (number, offset) in [0, noise].enumerated() {
      let time = Double(number) * 100
      run.take(frame(offset, .idle), at: time)
      let ids = (0...number).map { TargetID(String($0)) }
      run.take(.observation(.visibleSet(VisibleSet(ids: ids, threshold: 0.9))), at: time)
    }
    #expect(run.findings("I01").count == count)
  }

  @Test("S41: wheel clicks are separate between frames with noisy offsets", arguments: [0.0, 0.2])
  func noisyClicks(noise: Double) {
    var run = DetectorRun()
    run.take(container(400, rate: 60), at: 0)
    run.take(layout((0..<40).map(String.init)), at: 0)
    let click = TraceEvent.input(.wheel(WheelSample(delta: Vector(dx: 0, dy: 40))))
    for index in 0..<90 {
      let time = Double(index) * 16
      if index % 10 == 5 { run.take(click, at: time - 8) }
      let offset = Double((index + 5) / 10) * 40 + Double(index % 2) * noise
      run.take(frame(offset, .idle), at: time)
    }
    #expect(run.findings("S41").map(\.measures.first?.value) == [9])
  }

  @Test(
    "I01: visible sets may grow between two throttled frames of a movement",
    arguments: [(.idle, 1), (.decelerating, 0)] as [(ScrollPhase, Int)])
  func grownSets(phase: ScrollPhase, count: Int) {
    var options = FindingOptions()
    options.minimumViewTime = 1000
    var run = DetectorRun(options: options) {
      $0.qualities[.offset] = .throttled(milliseconds: 100)
    }
    run.take(container(400), at: 0)
    run.take(layout((0..<40).map(String.init)), at: 0)
    run.take(frame(0, .interacting), at: 0)
    run.take(frame(100, phase), at: 100)
    for (number, time) in [(4, 110.0), (5, 140)] {
      let ids = (1..<number).map { TargetID(String($0)) }
      run.take(.observation(.visibleSet(VisibleSet(ids: ids, threshold: 0.9))), at: time)
    }
    #expect(run.findings("I01").count == count)
  }

  @Test(
    "S28: an empty visible set at rest is wrong if a target is fully visible",
    arguments: [(0.0, 1), (150, 0)], [200.0, 1000])
  func emptySet(_ plan: (Double, Int), end: Double) {
    var run = DetectorRun(rows: 4, in: 120)
    run.take(frame(plan.0, .idle), at: 0)
    run.take(.observation(.visibleSet(VisibleSet(ids: [], threshold: 0.5))), at: 10)
    for time in stride(from: 16, to: end, by: 16) { run.take(frame(plan.0, .idle), at: time) }
    let findings = run.findings("S28", at: end)
    #expect(findings.map(\.count) == Array(repeating: 1, count: plan.1))
    #expect(findings.allSatisfy { $0.place.target == TargetID("0") && $0.structure == ["set"] })
  }

  /// The first frame of an animation may be lost, or show the content already moving.
  @Test(
    "S38: a movement that starts after the opening time is not an opening",
    arguments: [(300.0, 1), (301, 0)] as [(Double, Int)], [0.0, 0.5])
  func late(_ plan: (Double, Int), noise: Double) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0, .idle), at: 0)
    run.take(frame(noise, .idle), at: 100)
    run.take(frame(20, .animating), at: plan.0)
    run.take(frame(300, .animating), at: plan.0 + 200)
    #expect(run.findings("S38").count == plan.1)
  }
}
