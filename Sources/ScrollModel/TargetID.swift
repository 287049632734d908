/// The identity of one scroll target, as the app declared it.
///
/// The integer `0` and the string `"0"` are different ids, and so are a value and the same value of
/// an optional type. Mixing them up is a common bug, so a trace keeps them apart. Text is compared
/// byte by byte, as in a database, not by canonical equivalence as Swift strings are.
public struct TargetID: Sendable {
  /// The content of the id.
  public enum Value: Sendable {
    /// An integer of any width that fits 64 bits.
    case int(Int64)
    /// Text.
    case string(String)
    /// A UUID: its upper and lower 64 bits.
    case uuid(UInt64, UInt64)
    /// A value of any other type: the type's name and the value's description.
    case other(type: String, text: String)
  }

  /// The value.
  public let value: Value
  /// Whether the declared type was optional, as in `ScrollPosition(id: items.first?.id)`.
  public let isOptional: Bool

  /// Creates an id from a value and whether its declared type was optional.
  public init(_ value: Value, isOptional: Bool = false) {
    self.value = value
    self.isOptional = isOptional
  }

  /// Creates an integer id.
  public init(_ integer: Int64) {
    self.init(.int(integer))
  }

  /// Creates a string id.
  public init(_ string: String) {
    self.init(.string(string))
  }
}

extension TargetID: Hashable {
  /// Whether two ids have the same kind, the same bytes and the same optionality.
  public static func == (first: TargetID, second: TargetID) -> Bool {
    guard first.isOptional == second.isOptional else { return false }
    switch (first.value, second.value) {
    case (.int(let a), .int(let b)):
      return a == b
    case (.string(let a), .string(let b)):
      return isSame(a, b)
    case (.uuid(let a1, let a2), .uuid(let b1, let b2)):
      return a1 == b1 && a2 == b2
    case (.other(let aType, let aText), .other(let bType, let bText)):
      return isSame(aType, bType) && isSame(aText, bText)
    default:
      return false
    }
  }

  /// Whether two texts have the same bytes; most ids of a stack have the same length.
  private static func isSame(_ first: String, _ second: String) -> Bool {
    guard first.utf8.count == second.utf8.count else { return false }
    // The iterator of UTF-8 views takes several times as long as their storage.
    let isSame = first.utf8.withContiguousStorageIfAvailable { bytes in
      second.utf8.withContiguousStorageIfAvailable { others in
        for index in bytes.indices where bytes[index] != others[index] { return false }
        return true
      }
    }
    return (isSame ?? nil) ?? first.utf8.elementsEqual(second.utf8)
  }

  /// Hashes the bytes that equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(isOptional)
    switch value {
    case .int(let integer):
      hasher.combine(0)
      hasher.combine(integer)
    case .string(let text):
      hasher.combine(1)
      Self.feed(text, into: &hasher)
    case .uuid(let high, let low):
      hasher.combine(2)
      hasher.combine(high)
      hasher.combine(low)
    case .other(let type, let text):
      hasher.combine(3)
      Self.feed(type, into: &hasher)
      Self.feed(text, into: &hasher)
    }
  }

  private static func feed(_ text: String, into hasher: inout Hasher) {
    let isFed: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isFed == nil {
      for byte in text.utf8 { hasher.combine(byte) }
    }
    hasher.combine(UInt8(0xFF))
  }
}

extension TargetID {
  /// The id as text for people: `12`, `card-3`, a UUID with dashes, or `Type(text)`; never escaped.
  public var displayText: String {
    switch value {
    case .int(let integer): String(integer)
    case .string(let text): text
    case .uuid(let high, let low): Self.uuidText(high, low)
    case .other(let type, let text): "\(type)(\(text))"
    }
  }

  /// Returns the usual upper-case text of a UUID.
  public static func uuidText(_ high: UInt64, _ low: UInt64) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for index in 0..<32 {
      let half = index < 16 ? high : low
      let shift = UInt64(60 - 4 * (index % 16))
      text.append(digits[Int((half >> shift) & 15)])
      if index == 7 || index == 11 || index == 15 || index == 19 { text.append(UInt8(ascii: "-")) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Creates a UUID id from its usual text, in either case; nil for any other text.
  public init?(uuidText text: String, isOptional: Bool = false) {
    var halves: (UInt64, UInt64) = (0, 0)
    var digits = 0
    var position = 0
    for byte in text.utf8 {
      defer { position += 1 }
      if position == 8 || position == 13 || position == 18 || position == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 else {
        return nil
      }
      if digits < 16 {
        halves.0 = halves.0 << 4 | UInt64(digit)
      } else {
        halves.1 = halves.1 << 4 | UInt64(digit)
      }
      digits += 1
    }
    guard position == 36 else { return nil }
    self.init(.uuid(halves.0, halves.1), isOptional: isOptional)
  }
}

extension ArraySlice<TargetID> {
  /// Whether two slices contain the same ids in the same order.
  public func isSame(as others: ArraySlice<TargetID>) -> Bool {
    guard count == others.count else { return false }
    return withUnsafeBufferPointer { ids in
      others.withUnsafeBufferPointer { others in
        guard ids.baseAddress != others.baseAddress else { return true }
        for place in 0..<ids.count {
          // Most ids are integers; comparing them directly avoids reference counting.
          if case .int(let id) = ids[place].value, case .int(let other) = others[place].value {
            guard id == other, ids[place].isOptional == others[place].isOptional else {
              return false
            }
          } else if ids[place] != others[place] {
            return false
          }
        }
        return true
      }
    }
  }
}
