import ScrollModel
import TestSupport
import Testing
import TraceImport

extension CSVTests {
  @Test(
    "a column that names the view gives each view a trace of its own",
    arguments: ["view", "scroller", "Scroll View", "view_id"])
  func views(column: String) {
    let text = """
      \(column),t_ms,offset_x,offset_y,vw,vh
      list,0,0,0,390,800
      cards,0,0,0,390,200
      list,16,0,40,,
      cards,16,90,0,,
      list,33,0,80,,
      ,50,0,90,,
      """
    let outcome = Self.outcome(text)
    #expect(outcome.information.map(\.name) == ["list", "cards"])
    #expect(outcome.diagnostics.isEmpty)
    let frames = outcome.events.map { events in
      events.compactMap { event -> String? in
        guard case .observation(.frame(let frame)) = event else { return nil }
        let height = frame.geometry.containerSize?.height ?? 0
        return "\(Int(frame.offset.x)) \(Int(frame.offset.y)) in \(Int(height))"
      }
    }
    #expect(
      frames == [
        ["0 0 in 800", "0 40 in 800", "0 80 in 800", "0 90 in 800"], ["0 0 in 200", "90 0 in 200"],
      ])
  }

  @Test("views in blocks, one after the other, do not restart the recording")
  func blocks() {
    let rows = ["list", "cards"].flatMap { view in
      (0..<40).map { "\(view),\($0 * 16),0,\($0 * 10)" }
    }
    let outcome = Self.outcome(
      "view,t_ms,offset_x,offset_y\n" + rows.joined(separator: "\n") + "\n")
    #expect(outcome.information.map(\.name) == ["list", "cards"])
    #expect(outcome.events.map(\.count) == [40, 40])
    #expect(
      outcome.times.map(\.last) == outcome.times.map { _ in TraceTime(nanoseconds: 624_000_000) })
    #expect(outcome.kinds.isEmpty)
  }

  @Test("touches of a second table are merged in order of time")
  func companion() throws {
    let offsets = try Seeds.text("csv/offsets.csv")
    let touches = try Seeds.text("csv/touches.csv")
    for (first, second) in [(offsets, touches), (touches, offsets)] {
      let outcome = Self.outcome(first, second)
      #expect(outcome.information.count == 1)
      #expect(Self.frames(outcome).count == 12)
      let phases = outcome.events.joined().compactMap { event -> TouchPhase? in
        guard case .input(.touch(let touch)) = event else { return nil }
        return touch.phase
      }
      #expect(phases == [.began, .moved, .moved, .moved, .moved, .ended])
      #expect(outcome.kinds == ["out-of-order"])
      #expect(outcome.violations.isEmpty)
    }
    #expect(Self.outcome(offsets, offsets).kinds == ["companion-unused"])
    #expect(Self.outcome(offsets, "what is this").kinds == ["companion-unused"])
  }

  @Test("sizes and touches in the same table are kept")
  func wide() throws {
    let outcome = Self.outcome(
      "t_ms,offset_x,offset_y,content_w,content_h,container_w,container_h,event,id,x,y,force\n"
        + "1,0,5,390,900,390,844,,,,,\n2,,,,,,,down,7,10,20,0.5\n3,0,6,,,,,up,7,10,21,\n")
    let events = try #require(outcome.events.first)
    let geometry = FrameGeometry(
      contentSize: Size(width: 390, height: 900), containerSize: Size(width: 390, height: 844))
    #expect(
      events == [
        .observation(.frame(GeometryFrame(offset: Point(x: 0, y: 5), geometry: geometry))),
        .input(
          .touch(
            TouchSample(
              pointer: 7, phase: .began, position: Point(x: 10, y: 20), pressure: 0.5))),
        .input(.touch(TouchSample(pointer: 7, phase: .ended, position: Point(x: 10, y: 21)))),
        .observation(.frame(GeometryFrame(offset: Point(x: 0, y: 6), geometry: geometry))),
      ])
  }

  static func touches(_ outcome: ImportOutcome) -> [String] {
    outcome.events.joined().compactMap { event in
      guard case .input(.touch(let touch)) = event else { return nil }
      return "\(touch.pointer) \(touch.phase) \(touch.position.x) \(touch.position.y)"
    }
  }

  @Test("an empty touch coordinate is taken from the previous touch")
  func emptyPlaces() {
    let head = "t_ms,event,pointer_id,x,y\n"
    let outcome = Self.outcome(
      head + "0,pointerdown,3,1,2\n10,pointermove,3,,9\n20,pointerup,3,,\n30,pointerdown,4,5,5\n"
        + "40,pointercancel,,,\n")
    #expect(
      Self.touches(outcome) == [
        "3 began 1.0 2.0", "3 moved 1.0 9.0", "3 ended 1.0 9.0", "4 began 5.0 5.0",
        "4 cancelled 5.0 5.0",
      ])
    #expect(outcome.kinds.isEmpty)
    // A finger that is not down has no position.
    let odd = Self.outcome(head + "0,down,1,1,1\n5,up,2,,\n9,down,2,,3\n12,up,1,1,1\n13,up,1,,\n")
    #expect(Self.touches(odd) == ["1 began 1.0 1.0", "1 ended 1.0 1.0"])
    #expect(odd.kinds == ["missing-value", "missing-value", "missing-value"])
    // Next to an offset, words that are not touch phases have another meaning.
    let wide = Self.outcome("t_ms,offset_y,event,x,y\n0,1,tick,,\n5,2,end,,\n")
    #expect(Self.touches(wide).isEmpty)
    #expect(Self.frames(wide).count == 2)
  }

  static func timedTouches(_ outcome: ImportOutcome) -> [String] {
    zip(outcome.times.joined(), outcome.events.joined()).compactMap { time, event in
      guard case .input(.touch(let touch)) = event else { return nil }
      return "\(time.nanoseconds / 1_000_000) \(touch.pointer) \(touch.phase) \(touch.position.y)"
    }
  }

  @Test("fingers without an event column come down and lift by time, with a notice")
  func madeUpEvents() {
    let outcome = Self.outcome(
      "t_ms,pointer,x,y\n0,1,9,70\n16,1,9,60\n266,1,9,50\n20,2,5,5\n600,1,9,80\n900,2,5,6\n")
    #expect(
      Self.timedTouches(outcome) == [
        "0 1 began 70.0", "16 1 moved 60.0", "20 2 began 5.0", "20 2 ended 5.0",
        "266 1 moved 50.0", "266 1 ended 50.0", "600 1 began 80.0", "600 1 ended 80.0",
        "900 2 began 6.0", "900 2 ended 6.0",
      ])
    #expect(outcome.diagnostics.count { $0.kind == "touch-start-added" } == 4)
    #expect(outcome.diagnostics.count { $0.kind == "touch-end-added" } == 4)
    let repairs = outcome.events.joined().compactMap { event -> String? in
      guard case .stream(.repair(let kind, _)) = event else { return nil }
      return kind
    }
    #expect(repairs.count == 8)
    #expect(outcome.violations.isEmpty)
  }

  @Test("a touch ends at its last sample, before later frames")
  func endInPlace() {
    let outcome = Self.outcome(
      "t_ms,offset_y,x,y\n0,0,9,70\n16,5,9,60\n32,9,,\n300,20,,\n", nil)
    let order = outcome.events.joined().compactMap { event -> String? in
      switch event {
      case .input(.touch(let touch)): "\(touch.phase)"
      case .observation(.frame(let frame)): "\(frame.offset.y)"
      default: nil
      }
    }
    #expect(order == ["began", "0.0", "moved", "ended", "5.0", "9.0", "20.0"])
  }

  @Test("fingers lift when the pressure ends, in tables with a pressure column")
  func pressureEnds() {
    let outcome = Self.outcome(
      "t,x,y,pressure\n0,9,70,0.4\n16,9,60,0.4\n32,9,50,0\n48,9,40,0\n64,9,70,0.4\n80,9,60,0.4\n")
    #expect(
      Self.timedTouches(outcome) == [
        "0 0 began 70.0", "16 0 moved 60.0", "32 0 ended 50.0", "64 0 began 70.0",
        "80 0 moved 60.0", "80 0 ended 60.0",
      ])
    #expect(Self.frames(outcome).isEmpty)
    #expect(outcome.kinds.contains("finger-not-down"))
    // Devices without a pressure sensor always report 0.
    let flat = Self.outcome("t_ms,x,y,pressure\n0,9,70,0\n16,9,60,0\n32,9,50,0\n")
    #expect(
      Self.timedTouches(flat) == [
        "0 0 began 70.0", "16 0 moved 60.0", "32 0 moved 50.0", "32 0 ended 50.0",
      ])
    // Scroll events remain events of the view.
    let page = Self.outcome("t_ms,event,x,y,pressure\n0,scroll,0,0,0\n16,scroll,0,5,0\n")
    #expect(Self.frames(page) == ["0: 0.0 0.0", "16000000: 0.0 5.0"])
  }

  @Test("only a limited number of rows is held back until a finger is known to be lifted")
  func boundedContacts() {
    let rows = (0..<40_000).map { "\($0),,,\($0)\n" }.joined()
    let outcome = Self.outcome("t_us,x,y,offset_y\n0,9,70,0\n" + rows + "40001,9,60,\n")
    #expect(Self.frames(outcome).count == 40_001)
    #expect(
      Self.timedTouches(outcome) == [
        "0 0 began 70.0", "0 0 ended 70.0", "40 0 began 60.0", "40 0 ended 60.0",
      ])
    #expect(outcome.violations.isEmpty)
  }

  @Test(
    "several recordings in one table continue in time, with a gap",
    arguments: [
      "0,0\n100,1\n200,2\n300,3\n0,4\n5,5\n10,6\n",
      "0,0\n100,1\n200,2\n300,3\nt_ms,offset_y\n0,4\n5,5\n10,6\n",
      // An uptime that continues from another start.
      "50,0\n150,1\n250,2\n350,3\n60,4\n65,5\n70,6\n",
    ])
  func recordings(_ rows: String) throws {
    let outcome = Self.outcome("t_ms,offset_y\n" + rows)
    let start: Int64 = rows.hasPrefix("0") ? 0 : 50
    let times: [Int64] = [0, 100, 200, 300, 300, 305, 310]
    #expect(
      Self.frames(outcome)
        == times.enumerated().map { "\(($1 + start) * 1_000_000): 0.0 \($0).0" })
    #expect(outcome.kinds == ["time-restart"])
    let events = try #require(outcome.events.first)
    let gap = events.firstIndex { if case .stream(.gap) = $0 { true } else { false } }
    #expect(gap == 4)
    #expect(outcome.violations.isEmpty)
  }

  @Test("fingers that are down are cancelled when another recording starts")
  func cutOffTouch() {
    let outcome = Self.outcome(
      "t_ms,event,id,x,y\n0,down,1,9,70\n16,move,1,9,60\n400,move,1,9,50\n0,down,1,9,80\n"
        + "16,up,1,9,70\n")
    #expect(
      Self.timedTouches(outcome) == [
        "0 1 began 70.0", "16 1 moved 60.0", "400 1 moved 50.0", "400 1 cancelled 50.0",
        "400 1 began 80.0", "416 1 ended 70.0",
      ])
    #expect(outcome.kinds == ["time-restart"])
  }

  @Test(
    "touch words of each platform are recognized",
    arguments: [
      ("ACTION_DOWN", TouchPhase.began), ("ACTION_POINTER_DOWN(1)", .began),
      ("MotionEvent.ACTION_MOVE", .moved), ("ACTION_UP", .ended), ("ACTION_CANCEL", .cancelled),
      ("UITouchPhaseBegan", .began), ("UITouch.Phase.stationary", .stationary), (".ended", .ended),
      ("pointerdown", .began), ("touch_cancel", .cancelled), ("2", .stationary),
    ])
  func words(_ word: String, _ phase: TouchPhase) {
    let outcome = Self.outcome("t_ms,event,id,x,y\n0,\(word),1,2,3\n")
    #expect(Self.touches(outcome) == ["1 \(phase) 2.0 3.0"])
  }

  @Test(
    "finger coordinates are not read as offsets",
    arguments: ["type", "event_type", "eventName", "kind"])
  func eventColumns(_ name: String) {
    let outcome = Self.outcome("t_ms,\(name),x,y\n0,touchstart,1,2\n8,scroll,0,0\n9,touchend,1,9\n")
    #expect(Self.touches(outcome) == ["0 began 1.0 2.0", "0 ended 1.0 9.0"])
    #expect(Self.frames(outcome).isEmpty)
    #expect(outcome.kinds == ["bad-event"])
  }

  @Test(
    "numbers in a column with Android's name are read as MotionEvent actions",
    arguments: ["action", "Action", "actionMasked", "action_masked"])
  func motionEvents(_ name: String) {
    let outcome = Self.outcome(
      "t_ms,\(name),pointer_id,x,y\n0,0,0,2,9\n8,2,0,2,8\n16,261,1,4,8\n24,262,1,4,8\n32,1,0,2,7\n"
        + "40,0.0,0,2,9\n48,3.0,0,2,9\n56,7,0,2,9\n")
    #expect(
      Self.touches(outcome) == [
        "0 began 2.0 9.0", "0 moved 2.0 8.0", "1 began 4.0 8.0", "1 ended 4.0 8.0",
        "0 ended 2.0 7.0", "0 began 2.0 9.0", "0 cancelled 2.0 9.0",
      ])
    #expect(outcome.kinds == ["bad-event"])
  }

  @Test("other numbers are not read as touch events", arguments: ["9", "action_1", "1.0", "-1"])
  func otherWords(_ word: String) {
    let outcome = Self.outcome("t_ms,event,id,x,y\n0,\(word),1,2,3\n5,down,1,2,3\n")
    #expect(outcome.kinds == ["bad-event"])
  }

  @Test(
    "touch words in a column named 'phase' are read as touches, not as scroll phases",
    arguments: [
      "t_ms,phase,x,y\n0,began,9,70\n16,moved,9,60\n48,ended,9,60\n",
      "t_ms,phase,x,y,force\n0,0,9,70,0.4\n16,1,9,60,0.4\n48,3,9,60,0\n",
      "t_ms,id,phase,x,y\n0,0,UITouch.Phase.began,9,70\n16,0,moved,9,60\n48,0,ended,9,60\n",
      "t_ms,offset_y,phase,x,y\n0,,began,9,70\n16,,moved,9,60\n48,,ended,9,60\n",
    ])
  func touchPhases(_ text: String) {
    let outcome = Self.outcome(text)
    let touches = outcome.events.joined().compactMap { event -> String? in
      guard case .input(.touch(let touch)) = event else { return nil }
      return "\(touch.pointer) \(touch.phase) \(touch.position.x) \(touch.position.y)"
    }
    #expect(touches == ["0 began 9.0 70.0", "0 moved 9.0 60.0", "0 ended 9.0 60.0"])
    #expect(Self.frames(outcome).isEmpty)
    #expect(outcome.kinds.isEmpty)
  }
}
