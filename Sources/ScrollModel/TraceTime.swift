/// A time of a trace: whole nanoseconds since the trace began.
///
/// Time is an integer from the source to the report, so it is never rounded and all machines agree.
/// Times may be equal; the order of events is their order in the trace.
public struct TraceTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since the start of the trace.
  public var nanoseconds: Int64

  /// The start of the trace.
  public static let zero = TraceTime(nanoseconds: 0)

  /// Creates a time from nanoseconds since the start of the trace.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The time in seconds, for formulas and plots; exact to 53 bits.
  public var seconds: Double { Double(nanoseconds) / 1_000_000_000 }

  /// The time in milliseconds, for plots; exact to 53 bits.
  public var milliseconds: Double { Double(nanoseconds) / 1_000_000 }

  /// Returns the nanoseconds from `start` to this time, clamped to the range of `Int64`.
  public func nanoseconds(since start: TraceTime) -> Int64 {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(start.nanoseconds)
    guard overflow else { return difference }
    return nanoseconds > start.nanoseconds ? .max : .min
  }

  /// Returns the time advanced by a number of nanoseconds, clamped to the range of `Int64`.
  public func advanced(byNanoseconds distance: Int64) -> TraceTime {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(distance)
    guard overflow else { return TraceTime(nanoseconds: sum) }
    return TraceTime(nanoseconds: distance > 0 ? .max : .min)
  }

  /// Whether one time is earlier than another.
  public static func < (first: TraceTime, second: TraceTime) -> Bool {
    first.nanoseconds < second.nanoseconds
  }
}
