/// Separates the parts of an input: the ASCII record separator.
let separator: UInt8 = 0x1E

/// Returns valid bytes with the changes of an input: three bytes of position, one of length, then the
/// new bytes.
func changed(_ bytes: [UInt8], by input: [UInt8]) -> [UInt8] {
  var (bytes, index) = (bytes, 0)
  while index + 4 <= input.count {
    let place = Int(input[index]) << 16 | Int(input[index + 1]) << 8 | Int(input[index + 2])
    let news = input[(index + 4)...].prefix(Int(input[index + 3] & 15) + 1)
    for (distance, byte) in news.enumerated() {
      bytes[(place + distance) % bytes.count] = byte
    }
    index += 4 + news.count
  }
  return bytes
}
