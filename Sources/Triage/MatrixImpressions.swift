public import Analysis
public import Replay
import ScrollModel
public import TraceStore

extension MatrixRunner {
  /// Replays a trace under many configurations and tells what each would have shown, in one pass.
  ///
  /// A report is nil where the cell could not be replayed.
  public func run(
    _ cells: [NamedConfiguration], of trace: TraceRecord, in store: TraceStore,
    counting policy: ImpressionPolicy, progress: (Int64) throws -> Void = { _ in }
  ) throws -> (result: MatrixResult, impressions: [ImpressionReport?]) {
    let hasLayouts = try store.contents(of: trace.id).hasLayouts
    let (result, followers) = try run(
      cells, of: trace, in: store, progress: progress,
      following: {
        AnalysisObserver(
          ImpressionAnalysis(policy), of: trace.information, hasLayouts: hasLayouts)
      })
    let reports = followers.map { follower -> ImpressionReport? in
      guard var follower else { return nil }
      let end = max(trace.duration ?? .zero, follower.pass.stage.time)
      return follower.finish(at: end).result
    }
    return (result, reports)
  }
}
