import CommandLineKit
import Replay
import ScrollModel
import TextKit
import TraceStore

/// The part of a trace that `export` writes.
struct SliceRange {
  /// What the options ask for, before there is a trace.
  enum Wanted {
    case times(from: TraceTime, to: TraceTime?)
    case gesture(Int)

    /// Reads the options; nil if none of them is given.
    init?(from: String?, to: String?, gesture: Int?) throws {
      if let gesture {
        guard from == nil, to == nil else {
          throw UsageError("--gesture gives both times; leave out --from and --to")
        }
        self = .gesture(gesture)
        return
      }
      guard from != nil || to != nil else { return nil }
      let start = try from.map { try Self.time($0, "--from") } ?? .zero
      let end = try to.map { try Self.time($0, "--to") }
      if let end, end <= start { throw UsageError("--to must be later than --from") }
      self = .times(from: start, to: end)
    }

    private static func time(_ text: String, _ option: String) throws -> TraceTime {
      guard let time = MomentText.time(text) else {
        throw UsageError("\(option) '\(text)' is not a time such as 1.25s or 1250ms")
      }
      return time
    }
  }

  /// The start; the part begins at the last rest before it.
  let start: TraceTime
  /// The end; nil for the end of the trace.
  let end: TraceTime?
  /// The end of the whole trace.
  let last: TraceTime

  init(_ wanted: Wanted, of traces: [TraceRecord], in store: TraceStore) throws {
    guard let trace = traces.first, traces.count == 1 else {
      throw UsageError("--from, --to and --gesture need one trace; name it")
    }
    last = try TraceSummary.end(of: trace, in: store)
    switch wanted {
    case .times(let from, let to):
      guard from <= last else {
        throw Failure(
          .nothingMatched,
          "--from is after the end of trace \(trace.id), which is at \(secondsText(last.nanoseconds))"
        )
      }
      (start, end) = (from, to)
    case .gesture(let number):
      let gestures = try store.gestures(of: trace.id)
      guard !gestures.isEmpty else {
        throw Failure(
          .nothingMatched, "trace \(trace.id) has no touches or wheel steps; use --from and --to")
      }
      guard gestures.indices.contains(number - 1) else {
        throw Failure(
          .nothingMatched,
          "trace \(trace.id) has \(counted(gestures.count, "gesture")), and no number \(number)")
      }
      start = gestures[number - 1].start
      end =
        gestures.count > number
        ? gestures[number].start.advanced(byNanoseconds: -1) : nil
    }
  }
}
