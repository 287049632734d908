import TextKit

/// An object in a JSON string: as text, or compressed with one character per byte.
///
/// PostHog compresses the data of large events with gzip (indicated by its `cv` key), and
/// `rrweb.pack` compresses whole events with zlib. Pages that send events immediately often store
/// the JSON text of each.
enum PackedText {
  /// The largest decompressed size of one text: 64 MiB.
  static let limit: Int64 = 64 << 20

  /// Returns the bytes in a string token; nil if there are none, too many, or damaged ones.
  static func unpack(_ token: ArraySlice<UInt8>) -> [UInt8]? {
    guard let text = JSONScanner.text(token) else { return nil }
    if let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      return Array(text.utf8)
    }
    var packed: [UInt8] = []
    packed.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return nil }
      packed.append(byte)
    }
    if packed.starts(with: [0x1F, 0x8B]) { return drain(ByteSource(bytes: packed, limit: limit)) }
    guard let first = packed.first, first & 0x0F == 8, packed.count > 6 else { return nil }
    let source = ByteSource(
      deflated: ByteSource(bytes: Array(packed.dropFirst(2))), name: "packed event", limit: limit)
    return drain(source)
  }

  private static func drain(_ source: ByteSource) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    do {
      while true {
        let count = try source.read(into: &buffer)
        guard count > 0 else { return bytes.isEmpty ? nil : bytes }
        bytes += buffer[..<count]
      }
    } catch {
      return nil
    }
  }
}
