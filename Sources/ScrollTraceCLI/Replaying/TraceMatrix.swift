import Analysis
import Replay
import TraceStore

/// A trace under its configurations, with the impressions of each.
struct TraceMatrix {
  let trace: TraceRecord
  let result: MatrixResult
  /// For each cell; nil if it could not be replayed.
  let impressions: [ImpressionReport?]

  /// The impression report of a cell, if it is meaningful.
  func seen(_ cell: Int) -> ImpressionReport? {
    guard impressions.indices.contains(cell), let report = impressions[cell],
      report.notMeasurable == nil
    else { return nil }
    return report
  }
}
