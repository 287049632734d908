import ScrollModel

/// An item for the writer thread.
enum QueueItem {
  case begin(TraceInformation)
  case event(TraceNumber, TraceTime, TraceEvent)
  case diagnostic(Diagnostic)
  case trigger
}

/// A bounded queue: the caller appends, the writer thread takes all items at once.
///
/// When it is full, events are dropped and counted per trace. The next event that fits is preceded
/// by a gap with the times and the number of the dropped ones.
struct EventQueue {
  /// Events that were dropped since the last one that fit.
  private struct Hole {
    var from: TraceTime
    var to: TraceTime
    var count: Int64
  }

  private let capacity: Int
  private var items: [QueueItem] = []
  private var holes: [Hole?] = []

  init(capacity: Int) {
    self.capacity = capacity
    items.reserveCapacity(min(capacity, 65_536))
  }

  var count: Int { items.count }

  /// Whether an event fits, together with a gap before it.
  var hasRoom: Bool { items.count + 2 <= capacity }

  /// Whether the queue should be emptied without further waiting.
  func isDue(at batchCount: Int) -> Bool { items.count >= batchCount || !hasRoom }

  /// Appends a trace, which always fits, and returns its number.
  mutating func begin(_ information: TraceInformation) -> TraceNumber {
    items.append(.begin(information))
    holes.append(nil)
    return holes.count
  }

  /// Appends a diagnostic, which always fits.
  mutating func report(_ diagnostic: Diagnostic) {
    items.append(.diagnostic(diagnostic))
  }

  /// Appends the end of the ring, after the earlier events.
  mutating func trigger() {
    items.append(.trigger)
  }

  /// Appends an event; false if it had to be dropped.
  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) -> Bool {
    guard hasRoom else {
      drop(at: time, of: trace)
      return false
    }
    fillHole(of: trace, before: time)
    items.append(.event(trace, time, event))
    return true
  }

  private mutating func drop(at time: TraceTime, of trace: TraceNumber) {
    // A time out of range must not create a gap that is out of range too.
    guard holes.indices.contains(trace &- 1), (0...ModelLimits.time).contains(time.nanoseconds)
    else { return }
    var hole = holes[trace - 1] ?? Hole(from: time, to: time, count: 0)
    hole.from = min(hole.from, time)
    hole.to = max(hole.to, time)
    hole.count += 1
    holes[trace - 1] = hole
  }

  private mutating func fillHole(of trace: TraceNumber, before time: TraceTime) {
    guard holes.indices.contains(trace &- 1), let hole = holes[trace - 1] else { return }
    holes[trace - 1] = nil
    let moment = max(time, hole.to)
    items.append(
      .event(trace, moment, .stream(.gap(from: hole.from, to: hole.to, count: hole.count))))
  }

  /// Appends gaps for dropped events at the end of a recording.
  mutating func fillHoles() {
    for index in holes.indices {
      guard let hole = holes[index] else { continue }
      fillHole(of: index + 1, before: hole.to)
    }
  }

  /// Takes all items, in exchange for an empty array with reserved capacity.
  mutating func take(_ batch: inout [QueueItem]) {
    swap(&batch, &items)
  }
}
