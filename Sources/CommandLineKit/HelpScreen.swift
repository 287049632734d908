/// Help as text, wrapped to the terminal.
///
/// The order is: usage line, description, parameters, examples.
struct HelpScreen {
  let program: Program
  let width: Int
  let style: Style

  /// Lines longer than the maximum are hard to read; shorter than the minimum there is no room for
  /// text.
  private static let widths = 40...100
  /// A longer left column moves its text to the next line.
  private static let widestLabel = 26

  init(program: Program, width: Int, style: Style) {
    self.program = program
    self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    self.style = style
  }

  /// Returns the screen with all commands.
  func overview() -> String {
    var text = heading("USAGE") + " \(program.name) VERB [OPTIONS] [ARGUMENTS]\n\n"
    text += paragraphs(program.abstract)
    for group in program.allGroups {
      let rows = group.verbs.filter { !$0.isHidden }.map { ($0.name, $0.abstract) }
      text += section(group.title, rows)
    }
    text += section("Options", rows(program.globalDeclarations + [.version]))
    let hint =
      "See '\(program.name) help VERB' for one verb and"
      + " '\(program.name) help \(HelpCommand.exitCodesTopic)' for the exit codes."
    return text + "\n" + paragraphs(hint)
  }

  /// Returns the screen of one command.
  func help(for verb: Verb) -> String {
    let own = verb.declarations.filter { !$0.isHidden }
    let arguments = own.filter { $0.kind == .argument }
    var text = heading("USAGE") + " " + program.usage(of: verb) + "\n\n" + paragraphs(verb.abstract)
    if !verb.discussion.isEmpty {
      text += "\n" + paragraphs(verb.discussion)
    }
    text += section("Arguments", rows(arguments))
    text += section("Options", rows(own.filter { $0.kind != .argument }))
    text += section("Options of every verb", rows(program.globalDeclarations))
    guard !verb.examples.isEmpty else { return text }
    text += "\n" + heading("EXAMPLES") + "\n"
    for example in verb.examples {
      text += indented(example.purpose, by: 2) + "    \(style(example.line, .cyan))\n"
    }
    return text
  }

  /// Returns the table of exit codes.
  func exitCodes() -> String {
    let rows = ExitCode.table.map { entry in
      (
        TerminalText.pad("\(entry.code.rawValue)", to: 3, atStart: true) + "  \(entry.name)",
        entry.sentence
      )
    }
    return section("Exit codes", rows, isFirst: true)
  }
}

extension HelpScreen {
  private func heading(_ title: String) -> String {
    style("\(title.uppercased()):", .bold)
  }

  private func rows(_ declarations: [Declaration]) -> [(String, String)] {
    declarations.filter { !$0.isHidden }.map { ($0.label, $0.details) }
  }

  /// Returns a heading and two columns, or an empty text without rows.
  private func section(
    _ title: String, _ rows: [(label: String, text: String)], isFirst: Bool = false
  ) -> String {
    guard !rows.isEmpty else { return "" }
    let longest = rows.map { TerminalText.width(of: $0.label) }.max() ?? 0
    let column = min(longest, Self.widestLabel) + 4
    var result = (isFirst ? "" : "\n") + heading(title) + "\n"
    for (label, text) in rows {
      var lines = TerminalText.wrap(text, to: max(width - column, 20))
      let isNarrow = TerminalText.width(of: label) + 4 <= column
      let first = isNarrow && !lines.isEmpty ? lines.removeFirst() : ""
      let start = "  " + (first.isEmpty ? label : TerminalText.pad(label, to: column - 2) + first)
      result += start + "\n"
      for line in lines { result += String(repeating: " ", count: column) + line + "\n" }
    }
    return result
  }

  /// Returns paragraphs wrapped individually; lines that begin with a space are not wrapped.
  private func paragraphs(_ text: String) -> String {
    var result = ""
    var open: [Substring] = []
    func close() {
      result += indented(open.joined(separator: " "), by: 0)
      open = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty || line.hasPrefix(" ") {
        close()
        result += line + "\n"
      } else {
        open.append(line)
      }
    }
    close()
    return result
  }

  private func indented(_ text: String, by count: Int) -> String {
    let indent = String(repeating: " ", count: count)
    return TerminalText.wrap(text, to: width - count).map { indent + $0 + "\n" }.joined()
  }
}

extension Program {
  /// Returns the usage line of a command.
  func usage(of verb: Verb) -> String {
    let required = verb.declarations.filter { $0.kind == .option && $0.isRequired }
    let options = required.map { "\($0.spelling) \($0.valueName)" }
    let arguments = verb.declarations.filter { $0.kind == .argument }.map(\.usage)
    return ([name, verb.name, "[OPTIONS]"] + options + arguments).joined(separator: " ")
  }
}
