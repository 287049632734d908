import ScrollModel

/// `libinput debug-events`: touches and scrolls that libinput derived from a device's events.
///
/// The angles of a wheel are converted to notches; the scroll axis has the direction of offsets.
struct DebugEventsLineParser: DeviceLineParser {
  private(set) var devices = DeviceTable()
  let clock: StaticString = "libinput_debug_events"
  /// The overflow of times: they are unsigned 32-bit milliseconds.
  private static let turnover: Int64 = (1 << 32) * 1_000_000
  /// The beginnings of messages of the library without a device, and of continuation lines.
  private static let messageStarts: [StaticString] = [
    "libinput version:", "client bug: ", "kernel bug: ", "libinput bug: ", "WARNING: ",
    "See http",
  ]

  mutating func take(_ line: ArraySlice<UInt8>) throws(LineProblem) -> DeviceLine {
    if line.isEmpty || Self.isMessage(line) { return .nothing }
    var fields = LineFields(line)
    // A minus marks the first event of a device; copied lines often lack their space.
    guard fields.take(0x20) || fields.take(UInt8(ascii: "-")) || line.starts(withText: "event")
    else {
      // Prompts and commands before the events are ignored; between events they are damage.
      if devices.descriptions.isEmpty { return .nothing }
      throw fields.problem("a space or a minus")
    }
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

  /// Whether the line is a message of the library between events, such as `event7  - Pad: kernel
  /// bug: …`.
  private static func isMessage(_ line: ArraySlice<UInt8>) -> Bool {
    if messageStarts.contains(where: { line.starts(withText: $0) }) { return true }
    var fields = LineFields(line)
    guard fields.take(text: "event"), fields.digits() != nil, fields.take(0x20) else {
      return false
    }
    fields.skipSpaces()
    return fields.take(text: "- ")
  }

  private mutating func describe(_ device: Int, _ rest: ArraySlice<UInt8>) {
    devices.descriptions[device].name =
      String(decoding: Self.name(rest.trimmed).prefix(200), as: UTF8.self)
  }

  /// The name before seat, logical seat, group and capabilities, which may directly follow a long
  /// one.
  private static func name(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var words = text[...]
    while !words.isEmpty, !words.starts(withText: "cap:") {
      words = words.drop { $0 != 0x20 }.drop { $0 == 0x20 }
    }
    guard !words.isEmpty else { return text }
    var name = text[..<words.startIndex].trimmed
    if name.lastWord.starts(withText: "group") { name = name.dropLast(name.lastWord.count).trimmed }
    for _ in 0..<2 { name = name.dropLast(name.lastWord.count).trimmed }
    return name
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

  /// Reads `+0.325s`, after a number if the tool counts events of one kind.
  ///
  /// The tool reads its clock at the first event, which may be slightly older: `+4294967.295s` is
  /// one millisecond before 0.
  private static func time(_ fields: inout LineFields) throws(LineProblem) -> Int64 {
    fields.skipSpaces()
    if fields.digits() != nil { fields.skipSpaces() }
    guard fields.take(UInt8(ascii: "+")) else { throw fields.problem("a plus and a time") }
    fields.skipSpaces()
    guard let time = fields.seconds(), fields.take(UInt8(ascii: "s")) else {
      throw fields.problem("a time in seconds")
    }
    let isBeforeStart = (turnover - 1_000_000_000..<turnover).contains(time)
    return isBeforeStart ? time - turnover : time
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
    let isDown = phase == .began || phase == .moved
    // Older versions do not contain the finger that ends.
    if !isDown, fields.isAtEnd() { return .touch(pointer: nil, phase: phase, fraction: nil) }
    fields.skipSpaces()
    guard let slot = fields.integer() else { throw fields.problem("the number of a slot") }
    fields.skipSpaces()
    guard fields.take(UInt8(ascii: "(")), fields.integer() != nil, fields.take(UInt8(ascii: ")"))
    else { throw fields.problem("the number of a slot in parentheses") }
    guard isDown else { return .touch(pointer: slot, phase: phase, fraction: nil) }
    guard let percent = pair(&fields) else { throw fields.problem("a position in percent") }
    fields.skipSpaces()
    guard fields.take(UInt8(ascii: "(")), pair(&fields) != nil, fields.take(text: "mm)") else {
      throw fields.problem("a position in millimeters")
    }
    return .touch(
      pointer: slot, phase: phase, fraction: Point(x: percent.x / 100, y: percent.y / 100))
  }

  /// Reads ` 5.12/ 8.96`: both numbers are padded to a width.
  private static func pair(_ fields: inout LineFields) -> Point? {
    fields.skipSpaces()
    guard let x = fields.decimal(), fields.take(UInt8(ascii: "/")) else { return nil }
    fields.skipSpaces()
    return fields.decimal().map { Point(x: x, y: $0) }
  }

  // MARK: Scrolls

  /// One axis of a scroll, such as `vert 15.00/120.0*`.
  private struct AxisValue {
    var value = 0.0
    var notches120: Double?
    /// Whether the value has both of its decimals.
    var isWhole = false
  }

  private static func scroll(
    _ kind: ArraySlice<UInt8>, _ fields: inout LineFields
  ) throws(LineProblem) -> FinishedSample {
    guard fields.word().spells("vert") else { throw fields.problem("vert") }
    let vertical = try axis(&fields)
    guard fields.word().spells("horiz") else { throw fields.problem("horiz") }
    let horizontal = try axis(&fields)
    let source = fields.word()
    // Older versions do not contain the source of a scroll; a line truncated inside its number is
    // invalid.
    if source.isEmpty, kind.spells("POINTER_AXIS"), horizontal.isWhole {
      return .scroll(Vector(dx: horizontal.value, dy: vertical.value))
    }
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
    let text = fields.rest
    guard let value = fields.decimal() else { throw fields.problem("a number") }
    axis.value = value
    axis.isWhole = text[..<fields.index].suffix(3).first == UInt8(ascii: ".")
    if fields.take(UInt8(ascii: "/")) {
      fields.skipSpaces()
      guard let notches = fields.decimal() else { throw fields.problem("a number") }
      axis.notches120 = notches
    }
    _ = fields.take(UInt8(ascii: "*"))
    return axis
  }

  /// Before version 1.19, wheels reported only angles: 15 degrees are a notch on most.
  private static func notches(_ axis: AxisValue) -> Int64? {
    let turn = axis.notches120 ?? axis.value * 8
    guard turn > -1e12, turn < 1e12 else { return nil }
    return Int64(turn < 0 ? turn - 0.5 : turn + 0.5)
  }
}
