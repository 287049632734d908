import ScrollModel
import TestSupport
import Testing
import TraceStore

@testable import TraceRecorder

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An event and its time, comparable.
struct Entry: Equatable {
  var time: TraceTime
  var event: TraceEvent

  init(_ time: TraceTime, _ event: TraceEvent) {
    self.time = time
    self.event = event
  }

  init(_ nanoseconds: Int64, _ event: TraceEvent) {
    self.init(TraceTime(nanoseconds: nanoseconds), event)
  }

  /// A frame that is identified by its offset.
  static func frame(_ nanoseconds: Int64, _ y: Double) -> Entry {
    Entry(nanoseconds, .observation(.frame(GeometryFrame(offset: Point(x: 0, y: y)))))
  }

  /// Frames at 100 per second, the first at the given time.
  static func frames(_ count: Int, from nanoseconds: Int64 = 0, step: Int64 = 10_000_000)
    -> [Entry]
  {
    (0..<count).map { frame(nanoseconds + Int64($0) * step, Double($0)) }
  }

  /// An event at a whole millisecond.
  static func millisecond(_ value: Int64, _ event: TraceEvent) -> Entry {
    Entry(value * 1_000_000, event)
  }

  /// Frames every 100 ms; only the last one contains the keyframe's state.
  static func tenths(_ milliseconds: Range<Int64>) -> [Entry] {
    stride(from: milliseconds.lowerBound, to: milliseconds.upperBound, by: 100).map {
      .frame($0 * 1_000_000, Double($0))
    }
  }

  var isRemark: Bool { if case .stream = event { true } else { false } }
}

/// The contents of a store after a recording.
struct Stored {
  struct Trace {
    let record: TraceRecord
    let entries: [Entry]
    let problems: [String]
    var name: String { record.information.name }
  }

  let captures: [CaptureRecord]
  let traces: [Trace]
  let diagnostics: [Diagnostic]

  /// Reads everything in a store.
  init(_ path: String) throws {
    let store = try TraceStore(path: path, mode: .readOnly)
    captures = try store.captures()
    traces = try store.traces().map { record in
      var entries: [Entry] = []
      let reader = try store.reader(of: record.id)
      while let (time, event) = try reader.next() { entries.append(Entry(time, event)) }
      return Trace(
        record: record, entries: entries, problems: try store.verify(record).problems)
    }
    diagnostics = try captures.flatMap { try store.diagnostics(ofCapture: $0.id) }
    try store.close()
  }

  /// Expects the properties of every closed recording: one file, one closed capture, sealed traces.
  func expectWhole(_ label: String = "") {
    #expect(captures.map(\.isClosed) == [true], "\(label)")
    for trace in traces {
      #expect(trace.problems == [], "\(label)")
      #expect(trace.record.eventCount == Int64(trace.entries.count), "\(label)")
    }
  }
}

/// The reports of `didCommit`, which can also be made to wait.
///
/// It uses the recorder's own locks: the thread sanitizer understands them, but not always `Mutex`.
final class Commits: Sendable {
  private let reports = Monitor<[[TraceRecorder.CommittedSeq]]>([])
  private let isHeld = Monitor(false)
  private let isWaiting = Monitor(false)

  /// Called from `didCommit`.
  func note(_ seqs: [TraceRecorder.CommittedSeq]) {
    reports.withLock { $0.append(seqs) }
    isWaiting.withLock { $0 = true }
    while isHeld.withLock({ $0 }) { usleep(500) }
    isWaiting.withLock { $0 = false }
  }

  /// Makes the writer wait in its next `didCommit` until `letGo`.
  func hold() { isHeld.withLock { $0 = true } }

  func letGo() { isHeld.withLock { $0 = false } }

  /// Whether the writer is waiting in `didCommit`.
  var isHolding: Bool { isWaiting.withLock { $0 } }

  /// The reports so far.
  var all: [[TraceRecorder.CommittedSeq]] { reports.withLock { $0 } }

  /// The last reported seq of a trace; -1 if there is none.
  func last(of trace: TraceNumber) -> Int64 {
    reports.withLock { reports in
      reports.reversed().lazy.compactMap { $0.first { $0.trace == trace }?.seq }.first ?? -1
    }
  }
}

/// Waits until a condition holds; false if it does not within the seconds, which no test expects.
func waitUntil(_ seconds: Double = 30, _ condition: () -> Bool) -> Bool {
  let clock = ContinuousClock()
  let end = clock.now + .seconds(seconds)
  while !condition() {
    guard clock.now < end else { return false }
    usleep(500)
  }
  return true
}

extension TraceRecorder {
  /// Appends entries one after the other; returns which were accepted.
  @discardableResult
  func append(_ entries: [Entry], to trace: TraceNumber) -> [Bool] {
    entries.map { append($0.event, at: $0.time, to: trace) }
  }
}

extension TraceRecorder.Options {
  /// Options for tests: commits come at once, and the commits are recorded.
  static func quick(_ commits: Commits? = nil) -> Self {
    var options = Self()
    options.batchSeconds = 0.01
    options.toolVersion = "test"
    if let commits { options.didCommit = { commits.note($0) } }
    return options
  }

  /// Everything in one batch, which only `close` or `trigger` ends.
  static func oneBatch() -> Self {
    var options = quick()
    options.batchSeconds = 60
    options.batchCount = .max
    options.capacity = 1 << 20
    return options
  }

  /// A ring of the given seconds, in one batch.
  static func ring(_ seconds: Double) -> Self {
    var options = oneBatch()
    options.ringSeconds = seconds
    return options
  }
}
