import ScrollModel

/// Combines the rows of an interval's beginning and end, for tables with separate rows.
///
/// A beginning waits for its end, but not longer than rows are buffered for sorting.
struct SignpostPairs {
  /// The side of an interval that a row contains.
  enum Side {
    case begin
    case end

    /// Parses the cell of an event type; nil for a point in time, which is complete by itself.
    init?(_ text: String) {
      let word = text.lowercased()
      if word.hasSuffix("begin") {
        self = .begin
      } else if word.hasSuffix("end") {
        self = .end
      } else {
        return nil
      }
    }
  }

  /// The common key of an interval's two rows.
  ///
  /// Two logs of one process may use the same name and the same identifier.
  struct Key: Hashable {
    var process: String
    /// Nil unless only rows of one thread belong together.
    var thread: String?
    var subsystem: String
    var category: String
    var name: String
    var identifier: String
  }

  /// A row with the beginning of an interval.
  struct Beginning {
    var time: Int64
    var text: String?

    /// The displayed text without an end.
    var textAlone: String { text.map { "\($0), begin" } ?? "begin" }
  }

  /// The largest number of open intervals.
  private static let limit = 4096

  private var open: [(key: Key, beginning: Beginning)] = []

  /// Adds a beginning; returns one that must be delivered without its end.
  mutating func begin(_ key: Key, _ beginning: Beginning) -> Beginning? {
    let place = open.lastIndex { $0.key == key } ?? (open.count < Self.limit ? nil : 0)
    let given = place.map { open.remove(at: $0).beginning }
    open.append((key, beginning))
    return given
  }

  /// Returns the beginning of an end.
  mutating func end(_ key: Key, at time: Int64) -> Beginning? {
    guard let place = open.lastIndex(where: { $0.key == key && $0.beginning.time <= time }) else {
      return nil
    }
    return open.remove(at: place).beginning
  }

  /// Removes all beginnings up to a time, in the order of their rows.
  mutating func giveUp(through time: Int64) -> [Beginning] {
    let given = open.filter { $0.beginning.time <= time }.map(\.beginning)
    if !given.isEmpty { open.removeAll { $0.beginning.time <= time } }
    return given
  }
}
