/// The rules of well-formed UTF-8: shortest forms only, no surrogates, nothing above U+10FFFF.
enum UTF8Check {
  /// Returns the length of the well-formed sequence at `index`, or 0 when the bytes form none.
  static func sequenceLength(_ bytes: Span<UInt8>, at index: Int) -> Int {
    guard index >= 0, index < bytes.count else { return 0 }
    let first = bytes[index]
    switch first {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: return follows(bytes, index, 1, 0x80, 0xBF) ? 2 : 0
    case 0xE0: return follows(bytes, index, 2, 0xA0, 0xBF) ? 3 : 0
    case 0xED: return follows(bytes, index, 2, 0x80, 0x9F) ? 3 : 0
    case 0xE1...0xEF: return follows(bytes, index, 2, 0x80, 0xBF) ? 3 : 0
    case 0xF0: return follows(bytes, index, 3, 0x90, 0xBF) ? 4 : 0
    case 0xF1...0xF3: return follows(bytes, index, 3, 0x80, 0xBF) ? 4 : 0
    case 0xF4: return follows(bytes, index, 3, 0x80, 0x8F) ? 4 : 0
    default: return 0
    }
  }

  /// Whether `count` continuation bytes follow, the first of them within `low...high`.
  private static func follows(
    _ bytes: Span<UInt8>, _ index: Int, _ count: Int, _ low: UInt8, _ high: UInt8
  ) -> Bool {
    guard bytes.count - index > count else { return false }
    let second = bytes[index + 1]
    guard second >= low, second <= high else { return false }
    var offset = 2
    while offset <= count {
      guard bytes[index + offset] & 0xC0 == 0x80 else { return false }
      offset += 1
    }
    return true
  }
}
