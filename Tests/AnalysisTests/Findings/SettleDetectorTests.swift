import ScrollModel
import Testing

@testable import Analysis

@Suite("detectors of releases at their thresholds")
struct SettleDetectorTests {
  private static func configuration(_ behavior: ScrollBehavior) -> Configuration {
    var configuration = Configuration()
    configuration.behavior = behavior
    return configuration
  }

  /// Half of the distance to the next target, and four tolerances of half a point.
  @Test(
    "S06: a return to the start is reported from more than half of the distance on",
    arguments: [(352.0, 0), (352.5, 1)])
  func backToStart(released: Double, count: Int) {
    var run = DetectorRun(Self.configuration(.interval(100)), rows: 40, in: 400)
    run.settle(from: 300, released: released, velocity: 100, through: [330, 310, 300])
    let findings = run.findings("S06")
    #expect(findings.count == count)
    #expect(findings.allSatisfy { $0.structure.last == "back-to-start" })
  }

  /// Just before a target, the nearest two are that one and the one behind it.
  @Test(
    "S06: the next snap position is ahead, on either side of a noisy start",
    arguments: [299.8, 300, 300.2])
  func noisyStart(start: Double) {
    var run = DetectorRun(Self.configuration(.interval(100)), rows: 40, in: 400)
    run.settle(from: start, released: 355, velocity: 100, through: [330, 310, 300])
    #expect(run.findings("S06").map(\.structure.last) == ["back-to-start"])
  }

  /// Rows are 100 points long: the limit is one, the fling leads to row 9 and passes row 4.
  @Test(
    "S06: a limit may pull a fling back to the next target, but not behind the start",
    arguments: [
      (ViewAlignedLimit.alwaysByOne, 400.0, 0), (.alwaysByOne, 200, 1), (.never, 400, 1),
    ])
  func limited(limit: ViewAlignedLimit, rest: Double, count: Int) {
    let behavior = ScrollBehavior.viewAligned(limit: limit, anchor: nil)
    var run = DetectorRun(Self.configuration(behavior), rows: 40, in: 400)
    run.settle(
      from: 300, released: 470, velocity: 1000, through: [450, (450 + rest) / 2, rest])
    #expect(
      run.findings("S06").map(\.structure.last)
        == Array(repeating: "against-velocity", count: count))
  }

  @Test(
    "S01: content that moved in its last frame may have continued to an unrecorded rest",
    arguments: [(204.2, 0), (201.0, 1)])
  func unseenRest(before: Double, count: Int) {
    var run = DetectorRun(Self.configuration(.interval(100)), rows: 40, in: 400)
    run.take(frame(100, .idle), at: 0)
    run.take(frame(130, .interacting), at: 16)
    for (index, place) in [160.3, 190.4, 199.6, before, 200.9].enumerated() {
      run.take(frame(place, .decelerating), at: 32 + 16 * Double(index))
    }
    run.take(phase(.idle), at: 112)
    #expect(run.findings("S01").count == count)
  }

  @Test(
    "S01: under CSS, content may rest anywhere inside an area longer than the container",
    arguments: [PeerPhysics.css, .chromium, .uikit], [600.0, 150, 1100])
  func covered(physics: PeerPhysics, place: Double) {
    var configuration = Self.configuration(.scrollSnap(ScrollSnap(.mandatory)))
    configuration.releasePhysics = physics
    var run = DetectorRun(configuration)
    let lengths: [Double] = [200, 1300, 200, 200, 200, 1500]
    var (targets, end) = ([TargetFrame](), 0.0)
    for (index, length) in lengths.enumerated() {
      let frame = Rect(x: 0, y: end, width: 100, height: length)
      targets.append(TargetFrame(id: TargetID(Int64(index)), frame: frame))
      end += length
    }
    run.take(container(500), at: 0)
    run.take(
      .input(.layout(Layout(contentSize: Size(width: 100, height: end), targets: targets))), at: 0)
    run.settle(
      from: place - 90, released: place - 60, velocity: 300, through: [place - 9, place - 1, place])
    let isCovered = place > 200 && place < 1000
    #expect(run.findings("S01").isEmpty == (isCovered && physics != .uikit))
  }

  @Test(
    "S01: content rests within the padding of a scroll snap, or where an area fills it",
    arguments: [
      (60.0, 20.0, 740.0, 0), (60, 20, 800, 1), (60, 20, 750, 1), (60, 60, 750, 0),
      (60, 60, 765, 1),
    ])
  func padded(start: Double, end: Double, place: Double, count: Int) {
    var snap = ScrollSnap(.mandatory)
    snap.padding = SnapPadding(start: start, end: end)
    var configuration = Self.configuration(.scrollSnap(snap))
    configuration.releasePhysics = .chromium
    var run = DetectorRun(configuration)
    // 220 or 180 points of the view are within the padding.
    let targets = (Int64(0)..<12).map { number in
      TargetFrame(
        id: TargetID(number), frame: Rect(x: 0, y: Double(number) * 200, width: 100, height: 200))
    }
    run.take(container(300), at: 0)
    run.take(
      .input(.layout(Layout(contentSize: Size(width: 100, height: 2400), targets: targets))), at: 0)
    run.settle(
      from: place - 90, released: place - 60, velocity: 300, through: [place - 9, place - 1, place])
    #expect(run.findings("S01").count == count)
  }

  @Test(
    "S02: the position nearest to the reported projection is expected unless it is an end",
    arguments: [(340.0, 300.0), (2, 0), (1, nil), (3599, nil), (3570, 3600)]
      as [(Double, Double?)])
  func reportedProjection(proposed: Double, expected: Double?) {
    var run = DetectorRun(Self.configuration(.interval(100)), rows: 40, in: 400)
    let report = ReleaseReport(proposedOffset: Point(x: 0, y: proposed))
    run.settle(from: 300, released: 330, report, through: [420, 480, 500])
    #expect(run.findings("S02").map { $0.measures.last?.value } == (expected.map { [$0] } ?? []))
  }

  @Test(
    "S02: a caught settle is judged by its choice, and an offset off a position is wrong",
    arguments: [(301.0, 0), (301.5, 1), (298.5, 1)])
  func caught(told: Double, count: Int) {
    var run = DetectorRun(Self.configuration(.interval(100)), rows: 40, in: 400)
    let report = ReleaseReport(chosenOffset: Point(x: 0, y: told))
    run.take(frame(100, .idle), at: 0)
    run.take(frame(100, .interacting), at: 16)
    run.take(frame(130, .decelerating), at: 32)
    run.take(.observation(.release(report)), at: 32)
    run.pass.take(
      Settle(
        time: milliseconds(32), axis: .vertical, isResize: false, velocity: 900, original: 100,
        natural: 310, proposed: 310, candidates: [], chosen: 300, rule: .nearest, clamp: .none,
        curve: .adjusted))
    run.take(frame(150, .decelerating), at: 48)
    run.take(touch(1, .began), at: 56)
    let findings = run.findings("S02")
    #expect(findings.count == count)
    #expect(findings.allSatisfy { $0.structure.last == "caught" })
  }

  @Test(
    "S17: one frame with the whole distance is instant from more than 8 points on",
    arguments: [(8.0, 0), (8.5, 1)])
  func instant(way: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.settle(from: 300, released: 320, through: [320 + way, 320 + way])
    #expect(run.findings("S17").map(\.structure) == Array(repeating: ["instant"], count: count))
  }

  @Test(
    "S17: without the frames before the release, the finger may have moved the content",
    arguments: [(20.0, 1), (40, 0)])
  func lostFrames(gap: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(300, .idle), at: 0)
    run.take(frame(310, .interacting), at: 16)
    run.take(frame(320, .interacting), at: 32)
    run.take(.observation(.phase(PhaseChange(new: .decelerating))), at: 32 + gap)
    run.take(frame(340, .idle), at: 39 + gap)
    #expect(run.findings("S17").count == count)
  }

  @Test(
    "S14: offsets alone show a release at rest after 100 ms without movement only",
    arguments: [(1, 0), (5, 0), (7, 1)])
  func pause(frames: Int, count: Int) {
    var configuration = Configuration()
    configuration.behavior = .viewAligned(limit: .never, anchor: nil)
    var run = DetectorRun(configuration, rows: 40, in: 400)
    var time = 0.0
    func show(_ offset: Double) {
      time += 16
      run.take(frame(offset, nil), at: time)
    }
    (0...20).forEach { show(Double($0) * 1.5) }
    (0..<frames).forEach { _ in show(30) }
    // The deceleration from the held offset to the next target, 100 pt away.
    (1...40).forEach { show(100 - 70 * (1 - Double($0) / 40) * (1 - Double($0) / 40)) }
    #expect(run.findings("S14", at: time + 500).count == count)
  }

  @Test(
    "S17: content with noisy offsets counts as still after its only frame, slow movement does not",
    arguments: [
      ([350.3, 349.9, 350.2], 1), ([350.2, 350.3, 350.4], 0), ([350.3, 349.9, 350.6], 0),
      ([351, 352, 353], 0),
    ])
  func noisyInstant(rest: [Double], count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.settle(from: 300, released: 320, through: [350] + rest)
    #expect(run.findings("S17").map(\.structure) == Array(repeating: ["instant"], count: count))
  }

  @Test(
    "S17: constant speed up to the rest is reported from more than 8 points on",
    arguments: [(8.0, 0), (9, 1), (80, 1)])
  func constant(way: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.settle(from: 300, released: 320, through: (1...8).map { 320 + Double($0) * way / 8 })
    #expect(run.findings("S17").map(\.structure) == Array(repeating: ["constant"], count: count))
  }

  @Test("S17: a short deceleration that is almost linear is not reported")
  func shortDeceleration() {
    var run = DetectorRun(rows: 40, in: 400)
    // A distance of 500 points at the normal rate, cut off after 96 ms.
    run.settle(
      from: 300, released: 320, through: [335.76, 351.02, 365.8, 380.12, 393.98, 407.41])
    #expect(run.findings("S17").isEmpty)
  }

  @Test(
    "S01: content that the program stopped is not judged by the behavior's positions",
    arguments: [(false, 1), (true, 0)])
  func stopped(isStopped: Bool, count: Int) {
    let configuration = Self.configuration(.viewAligned(limit: .never, anchor: nil))
    var run = DetectorRun(configuration, rows: 40, in: 400)
    run.take(frame(100, .idle), at: 0)
    run.take(frame(100, .interacting), at: 16)
    run.take(frame(150, .interacting), at: 32)
    run.take(frame(220, .decelerating), at: 48)
    run.take(frame(260, .decelerating), at: 64)
    if isStopped { run.take(.input(.command(.cancel)), at: 70) }
    run.take(frame(266, .decelerating), at: 80)
    run.take(frame(266, .idle), at: 96)
    #expect(run.findings("S01").count == count)
  }

  /// At scale 2 a tenth of a pixel is 0.05 pt.
  @Test(
    "S15: a container off the pixel grid shows a sliver of a neighbor",
    arguments: [(200.03, 1), (200, 0), (200.06, 0)])
  func sliver(height: Double, count: Int) {
    let configuration = Self.configuration(.viewAligned(limit: .never, anchor: nil))
    var run = DetectorRun(configuration, rows: 40, in: height) { $0.scale = 2 }
    run.settle(from: 100, released: 150, through: [220, 260, 285, 300])
    let slivers = run.findings("S15").filter { $0.structure == ["sliver"] }
    #expect(slivers.count == count)
    #expect(slivers.allSatisfy { $0.place.target == TargetID("5") })
  }

  @Test(
    "S15: a noisy rest shows the sliver of the exact target position",
    arguments: [(0.05, 1), (0, 0)])
  func noisySliver(noise: Double, count: Int) {
    let configuration = Self.configuration(.viewAligned(limit: .never, anchor: nil))
    var run = DetectorRun(configuration, rows: 40, in: 200.03, noise: noise) { $0.scale = 2 }
    run.settle(from: 100, released: 150, through: [220, 260, 285, 300.03])
    let slivers = run.findings("S15").filter { $0.structure == ["sliver"] }
    #expect(slivers.count == count)
  }

  @Test("S05: pages are counted from the start of the content below its inset")
  func period() {
    var run = DetectorRun(Self.configuration(.paging))
    let size = Size(width: 100, height: 450)
    let insets = Insets(top: 50, left: 0, bottom: 0, right: 0)
    run.take(.input(.container(ContainerChange(size: size, insets: insets))), at: 0)
    run.take(layout((0..<40).map(String.init), length: 150), at: 0)
    for page in 0..<3 {
      let start = -50 + Double(page) * 400
      run.settle(
        from: start, released: start + 150, through: [start + 300, start + 380, start + 400],
        at: Double(page) * 1000)
    }
    let findings = run.findings("S05")
    #expect(findings.map { $0.measures.map(\.value) } == [[400, 150]])
  }

  /// Rows are longer than 1.1 containers; the inset makes the container shorter than the frame.
  @Test(
    "S03, S05: rows under bars are counted, whatever their length",
    arguments: [(PageLengthChoice.frame, 0), (.container, 0), (.container, 30)]
      as [(PageLengthChoice, Double)])
  func underBars(pages: PageLengthChoice, end: Double) {
    var configuration = Self.configuration(.paging)
    configuration.switches.pageLength = pages
    var run = DetectorRun(configuration)
    let frame = 450 + end
    let (page, first) = pages == .frame ? (frame, 0.0) : (400, -50)
    let slopes = pages == .frame ? [] : [-50 - end]
    let insets = Insets(top: 50, left: 0, bottom: end, right: 0)
    let change = ContainerChange(size: Size(width: 100, height: frame), insets: insets)
    run.take(.input(.container(change)), at: 0)
    run.take(layout((0..<40).map(String.init), length: frame), at: 0)
    for index in 1...5 {
      let start = first + Double(index) * page
      run.settle(
        from: start, released: start + page / 2,
        through: [start + page * 0.7, start + page * 0.9, start + page],
        at: Double(index) * 1000)
    }
    run.pass.finish(at: nil)
    let drifts = run.pass.analysis.findings.filter { $0.detector == "S03" }
    #expect(drifts.map { $0.measures[0].value.rounded() } == slopes)
    // Five rests are four steps apart, and the sum has the sign of the steps.
    #expect(drifts.map { $0.measures[1].value.rounded() } == slopes.map { 4 * $0 })
    let text = "by \(-50 - Int(end)) pt: \(-200 - 4 * Int(end)) pt over 5 targets"
    #expect(drifts.allSatisfy { $0.message.contains(text) })
    #expect(drifts.allSatisfy { $0.cause.hasSuffix("pages are containers, targets are frames") })
    let periods = run.pass.analysis.findings.filter { $0.detector == "S05" }
    #expect(periods.count == slopes.count)
  }

  @Test(
    "S05: a page that is a whole number of pitches skips no target, with or without an inset",
    arguments: [(150.0, 0), (225, 0), (450, 0), (160, 1), (670, 1), (1350, 0)])
  func wholePitches(pitch: Double, count: Int) {
    var run = DetectorRun(Self.configuration(.paging))
    let size = Size(width: 100, height: 450)
    let insets = Insets(top: 50, left: 0, bottom: 0, right: 0)
    run.take(.input(.container(ContainerChange(size: size, insets: insets))), at: 0)
    run.take(layout((0..<60).map(String.init), length: pitch), at: 0)
    for page in 1...4 {
      let start = Double(page) * 450
      run.settle(
        from: start, released: start + 200, through: [start + 300, start + 430, start + 450],
        at: Double(page) * 1000)
    }
    #expect(run.findings("S05").count == count)
  }

  /// One rest between positions among others at positions.
  @Test(
    "S03: targets are counted from the leading side",
    arguments: [LayoutDirection.leftToRight, .rightToLeft])
  func drifting(direction: LayoutDirection) {
    var run = DetectorRun(Self.configuration(.interval(100))) { $0.axes = .horizontal }
    let change = ContainerChange(size: Size(width: 400, height: 100), layoutDirection: direction)
    run.take(.input(.container(change)), at: 0)
    let isMirrored = direction == .rightToLeft
    let targets = (0..<400).map { row in
      TargetFrame(
        id: TargetID(Int64(row)),
        frame: Rect(x: Double(isMirrored ? 399 - row : row) * 100, y: 0, width: 100, height: 100))
    }
    let content = Size(width: 40_000, height: 100)
    run.take(.input(.layout(Layout(contentSize: content, targets: targets))), at: 0)
    func show(_ offset: Double, _ phase: ScrollPhase, at time: Double) {
      let x = isMirrored ? 39_600 - offset : offset
      run.take(
        .observation(.frame(GeometryFrame(offset: Point(x: x, y: 0), phase: phase))), at: time)
    }
    show(100, .idle, at: 0)
    for (index, rest) in [200.0, 300, 400, 530, 600].enumerated() {
      let time = Double(index + 1) * 1000
      show(rest - 60, .interacting, at: time)
      show(rest - 30, .decelerating, at: time + 16)
      show(rest - 10, .decelerating, at: time + 32)
      show(rest, .idle, at: time + 48)
    }
    #expect(run.findings("S03").isEmpty)
  }

  /// Row 4 is aligned by its center, which no configuration declares.
  @Test(
    "S19: without a configuration, a target's anchor position moves with the target",
    arguments: [(100.0, []), (110, [[250, 290]])] as [(Double, [[Double]])])
  func undeclaredAlignment(length: Double, found: [[Double]]) {
    var run = DetectorRun(rows: 40, in: 400)
    let report = ReleaseReport(chosenOffset: Point(x: 0, y: 250), chosenID: TargetID("4"))
    run.take(frame(0, .idle), at: 0)
    run.take(frame(0, .interacting), at: 16)
    run.take(frame(100, .interacting), at: 32)
    run.take(.observation(.release(report)), at: 32)
    run.take(frame(180, .decelerating), at: 48)
    if length != 100 { run.take(layout((0..<40).map(String.init), length: length), at: 50) }
    run.take(frame(240, .decelerating), at: 64)
    run.take(frame(250, .decelerating), at: 80)
    run.take(frame(250, .idle), at: 96)
    #expect(run.findings("S19").map { $0.measures.map(\.value) } == found)
  }

  @Test("S01: a rest whose frame was lost is unknown", arguments: [(64.0, 1), (96, 0)])
  func lostRest(idle: Double, count: Int) {
    var run = DetectorRun(Self.configuration(.interval(100)), rows: 40, in: 400)
    run.take(frame(300, .idle), at: 0)
    run.take(frame(300, .interacting), at: 16)
    run.take(frame(330, .decelerating), at: 32)
    run.take(frame(352, .decelerating), at: 48)
    run.take(phase(.idle), at: idle)
    #expect(run.findings("S01", at: 900).count == count)
  }

  @Test(
    "S01, S11: phases alone reveal a tap during a deceleration", arguments: [(342.0, 1), (400, 0)])
  func tapInPhases(caught: Double, count: Int) {
    var run = DetectorRun(Self.configuration(.interval(100)), rows: 40, in: 400)
    run.take(frame(300, .idle), at: 0)
    run.take(frame(300, .interacting), at: 16)
    run.take(frame(330, .decelerating), at: 32)
    run.take(frame(caught, .decelerating), at: 48)
    run.take(frame(caught, .tracking), at: 64)
    run.take(frame(caught, .idle), at: 80)
    run.pass.finish(at: milliseconds(900))
    for detector in ["S01", "S11"] {
      let found = run.pass.analysis.findings.filter { $0.detector == detector }
      #expect(found.count == count, "\(detector)")
    }
  }

  /// A throttled frame before the phase change may belong to the movement.
  @Test(
    "S01: a throttled offset is the rest offset if its frame is in the idle phase",
    arguments: [(true, 1), (false, 0)])
  func throttled(isIdle: Bool, count: Int) {
    var run = DetectorRun(Self.configuration(.interval(100)), rows: 40, in: 400) {
      $0.qualities[.offset] = .throttled(milliseconds: 100)
    }
    run.take(frame(300, .idle), at: 0)
    run.take(frame(300, .interacting), at: 100)
    run.take(frame(330, .decelerating), at: 200)
    run.take(frame(352, isIdle ? .idle : .decelerating), at: 300)
    run.take(phase(.idle), at: 316)
    #expect(run.findings("S01", at: 900).count == count)
  }
}
