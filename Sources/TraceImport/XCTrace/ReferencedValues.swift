/// Values that an export wrote once with an `id` and means again wherever it writes their `ref`.
///
/// Exports of gigabytes have a new value in every row, and a few that come back throughout. Two
/// generations are kept: what is asked for moves to the young one, and when that is full, the old
/// one is forgotten. So memory is constant and what is in use stays.
struct ReferencedValues {
  /// A value as an export has it.
  struct Value: Hashable {
    /// The raw text, such as nanoseconds.
    var text: String
    /// The text for people.
    var display: String?

    /// What to show of it.
    var shown: String { display ?? text }
  }

  /// How many values, and bytes of text, one generation holds.
  private static let countLimit = 1 << 16
  private static let byteLimit = 8 << 20

  /// References to values that are not known, or no longer.
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

  /// Returns the value that a reference means.
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
