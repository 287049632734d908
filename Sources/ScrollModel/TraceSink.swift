/// The number of a trace in its capture, from 1.
public typealias TraceNumber = Int

/// A receiver of the traces of one capture, in the order of the source.
///
/// Readers depend only on this protocol and not on the storage. Each trace starts with
/// `beginTrace`. Its times do not decrease, and its values have passed `ModelLimits`.
public protocol TraceSink {
  /// Starts the next trace of the capture and returns its number.
  mutating func beginTrace(_ information: TraceInformation) throws -> TraceNumber

  /// Adds an event at the end of a trace.
  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) throws

  /// Adds a diagnostic to the capture.
  mutating func report(_ diagnostic: Diagnostic) throws
}

/// A source of traces that can be read repeatedly.
public protocol TraceSource {
  /// Sends every trace, in order, to a sink.
  func send<Sink: TraceSink>(to sink: inout Sink) throws
}
