public import Analysis
public import Replay
public import ScrollModel
public import TraceStore

/// One outcome of a stored trace: its recording, or a replay of it.
public struct Outcome {
  /// The store with the trace.
  public let store: TraceStore
  /// The trace.
  public let trace: TraceRecord
  /// The plan of the replay; nil for the recording.
  public let plan: ReplayPlan?

  /// Creates an outcome; without a plan it is the recording.
  public init(of trace: TraceRecord, in store: TraceStore, plan: ReplayPlan? = nil) {
    self.store = store
    self.trace = trace
    self.plan = plan
  }

  /// Runs an analysis over the whole outcome; `progress` receives the number of events read so far.
  ///
  /// In a replay, each event is replaced by the result of `change`, and removed for nil; a
  /// recording is unchanged.
  public func analyze<SomeAnalysis: OutcomeAnalysis>(
    _ analysis: SomeAnalysis, changing change: ((TraceEvent) -> TraceEvent?)? = nil,
    progress: (Int64) throws -> Void = { _ in }
  ) throws -> SomeAnalysis {
    var end = TraceTime.zero
    var count: Int64 = 0
    guard let plan else {
      var pass = AnalysisDriver(
        analysis, of: trace.information, moved: try movedAxis(),
        noise: try store.restNoise(of: trace))
      try store.replay(trace.id) { batch in
        for (time, event) in batch.events {
          pass.take(event, at: time)
          end = time
        }
        count += Int64(batch.events.count)
        try progress(count)
      }
      pass.finish(at: end)
      return pass.analysis
    }
    let box = ObserverBox(
      AnalysisObserver(
        analysis, of: trace.information, hasLayouts: plan.contents.hasLayouts,
        moved: try movedAxis()))
    let run = ReplayRun(plan, listener: box)
    try store.replay(trace.id) { batch in
      for (time, event) in batch.events {
        if let change {
          if let event = change(event) { run.take(event, at: time) }
        } else {
          run.take(event, at: time)
        }
        end = time
      }
      count += Int64(batch.events.count)
      try progress(count)
    }
    run.finish()
    return box.observer.finish(at: end)
  }

  /// The axis of the recording's movement; nil if the trace declares one axis.
  func movedAxis() throws -> Axis? {
    switch trace.information.axes {
    case .horizontal, .vertical: nil
    case .both, nil: try store.mainAxis(of: trace)
    }
  }
}
