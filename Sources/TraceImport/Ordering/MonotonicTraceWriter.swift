import ScrollModel
import TextKit

/// Writes a trace to a sink and ensures its contract: nondecreasing times and values within limits.
struct MonotonicTraceWriter {
  /// The number of the trace in the sink.
  let number: TraceNumber
  /// The time of the last event.
  private(set) var last = TraceTime.zero
  /// The number of records lost since the last event; the next one is preceded by a gap.
  var lost: Int64 = 0
  /// A page offset left of this shows that the page counts from the right; nil if it shows nothing.
  ///
  /// Browsers count the offset of a right-to-left scroller down from 0. Without the width of the
  /// content it cannot be counted from the left, so the direction is written before it.
  private var rightToLeftLimit: Double?
  private var isRightToLeft = false

  /// Begins a trace in a sink; invalid information is left out.
  init<Sink: TraceSink>(_ information: TraceInformation, in sink: inout Sink) throws {
    number = try sink.beginTrace(information)
  }

  /// Adds an event at a time in nanoseconds, or reports its problem; returns whether it was added.
  ///
  /// A time slightly before the last one is raised, with a repair event before it.
  @discardableResult
  mutating func append<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, byte: Int64? = nil, line: Int64? = nil,
    _ tally: inout DiagnosticSummary, into sink: inout Sink
  ) throws -> Bool {
    var moment = TraceTime(nanoseconds: time)
    let deficit = last.nanoseconds(since: moment)
    if deficit > ModelLimits.disorder {
      lost += 1
      try tally.report(
        "time-backwards", .dataLoss, line: line, byte: byte,
        "the time runs backwards by \(ClockText.tenths(deficit)) ms; the event was left out",
        into: &sink)
      return false
    }
    if deficit > 0 { moment = last }
    if let problem = ModelLimits.problem(with: event, at: moment) {
      lost += 1
      try tally.report("out-of-range", .dataLoss, line: line, byte: byte, problem, into: &sink)
      return false
    }
    try fillGap(upTo: moment, into: &sink)
    if deficit > 0 {
      try remark(
        "time-raised", "the time ran backwards by \(ClockText.tenths(deficit)) ms and was raised",
        at: moment, into: &sink)
      try tally.report(
        "time-raised", .notice, line: line, byte: byte,
        "the time runs backwards by \(ClockText.tenths(deficit)) ms; it was raised to that of the "
          + "event before", into: &sink)
    }
    if showsDirection(event) {
      isRightToLeft = true
      let change = ContainerChange(layoutDirection: .rightToLeft)
      try sink.append(.input(.container(change)), at: moment, to: number)
    }
    try sink.append(event, at: moment, to: number)
    last = moment
    return true
  }

  /// Sets the page offset that shows a page that counts from the right.
  mutating func expectRightToLeft(below limit: Double) { rightToLeftLimit = limit }

  private func showsDirection(_ event: TraceEvent) -> Bool {
    guard !isRightToLeft, let rightToLeftLimit, case .observation(.frame(let frame)) = event else {
      return false
    }
    return frame.offset.x < rightToLeftLimit
  }

  /// Adds a repair event before the event that follows at the same time.
  mutating func repair<Sink: TraceSink>(
    _ kind: String, _ text: String, at time: Int64, into sink: inout Sink
  ) throws {
    let moment = max(last, TraceTime(nanoseconds: min(max(0, time), ModelLimits.time)))
    try fillGap(upTo: moment, into: &sink)
    try remark(kind, text, at: moment, into: &sink)
    last = moment
  }

  /// Adds a gap to the trace, so that a replay can detect it.
  mutating func fillGap<Sink: TraceSink>(upTo time: TraceTime, into sink: inout Sink) throws {
    guard lost > 0 else { return }
    try sink.append(.stream(.gap(from: last, to: time, count: lost)), at: time, to: number)
    lost = 0
    last = time
  }

  /// Adds a gap at the end of the trace.
  mutating func finish<Sink: TraceSink>(into sink: inout Sink) throws {
    try fillGap(upTo: last, into: &sink)
  }

  private func remark<Sink: TraceSink>(
    _ kind: String, _ text: String, at time: TraceTime, into sink: inout Sink
  ) throws {
    try sink.append(.stream(.repair(kind: kind, text: text)), at: time, to: number)
  }
}
