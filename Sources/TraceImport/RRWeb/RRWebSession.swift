import ScrollModel
import TextKit

/// Makes traces of the events of a recording: sorts them, tells pages apart, drops repetitions.
struct RRWebSession {
  /// How many events were added to traces.
  private(set) var eventCount: Int64 = 0
  private var window = SortWindow<RRWebArrival>()
  private var tally = DiagnosticTally()
  private var page: RRWebPage?
  private var pageCount = 0
  /// Unix time of the first event, from which traces count.
  private var origin: Int64?
  private var lastTime: Int64 = 0
  /// An event that lies a day or more ahead waits for the next one to confirm it.
  private var held: (time: Int64, arrival: RRWebArrival)?
  private var wasLoaded = false
  private var lastArrival: Int64?
  private var duplicateCount: Int64 = 0
  private var disorderCount: Int64 = 0
  /// What came at the time of the last event, to know repetitions.
  private var recent: [RecentEvent] = []
  /// The elements that are scrolled behind each snapshot that is still in the window.
  private var scrolled: [Set<Int64>] = [[]]
  /// How many snapshots came and went before those.
  private var oldSnapshots = 0

  /// The longest step ahead that is believed at once: a day.
  private static let step: Int64 = 86_400_000_000_000

  /// Creates a session at the start of a recording.
  init() {}

  /// Whether anything was read that says something about scrolling.
  var hasAny: Bool { pageCount > 0 && eventCount > 0 }

  // MARK: Arrival

  /// Takes in the text of a record.
  mutating func take<Sink: TraceSink>(
    _ text: ArraySlice<UInt8>, line: Int64? = nil, byte: Int64, isCutOff: Bool = false,
    into sink: inout Sink
  ) throws {
    let record: RRWebRecord
    do {
      record = try RRWebRecord(text, byte: byte)
    } catch let problem as RecordProblem {
      return try lose(problem.kind, line: line, byte: byte, problem.message, into: &sink)
    } catch let error as JSONError {
      return try lose(
        isCutOff ? "cut-off" : "damaged-record", line: line, byte: byte + Int64(error.offset),
        error.message, into: &sink)
    }
    for event in record.events {
      if let lastArrival, event.time < lastArrival, !event.isMove { disorderCount += 1 }
      if !event.isMove { lastArrival = event.time }
      push(event.event, at: event.time, byte: byte)
    }
    while window.isFull { try release(into: &sink) }
  }

  /// Takes in that a record was lost where the recording was then.
  mutating func lose<Sink: TraceSink>(
    _ kind: String, line: Int64? = nil, byte: Int64, _ message: String, into sink: inout Sink
  ) throws {
    try tally.report(kind, .dataLoss, line: line, byte: byte, message, into: &sink)
    if let lastArrival { push(.lost, at: lastArrival, byte: byte) }
  }

  /// Keeps something worth knowing about the recording.
  mutating func note<Sink: TraceSink>(
    _ kind: String, _ message: String, into sink: inout Sink
  ) throws {
    try tally.report(kind, .notice, message, into: &sink)
  }

  private mutating func push(_ event: RRWebEvent, at time: Int64, byte: Int64) {
    if case .snapshot = event { scrolled.append([]) }
    if case .scroll(let node, _) = event, scrolled[scrolled.count - 1].count < 100_000 {
      scrolled[scrolled.count - 1].insert(node)
    }
    window.push(
      RRWebArrival(event: event, byte: byte, snapshot: oldSnapshots + scrolled.count - 1),
      at: time,
      rank: event.rank, cost: event.cost)
  }

  /// Ends the recording.
  mutating func finish<Sink: TraceSink>(into sink: inout Sink) throws {
    while !window.isEmpty { try release(into: &sink) }
    if let held {
      // With nothing else to compare it to, it is all there is.
      if origin == nil {
        try process(held.arrival, at: held.time, into: &sink)
      } else {
        try reportJump(held.arrival, into: &sink)
      }
    }
    held = nil
    try page?.finish(&tally, into: &sink)
    eventCount += page?.eventCount ?? 0
    page = nil
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
    guard let (time, arrival) = window.pop() else { return }
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
      "a time lies more than a day away from all others; the event was left out", into: &sink)
    page?.lose()
  }

  private mutating func process<Sink: TraceSink>(
    _ arrival: RRWebArrival, at time: Int64, into sink: inout Sink
  ) throws {
    if origin == nil { origin = time }
    let moment = time - (origin ?? time)
    if isRepetition(arrival.event, at: time) {
      duplicateCount += 1
      return
    }
    lastTime = max(lastTime, time)
    switch arrival.event {
    case .loaded: wasLoaded = true
    case .meta(let href, let size):
      if startsPage(href) { return try begin(href, size, moment, arrival, &sink) }
      page?.adopt(href)
      try page?.resize(size, at: moment, arrival.byte, &tally, into: &sink)
    case .lost: page?.lose()
    default:
      if page == nil { try begin("", nil, moment, arrival, &sink) }
      if case .snapshot = arrival.event { wasLoaded = false }
      forgetScrolled(before: arrival.snapshot)
      page?.scrolled = scrolled.first ?? []
      try page?.take(arrival.event, at: moment, arrival.byte, &tally, into: &sink)
    }
  }

  private mutating func forgetScrolled(before snapshot: Int) {
    let count = min(snapshot - oldSnapshots, scrolled.count - 1)
    guard count > 0 else { return }
    scrolled.removeFirst(count)
    oldSnapshots += count
  }

  /// Whether an address belongs to another page than the one before.
  ///
  /// A recorder that takes a new snapshot now and then says the same address again.
  private func startsPage(_ href: String) -> Bool {
    guard let page else { return true }
    if page.href.isEmpty, !page.hasSnapshot { return false }
    return page.href != href || (wasLoaded && page.hasSnapshot)
  }

  private mutating func begin<Sink: TraceSink>(
    _ href: String, _ size: Size?, _ time: Int64, _ arrival: RRWebArrival, _ sink: inout Sink
  ) throws {
    try page?.finish(&tally, into: &sink)
    eventCount += page?.eventCount ?? 0
    pageCount += 1
    wasLoaded = false
    page = RRWebPage(number: pageCount, href: href, origin: origin ?? 0)
    try page?.begin(size, at: time, arrival.byte, &tally, into: &sink)
  }

  // MARK: Repetitions

  private enum RecentEvent: Equatable {
    case touch(RRWebEvent.Touch)
    case mouse(String, Point)
    case scroll(Int64, Point)
    case viewport(Size)
  }

  /// Whether the same thing happened at the same time already; chunks are sometimes sent twice.
  private mutating func isRepetition(_ event: RRWebEvent, at time: Int64) -> Bool {
    if time != lastTime { recent.removeAll(keepingCapacity: true) }
    let key: RecentEvent
    switch event {
    case .touch(let touch): key = .touch(touch)
    case .mouse(let name, _, let point): key = .mouse(name, point)
    case .scroll(let node, let point): key = .scroll(node, point)
    case .viewport(let size): key = .viewport(size)
    default: return false
    }
    if recent.contains(key) { return true }
    if recent.count < 64 { recent.append(key) }
    return false
  }
}

/// An event in the window, with where it came from.
struct RRWebArrival {
  var event: RRWebEvent
  var byte: Int64
  /// How many snapshots had come before.
  var snapshot: Int
}

extension TimedRRWebEvent {
  /// Whether it is part of a batch, which comes later than what happened meanwhile.
  var isMove: Bool {
    switch event {
    case .touch(let touch): touch.phase == .moved
    case .mouse(let name, _, _): name == "move" || name == "drag"
    default: false
    }
  }
}
