/// Parses terms from a text, one Unicode scalar at a time.
struct TermParser {
  private let scalars: [Unicode.Scalar]
  private var place = 0
  private var depth = 0
  /// The largest nesting depth: enough for every configuration, and safe for the call stack.
  private static let deepest = 32

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  /// Parses the whole text as `key: value` pairs.
  mutating func pairs() throws(ConfigurationSyntaxError) -> [Term.Argument] {
    skipSpace()
    guard place < scalars.count else { return [] }
    let pairs = try arguments()
    try expectEnd()
    return pairs
  }

  /// Parses the whole text as one term.
  mutating func single() throws(ConfigurationSyntaxError) -> Term {
    let term = try term()
    try expectEnd()
    return term
  }

  private mutating func expectEnd() throws(ConfigurationSyntaxError) {
    skipSpace()
    if place < scalars.count { throw error("',' or the end") }
  }

  private mutating func arguments() throws(ConfigurationSyntaxError) -> [Term.Argument] {
    var arguments: [Term.Argument] = []
    repeat {
      let value = try term()
      guard case .word(let label) = value.form, take(":") else {
        arguments.append(Term.Argument(label: nil, value: value))
        continue
      }
      arguments.append(Term.Argument(label: label, value: try term()))
    } while take(",")
    return arguments
  }

  private mutating func term() throws(ConfigurationSyntaxError) -> Term {
    skipSpace()
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw error("at most \(Self.deepest) levels of nesting") }
    let column = place + 1
    guard place < scalars.count else { throw error("a value") }
    switch scalars[place] {
    case "\"": return Term(form: .text(try quoted()), column: column)
    case "[": return Term(form: .list(try list()), column: column)
    case "-", "0"..."9": return Term(form: .number(try number()), column: column)
    case "a"..."z", "A"..."Z": return try wordOrCall(column)
    case ".":
      place += 1
      guard place < scalars.count, Self.isLetter(scalars[place]) else {
        throw error("a name after '.'")
      }
      return Self.translated(try wordOrCall(column))
    default: throw error("a value")
    }
  }

  private mutating func wordOrCall(_ column: Int) throws(ConfigurationSyntaxError) -> Term {
    var word = ""
    // The version behind an `@` may contain periods: `flutter@3.50`.
    var isVersion = false
    while place < scalars.count, Self.isWordPart(scalars[place], isVersion) {
      isVersion = isVersion || scalars[place] == "@"
      word.unicodeScalars.append(scalars[place])
      place += 1
    }
    guard place < scalars.count, scalars[place] == "(" else {
      return Term(form: .word(word), column: column)
    }
    place += 1
    if take(")") { return Term(form: .call(word, []), column: column) }
    let arguments = try arguments()
    guard take(")") else { throw error("',' or ')'") }
    return Term(form: .call(word, arguments), column: column)
  }

  /// Converts a term from SwiftUI's spelling to the text form: `.viewAligned(limitBehavior: …)`.
  private static func translated(_ term: Term) -> Term {
    switch term.form {
    case .word(let name): return Term(form: .word(hyphenated(name)), column: term.column)
    case .call(let name, let arguments):
      let renamed = arguments.map {
        Term.Argument(label: $0.label == "limitBehavior" ? "limit" : $0.label, value: $0.value)
      }
      return Term(form: .call(hyphenated(name), renamed), column: term.column)
    default: return term
    }
  }

  /// Converts `alwaysByOne` to `always-by-one`.
  private static func hyphenated(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      guard ("A"..."Z").contains(scalar), let code = UInt8(exactly: scalar.value) else {
        text.unicodeScalars.append(scalar)
        continue
      }
      text.unicodeScalars.append("-")
      text.unicodeScalars.append(Unicode.Scalar(code | 0x20))
    }
    return text
  }

  private mutating func list() throws(ConfigurationSyntaxError) -> [Term] {
    place += 1
    var terms: [Term] = []
    if take("]") { return terms }
    repeat { terms.append(try term()) } while take(",")
    guard take("]") else { throw error("',' or ']'") }
    return terms
  }

  private mutating func number() throws(ConfigurationSyntaxError) -> Double {
    let start = place
    var text = ""
    while place < scalars.count, Self.isNumberPart(scalars[place]) {
      text.unicodeScalars.append(scalars[place])
      place += 1
    }
    guard let number = Double(text), number.isFinite else {
      place = start
      throw error("a number")
    }
    return number + 0.0
  }

  private mutating func quoted() throws(ConfigurationSyntaxError) -> String {
    place += 1
    var text = ""
    while place < scalars.count {
      let scalar = scalars[place]
      place += 1
      if scalar == "\"" { return text }
      guard scalar == "\\" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      guard place < scalars.count else { break }
      switch scalars[place] {
      case "n": text.unicodeScalars.append("\n")
      case "\"", "\\": text.unicodeScalars.append(scalars[place])
      default: throw error("one of \\n, \\\" and \\\\")
      }
      place += 1
    }
    throw error("a closing '\"'")
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    guard place < scalars.count, scalars[place] == scalar else { return false }
    place += 1
    return true
  }

  private mutating func skipSpace() {
    while place < scalars.count, Self.isSpace(scalars[place]) { place += 1 }
  }

  private func error(_ expected: String) -> ConfigurationSyntaxError {
    let found = place < scalars.count ? String(Character(scalars[place])) : nil
    return ConfigurationSyntaxError(column: place + 1, expected: expected, found: found)
  }

  // Avoids the Unicode tables, which the engine's module does not link.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }

  private static func isWordPart(_ scalar: Unicode.Scalar, _ isVersion: Bool) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", "@": true
    case ".": isVersion
    default: false
    }
  }

  private static func isNumberPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "-", "+", ".", "e", "E": true
    default: false
    }
  }
}
