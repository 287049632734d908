extension Program {
  /// Returns the manual page in the `man` macros that every Unix supports.
  ///
  /// It has no date, so that the same declarations produce the same bytes.
  public func manPage() -> String {
    // Only the number: the text after it differs between machines.
    let number = version.split(separator: " ").first.map(String.init) ?? version
    var text =
      ".TH \(ManText.quoted(name.uppercased())) 1 \"\" \(ManText.quoted("\(name) \(number)"))\n"
    text += ".SH NAME\n\(ManText.escaped(name)) \\- \(ManText.escaped(Self.phrase(abstract)))\n"
    text +=
      ".SH SYNOPSIS\n.B \(ManText.escaped(name))\n\\fIVERB\\fR [\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]\n"
    text += ".SH DESCRIPTION\n" + ManText.line(abstract)
    text += ".SH OPTIONS OF EVERY VERB\n" + ManText.terms(globalDeclarations)
    text += ".SH VERBS\n"
    for verb in visibleVerbs { text += manSection(of: verb) }
    for note in manNotes {
      text += ".SH \(ManText.escaped(note.title.uppercased()))\n" + ManText.blocks(note.text)
    }
    text += ".SH EXIT STATUS\n"
    for entry in ExitCode.table {
      text += ".TP\n.B \(entry.code.rawValue)\n" + ManText.line(entry.sentence)
    }
    return text
  }

  private func manSection(of verb: Verb) -> String {
    var text = ".SS \(ManText.escaped(usage(of: verb)))\n" + ManText.line(verb.abstract)
    if !verb.discussion.isEmpty { text += ".PP\n" + ManText.blocks(verb.discussion) }
    text += ManText.terms(verb.declarations)
    for example in verb.examples {
      text += ".PP\n" + ManText.line("Example, \(example.purpose):")
      text += ".RS\n.nf\n" + ManText.line(example.line) + ".fi\n.RE\n"
    }
    return text
  }

  /// Converts a sentence to the phrase after the name.
  private static func phrase(_ sentence: String) -> String {
    let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// A section of the manual page that is not derived from declarations.
public struct ManSection: Sendable {
  let title: String
  let text: String

  /// Creates a section; its text has the format of a command's discussion.
  public init(_ title: String, _ text: String) {
    self.title = title
    self.text = text
  }
}

/// Plain text as `roff`.
private enum ManText {
  /// Returns text with requests and escapes escaped.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      // A plain dash may be rendered as a hyphen, which a shell does not accept when copied.
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") ? "\\&" + result : result
  }

  static func quoted(_ text: String) -> String {
    "\""
      + escaped(text).split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\\(dq") + "\""
  }

  static func line(_ text: String) -> String { escaped(text) + "\n" }

  static func terms(_ declarations: [Declaration]) -> String {
    declarations.filter { !$0.isHidden }.map { declaration in
      let label = String(declaration.label.drop { $0 == " " })
      return ".TP\n.B \(escaped(label))\n" + line(declaration.details)
    }.joined()
  }

  static func blocks(_ text: String) -> String {
    DiscussionBlock.blocks(of: text).map { block in
      switch block {
      case .paragraph(let text): line(text)
      case .lines(let lines): ".RS\n.nf\n" + lines.map { line($0) }.joined() + ".fi\n.RE\n"
      }
    }.joined(separator: ".PP\n")
  }
}
