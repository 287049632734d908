/// A command of the program, declared as a value.
///
/// The value passed to the program is a prototype: its properties are the defaults. It may have
/// further properties that the parser does not set, such as a registry of behaviors.
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
  /// The name as typed.
  static var name: String { get }
  /// A one-line description of the command.
  static var abstract: String { get }
  /// Paragraphs for the help screen, separated by empty lines.
  ///
  /// Lines that begin with a space are not wrapped; `PROGRAM` is replaced by the program's name.
  static var discussion: String { get }
  /// Example command lines; `Program.validate()` parses them.
  static var examples: [Example] { get }
  /// The table of parameters, with arguments in the order they are typed.
  static var parameters: [Parameter<Self>] { get }
  /// Whether the command works without being listed.
  static var isHidden: Bool { get }
  /// Runs the command; results are written to the console.
  mutating func run(_ console: inout Console) throws -> ExitCode
}

/// An example command line.
public struct Example: Sendable {
  /// The whole line, which starts with the program's name or pipes into it.
  ///
  /// `PROGRAM` is replaced by the program's name.
  public let line: String
  /// Its purpose, in one line.
  public let purpose: String

  /// Creates an example.
  public init(_ line: String, _ purpose: String) {
    self.line = line
    self.purpose = purpose
  }
}

extension Command {
  /// No text beyond the abstract.
  public static var discussion: String { "" }
  /// No examples.
  public static var examples: [Example] { [] }
  /// No parameters.
  public static var parameters: [Parameter<Self>] { [] }
  /// Listed.
  public static var isHidden: Bool { false }
}

/// Related commands in the overview.
public struct CommandGroup: Sendable {
  /// The heading in the overview.
  public let title: String
  private(set) var verbs: [Verb]

  /// Creates a group from prototypes of its commands.
  public init(_ title: String, _ commands: [any Command]) {
    self.title = title
    verbs = commands.map { Verb($0) }
  }

  /// Returns the group with the program's name in its texts.
  func naming(_ program: String) -> CommandGroup {
    var group = self
    for index in verbs.indices { group.verbs[index].program = program }
    return group
  }
}

/// A type-erased command.
///
/// Texts and parameters are created on demand: a run needs those of one command.
struct Verb: Sendable {
  let name: String
  let abstract: String
  let isHidden: Bool
  /// The name of the program, which replaces `PROGRAM` in the texts.
  fileprivate(set) var program = "PROGRAM"
  private let makeDiscussion: @Sendable () -> String
  private let makeExamples: @Sendable () -> [Example]
  private let declare: @Sendable () -> [Declaration]
  /// Creates the command from the words given for each of its declarations.
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

  /// Replaces PROGRAM in a text by the program's name.
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
  /// Returns closures that set the properties, in the order in which the user wrote the parameters.
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
