import ScrollModel
public import TraceStore

extension MatrixRunner {
  /// Replays a trace with edited inputs under each configuration.
  ///
  /// Nothing is compared: what was recorded belongs to the inputs as they were.
  public func run(
    _ cells: [NamedConfiguration], of trace: TraceRecord, in store: TraceStore, edits: [String]
  ) throws -> MatrixResult {
    let contents = try store.contents(of: trace.id)
    var events: [(time: TraceTime, event: TraceEvent)] = []
    try store.replay(trace.id) { events += $0.events }
    var result = MatrixResult(cells: [], groups: [])
    for cell in cells {
      do throws(ReplayError) {
        let plan = try ReplayPlan(
          cell.configuration, of: trace.information, contents, drive: drive)
        let run = try WorkbenchRun(
          ReplayInputs(plan, events), configuration: cell.configuration.text, edits: edits)
        var replay = ReplayResult(plan: plan, tally: run.tally)
        replay.obstacle = "the inputs were edited, so nothing is compared"
        result.cells.append(MatrixCell(configuration: cell, result: replay))
      } catch {
        result.cells.append(MatrixCell(configuration: cell, obstacle: error.description))
      }
    }
    group(&result)
    return result
  }
}
