/// A syntax error of a configuration text: its position and the expected text.
public struct ConfigurationSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Column of the text in characters, from 1.
  public let column: Int
  /// The text that was expected there.
  public let expected: String
  /// The text that was found there; nil at the end.
  public let found: String?
  /// The accepted words, used to suggest a correction.
  var words: [String] = []

  /// The message: position, expected text, found text and a suggestion.
  public var description: String {
    "column \(column): expected \(expected), found \(found.map { "'\($0)'" } ?? "the end")"
      + (found.map { NearestWord.question(for: $0, among: words) } ?? "")
  }
}

/// A piece of the text form: a word, a number, a quoted text, a list or a call.
///
/// The grammar is small enough to be written by hand: `name`, `name(value, key: value)`, `[a, b]`,
/// `1.5`, `"text"`.
struct Term: Hashable, Sendable {
  indirect enum Form: Hashable, Sendable {
    case word(String)
    case number(Double)
    case text(String)
    case list([Term])
    case call(String, [Argument])
  }

  struct Argument: Hashable, Sendable {
    var label: String?
    var value: Term
  }

  var form: Form
  /// The position of the term in a parsed text; 0 for a term that is printed.
  var column = 0

  static func word(_ word: String) -> Term { Term(form: .word(word)) }
  static func number(_ number: Double) -> Term { Term(form: .number(number)) }
  static func text(_ text: String) -> Term { Term(form: .text(text)) }
  static func list(_ terms: [Term]) -> Term { Term(form: .list(terms)) }
  static func call(_ name: String, _ arguments: [Argument]) -> Term {
    Term(form: .call(name, arguments))
  }
}

extension Term.Argument {
  init(_ label: String, _ value: Term) { self.init(label: label, value: value) }
  init(_ value: Term) { self.init(label: nil, value: value) }
}

extension Term: CustomStringConvertible {
  var description: String {
    switch form {
    case .word(let word): word
    case .number(let number): Self.numeral(number)
    case .text(let text): Self.quoted(text)
    case .list(let terms): "[" + Self.joined(terms.map { $0.description }) + "]"
    case .call(let name, let arguments): name + "(" + Self.printed(arguments) + ")"
    }
  }

  static func printed(_ arguments: [Argument]) -> String {
    joined(
      arguments.map { argument in
        (argument.label.map { $0 + ": " } ?? "") + argument.value.description
      })
  }

  private static func joined(_ parts: [String]) -> String {
    var text = ""
    for (index, part) in parts.enumerated() {
      if index > 0 { text += ", " }
      text += part
    }
    return text
  }

  /// The shortest decimal that parses to the same number; whole numbers have no decimal point.
  static func numeral(_ number: Double) -> String {
    let text = (number + 0.0).description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
