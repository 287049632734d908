/// Reads a probe's expression by recursive descent, with a limit on its depth.
struct ProbeParser {
  static let longestText = 4096
  static let deepest = 64

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0
  private var program: [ProbeOperation] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func parse() throws(ProbeError) -> ([ProbeOperation], ProbeExpression.Kind) {
    guard bytes.count <= Self.longestText else {
      throw error("the expression is longer than \(Self.longestText) bytes", at: Self.longestText)
    }
    skipSpaces()
    guard place < bytes.count else { throw error("the expression is empty; write one") }
    let kind = try choice()
    guard place == bytes.count else {
      throw error("\(here) does not belong here; expected an operator or the end")
    }
    return (program, kind)
  }

  // MARK: Levels, loosest first

  private mutating func choice() throws(ProbeError) -> ProbeExpression.Kind {
    try deepen()
    defer { depth -= 1 }
    let start = place
    let kind = try disjunction()
    guard take("?") else { return kind }
    try require(.truth, kind, "before '?'", at: start)
    let first = try choice()
    guard take(":") else { throw error("expected ':' and the other choice, found \(here)") }
    let other = place
    let second = try choice()
    try require(first, second, "after ':', as before it", at: other)
    program.append(.choose)
    return first
  }

  private mutating func disjunction() throws(ProbeError) -> ProbeExpression.Kind {
    let start = place
    let kind = try conjunction()
    while take("||") {
      try require(.truth, kind, "before '||'", at: start)
      let next = place
      try require(.truth, try conjunction(), "after '||'", at: next)
      program.append(.or)
    }
    return kind
  }

  private mutating func conjunction() throws(ProbeError) -> ProbeExpression.Kind {
    let start = place
    let kind = try comparison()
    while take("&&") {
      try require(.truth, kind, "before '&&'", at: start)
      let next = place
      try require(.truth, try comparison(), "after '&&'", at: next)
      program.append(.and)
    }
    return kind
  }

  private static let comparisons: [(StaticString, ProbeOperation)] = [
    ("<=", .lessOrEqual), (">=", .greaterOrEqual), ("==", .equal), ("!=", .unequal),
    ("<", .less), (">", .greater),
  ]

  private mutating func comparison() throws(ProbeError) -> ProbeExpression.Kind {
    let start = place
    let kind = try sum()
    guard let found = Self.comparisons.first(where: { sees($0.0) }) else { return kind }
    _ = take(found.0)
    let next = place
    let other = try sum()
    if found.1 == .equal || found.1 == .unequal {
      try require(kind, other, "after '\(found.0)', as before it", at: next)
    } else {
      try require(.number, kind, "before '\(found.0)'", at: start)
      try require(.number, other, "after '\(found.0)'", at: next)
    }
    program.append(found.1)
    if Self.comparisons.contains(where: { sees($0.0) }) {
      throw error("comparisons do not chain; join two with '&&'")
    }
    return .truth
  }

  private mutating func sum() throws(ProbeError) -> ProbeExpression.Kind {
    try chain([("+", .add), ("-", .subtract)]) { parser throws(ProbeError) in
      try parser.product()
    }
  }

  private mutating func product() throws(ProbeError) -> ProbeExpression.Kind {
    try chain([("*", .multiply), ("/", .divide), ("%", .remainder)]) {
      parser throws(ProbeError) in try parser.sign()
    }
  }

  private mutating func chain(
    _ operators: [(StaticString, ProbeOperation)],
    _ operand: (inout ProbeParser) throws(ProbeError) -> ProbeExpression.Kind
  ) throws(ProbeError) -> ProbeExpression.Kind {
    let start = place
    let kind = try operand(&self)
    while let found = operators.first(where: { sees($0.0) }) {
      _ = take(found.0)
      try require(.number, kind, "before '\(found.0)'", at: start)
      let next = place
      try require(.number, try operand(&self), "after '\(found.0)'", at: next)
      program.append(found.1)
    }
    return kind
  }

  private mutating func sign() throws(ProbeError) -> ProbeExpression.Kind {
    try deepen()
    defer { depth -= 1 }
    if take("-") {
      let next = place
      try require(.number, try sign(), "after '-'", at: next)
      program.append(.negate)
      return .number
    }
    if sees("!"), !sees("!=") {
      _ = take("!")
      let next = place
      try require(.truth, try sign(), "after '!'", at: next)
      program.append(.not)
      return .truth
    }
    return try primary()
  }

  private mutating func primary() throws(ProbeError) -> ProbeExpression.Kind {
    if take("(") {
      let kind = try choice()
      guard take(")") else { throw error("expected ')', found \(here)") }
      return kind
    }
    guard place < bytes.count else {
      throw error("the expression ends too early; expected a number, a name or '('")
    }
    let byte = bytes[place]
    if isDigit(byte) || byte == UInt8(ascii: ".") { return try number() }
    if isLetter(byte) { return try name() }
    throw error("\(here) does not belong here; expected a number, a name or '('")
  }
}

// Words of the grammar.
extension ProbeParser {
  private mutating func number() throws(ProbeError) -> ProbeExpression.Kind {
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

  private mutating func name() throws(ProbeError) -> ProbeExpression.Kind {
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
    if let near = nearest(to: text, in: names) {
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
      // The least and the largest take any number of arguments, two at a time.
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

  private mutating func deepen() throws(ProbeError) {
    depth += 1
    if depth > Self.deepest {
      throw error("the expression is nested more than \(Self.deepest) deep; make it simpler")
    }
  }

  private func require(
    _ wanted: ProbeExpression.Kind, _ found: ProbeExpression.Kind, _ whereabouts: String,
    at place: Int
  ) throws(ProbeError) {
    guard wanted != found else { return }
    throw error(
      "expected a \(wanted.rawValue) \(whereabouts), found a \(found.rawValue)", at: place)
  }

  private func sees(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      place + word.count <= bytes.count
        && word.indices.allSatisfy { bytes[place + $0] == word[$0] }
    }
  }

  private mutating func take(_ word: StaticString) -> Bool {
    guard sees(word) else { return false }
    place += word.utf8CodeUnitCount
    skipSpaces()
    return true
  }

  private mutating func skipSpaces() {
    while place < bytes.count, bytes[place] == 0x20 || (9...13).contains(bytes[place]) {
      place += 1
    }
  }

  /// What is at the place, for messages.
  private var here: String {
    guard place < bytes.count else { return "the end" }
    let rest = String(decoding: bytes[place...].prefix(16), as: UTF8.self)
    return rest.first.map { "'\($0)'" } ?? "the end"
  }

  private func error(_ message: String, at place: Int? = nil) -> ProbeError {
    ProbeError(column: (place ?? self.place) + 1, message: message)
  }

  private func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }
}
