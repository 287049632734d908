public import ScrollModel

/// A sink that stores everything, so that tests can inspect it.
///
/// It also checks its caller against the contract of `TraceSink` and stores the breaches in
/// `violations`.
public struct CollectingSink: TraceSink {
  /// One trace as it arrived.
  public struct Trace: Sendable {
    /// Everything about it that is not an event.
    public var information: TraceInformation
    /// Its events in order.
    public var events: [TraceEvent] = []
    /// Their times.
    public var times: [TraceTime] = []
  }

  /// The traces that were begun.
  public private(set) var traces: [Trace] = []
  /// The diagnostics in the order in which they were reported.
  public private(set) var diagnostics: [Diagnostic] = []
  /// Calls that violate the contract of `TraceSink`.
  public private(set) var violations: [String] = []

  /// Creates an empty sink.
  public init() {}

  /// Stores a new trace.
  public mutating func beginTrace(_ information: TraceInformation) -> TraceNumber {
    traces.append(Trace(information: information))
    return traces.count
  }

  /// Stores an event.
  public mutating func append(
    _ event: TraceEvent, at time: TraceTime, to trace: TraceNumber
  ) {
    guard traces.indices.contains(trace - 1) else {
      violations.append("trace \(trace) was not begun")
      return
    }
    if let problem = ModelLimits.problem(with: event, at: time) { violations.append(problem) }
    if let last = traces[trace - 1].times.last, last > time {
      violations.append("\(time.nanoseconds) ns comes after \(last.nanoseconds) ns")
    }
    traces[trace - 1].events.append(event)
    traces[trace - 1].times.append(time)
  }

  /// Stores a diagnostic.
  public mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  /// The diagnostics about missing data.
  public var losses: [Diagnostic] { diagnostics.filter { $0.severity >= .dataLoss } }

  /// The kinds of all diagnostics in order.
  public var kinds: [String] { diagnostics.map(\.kind) }
}

extension CollectingSink.Trace {
  /// The events without the reader's remarks about the stream.
  public var eventsWithoutRemarks: [TraceEvent] {
    events.filter { if case .stream = $0 { false } else { true } }
  }
}
