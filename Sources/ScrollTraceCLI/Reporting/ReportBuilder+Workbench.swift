import Replay
import ScrollModel
import TextKit
import TraceStore

extension ReportBuilder {
  /// How many events a trace may have for its inputs to go into a page.
  private static let mostEvents: Int64 = 2_000_000
  /// How many bytes the compressed inputs may have.
  private static let mostBytes = 4 << 20

  /// What the engine in a page replays; nil where the trace cannot be replayed or is too long for a page.
  ///
  /// A replay goes on to `end` where that is later than the last event.
  func inputs(
    of trace: TraceRecord, _ declared: Configuration?, end: TraceTime = .zero
  ) throws -> [UInt8]? {
    guard trace.eventCount ?? 0 <= Self.mostEvents else { return nil }
    let contents = try session.store.contents(of: trace.id)
    let plan: ReplayPlan
    do throws(ReplayError) {
      plan = try ReplayPlan(declared ?? Configuration(), of: trace.information, contents)
    } catch {
      return nil
    }
    var inputs = try session.store.replayInputs(of: trace.id, plan)
    inputs.end = max(inputs.end, end)
    let packed = Gzip.compressed(inputs.bytes)
    return packed.flatMap { $0.count <= Self.mostBytes ? $0 : nil }
  }
}
