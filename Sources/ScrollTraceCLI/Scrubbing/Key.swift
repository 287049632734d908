/// A key that moves through a trace.
enum Key: Equatable {
  case left, right, pageUp, pageDown, home, end
  case space, next, previous, nextDivergence, previousDivergence, slower, faster
  case help, quit, suspend

  /// Removes the keys at the start of terminal input; an incomplete sequence is kept.
  static func take(from bytes: inout [UInt8]) -> [Key] {
    var keys: [Key] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == escape else {
        if let key = plain(bytes[index]) { keys.append(key) }
        index += 1
        continue
      }
      guard let end = endOfSequence(bytes, from: index) else { break }
      if let key = sequence(bytes[index + 1..<end]) { keys.append(key) }
      index = end
    }
    bytes.removeFirst(index)
    // No key sequence is longer, so the remaining bytes are invalid.
    if bytes.count > 16 { bytes.removeAll() }
    return keys
  }

  private static let escape: UInt8 = 0x1B

  private static func plain(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: " "): .space
    case UInt8(ascii: "h"): .left
    case UInt8(ascii: "l"): .right
    case UInt8(ascii: "n"): .next
    case UInt8(ascii: "p"): .previous
    case UInt8(ascii: "d"): .nextDivergence
    case UInt8(ascii: "D"): .previousDivergence
    case UInt8(ascii: "-"): .slower
    case UInt8(ascii: "+"), UInt8(ascii: "="): .faster
    case UInt8(ascii: "?"): .help
    case UInt8(ascii: "q"), UInt8(ascii: "Q"): .quit
    // Ctrl-C and Ctrl-D arrive as bytes: the terminal sends no signals in raw mode.
    case 0x03, 0x04: .quit
    case 0x1A: .suspend
    default: nil
    }
  }

  /// The index after an escape sequence; nil if it is incomplete.
  private static func endOfSequence(_ bytes: [UInt8], from start: Int) -> Int? {
    guard start + 1 < bytes.count else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "O"):
      return start + 2 < bytes.count ? start + 3 : nil
    case UInt8(ascii: "["):
      // Parameters, then one byte from 0x40 on.
      let final = bytes[(start + 2)...].firstIndex { $0 >= 0x40 }
      return final.map { $0 + 1 }
    default:
      // The escape key, followed by other keys.
      return start + 1
    }
  }

  private static func sequence(_ bytes: ArraySlice<UInt8>) -> Key? {
    switch String(decoding: bytes, as: UTF8.self) {
    case "[D", "OD": .left
    case "[C", "OC": .right
    case "[5~": .pageUp
    case "[6~": .pageDown
    case "[H", "OH", "[1~", "[7~": .home
    case "[F", "OF", "[4~", "[8~": .end
    default: nil
    }
  }
}
