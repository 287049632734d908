/// Builds Perfetto traces byte by byte.
enum Packet {
  static func varint(_ value: UInt64) -> [UInt8] {
    var value = value
    var bytes: [UInt8] = []
    repeat {
      bytes.append(UInt8(truncatingIfNeeded: value & 0x7F) | (value > 0x7F ? 0x80 : 0))
      value >>= 7
    } while value > 0
    return bytes
  }

  /// A field with a number.
  static func number(_ field: UInt64, _ value: Int64) -> [UInt8] {
    varint(field << 3) + varint(UInt64(bitPattern: value))
  }

  /// A field with a floating-point number.
  static func double(_ field: UInt64, _ value: Double) -> [UInt8] {
    let bits = value.bitPattern
    return varint(field << 3 | 1) + (0..<8).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
  }

  /// A field with a message, or with bytes.
  static func bytes(_ field: UInt64, _ content: [UInt8]...) -> [UInt8] {
    let joined = content.flatMap { $0 }
    return varint(field << 3 | 2) + varint(UInt64(joined.count)) + joined
  }

  static func text(_ field: UInt64, _ text: String) -> [UInt8] { bytes(field, Array(text.utf8)) }

  /// A complete packet of a writer.
  static func packet(sequence: Int64 = 2, _ parts: [UInt8]...) -> [UInt8] {
    bytes(1, parts.flatMap { $0 } + number(10, sequence))
  }

  /// A move of the compositor, complete in itself, at a time of the monotonic clock.
  static func move(
    _ time: Int64, _ old: Double, _ new: Double, sequence: Int64 = 2, flags: Int64 = 0,
    clock: Int64 = 3, extra: [UInt8] = []
  ) -> [UInt8] {
    func corner(_ name: String, _ y: Double) -> [UInt8] {
      let x = bytes(11, text(10, "x"), double(5, 0))
      return bytes(4, text(10, name), x, bytes(11, text(10, "y"), double(5, y)))
    }
    let begin = packet(
      sequence: sequence, number(8, time), number(58, clock), number(13, flags), extra,
      bytes(
        11, number(9, 1), number(11, 7), text(23, "ScrollTree::ScrollBy"),
        bytes(4, text(10, "scroll_node_id"), number(4, 4))))
    let end = packet(
      sequence: sequence, number(8, time + 10), number(58, clock), number(13, flags),
      bytes(
        11, number(9, 2), number(11, 7), corner("old_offset", old), corner("new_offset", new)))
    return begin + end
  }
}
