import TextKit

/// Iterates over the parts of a small JSON text, for formats with keys in any order.
enum JSONParts {
  /// Calls `take` with every key of an object and the text of its value; false if it is no object.
  @discardableResult
  static func members(
    of object: ArraySlice<UInt8>,
    _ take: (_ key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) throws -> Void
  ) throws -> Bool {
    guard object.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return false }
    var tokens = JSONTokens(object)
    _ = try tokens.next()
    while case .key(let key)? = try tokens.next() { try take(key, try tokens.rawValue()) }
    return true
  }

  /// Calls `take` with the text of every element of an array; false if it is no array.
  @discardableResult
  static func elements(
    of array: ArraySlice<UInt8>, _ take: (ArraySlice<UInt8>) throws -> Void
  ) throws -> Bool {
    guard array.first(where: { $0 > 0x20 }) == UInt8(ascii: "[") else { return false }
    var tokens = JSONTokens(array)
    _ = try tokens.next()
    while let element = try tokens.nextElement() { try take(element) }
    return true
  }

  /// Whether an object starts with the given keys, as far as its text goes.
  static func hasKeys(_ keys: [StaticString], in object: ArraySlice<UInt8>) -> Bool {
    var missing = keys
    var tokens = JSONTokens(object)
    guard case .beginObject? = try? tokens.next() else { return false }
    while !missing.isEmpty, case .key(let key)? = try? tokens.next() {
      missing.removeAll { $0 ~= key }
      guard (try? tokens.rawValue()) != nil else { break }
    }
    return missing.isEmpty
  }

  /// The text of the first element of an array in an object, or of an array text.
  ///
  /// The element may be incomplete.
  static func firstElement(in text: ArraySlice<UInt8>, under key: StaticString?) -> ArraySlice<
    UInt8
  >? {
    var tokens = JSONTokens(text)
    guard let key else {
      guard case .beginArray? = try? tokens.next() else { return nil }
      return tokens.elementAhead()
    }
    guard case .beginObject? = try? tokens.next() else { return nil }
    while case .key(let found)? = try? tokens.next() {
      if key ~= found { return firstElement(in: tokens.valueAhead(), under: nil) }
      guard (try? tokens.rawValue()) != nil else { return nil }
    }
    return nil
  }
}

extension FormatHead {
  /// The bytes after a byte order mark.
  var content: ArraySlice<UInt8> {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  }
}

/// Text formats of times.
enum ClockText {
  /// Returns nanoseconds as milliseconds with the necessary digits.
  static func milliseconds(_ nanoseconds: Int64) -> String {
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let sign = nanoseconds < 0 ? "-" : ""
    guard rest != 0 else { return "\(sign)\(whole)" }
    var digits = String(1_000_000 + rest).dropFirst()
    while digits.last == "0" { digits = digits.dropLast() }
    return "\(sign)\(whole).\(digits)"
  }

  /// Returns a positive duration as milliseconds with one decimal, for messages.
  static func tenths(_ nanoseconds: Int64) -> String {
    let tenths = nanoseconds / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
