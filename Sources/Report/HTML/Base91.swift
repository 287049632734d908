/// Bytes as printable ASCII, 13 bits in two letters: a twelfth shorter than Base64.
///
/// The engine is most of a page. The letters are `#` to `}`, with `!` in place of `<`, which could
/// end the enclosing element. `engine.js` is the other side.
enum Base91 {
  static func encoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 13 * 16 + 16)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in bytes {
      bits |= UInt32(byte) << count
      count += 8
      guard count >= 13 else { continue }
      append(bits & 0x1FFF, to: &text)
      bits >>= 13
      count -= 13
    }
    // At most six bits fit into one letter, so that the length of the text determines the bytes.
    if count > 6 {
      append(bits, to: &text)
    } else if count > 0 {
      text.append(letter(bits))
    }
    return text
  }

  private static func append(_ bits: UInt32, to text: inout [UInt8]) {
    text.append(letter(bits % 91))
    text.append(letter(bits / 91))
  }

  private static func letter(_ digit: UInt32) -> UInt8 {
    let letter = UInt8(truncatingIfNeeded: digit) + UInt8(ascii: "#")
    return letter == UInt8(ascii: "<") ? UInt8(ascii: "!") : letter
  }
}
