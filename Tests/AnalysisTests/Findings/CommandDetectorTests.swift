import ScrollModel
import Testing

@testable import Analysis

@Suite("detectors of programmatic scrolls at their thresholds")
struct CommandDetectorTests {
  private static let top = UnitPoint(x: 0.5, y: 0)

  @Test(
    "S37: a scroll to a visible target may move the content by one point",
    arguments: [(550.0, 0), (551, 0), (551.5, 1), (700, 1)])
  func needless(offset: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(550, .idle), at: 0)
    run.take(scroll(to: "7"), at: 100)
    run.take(frame(offset, .idle), at: 116)
    run.take(frame(offset, .idle), at: 300)
    #expect(run.findings("S37").count == count)
  }

  @Test(
    "S19: an anchor position that moved by two points still counts as current",
    arguments: [(2.0, 0), (2.5, 1), (60, 1)])
  func stale(shift: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0, .idle), at: 0)
    run.take(scroll(to: "7", anchor: Self.top), at: 100)
    run.take(.input(.layout(FrameDetectorTests.rows(movedBy: shift))), at: 110)
    run.take(frame(700, .idle), at: 116)
    run.take(frame(700, .idle), at: 300)
    #expect(
      run.findings("S19").map { $0.measures.map(\.value) }
        == Array(repeating: [700, 700 + shift], count: count))
  }

  /// Without phases, no event marks the end of the animation or the start of a gesture.
  @Test(
    "S26: an animation that stopped has arrived, even if the content moves later",
    arguments: [(700.0, 0), (640, 1)])
  func arrived(rest: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0), at: 0)
    let request = Command.scroll(
      to: .id(TargetID("7")), anchor: Self.top, animation: .automatic, route: .reader,
      preservesVelocity: false)
    run.take(.input(.command(request)), at: 100)
    for (index, share) in [0.1, 0.4, 0.8, 0.95, 1].enumerated() {
      run.take(frame(rest * share), at: 116 + Double(index) * 16)
    }
    for (index, offset) in [900.0, 1000, 1040, 1060, 1065].enumerated() {
      run.take(frame(offset), at: 1000 + Double(index) * 16)
    }
    let findings = run.findings("S26", at: 2000)
    #expect(
      findings.map { $0.measures.map(\.value) } == Array(repeating: [640, 700], count: count))
  }

  /// A frame at rest below an inset.
  private static func seen(_ y: Double, start: Double) -> TraceEvent {
    frame(
      y, .idle, container: Size(width: 100, height: 400),
      insets: Insets(top: start, left: 0, bottom: 0, right: 0))
  }

  /// The offset of the jump's frame, and the change of the start inset with the next frame.
  @Test(
    "S26: a jump has arrived, even if a change of the container then moves the content",
    arguments: [(700.0, 26.0, 0), (700, 0, 1), (690, 26, 1), (699, 26, 0), (698.9, 26, 1)])
  func movedByContainer(first: Double, growth: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(Self.seen(0, start: 0), at: 0)
    run.take(scroll(to: "7", anchor: Self.top), at: 100)
    run.take(Self.seen(first, start: 0), at: 116)
    run.take(Self.seen(640, start: growth), at: 150)
    run.take(Self.seen(640, start: growth), at: 300)
    #expect(run.findings("S26").count == count)
  }

  @Test(
    "S26: a jump without an anchor has arrived where its target is visible",
    arguments: [(26.0, 0), (0, 1)])
  func movedWithoutAnchor(growth: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(Self.seen(0, start: 0), at: 0)
    run.take(scroll(to: "7"), at: 100)
    run.take(Self.seen(400, start: 0), at: 116)
    run.take(Self.seen(340, start: growth), at: 150)
    run.take(Self.seen(340, start: growth), at: 300)
    #expect(run.findings("S26").count == count)
  }

  @Test(
    "S26: a jump without a frame is judged by the next one, near the destination or the start",
    arguments: [(690.0, 0), (360, 0), (340, 1), (10, 1)])
  func lostFrame(next: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0), at: 0)
    run.take(scroll(to: "7", anchor: Self.top), at: 100)
    run.take(touch(1, .began, y: 100), at: 1000)
    run.take(frame(next), at: 1016)
    #expect(run.findings("S26").count == count)
  }

  private static func animated(to id: String, anchor: UnitPoint? = nil) -> TraceEvent {
    .input(
      .command(
        .scroll(
          to: .id(TargetID(id)), anchor: anchor, animation: .automatic, route: .reader,
          preservesVelocity: false)))
  }

  @Test(
    "S26: an animation that does not start within 250 ms has no effect",
    arguments: [nil, .idle] as [ScrollPhase?], [(350.0, 0), (351, 1)])
  func neverBegun(phase: ScrollPhase?, end: (time: Double, count: Int)) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0, phase), at: 0)
    run.take(Self.animated(to: "7", anchor: Self.top), at: 100)
    run.take(touch(1, .began, y: 100), at: end.time)
    let findings = run.findings("S26")
    #expect(
      findings.map { $0.measures.map(\.value) } == Array(repeating: [0, 700], count: end.count))
    #expect(findings.allSatisfy { $0.place.start == milliseconds(100) })
  }

  @Test("S26: an animation to a visible target has no effect and does not hide later requests")
  func behindNothing() {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0, .idle), at: 0)
    run.take(Self.animated(to: "1"), at: 100)
    run.take(scroll(to: "20"), at: 1000)
    run.take(frame(0, .idle), at: 1200)
    #expect(run.findings("S26").map(\.place.target) == [TargetID("20")])
  }

  @Test(
    "S39: only a scroll to the end edge follows items inserted at the start",
    arguments: Edge.allCases)
  func thrown(edge: Edge) {
    let ids = (0..<40).map(String.init)
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0, .idle), at: 0)
    run.take(layout(["x"] + ids), at: 100)
    run.take(scroll(to: .edge(edge)), at: 150)
    #expect(run.findings("S39").count == (edge == .bottom ? 1 : 0))
  }

  /// In the last frame before it the end was at 3600 pt.
  @Test(
    "S39: content within half a view of the end was not thrown there",
    arguments: [(3400.0, 0), (3399, 1), (3000, 1), (0, 1)])
  func nearEnd(offset: Double, count: Int) {
    let ids = (0..<40).map(String.init)
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(offset, .idle), at: 0)
    run.take(layout(["x"] + ids), at: 100)
    run.take(scroll(to: .edge(.bottom)), at: 150)
    #expect(run.findings("S39").count == count)
  }

  @Test("S39: only the items of the last change before the scroll are counted")
  func thrownByLast() {
    let ids = (0..<40).map(String.init)
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0, .idle), at: 0)
    run.take(layout(["x"] + ids), at: 100)
    run.take(layout(["z", "y", "x"] + ids), at: 140)
    run.take(scroll(to: .edge(.bottom)), at: 150)
    #expect(run.findings("S39").map { $0.measures[0].value } == [2])
  }

  @Test(
    "S35: a write stops a settle, unless another scroll follows it before the next frame",
    arguments: [(false, 1), (true, 0)])
  func cut(isFollowed: Bool, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0, .idle), at: 0)
    run.take(frame(0, .interacting), at: 16)
    for (index, offset) in [50.0, 100, 150, 195].enumerated() {
      run.take(
        frame(offset, index == 0 ? .interacting : .decelerating), at: 32 + Double(index) * 16)
    }
    run.take(scroll(to: .y(600)), at: 90)
    if isFollowed { run.take(Self.animated(to: "3"), at: 92) }
    run.take(frame(600, .idle), at: 96)
    #expect(run.findings("S35", at: 400).count == count)
  }

  @Test(
    "S30: three scrolls within one second are a loop, and one nanosecond more is not",
    arguments: [(1_000_000_000, 1), (1_000_000_001, 0)] as [(Int64, Int)])
  func loop(last: Int64, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    for time in [0, 500_000_000, last] {
      run.take(scroll(to: "7"), at: TraceTime(nanoseconds: time))
    }
    #expect(run.findings("S30").count == count)
  }

  @Test(
    "S30: a loop counts only its own requests and starts at the first of them",
    arguments: [
      (["3", "5", "7", "9", "9", "9"], 60.0, "the scroll to 9 was asked for 3 times"),
      (["9", "9", "9"], 0, "the scroll to 9 was asked for 3 times"),
      (["3", "3", "5", "3"], 20, "scrolls to 5 and 3 alternately"),
      (["7", "3", "5", "3"], 20, "scrolls to 5 and 3 alternately"),
    ])
  func loopAlone(ids: [String], start: Double, words: String) {
    var run = DetectorRun(rows: 40, in: 400)
    for (index, id) in ids.enumerated() { run.take(scroll(to: id), at: Double(index) * 20) }
    let findings = run.findings("S30")
    #expect(findings.map(\.measures) == [[Measure("requests", 3, "")]])
    #expect(findings.first?.place.start == milliseconds(start))
    #expect(findings.first?.message.contains(words) == true, "\(findings)")
  }

  @Test("S30: each loop is one finding, however long it lasts")
  func longLoop() {
    var run = DetectorRun(rows: 40, in: 400)
    for start in [0.0, 5000] {
      for index in 0..<9 {
        run.take(scroll(to: index % 2 == 0 ? "3" : "5"), at: start + Double(index) * 20)
      }
    }
    #expect(run.findings("S30").map(\.count) == [2])
  }

  @Test("S30: requests without a pattern are no loop")
  func noLoop() {
    var run = DetectorRun(rows: 40, in: 400)
    for (index, id) in ["3", "3", "5", "5", "7"].enumerated() {
      run.take(scroll(to: id), at: Double(index) * 20)
    }
    #expect(run.findings("S30").isEmpty)
  }

  /// How the content grows before or after a request for its end.
  enum Growth: CaseIterable {
    /// The last row grows, and then its end is requested.
    case beforeRequest
    /// Each request loads another row.
    case behindRequest
    /// Frames alone show that the content grows.
    case inFrames
    case none
  }

  @Test(
    "S30: requests that follow growing content are no loop, requests that cause the growth are",
    arguments: Growth.allCases, [50.0, 100, 400])
  func follow(growth: Growth, interval: Double) {
    var run = DetectorRun()
    var ids = (0..<10).map(String.init)
    func shown(_ offset: Double) -> TraceEvent {
      var frame = GeometryFrame(offset: Point(x: 0, y: offset))
      frame.geometry.contentSize = Size(width: 100, height: Double(ids.count) * 100)
      return .observation(.frame(frame))
    }
    func grow() { ids.append("\(ids.count)") }
    run.take(container(400), at: 0)
    run.take(layout(ids), at: 0)
    run.take(shown(600), at: 0)
    for index in 0..<12 {
      let time = 1000 + Double(index) * interval
      if growth == .beforeRequest {
        grow()
        run.take(layout(ids), at: time)
      }
      run.take(scroll(to: .edge(.bottom)), at: time)
      if growth == .inFrames { grow() }
      run.take(shown(Double(ids.count) * 100 - 400), at: time + 8)
      guard growth == .behindRequest else { continue }
      grow()
      run.take(layout(ids), at: time + 16)
      run.take(shown(Double(ids.count) * 100 - 500), at: time + 16)
    }
    let findings = run.findings("S30")
    let isLoop = growth == .behindRequest || growth == .none
    #expect(findings.map(\.structure) == (isLoop ? [["again"]] : []))
    #expect(
      findings.allSatisfy {
        $0.cause == "a request is repeated although the content is already there"
      })
  }

  @Test("S30: a request that does not arrive is the cause of its repetition")
  func notArriving() {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(0, .idle), at: 0)
    for time in [100.0, 200, 300] {
      run.take(scroll(to: .edge(.bottom)), at: time)
      run.take(frame(50, .idle), at: time + 16)
    }
    #expect(
      run.findings("S30").map(\.cause) == ["a request is repeated because it does not arrive"])
  }

  /// A recorder of every tick may write a frame before the content shows the requested offset.
  @Test(
    "S10: a request explains a jump up to 150 ms later, whatever frames come before",
    arguments: [(248.0, 0), (264, 1)])
  func lateAnswer(time: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    for tick in 0...6 { run.take(frame(0, .idle), at: Double(tick) * 16) }
    run.take(scroll(to: .y(900)), at: 100)
    for before in stride(from: 112, to: time, by: 16) { run.take(frame(0, .idle), at: before) }
    run.take(frame(900, .idle), at: time)
    #expect(run.findings("S10").count == count)
  }
}

@Suite("detectors of scrolls beside pinned headers and changed insets, at their bounds")
struct HeaderDetectorTests {
  private static let top = UnitPoint(x: 0.5, y: 0)

  /// Ten sections, each a header of 50 pt and nine rows of 50 pt: rows 0 to 89.
  private static var sections: TraceEvent {
    var targets: [TargetFrame] = []
    for section in 0..<10 {
      let y = Double(section) * 500
      targets.append(
        TargetFrame(
          id: TargetID("header \(section)"), frame: Rect(x: 0, y: y, width: 390, height: 50),
          pinned: .header))
      targets += (0..<9).map { row in
        TargetFrame(
          id: TargetID("\(section * 9 + row)"),
          frame: Rect(x: 0, y: y + 50 + Double(row) * 50, width: 390, height: 50))
      }
    }
    return .input(
      .layout(Layout(contentSize: Size(width: 390, height: 5000), targets: targets)))
  }

  private func found(_ id: String, rest: Double) -> DetectorRun {
    var run = DetectorRun()
    run.take(container(400), at: 0)
    run.take(Self.sections, at: 0)
    run.take(frame(0, .idle), at: 0)
    run.take(scroll(to: id, anchor: Self.top), at: 100)
    run.take(frame(rest, .idle), at: 116)
    run.take(frame(rest, .idle), at: 400)
    return run
  }

  /// Row 12 begins at 700 pt.
  @Test(
    "S42: a point of a target may be under the header",
    arguments: [(700.0, 50.0), (650, 0), (651, 0), (652, 0)])
  func underHeader(rest: Double, hidden: Double) {
    var run = found("12", rest: rest)
    #expect((run.findings("S42").first?.measures.first?.value ?? 0) == hidden)
  }

  /// Row 12 begins at 700 pt, and the bar covers 60 pt of the view: the header ends there.
  @Test(
    "S42: a target that begins above a bar is cut off by the bar, not by the header",
    arguments: [(640.0, 50.0), (600, 10), (589, 0), (660, 0)])
  func underBar(rest: Double, hidden: Double) {
    var run = DetectorRun()
    let change = ContainerChange(
      size: Size(width: 390, height: 460), insets: Insets(top: 60, left: 0, bottom: 0, right: 0))
    run.take(.input(.container(change)), at: 0)
    run.take(Self.sections, at: 0)
    run.take(frame(0, .idle), at: 0)
    run.take(scroll(to: "12"), at: 100)
    run.take(frame(rest, .idle), at: 116)
    run.take(frame(rest, .idle), at: 400)
    #expect((run.findings("S42").first?.measures.first?.value ?? 0) == hidden)
  }

  @Test("S42, S26: the header itself, a first row and both places of a row are right")
  func right() {
    for (id, rest) in [("header 3", 1500.0), ("12", 650), ("9", 500)] {
      var run = found(id, rest: rest)
      #expect(run.findings("S42").isEmpty && run.findings("S26").isEmpty, "\(id)")
    }
    var first = found("9", rest: 550)
    #expect(first.findings("S42").count == 1)
    var short = found("12", rest: 620)
    #expect(short.findings("S26").count == 1)
  }

  /// Header 1 begins at 500 pt, and row 8 ends there, below a bar of 50 pt.
  @Test(
    "I04: a header that has arrived at its place pushes the one before it over the last row",
    arguments: [449.0, 450, 451])
  func pushedHeader(rest: Double) {
    var configuration = Configuration()
    configuration.viewVisibility = 0.5
    configuration.switches.pinnedVisibility = .excluded
    var run = DetectorRun(configuration)
    run.take(container(400, width: 390), at: 0)
    run.take(
      .input(.container(ContainerChange(insets: Insets(top: 50, left: 0, bottom: 0, right: 0)))),
      at: 0)
    run.take(Self.sections, at: 0)
    run.take(frame(rest, .idle), at: 0)
    for id in ["header 1"] + (9..<14).map(String.init) {
      let event = VisibilityEvent(id: TargetID(id), isVisible: true, threshold: 0.5)
      run.take(.observation(.visibility(event)), at: 0)
    }
    #expect(run.findings("I04").map(\.place.target) == [TargetID("14")])
  }

  @Test(
    "S43: a scroll to the start within 100 ms of another inset, from more than half a view away",
    arguments: [
      (300.0, 100.0, 1), (300, 101, 0), (186, 100, 1), (185, 50, 0),
    ])
  func reset(offset: Double, delay: Double, count: Int) {
    var run = DetectorRun(rows: 40, in: 400)
    run.take(frame(offset, .idle), at: 0)
    run.take(
      .input(.container(ContainerChange(insets: Insets(top: 0, left: 0, bottom: 30, right: 0)))),
      at: 1000)
    run.take(
      .input(
        .command(
          .scroll(
            to: .edge(.top), anchor: nil, animation: .none, route: .offset,
            preservesVelocity: false))), at: 1000 + delay)
    run.take(frame(0, .idle), at: 1200)
    // Half of the 370 pt inside the insets is 185 pt.
    #expect(run.findings("S43").count == count)
  }
}
