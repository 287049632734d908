import ScrollModel
import Testing
import TraceImport

@Suite("Two traces on one clock")
struct ClockAlignmentTests {
  private func probe(_ entries: [(Int64, TraceEvent)]) -> ClockProbe {
    var probe = ClockProbe()
    for (time, event) in entries {
      probe.take(event, at: TraceTime(nanoseconds: time * 1_000_000))
    }
    return probe
  }

  private func touch(_ phase: TouchPhase, _ y: Double) -> TraceEvent {
    .input(.touch(TouchSample(pointer: 1, phase: phase, position: Point(x: 0, y: y))))
  }

  private func frame(_ y: Double) -> TraceEvent {
    .observation(.frame(GeometryFrame(offset: Point(x: 0, y: y))))
  }

  private func mark(_ text: String) -> TraceEvent {
    .observation(.annotation(Annotation(kind: "mark", text: text)))
  }

  @Test("shared marks decide, their median is used, and their spread is reported")
  func marks() {
    let first = probe([
      (100, mark("a")), (200, mark("b")), (310, mark("a")), (320, touch(.began, 0)),
    ])
    let second = probe([
      (0, touch(.began, 0)), (1100, mark("a")), (1202, mark("b")), (1311, mark("a")),
      (1400, mark("other")),
    ])
    let alignment = ClockAlignment(of: second, on: first)
    #expect(alignment?.basis == .marks(3))
    #expect(alignment?.shift == -1_001_000_000)
    #expect(alignment?.error == 1_000_000)
    let single = ClockAlignment(of: probe([(7, mark("b"))]), on: first)
    #expect(single == ClockAlignment(basis: .marks(1), shift: 193_000_000, error: nil))
  }

  @Test(
    "a page's mark, a custom event and a signpost of one name are one mark",
    arguments: [
      ("custom", "go"), ("signpost", "go, PointsOfInterest, my.app"), ("signpost", "go"),
      ("go", nil),
    ] as [(String, String?)])
  func marksOfOtherFormats(_ kind: String, _ text: String?) {
    let first = probe([(50, mark("go")), (60, touch(.began, 0))])
    let other = TraceEvent.observation(.annotation(Annotation(kind: kind, text: text)))
    let second = probe([(0, touch(.began, 0)), (20, other)])
    let expected = ClockAlignment(basis: .marks(1), shift: 30_000_000, error: nil)
    #expect(ClockAlignment(of: second, on: first) == expected)
  }

  @Test("a mark is found after any number of automatic annotations")
  func markBehindNotes() {
    let shown = TraceEvent.observation(.annotation(Annotation(kind: "presentation", duration: 5)))
    var entries: [(Int64, TraceEvent)] = (0..<10_000).map { (Int64($0), shown) }
    entries.append((10_000, mark("go")))
    let first = probe(entries)
    let expected = ClockAlignment(basis: .marks(1), shift: 9_980_000_000, error: nil)
    #expect(ClockAlignment(of: probe([(20, mark("go"))]), on: first) == expected)
  }

  @Test(
    "an earlier trace sets the clock's origin if the clock's unit is known",
    arguments: [
      ("unix_ms", "1700000000000", "1699999999600"), ("log", "0.5 ms", "-399.5 ms"),
      ("linux_monotonic", "10000011000 ns", "9600011000 ns"), ("unnamed", "1700000000000", nil),
    ] as [(String, String, String?)])
  func earlier(_ name: String, _ origin: String, _ expected: String?) {
    var information = TraceInformation(name: "page", coordinateSpace: .cssPixels)
    information.clock = SourceClock(name: name, origin: origin)
    information.setMetadata(MetadataEntry(key: "page-time-origin-ns", json: "-5"))
    information.begin(earlierBy: 400_000_000)
    #expect(information.clock == SourceClock(name: name, origin: expected))
    #expect(information.metadata.map(\.json) == ["399999995"])
  }

  @Test("without marks, a page's log and a browser recording use the page's own clock")
  func pageClock() {
    var browser = probe([(0, frame(0)), (150, frame(5)), (900, frame(5)), (1200, frame(60))])
    var recording = TraceInformation(name: "scroller", coordinateSpace: .cssPixels)
    recording.setMetadata(MetadataEntry(key: "page-time-origin-ns", json: "-50000000"))
    browser.take(recording)
    func log(_ clock: String, _ origin: String?, mark text: String = "other") -> ClockProbe {
      var log = probe([
        (870, mark(text)), (880, touch(.began, 700)), (896, touch(.moved, 690)),
        (912, touch(.moved, 650)), (1216, touch(.ended, 500)),
      ])
      var information = TraceInformation(name: "page", coordinateSpace: .cssPixels)
      information.clock = SourceClock(name: clock, origin: origin)
      log.take(information)
      return log
    }
    func basis(_ log: ClockProbe) -> ClockAlignment.Basis? {
      ClockAlignment(of: log, on: browser)?.basis
    }
    #expect(
      ClockAlignment(of: log("performance_now", "100"), on: browser)
        == ClockAlignment(basis: .pageClock, shift: 50_000_000, error: nil))
    #expect(basis(log("performance_now", "100.5")) == .pageClock)
    // Another visit of the page, an unknown reading, another clock.
    #expect(basis(log("performance_now", "1000")) == .firstMovement)
    #expect(basis(log("performance_now", nil)) == .firstMovement)
    #expect(basis(log("unix_ms", "100")) == .firstMovement)
    browser.take(mark("go"), at: TraceTime(nanoseconds: 1))
    #expect(basis(log("performance_now", "100", mark: "go")) == .marks(1))
    #expect(ClockAlignment.Basis.pageClock.word == "page-clock")
    #expect(ClockAlignment.Basis.pageClock.text == "by the page's own clock")
  }

  @Test("without marks, the first finger of both aligns them to one sample")
  func touches() {
    let first = probe([(500, touch(.began, 0)), (516, touch(.moved, 1))])
    let second = probe([(20, touch(.began, 0)), (28, touch(.moved, 1))])
    #expect(
      ClockAlignment(of: second, on: first)
        == ClockAlignment(basis: .firstTouch, shift: 480_000_000, error: 16_000_000))
  }

  @Test("without fingers on one side, the first movement aligns them, and a tap does not")
  func movement() {
    let first = probe([(0, frame(0)), (980, frame(0)), (1000, frame(3)), (1016, frame(9))])
    let second = probe([
      (0, touch(.began, 0)), (10, touch(.moved, 2)), (50, touch(.ended, 2)),
      (100, touch(.began, 50)), (108, touch(.moved, 48)), (132, touch(.moved, 39)),
      (140, touch(.ended, 30)),
    ])
    let alignment = ClockAlignment(of: second, on: first)
    #expect(alignment?.basis == .firstMovement)
    #expect(alignment?.shift == 892_000_000)
    #expect(alignment?.error == 44_000_000)
  }

  @Test("fingers that only rest on a trackpad have not moved yet")
  func restingPad() {
    func wheel(_ phase: WheelPhase, _ dy: Double) -> TraceEvent {
      .input(.wheel(WheelSample(delta: Vector(dx: 0, dy: dy), phase: phase, isPrecise: true)))
    }
    let first = probe([(0, frame(0)), (990, frame(0)), (1000, frame(3))])
    let second = probe([
      (0, wheel(.mayBegin, 0)), (400, wheel(.began, 0)), (700, wheel(.changed, 3)),
    ])
    #expect(
      ClockAlignment(of: second, on: first)
        == ClockAlignment(basis: .firstMovement, shift: 300_000_000, error: 10_000_000))
  }

  @Test("traces without common events are not aligned")
  func nothing() {
    #expect(ClockAlignment(of: probe([]), on: probe([])) == nil)
    #expect(
      ClockAlignment(of: probe([(0, touch(.began, 0))]), on: probe([(0, frame(0)), (9, frame(0))]))
        == nil)
  }
}
