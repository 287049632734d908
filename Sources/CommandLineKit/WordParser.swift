/// One word given for a parameter.
struct Occurrence: Sendable {
  /// The parameter as the user wrote it, for messages: `option '-f'` or `argument TRACE`.
  let subject: String
  /// The value; empty for a flag.
  let text: String
  /// The index among the words.
  let position: Int

  /// Parses the word as a value, or throws a message with the parameter as typed.
  func value<Value: CommandValue>(within limits: Limits<Value>?) throws(UsageError) -> Value {
    let problem: ValueError
    do {
      let value = try Value(word: text)
      guard let limits, !limits.contains(value) else { return value }
      problem = .outOfRange(limits.text)
    } catch {
      // A number too large for its type is also outside the limits, which are more specific.
      problem = error.isOutOfRange ? limits.map { .outOfRange($0.text) } ?? error : error
    }
    throw UsageError("\(subject): \(UsageError.quoted(text)) \(problem.reason)")
  }
}

/// Assigns words to their parameters, independent of types.
struct WordParser {
  let declarations: [Declaration]
  /// Whether to stop before the first argument, which is the command.
  let stopsAtArgument: Bool
  private let words: [String]
  private(set) var index = 0
  /// The words given for each declaration.
  private(set) var occurrences: [[Occurrence]]
  private var argumentCount = 0

  init(_ words: [String], for declarations: [Declaration], stopsAtArgument: Bool = false) {
    self.words = words
    self.declarations = declarations
    self.stopsAtArgument = stopsAtArgument
    occurrences = Array(repeating: [], count: declarations.count)
  }

  /// Parses all words, from left to right.
  mutating func run() throws(UsageError) {
    while index < words.count {
      let word = words[index]
      if word == "--" {
        if stopsAtArgument { return }
        index += 1
        while index < words.count { try takeArgument() }
      } else if word.utf8.starts(with: "--".utf8) {
        index += 1
        try takeLong(word)
      } else if word.utf8.first == UInt8(ascii: "-"), word != "-", !isNegativeArgument(word) {
        index += 1
        try takeShort(word)
      } else {
        if stopsAtArgument { return }
        try takeArgument()
      }
    }
  }

  /// Whether the flag with that name was given.
  func has(_ name: String) -> Bool {
    zip(declarations, occurrences).contains { $0.name == name && !$1.isEmpty }
  }

  /// Throws if a required parameter is missing or a single one was given twice.
  func checkCounts() throws(UsageError) {
    for (declaration, given) in zip(declarations, occurrences) {
      if given.isEmpty, declaration.isRequired {
        let choices = declaration.choices.isEmpty ? "" : declaration.choiceText
        throw UsageError("\(declaration.subject) is missing\(choices)")
      }
      if given.count > 1, !declaration.isRepeated, declaration.kind == .option {
        let values = given.map { UsageError.quoted($0.text) }
        throw UsageError(
          "\(given[0].subject) takes one value but was given \(values.joined(separator: " and "))")
      }
    }
  }
}

extension WordParser {
  private mutating func takeLong(_ word: String) throws(UsageError) {
    let parts = word.utf8.dropFirst(2).split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(Substring(parts[0]))
    let value = parts.count > 1 ? String(Substring(parts[1])) : nil
    guard let match = declarations.firstIndex(where: { $0.kind != .argument && $0.name == name })
    else {
      let names = declarations.filter { $0.kind != .argument && !$0.isHidden }.map(\.name)
      let hint = Suggestion.hint(for: name, among: names, prefix: "--")
      throw UsageError("unknown option \(UsageError.quoted("--" + name))\(hint)")
    }
    try take(match, typed: "--\(name)", value: value)
  }

  /// Parses `-f json`, `-fjson`, `-f=json` and `-vf json`.
  private mutating func takeShort(_ word: String) throws(UsageError) {
    // The dash is one scalar: with a combining mark it is not one Character.
    var rest = Self.withoutFirst(word[...])
    while let letter = rest.popFirst() {
      guard let match = declarations.firstIndex(where: { $0.short == letter }) else {
        throw unknownShort(letter, in: word)
      }
      let typed = "-\(letter)"
      if declarations[match].kind == .flag {
        if Self.startsWithSign(rest) {
          try take(match, typed: typed, value: String(Self.withoutFirst(rest)))
          return
        }
        try take(match, typed: typed, value: nil)
      } else {
        let attached = Self.startsWithSign(rest) ? Self.withoutFirst(rest) : rest
        try take(match, typed: typed, value: rest.isEmpty ? nil : String(attached))
        return
      }
    }
  }

  private static func withoutFirst(_ text: Substring) -> Substring {
    Substring(text.unicodeScalars.dropFirst())
  }

  /// Whether a value follows after `=`.
  private static func startsWithSign(_ text: Substring) -> Bool {
    text.unicodeScalars.first == "="
  }

  private mutating func take(_ match: Int, typed: String, value: String?) throws(UsageError) {
    let declaration = declarations[match]
    let subject = "option '\(typed)'"
    var text = value
    if declaration.kind == .flag {
      if let value {
        throw UsageError("\(subject) takes no value but was given \(UsageError.quoted(value))")
      }
    } else if text == nil {
      text = try takeValue(of: declaration, typed: typed)
    }
    occurrences[match].append(Occurrence(subject: subject, text: text ?? "", position: index))
  }

  private mutating func takeValue(
    of declaration: Declaration, typed: String
  ) throws(UsageError) -> String {
    let needs = "option '\(typed)' needs a value\(declaration.choiceText)"
    guard index < words.count else { throw UsageError(needs) }
    let next = words[index]
    let looksLikeOption = next.utf8.first == UInt8(ascii: "-") && next != "-"
    if looksLikeOption, !(declaration.isNumeric && Self.isNegativeNumber(next)) {
      let joined = typed.utf8.count > 2 ? "\(typed)=\(next)" : "\(typed)\(next)"
      throw UsageError(
        "\(needs), but \(UsageError.quoted(next)) follows;"
          + " write \(UsageError.quoted(joined)) if that is the value")
    }
    index += 1
    return next
  }

  private mutating func takeArgument() throws(UsageError) {
    let word = words[index]
    guard let match = nextArgument else { throw extraArgument(word) }
    index += 1
    argumentCount += 1
    let subject = declarations[match].subject
    occurrences[match].append(Occurrence(subject: subject, text: word, position: index))
  }

  /// The declaration of the next argument; a repeated one consumes all remaining words.
  private var nextArgument: Int? {
    let places = declarations.indices.filter { declarations[$0].kind == .argument }
    if argumentCount < places.count { return places[argumentCount] }
    return places.last.flatMap { declarations[$0].isRepeated ? $0 : nil }
  }

  private func isNegativeArgument(_ word: String) -> Bool {
    guard let match = nextArgument, declarations[match].isNumeric else { return false }
    return Self.isNegativeNumber(word)
  }

  private static func isNegativeNumber(_ word: String) -> Bool {
    let rest = word.utf8.dropFirst()
    let start = rest.first == UInt8(ascii: ".") ? rest.dropFirst().first : rest.first
    return start.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }
}

extension WordParser {
  private func unknownShort(_ letter: Character, in word: String) -> UsageError {
    let typed = "-\(letter)"
    let context = word == typed ? "" : " in \(UsageError.quoted(word))"
    // A missing dash is the most common mistake with a long name.
    let name = String(Self.withoutFirst(word[...]).prefix { $0 != "=" })
    let names = declarations.filter { $0.kind != .argument && !$0.isHidden }.map(\.name)
    let hint =
      name.utf8.count > 1 ? Suggestion.hint(for: name, among: names, prefix: "--") : ""
    return UsageError("unknown option \(UsageError.quoted(typed))\(context)\(hint)")
  }

  private func extraArgument(_ word: String) -> UsageError {
    let names = declarations.filter { $0.kind != .argument && !$0.isHidden }.map(\.name)
    let hint = names.contains(word) ? "; did you mean '--\(word)'?" : ""
    let places = declarations.filter { $0.kind == .argument }.map(\.valueName)
    let takes =
      places.isEmpty
      ? "there are no arguments" : "the arguments are \(places.joined(separator: " "))"
    return UsageError("\(UsageError.quoted(word)) is one argument too many; \(takes)\(hint)")
  }
}

extension Declaration {
  /// The choices or the range in brackets, for messages about a missing value.
  fileprivate var choiceText: String {
    if !choices.isEmpty { return " (\(UsageError.alternatives(choices)))" }
    return limits.map { " (\($0))" } ?? ""
  }
}
