import ScrollModel

/// The tokens of the grammar: numbers, names, calls and separators.
extension ProbeParser {
  mutating func number() throws(ProbeError) -> ProbeExpression.Kind {
    let start = place
    while place < bytes.count, isDigit(bytes[place]) || bytes[place] == UInt8(ascii: ".") {
      place += 1
    }
    if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
      place += 1
      if place < bytes.count, bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "+")
      {
        place += 1
      }
      while place < bytes.count, isDigit(bytes[place]) { place += 1 }
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw error("'\(text)' is not a number", at: start)
    }
    skipSpaces()
    program.append(.number(value))
    return .number
  }

  private static let functions: [(name: String, operation: ProbeOperation, arguments: Int)] = [
    ("abs", .absolute, 1), ("floor", .floor, 1), ("ceil", .ceil, 1), ("round", .round, 1),
    ("min", .minimum, 2), ("max", .maximum, 2), ("clamp", .clamp, 3),
  ]

  mutating func name() throws(ProbeError) -> ProbeExpression.Kind {
    let start = place
    while place < bytes.count,
      isLetter(bytes[place]) || isDigit(bytes[place])
        || bytes[place] == UInt8(ascii: ".")
    {
      place += 1
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    skipSpaces()
    if let function = Self.functions.first(where: { $0.name == text }) {
      return try call(function, at: start)
    }
    if text == "true" || text == "false" {
      program.append(.number(text == "true" ? 1 : 0))
      return .truth
    }
    guard let quantity = ProbeQuantity(rawValue: text) else { throw unknown(text, at: start) }
    program.append(.quantity(quantity))
    return .number
  }

  private func unknown(_ text: String, at start: Int) -> ProbeError {
    let members = ProbeQuantity.allCases.map(\.rawValue).filter { $0.hasPrefix(text + ".") }
    if !members.isEmpty {
      return error(
        "'\(text)' is not a number; name one of \(members.joined(separator: ", "))", at: start)
    }
    let names = ProbeQuantity.allCases.map(\.rawValue) + Self.functions.map(\.name)
    if let near = NearestWord.word(for: text, among: names) {
      return error("'\(text)' is not known; did you mean '\(near)'?", at: start)
    }
    let heads = ["contentOffset", "contentSize", "containerSize", "contentInsets", "visibleRect"]
    return error(
      "'\(text)' is not known; names begin with \(heads.joined(separator: ", ")), bounds or progress",
      at: start)
  }

  private mutating func call(
    _ function: (name: String, operation: ProbeOperation, arguments: Int), at start: Int
  ) throws(ProbeError) -> ProbeExpression.Kind {
    guard take("(") else { throw error("expected '(' after '\(function.name)', found \(here)") }
    var count = 0
    repeat {
      let next = place
      try require(.number, try choice(), "in '\(function.name)'", at: next)
      count += 1
      // `min` and `max` accept any number of arguments, two at a time.
      if function.arguments == 2, count > 1 { program.append(function.operation) }
    } while take(",")
    guard take(")") else { throw error("expected ',' or ')', found \(here)") }
    let isRight = function.arguments == 2 ? count >= 2 : count == function.arguments
    guard isRight else {
      let wanted = function.arguments == 2 ? "two or more" : "\(function.arguments)"
      throw error("'\(function.name)' takes \(wanted) numbers, not \(count)", at: start)
    }
    if function.arguments != 2 { program.append(function.operation) }
    return .number
  }

  mutating func deepen() throws(ProbeError) {
    depth += 1
    if depth > Self.deepest {
      throw error("the expression is nested more than \(Self.deepest) deep; make it simpler")
    }
  }

  func require(
    _ wanted: ProbeExpression.Kind, _ found: ProbeExpression.Kind, _ whereabouts: String,
    at place: Int
  ) throws(ProbeError) {
    guard wanted != found else { return }
    throw error(
      "expected a \(wanted.rawValue) \(whereabouts), found a \(found.rawValue)", at: place)
  }

  func sees(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      place + word.count <= bytes.count
        && word.indices.allSatisfy { bytes[place + $0] == word[$0] }
    }
  }

  mutating func take(_ word: StaticString) -> Bool {
    guard sees(word) else { return false }
    place += word.utf8CodeUnitCount
    skipSpaces()
    return true
  }

  mutating func skipSpaces() {
    while place < bytes.count, bytes[place] == 0x20 || (9...13).contains(bytes[place]) {
      place += 1
    }
  }

  /// The text at the current position, for messages.
  var here: String {
    guard place < bytes.count else { return "the end" }
    let rest = String(decoding: bytes[place...].prefix(16), as: UTF8.self)
    return rest.first.map { "'\($0)'" } ?? "the end"
  }

  func error(_ message: String, at place: Int? = nil) -> ProbeError {
    ProbeError(column: (place ?? self.place) + 1, message: message)
  }

  func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }
}
