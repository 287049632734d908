import ScrollModel

/// `adb shell getevent -t` and `-lt`: numbers or labels, with or without the device's path.
///
/// The listing of `getevent -p` or `-lp`, before the events or in a separate file, contains names
/// and ranges.
struct GeteventLineParser: DeviceLineParser {
  private(set) var devices = DeviceTable()
  let clock: StaticString = "linux_boot"
  private var hasEvents = false
  private var hasUntimedEvents = false
  /// The device of the current listing.
  private var listed: Int?
  private var isListingAxes = false

  var reasonForNoEvents: String? {
    if hasUntimedEvents { return "its events have no times; record with 'adb shell getevent -lt'" }
    return hasEvents || devices.descriptions.isEmpty
      ? nil
      : "it lists input devices and holds no events; give it with --with next to a recording of theirs"
  }

  mutating func take(_ line: ArraySlice<UInt8>) throws(LineProblem) -> DeviceLine {
    var fields = LineFields(line)
    fields.skipSpaces()
    if Self.startsEvent(line) { return try event(&fields) }
    if fields.rest.starts(withText: "add device") || fields.rest.starts(withText: "could not ")
      || fields.rest.starts(withText: "remove device") || fields.next == nil
    {
      startListing(fields.rest)
      return .nothing
    }
    if let listed {
      describe(listed, fields)
      return .nothing
    }
    // Prompts and commands before the events are ignored; between events they are damage.
    if hasEvents { throw fields.problem("a time in brackets") }
    return .nothing
  }

  /// Whether a line has the shape of an event, complete or not.
  ///
  /// Pasted logs may be indented; the numbers of a listing always are.
  static func startsEvent(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.trimmed
    guard let first = line.first else { return false }
    return text.first == UInt8(ascii: "[") || text.starts(withText: "/dev/input/")
      || (first >= 0x30 && first <= 0x39 && line.contains(UInt8(ascii: ":")))
  }

  // MARK: Events

  private mutating func event(_ fields: inout LineFields) throws(LineProblem) -> DeviceLine {
    let time = try Self.time(&fields)
    fields.skipSpaces()
    var path: ArraySlice<UInt8> = []
    if fields.next == UInt8(ascii: "/") {
      path = fields.word()
      guard path.last == UInt8(ascii: ":") else { throw fields.problem("a colon") }
      path = path.dropLast()
    }
    let event = try Self.values(&fields, time: time ?? 0)
    guard time != nil else {
      hasUntimedEvents = true
      return .nothing
    }
    guard let device = device(path) else {
      throw LineProblem(
        kind: "too-many-devices", offset: 0,
        message: "events of more than \(DeviceTable.limit) devices; this one was left out")
    }
    hasEvents = true
    listed = nil
    return .event(device: device, event)
  }

  /// Returns the index of the device; without a path there is one, which may have been listed.
  ///
  /// Of several listed devices, it is the first that reports contacts, a screen before a touchpad,
  /// else the first with positions.
  private mutating func device(_ path: ArraySlice<UInt8>) -> Int? {
    let listed = devices.descriptions
    guard path.isEmpty, !listed.isEmpty else { return devices.index(of: path) }
    return listed.firstIndex { $0.hasContacts && !$0.isTouchpad }
      ?? listed.firstIndex { $0.hasContacts }
      ?? listed.firstIndex { $0.positionRanges != nil } ?? 0
  }

  /// Reads `[ 12.345678]`, or `12-345678:` of the first versions; nil without a time.
  private static func time(_ fields: inout LineFields) throws(LineProblem) -> Int64? {
    if fields.take(UInt8(ascii: "[")) {
      fields.skipSpaces()
      guard let time = fields.seconds() else { throw fields.problem("a time in seconds") }
      fields.skipSpaces()
      guard fields.take(UInt8(ascii: "]")) else { throw fields.problem("a closing bracket") }
      return time
    }
    guard fields.next != UInt8(ascii: "/") else { return nil }
    guard let seconds = fields.digits()?.value, fields.take(UInt8(ascii: "-")),
      let microseconds = fields.digits()?.value, microseconds < 1_000_000,
      fields.take(UInt8(ascii: ":")),
      let time = LineFields.nanoseconds(seconds: seconds, and: microseconds * 1000)
    else { throw fields.problem("a time in seconds and microseconds") }
    return time
  }

  private static func values(
    _ fields: inout LineFields, time: Int64
  ) throws(LineProblem) -> DeviceEvent {
    let typeWord = fields.word()
    let type =
      typeWord.hexadecimal(digits: 4).map { UInt16($0) } ?? DeviceCode.type(named: typeWord)
    guard let type else { throw fields.problem("an event type") }
    let codeWord = fields.word()
    let code =
      codeWord.hexadecimal(digits: 4).map { UInt16($0) }
      ?? DeviceCode.code(named: codeWord, of: type)
    guard let code else { throw fields.problem("an event code") }
    guard let value = value(fields.word()) else { throw fields.problem("eight digits of a value") }
    return DeviceEvent(time: time, type: type, code: code, value: value)
  }

  /// Eight hexadecimal digits in two's complement, or a label such as `DOWN`.
  private static func value(_ word: ArraySlice<UInt8>) -> Int32? {
    if let bits = word.hexadecimal(digits: 8) { return Int32(bitPattern: bits) }
    if word.spells("DOWN") { return 1 }
    if word.spells("UP") { return 0 }
    if word.spells("REPEAT") { return 2 }
    if word.spells("MT_TOOL_PEN") { return DeviceCode.penContact }
    if word.spells("MT_TOOL_PALM") { return DeviceCode.palmContact }
    // A finger, or an unknown tool.
    return word.starts(withText: "MT_TOOL_") && word.isLabel ? 0 : nil
  }

  // MARK: Listings

  private mutating func startListing(_ line: ArraySlice<UInt8>) {
    isListingAxes = false
    listed = nil
    guard line.starts(withText: "add device"), let slash = line.firstIndex(of: UInt8(ascii: "/"))
    else { return }
    listed = devices.index(of: line[slash...].trimmed)
  }

  /// Reads a name, a property or an axis such as `ABS_X : value 0, min 0, max 1079, fuzz 0, …`.
  private mutating func describe(_ device: Int, _ fields: LineFields) {
    var fields = fields
    if fields.take(text: "name:") {
      let name = fields.rest.trimmed.filter { $0 != UInt8(ascii: "\"") }
      devices.descriptions[device].name = String(decoding: name.prefix(200), as: UTF8.self)
      return
    }
    if fields.rest.starts(withText: "INPUT_PROP_POINTER") {
      devices.descriptions[device].setProperty(0)
    } else if fields.rest.starts(withText: "INPUT_PROP_DIRECT") {
      devices.descriptions[device].setProperty(1)
    }
    if fields.take(text: "ABS (0003):") {
      isListingAxes = true
    } else if fields.rest.contains(UInt8(ascii: "(")) {
      isListingAxes = false
    }
    guard isListingAxes else { return }
    let label = fields.word()
    let code =
      label.hexadecimal(digits: 4).map { UInt16($0) }
      ?? DeviceCode.code(named: label, of: DeviceCode.absolute)
    guard let code, let range = Self.range(fields) else { return }
    devices.descriptions[device].setRange(range, of: code)
  }

  private static func range(_ fields: LineFields) -> AxisRange? {
    var fields = fields
    var values: (minimum: Int64?, maximum: Int64?) = (nil, nil)
    while !fields.isAtEnd() {
      let name = fields.word()
      guard name.spells("min") || name.spells("max") else { continue }
      fields.skipSpaces()
      guard let number = fields.integer() else { return nil }
      if name.spells("min") { values.minimum = number }
      if name.spells("max") { values.maximum = number }
    }
    guard let minimum = values.minimum, let maximum = values.maximum else { return nil }
    return AxisRange(minimum: minimum, maximum: maximum)
  }
}
