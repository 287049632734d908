import Analysis
import Replay
import TraceStore

/// A trace under its configurations, with what each would have shown.
struct TraceMatrix {
  let trace: TraceRecord
  let result: MatrixResult
  /// For each cell; nil where it could not be replayed.
  let impressions: [ImpressionReport?]

  /// The report of a cell that says something about what was seen.
  func seen(_ cell: Int) -> ImpressionReport? {
    guard impressions.indices.contains(cell), let report = impressions[cell],
      report.notMeasurable == nil
    else { return nil }
    return report
  }
}
