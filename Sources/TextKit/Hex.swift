/// Conversions of hexadecimal digits, without a lookup table.
enum Hex {
  /// Returns the lower-case digit of the low four bits.
  static func digit(_ value: UInt8) -> UInt8 {
    let nibble = value & 0x0F
    return nibble < 10 ? 0x30 + nibble : 0x57 + nibble
  }

  /// Returns the upper-case digit of the low four bits.
  static func upperDigit(_ value: UInt8) -> UInt8 {
    let nibble = value & 0x0F
    return nibble < 10 ? 0x30 + nibble : 0x37 + nibble
  }

  /// Returns the value of a digit in either case, or nil for any other byte.
  static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }

  /// Returns two lower-case digits per byte.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte))
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
