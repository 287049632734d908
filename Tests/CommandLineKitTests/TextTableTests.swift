import Testing

@testable import CommandLineKit

@Suite("Tables of text")
struct TextTableTests {
  private var table: TextTable {
    var table = TextTable([
      .init("trace"), .init("frames", .right), .init("note"),
    ])
    table.add(["a.db", "12", "all is well and there is nothing more to say"])
    table.add(["a-much-longer-name.db", "123456", ""])
    table.add(["漢字", Cell("7", .red), "x"])
    return table
  }
  private typealias Cell = TextTable.Cell

  @Test("columns align by screen cells, and no line ends in spaces")
  func aligned() {
    #expect(
      table.text() == """
        trace                  frames  note
        a.db                       12  all is well and there is nothing more to say
        a-much-longer-name.db  123456
        漢字                        7  x

        """)
  }

  @Test("the widest columns that can be truncated are shortened")
  func fitted() {
    #expect(
      table.text(width: 40) == """
        trace            frames  note
        a.db                 12  all is well an…
        a-much-longer-…  123456
        漢字                  7  x

        """)
  }

  @Test("numbers are never truncated, so a narrow terminal gets long lines", arguments: [0, 1, 10])
  func narrow(width: Int) {
    var table = table
    table.add(["b.db", "123456789012", ""])
    let text = table.text(width: width)
    #expect(text.contains("123456789012"))
    #expect(text.contains("a-muc…"))
  }

  @Test("every line fits in widths from 22 columns on", arguments: 22...90)
  func everyWidth(width: Int) {
    for line in table.text(width: width).split(separator: "\n") {
      #expect(TerminalText.width(of: String(line)) <= width)
    }
  }

  @Test("color applies to the text alone and has no width")
  func color() {
    let painted = table.text(width: 40, Style(isEnabled: true))
    #expect(painted.contains(" \u{1B}[31m7\u{1B}[0m  x"))
    #expect(painted.replacing(/\u{1B}\[[0-9;]*m/, with: "") == table.text(width: 40))
  }

  @Test("a cell cannot control the terminal or break the table")
  func hostile() {
    var table = TextTable([.init("name"), .init("n", .right)])
    table.add([Cell("a\u{1B}[2J\nb\u{202E}c"), "1"])
    #expect(
      table.text() == """
        name                    n
        a\\x1b[2J\\x0ab\\u{202E}c  1

        """)
  }

  @Test("titles are optional, and missing cells are empty")
  func noTitles() {
    var table = TextTable([.init(""), .init("")])
    table.add(["a", "b"])
    table.add(["c"])
    table.add([])
    #expect(table.text() == "a  b\nc\n\n")
  }

  @Test("a table in a pipe is not truncated")
  func pipe() {
    let transcript = Transcript()
    var pipe = transcript.console(width: 20)
    table.print(to: &pipe)
    #expect(transcript.output == table.text())
    transcript.output = ""
    var terminal = transcript.console(width: 40, isTerminal: true)
    terminal.color = .never
    table.print(to: &terminal)
    #expect(transcript.output == table.text(width: 40))
  }
}
