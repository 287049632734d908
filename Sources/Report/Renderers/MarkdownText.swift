/// Builds Markdown for GitHub; nothing from a trace can become markup, a link or a mention.
struct MarkdownText {
  private(set) var bytes: [UInt8] = []

  /// Adds trusted markup.
  mutating func raw(_ markup: String) { bytes += markup.utf8 }

  /// Adds untrusted text, truncated to `limit` characters.
  ///
  /// GitHub detects mentions and issue numbers after resolving escapes, so an empty comment follows
  /// `@` and `#`. A bare URL is interrupted by an escape.
  mutating func text(_ text: String, limit: Int = 600) {
    let shown = Self.cut(ReportText.shown(text), limit)
    var before: [UInt8] = []
    before.reserveCapacity(shown.utf8.count)
    for byte in shown.utf8 {
      switch byte {
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "@"), UInt8(ascii: "#"):
        bytes += [UInt8(ascii: "\\"), byte]
        bytes += "<!-- -->".utf8
      case UInt8(ascii: "/") where before.last == UInt8(ascii: ":"),
        UInt8(ascii: ".") where before.suffix(3).elementsEqual("www".utf8, by: { $0 | 0x20 == $1 }):
        bytes += [UInt8(ascii: "\\"), byte]
      case _ where Self.marks.contains(byte),
        _ where Self.bullets.contains(byte) && before.allSatisfy(Self.isDigit):
        bytes += [UInt8(ascii: "\\"), byte]
      default: bytes.append(byte)
      }
      before.append(byte)
    }
  }

  /// Characters that begin or end markup inside a line.
  private static let marks = Set("\\`*_[]|~$".utf8)
  /// Characters that begin a list at the start of a text, also after a number.
  private static let bullets = Set("-+.)=".utf8)

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Adds text as code, which GitHub does not interpret.
  mutating func code(_ text: String, limit: Int = 200, inTable: Bool = false) {
    var shown = Self.cut(ReportText.shown(text), limit)
    if shown.isEmpty { shown = " " }
    var (longest, run) = (0, 0)
    for byte in shown.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let pad = longest > 0 ? " " : ""
    bytes += (fence + pad).utf8
    // In a table, an unescaped bar ends the cell even inside code.
    for byte in shown.utf8 {
      if inTable, byte == UInt8(ascii: "|") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    bytes += (pad + fence).utf8
  }

  /// Adds lines as a block of code.
  mutating func block(_ lines: [String], limit: Int = 2000) {
    var length = 3
    let shown = lines.map { Self.cut(ReportText.shown($0), limit) }
    for line in shown {
      let ticks = line.utf8.prefix { $0 == UInt8(ascii: "`") }.count
      length = max(length, ticks + 1)
    }
    let fence = String(repeating: "`", count: length)
    raw("\(fence)sh\n")
    for line in shown { raw(line + "\n") }
    raw("\(fence)\n")
  }

  /// Adds the rows of a table; every cell is written by a closure.
  mutating func table(
    _ names: [String], _ rows: [[(inout MarkdownText) -> Void]]
  ) {
    raw("| " + names.joined(separator: " | ") + " |\n")
    raw("|" + String(repeating: " --- |", count: names.count) + "\n")
    for row in rows {
      raw("|")
      for cell in row {
        raw(" ")
        cell(&self)
        raw(" |")
      }
      raw("\n")
    }
  }

  static func cut(_ text: String, _ limit: Int) -> String {
    text.count > limit ? text.prefix(limit) + "…" : text
  }
}
