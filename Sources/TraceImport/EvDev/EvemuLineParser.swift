import ScrollModel

/// `evemu-record`: a description of the device, before the events or in a separate file.
struct EvemuLineParser: DeviceLineParser {
  private(set) var devices = DeviceTable()
  let clock: StaticString = "evemu"
  /// The number of bytes of the key bitmap that were read.
  private var keyBytes = 0
  private var hasDescription = false
  private var hasEvents = false

  init() {
    _ = devices.index(of: [])
  }

  var reasonForNoEvents: String? {
    hasDescription && !hasEvents
      ? "it describes a device and holds no events; give it with --with next to its recording"
      : nil
  }

  mutating func take(_ line: ArraySlice<UInt8>) throws(LineProblem) -> DeviceLine {
    var fields = LineFields(line)
    fields.skipSpaces()
    guard let letter = fields.next, letter != UInt8(ascii: "#") else { return .nothing }
    _ = fields.take(letter)
    guard fields.take(UInt8(ascii: ":")) else {
      // The device prompt precedes many recordings; after the description it is damage.
      guard hasDescription || hasEvents else { return .nothing }
      throw fields.problem("a letter and a colon")
    }
    switch letter {
    case UInt8(ascii: "E"):
      hasEvents = true
      return .event(device: 0, try Self.event(&fields))
    case UInt8(ascii: "N"):
      let name = fields.rest.trimmed.prefix(200)
      devices.descriptions[0].name = String(decoding: name, as: UTF8.self)
    case UInt8(ascii: "P"): properties(&fields)
    case UInt8(ascii: "B"): bitmap(&fields)
    case UInt8(ascii: "A"): try axis(&fields)
    // Ids, LEDs and switches.
    case UInt8(ascii: "I"), UInt8(ascii: "L"), UInt8(ascii: "S"): break
    default: throw fields.problem("one of the letters N, I, P, B, A, L, S, E")
    }
    hasDescription = true
    return .nothing
  }

  /// Reads `seconds.microseconds type code value`, type and code hexadecimal, the value decimal.
  static func event(_ fields: inout LineFields) throws(LineProblem) -> DeviceEvent {
    fields.skipSpaces()
    guard let time = fields.seconds() else { throw fields.problem("a time in seconds") }
    guard let type = fields.word().hexadecimal(digits: 4) else {
      throw fields.problem("four digits of an event type")
    }
    guard let code = fields.word().hexadecimal(digits: 4) else {
      throw fields.problem("four digits of an event code")
    }
    fields.skipSpaces()
    guard let value = fields.integer().flatMap(Int32.init(exactly:)),
      fields.isAtEnd() || fields.next == UInt8(ascii: "#")
    else { throw fields.problem("a whole number") }
    return DeviceEvent(time: time, type: UInt16(type), code: UInt16(code), value: value)
  }

  /// Reads `code min max fuzz flat [resolution]`.
  private mutating func axis(_ fields: inout LineFields) throws(LineProblem) {
    let word = fields.word()
    guard let code = word.hexadecimal(digits: word.count) else {
      throw fields.problem("the code of an axis")
    }
    var numbers: [Int64] = []
    while !fields.isAtEnd(), fields.next != UInt8(ascii: "#"), numbers.count < 5 {
      guard let number = fields.integer() else { throw fields.problem("a whole number") }
      numbers.append(number)
    }
    guard numbers.count >= 2 else { throw fields.problem("a minimum and a maximum") }
    devices.descriptions[0].setRange(
      AxisRange(minimum: numbers[0], maximum: numbers[1]),
      of: UInt16(truncatingIfNeeded: code))
  }

  private mutating func properties(_ fields: inout LineFields) {
    guard let bits = fields.word().hexadecimal(digits: 2) else { return }
    for number in 0..<8 where bits >> UInt32(number) & 1 == 1 {
      devices.descriptions[0].setProperty(Int64(number))
    }
  }

  /// Reads eight bytes of the bitmap of a type; the lines of a type are consecutive.
  private mutating func bitmap(_ fields: inout LineFields) {
    guard fields.word().hexadecimal(digits: 2) == UInt32(DeviceCode.key) else { return }
    let tool = Int(DeviceCode.toolFinger)
    while !fields.isAtEnd(), let byte = fields.word().hexadecimal(digits: 2) {
      if keyBytes == tool / 8, byte >> UInt32(tool % 8) & 1 == 1 {
        devices.descriptions[0].hasToolFinger = true
      }
      keyBytes &+= 1
    }
  }
}
