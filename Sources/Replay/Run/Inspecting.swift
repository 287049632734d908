public import ScrollEngine
public import ScrollModel
public import TraceStore

extension TraceStore {
  /// Replays a trace up to a time and returns the complete visible state.
  ///
  /// It equals the state that playback reaches at that time.
  public func inspect(
    _ trace: Int64, _ plan: ReplayPlan, at time: TraceTime
  ) throws -> Inspection {
    let run = ReplayRun(plan)
    let reader = try pointReader(of: trace)
    while let (moment, event) = try reader.next(), moment <= time { run.take(event, at: moment) }
    return run.inspect(at: time)
  }
}

extension ReplayRun {
  /// Returns the complete visible state at a time after the last event.
  ///
  /// Resting offsets are included only if the trace contains the container's size.
  public func inspect(at time: TraceTime) -> Inspection {
    var inspection = started { $0.inspect(at: time) }
    if !plan.hasContainerSize { inspection.candidates = [] }
    return inspection
  }
}
