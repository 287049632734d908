import ScrollModel
import TestSupport
import Testing
import TraceImport

@Suite("versions of libinput debug-events")
struct DebugEventsTests {
  private func debugEvents(_ lines: String) -> ImportResult {
    ImportResult(
      "-event7   DEVICE_ADDED            Panel                             seat0 default group1  cap:t\n"
        + lines, as: .libinputDebugEvents, screen: Size(width: 1000, height: 1000))
  }

  @Test("numbers may be padded to five characters")
  func padding() {
    let result = debugEvents(
      """
       event7   TOUCH_DOWN              +0.272s\t0 (0)  5.12/ 8.96 ( 3.61/ 3.79mm)
       event7   TOUCH_MOTION            +0.282s\t0 (0) 15.12/ 9.96 (13.61/ 4.79mm)
       event7   TOUCH_MOTION            +0.292s\t0 (0)  5.12/10.96 ( 3.61/13.79mm)
       event7   TOUCH_UP                +0.300s\t0 (0)

      """)
    #expect(result.diagnostics == [])
    #expect(
      result.lines() == ["0 began 51,89", "0 moved 151,99", "0 moved 51,109", "0 ended 51,109"])
  }

  @Test("an event before the start of the tool's clock comes first")
  func timeBeforeStart() {
    let result = debugEvents(
      """
       event7   TOUCH_DOWN              +4294967.294s\t0 (0) 50.00/90.00 (1.00/1.00mm)
       event7   TOUCH_MOTION            +0.008s\t0 (0) 50.00/80.00 (1.00/1.00mm)
       event7   TOUCH_UP                +0.018s\t0 (0)

      """)
    #expect(result.diagnostics == [])
    #expect(result.times.first?.map(\.nanoseconds) == [0, 10_000_000, 20_000_000])
  }

  @Test("a command line before the events is no damage, between them it is")
  func commands() {
    let event = " event5   POINTER_SCROLL_FINGER +0.010s\tvert 6.66/0.0* horiz 0.00/0.0 (finger)\n"
    let front = ImportResult("$ sudo libinput debug-events\n" + event, as: .libinputDebugEvents)
    #expect(front.diagnostics == [])
    #expect(front.wheels().count == 1)
    let between = ImportResult(event + "$ date\n" + event, as: .libinputDebugEvents)
    #expect(between.kinds == ["bad-line"])
  }

  @Test("timer messages of the library and their continuations are no damage")
  func messages() {
    let result = ImportResult(
      """
       event5   POINTER_SCROLL_FINGER +0.010s\tvert 6.66/0.0* horiz 0.00/0.0 (finger)
      event5  - Pad: kernel bug: Touch jump detected and discarded.
      See https://wayland.freedesktop.org/libinput/doc/1.19.4/touchpad-jumping-cursors.html for details
      client bug: timer event5 tap: scheduled expiry is in the past (-26ms), your system is too slow
      WARNING: log rate limit exceeded (5 msgs per 60min). Discarding future messages.
       event5   POINTER_SCROLL_FINGER +0.020s\tvert 3.25/0.0* horiz 0.00/0.0 (finger)

      """, as: .libinputDebugEvents)
    #expect(result.diagnostics == [])
    #expect(result.wheels().map(\.delta.dy) == [6.66, 3.25])
  }

  @Test("lines copied without their leading space are events")
  func withoutSpace() throws {
    let text = """
      event5   POINTER_AXIS     +0.01s\tvert 6.66* horiz 0.00 (finger)
      event5  - Pad: kernel bug: Touch jump detected and discarded.
      event5   POINTER_AXIS     +1.05s\tvert 3.25* horiz 0.00 (finger)
      event5   POINTER_AXIS     +1.06s\tvert 0.00* horiz 0.00 (finger)

      """
    let head = FormatHead(Array(text.utf8), isWhole: true)
    #expect(CaptureFormat.recognize(head)?.format == .libinputDebugEvents)
    let result = ImportResult(text, as: .libinputDebugEvents)
    #expect(result.diagnostics == [])
    #expect(result.wheels().map(\.delta.dy) == [6.66, 3.25, 0])
    #expect(result.wheels().map(\.phase) == [.began, .changed, .ended])
  }

  @Test("an end without a finger ends the only one, and a cancellation ends all")
  func namelessEnds() {
    let result = debugEvents(
      """
       event7   TOUCH_DOWN       +1.260s\t0 (0) 50.00/90.00 (129.93/172.78mm)
       event7   TOUCH_MOTION     +1.268s\t0 (0) 50.00/80.00 (130.12/172.07mm)
       event7   TOUCH_UP         +1.300s\t
       event7   TOUCH_DOWN       +2.260s\t0 (0) 20.00/20.00 (29.93/32.78mm)
       event7   TOUCH_DOWN       +2.270s\t1 (1) 30.00/20.00 (29.93/32.78mm)
       event7   TOUCH_CANCEL     +2.300s\t

      """)
    #expect(result.diagnostics == [])
    #expect(
      result.lines() == [
        "0 began 500,900", "0 moved 500,800", "0 ended 500,800", "0 began 200,200",
        "1 began 300,200", "0 cancelled 200,200", "1 cancelled 300,200",
      ])
  }

  @Test("one of several fingers ends when it comes down again or with the last of them")
  func severalNamelessEnds() {
    let down =
      " event7   TOUCH_DOWN       +1.000s\t0 (0) 50.00/90.00 (1.00/1.00mm)\n"
      + " event7   TOUCH_DOWN       +1.010s\t1 (1) 20.00/20.00 (1.00/1.00mm)\n"
      + " event7   TOUCH_UP         +1.020s\t\n"
    let together = debugEvents(down + " event7   TOUCH_UP         +1.030s\t\n")
    #expect(together.kinds == ["end-without-finger"])
    #expect(
      together.lines() == [
        "0 began 500,900", "1 began 200,200", "0 ended 500,900", "1 ended 200,200",
      ])
    let again = debugEvents(
      down + " event7   TOUCH_DOWN       +1.500s\t1 (1) 30.00/30.00 (1.00/1.00mm)\n"
        + " event7   TOUCH_UP         +1.600s\t\n")
    #expect(
      again.kinds == [
        "end-without-finger", "touch-end-added", "end-without-finger", "open-contact",
      ])
    #expect(again.lines().suffix(2) == ["1 ended 200,200", "1 began 300,300"])
  }

  @Test("a finger that comes down twice is two touches with an inferred end")
  func lostEnd() {
    let result = debugEvents(
      """
       event7   TOUCH_DOWN       +1.000s\t0 (0) 50.00/90.00 (1.00/1.00mm)
       event7   TOUCH_MOTION     +1.010s\t0 (0) 50.00/80.00 (1.00/1.00mm)
       event7   TOUCH_DOWN       +2.000s\t0 (0) 20.00/20.00 (1.00/1.00mm)
       event7   TOUCH_UP         +2.100s\t0 (0)

      """)
    #expect(result.violations == [])
    #expect(result.kinds == ["touch-end-added"])
    #expect(
      result.lines() == [
        "0 began 500,900", "0 moved 500,800", "0 ended 500,800", "0 began 200,200",
        "0 ended 200,200",
      ])
    let isRepaired = result.events[0].contains {
      if case .stream(.repair(kind: "touch-end-added", _)) = $0 { true } else { false }
    }
    #expect(isRepaired)
    let times = zip(result.events[0], result.times[0]).filter { !$0.0.isRemark }.map(\.1)
    #expect(times.map { $0.nanoseconds / 1_000_000 } == [0, 10, 10, 1000, 1100])
  }

  @Test("a scroll without a source is a wheel for whole notches, or else fingers")
  func namelessScrolls() {
    let result = debugEvents(
      """
       event7   POINTER_AXIS     +1.000s\tvert 15.00* horiz 0.00
       event7   POINTER_AXIS     +1.100s\tvert -30.00 horiz 0.00\u{20}
       event7   POINTER_AXIS     +1.200s\tvert 3.20* horiz 0.00
       event7   POINTER_AXIS     +1.210s\tvert 15.00* horiz 0.00
       event7   POINTER_AXIS     +1.220s\tvert 0.00* horiz 0.00

      """)
    #expect(result.kinds == ["scroll-source-inferred", "wheel-notches"])
    let wheels = result.wheels()
    #expect(wheels.map(\.delta.dy) == [1, -2, 3.2, 15, 0])
    #expect(wheels.map(\.phase) == [.none, .none, .began, .changed, .ended])
    // A line that was cut inside its last number is rejected.
    let cut = debugEvents(" event7   POINTER_AXIS     +1.000s\tvert 0.00 horiz 1")
    #expect(cut.kinds.first == "cut-off-line")
  }

  @Test("fingers that scroll in points are not read as notches")
  func fingerScrolls() {
    let result = debugEvents(
      """
       event7   POINTER_SCROLL_FINGER     +1.325s\tvert 6.66/0.0* horiz -1.50/0.0* (finger)
       event7   POINTER_SCROLL_FINGER     +1.345s\tvert 0.00/0.0* horiz 0.00/0.0* (finger)
       event7   POINTER_SCROLL_CONTINUOUS  3 +2.440s\tvert 1.50/0.0* horiz 0.00/0.0 (continuous)
       event7   POINTER_SCROLL_CONTINUOUS +2.540s\tvert 0.00/0.0* horiz 0.00/0.0 (continuous)

      """)
    #expect(result.diagnostics == [])
    #expect(result.wheels().map(\.phase) == [.began, .ended, .began, .ended])
  }

  @Test("gestures, tablets, switches and messages are skipped, and long names are read")
  func otherLines() {
    let result = ImportResult(
      """
      libinput version: 1.25.0
      -event17  DEVICE_ADDED                 A name of a panel that fills its column seat0 default group12 cap:t  size 259x172mm ntouches 10 calib
      event17 - A name of a panel: is tagged by udev as: Touchscreen
       event17  SWITCH_TOGGLE                +0.000s\tswitch lid state 1
       event17  GESTURE_SWIPE_UPDATE       3 +0.100s\t3  1.00/ 0.00 ( 1.00/ 0.00 unaccelerated)
       event17  TABLET_TOOL_PROXIMITY        +0.200s\t 12.00*/13.00*\tpen      (0x1, id 0x2) proxim-in
       event17  TABLET_PAD_BUTTON              3 pressed (mode 0)
       event17  TOUCH_DOWN                   +0.272s\t0 (0)  5.12/ 8.96 ( 3.61/ 3.79mm)
      event17 - A name of a panel: kernel bug: Touch jump detected and discarded.
       event17  TOUCH_CANCEL                 +0.300s\t0 (0)
      -event17  DEVICE_REMOVED               A name of a panel that fills its column seat0 default group12 cap:t

      """, as: .libinputDebugEvents, screen: Size(width: 100, height: 100))
    #expect(result.diagnostics == [])
    #expect(result.information.map(\.name) == ["A name of a panel that fills its column"])
    #expect(result.lines() == ["0 began 5,8", "0 cancelled 5,8"])
  }
}
