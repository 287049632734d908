import ScrollModel
public import TraceStore

extension TraceStore {
  /// Reads the gestures of a trace; their numbers are those that edits of its replay use.
  public func gestures(of trace: Int64) throws -> [RecordedGesture] {
    var events: [(time: TraceTime, event: TraceEvent)] = []
    try replay(trace) { batch in
      events += batch.events.filter { $0.event.isGesture }
    }
    return RecordedGesture.all(in: events)
  }
}
