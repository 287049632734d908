/// Shows help for the program, a command, or the exit codes.
struct HelpCommand: Command {
  static let name = "help"
  static let abstract = "Show help for a verb."
  static let discussion = "The topic 'exit-codes' lists what the exit codes mean."
  static let examples = [
    Example("PROGRAM help exit-codes", "what the exit codes mean"),
    Example("PROGRAM help --man > PROGRAM.1", "the manual page, as a file"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument("verb", \.topic, "The verb or topic to explain.", completion: .verbs),
    .flag("markdown", \.form, sets: .markdown, "Print the reference of all verbs as Markdown."),
    .flag("man", \.form, sets: .man, "Print the manual page, in roff."),
  ]

  /// The format of the help.
  enum Form: Sendable { case screen, markdown, man }

  /// The one topic that is not a command.
  static let exitCodesTopic = "exit-codes"

  let program: Program
  var topic: String?
  var form = Form.screen
  /// Whether no command was given, so that the overview is a hint rather than a result.
  var isAnswerToNothing = false

  func run(_ console: inout Console) throws -> ExitCode {
    let style = isAnswerToNothing ? console.errorStyle : console.style
    let screen = HelpScreen(program: program, width: console.width, style: style)
    if isAnswerToNothing {
      console.writeError(screen.overview())
      return .usage
    }
    guard form == .screen || topic == nil else {
      throw UsageError("--markdown and --man print all verbs; name none")
    }
    switch form {
    case .screen: break
    case .markdown:
      console.write(program.reference())
      return .ok
    case .man:
      console.write(program.manPage())
      return .ok
    }
    switch topic {
    case nil: console.write(screen.overview())
    case Self.exitCodesTopic: console.write(screen.exitCodes())
    case let name?: console.write(screen.help(for: try verb(named: name)))
    }
    return .ok
  }

  private func verb(named name: String) throws(UsageError) -> Verb {
    if let verb = program.verbs.first(where: { $0.name == name }) { return verb }
    let names = program.verbNames + [Self.exitCodesTopic]
    throw UsageError(
      "unknown verb \(UsageError.quoted(name))\(Suggestion.hint(for: name, among: names))")
  }
}

/// Prints the completion script for a shell.
struct CompletionCommand: Command {
  static let name = "completions"
  static let abstract = "Print a completion script for a shell."
  static let discussion = """
    Load the script in the shell's startup file:

      bash  source <(PROGRAM completions bash)
      zsh   source <(PROGRAM completions zsh)
      fish  PROGRAM completions fish | source
    """
  static let examples = [
    Example("PROGRAM completions bash > PROGRAM.bash", "the script for bash, as a file")
  ]
  static let parameters: [Parameter<Self>] = [
    .argument("shell", \.shell, "The shell that is to complete.", isRequired: true)
  ]

  let program: Program
  var shell = Shell.bash

  func run(_ console: inout Console) -> ExitCode {
    console.write(program.completionScript(for: shell))
    return .ok
  }
}

/// Prints the version.
struct VersionCommand: Command {
  static let name = "version"
  static let abstract = "Show the version."
  static let examples = [Example("PROGRAM version", "what runs here")]

  let program: Program

  func run(_ console: inout Console) -> ExitCode {
    console.print("\(program.name) \(program.version)")
    return .ok
  }
}
