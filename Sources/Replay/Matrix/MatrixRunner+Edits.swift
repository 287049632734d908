public import ScrollModel
public import TraceStore

extension MatrixRunner {
  /// Replays a trace with edited inputs under each configuration.
  ///
  /// The result is not compared, because the recording belongs to the original inputs. An edit that
  /// does not fit the trace throws an `EditError`.
  public func run(
    _ cells: [NamedConfiguration], of trace: TraceRecord, in store: TraceStore, edits: [String],
    declared: Configuration
  ) throws -> MatrixResult {
    let contents = try store.contents(of: trace.id)
    var inputs: ReplayInputs?
    var result = MatrixResult(cells: [], groups: [])
    for cell in cells {
      do {
        let plan = try ReplayPlan(
          cell.configuration, of: trace.information, contents, drive: drive)
        let whole =
          try inputs
          ?? store.replayInputs(of: trace, contents, declared: declared, drive: drive)
        // An edit that does not fit the trace fits it under no configuration.
        if inputs == nil { _ = try whole.edited(edits) }
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
  /// Reads the inputs of a trace for a workbench; frames that do not drive it are not kept in memory.
  ///
  /// They are the same under every configuration that is tried: the gestures of a nested view are
  /// those that the other views leave to it as declared.
  public func replayInputs(
    of trace: TraceRecord, _ contents: TraceContents, declared: Configuration,
    drive: Drive? = nil
  ) throws -> ReplayInputs {
    let plan = try ReplayPlan(declared, of: trace.information, contents, drive: drive)
    return try ReplayInputs(plan) { take in
      try replay(trace.id) { batch in
        for (time, event) in batch.events { take(time, event) }
      }
    }
  }
}
