import ScrollModel
import TestSupport
import Testing
import TraceImport

@Suite("Other output of recording tools")
struct ToolOutputTests {
  // MARK: record

  @Test("a recording continues after entries of libinput or a HID driver")
  func entries() {
    let result = ImportResult(
      """
      # libinput record
      version: 1
      ndevices: 2
      devices:
      - node: /dev/input/event1
        evdev:
          name: "Mouse"
        hid: [
          0x05, 0x01, 0x09, 0x02
        ]
        libinput:
          capabilities: [pointer]
        events:
        - hid:
          time: [  0,      0]
          hidraw0: [
            0x01, 0x00, 0x00, 0xff
          ]
        - evdev:
          - [  0,      0,   2,   8,      -1] # EV_REL / REL_WHEEL
          - [  0,      0,   0,   0,       0] # ------------ SYN_REPORT (0)
          libinput:
          - {time: 0.000000, type: POINTER_AXIS, axes: [0.00, 15.00], discrete: [0, 1], source: wheel}
        - libinput:
          - {time: 0.100000, type: POINTER_MOTION, delta: [  0.00,   1.00]}
        - future:
          - [  0,      0,   2,   8,      -1]
          detail: [1]
        # Current time is 12:31:01
        - evdev:
          - [  0, 500000,   2,   8,       2]
          - [  0, 500000,   0,   0,       0]
      - node: /dev/input/event2
        evdev:
          name: "Touch"
        events:
        - evdev:
          - [  0, 600000,   3,  57,      12]
          - [  0, 600000,   3,  53,    2048]
          - [  0, 600000,   3,  54,    1024]
          - [  0, 600000,   0,   0,       0]
          libinput:
          - {time: 0.600000, type: TOUCH_DOWN, slot: 0}
        - evdev:
          - [  0, 700000,   3,  57,      -1]
          - [  0, 700000,   0,   0,       0]
          - [  0, 7000
      version: 1

      """, as: .libinputRecord)
    #expect(result.information.map(\.name) == ["Mouse", "Touch"])
    #expect(result.wheels().map(\.delta.dy) == [1, -2])
    #expect(result.lines(of: 1) == ["12 began 2048,1024", "12 ended 2048,1024"])
    #expect(result.kinds == ["wheel-notches", "no-axis-range", "bad-line"])
    #expect(result.diagnostics.last?.line == 47)
  }

  // MARK: evemu and getevent

  @Test("evemu's device question is no damage before a recording and damage after it")
  func question() {
    let text = """
      Available devices:
      /dev/input/event4:\tMouse
      Select the device event number [0-4]: 4
      # EVEMU 1.3
      N: Mouse
      ################################
      #      Waiting for events      #
      ################################
      E: 0.000001 0002 0008 0001\t# EV_REL / REL_WHEEL            1
      E: 0.000001 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +0ms

      """
    #expect(ImportResult(text, as: .evemu).kinds == ["wheel-notches"])
    #expect(ImportResult(text + "Terminated\n", as: .evemu).kinds == ["wheel-notches", "bad-line"])
  }

  @Test("contacts without tracking ids start and end with the touch key")
  func touchKey() {
    let result = ImportResult(
      """
      [ 10.000000] EV_KEY BTN_TOUCH DOWN
      [ 10.000000] EV_ABS ABS_MT_POSITION_X 00000010
      [ 10.000000] EV_ABS ABS_MT_POSITION_Y 00000020
      [ 10.000000] EV_SYN SYN_REPORT 00000000
      could not get driver version for /dev/input/mouse0, Not a typewriter
      [ 10.010000] EV_ABS ABS_MT_POSITION_Y 00000018
      [ 10.010000] EV_SYN SYN_REPORT 00000000
      [ 10.020000] EV_KEY BTN_TOUCH UP
      [ 10.020000] EV_SYN SYN_REPORT 00000000
      [ 11.000000] EV_KEY BTN_TOUCH DOWN
      [ 11.000000] EV_ABS ABS_MT_POSITION_X 00000030
      [ 11.000000] EV_SYN SYN_REPORT 00000000
      [ 11.020000] EV_KEY BTN_TOUCH UP
      [ 11.020000] EV_SYN SYN_REPORT 00000000
      [ 12.000000] EV_KEY BTN_TOUCH DOWN
      [ 12.000000] EV_SYN SYN_REPORT 00000000
      [ 12.020000] EV_KEY BTN_TOUCH UP
      [ 12.020000] EV_SYN SYN_REPORT 00000000

      """, as: .getevent)
    #expect(result.kinds == ["no-axis-range"])
    #expect(
      result.lines() == [
        "0 began 16,32", "0 moved 16,24", "0 ended 16,24", "0 began 48,24", "0 ended 48,24",
        "0 began 48,24", "0 ended 48,24",
      ])
  }

  @Test("a device description is distinguished from a recording and from a log without times")
  func descriptions() throws {
    func isDescription(_ text: String, _ format: CaptureFormat) -> Bool {
      format.isDeviceDescription(FormatHead(Array(text.utf8), isWhole: true))
    }
    let listing = """
      add device 1: /dev/input/event3
        name:     "ts"
        events:
          ABS (0003): 0035  : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0

      """
    #expect(isDescription(listing, .getevent))
    #expect(!isDescription(listing + "[ 1.0] 0000 0000 00000000\n", .getevent))
    #expect(!isDescription("/dev/input/event1: 0003 0035 000003ae\n", .getevent))
    for seed in Seed.devices where seed.format == .evemu {
      let text = String(decoding: try seed.bytes(), as: UTF8.self)
      #expect(isDescription(text, .evemu) == (seed.name == "panel.desc"), "\(seed.name)")
    }
    #expect(!isDescription("t,x,y\n0,1,2\n", .csv))
  }
}
