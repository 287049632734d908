import Diagnosis
import ScrollModel
import TestSupport
import Testing

/// Custom behaviors, judged by their recorded calls and answers.
@Suite("custom behaviors")
struct CustomBehaviorTests {
  /// One gesture: its start, the offset of its release, the proposed end and the behavior's answer.
  struct Gesture {
    var start: Double
    var release: Double
    var velocity: Double
    /// Nil if the recorder does not report it.
    var proposed: Double?
    var chosen: Double
  }

  /// Rows of 100 pt in a container, and a recording of these gestures.
  static func recording(
    _ gestures: [Gesture], behavior: String = "custom(\"rows\")", height: Double = 700
  ) -> HiddenRecording {
    var information = TraceInformation(name: "rows")
    information.declaredConfiguration = "behavior: \(behavior)"
    information.axes = .vertical
    information.scale = 3
    var events: [(time: TraceTime, event: TraceEvent)] = []
    var time = TraceTime.zero
    func add(_ event: TraceEvent) { events.append((time, event)) }
    func frame(_ y: Double, _ phase: ScrollPhase) {
      time = time.advanced(byNanoseconds: 16_666_667)
      add(.observation(.frame(GeometryFrame(offset: Point(x: 0, y: y), phase: phase))))
    }
    func touch(_ phase: TouchPhase, _ y: Double) {
      add(.input(.touch(TouchSample(pointer: 1, phase: phase, position: Point(x: 200, y: y)))))
    }
    add(
      .input(
        .container(ContainerChange(size: Size(width: 390, height: height), insets: .zero, scale: 3))
      ))
    add(
      .input(
        .layout(
          Layout(
            contentSize: Size(width: 390, height: 6000),
            targets: (0..<60).map {
              TargetFrame(
                id: TargetID(.string("row-\($0)")),
                frame: Rect(x: 0, y: Double($0) * 100, width: 390, height: 100))
            }))))
    frame(gestures.first?.start ?? 0, .idle)
    for gesture in gestures {
      time = time.advanced(byNanoseconds: 500_000_000)
      frame(gesture.start, .idle)
      touch(.began, 600)
      let way = gesture.release - gesture.start
      for step in 1...20 {
        let moved = way * Double(step) / 20
        touch(.moved, 600 - moved)
        frame(gesture.start + moved, .interacting)
      }
      touch(.ended, 600 - way)
      add(
        .observation(
          .release(
            ReleaseReport(
              velocity: Vector(dx: 0, dy: gesture.velocity),
              proposedOffset: gesture.proposed.map { Point(x: 0, y: $0) },
              chosenOffset: Point(x: 0, y: gesture.chosen)))))
      for step in 1...20 {
        let share = 1 - Double((20 - step) * (20 - step)) / 400
        frame(gesture.release + (gesture.chosen - gesture.release) * share, .decelerating)
      }
      frame(gesture.chosen, .idle)
    }
    return HiddenRecording(information: information, events: events)
  }

  private static func diagnosis(_ gestures: [Gesture]) throws -> TraceDiagnosis {
    try FalseCauseTests.diagnosis(of: recording(gestures), try TraceShelf())
  }

  @Test("a limit of three rows that returns a deliberate drag is a cause")
  func clamp() throws {
    let found = try Self.diagnosis([
      Gesture(start: 0, release: 520, velocity: 100, proposed: 530, chosen: 300),
      Gesture(start: 300, release: 560, velocity: 900, proposed: 1000, chosen: 600),
      Gesture(start: 600, release: 1150, velocity: 0, proposed: 1150, chosen: 900),
    ])
    let cause = try #require(found.causes.first)
    #expect(cause.cause == .customBehavior)
    #expect(found.verdict == .cause)
    #expect(
      cause.symbolic == "3 times the item's height (100)"
        || cause.symbolic == "3 times the row's height (100)")
    #expect(cause.sentences[0].contains("springs a deliberate drag back by 220 pt"))
  }

  @Test("a limit of three rows is a cause, although other releases end nearer")
  func clampAmongOthers() throws {
    let found = try Self.diagnosis([
      Gesture(start: 0, release: 520, velocity: 100, proposed: 530, chosen: 300),
      Gesture(start: 300, release: 460, velocity: 50, proposed: 470, chosen: 500),
      Gesture(start: 500, release: 760, velocity: 900, proposed: 1200, chosen: 800),
      Gesture(start: 800, release: 890, velocity: 40, proposed: 895, chosen: 900),
      Gesture(start: 900, release: 1450, velocity: 0, proposed: 1450, chosen: 1200),
    ])
    let cause = try #require(found.causes.first)
    #expect(cause.cause == .customBehavior)
    #expect(cause.sentences[0].contains("springs a deliberate drag back by 220 pt"))
  }

  @Test("a fling past several rows exceeds the declared limit, whatever part is aligned")
  func limit() throws {
    // A row of 100 pt is in the middle of 650 pt when it begins 275 pt below the top.
    for (anchor, shift) in [("top", 0.0), ("center", -275)] {
      let found = try FalseCauseTests.diagnosis(
        of: Self.recording(
          [
            Gesture(
              start: 500 + shift, release: 540 + shift, velocity: 2600, proposed: 1830 + shift,
              chosen: 1800 + shift),
            Gesture(
              start: 1800 + shift, release: 1840 + shift, velocity: 900, proposed: 2290 + shift,
              chosen: 2300 + shift),
          ], behavior: "view-aligned(limit: always-by-one, anchor: \(anchor))", height: 650),
        try TraceShelf())
      let text = found.lines().map(\.text).joined(separator: "\n")
      #expect(text.contains("One gesture passes 13 rows"), "\(anchor): \(text)")
    }
  }

  @Test("releases whose proposed end is unknown are not judged by a limit")
  func unreported() throws {
    let found = try Self.diagnosis([
      Gesture(start: 0, release: 240, velocity: 900, proposed: nil, chosen: 300),
      Gesture(start: 300, release: 560, velocity: 900, proposed: nil, chosen: 600),
      Gesture(start: 600, release: 850, velocity: 900, proposed: nil, chosen: 900),
    ])
    #expect(!found.causes.contains { $0.cause == .customBehavior }, "\(found.causes)")
  }

  @Test("constant choices and choices behind the start are causes")
  func fixed() throws {
    let same = try Self.diagnosis([
      Gesture(start: 1000, release: 1040, velocity: 1500, proposed: 1700, chosen: 1000),
      Gesture(start: 1000, release: 1020, velocity: 900, proposed: 1400, chosen: 1000),
      Gesture(start: 1000, release: 970, velocity: -1200, proposed: 600, chosen: 1000),
    ])
    #expect(same.causes.first?.sentences[0].contains("whatever it is asked") == true)
    let behind = try Self.diagnosis([
      Gesture(start: 1000, release: 1050, velocity: 1500, proposed: 1700, chosen: 900),
      Gesture(start: 900, release: 940, velocity: 1500, proposed: 1600, chosen: 800),
    ])
    #expect(behind.causes.first?.sentences[0].contains("behind the start of the gesture") == true)
  }

  @Test("a custom behavior that snaps to the nearest row has no cause")
  func healthy() throws {
    let found = try Self.diagnosis([
      Gesture(start: 0, release: 240, velocity: 400, proposed: 420, chosen: 400),
      Gesture(start: 400, release: 460, velocity: 2000, proposed: 1380, chosen: 1400),
      Gesture(start: 1400, release: 1350, velocity: -300, proposed: 1240, chosen: 1200),
      Gesture(start: 1200, release: 1230, velocity: 0, proposed: 1230, chosen: 1200),
    ])
    #expect(!found.causes.contains { $0.cause == .customBehavior }, "\(found.causes)")
  }
}
