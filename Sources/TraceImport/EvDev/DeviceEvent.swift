/// One event of the Linux input layer, as parsed by three of the four line parsers.
struct DeviceEvent: Equatable, Sendable {
  /// The time in the source, in nanoseconds of its clock.
  var time: Int64
  /// The event type, such as `EV_ABS`.
  var type: UInt16
  /// The code within the type, such as `ABS_MT_POSITION_X`.
  var code: UInt16
  /// The value.
  var value: Int32
}

/// The relevant types and codes of the Linux header `input-event-codes.h`.
enum DeviceCode {
  static let synchronization: UInt16 = 0
  static let key: UInt16 = 1
  static let relative: UInt16 = 2
  static let absolute: UInt16 = 3

  static let report: UInt16 = 0
  static let contactReport: UInt16 = 2
  static let dropped: UInt16 = 3

  static let toolFinger: UInt16 = 0x145
  /// A pen in proximity: its tip, its eraser, a brush, a pencil, an airbrush.
  static let toolPens: ClosedRange<UInt16> = 0x140...0x144
  static let touch: UInt16 = 0x14A

  static let horizontalWheel: UInt16 = 6
  static let wheel: UInt16 = 8
  static let fineWheel: UInt16 = 0xB
  static let fineHorizontalWheel: UInt16 = 0xC

  static let x: UInt16 = 0
  static let y: UInt16 = 1
  static let pressure: UInt16 = 0x18
  static let slot: UInt16 = 0x2F
  static let touchMajor: UInt16 = 0x30
  static let contactX: UInt16 = 0x35
  static let contactY: UInt16 = 0x36
  static let contactTool: UInt16 = 0x37
  static let trackingID: UInt16 = 0x39
  static let contactPressure: UInt16 = 0x3A
  static let contactDistance: UInt16 = 0x3B

  /// Values of `contactTool`; 0 is a finger.
  static let penContact: Int32 = 1
  static let palmContact: Int32 = 2

  /// The code for an unknown label: no device uses it.
  static let other: UInt16 = 0xFFFF

  private static let types: [(StaticString, UInt16)] = [
    ("EV_ABS", absolute), ("EV_SYN", synchronization), ("EV_KEY", key), ("EV_REL", relative),
  ]

  private static let codes: [(StaticString, type: UInt16, code: UInt16)] = [
    ("ABS_MT_POSITION_X", absolute, contactX), ("ABS_MT_POSITION_Y", absolute, contactY),
    ("SYN_REPORT", synchronization, report),
    ("SYN_MT_REPORT", synchronization, contactReport),
    ("SYN_DROPPED", synchronization, dropped),
    ("ABS_MT_TRACKING_ID", absolute, trackingID), ("ABS_MT_SLOT", absolute, slot),
    ("ABS_MT_PRESSURE", absolute, contactPressure),
    ("ABS_MT_TOUCH_MAJOR", absolute, touchMajor),
    ("ABS_MT_DISTANCE", absolute, contactDistance),
    ("ABS_MT_TOOL_TYPE", absolute, contactTool),
    ("ABS_X", absolute, x), ("ABS_Y", absolute, y), ("ABS_PRESSURE", absolute, pressure),
    ("BTN_TOUCH", key, touch), ("BTN_TOOL_FINGER", key, toolFinger),
    ("BTN_TOOL_PEN", key, 0x140), ("BTN_TOOL_RUBBER", key, 0x141),
    ("BTN_TOOL_BRUSH", key, 0x142), ("BTN_TOOL_PENCIL", key, 0x143),
    ("BTN_TOOL_AIRBRUSH", key, 0x144),
    ("REL_WHEEL", relative, wheel), ("REL_HWHEEL", relative, horizontalWheel),
    ("REL_WHEEL_HI_RES", relative, fineWheel),
    ("REL_HWHEEL_HI_RES", relative, fineHorizontalWheel),
  ]

  /// Returns the type of a label; nil if it is no label of a type.
  static func type(named label: ArraySlice<UInt8>) -> UInt16? {
    if let known = types.first(where: { label.spells($0.0) }) { return known.1 }
    return label.starts(withText: "EV_") && label.isLabel ? other : nil
  }

  /// Returns the code of a label within a type; nil if it is no label at all.
  static func code(named label: ArraySlice<UInt8>, of type: UInt16) -> UInt16? {
    if let known = codes.first(where: { $0.type == type && label.spells($0.0) }) {
      return known.code
    }
    return label.isLabel ? other : nil
  }
}
