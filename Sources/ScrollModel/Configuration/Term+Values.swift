// Conversions between plain values and terms.

extension Term {
  func error(_ expected: String, words: [String] = []) -> ConfigurationSyntaxError {
    ConfigurationSyntaxError(column: column, expected: expected, found: description, words: words)
  }

  func error(oneOf words: [String]) -> ConfigurationSyntaxError {
    error(Term.alternatives(words), words: words)
  }

  func number(
    in range: ClosedRange<Double> = -ModelLimits.coordinate...ModelLimits.coordinate
  ) throws(ConfigurationSyntaxError) -> Double {
    guard case .number(let number) = form, range.contains(number) else {
      throw error(
        "a number from \(Term.numeral(range.lowerBound)) to "
          + Term.numeral(range.upperBound))
    }
    return number
  }

  func integer(_ range: ClosedRange<Int>) throws(ConfigurationSyntaxError) -> Int {
    guard case .number(let number) = form, let integer = Int(exactly: number),
      range.contains(integer)
    else { throw error("a whole number from \(range.lowerBound) to \(range.upperBound)") }
    return integer
  }

  func choice<Value: RawRepresentable & CaseIterable>(
    _: Value.Type = Value.self
  ) throws(ConfigurationSyntaxError) -> Value where Value.RawValue == String {
    guard case .word(let word) = form, let value = Value(rawValue: word) else {
      throw error(oneOf: Value.allCases.map { $0.rawValue })
    }
    return value
  }

  static func alternatives(_ words: [String]) -> String {
    var text = ""
    for (index, word) in words.enumerated() {
      if index > 0 { text += index == words.count - 1 ? " or " : ", " }
      text += word
    }
    return text
  }
}

extension Term {
  /// The name of a call or word with its arguments; a word has none.
  func invocation(_ expected: String) throws(ConfigurationSyntaxError) -> (
    name: String, arguments: Arguments
  ) {
    switch form {
    case .word(let name): (name, Arguments(of: self, []))
    case .call(let name, let arguments): (name, Arguments(of: self, arguments))
    default: throw error(expected)
    }
  }

  /// The arguments of a call.
  ///
  /// Each is removed when it is read, so that a remaining one is an error.
  struct Arguments {
    private let call: Term
    private var rest: [Argument]

    init(of call: Term, _ arguments: [Argument]) {
      self.call = call
      rest = arguments
    }

    var isEmpty: Bool { rest.isEmpty }

    mutating func labeled(_ label: String) -> Term? {
      guard let place = rest.firstIndex(where: { $0.label == label }) else { return nil }
      return rest.remove(at: place).value
    }

    mutating func next(_ expected: String) throws(ConfigurationSyntaxError) -> Term {
      guard let place = rest.firstIndex(where: { $0.label == nil }) else {
        throw call.error(expected)
      }
      return rest.remove(at: place).value
    }

    func finish() throws(ConfigurationSyntaxError) {
      if let extra = rest.first { throw extra.value.error("no further argument") }
    }
  }
}

extension Term {
  static func anchor(_ point: UnitPoint) -> Term {
    if let name = point.name { return .word(name) }
    return .call("unit", [.init(.number(point.x)), .init(.number(point.y))])
  }

  func anchor() throws(ConfigurationSyntaxError) -> UnitPoint {
    let expected = "an anchor such as top, center or unit(0.5, 0.25)"
    var (name, arguments) = try invocation(expected)
    if name == "unit" {
      let x = try arguments.next("two numbers in unit(x, y)").number()
      let y = try arguments.next("two numbers in unit(x, y)").number()
      try arguments.finish()
      return UnitPoint(x: x, y: y)
    }
    guard case .word = form, let found = UnitPoint.named.first(where: { $0.name == name }) else {
      throw error(expected, words: UnitPoint.named.map { $0.name })
    }
    return found.point
  }

  static func insets(_ insets: Insets) -> Term {
    .call(
      "insets",
      [
        .init("top", .number(insets.top)), .init("left", .number(insets.left)),
        .init("bottom", .number(insets.bottom)), .init("right", .number(insets.right)),
      ])
  }

  func insets() throws(ConfigurationSyntaxError) -> Insets {
    let expected = "insets(top: 0, left: 0, bottom: 0, right: 0)"
    var (name, arguments) = try invocation(expected)
    guard name == "insets" else { throw error(expected) }
    let top = try arguments.labeled("top")?.number() ?? 0
    let left = try arguments.labeled("left")?.number() ?? 0
    let bottom = try arguments.labeled("bottom")?.number() ?? 0
    let right = try arguments.labeled("right")?.number() ?? 0
    try arguments.finish()
    return Insets(top: top, left: left, bottom: bottom, right: right)
  }
}

extension Term {
  static func id(_ id: TargetID) -> Term {
    let bare: Term =
      switch id.value {
      case .int(let integer): .call("int", [.init(.text(String(integer)))])
      case .string(let text): .text(text)
      case .uuid(let high, let low):
        .call("uuid", [.init(.text(TargetID.uuidText(high, low)))])
      case .other(let type, let text):
        .call("other", [.init(.text(type)), .init(.text(text))])
      }
    let short = Term.short(id.value) ?? bare
    return id.isOptional ? .call("optional", [.init(short)]) : short
  }

  /// The number form of an integer, if a double represents it exactly.
  private static func short(_ value: TargetID.Value) -> Term? {
    guard case .int(let integer) = value, abs(Double(integer)) < 9e15 else { return nil }
    return .number(Double(integer))
  }

  func id() throws(ConfigurationSyntaxError) -> TargetID {
    let expected = "an id such as 12, \"text\", uuid(\"…\") or optional(12)"
    if case .text(let text) = form { return TargetID(text) }
    if case .number(let number) = form {
      guard let integer = Int64(exactly: number) else { throw error(expected) }
      return TargetID(integer)
    }
    var (name, arguments) = try invocation(expected)
    let first = try arguments.next(expected)
    defer { _ = arguments }
    switch (name, first.form) {
    case ("optional", _):
      try arguments.finish()
      return TargetID(try first.id().value, isOptional: true)
    case ("int", .text(let digits)):
      try arguments.finish()
      guard let integer = Int64(digits) else { throw first.error("a whole number in quotes") }
      return TargetID(integer)
    case ("uuid", .text(let text)):
      try arguments.finish()
      guard let id = TargetID(uuidText: text) else { throw first.error("a UUID in quotes") }
      return id
    case ("other", .text(let type)):
      guard case .text(let text) = try arguments.next(expected).form else { throw error(expected) }
      try arguments.finish()
      return TargetID(.other(type: type, text: text))
    default:
      throw error(expected)
    }
  }

  static func idType(_ type: IDType) -> Term {
    let base: Term =
      switch type.base {
      case .never: .word("never")
      case .int: .word("int")
      case .string: .word("string")
      case .uuid: .word("uuid")
      case .other(let name): .call("other", [.init(.text(name))])
      }
    return type.isOptional ? .call("optional", [.init(base)]) : base
  }

  func idType() throws(ConfigurationSyntaxError) -> IDType {
    let expected = "an id type: never, int, string, uuid, other(\"name\") or optional(int)"
    var (name, arguments) = try invocation(expected)
    if name == "optional" {
      let inner = try arguments.next(expected).idType()
      try arguments.finish()
      return IDType(inner.base, isOptional: true)
    }
    if name == "other" {
      guard case .text(let type) = try arguments.next(expected).form else { throw error(expected) }
      try arguments.finish()
      return IDType(.other(type))
    }
    try arguments.finish()
    switch name {
    case "never": return .never
    case "int": return IDType(.int)
    case "string": return IDType(.string)
    case "uuid": return IDType(.uuid)
    default: throw error(expected)
    }
  }
}
