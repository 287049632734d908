import ScrollModel

/// Detects recordings that restart in a table, as in a log to which each launch of an app appends.
///
/// A program writes the rows of the view in order, and those of each finger. But one kind may lag
/// behind the other, so a row is only compared with rows of its kind.
struct CSVOrder {
  /// The rows of one view, or of one finger on it.
  private struct Strand {
    let view: String?
    /// The finger; nil for the view.
    let pointer: Int64?
    let first: Int64
    var latest: Int64
    /// The latest time before the last one.
    var before: Int64
  }

  /// The largest number of tracked fingers.
  private static let limit = 32 + CSVReader.viewLimit
  private var strands: [Strand] = []

  /// Records a row of the current recording.
  mutating func note(_ row: CSVReader.Row, at time: Int64) {
    let pointer = Self.pointer(of: row)
    if let index = strands.firstIndex(where: { $0.view == row.view && $0.pointer == pointer }) {
      guard time > strands[index].latest else { return }
      strands[index].before = strands[index].latest
      strands[index].latest = time
      return
    }
    if strands.count > Self.limit, let oldest = strands.firstIndex(where: { $0.pointer != nil }) {
      strands.remove(at: oldest)
    }
    strands.append(
      Strand(view: row.view, pointer: pointer, first: time, latest: time, before: time))
  }

  /// Returns the end of the current recording if a row may start another one; nil if not.
  ///
  /// After a single row that jumped ahead, later rows continue the recording.
  func end(leftBy row: CSVReader.Row, at time: Int64) -> Int64? {
    let pointer = Self.pointer(of: row)
    guard let strand = strands.first(where: { $0.view == row.view && $0.pointer == pointer }),
      time <= strand.before
    else { return nil }
    let isStart = time <= strand.first && strand.first < strand.latest
    let deficit = TraceTime(nanoseconds: strand.latest)
      .nanoseconds(since: TraceTime(nanoseconds: time))
    return isStart || deficit > ModelLimits.disorder ? strand.latest : nil
  }

  /// Whether a row after a repeated header comes after rows of its kind.
  func isBehind(_ row: CSVReader.Row, at time: Int64) -> Bool {
    let isOfView = Self.pointer(of: row) == nil
    return strands.contains {
      $0.view == row.view && ($0.pointer == nil) == isOfView && time < $0.latest
    }
  }

  private static func pointer(of row: CSVReader.Row) -> Int64? {
    row.frame == nil ? row.touch?.pointer : nil
  }
}
