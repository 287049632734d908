import CommandLineKit
import TextKit

/// The arguments of a call, converted to a command line.
struct ToolArguments {
  private enum Value {
    case text(String)
    case flag(Bool)
  }

  private var values: [(name: String, values: [Value])] = []

  /// Parses a JSON object of names and values; nil means no arguments.
  init(_ json: ArraySlice<UInt8>?) throws(RPCFailure) {
    guard let json else { return }
    do throws(JSONError) {
      var scanner = JSONScanner(json)
      try scanner.beginObject()
      while try scanner.nextKey() != nil {
        let name = scanner.keyText
        values.append((name, try Self.values(&scanner)))
      }
      try scanner.end()
    } catch {
      throw .invalid("the arguments of a tool are one object of texts, numbers and flags: \(error)")
    }
  }

  private static func values(_ scanner: inout JSONScanner) throws(JSONError) -> [Value] {
    guard try scanner.peek() == .array else { return try value(&scanner).map { [$0] } ?? [] }
    var values: [Value] = []
    try scanner.beginArray()
    while try scanner.nextElement() {
      if let value = try value(&scanner) { values.append(value) }
    }
    return values
  }

  /// Parses one value; null means a missing argument.
  private static func value(_ scanner: inout JSONScanner) throws(JSONError) -> Value? {
    switch try scanner.peek() {
    case .string: return .text(try scanner.string())
    case .number: return .text(String(decoding: try scanner.rawValue(), as: UTF8.self))
    case .bool: return .flag(try scanner.bool())
    case .null:
      try scanner.null()
      return nil
    case .object, .array:
      throw JSONError(
        offset: scanner.offset, kind: .mismatch(expected: .string, found: try scanner.peek()))
    }
  }

  /// Whether a store was named.
  var namesStore: Bool { values.contains { $0.name == "db" && !$0.values.isEmpty } }

  /// Returns the options and the arguments of the command, in the order of its declarations.
  func words(
    for tool: ServedTool, _ declarations: [Declaration],
    path: (Declaration, String) throws(ToolFailure) -> String
  ) throws -> (options: [String], arguments: [String]) {
    if let unknown = values.first(where: { value in
      !declarations.contains { $0.name == value.name }
    }) {
      let names = declarations.map(\.name).joined(separator: ", ")
      throw RPCFailure.invalid(
        "the tool '\(tool.name)' has no argument '\(unknown.name)'; it has \(names)")
    }
    var (options, arguments) = ([String](), [String]())
    for declaration in declarations {
      let given = values.filter { $0.name == declaration.name }.flatMap(\.values)
      if given.isEmpty, tool.isRequired(declaration) {
        throw RPCFailure.invalid("the argument '\(declaration.name)' is missing")
      }
      if given.count > 1, !declaration.isRepeated {
        throw RPCFailure.invalid("the argument '\(declaration.name)' takes one value")
      }
      for value in given {
        switch (value, declaration.kind) {
        case (.flag(let isSet), .flag): if isSet { options.append("--\(declaration.name)") }
        case (.text(let text), .argument):
          arguments.append(try word(text, for: declaration, path))
        case (.text(let text), .option):
          options.append("--\(declaration.name)=\(try word(text, for: declaration, path))")
        case (.flag, _):
          throw RPCFailure.invalid("the argument '\(declaration.name)' is a text or a number")
        case (.text, .flag):
          throw RPCFailure.invalid("the argument '\(declaration.name)' is true or false")
        }
      }
    }
    return (options, arguments)
  }

  /// The parameters whose values are files.
  private static let paths = ["db", "file", "with"]

  private func word(
    _ text: String, for declaration: Declaration,
    _ path: (Declaration, String) throws(ToolFailure) -> String
  ) throws -> String {
    // Standard input contains the messages; a NUL byte would truncate a path.
    guard text != "-", !text.utf8.contains(0) else {
      throw ToolFailure(
        "the argument '\(declaration.name)' cannot be '\(DisplayText.escaped(text))'")
    }
    if Self.paths.contains(declaration.name) { return try path(declaration, text) }
    let canNameFile = declaration.name == "side" || declaration.valueName.includes("FILE")
    guard !canNameFile || !text.includes(".json") else {
      throw ToolFailure(
        "the argument '\(declaration.name)' is the text of a configuration, not the name of a file")
    }
    return text
  }
}
