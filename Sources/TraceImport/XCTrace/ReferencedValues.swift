/// Values that an export writes once with an `id` and later refers to by `ref`.
///
/// Exports of gigabytes have new values in every row, and a few that are repeated throughout. Two
/// generations are kept: a used value moves to the young one, and when that is full, the old one is
/// removed. So memory is bounded and values in use are kept.
struct ReferencedValues {
  /// A value of an export.
  struct Value: Hashable {
    /// The raw text, such as nanoseconds.
    var text: String
    /// The text for people.
    var display: String?

    /// The displayed text.
    var shown: String { display ?? text }
  }

  /// The largest number of values, and of bytes of text, in one generation.
  private static let countLimit = 1 << 16
  private static let byteLimit = 8 << 20

  /// The number of references to unknown or removed values.
  private(set) var unknownCount: Int64 = 0
  private var young: [Int64: Value] = [:]
  private var old: [Int64: Value] = [:]
  private var youngBytes = 0

  /// Keeps a value.
  mutating func set(_ id: Int64, _ value: Value) {
    let size = value.text.utf8.count + (value.display?.utf8.count ?? 0)
    if young.count >= Self.countLimit || youngBytes + size > Self.byteLimit {
      old = young
      young = [:]
      youngBytes = 0
    }
    young[id] = value
    youngBytes += size
  }

  /// Returns the value of a reference.
  mutating func value(_ id: Int64) -> Value? {
    if let value = young[id] { return value }
    guard let value = old[id] else {
      unknownCount += 1
      return nil
    }
    set(id, value)
    return value
  }
}
