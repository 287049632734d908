/// What a shell offers where a value is expected.
public enum ValueCompletion: Sendable, Equatable {
  /// Nothing.
  case none
  /// The names of files.
  case files
  /// The names of folders.
  case directories
  /// The verbs of the program.
  case verbs
  /// A fixed list of words.
  case words([String])
  /// The lines that the program prints for these words, and the names of files; the value of an option
  /// that was typed already is passed along.
  case printed(by: String, with: String)
}

/// One parameter as help, completion and the parser see it: without the type of its value.
public struct Declaration: Sendable {
  /// How a parameter is given: by its place, by name and value, or by name alone.
  public enum Kind: Sendable { case argument, option, flag }

  /// How the parameter is given.
  public let kind: Kind
  /// The name, without dashes.
  public let name: String
  var short: Character?
  let help: String
  /// What stands for the value in help: `FILE`.
  public internal(set) var valueName = ""
  /// All words there are, when they can be listed.
  public internal(set) var choices: [String] = []
  var limits: String?
  var defaultText: String?
  var completion = ValueCompletion.none
  /// Whether the verb does not run without it.
  public internal(set) var isRequired = false
  /// Whether it may be given several times.
  public internal(set) var isRepeated = false
  /// Whether its values are numbers.
  public internal(set) var isNumeric = false
  var isHidden = false
}

extension Declaration {
  /// The name as it is written in messages and usage lines: `TRACE` or `--format`.
  var spelling: String {
    kind == .argument ? valueName : "--\(name)"
  }

  /// The name in front of a message: `argument TRACE` or `option '--format'`.
  var subject: String {
    kind == .argument ? "argument \(valueName)" : "option '--\(name)'"
  }

  /// The left column of help: `-f, --format FORMAT`.
  var label: String {
    if kind == .argument { return valueName + (isRepeated ? "..." : "") }
    let value = kind == .option ? " \(valueName)" : ""
    return (short.map { "-\($0), " } ?? "    ") + "--\(name)" + value
  }

  /// The help sentence with everything the table knows beside it.
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

  /// The place of an argument in a usage line, in brackets when it may be left out.
  var usage: String {
    let place = isRepeated ? "\(valueName)..." : valueName
    return isRequired ? place : "[\(place)]"
  }

  /// The flag that every verb has.
  static let help = Declaration(
    kind: .flag, name: "help", short: "h", help: "Show this help and end.")

  /// The flag that the program has before any verb.
  static let version = Declaration(
    kind: .flag, name: "version", help: "Show the version and end.")
}
