import ScrollModel
import TextKit

/// Creates traces from the events of a recording: sorts them, separates windows and pages, and
/// removes duplicates.
struct RRWebSession {
  /// The number of events added to traces.
  private(set) var eventCount: Int64 = 0
  private var queue = SortWindow<RRWebArrival>()
  private var tally = DiagnosticSummary()
  private var windows: [RRWebWindow] = []
  private var pageCount = 0
  /// Unix time of the first event, which is time zero of the traces.
  private var origin: Int64?
  private var lastTime: Int64 = 0
  /// An event a day or more ahead, held until the next one confirms it.
  private var held: (time: Int64, arrival: RRWebArrival)?
  /// The window and the time of the last event.
  private var latest: (window: Int, time: Int64)?
  private var duplicateCount: Int64 = 0
  private var disorderCount: Int64 = 0
  /// The events at the time of the last event, to detect duplicates.
  private var recent: [RecentEvent] = []

  /// The longest step ahead without confirmation: a day.
  private static let step: Int64 = 86_400_000_000_000
  /// The largest number of tracked windows.
  private static let windowLimit = 1000

  /// Creates a session at the start of a recording.
  init() {}

  /// Whether there is any scroll-related data.
  var hasAny: Bool { pageCount > 0 && eventCount > 0 }

  // MARK: Arrival

  /// Handles the text of a record, which may contain its window.
  mutating func take<Sink: TraceSink>(
    _ text: ArraySlice<UInt8>, window: String = "", line: Int64? = nil, byte: Int64,
    isCutOff: Bool = false,
    into sink: inout Sink
  ) throws {
    let record: RRWebRecord
    do {
      record = try RRWebRecord(text, window: window, byte: byte)
    } catch let problem as RecordProblem {
      return try lose(problem.kind, line: line, byte: byte, problem.message, into: &sink)
    } catch let error as JSONError {
      return try lose(
        isCutOff ? "cut-off" : "damaged-record", line: line, byte: byte + Int64(error.offset),
        error.message, into: &sink)
    }
    var problems = record.problems[...]
    for index in 0...record.events.count {
      while let (place, problem) = problems.first, place <= index {
        problems.removeFirst()
        try lose(problem.kind, line: line, byte: byte, problem.message, into: &sink)
      }
      guard index < record.events.count else { break }
      let event = record.events[index]
      guard let window = place(of: event.window) else {
        try tally.report(
          "too-many-windows", .dataLoss, line: line, byte: byte,
          "the recording has more than \(Self.windowLimit) windows; the others were left out",
          into: &sink)
        continue
      }
      if !event.isMove {
        if windows[window].isDisorder(event.time) { disorderCount += 1 }
        latest = (window, event.time)
      }
      push(event.event, at: event.time, of: window, byte: byte, digest: event.digest)
    }
    if let damage = record.damage {
      try lose(
        isCutOff ? "cut-off" : "damaged-record", line: line, byte: byte + Int64(damage.offset),
        damage.message, into: &sink)
    }
    while queue.isFull { try release(into: &sink) }
  }

  /// Records a lost record at the current position.
  mutating func lose<Sink: TraceSink>(
    _ kind: String, line: Int64? = nil, byte: Int64, _ message: String, into sink: inout Sink
  ) throws {
    try tally.report(kind, .dataLoss, line: line, byte: byte, message, into: &sink)
    if let latest { push(.lost, at: latest.time, of: latest.window, byte: byte) }
  }

  private mutating func place(of name: String) -> Int? {
    if let latest, windows[latest.window].name == name { return latest.window }
    if let window = windows.firstIndex(where: { $0.name == name }) { return window }
    guard windows.count < Self.windowLimit else { return nil }
    windows.append(RRWebWindow(name: name))
    return windows.count - 1
  }

  /// Reports a notice about the recording.
  mutating func note<Sink: TraceSink>(
    _ kind: String, _ message: String, into sink: inout Sink
  ) throws {
    try tally.report(kind, .notice, message, into: &sink)
  }

  private mutating func push(
    _ event: RRWebEvent, at time: Int64, of window: Int, byte: Int64, digest: UInt64 = 0
  ) {
    let snapshot = windows[window].note(event)
    queue.push(
      RRWebArrival(event: event, window: window, byte: byte, snapshot: snapshot, digest: digest),
      at: time, rank: event.rank, cost: event.cost)
  }

  /// Ends the recording.
  mutating func finish<Sink: TraceSink>(into sink: inout Sink) throws {
    while !queue.isEmpty { try release(into: &sink) }
    if let held {
      // A single held event is accepted, because there is nothing to compare it with.
      if origin == nil {
        try process(held.arrival, at: held.time, into: &sink)
      } else {
        try reportJump(held.arrival, into: &sink)
      }
    }
    held = nil
    for window in windows.indices { try endPage(of: window, &sink) }
    if duplicateCount > 0 {
      try tally.report(
        "duplicates", .notice, "\(duplicateCount) events came twice; one of each was kept",
        into: &sink)
    }
    if disorderCount > 0 {
      try tally.report(
        "out-of-order", .notice,
        "\(disorderCount) events came after later ones; they were put in their place", into: &sink)
    }
    try tally.finish(into: &sink)
  }

  // MARK: In order

  private mutating func release<Sink: TraceSink>(into sink: inout Sink) throws {
    guard let (time, arrival) = queue.pop() else { return }
    if let held {
      self.held = nil
      if time - held.time <= Self.step {
        try process(held.arrival, at: held.time, into: &sink)
      } else {
        try reportJump(held.arrival, into: &sink)
      }
    }
    guard origin != nil, time - lastTime <= Self.step else {
      held = (time, arrival)
      return
    }
    try process(arrival, at: time, into: &sink)
  }

  private mutating func reportJump<Sink: TraceSink>(
    _ arrival: RRWebArrival, into sink: inout Sink
  ) throws {
    try tally.report(
      "time-jump", .dataLoss, byte: arrival.byte,
      "a time is more than a day away from all others; the event was skipped", into: &sink)
    windows[arrival.window].page?.lose()
  }

  private mutating func process<Sink: TraceSink>(
    _ arrival: RRWebArrival, at time: Int64, into sink: inout Sink
  ) throws {
    if origin == nil { origin = time }
    let moment = time - (origin ?? time)
    if isRepetition(arrival, at: time) {
      duplicateCount += 1
      return
    }
    lastTime = max(lastTime, time)
    let window = arrival.window
    switch arrival.event {
    case .loaded: windows[window].wasLoaded = true
    case .meta(let href, let size):
      if windows[window].startsPage(href) { return try begin(href, size, moment, arrival, &sink) }
      windows[window].page?.adopt(href)
      try windows[window].page?.resize(size, at: moment, arrival.byte, &tally, into: &sink)
    case .lost:
      // The window of the lost record is unknown.
      for window in windows.indices { windows[window].page?.lose() }
    default:
      if windows[window].page == nil { try begin("", nil, moment, arrival, &sink) }
      windows[window].prepare(for: arrival)
      try windows[window].page?.take(
        arrival.event, at: moment, arrival.byte, &tally, into: &sink)
    }
  }

  private mutating func begin<Sink: TraceSink>(
    _ href: String, _ size: Size?, _ time: Int64, _ arrival: RRWebArrival, _ sink: inout Sink
  ) throws {
    try endPage(of: arrival.window, &sink)
    pageCount += 1
    windows[arrival.window].wasLoaded = false
    windows[arrival.window].page = RRWebPage(number: pageCount, href: href, origin: origin ?? 0)
    try windows[arrival.window].page?.begin(
      size, at: time, arrival.byte, &tally, into: &sink)
  }

  private mutating func endPage<Sink: TraceSink>(of window: Int, _ sink: inout Sink) throws {
    try windows[window].page?.finish(&tally, into: &sink)
    eventCount += windows[window].page?.eventCount ?? 0
    windows[window].page = nil
  }

  // MARK: Repetitions

  private struct RecentEvent: Equatable {
    var window: Int
    var content: RecentContent
  }

  private enum RecentContent: Equatable {
    case touch(RRWebEvent.Touch)
    case mouse(String, Point)
    case scroll(Int64, Point)
    case viewport(Size)
    case record(UInt64)
  }

  /// Whether the same event occurred at the same time already; chunks are sometimes sent twice.
  private mutating func isRepetition(_ arrival: RRWebArrival, at time: Int64) -> Bool {
    if time != lastTime { recent.removeAll(keepingCapacity: true) }
    let content: RecentContent
    switch arrival.event {
    case .touch(let touch): content = .touch(touch)
    case .mouse(let name, _, let point): content = .mouse(name, point)
    case .scroll(let node, let point): content = .scroll(node, point)
    case .viewport(let size): content = .viewport(size)
    case .snapshot, .mutation, .custom: content = .record(arrival.digest)
    case .meta, .loaded, .lost: return false
    }
    let event = RecentEvent(window: arrival.window, content: content)
    if recent.contains(event) { return true }
    if recent.count < 64 { recent.append(event) }
    return false
  }
}
