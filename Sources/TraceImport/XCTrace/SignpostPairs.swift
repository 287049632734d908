import ScrollModel

/// Joins the rows that begin and end an interval, for tables that have one row for each.
///
/// A beginning waits for its end, but never longer than the rows around it are kept in order.
struct SignpostPairs {
  /// Which side of an interval a row is.
  enum Side {
    case begin
    case end

    /// Reads the cell of an event type; nil for a moment, which is whole by itself.
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

  /// What the two rows of an interval have in common.
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

  /// A row that begins an interval.
  struct Beginning {
    var time: Int64
    var text: String?

    /// What to show of it without its end.
    var textAlone: String { text.map { "\($0), begin" } ?? "begin" }
  }

  /// How many intervals may be open at a time.
  private static let limit = 4096

  private var open: [(key: Key, beginning: Beginning)] = []

  /// Takes a beginning in; returns one that has to do without its end.
  mutating func begin(_ key: Key, _ beginning: Beginning) -> Beginning? {
    let place = open.lastIndex { $0.key == key } ?? (open.count < Self.limit ? nil : 0)
    let given = place.map { open.remove(at: $0).beginning }
    open.append((key, beginning))
    return given
  }

  /// Returns the beginning that an end belongs to.
  mutating func end(_ key: Key, at time: Int64) -> Beginning? {
    guard let place = open.lastIndex(where: { $0.key == key && $0.beginning.time <= time }) else {
      return nil
    }
    return open.remove(at: place).beginning
  }

  /// Gives away all beginnings up to a time, in the order of their rows.
  mutating func giveUp(through time: Int64) -> [Beginning] {
    let given = open.filter { $0.beginning.time <= time }.map(\.beginning)
    if !given.isEmpty { open.removeAll { $0.beginning.time <= time } }
    return given
  }
}
