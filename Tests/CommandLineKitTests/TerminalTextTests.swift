import Testing

@testable import CommandLineKit

@Suite("Text on a terminal")
struct TerminalTextTests {
  @Test(
    "the width of text counts cells",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("한", 2), ("ｱ", 1), ("Ａ", 2),
      ("🙂", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("…", 1), ("\u{301}", 0),
    ])
  func width(text: String, cells: Int) {
    #expect(TerminalText.width(of: text) == cells)
  }

  @Test(
    "truncated text fits the limit and ends in an ellipsis",
    arguments: [
      ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abcd", 1, "…"), ("abcd", 0, ""), ("abcd", -1, ""),
      ("漢字", 3, "漢…"), ("漢字", 2, "…"), ("", 0, ""),
    ])
  func cut(text: String, limit: Int, expected: String) {
    #expect(TerminalText.cut(text, to: limit) == expected)
  }

  @Test(
    "control and invisible characters are escaped",
    arguments: [
      ("plain é 漢", "plain é 漢"), ("\u{1B}[31m", "\\x1b[31m"), ("\0\n\t", "\\x00\\x0a\\x09"),
      ("\u{9B}31m", "\\x9b31m"), ("\u{7F}", "\\x7f"), ("a\u{202E}b", "a\\u{202E}b"),
      ("\u{200B}\u{FEFF}\u{2066}", "\\u{200B}\\u{FEFF}\\u{2066}"), ("\u{2028}", "\\u{2028}"),
    ])
  func visible(text: String, expected: String) {
    #expect(TerminalText.visible(text) == expected)
  }

  @Test("wrapping keeps every word and exceeds the limit only for a long word")
  func wrap() {
    #expect(TerminalText.wrap("one two  three", to: 7) == ["one two", "three"])
    #expect(TerminalText.wrap("averylongword b", to: 5) == ["averylongword", "b"])
    #expect(TerminalText.wrap("", to: 5) == [])
  }
}

@Suite("links to files")
struct LinkTests {
  @Test("a path becomes an encoded file URL, and without links the text is unchanged")
  func address() {
    let style = Style(isEnabled: true, hasLinks: true)
    #expect(
      style.link("r", toFile: "/tmp/a b/ü.html")
        == "\u{1B}]8;;file:///tmp/a%20b/%C3%BC.html\u{1B}\\r\u{1B}]8;;\u{1B}\\")
    #expect(style.link("r", toFile: "relative") == "r")
    #expect(Style(isEnabled: true).link("r", toFile: "/r") == "r")
  }

  @Test(
    "only terminals with known support get links",
    arguments: [
      (["TERM_PROGRAM": "iTerm.app"], true), (["TERM_PROGRAM": "Apple_Terminal"], false),
      (["VTE_VERSION": "7600"], true), (["VTE_VERSION": "4600"], false),
      (["KITTY_WINDOW_ID": "1"], true), (["KITTY_WINDOW_ID": "1", "TMUX": "x"], false),
      ([:], false),
    ])
  func terminals(_ environment: [String: String], _ expected: Bool) {
    #expect(Console.knowsLinks { environment[$0] } == expected)
  }

  @Test("neither a pipe nor --color never gets links")
  func pipes() {
    var console = Console(output: { _ in }, error: { _ in }, isOutputTerminal: true)
    console.knowsLinks = true
    #expect(console.style.hasLinks && !console.errorStyle.hasLinks)
    console.color = .never
    #expect(!console.style.hasLinks)
    console.color = .always
    console.isOutputTerminal = false
    #expect(!console.style.hasLinks)
  }
}
