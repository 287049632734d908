import ScrollModel

/// Builds HTML; every text is escaped by `text`, so nothing from a trace can become markup.
struct HTMLText {
  private(set) var bytes: [UInt8] = []

  /// Adds trusted markup.
  mutating func raw(_ markup: StaticString) {
    bytes += UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount)
  }

  /// Adds the bytes of bundled assets, and data that was escaped for a script element.
  mutating func asset(_ content: some Sequence<UInt8>) { bytes += content }

  /// Adds untrusted text; invisible and reordering characters are shown as codes.
  mutating func text(_ text: String) {
    for byte in ReportText.shown(text).utf8 {
      switch byte {
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
  }

  /// Adds an element with text; its class is a constant.
  mutating func element(_ name: StaticString, _ text: String, class style: StaticString? = nil) {
    raw("<")
    raw(name)
    if let style {
      raw(" class=\"")
      raw(style)
      raw("\"")
    }
    raw(">")
    self.text(text)
    raw("</")
    raw(name)
    raw(">")
  }

  /// Adds a number of a drawing: at most two decimals.
  mutating func number(_ value: Double) {
    bytes += ReportNumber.text(value, decimals: 2).utf8
  }
}

/// Numbers formatted for people.
enum ReportNumber {
  /// The number with a maximum number of decimals, without trailing zeros.
  static func text(_ value: Double, decimals: Int = 2) -> String {
    guard value.isFinite else { return "?" }
    guard value.magnitude < 1e12 else { return "\(value)" }
    var scale: Int64 = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int64((value.magnitude * Double(scale) + 0.5).rounded(.down))
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: scale)
    var text = "\(whole)"
    if rest > 0 {
      var digits = String(rest)
      digits = String(repeating: "0", count: decimals - digits.count) + digits
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    return value < 0 && scaled > 0 ? "-" + text : text
  }

  /// Seconds with three decimals.
  static func seconds(_ nanoseconds: Int64) -> String {
    let milliseconds = nanoseconds / 1_000_000
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let digits = String(rest.magnitude)
    return "\(whole)." + String(repeating: "0", count: max(0, 3 - digits.count)) + digits + " s"
  }
}
