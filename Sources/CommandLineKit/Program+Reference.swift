extension Program {
  /// Returns a reference page in Markdown: every command with its parameters, then the exit codes.
  ///
  /// Like the manual page it depends only on the declarations, so a test can compare a file with
  /// it.
  public func reference() -> String {
    var text =
      "# \(name)\n\n\(ReferenceMarkdown.inline(abstract))\n\n| verb | what it does |\n|---|---|\n"
    for verb in visibleVerbs {
      // GitHub's anchor of a heading: lower case, spaces as dashes.
      let link = "[`\(verb.name)`](#\(name)-\(verb.name))"
      text += "| \(link) | \(ReferenceMarkdown.cell(verb.abstract)) |\n"
    }
    text += "\nEvery verb also takes:\n\n" + Self.table(globalDeclarations, "option")
    for verb in visibleVerbs { text += section(of: verb) }
    return text + "\n## Exit codes\n\n| code | name | meaning |\n|---|---|---|\n"
      + ExitCode.table.map { "| \($0.code.rawValue) | \($0.name) | \($0.sentence) |\n" }.joined()
  }

  private func section(of verb: Verb) -> String {
    var text = "\n## \(name) \(verb.name)\n\n\(ReferenceMarkdown.inline(verb.abstract))\n\n"
    text += ReferenceMarkdown.fence(usage(of: verb))
    if !verb.discussion.isEmpty { text += "\n" + ReferenceMarkdown.blocks(verb.discussion) }
    let own = verb.declarations.filter { !$0.isHidden }
    for (title, rows) in [
      ("argument", own.filter { $0.kind == .argument }),
      ("option", own.filter { $0.kind != .argument }),
    ] where !rows.isEmpty {
      text += "\n" + Self.table(rows, title)
    }
    guard !verb.examples.isEmpty else { return text }
    let lines = verb.examples.map { "# \($0.purpose)\n\($0.line)" }
    return text + "\n" + ReferenceMarkdown.fence(lines.joined(separator: "\n\n"), "sh")
  }

  private static func table(_ rows: [Declaration], _ title: String) -> String {
    "| \(title) | |\n|---|---|\n"
      + rows.filter { !$0.isHidden }.map { row in
        let label = String(row.label.drop { $0 == " " })
        return "| `\(ReferenceMarkdown.cell(label))` | \(ReferenceMarkdown.cell(row.details)) |\n"
      }.joined()
  }
}

/// Plain text as Markdown.
private enum ReferenceMarkdown {
  /// Returns text with markup escaped; text between single quotes becomes code.
  static func inline(_ text: String) -> String {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    // An odd number of quotes includes an apostrophe, which cannot be identified.
    guard parts.count % 2 == 1, !parts.enumerated().contains(where: isApostrophe) else {
      return escaped(text)
    }
    return parts.enumerated().map { index, part in
      index % 2 == 0 || part.isEmpty ? escaped(String(part)) : "`\(part)`"
    }.joined()
  }

  /// Whether a part between quotes does not begin at the start of a word.
  private static func isApostrophe(_ index: Int, _ part: Substring) -> Bool {
    guard index % 2 == 0, let last = part.last else { return false }
    return last.isLetter || last.isNumber
  }

  private static func escaped(_ text: String) -> String { text.escaping("\\`*_<>[]") }

  /// Returns text for a cell of a table.
  static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  static func fence(_ text: String, _ language: String = "") -> String {
    "```\(language)\n\(text)\n```\n"
  }

  /// Returns paragraphs; lines that begin with a space become blocks of code.
  static func blocks(_ text: String) -> String {
    DiscussionBlock.blocks(of: text).map { block in
      switch block {
      case .paragraph(let text): inline(text) + "\n"
      case .lines(let lines): fence(lines.map { String($0.dropFirst(2)) }.joined(separator: "\n"))
      }
    }.joined(separator: "\n")
  }
}

/// A piece of a command's discussion.
enum DiscussionBlock {
  /// Text to be wrapped.
  case paragraph(String)
  /// Lines that are not wrapped.
  case lines([String])

  /// Returns the pieces of a text, in which empty lines separate paragraphs.
  static func blocks(of text: String) -> [DiscussionBlock] {
    var blocks: [DiscussionBlock] = []
    var words: [String] = []
    var lines: [String] = []
    func close() {
      if !words.isEmpty { blocks.append(.paragraph(words.joined(separator: " "))) }
      if !lines.isEmpty { blocks.append(.lines(lines)) }
      words = []
      lines = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.isEmpty {
        close()
      } else if line.hasPrefix(" ") {
        if !words.isEmpty { close() }
        lines.append(line)
      } else {
        if !lines.isEmpty { close() }
        words.append(line)
      }
    }
    close()
    return blocks
  }
}
