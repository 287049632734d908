/// A command-line tool: its commands in groups, and their common options.
///
/// Parsing has no side effects, and nothing here ends the process: `main` returns the exit code.
///
/// ```swift
/// let program = Program(
///   name: "scrolltrace", abstract: "Record, replay and analyze scrolling.", version: "1.0.0",
///   groups: [CommandGroup("Replay", [ReplayCommand()])])
/// var console = Console.standard()
/// let code = program.main(Array(CommandLine.arguments.dropFirst()), console: &console)
/// ```
public struct Program: Sendable {
  /// The name of the executable.
  public let name: String
  /// A one-line description of the tool.
  public let abstract: String
  /// The version text that `--version` prints after the name.
  public let version: String
  let groups: [CommandGroup]
  let globals: [Parameter<Console>]
  let manNotes: [ManSection]
  /// Commands of other tools, mapped to the equivalent command here.
  let synonyms: [String: String]

  /// Creates a program, including the commands `help`, `completions` and `version`.
  ///
  /// `manNotes` are additional sections of the manual page. `synonyms` maps commands of other tools
  /// to the commands that are suggested instead.
  public init(
    name: String, abstract: String, version: String, groups: [CommandGroup],
    globals: [Parameter<Console>] = Program.colorOptions, manNotes: [ManSection] = [],
    synonyms: [String: String] = [:]
  ) {
    self.name = name
    self.abstract = abstract
    self.version = version
    self.groups = groups
    self.globals = globals
    self.manNotes = manNotes
    self.synonyms = synonyms
  }

  /// The options that control color.
  public static let colorOptions: [Parameter<Console>] = [
    .option("color", \.color, "Use color in text.", valueName: "WHEN"),
    .flag("no-color", \.color, sets: .never, "Use no color, like '--color never'."),
  ]

  /// All groups, with the built-in commands at the end.
  var allGroups: [CommandGroup] {
    let own = CommandGroup(
      "Help",
      [HelpCommand(program: self), CompletionCommand(program: self), VersionCommand(program: self)])
    return (groups + [own]).map { $0.naming(name) }
  }

  var verbs: [Verb] { allGroups.flatMap(\.verbs) }

  /// The names of all listed commands, for tests of each.
  public var verbNames: [String] { visibleVerbs.map(\.name) }

  /// The examples of all listed commands, for tests that run each.
  public var examples: [(verb: String, line: String)] {
    visibleVerbs.flatMap { verb in verb.examples.map { (verb.name, $0.line) } }
  }

  /// The abstract and the parameters of a command, for programs that call it without a command
  /// line.
  public func description(
    ofVerb name: String
  ) -> (abstract: String, parameters: [Declaration])? {
    verbs.first { $0.name == name }.map { ($0.abstract, $0.declarations) }
  }

  /// The commands that are listed.
  var visibleVerbs: [Verb] { verbs.filter { !$0.isHidden } }

  /// The options of every command.
  var globalDeclarations: [Declaration] {
    let console = Console(output: { _ in }, error: { _ in })
    return [.help] + globals.map { $0.declaration(in: console) }
  }
}

/// A parsed command line.
public struct Invocation {
  /// The name of the command.
  public let verb: String
  /// The command with its parameters set.
  public let command: any Command
  fileprivate let settings: [Parameter<Console>.Assignment]

  /// Applies the common options.
  public func configure(_ console: inout Console) {
    for assign in settings { assign(&console) }
  }
}

extension Program {
  /// Parses the words, without the program's name.
  public func parse(_ words: [String]) throws(UsageError) -> Invocation {
    let shared = globalDeclarations
    var head = WordParser(words, for: shared + [.version], stopsAtArgument: true)
    do {
      try head.run()
    } catch {
      // An option of the command may precede it.
      guard let place = words.firstIndex(where: { word in verbs.contains { $0.name == word } }),
        place > 0
      else { throw error }
      return try parse([words[place]] + words[..<place] + words[(place + 1)...])
    }
    if head.has(Declaration.help.name) || head.has(Declaration.version.name) {
      let topic = head.index < words.count ? words[head.index] : nil
      let command: any Command =
        head.has(Declaration.help.name)
        ? HelpCommand(program: self, topic: topic) : VersionCommand(program: self)
      try head.checkCounts()
      return try invocation(of: command, head.occurrences[...], verb: HelpCommand.name)
    }
    guard head.index < words.count else {
      try head.checkCounts()
      let command = HelpCommand(program: self, isAnswerToNothing: true)
      return try invocation(of: command, head.occurrences[...], verb: HelpCommand.name)
    }
    let name = words[head.index]
    guard let verb = verbs.first(where: { $0.name == name }) else {
      let hint =
        synonyms[name].map { "; did you mean '\($0)'?" }
        ?? Suggestion.hint(for: name, among: verbNames)
      throw UsageError("unknown verb \(UsageError.quoted(name))\(hint)")
    }
    // Options have the same meaning before and after the command.
    let rest = Array(words[..<head.index] + words[(head.index + 1)...])
    do {
      return try parse(rest, for: verb, shared)
    } catch {
      throw UsageError(error.message, verb: verb.name)
    }
  }

  private func parse(
    _ words: [String], for verb: Verb, _ shared: [Declaration]
  ) throws(UsageError) -> Invocation {
    var parser = WordParser(words, for: shared + verb.declarations)
    let help = HelpCommand(program: self, topic: verb.name)
    do {
      try parser.run()
    } catch {
      // A request for help takes precedence over the rest of the line.
      let options = words.prefix { $0 != "--" }
      guard options.contains("--help") || options.contains("-h") else { throw error }
      return Invocation(verb: verb.name, command: help, settings: [])
    }
    if parser.has(Declaration.help.name) {
      return try invocation(of: help, parser.occurrences[...], verb: verb.name)
    }
    try parser.checkCounts()
    let command = try verb.build(parser.occurrences[shared.count...])
    return try invocation(of: command, parser.occurrences[...], verb: verb.name)
  }

  /// Returns the invocation with the common options bound, which follow the help flag.
  private func invocation(
    of command: any Command, _ occurrences: ArraySlice<[Occurrence]>, verb: String
  ) throws(UsageError) -> Invocation {
    let settings = try Parameter<Console>.assignments(globals, occurrences.dropFirst())
    return Invocation(verb: verb, command: command, settings: settings)
  }
}
