import ScrollModel
import TestSupport
import Testing
import TraceImport

extension DeviceFormTests {
  @Test("slots keep their values and replace their contacts, which end when events are dropped")
  func slots() throws {
    let result = ImportResult(try seed("slots.txt"), as: .getevent)
    #expect(
      result.lines() == [
        "16 began 300,900", "16 moved 300,880", "17 began 700,905", "16 moved 300,860",
        "17 moved 700,890", "16 stationary 300,860", "16 ended 300,860", "18 began 300,860",
        "18 ended 300,860", "17 ended 700,890", "19 began 300,500", "19 ended 300,500",
      ])
    #expect(result.information.first?.coordinateSpace == .deviceUnits)
    #expect(result.kinds.contains("no-axis-range"))
    #expect(result.times.first?.first == .zero)
  }

  @Test("dropped events cancel contacts that are down and leave a gap")
  func dropped() {
    let text = """
      [ 1.000000] 0003 0039 00000001
      [ 1.000000] 0003 0035 00000010
      [ 1.000000] 0003 0036 00000020
      [ 1.000000] 0000 0000 00000000
      [ 1.010000] 0000 0003 00000000
      [ 1.010000] 0003 0036 00000099
      [ 1.010000] 0000 0000 00000000
      [ 1.020000] 0003 0036 00000030
      [ 1.020000] 0000 0000 00000000

      """
    let result = ImportResult(text, as: .getevent)
    #expect(result.lines() == ["1 began 16,32", "1 cancelled 16,32", "0 began 16,48"])
    #expect(result.kinds.contains("dropped-events"))
    #expect(result.kinds.contains("contact-without-start"))
    let hasGap = result.events[0].contains { if case .stream(.gap) = $0 { true } else { false } }
    #expect(hasGap)
  }

  @Test("a contact without one coordinate leaves a gap and is reported")
  func neverPlaced() {
    // The finger before the recording had the same x, which is not repeated.
    let unplaced = """
      [ 1.000000] 0003 0039 00000001
      [ 1.000000] 0003 0036 00000020
      [ 1.000000] 0000 0000 00000000
      [ 1.010000] 0003 0036 00000030
      [ 1.010000] 0000 0000 00000000
      [ 1.020000] 0003 0039 ffffffff
      [ 1.020000] 0000 0000 00000000

      """
    let placed = """
      [ 2.000000] 0003 0039 00000002
      [ 2.000000] 0003 0035 00000010
      [ 2.000000] 0000 0000 00000000
      [ 2.020000] 0003 0039 ffffffff
      [ 2.020000] 0000 0000 00000000

      """
    let result = ImportResult(unplaced + placed, as: .getevent)
    #expect(result.lines() == ["2 began 16,48", "2 ended 16,48"])
    #expect(result.kinds == ["contact-without-position", "no-axis-range"])
    #expect(result.diagnostics.first?.severity == .dataLoss)
    #expect(result.diagnostics.first?.line == 7)
    let start = TraceTime.zero
    let end = TraceTime(nanoseconds: 1_000_000_000)
    #expect(result.events.first?.first == .stream(.gap(from: start, to: end, count: 1)))
  }

  @Test("touches of a pen are skipped and reported once", arguments: ["BTN_TOOL_PEN", "0141"])
  func pens(_ tool: String) {
    func stroke(_ second: Int) -> String {
      """
      [ \(second).000000] EV_KEY \(tool) DOWN
      [ \(second).000000] EV_ABS ABS_X 00000010
      [ \(second).000000] EV_ABS ABS_Y 00000020
      [ \(second).000000] EV_SYN SYN_REPORT 00000000
      [ \(second).010000] EV_KEY BTN_TOUCH DOWN
      [ \(second).010000] EV_SYN SYN_REPORT 00000000
      [ \(second).020000] EV_ABS ABS_Y 00000030
      [ \(second).020000] EV_SYN SYN_REPORT 00000000
      [ \(second).030000] EV_KEY BTN_TOUCH UP
      [ \(second).030000] EV_KEY \(tool) UP
      [ \(second).030000] EV_SYN SYN_REPORT 00000000

      """
    }
    let finger = """
      [ 3.000000] EV_ABS ABS_Y 00000040
      [ 3.000000] EV_KEY BTN_TOUCH DOWN
      [ 3.000000] EV_SYN SYN_REPORT 00000000
      [ 3.010000] EV_KEY BTN_TOUCH UP
      [ 3.010000] EV_SYN SYN_REPORT 00000000

      """
    let result = ImportResult(stroke(1) + stroke(2) + finger, as: .getevent)
    #expect(result.lines() == ["0 began 16,64", "0 ended 16,64"])
    #expect(result.kinds == ["pen-touch", "no-axis-range"])
  }

  @Test("a contact that becomes a palm is cancelled, and one of a pen never starts")
  func palms() {
    let result = ImportResult(
      """
      [ 1.000000] EV_ABS ABS_MT_SLOT 00000000
      [ 1.000000] EV_ABS ABS_MT_TRACKING_ID 00000001
      [ 1.000000] EV_ABS ABS_MT_TOOL_TYPE MT_TOOL_FINGER
      [ 1.000000] EV_ABS ABS_MT_POSITION_X 00000010
      [ 1.000000] EV_ABS ABS_MT_POSITION_Y 00000020
      [ 1.000000] EV_ABS ABS_MT_SLOT 00000001
      [ 1.000000] EV_ABS ABS_MT_TRACKING_ID 00000002
      [ 1.000000] EV_ABS ABS_MT_TOOL_TYPE 00000001
      [ 1.000000] EV_ABS ABS_MT_POSITION_X 00000050
      [ 1.000000] EV_ABS ABS_MT_POSITION_Y 00000060
      [ 1.000000] EV_SYN SYN_REPORT 00000000
      [ 1.010000] EV_ABS ABS_MT_SLOT 00000000
      [ 1.010000] EV_ABS ABS_MT_TOOL_TYPE MT_TOOL_PALM
      [ 1.010000] EV_ABS ABS_MT_POSITION_Y 00000030
      [ 1.010000] EV_SYN SYN_REPORT 00000000
      [ 1.020000] EV_ABS ABS_MT_POSITION_Y 00000040
      [ 1.020000] EV_SYN SYN_REPORT 00000000
      [ 1.030000] EV_ABS ABS_MT_TRACKING_ID ffffffff
      [ 1.030000] EV_SYN SYN_REPORT 00000000
      [ 1.040000] EV_ABS ABS_MT_TRACKING_ID 00000003
      [ 1.040000] EV_ABS ABS_MT_TOOL_TYPE MT_TOOL_FINGER
      [ 1.040000] EV_SYN SYN_REPORT 00000000

      """, as: .getevent)
    #expect(result.lines() == ["1 began 16,32", "1 cancelled 16,48", "3 began 16,64"])
  }

  @Test("a contact that lifts and another with its id in one frame are two contacts")
  func reusedID() {
    let result = ImportResult(
      """
      E: 0.000000 0003 0039 0
      E: 0.000000 0003 0035 10
      E: 0.000000 0003 0036 20
      E: 0.000000 0000 0000 0
      E: 0.008000 0003 0039 -1
      E: 0.008000 0003 0039 0
      E: 0.008000 0003 0035 400
      E: 0.008000 0000 0000 0

      """, as: .evemu)
    #expect(result.lines() == ["0 began 10,20", "0 ended 10,20", "0 began 400,20"])
  }

  @Test("contacts that are repeated in every frame end when they are omitted")
  func repeated() throws {
    let result = ImportResult(try seed("repeated.txt"), as: .getevent)
    #expect(
      result.lines() == [
        "0 began 627,774", "0 moved 627,770", "0 moved 627,760", "1 began 100,200",
        "0 stationary 627,760", "1 moved 110,210", "0 ended 627,760", "1 moved 120,215",
        "1 ended 120,215",
      ])
  }

  @Test("repeated contacts without ids are matched by position")
  func repeatedWithoutIDs() {
    let result = ImportResult(
      frame("1.00", [(10, 10), (200, 200)]) + frame("1.01", [(198, 190), (11, 14)])
        + frame("1.02", [(195, 180)]) + frame("1.03", []), as: .getevent)
    #expect(
      result.lines() == [
        "0 began 10,10", "1 began 200,200", "1 moved 198,190", "0 moved 11,14", "0 ended 11,14",
        "1 moved 195,180", "1 ended 195,180",
      ])
  }

  @Test("a new finger reported first is not matched with an existing one")
  func repeatedInFront() {
    let result = ImportResult(
      frame("1.00", [(10, 10)]) + frame("1.01", [(200, 200), (11, 14)])
        + frame("1.02", [(190, 200), (12, 20)]) + frame("1.03", []), as: .getevent)
    #expect(
      result.lines() == [
        "0 began 10,10", "0 moved 11,14", "1 began 200,200", "1 moved 190,200", "0 moved 12,20",
        "0 ended 12,20", "1 ended 190,200",
      ])
  }

  @Test("a repeated contact without pressure has lifted if the device measures pressure")
  func repeatedWithoutPressure() {
    func frame(_ time: String, _ contacts: [(id: Int, y: Int, pressure: Int)]) -> String {
      let lines = contacts.flatMap { contact -> [String] in
        [
          "0003 0035 00000010", "0003 0036 \(eightDigits(contact.y))", "0003 0030 00000008",
          "0003 003a \(eightDigits(contact.pressure))", "0003 0039 \(eightDigits(contact.id))",
          "0000 0002 00000000",
        ]
      }
      return (lines + ["0000 0000 00000000"]).map { "[ \(time)] \($0)\n" }.joined()
    }
    let frames: [String] = [
      frame("1.00", [(0, 90, 40), (1, 50, 30)]), frame("1.01", [(0, 90, 0), (1, 55, 30)]),
      frame("1.02", [(1, 55, 0)]), frame("1.03", [(1, 55, 0)]), frame("2.00", [(0, 20, 40)]),
      frame("2.01", [(0, 20, 0)]),
    ]
    let result = ImportResult(frames.joined(), as: .getevent)
    #expect(
      result.lines() == [
        "0 began 16,90", "1 began 16,50", "0 ended 16,90", "1 moved 16,55", "1 ended 16,55",
        "0 began 16,20", "0 ended 16,20",
      ])
    let unmeasured = ImportResult(
      frame("1.00", [(0, 90, 0)]) + frame("1.01", [(0, 80, 0)]), as: .getevent)
    #expect(unmeasured.lines() == ["0 began 16,90", "0 moved 16,80"])
  }

  /// A frame of contacts without ids, as `getevent -lt` prints it.
  private func frame(_ time: String, _ contacts: [(Int, Int)]) -> String {
    var text = ""
    for (x, y) in contacts {
      text += "[ \(time)] EV_ABS ABS_MT_POSITION_X \(eightDigits(x))\n"
      text += "[ \(time)] EV_ABS ABS_MT_POSITION_Y \(eightDigits(y))\n"
      text += "[ \(time)] EV_SYN SYN_MT_REPORT 00000000\n"
    }
    if contacts.isEmpty { text += "[ \(time)] EV_SYN SYN_MT_REPORT 00000000\n" }
    return text + "[ \(time)] EV_SYN SYN_REPORT 00000000\n"
  }

  private func eightDigits(_ value: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: 8 - text.count) + text
  }
}
