import Replay
import ScrollModel
import TextKit
import TraceStore

extension ReportBuilder {
  /// The largest number of a trace's events for which a page contains its inputs.
  private static let mostEvents: Int64 = 2_000_000
  /// The largest size of the compressed inputs, in bytes.
  private static let mostBytes = 4 << 20

  /// The inputs for the engine in a page; nil if the trace cannot be replayed or is too long.
  ///
  /// A replay continues to `end` if that is later than the last event.
  func inputs(
    of trace: TraceRecord, _ declared: Configuration?, end: TraceTime = .zero
  ) throws -> [UInt8]? {
    guard trace.eventCount ?? 0 <= Self.mostEvents else { return nil }
    var inputs: ReplayInputs
    do {
      inputs = try session.store.replayInputs(
        of: trace, session.store.contents(of: trace.id), declared: declared ?? Configuration())
    } catch is ReplayError {
      return nil
    }
    inputs.end = max(inputs.end, end)
    let packed = Gzip.compressed(inputs.bytes)
    return packed.flatMap { $0.count <= Self.mostBytes ? $0 : nil }
  }
}
