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
    _ gestures: [Gesture], behavior: String = "custom(\"rows\")", height: Double = 700,
    inset: Double = 0
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
    let insets = Insets(top: inset, left: 0, bottom: 0, right: 0)
    add(
      .input(
        .container(
          ContainerChange(size: Size(width: 390, height: height), insets: insets, scale: 3))))
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

  @Test("an answer past the end of the range is a cause", arguments: [(5900.0, 600.0), (-80, -80)])
  func outside(chosen: Double, excess: Double) throws {
    let found = try Self.diagnosis([
      Gesture(start: 1000, release: 1050, velocity: 1500, proposed: 1700, chosen: 1700),
      Gesture(start: 1700, release: 1760, velocity: 200, proposed: 1800, chosen: chosen),
    ])
    let cause = try #require(found.causes.first)
    #expect(cause.cause == .customBehavior)
    #expect(
      cause.sentences[0].hasSuffix(
        "\(Int(excess.magnitude)) pt past the \(excess > 0 ? "end" : "start") of the range."),
      "\(cause.sentences)")
  }

  /// The distance of each answer from the start of a row below an inset of 47 pt.
  @Test(
    "an answer beside the rows by a known length is a cause",
    arguments: [([-47.0, -47, -47], true), ([-47, -47], false), ([-47, -47, 10], false)])
  func beside(misses: [Double], isCause: Bool) throws {
    var gestures: [Gesture] = []
    var start = -47.0
    for (index, miss) in misses.enumerated() {
      let row = Double(index + 1) * 300
      gestures.append(
        Gesture(
          start: start, release: row - 147, velocity: 300, proposed: row - 67,
          chosen: row - 47 + miss))
      start = row - 47 + miss
    }
    let found = try FalseCauseTests.diagnosis(
      of: Self.recording(gestures, inset: 47), try TraceShelf())
    let text = found.lines().map(\.text).joined(separator: "\n")
    #expect(text.contains("47 pt before the start of its row each time") == isCause, "\(text)")
    if isCause { #expect(found.causes.first?.symbolic == "the top inset (47)", "\(text)") }
  }

  /// Flings whose proposed ends are 1.4 times as far as the declared deceleration leads, and answers
  /// that are the nearest row to them or one row farther.
  private static func farther(_ behavior: String, _ wrong: [Double]) throws -> TraceDiagnosis {
    var (gestures, start): ([Gesture], Double) = ([], 0)
    for (velocity, wrong) in zip([1500.0, 1100, 1300], wrong) {
      let release = start + 40
      let proposed = release + 1.4 * velocity / 1000 * 0.998 / 0.002
      let chosen = (proposed / 100).rounded() * 100 + wrong
      gestures.append(
        Gesture(
          start: start, release: release, velocity: velocity, proposed: proposed, chosen: chosen))
      start = chosen
    }
    return try FalseCauseTests.diagnosis(
      of: recording(gestures, behavior: behavior), try TraceShelf())
  }

  @Test(
    "another deceleration is certain if the answers are those that the behavior gives for it",
    arguments: ["view-aligned(limit: never)", "interval(100)"])
  func farther(behavior: String) throws {
    for (wrong, odds) in [([0.0, 0, 0], 200.0), ([0.0], 30), ([0, 100, 0], 30)] {
      let found = try Self.farther(behavior, wrong)
      let cause = found.causes.first { $0.cause == .deceleration }
      #expect(cause?.odds == odds, "\(wrong): \(found.lines().map(\.text))")
    }
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
