import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("Real recordings of input devices")
struct DeviceCaptureTests {
  /// A recording of the reference material and its documented contents.
  struct Capture: Sendable, CustomTestStringConvertible {
    var path: String
    var format: CaptureFormat
    var contacts = 0
    var longDrags = 0
    var seconds: Double?
    var wheelSteps = 0
    var companion: String?
    var testDescription: String { path }
  }

  static let captures: [Capture] = [
    // The list counts 145; the file has 144 tracking ids and no contact without one.
    Capture(
      path: "getevent/7.com.aldiko.android.replay.txt", format: .getevent, contacts: 144,
      longDrags: 7, seconds: 157.39),
    Capture(
      path: "getevent/emulator-drag.txt", format: .getevent, contacts: 1, longDrags: 1,
      seconds: 0.98),
    Capture(
      path: "getevent/phone-single-drag.txt", format: .getevent, contacts: 1, longDrags: 1,
      seconds: 0.41),
    Capture(
      path: "getevent/tablet-single-drag.txt", format: .getevent, contacts: 1, longDrags: 1,
      seconds: 0.97),
    Capture(
      path: "evemu/AlpsPS2_ALPS_GlidePoint.right-edge-scroll.events", format: .evemu, contacts: 1,
      longDrags: 1, seconds: 0.68, companion: "evemu/AlpsPS2_ALPS_GlidePoint.desc"),
    Capture(
      path: "evemu/Atmel_maXTouch_Touchscreen.1-finger-drag-up-down.events", format: .evemu,
      contacts: 1, longDrags: 1, seconds: 2.20),
    Capture(
      path: "evemu/ELAN_CANDO_Windows7.1-finger-drag-up-down.events", format: .evemu, contacts: 1,
      longDrags: 1, seconds: 2.85, companion: "evemu/ELAN_CANDO_Windows7.desc"),
    Capture(path: "evemu/IBM_ScrollPoint_MO18B.scroll.events", format: .evemu, wheelSteps: 51),
    Capture(
      path: "evemu/SynPS2_Synaptics_TouchPad.two-finger-vert-scroll.events", format: .evemu,
      contacts: 2, longDrags: 2, seconds: 2.01, companion: "evemu/SynPS2_Synaptics_TouchPad.desc"),
    Capture(
      path: "evemu/Wacom_Bamboo_16FG_4x5_Finger_double-center-scroll.events", format: .evemu,
      contacts: 2, longDrags: 2, seconds: 1.29,
      companion: "evemu/Wacom_Bamboo_16FG_4x5_Finger.desc"),
    Capture(
      path: "libinput/atmel_drag.libinput-record.yml", format: .libinputRecord, contacts: 1,
      longDrags: 1, seconds: 2.20),
    Capture(
      path: "libinput/bamboo_2f.libinput-record.yml", format: .libinputRecord, contacts: 2,
      longDrags: 2, seconds: 1.29),
    Capture(
      path: "libinput/syn_2f.libinput-record.yml", format: .libinputRecord, contacts: 2,
      longDrags: 2, seconds: 2.01),
    Capture(
      path: "libinput/atmel_drag.debug-events.txt", format: .libinputDebugEvents, contacts: 1),
    Capture(
      path: "libinput/bamboo_2f.debug-events.txt", format: .libinputDebugEvents, wheelSteps: 80),
    Capture(
      path: "libinput/syn_2f.debug-events.txt", format: .libinputDebugEvents, wheelSteps: 44),
  ]

  /// The bytes of a file of the reference material; nil if it is missing.
  private static func bytes(_ path: String) throws -> [UInt8]? {
    try Reference.path("captures/\(path)").map(Files.read)
  }

  @Test("the numbers of contacts, drags and wheel steps match a manual count", arguments: captures)
  func counts(_ capture: Capture) throws {
    guard let bytes = try Self.bytes(capture.path) else { return }
    let companions = try capture.companion.flatMap { try Self.bytes($0) }.map { [$0] } ?? []
    let head = FormatHead(Array(bytes.prefix(FormatHead.length)), isWhole: false)
    #expect(CaptureFormat.recognize(head)?.format == capture.format)
    let result = ImportResult(bytes, as: capture.format, with: companions)
    #expect(result.error == nil)
    #expect(result.violations == [])
    #expect(result.events.count == 1)
    let touches = result.touches()
    #expect(touches.count { $0.phase == .began } == capture.contacts)
    #expect(touches.count { $0.phase == .ended } == capture.contacts)
    #expect(result.wheels().count == capture.wheelSteps)
    if capture.format != .libinputDebugEvents {
      #expect(Self.longDrags(touches) == capture.longDrags)
    }
    if let seconds = capture.seconds, let last = result.times.first?.last {
      #expect(abs(last.seconds - seconds) < 0.006, "\(last.seconds)")
    }
  }

  /// The number of contacts that move more than 150 units from their start.
  private static func longDrags(_ touches: [TouchSample]) -> Int {
    var starts: [(pointer: Int64, start: Point, isLong: Bool)] = []
    var count = 0
    for touch in touches {
      if touch.phase == .began { starts.append((touch.pointer, touch.position, false)) }
      guard let index = starts.lastIndex(where: { $0.pointer == touch.pointer }) else { continue }
      let (dx, dy) = (
        touch.position.x - starts[index].start.x, touch.position.y - starts[index].start.y
      )
      if dx * dx + dy * dy > 150 * 150 { starts[index].isLong = true }
      if touch.phase == .ended {
        count += starts[index].isLong ? 1 : 0
        starts.remove(at: index)
      }
    }
    return count
  }

  @Test(
    "the same gesture has the same samples in evemu and libinput record",
    arguments: [
      (
        "evemu/Atmel_maXTouch_Touchscreen.1-finger-drag-up-down.events", String?.none,
        "libinput/atmel_drag.libinput-record.yml"
      ),
      (
        "evemu/SynPS2_Synaptics_TouchPad.two-finger-vert-scroll.events",
        "evemu/SynPS2_Synaptics_TouchPad.desc", "libinput/syn_2f.libinput-record.yml"
      ),
    ])
  func sameGesture(_ events: String, _ description: String?, _ record: String) throws {
    guard let events = try Self.bytes(events), let record = try Self.bytes(record) else { return }
    let companions = try description.flatMap { try Self.bytes($0) }.map { [$0] } ?? []
    let first = ImportResult(events, as: .evemu, with: companions)
    let second = ImportResult(record, as: .libinputRecord)
    let areSame = first.touches() == second.touches()
    #expect(areSame)
    #expect(first.information[0].coordinateSpace == second.information[0].coordinateSpace)
  }

  @Test("finger positions of debug-events equal those of the recording to two decimals")
  func debugEvents() throws {
    guard let record = try Self.bytes("libinput/atmel_drag.libinput-record.yml"),
      let debug = try Self.bytes("libinput/atmel_drag.debug-events.txt")
    else { return }
    let screen = Size(width: 800, height: 480)
    let first = ImportResult(record, as: .libinputRecord, screen: screen).touches()
    let second = ImportResult(debug, as: .libinputDebugEvents, screen: screen).touches()
    #expect(first.count == second.count)
    for (one, other) in zip(first, second) {
      #expect(one.phase == other.phase)
      #expect(abs(one.position.x - other.position.x) <= 0.05)
      #expect(abs(one.position.y - other.position.y) <= 0.05)
    }
  }
}
