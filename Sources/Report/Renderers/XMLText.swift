/// Builds XML 1.0; texts are escaped by `text`, so nothing from a trace can become markup.
struct XMLText {
  private(set) var bytes: [UInt8] = []

  /// Adds trusted markup.
  mutating func raw(_ markup: StaticString) {
    bytes += UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount)
  }

  /// Adds untrusted text; characters that are invalid in XML or invisible are shown as codes.
  mutating func text(_ text: String) {
    for byte in ReportText.shown(text).utf8 {
      switch byte {
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      default: bytes.append(byte)
      }
    }
  }

  /// Adds an attribute with a constant name.
  mutating func attribute(_ name: StaticString, _ value: String) {
    raw(" ")
    raw(name)
    raw("=\"")
    text(value)
    raw("\"")
  }
}
