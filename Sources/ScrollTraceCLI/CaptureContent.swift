import ScrollModel
import TraceImport
import TraceStore

/// The contents of one capture's traces that a combination needs.
struct CaptureContent {
  private let traces: [(record: TraceRecord, probe: ClockProbe)]

  init(of capture: Int64, in store: TraceStore) throws {
    traces = try store.traces(ofCapture: capture).map {
      ($0, try ClockProbe(of: $0, in: store))
    }
  }

  /// The trace with the largest count, the first of equals; nil if all are zero.
  func most(_ count: (ClockProbe) -> Int64) -> TraceRecord? {
    var best: (record: TraceRecord, count: Int64)?
    for trace in traces where count(trace.probe) > best?.count ?? 0 {
      best = (trace.record, count(trace.probe))
    }
    return best?.record
  }

  /// The trace whose offsets a finger may have moved: the one with the most movement, because a
  /// resting page may have more frames.
  var offsets: TraceRecord? { most(\.movements) ?? most(\.frames) }

  /// The number of touch samples and wheel steps in a trace.
  func gestureSamples(of trace: TraceRecord) -> Int64 {
    traces.first { $0.record.id == trace.id }?.probe.gestureSamples ?? 0
  }
}

extension ClockProbe {
  /// Examines a stored trace.
  init(of trace: TraceRecord, in store: TraceStore) throws {
    self.init()
    take(trace.information)
    let reader = try store.pointReader(of: trace.id)
    while let (time, event) = try reader.next() { take(event, at: time) }
  }

  /// Examines a stored trace, and the marks of other traces in its capture with the same clock.
  init(withMarksAround trace: TraceRecord, in store: TraceStore) throws {
    try self.init(of: trace, in: store)
    for other in try store.traces(ofCapture: trace.captureID)
    where other.id != trace.id && other.isSealed
      && other.information.clock == trace.information.clock
    {
      addMarks(of: try ClockProbe(of: other, in: store))
    }
  }
}
