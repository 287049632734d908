public import Analysis
public import Replay
import ScrollModel
public import TraceStore

extension MatrixRunner {
  /// Replays a trace under many configurations and reports the impressions of each, in one pass.
  ///
  /// A report is nil if the cell could not be replayed.
  public func run(
    _ cells: [NamedConfiguration], of trace: TraceRecord, in store: TraceStore,
    counting policy: ImpressionPolicy, progress: (Int64) throws -> Void = { _ in }
  ) throws -> (result: MatrixResult, impressions: [ImpressionReport?]) {
    let hasLayouts = try store.contents(of: trace.id).hasLayouts
    let (result, observers) = try run(
      cells, of: trace, in: store, progress: progress,
      observing: {
        AnalysisObserver(
          ImpressionAnalysis(policy), of: trace.information, hasLayouts: hasLayouts)
      })
    let reports = observers.map { observer -> ImpressionReport? in
      guard var observer else { return nil }
      let end = max(trace.duration ?? .zero, observer.pass.viewState.time)
      return observer.finish(at: end).result
    }
    return (result, reports)
  }
}
