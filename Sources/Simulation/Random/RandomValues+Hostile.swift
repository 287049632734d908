extension RandomValues {
  /// Texts that have broken software before; none exceeds the limit of an id.
  public static let hostileTexts: [String] = [
    // Empty and nearly empty texts.
    "", " ", "\t", "\u{0}", "a\u{0}b", "\u{FEFF}x",
    // Syntax of other languages.
    "'; DROP TABLE frame;--", "</script>", "<script>alert(1)</script>", "]]>", "<!--", "&amp;",
    "\"><img src=x onerror=alert(1)>", "{{7*7}}", "${HOME}", "%s%n", "=cmd()", "+1", "@sum",
    "a,b;\"c\"", "\\", "\"", "'", "`", "|", "*bold*", "[a](b)",
    // Paths and line breaks.
    "../../etc/passwd", "C:\\", "CON", "a\nb", "a\r\nb", "\u{2028}", "\u{85}",
    // Terminal controls and invisible characters.
    "\u{1B}[31mred", "\u{1B}]0;title\u{7}", "\u{8}\u{8}", "\u{7F}", "\u{9B}2J",
    "\u{202E}gnp.exe", "\u{2066}x\u{2069}", "\u{200B}", "\u{AD}",
    // Canonically equivalent texts with different bytes.
    "caf\u{E9}", "cafe\u{301}", "\u{212B}", "A\u{30A}", "\u{C5}",
    // The limits of Unicode.
    "\u{7FF}", "\u{800}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}",
    "\u{1F469}\u{200D}\u{1F467}", "\u{1F1E9}\u{1F1EA}", "\u{301}",
    // Texts that look like numbers or keywords.
    "0", "-0", "007", "1e400", "NaN", "null", "nil", "true", "9223372036854775808",
    "00000000-0000-0000-0000-000000000000",
    // The longest possible ids.
    String(repeating: "x", count: 1024), String(repeating: "\u{10FFFF}", count: 256),
    String(repeating: "\u{0}", count: 1024),
  ]
}
