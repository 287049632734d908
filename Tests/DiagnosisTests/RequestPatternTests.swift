import Diagnosis
import ScrollModel
import Simulation
import TestSupport
import Testing

/// Scrolls that end at their target, and changes that leave the view where it is declared to be.
@Suite("causes of requests and changes under the declared configuration")
struct RequestPatternTests {
  private static func rows(padding: Double = 0, insets: Insets = .zero) -> SceneFile {
    let rule = SceneFile.ItemRule(
      count: 80, ids: .strings(prefix: "row-"), size: .same(.length(40)))
    var scene = SceneFile(
      name: "rows", container: Size(width: 390, height: 600), content: .generated(rule))
    scene.axes = .vertical
    scene.insets = insets
    scene.stack.padding = Insets(top: padding, left: 0, bottom: padding, right: 0)
    return scene
  }

  private static func found(
    _ script: String, _ configuration: String = "", padding: Double = 0, insets: Insets = .zero
  ) throws -> TraceDiagnosis {
    // A recording ends with its last event, so a mark keeps it running.
    try DesignCauseTests.diagnosis(
      rows(padding: padding, insets: insets), configuration,
      script + "wait 900ms\nnote mark \"later\"\n")
  }

  private static func select(
    _ rows: ClosedRange<Int>, wait: String, anchor: String = " anchor center"
  ) -> String {
    "wait 400ms\nwheel 0,50 x8 every 16ms\nwait 700ms\n"
      + rows.map { "scroll to id row-\($0)\(anchor) via reader\nwait \(wait)\n" }.joined()
  }

  @Test("a selection that is centered at each step although it is visible is a cause")
  func recentered() throws {
    let found = try Self.found(Self.select(18...24, wait: "200ms"))
    let cause = try #require(found.causes.first)
    #expect(cause.cause == .scrollTo && cause.certainty == .certain)
    #expect(cause.parameter?.value == 40)
    #expect(cause.symbolic?.contains("the row's height (40)") == true)
    #expect(cause.fix?.code.contains("proxy.scrollTo(id)") == true)
  }

  @Test(
    "a fix is written in the language of the app's platform",
    arguments: [
      ("Chrome 125", "block: 'nearest'"), ("Android 14", "listState.scrollToItem"),
      ("iOS 18.5", "proxy.scrollTo(id)"),
    ])
  func platform(system: String, code: String) throws {
    let free = try Configuration(text: "")
    var recording = try HiddenCase(
      name: "platform", hidden: free, declared: free, scene: Self.rows(),
      script: Self.select(18...24, wait: "200ms") + "wait 900ms\nnote mark \"later\"\n"
    ).recording()
    recording.information.system = system
    let found = try FalseCauseTests.diagnosis(of: recording, try TraceShelf())
    let fix = try #require(found.causes.first?.fix)
    #expect(fix.code.contains(code), "\(fix.code)")
    #expect(fix.removed != nil, "the fix is checked by a replay without the anchor")
  }

  @Test("steps that are slow, few or without an anchor are no defect")
  func notRecentered() throws {
    for script in [
      Self.select(18...24, wait: "3s"), Self.select(18...19, wait: "200ms"),
      Self.select(18...24, wait: "200ms", anchor: ""),
    ] {
      #expect(try Self.found(script).causes.isEmpty, "\(script)")
    }
  }

  @Test("a scroll to the first row hides the padding, one to the edge does not")
  func padding() throws {
    let start = "wait 400ms\nwheel 0,60 x8 every 16ms\nwait 700ms\n"
    let row = try Self.found(start + "scroll to id row-0 anchor top via reader\n", padding: 12)
    #expect(row.causes.first?.cause == .scrollTo)
    #expect(row.causes.first?.symbolic == "the padding before the first row (12)")
    for script in [
      "scroll to edge top via reader\n", "scroll to id row-3 anchor top via reader\n",
    ] {
      #expect(try Self.found(start + script, padding: 12).causes.isEmpty, "\(script)")
    }
    #expect(
      try Self.found(start + "scroll to id row-0 anchor top via reader\n").causes.isEmpty)
  }

  @Test("a row that grows after a completed scroll moves its target away")
  func pushed() throws {
    let scroll = "wait 500ms\nscroll to id row-30 anchor top via reader\nwait 50ms\n"
    let found = try Self.found(scroll + "grow row-3 to 190\n")
    let cause = try #require(found.causes.first)
    #expect(cause.cause == .sizeChange)
    #expect(cause.sentences.contains { $0.contains("150 pt") })
    #expect(try Self.found(scroll + "grow row-60 to 190\n").causes.isEmpty)
  }

  @Test("an animation to the initial position is a cause")
  func opening() throws {
    let found = try Self.found("scroll to edge bottom over 500ms via offset\nwait 1s\n")
    #expect(found.causes.first?.cause == .scrollTo)
    #expect(found.causes.first?.fix?.code == ".defaultScrollAnchor(.bottom, for: .initialOffset)")
    let later = "wait 900ms\nscroll to edge bottom over 500ms via offset\nwait 1s\n"
    #expect(try Self.found(later).causes.isEmpty)
  }

  @Test("an id that a programmatic scroll does not update is a position cause")
  func unwritten() throws {
    let script = "wait 400ms\nfling up 2000\nwait 4s\n"
    let text = "position: id, position-anchor: top"
    let found = try Self.found(script + "scroll to edge top animated via offset\nwait 1s\n", text)
    #expect(found.causes.first?.cause == .position)
    let written = text + ", programmatic-write-back: top-most"
    #expect(
      try Self.found(script + "scroll to edge top animated via offset\nwait 1s\n", written).causes
        .isEmpty)
  }

  @Test("growth that returns the user to the end is a cause")
  func pulled() throws {
    func script(_ change: String) -> String {
      "wait 400ms\nscroll to edge bottom via offset\nwait 1s\n"
        + "drag from 200,200 to 200,520 over 400ms ease out\nwait 3s\n\(change)\n"
        + "scroll to edge bottom via offset\nwait 1s\n"
    }
    let found = try Self.found(script("grow row-79 to 140"))
    let cause = try #require(found.causes.first, "\(found.lines())")
    #expect(cause.cause == .ownership)
    #expect(cause.sentences.first?.contains("away from the end") == true)
    #expect(cause.fix?.removed != nil, "the fix is checked by a replay without the scroll")
    #expect(try Self.found(script("wait 100ms")).causes.isEmpty, "a button may lead to the end")
  }

  @Test("content appended after the view opened is a cause if an anchor was only initial")
  func late() throws {
    let rule = SceneFile.ItemRule(count: 2, ids: .integers(first: 0), size: .same(.length(40)))
    var scene = SceneFile(
      name: "late", container: Size(width: 390, height: 600), content: .generated(rule))
    scene.axes = .vertical
    let script = "wait 400ms\nappend 60\nwait 1s\nnote mark \"later\"\n"
    func found(_ text: String) throws -> TraceDiagnosis {
      try DesignCauseTests.diagnosis(scene, text, script)
    }
    let opened = try found("initial-offset-anchor: bottom")
    #expect(opened.causes.first?.cause == .sizeChange, "\(opened.lines())")
    #expect(opened.causes.first?.fix?.code == ".defaultScrollAnchor(.bottom, for: .sizeChanges)")
    #expect(try found("").causes.isEmpty)
  }

  @Test("an inset that alternates by a fraction of a pixel is a cause")
  func alternation() throws {
    let insets = Insets(top: 59, left: 0, bottom: 0, right: 0)
    let start = "wait 400ms\nwheel 0,60 x8 every 16ms\nwait 700ms\n"
    func script(_ inset: String, _ count: Int) -> String {
      start
        + "repeat \(count) {\n  insets \(inset),0,0,0\n  wait 16ms\n  insets 59,0,0,0\n  wait 16ms\n}\n"
    }
    let fraction = try Self.found(script("59.2", 6), insets: insets)
    #expect(fraction.causes.first?.cause == .insets)
    #expect(fraction.causes.first?.sentences.first?.contains("by 0.2 pt") == true)
    #expect(fraction.causes.first?.sentences[1].contains("less than a point") == true)
    #expect(fraction.causes.first?.fix?.summary.contains("a tolerance of a point") == true)
    let header = try Self.found(script("80", 6), insets: insets)
    #expect(header.causes.contains { $0.sentences.joined().contains("21 pt") }, "\(header.causes)")
    #expect(try Self.found(script("80", 1), insets: insets).causes.isEmpty)
  }

  @Test("an animation that a wheel across the axis interrupts is a cause")
  func cut() throws {
    let free = try Configuration(text: "")
    let script =
      "wait 400ms\nscroll to id row-40 anchor top over 600ms via reader\nwait 2s\n"
      + "note mark \"later\"\n"
    func found(_ across: Bool) throws -> TraceDiagnosis {
      var recording = try HiddenCase(
        name: "cut", hidden: free, declared: free, scene: Self.rows(), script: script
      ).recording()
      let cut = TraceTime(nanoseconds: 610_000_000)
      let later = recording.events.filter { $0.time > cut }
      recording.events.removeAll { $0.time > cut }
      let wheel = WheelSample(delta: across ? Vector(dx: 40, dy: 0) : Vector(dx: 0, dy: 1))
      recording.events.append((cut, .input(.wheel(wheel))))
      guard
        case .observation(.frame(var frame))? = recording.events.last(where: { $0.event.isFrame })?
          .event
      else { throw CancellationError() }
      frame.phase = .idle
      for time in [630, 650, 1800] as [Int64] {
        recording.events.append(
          (TraceTime(nanoseconds: time * 1_000_000), .observation(.frame(frame))))
      }
      recording.events += later.suffix(1)
      return try FalseCauseTests.diagnosis(of: recording, try TraceShelf())
    }
    let across = try found(true)
    let cause = try #require(across.causes.first, "\(across.lines())")
    #expect(cause.cause == .ownership)
    #expect(cause.sentences.first?.contains("a wheel across the axis") == true)
    #expect(try found(false).causes.isEmpty, "a wheel may take over")
  }

  @Test("a timer that scrolls after each scroll of the user is a cause")
  func timer() throws {
    let step = "drag from 200,400 to 200,250 over 200ms\nwait 900ms\n"
    func script(_ wait: String) -> String {
      (0..<5).map { index in
        "scroll to y \(300 * (index + 1)) over 300ms via offset\nwait \(wait)\n" + step
      }.joined()
    }
    let found = try Self.found(script("1400ms"))
    #expect(
      found.causes.contains { $0.sentences.first?.contains("A timer of") == true },
      "\(found.lines())")
  }
}

extension TraceEvent {
  fileprivate var isFrame: Bool {
    if case .observation(.frame) = self { return true }
    return false
  }
}
