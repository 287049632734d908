/// Which trace of a capture an event belongs to: 1 for the first, 2 for the second, and so on.
public typealias TraceNumber = Int

/// A place that takes the traces of one capture as they are read.
///
/// Readers push into a sink and know nothing else about where traces go. The calls come in the
/// order of the source; `append` for a trace comes only after its `beginTrace`, with times that do
/// not decrease within the trace, and with values that passed `ModelLimits`.
public protocol TraceSink {
  /// Starts the next trace of the capture and returns its number.
  mutating func beginTrace(_ information: TraceInformation) throws -> TraceNumber

  /// Adds an event at the end of a trace.
  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) throws

  /// Keeps a diagnostic with the capture.
  mutating func report(_ diagnostic: Diagnostic) throws
}

/// A place that traces can be read from, as often as asked.
public protocol TraceSource {
  /// Sends every trace, in order, into a sink.
  func send<Sink: TraceSink>(to sink: inout Sink) throws
}
