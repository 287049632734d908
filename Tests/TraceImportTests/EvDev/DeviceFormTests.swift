import ScrollModel
import TestSupport
import Testing
import TraceImport

@Suite("Recordings of input devices")
struct DeviceFormTests {
  func seed(_ name: String) throws -> [UInt8] {
    try #require(Seed.devices.first { $0.name == name }).bytes()
  }

  @Test("lines with the endings of an old adb on Windows are read")
  func twoReturns() throws {
    let text = String(decoding: try seed("slots.txt"), as: UTF8.self)
    let plain = ImportResult(text, as: .getevent)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let returned = lines.joined(separator: "\r\r\n")
    let head = FormatHead(Array(returned.utf8), isWhole: true)
    #expect(CaptureFormat.recognize(head)?.format == .getevent)
    let result = ImportResult(returned, as: .getevent)
    #expect(result.events == plain.events)
    #expect(result.kinds == plain.kinds)
  }

  @Test(
    "an indented recording is read completely",
    arguments: ["getevent/single-with-listing.txt", "getevent/slots.txt", "evemu/panel.events"])
  func indented(_ name: String) throws {
    let seed = try #require(Seed.devices.first { $0.testDescription == name })
    let bytes = try seed.bytes()
    var indented: [UInt8] = []
    for line in bytes.split(separator: 0x0A) { indented += Array("    ".utf8) + line + [0x0A] }
    let head = FormatHead(indented, isWhole: true)
    #expect(CaptureFormat.recognize(head)?.format == seed.format)
    let result = ImportResult(indented, as: seed.format)
    let plain = ImportResult(bytes, as: seed.format)
    #expect(result.events == plain.events)
    #expect(result.information.map(\.name) == plain.information.map(\.name))
    #expect(result.kinds == plain.kinds)
  }

  @Test("bytes after gzip data that are not gzip are reported")
  func trailingGarbage() throws {
    let bytes = try seed("slots.txt")
    let packed = try Files.gzip(bytes, in: try TemporaryDirectory())
    let result = ImportResult(packed + Array("garbage".utf8), as: .getevent)
    #expect(result.events == ImportResult(bytes, as: .getevent).events)
    #expect(result.kinds.contains("trailing-garbage"))
  }

  @Test("a single touch with a device listing is converted to points of the given screen")
  func single() throws {
    let bytes = try seed("single-with-listing.txt")
    let screen = Size(width: 240, height: 400)
    let result = ImportResult(bytes, as: .getevent, screen: screen)
    #expect(result.events.count == 1)
    #expect(result.information.first?.name == "qwerty2")
    #expect(result.information.first?.coordinateSpace == .points)
    #expect(
      result.lines() == [
        "0 began 120,200", "0 moved 120,190", "0 moved 120,180", "0 moved 120,170",
        "0 moved 120,160", "0 ended 120,160",
      ])
    #expect(result.diagnostics == [])
    #expect(ImportResult(bytes, as: .getevent).kinds == ["no-screen-size"])
  }

  @Test(
    "a screen with other proportions than the panel, or a second panel, is reported",
    arguments: [
      ("0437", "095f", Size(width: 411, height: 914), []),
      ("0437", "095f", Size(width: 914, height: 411), ["screen-proportions"]),
      ("0fff", "0fff", Size(width: 411, height: 914), []),
    ])
  func proportions(width: String, height: String, screen: Size, kinds: [String]) throws {
    let one = Self.panel(1, width, height)
    #expect(ImportResult(one.listing + one.touch, as: .getevent, screen: screen).kinds == kinds)
    let other = Self.panel(2, "02cf", "02eb")
    let both = ImportResult(
      one.listing + other.listing + one.touch + other.touch, as: .getevent, screen: screen)
    #expect(both.kinds == kinds + ["second-screen", "screen-proportions"])
  }

  /// A touch panel with the given largest positions, in hexadecimal, and a touch in its corner.
  private static func panel(
    _ number: Int, _ width: String, _ height: String
  ) -> (listing: String, touch: String) {
    let path = "/dev/input/event\(number)"
    let (x, y) = (Int(width, radix: 16) ?? 0, Int(height, radix: 16) ?? 0)
    let listing = """
      add device \(number): \(path)
        name:     "panel \(number)"
        events:
          ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                      ABS_MT_POSITION_X     : value 0, min 0, max \(x), fuzz 0, flat 0, resolution 0
                      ABS_MT_POSITION_Y     : value 0, min 0, max \(y), fuzz 0, flat 0, resolution 0
        input props:
          INPUT_PROP_DIRECT

      """
    var touch = ""
    for (code, value) in [
      ("0003 0039", "00000001"), ("0003 0035", "00000064"), ("0003 0036", "000000c8"),
      ("0000 0000", "00000000"), ("0003 0039", "ffffffff"), ("0000 0000", "00000000"),
    ] {
      touch += "[ \(99 + number).000000] \(path): \(code) \(value)\n"
    }
    return (listing, touch)
  }

  @Test("a single touch without a path belongs to the listed device with positions")
  func singleAmongListed() {
    let result = ImportResult(
      """
      add device 1: /dev/input/event0
        name:     "gpio-keys"
        events:
          KEY (0001): KEY_VOLUMEDOWN        KEY_POWER
      add device 2: /dev/input/event1
        name:     "panel"
        events:
          KEY (0001): BTN_TOUCH
          ABS (0003): ABS_X                 : value 0, min 0, max 479, fuzz 0, flat 0, resolution 0
                      ABS_Y                 : value 0, min 0, max 799, fuzz 0, flat 0, resolution 0
      [     100.000000] EV_ABS       ABS_X                000000f0
      [     100.000000] EV_ABS       ABS_Y                00000190
      [     100.000000] EV_KEY       BTN_TOUCH            DOWN
      [     100.000000] EV_SYN       SYN_REPORT           00000000

      """, as: .getevent, screen: Size(width: 240, height: 400))
    #expect(result.information.map(\.name) == ["panel"])
    #expect(result.information.first?.coordinateSpace == .points)
    #expect(result.lines() == ["0 began 120,200"])
  }

  @Test("contacts without a path belong to the screen, even if a touchpad is listed first")
  func screenAmongListed() {
    let listing = """
      add device 1: /dev/input/event3
        name:     "sec_touchpad"
        events:
          ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                      ABS_MT_POSITION_X     : value 0, min 0, max 4095, fuzz 0, flat 0, resolution 0
                      ABS_MT_POSITION_Y     : value 0, min 0, max 4095, fuzz 0, flat 0, resolution 0
        input props:
          INPUT_PROP_POINTER
      add device 2: /dev/input/event2
        name:     "sec_touchscreen"
        events:
          ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                      ABS_MT_POSITION_X     : value 0, min 0, max 1599, fuzz 0, flat 0, resolution 0
                      ABS_MT_POSITION_Y     : value 0, min 0, max 2559, fuzz 0, flat 0, resolution 0
        input props:
          INPUT_PROP_DIRECT

      """
    let events = """
      [     100.000000] EV_ABS       ABS_MT_TRACKING_ID   00000051
      [     100.000000] EV_ABS       ABS_MT_POSITION_X    00000320
      [     100.000000] EV_ABS       ABS_MT_POSITION_Y    00000500
      [     100.000000] EV_SYN       SYN_REPORT           00000000

      """
    let result = ImportResult(
      Array(events.utf8), as: .getevent, with: [Array(listing.utf8)],
      screen: Size(width: 800, height: 1280))
    #expect(result.information.map(\.name) == ["sec_touchscreen"])
    #expect(result.information.first?.coordinateSpace == .points)
    #expect(result.lines() == ["81 began 400,640"])
  }

  @Test("a given range replaces a device listing")
  func panel() throws {
    let result = ImportResult(
      try seed("slots.txt"), as: .getevent, screen: Size(width: 500, height: 1000),
      panel: Size(width: 1000, height: 2000))
    #expect(result.information.first?.coordinateSpace == .points)
    #expect(result.lines().first == "16 began 150,450")
  }

  @Test("a device description works inside a recording and as a separate file")
  func evemu() throws {
    let screen = Size(width: 400, height: 240)
    let inside = ImportResult(try seed("panel.events"), as: .evemu, screen: screen)
    let beside = ImportResult(
      try seed("panel-without-header.events"), as: .evemu, with: [try seed("panel.desc")],
      screen: screen)
    #expect(
      inside.lines() == [
        "5 began 200,120", "5 moved 200,115", "5 moved 200,105", "5 ended 200,105",
      ])
    #expect(inside.events == beside.events)
    #expect(inside.information == beside.information)
    #expect(inside.touches().first?.pressure == 0.2)
    #expect(
      try ImportResult(seed("panel-without-header.events"), as: .evemu).kinds == ["no-axis-range"])
    let alone = ImportResult(try seed("panel.desc"), as: .evemu)
    #expect(alone.error?.contains("--with") == true)
  }

  @Test("one drag has the same contacts in every format")
  func sameDrag() throws {
    let screen = Size(width: 400, height: 240)
    let evemu = ImportResult(try seed("panel.events"), as: .evemu, screen: screen)
    let record = ImportResult(
      try seed("panel-and-mouse.yml"), as: .libinputRecord, screen: screen)
    #expect(record.lines() == evemu.lines())
    #expect(record.information.map(\.name) == ["Panel # 1", "Mouse"])
    #expect(record.information.first?.system == "debian:12")
    #expect(record.wheels(of: 1).map(\.delta) == [Vector(dx: 0, dy: -1)])
    #expect(record.times[1] == [TraceTime(nanoseconds: 5_000_000)])
  }

  @Test("wheel turns are notches and counted once, even if the device also counts finely")
  func wheel() throws {
    let result = ImportResult(try seed("wheel.events"), as: .evemu)
    #expect(
      result.wheels().map(\.delta) == [
        Vector(dx: 0, dy: -1), Vector(dx: 0, dy: 2), Vector(dx: 0, dy: -0.25),
        Vector(dx: 1, dy: 0),
      ])
    #expect(result.wheels().allSatisfy { !$0.isPrecise && $0.phase == .none })
  }

  @Test("contacts on a mouse stay in device units, and the trace declares them")
  func touchMouse() {
    let result = ImportResult(
      """
      # EVEMU 1.3
      A: 2f 0 15 0 0 0
      A: 35 -1100 1258 4 0 26
      A: 36 -1589 2047 4 0 26
      E: 0.000001 0002 0008 0001
      E: 0.000001 0000 0000 0000
      E: 0.010001 0003 0039 0045
      E: 0.010001 0003 0035 -500
      E: 0.010001 0003 0036 1000
      E: 0.010001 0000 0000 0000

      """, as: .evemu, screen: Size(width: 390, height: 844))
    #expect(result.information.map(\.coordinateSpace) == [.deviceUnits])
    #expect(result.lines() == ["45 began -500,1000"])
  }

  @Test("a wheel with fine counts on one axis keeps the notches of the other")
  func tiltedWheel() {
    let result = ImportResult(
      """
      # EVEMU 1.3
      E: 0.000001 0002 0008 -001
      E: 0.000001 0002 000b -120
      E: 0.000001 0002 0006 0001
      E: 0.000001 0000 0000 0000

      """, as: .evemu)
    #expect(result.wheels().map(\.delta) == [Vector(dx: 1, dy: 1)])
  }

  @Test("debug-events: finger scrolls have a start and an end, and disorder is corrected")
  func debugEvents() throws {
    let result = ImportResult(
      try seed("panel-pad-mouse.txt"), as: .libinputDebugEvents,
      screen: Size(width: 100, height: 1000))
    #expect(result.information.map(\.name) == ["Some Panel  2 words", "Pad", "Mouse"])
    #expect(
      result.lines() == ["0 began 45,789", "0 moved 45,766", "0 moved 45,758", "0 ended 45,758"])
    #expect(result.kinds.contains("time-raised"))
    #expect(result.wheels(of: 1).map(\.phase) == [.began, .changed, .ended])
    #expect(result.wheels(of: 1)[1].delta == Vector(dx: 1.5, dy: -3.25))
    #expect(result.wheels(of: 1).allSatisfy { $0.isPrecise })
    #expect(result.information[1].coordinateSpace == .points)
    #expect(result.wheels(of: 2).map(\.delta.dy) == [1, -1])
    #expect(result.information[2].coordinateSpace == .deviceUnits)
    #expect(
      try ImportResult(seed("panel-pad-mouse.txt"), as: .libinputDebugEvents).information.first?
        .coordinateSpace == .normalized)
  }

  @Test(
    "the clock's reading is kept to the last digit",
    arguments: [
      (
        "E: 1358916661.266155 0002 0008 1\nE: 1358916661.266160 0000 0000 0\n",
        CaptureFormat.evemu, "1358916661266.155 ms"
      ),
      ("E: 0.000000 0002 0008 1\nE: 0.000000 0000 0000 0\n", .evemu, "0 ms"),
      (
        " event6 POINTER_SCROLL_WHEEL +4294967.294s\tvert 15.00/120.0* horiz 0.00/0.0 (wheel)\n",
        .libinputDebugEvents, "-2 ms"
      ),
    ] as [(String, CaptureFormat, String)])
  func clockReading(_ text: String, _ format: CaptureFormat, _ reading: String) {
    #expect(ImportResult(text, as: format).information.first?.clock?.origin == reading)
  }

  @Test("a clock that was set back continues from its last time, with a notice")
  func restart() {
    let text = """
      E: 10.000000 0002 0008 1
      E: 10.000000 0000 0000 0
      E: 10.500000 0002 0008 1
      E: 10.500000 0000 0000 0
      E: 2.000000 0002 0008 1
      E: 2.000000 0000 0000 0
      E: 2.250000 0002 0008 1
      E: 2.250000 0000 0000 0

      """
    let result = ImportResult(text, as: .evemu)
    #expect(result.kinds.contains("time-restart"))
    let times = zip(result.events[0], result.times[0]).filter { !$0.0.isRemark }.map(\.1)
    #expect(times.map(\.nanoseconds) == [0, 500_000_000, 500_000_000, 750_000_000])
  }

  @Test("a recording after a truncated one cancels its contacts and has its own")
  func restartInContact() {
    let text = """
      E: 10.000000 0003 0039 0
      E: 10.000000 0003 0035 100
      E: 10.000000 0003 0036 500
      E: 10.000000 0000 0000 0
      E: 10.400000 0003 0036 400
      E: 10.400000 0000 0000 0
      E: 10.410000 0003 0036 390

      """
    let result = ImportResult(text + text, as: .evemu)
    #expect(
      result.lines() == [
        "0 began 100,500", "0 moved 100,400", "0 cancelled 100,400", "0 began 100,500",
        "0 moved 100,400",
      ])
    #expect(result.kinds.contains("time-restart"))
    let times = zip(result.events[0], result.times[0]).filter { !$0.0.isRemark }.map(\.1)
    #expect(times.map { $0.nanoseconds / 1_000_000 } == [0, 400, 400, 400, 800])
    #expect(result.violations == [])
  }

  @Test("one damaged time that is too early cancels nothing")
  func earlyTime() {
    let result = ImportResult(
      """
      E: 10.000000 0003 0039 0
      E: 10.000000 0003 0035 100
      E: 10.000000 0003 0036 500
      E: 10.000000 0000 0000 0
      E: 10.400000 0003 0036 400
      E: 10.400000 0000 0000 0
      E: 1.410000 0003 0036 390
      E: 10.410000 0000 0000 0

      """, as: .evemu)
    #expect(result.lines() == ["0 began 100,500", "0 moved 100,400", "0 moved 100,390"])
    #expect(result.times[0].map { $0.nanoseconds / 1_000_000 } == [0, 400, 410])
  }

  @Test("one damaged time inside a frame moves no event")
  func damagedTime() {
    let text = """
      E: 10.000000 0002 0008 1
      E: 10.000000 0000 0000 0
      E: 10.100000 0002 0008 1
      E: 90.100000 0000 0000 0
      E: 10.200000 0002 0008 1
      E: 10.200000 0000 0000 0

      """
    let result = ImportResult(text, as: .evemu)
    #expect(result.times[0].map(\.nanoseconds) == [0, 100_000_000, 200_000_000])
    #expect(result.kinds.contains("time-jump"))
  }

  @Test(
    "a recording that cannot be imported is refused with the reason",
    arguments: [
      (
        "/dev/input/event1: 0003 0035 000003ae\n/dev/input/event1: 0000 0000 00000000\n",
        CaptureFormat.getevent, "getevent -lt"
      ),
      ("add device 1: /dev/input/event1\n  name: \"x\"\n", .getevent, "--with"),
      ("E: 1.000000 0001 001e 1\nE: 1.000000 0000 0000 0\n", .evemu, "no touch"),
      ("N: keys\nE: 1.000000 0001 001e 1\nE: 1.000000 0000 0000 0\n", .evemu, "no touch"),
      ("[ 1.000000] 0001 001e 00000001\n[ 1.000000] 0000 0000 00000000\n", .getevent, "no touch"),
    ] as [(String, CaptureFormat, String)])
  func refusals(_ text: String, _ format: CaptureFormat, _ reason: String) {
    let head = FormatHead(Array(text.utf8), isWhole: true)
    #expect(CaptureFormat.recognize(head)?.format == format)
    #expect(ImportResult(text, as: format).error?.contains(reason) == true)
  }
}

extension TraceEvent {
  /// Whether the event describes the stream itself.
  var isRemark: Bool { if case .stream = self { true } else { false } }
}
