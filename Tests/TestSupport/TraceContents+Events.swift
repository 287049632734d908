public import ScrollModel
public import TraceStore

extension TraceContents {
  /// The contents of a trace in memory.
  public init(of events: [TraceEvent]) {
    self.init()
    for event in events { note(event) }
  }
}
