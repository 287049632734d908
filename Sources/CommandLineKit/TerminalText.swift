/// Measuring and formatting of text for a terminal with fixed-width cells.
public enum TerminalText {
  /// Returns the text with every character escaped that could control or mislead a terminal.
  ///
  /// Control characters become `\x1b`; bidirectional controls, zero-width characters and line
  /// separators become `\u{202E}`. Untrusted names are escaped here before they are shown.
  public static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHazardous) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      guard isHazardous(scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      if scalar.value < 0x100 {
        let digits = String(scalar.value, radix: 16)
        result += "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
      } else {
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }
    }
    return result
  }

  /// Returns the approximate number of cells of the text; wide characters take two.
  public static func width(of text: String) -> Int {
    text.reduce(0) { $0 + cells(of: $1) }
  }

  /// Returns the text if it fits, else its start with "…" in the last cell.
  public static func cut(_ text: String, to limit: Int) -> String {
    guard width(of: text) > limit else { return text }
    guard limit > 0 else { return "" }
    var result = ""
    var used = 0
    for character in text {
      used += cells(of: character)
      if used > limit - 1 { break }
      result.append(character)
    }
    return result + "…"
  }

  /// Returns the words of the text in lines of at most `limit` cells.
  ///
  /// A word longer than a line has its own line and is never truncated: it may be a name to copy.
  static func wrap(_ text: String, to limit: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ") {
      let needed = width(of: String(word))
      if used > 0, used + 1 + needed > limit {
        lines.append(line)
        line = ""
        used = 0
      }
      line += used > 0 ? " \(word)" : String(word)
      used += used > 0 ? needed + 1 : needed
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  /// Returns the text padded with spaces to `limit` cells.
  static func pad(_ text: String, to limit: Int, atStart: Bool = false) -> String {
    let fill = String(repeating: " ", count: max(0, limit - width(of: text)))
    return atStart ? fill + text : text + fill
  }
}

extension TerminalText {
  private static func isHazardous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: false
    }
  }

  private static func cells(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if first.properties.isEmojiPresentation || isWide(first.value) { return 2 }
    return character.unicodeScalars.contains("\u{FE0F}") ? 2 : 1
  }

  /// The blocks of East Asian wide and fullwidth characters, from Unicode's EastAsianWidth table.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
