/// A key, or any short string, for comparison with names defined in the program.
///
/// Up to 32 bytes are stored in four words, so that a key needs no allocation and a comparison no
/// loop. A longer key equals no name; `JSONScanner.keyText` returns its text.
///
/// ```swift
/// while let key = try scanner.nextKey() {
///   switch key {
///   case "t": time = try scanner.int64()
///   case "y": offset = try scanner.double()
///   default: break  // the scanner skips unread values
///   }
/// }
/// ```
public struct JSONKey: Sendable {
  /// The maximum number of bytes that a key stores.
  public static let capacity = 32

  /// The number of bytes.
  public let count: Int
  /// The bytes, lowest first, padded with zeros.
  @usableFromInline let words: (UInt64, UInt64, UInt64, UInt64)

  @inlinable @inline(__always)
  init(count: Int, words: (UInt64, UInt64, UInt64, UInt64)) {
    self.count = count
    self.words = words
  }

  /// Creates a key from the bytes of `range`.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    for index in range.prefix(Self.capacity) {
      Self.put(bytes[index], at: index - range.lowerBound, in: &words)
    }
    self.init(count: range.count, words: words)
  }

  /// Whether the key's bytes equal those of `name`, which has at most 32.
  @inlinable @inline(__always)
  public static func == (key: JSONKey, name: StaticString) -> Bool {
    let length = name.utf8CodeUnitCount
    precondition(length <= 32, "a key is compared with names of at most 32 bytes")
    guard key.count == length else { return false }
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var index = 0
    while index < length {
      put(name.utf8Start[index], at: index, in: &words)
      index += 1
    }
    // The words after the last byte are zero in both.
    if length <= 8 { return key.words.0 == words.0 }
    if length <= 16 { return key.words.0 == words.0 && key.words.1 == words.1 }
    return key.words == words
  }

  /// Allows a key as the subject of a `switch` over names.
  @inlinable @inline(__always)
  public static func ~= (name: StaticString, key: JSONKey) -> Bool { key == name }

  @inlinable @inline(__always)
  static func put(
    _ byte: UInt8, at index: Int, in words: inout (UInt64, UInt64, UInt64, UInt64)
  ) {
    let bits = UInt64(byte) &<< (UInt64(truncatingIfNeeded: index & 7) &* 8)
    switch index >> 3 {
    case 0: words.0 |= bits
    case 1: words.1 |= bits
    case 2: words.2 |= bits
    default: words.3 |= bits
    }
  }
}
