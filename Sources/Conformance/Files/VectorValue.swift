import TextKit

/// A JSON value of a vector file.
public indirect enum VectorValue: Hashable, Sendable {
  /// The word `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number.
  case number(Double)
  /// A text.
  case text(String)
  /// Elements in order.
  case list([VectorValue])
  /// Members in order; a lookup returns the first of equal keys.
  case object([Member])

  /// One member of an object.
  public struct Member: Hashable, Sendable {
    /// Its key.
    public let key: String
    /// Its value.
    public let value: VectorValue
  }
}

extension VectorValue {
  /// Returns the value of a member; nil for other values and for a missing key.
  subscript(key: String) -> VectorValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// Returns an element; nil for other values and for a missing index.
  subscript(index: Int) -> VectorValue? {
    guard case .list(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }

  var number: Double? { if case .number(let value) = self { value } else { nil } }
  var text: String? { if case .text(let value) = self { value } else { nil } }
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var list: [VectorValue]? { if case .list(let values) = self { values } else { nil } }
  var members: [Member]? { if case .object(let members) = self { members } else { nil } }
  var isNull: Bool { self == .null }

  /// The numbers of a list; nil if it contains any other value.
  var numbers: [Double]? {
    guard let list else { return nil }
    let numbers = list.compactMap(\.number)
    return numbers.count == list.count ? numbers : nil
  }

  /// Two numbers, the format of coordinates.
  var pair: (x: Double, y: Double)? {
    guard let numbers, numbers.count == 2 else { return nil }
    return (numbers[0], numbers[1])
  }

  func number(_ key: String) -> Double? { self[key]?.number }

  func text(_ key: String) -> String? { self[key]?.text }

  func flag(_ key: String) -> Bool { self[key]?.bool ?? false }
}

extension VectorValue {
  /// Reads a whole text.
  init(json bytes: [UInt8]) throws(JSONError) {
    var scanner = JSONScanner(bytes)
    self = try Self.read(&scanner)
    try scanner.end()
  }

  private static func read(_ scanner: inout JSONScanner) throws(JSONError) -> VectorValue {
    switch try scanner.peek() {
    case .null:
      try scanner.null()
      return .null
    case .bool: return .bool(try scanner.bool())
    case .number: return .number(try scanner.double() + 0.0)
    case .string: return .text(try scanner.string())
    case .array:
      try scanner.beginArray()
      var values: [VectorValue] = []
      while try scanner.nextElement() { values.append(try read(&scanner)) }
      return .list(values)
    case .object:
      try scanner.beginObject()
      var members: [Member] = []
      while try scanner.nextKey() != nil {
        let key = scanner.keyText
        members.append(Member(key: key, value: try read(&scanner)))
      }
      return .object(members)
    }
  }
}
