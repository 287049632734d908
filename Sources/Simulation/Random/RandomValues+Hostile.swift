extension RandomValues {
  /// Texts that have broken software before; none is longer than an id may be.
  public static let hostileTexts: [String] = [
    // Nothing, and nearly nothing.
    "", " ", "\t", "\u{0}", "a\u{0}b", "\u{FEFF}x",
    // Other languages' grammar.
    "'; DROP TABLE frame;--", "</script>", "<script>alert(1)</script>", "]]>", "<!--", "&amp;",
    "\"><img src=x onerror=alert(1)>", "{{7*7}}", "${HOME}", "%s%n", "=cmd()", "+1", "@sum",
    "a,b;\"c\"", "\\", "\"", "'", "`", "|", "*bold*", "[a](b)",
    // Paths and lines.
    "../../etc/passwd", "C:\\", "CON", "a\nb", "a\r\nb", "\u{2028}", "\u{85}",
    // What a terminal obeys and what nobody sees.
    "\u{1B}[31mred", "\u{1B}]0;title\u{7}", "\u{8}\u{8}", "\u{7F}", "\u{9B}2J",
    "\u{202E}gnp.exe", "\u{2066}x\u{2069}", "\u{200B}", "\u{AD}",
    // The same to a reader, not to a comparison of bytes.
    "caf\u{E9}", "cafe\u{301}", "\u{212B}", "A\u{30A}", "\u{C5}",
    // The ends of Unicode.
    "\u{7FF}", "\u{800}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}",
    "\u{1F469}\u{200D}\u{1F467}", "\u{1F1E9}\u{1F1EA}", "\u{301}",
    // Numbers and words that are none.
    "0", "-0", "007", "1e400", "NaN", "null", "nil", "true", "9223372036854775808",
    "00000000-0000-0000-0000-000000000000",
    // As long as an id may be.
    String(repeating: "x", count: 1024), String(repeating: "\u{10FFFF}", count: 256),
    String(repeating: "\u{0}", count: 1024),
  ]
}
