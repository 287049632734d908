import ScrollModel
import TraceImport

/// Everything that an import pushed into its sink, checked against the contract of `TraceSink`.
struct Transcript: TraceSink, TraceSource, Equatable {
  /// One trace as it arrived.
  struct Trace: Equatable {
    let information: TraceInformation
    var events: [TraceEvent] = []
    var times: [TraceTime] = []
  }

  private(set) var traces: [Trace] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// The reason why nothing could be imported.
  var failure: String?

  mutating func beginTrace(_ information: TraceInformation) -> TraceNumber {
    if let problem = ModelLimits.problem(with: information) {
      finding("a trace whose \(problem)")
    }
    traces.append(Trace(information: information))
    return traces.count
  }

  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {
    guard traces.indices.contains(trace - 1) else { finding("trace \(trace) was not begun") }
    if let problem = ModelLimits.problem(with: event, at: time) { finding("an event: \(problem)") }
    if let last = traces[trace - 1].times.last, last > time {
      finding("\(time.nanoseconds) ns comes after \(last.nanoseconds) ns")
    }
    traces[trace - 1].events.append(event)
    traces[trace - 1].times.append(time)
  }

  mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  func send<Sink: TraceSink>(to sink: inout Sink) throws {
    for trace in traces {
      let number = try sink.beginTrace(trace.information)
      for (event, time) in zip(trace.events, trace.times) {
        try sink.append(event, at: time, to: number)
      }
    }
  }
}
