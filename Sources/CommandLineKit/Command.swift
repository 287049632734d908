/// A verb of the program, declared as a value.
///
/// The value that is handed to the program is a prototype: its properties are the defaults. It may
/// carry what the parser does not set, such as a registry of behaviors.
///
/// ```swift
/// struct ReplayCommand: Command {
///   static let name = "replay"
///   static let abstract = "Replay a trace through the scroll engine."
///   static let parameters: [Parameter<Self>] = [
///     .argument("trace", \.trace, "The trace file to read.", completion: .files)
///   ]
///   var trace = ""
///   func run(_ console: inout Console) throws -> ExitCode { … }
/// }
/// ```
public protocol Command: Sendable {
  /// The verb as it is typed.
  static var name: String { get }
  /// One line that says what the verb does.
  static var abstract: String { get }
  /// Paragraphs for the help screen, separated by empty lines.
  ///
  /// Lines that begin with a space are kept as they are; `PROGRAM` becomes the program's name.
  static var discussion: String { get }
  /// Command lines to learn from; they are parsed by `Program.validate()`.
  static var examples: [Example] { get }
  /// The table of parameters; arguments stand in the order they are typed.
  static var parameters: [Parameter<Self>] { get }
  /// Whether the verb works without being listed.
  static var isHidden: Bool { get }
  /// Does the work; results go to the console.
  mutating func run(_ console: inout Console) throws -> ExitCode
}

/// A command line to learn from.
public struct Example: Sendable {
  /// The whole line, beginning with the program's name or piping into it.
  ///
  /// `PROGRAM` becomes the program's name.
  public let line: String
  /// What it is good for, in one line.
  public let purpose: String

  /// Makes an example.
  public init(_ line: String, _ purpose: String) {
    self.line = line
    self.purpose = purpose
  }
}

extension Command {
  /// Nothing beyond the abstract.
  public static var discussion: String { "" }
  /// No examples.
  public static var examples: [Example] { [] }
  /// No parameters.
  public static var parameters: [Parameter<Self>] { [] }
  /// Listed.
  public static var isHidden: Bool { false }
}

/// Verbs that belong together in the overview.
public struct CommandGroup: Sendable {
  /// The heading in the overview.
  public let title: String
  private(set) var verbs: [Verb]

  /// Makes a group from prototypes of its commands.
  public init(_ title: String, _ commands: [any Command]) {
    self.title = title
    verbs = commands.map { Verb($0) }
  }

  /// Returns the group whose texts name the program that has it.
  func naming(_ program: String) -> CommandGroup {
    var group = self
    for index in verbs.indices { group.verbs[index].program = program }
    return group
  }
}

/// A command whose type is forgotten.
///
/// Texts and parameters are made when they are asked for: a run needs those of one verb.
struct Verb: Sendable {
  let name: String
  let abstract: String
  let isHidden: Bool
  /// The name of the program, which takes the place of `PROGRAM` in the texts.
  fileprivate(set) var program = "PROGRAM"
  private let makeDiscussion: @Sendable () -> String
  private let makeExamples: @Sendable () -> [Example]
  private let declare: @Sendable () -> [Declaration]
  /// Makes the command from the words given for each of its declarations.
  let build: @Sendable (ArraySlice<[Occurrence]>) throws(UsageError) -> any Command

  init<C: Command>(_ prototype: C) {
    name = C.name
    abstract = C.abstract
    isHidden = C.isHidden
    makeDiscussion = { C.discussion }
    makeExamples = { C.examples }
    declare = { C.parameters.map { $0.declaration(in: prototype) } }
    build = { occurrences throws(UsageError) in
      var command = prototype
      for assign in try Parameter<C>.assignments(C.parameters, occurrences) { assign(&command) }
      return command
    }
  }

  var declarations: [Declaration] { declare() }
  var discussion: String { named(makeDiscussion()) }
  var examples: [Example] { makeExamples().map { Example(named($0.line), $0.purpose) } }

  /// Writes the program's name where a text says PROGRAM.
  private func named(_ text: String) -> String {
    var (made, rest) = ("", text[...])
    while let start = rest.firstIndex(of: "P") {
      made += rest[..<start]
      rest = rest[start...]
      let isPlace = rest.hasPrefix("PROGRAM")
      made += isPlace ? program : "P"
      rest = rest.dropFirst(isPlace ? 7 : 1)
    }
    return made + rest
  }
}

extension Parameter {
  /// Returns what sets the properties, in the order in which the user wrote the parameters.
  static func assignments(
    _ parameters: [Self], _ occurrences: ArraySlice<[Occurrence]>
  ) throws(UsageError) -> [Assignment] {
    var bound: [(position: Int, assign: Assignment)] = []
    for (parameter, given) in zip(parameters, occurrences) {
      guard let last = given.last else { continue }
      bound.append((last.position, try parameter.bind(given)))
    }
    return bound.sorted { $0.position < $1.position }.map(\.assign)
  }
}
