public import ScrollModel

/// One value of the model and others that differ from it in exactly one respect.
public struct Variations<Value: Sendable>: Sendable {
  /// The kind of value.
  public let name: String
  /// The value itself, with every optional present.
  public let base: Value
  /// The other values, each with the description of its difference.
  public private(set) var others: [(what: String, value: Value)] = []

  init(_ name: String, _ base: Value) {
    self.name = name
    self.base = base
  }

  mutating func add(_ what: String, _ value: Value) {
    others.append((what, value))
  }

  mutating func add<Part>(
    _ what: String, _ path: WritableKeyPath<Value, Part>, _ parts: Part...
  ) {
    for part in parts {
      var value = base
      value[keyPath: path] = part
      others.append((what, value))
    }
  }

  func map<New: Sendable>(_ change: (Value) -> New) -> Variations<New> {
    var variations = Variations<New>(name, change(base))
    for (what, value) in others { variations.add(what, change(value)) }
    return variations
  }

  /// The value and all that differ from it.
  public var all: [Value] { [base] + others.map(\.value) }
}

extension Variations: CustomStringConvertible {
  /// The kind of value, for the names of tests.
  public var description: String { name }
}

/// Ids that are easily confused, truncated or misread.
public let hostileIDs: [TargetID] = {
  let texts = [
    "", "0", "-0", "null", "true", "1e400", "'; DROP TABLE frame;--", "<script>alert(1)</script>",
    "</script>", "\"><img onerror=x>", "../../etc/passwd", "a\u{0}b", "\u{1B}[31mred",
    "\u{202E}gnp", "\u{200B}", "\u{2028}", "\u{FEFF}", "caf\u{E9}", "cafe\u{301}", "=cmd()",
    "\\", "\"", "\n", "\u{10FFFF}", String(repeating: "x", count: ModelLimits.idBytes),
    String(repeating: "\u{0}", count: ModelLimits.idBytes),
  ]
  var values: [TargetID.Value] = [.int(0), .int(.min), .int(.max), .uuid(0, 0), .uuid(.max, 1)]
  for text in texts {
    values.append(.string(text))
    values.append(.other(type: text, text: "x"))
    values.append(.other(type: "x", text: text))
  }
  return values.flatMap { [TargetID($0), TargetID($0, isOptional: true)] }
}()
