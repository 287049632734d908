/// Iterates over the fields of one protobuf message in place.
struct ProtobufFields {
  /// One field.
  struct Field {
    /// The wire type of a value.
    enum Value {
      case number(UInt64)
      case fixed64(UInt64)
      case fixed32(UInt32)
      case bytes(ArraySlice<UInt8>)
    }

    var number: UInt64
    var value: Value

    /// The value as an integer; 0 for bytes.
    var integer: UInt64 {
      switch value {
      case .number(let value), .fixed64(let value): value
      case .fixed32(let value): UInt64(value)
      case .bytes: 0
      }
    }

    /// The value as a zigzag-encoded `sint32` or `sint64`.
    var signed: Int64 { Int64(bitPattern: integer >> 1) ^ -Int64(bitPattern: integer & 1) }

    /// The value as a message or text; empty for a number.
    var bytes: ArraySlice<UInt8> {
      if case .bytes(let bytes) = value { bytes } else { [] }
    }

    /// The value as a floating-point number, with the width of its wire type.
    var double: Double {
      switch value {
      case .fixed64(let bits): Double(bitPattern: bits)
      case .fixed32(let bits): Double(Float(bitPattern: bits))
      case .number(let value): Double(Int64(bitPattern: value))
      case .bytes: 0
      }
    }
  }

  private let bytes: ArraySlice<UInt8>
  private var index: Int
  /// Whether the message is invalid; no field follows.
  private(set) var isDamaged = false

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  /// The offset of the next field from the start of the message.
  var offset: Int { index - bytes.startIndex }

  /// Returns the next field; nil at the end and for invalid data.
  mutating func next() -> Field? {
    guard !isDamaged, index < bytes.endIndex else { return nil }
    guard let tag = varint(), tag >> 3 > 0 else { return fail() }
    switch tag & 7 {
    case 0:
      guard let value = varint() else { return fail() }
      return Field(number: tag >> 3, value: .number(value))
    case 1:
      guard let bits = fixed(8) else { return fail() }
      return Field(number: tag >> 3, value: .fixed64(bits))
    case 2:
      guard let length = varint(), let count = Int(exactly: length),
        count <= bytes.endIndex - index
      else { return fail() }
      index += count
      return Field(number: tag >> 3, value: .bytes(bytes[(index - count)..<index]))
    case 5:
      guard let bits = fixed(4) else { return fail() }
      return Field(number: tag >> 3, value: .fixed32(UInt32(truncatingIfNeeded: bits)))
    default: return fail()
    }
  }

  private mutating func fail() -> Field? {
    isDamaged = true
    return nil
  }

  @inline(__always)
  private mutating func varint() -> UInt64? {
    guard let (value, end) = Self.varint(bytes, at: index) else { return nil }
    index = end
    return value
  }

  private mutating func fixed(_ count: Int) -> UInt64? {
    guard bytes.endIndex - index >= count else { return nil }
    var value: UInt64 = 0
    for place in (0..<count).reversed() { value = value << 8 | UInt64(bytes[index + place]) }
    index += count
    return value
  }

  /// Returns a varint and its end; nil if there is none.
  @inline(__always)
  static func varint(_ bytes: ArraySlice<UInt8>, at start: Int) -> (value: UInt64, end: Int)? {
    var value: UInt64 = 0
    var index = start
    var shift: UInt64 = 0
    while index < bytes.endIndex, shift < 70 {
      let byte = bytes[index]
      index += 1
      if shift < 64 { value |= UInt64(byte & 0x7F) << shift }
      guard byte >= 0x80 else { return (value, index) }
      shift += 7
    }
    return nil
  }
}
