import ScrollModel

/// `libinput debug-events`: touches and scrolls as libinput made them of a device's events.
///
/// The angles of a wheel are turned into notches; the axis of a scroll grows as an offset does.
struct DebugEventsFront: DeviceFront {
  private(set) var devices = DeviceTable()
  let clock: StaticString = "libinput_debug_events"

  mutating func take(_ line: ArraySlice<UInt8>) throws(LineProblem) -> DeviceLine {
    guard let first = line.first else { return .nothing }
    var fields = LineFields(line)
    // A minus marks the first event of a device.
    guard first == 0x20 || first == UInt8(ascii: "-") else {
      throw fields.problem("a space or a minus")
    }
    _ = fields.take(first)
    let name = fields.word()
    guard name.starts(withText: "event"), name.count > 5 else {
      throw fields.problem("the name of a device")
    }
    let kind = fields.word()
    guard kind.isLabel else { throw fields.problem("the kind of an event") }
    guard let device = devices.index(of: name) else {
      throw LineProblem(
        kind: "too-many-devices", offset: 0,
        message: "events of more than \(DeviceTable.limit) devices; this one was left out")
    }
    if kind.spells("DEVICE_ADDED") {
      describe(device, fields.rest)
      return .nothing
    }
    return try event(kind, device, &fields)
  }

  private mutating func describe(_ device: Int, _ rest: ArraySlice<UInt8>) {
    let text = rest.trimmed
    // The name ends where the columns after it start.
    var end = text.startIndex
    while end < text.endIndex,
      !(text[end] == 0x20 && (end + 1 == text.endIndex || text[end + 1] == 0x20))
    {
      end += 1
    }
    devices.descriptions[device].name =
      String(decoding: text[..<end].trimmed.prefix(200), as: UTF8.self)
  }

  private func event(
    _ kind: ArraySlice<UInt8>, _ device: Int, _ fields: inout LineFields
  ) throws(LineProblem) -> DeviceLine {
    let isScroll = kind.starts(withText: "POINTER_SCROLL_") || kind.spells("POINTER_AXIS")
    let isTouch = kind.starts(withText: "TOUCH_") && !kind.spells("TOUCH_FRAME")
    guard isScroll || isTouch else { return .nothing }
    let time = try Self.time(&fields)
    let sample: FinishedSample =
      isScroll ? try Self.scroll(kind, &fields) : try Self.touch(kind, &fields)
    guard fields.isAtEnd() else { throw fields.problem("the end of the line") }
    return .sample(device: device, time: time, sample)
  }

  /// Reads `+0.325s`, behind a number where the tool counts events of one kind.
  private static func time(_ fields: inout LineFields) throws(LineProblem) -> Int64 {
    fields.skipSpaces()
    if fields.digits() != nil { fields.skipSpaces() }
    guard fields.take(UInt8(ascii: "+")) else { throw fields.problem("a plus and a time") }
    fields.skipSpaces()
    guard let time = fields.seconds(), fields.take(UInt8(ascii: "s")) else {
      throw fields.problem("a time in seconds")
    }
    return time
  }

  // MARK: Touches

  /// Reads `0 (0) 45.12/78.96 (361.00/379.00mm)`: slot, seat slot, percents, millimeters.
  private static func touch(
    _ kind: ArraySlice<UInt8>, _ fields: inout LineFields
  ) throws(LineProblem) -> FinishedSample {
    let phase: TouchPhase
    switch true {
    case kind.spells("TOUCH_DOWN"): phase = .began
    case kind.spells("TOUCH_MOTION"): phase = .moved
    case kind.spells("TOUCH_UP"): phase = .ended
    case kind.spells("TOUCH_CANCEL"): phase = .cancelled
    default: throw fields.problem("TOUCH_DOWN, MOTION, UP, CANCEL or FRAME")
    }
    fields.skipSpaces()
    guard let slot = fields.integer() else { throw fields.problem("the number of a slot") }
    fields.skipSpaces()
    guard fields.take(UInt8(ascii: "(")), fields.integer() != nil, fields.take(UInt8(ascii: ")"))
    else { throw fields.problem("the number of a slot in parentheses") }
    guard phase == .began || phase == .moved else {
      return .touch(pointer: slot, phase: phase, fraction: nil)
    }
    fields.skipSpaces()
    guard let x = fields.decimal(), fields.take(UInt8(ascii: "/")), let y = fields.decimal() else {
      throw fields.problem("a position in percent")
    }
    fields.skipSpaces()
    guard fields.take(UInt8(ascii: "(")), fields.decimal() != nil, fields.take(UInt8(ascii: "/")),
      fields.decimal() != nil, fields.take(text: "mm)")
    else { throw fields.problem("a position in millimeters") }
    return .touch(pointer: slot, phase: phase, fraction: Point(x: x / 100, y: y / 100))
  }

  // MARK: Scrolls

  /// One axis of a scroll, such as `vert 15.00/120.0*`.
  private struct AxisValue {
    var value = 0.0
    var notches120: Double?
  }

  private static func scroll(
    _ kind: ArraySlice<UInt8>, _ fields: inout LineFields
  ) throws(LineProblem) -> FinishedSample {
    guard fields.word().spells("vert") else { throw fields.problem("vert") }
    let vertical = try axis(&fields)
    guard fields.word().spells("horiz") else { throw fields.problem("horiz") }
    let horizontal = try axis(&fields)
    let source = fields.word()
    guard source.first == UInt8(ascii: "("), source.last == UInt8(ascii: ")") else {
      throw fields.problem("the source of the scroll in parentheses")
    }
    guard source.spells("(wheel)") || source.spells("(tilt)") else {
      return .fingerScroll(Vector(dx: horizontal.value, dy: vertical.value))
    }
    guard let dx = notches(horizontal), let dy = notches(vertical) else {
      throw fields.problem("a turn of a wheel in its range")
    }
    return .wheel(dx: dx, dy: dy)
  }

  private static func axis(_ fields: inout LineFields) throws(LineProblem) -> AxisValue {
    fields.skipSpaces()
    var axis = AxisValue()
    guard let value = fields.decimal() else { throw fields.problem("a number") }
    axis.value = value
    if fields.take(UInt8(ascii: "/")) {
      guard let notches = fields.decimal() else { throw fields.problem("a number") }
      axis.notches120 = notches
    }
    _ = fields.take(UInt8(ascii: "*"))
    return axis
  }

  /// Before version 1.19 a wheel told angles only: 15 degrees are a notch on most.
  private static func notches(_ axis: AxisValue) -> Int64? {
    let turn = axis.notches120 ?? axis.value * 8
    guard turn > -1e12, turn < 1e12 else { return nil }
    return Int64(turn < 0 ? turn - 0.5 : turn + 0.5)
  }
}
