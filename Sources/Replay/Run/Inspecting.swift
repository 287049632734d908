public import ScrollEngine
public import ScrollModel
public import TraceStore

extension TraceStore {
  /// Replays a trace up to a moment and returns everything that is shown then.
  ///
  /// It is the state that playing to the moment reaches.
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
  /// Returns everything that is shown at a moment from the last event on; where content would rest
  /// only if the trace says how large its container is.
  public func inspect(at time: TraceTime) -> Inspection {
    var inspection = started { $0.inspect(at: time) }
    if !plan.hasContainerSize { inspection.candidates = [] }
    return inspection
  }
}
