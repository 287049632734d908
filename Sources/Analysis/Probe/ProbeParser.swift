/// Parses a probe's expression by recursive descent, with a limit on its depth.
struct ProbeParser {
  static let longestText = 4096
  static let deepest = 64

  let bytes: [UInt8]
  var place = 0
  var depth = 0
  var program: [ProbeOperation] = []

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

  mutating func choice() throws(ProbeError) -> ProbeExpression.Kind {
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
