/// The completion of a value in a shell.
public enum ValueCompletion: Sendable, Equatable {
  /// No completion.
  case none
  /// The names of files.
  case files
  /// The names of folders.
  case directories
  /// The commands of the program.
  case verbs
  /// A fixed list of words.
  case words([String])
  /// The lines that the program prints for these words, and file names; the value of an option
  /// typed before is passed on.
  case printed(by: String, with: String)
}

/// A parameter without the type of its value, for help, completion and the parser.
public struct Declaration: Sendable {
  /// The syntax of a parameter: by position, by name and value, or by name alone.
  public enum Kind: Sendable { case argument, option, flag }

  /// The syntax of the parameter.
  public let kind: Kind
  /// The name, without dashes.
  public let name: String
  var short: Character?
  let help: String
  /// The placeholder of the value in help: `FILE`.
  public internal(set) var valueName = ""
  /// All valid words, if they can be listed.
  public internal(set) var choices: [String] = []
  var limits: String?
  var defaultText: String?
  var completion = ValueCompletion.none
  /// Whether the command requires it.
  public internal(set) var isRequired = false
  /// Whether it may be given several times.
  public internal(set) var isRepeated = false
  /// Whether its values are numbers.
  public internal(set) var isNumeric = false
  var isHidden = false
}

extension Declaration {
  /// The name as written in messages and usage lines: `TRACE` or `--format`.
  var spelling: String {
    kind == .argument ? valueName : "--\(name)"
  }

  /// The name at the start of a message: `argument TRACE` or `option '--format'`.
  var subject: String {
    kind == .argument ? "argument \(valueName)" : "option '--\(name)'"
  }

  /// The left column of help: `-f, --format FORMAT`.
  var label: String {
    if kind == .argument { return valueName + (isRepeated ? "..." : "") }
    let value = kind == .option ? " \(valueName)" : ""
    return (short.map { "-\($0), " } ?? "    ") + "--\(name)" + value
  }

  /// The help sentence with the other properties of the declaration.
  public var details: String {
    var notes: [String] = []
    if kind != .flag {
      if !choices.isEmpty { notes.append(choices.joined(separator: ", ")) }
      if let limits { notes.append(limits) }
      if isRequired && kind == .option { notes.append("required") }
      if isRepeated && kind == .option { notes.append("may be repeated") }
      if let defaultText { notes.append("default: \(defaultText)") }
    }
    return notes.isEmpty ? help : "\(help) (\(notes.joined(separator: "; ")))"
  }

  /// The form of an argument in a usage line, in brackets if it is optional.
  var usage: String {
    let place = isRepeated ? "\(valueName)..." : valueName
    return isRequired ? place : "[\(place)]"
  }

  /// The flag of every command.
  static let help = Declaration(
    kind: .flag, name: "help", short: "h", help: "Show this help and end.")

  /// The flag of the program before any command.
  static let version = Declaration(
    kind: .flag, name: "version", help: "Show the version and end.")
}
