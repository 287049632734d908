import ScrollModel

/// `libinput record`: the YAML output of this tool, line by line.
///
/// The results of libinput between the events are an unstable extension; they are skipped, like
/// unknown keys.
struct LibinputRecordLineParser: DeviceLineParser {
  /// The section of a device that a line belongs to.
  private enum Part {
    case other
    case codes
    case ranges
    case events
  }

  private(set) var devices = DeviceTable()
  let clock: StaticString = "libinput_record"
  let origin: Int64? = 0
  private(set) var system: String?
  private var device: Int?
  private var part = Part.other
  /// Whether the following events are the kernel's, not those of another layer.
  private var isKernelEntry = true

  mutating func take(_ line: ArraySlice<UInt8>) throws(LineProblem) -> DeviceLine {
    let content = Self.withoutComment(line)
    var fields = LineFields(content)
    fields.skipSpaces()
    guard fields.next != nil else { return .nothing }
    if fields.take(text: "- node:") {
      device = devices.index(of: fields.rest.trimmed)
      part = .other
      return .nothing
    }
    // Everything of a device is indented; a top-level key ends its events.
    if part == .events, !(line.first.map(Self.isLetter) ?? false) { return try event(&fields) }
    if fields.take(text: "os:"), system == nil {
      system = Self.text(fields.rest, limit: 200)
    }
    describe(&fields)
    return .nothing
  }

  /// Removes the comment after a number sign, except inside quotes.
  private static func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var isQuoted = false
    for (index, byte) in zip(line.indices, line) {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: "#"), !isQuoted { return line[..<index].trimmed }
    }
    return line.trimmed
  }

  private static func text(_ bytes: ArraySlice<UInt8>, limit: Int) -> String {
    let text = bytes.trimmed.filter { $0 != UInt8(ascii: "\"") }
    return String(decoding: text.prefix(limit), as: UTF8.self)
  }

  // MARK: Events

  private mutating func event(_ fields: inout LineFields) throws(LineProblem) -> DeviceLine {
    let isItem = fields.take(UInt8(ascii: "-"))
    fields.skipSpaces()
    if let key = Self.key(&fields) {
      // A key with a value on its line is a detail of an entry; `libinput:` may follow `- evdev:`.
      if isItem || fields.isAtEnd() { isKernelEntry = key.spells("evdev") }
      return .nothing
    }
    guard isKernelEntry, fields.next != UInt8(ascii: "{") else { return .nothing }
    guard isItem else { throw fields.problem("an event") }
    let numbers = try Self.numbers(&fields)
    guard numbers.count == 5, numbers[1] >= 0, numbers[1] < 1_000_000, numbers[0] >= 0,
      let type = UInt16(exactly: numbers[2]), let code = UInt16(exactly: numbers[3]),
      let value = Int32(exactly: numbers[4]),
      let time = LineFields.nanoseconds(seconds: numbers[0], and: numbers[1] * 1000)
    else { throw fields.problem("seconds, microseconds, type, code and value") }
    guard let device else { throw fields.problem("a device before its events") }
    return .event(device: device, DeviceEvent(time: time, type: type, code: code, value: value))
  }

  /// Skips a key and its colon, if they come next.
  private static func key(_ fields: inout LineFields) -> ArraySlice<UInt8>? {
    var ahead = fields
    let word = ahead.word()
    guard word.last == UInt8(ascii: ":"), word.first.map(isLetter) ?? false else { return nil }
    fields = ahead
    return word.dropLast()
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// Reads `[1, 2, 3]`.
  private static func numbers(_ fields: inout LineFields) throws(LineProblem) -> [Int64] {
    fields.skipSpaces()
    guard fields.take(UInt8(ascii: "[")) else { throw fields.problem("an opening bracket") }
    var numbers: [Int64] = []
    while true {
      fields.skipSpaces()
      if numbers.isEmpty, fields.take(UInt8(ascii: "]")) { return [] }
      guard let number = fields.integer() else { throw fields.problem("a whole number") }
      numbers.append(number)
      fields.skipSpaces()
      if fields.take(UInt8(ascii: "]")) { return numbers }
      guard fields.take(UInt8(ascii: ",")), numbers.count < 4096 else {
        throw fields.problem("a comma or a closing bracket")
      }
    }
  }

  // MARK: Descriptions

  private mutating func describe(_ fields: inout LineFields) {
    guard let device else { return }
    if fields.take(text: "name:") {
      devices.descriptions[device].name = Self.text(fields.rest, limit: 200)
    } else if fields.take(text: "codes:") {
      part = .codes
    } else if fields.take(text: "absinfo:") {
      part = .ranges
    } else if fields.take(text: "events:") {
      part = .events
      isKernelEntry = true
    } else if fields.take(text: "properties:") {
      part = .other
      for number in (try? Self.numbers(&fields)) ?? [] {
        devices.descriptions[device].setProperty(number)
      }
    } else if let number = fields.digits()?.value, fields.take(UInt8(ascii: ":")) {
      entry(number, (try? Self.numbers(&fields)) ?? [], of: device)
    } else {
      part = .other
    }
  }

  /// Handles `53: [0, 4096, 4, 0, 0]` or the codes of a type.
  private mutating func entry(_ key: Int64, _ numbers: [Int64], of device: Int) {
    switch part {
    case .codes where key == Int64(DeviceCode.key):
      if numbers.contains(Int64(DeviceCode.toolFinger)) {
        devices.descriptions[device].hasToolFinger = true
      }
    case .ranges where numbers.count >= 2:
      guard let code = UInt16(exactly: key) else { return }
      devices.descriptions[device].setRange(
        AxisRange(minimum: numbers[0], maximum: numbers[1]), of: code)
    default: break
    }
  }
}
