/// Emphasis for terminal text, without effect when color is off.
///
/// ```swift
/// console.print(console.style("3 differences", .bold, .red))
/// ```
public struct Style: Sendable {
  /// One kind of emphasis; the value is its SGR number.
  public enum Emphasis: Int, Sendable {
    /// Bold letters.
    case bold = 1
    /// Faint letters, for less important text.
    case dim = 2
    /// Failures and differences.
    case red = 31
    /// Expected results.
    case green = 32
    /// Results that need attention.
    case yellow = 33
    /// Names.
    case cyan = 36
  }

  /// Whether escape sequences are written.
  public let isEnabled: Bool

  /// Whether links are written: a terminal without support may print them as text.
  public let hasLinks: Bool

  /// Creates a style with escape sequences, or one that leaves text unchanged.
  public init(isEnabled: Bool, hasLinks: Bool = false) {
    self.isEnabled = isEnabled
    self.hasLinks = hasLinks
  }

  /// Returns the text as a link to a file, by its absolute path (OSC 8).
  public func link(_ text: String, toFile path: String) -> String {
    guard hasLinks, path.utf8.first == UInt8(ascii: "/") else { return text }
    var address = "file://"
    for byte in path.utf8 {
      let isPlain = byte.isASCIILetterOrDigit || "/._-~".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      address += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }
    return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }

  /// Returns the text with all given emphases, followed by a reset.
  public func callAsFunction(_ text: String, _ inks: Emphasis...) -> String {
    paint(text, inks)
  }

  /// Returns the text with all emphases of a list.
  public func paint(_ text: String, _ inks: [Emphasis]) -> String {
    guard isEnabled, !inks.isEmpty, !text.isEmpty else { return text }
    let codes = inks.map { String($0.rawValue) }.joined(separator: ";")
    return "\u{1B}[\(codes)m\(text)\u{1B}[0m"
  }
}

/// The use of colors.
public enum ColorChoice: String, CaseIterable, CommandValue {
  /// On terminals, unless `NO_COLOR` is set.
  case auto
  /// Always, including pipes and files.
  case always
  /// Never.
  case never
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
