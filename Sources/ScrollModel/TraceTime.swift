/// A moment of a trace: whole nanoseconds since the trace began.
///
/// Time is an integer from the source to the report, so that it is never rounded and two machines
/// agree on it. Equal times are legal; the order of events is their order in the trace.
public struct TraceTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since the start of the trace.
  public var nanoseconds: Int64

  /// The start of the trace.
  public static let zero = TraceTime(nanoseconds: 0)

  /// Creates a moment from nanoseconds since the start of the trace.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The moment in seconds, for formulas and plots; 53 bits of it are exact.
  public var seconds: Double { Double(nanoseconds) / 1_000_000_000 }

  /// The moment in milliseconds, for plots; 53 bits of it are exact.
  public var milliseconds: Double { Double(nanoseconds) / 1_000_000 }

  /// Returns the nanoseconds from `start` to this moment, held at the ends of what an `Int64` holds.
  public func nanoseconds(since start: TraceTime) -> Int64 {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(start.nanoseconds)
    guard overflow else { return difference }
    return nanoseconds > start.nanoseconds ? .max : .min
  }

  /// Returns the moment moved by a number of nanoseconds, held at the ends of what an `Int64` holds.
  public func advanced(byNanoseconds distance: Int64) -> TraceTime {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(distance)
    guard overflow else { return TraceTime(nanoseconds: sum) }
    return TraceTime(nanoseconds: distance > 0 ? .max : .min)
  }

  /// Whether one moment lies before another.
  public static func < (first: TraceTime, second: TraceTime) -> Bool {
    first.nanoseconds < second.nanoseconds
  }
}
