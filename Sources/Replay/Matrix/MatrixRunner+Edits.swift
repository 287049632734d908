import ScrollModel
public import TraceStore

extension MatrixRunner {
  /// Replays a trace with edited inputs under each configuration.
  ///
  /// The result is not compared, because the recording belongs to the original inputs.
  public func run(
    _ cells: [NamedConfiguration], of trace: TraceRecord, in store: TraceStore, edits: [String]
  ) throws -> MatrixResult {
    let contents = try store.contents(of: trace.id)
    // The inputs are the same under every configuration, as in the workbench of a report.
    let declared = try? WorkbenchStart.configuration(trace.information.declaredConfiguration ?? "")
    var inputs: ReplayInputs?
    var result = MatrixResult(cells: [], groups: [])
    for cell in cells {
      do {
        let plan = try ReplayPlan(
          cell.configuration, of: trace.information, contents, drive: drive)
        let whole =
          try inputs
          ?? store.replayInputs(
            of: trace.id,
            ReplayPlan(
              declared ?? cell.configuration, of: trace.information, contents, drive: drive))
        inputs = whole
        let run = try WorkbenchRun(
          whole, configuration: cell.configuration.text, edits: edits)
        var replay = ReplayResult(plan: plan, tally: run.tally)
        replay.obstacle = "the inputs were edited, so nothing is compared"
        result.cells.append(MatrixCell(configuration: cell, result: replay))
      } catch let error as ReplayError {
        result.cells.append(MatrixCell(configuration: cell, obstacle: error.description))
      }
    }
    group(&result)
    return result
  }
}

extension TraceStore {
  /// Reads the inputs of a trace's replay; frames that do not drive it are not kept in memory.
  ///
  /// The gestures of a nested view are those that the other views leave to it under the plan.
  public func replayInputs(of trace: Int64, _ plan: ReplayPlan) throws -> ReplayInputs {
    try ReplayInputs(plan) { take in
      try replay(trace) { batch in
        for (time, event) in batch.events { take(time, event) }
      }
    }
  }
}
