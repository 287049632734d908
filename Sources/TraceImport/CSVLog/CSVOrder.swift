import ScrollModel

/// Tells where the rows of a table start anew, as in a log to which each launch of an app adds.
///
/// A program writes what it sees of the view in order, and so what it sees of each finger; but one
/// may stand behind the other as a whole. So a row is held against those of its kind alone.
struct CSVOrder {
  /// The rows of the view, or of one finger.
  private struct Strand {
    /// The finger; nil for the view.
    let pointer: Int64?
    let first: Int64
    var latest: Int64
    /// The latest time before that.
    var before: Int64
  }

  /// Of how many fingers it is known when they were seen.
  private static let limit = 32
  private var strands: [Strand] = []

  /// Notes a row that belongs to the recording.
  mutating func note(_ row: CSVReader.Row, at time: Int64) {
    let pointer = Self.pointer(of: row)
    if let index = strands.firstIndex(where: { $0.pointer == pointer }) {
      guard time > strands[index].latest else { return }
      strands[index].before = strands[index].latest
      strands[index].latest = time
      return
    }
    if strands.count > Self.limit, let oldest = strands.firstIndex(where: { $0.pointer != nil }) {
      strands.remove(at: oldest)
    }
    strands.append(Strand(pointer: pointer, first: time, latest: time, before: time))
  }

  /// Returns the end of the recording that a row may have left behind; nil where it has not.
  ///
  /// Behind one row that leapt ahead the others go on, and none of them starts anything.
  func end(leftBy row: CSVReader.Row, at time: Int64) -> Int64? {
    let pointer = Self.pointer(of: row)
    guard let strand = strands.first(where: { $0.pointer == pointer }), time <= strand.before
    else { return nil }
    let isStart = time <= strand.first && strand.first < strand.latest
    let deficit = TraceTime(nanoseconds: strand.latest)
      .nanoseconds(since: TraceTime(nanoseconds: time))
    return isStart || deficit > ModelLimits.disorder ? strand.latest : nil
  }

  /// Whether a row behind a header that is said again lies behind rows of its kind.
  func isBehind(_ row: CSVReader.Row, at time: Int64) -> Bool {
    let isOfView = Self.pointer(of: row) == nil
    return strands.contains { ($0.pointer == nil) == isOfView && time < $0.latest }
  }

  private static func pointer(of row: CSVReader.Row) -> Int64? {
    row.frame == nil ? row.touch?.pointer : nil
  }
}
