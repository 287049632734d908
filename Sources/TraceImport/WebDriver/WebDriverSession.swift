import ScrollModel
import TextKit

/// Creates a trace from the entries of one session in a driver's log.
struct WebDriverSession {
  /// Its name for the client; nil for pages of an unknown session.
  var name: String?
  /// The browser's names of its pages.
  var pages: [String] = []
  /// Whether its client waits for the response to a command.
  var isAsked = false
  /// The last line of the log about it.
  var lastLine: Int64 = 0
  var window = SortWindow<Entry>(capacity: 1 << 15)
  var trace: MonotonicTraceWriter?
  var origin: Int64 = 0
  var latest: Int64?
  var scale: Double?
  /// The expanded requests, until it is known whether the log contains the sent touches.
  var expansion: [(time: Int64, input: Input)] = []
  var hasExpansion = false
  /// The end of the last bare request, which has no separate time.
  private var requestEnd: Int64 = 0
  /// Whether there is any gesture.
  var hasGesture = false
  /// Whether the log contains sent touches, which take precedence over requests.
  var hasSent = false
  /// The requested input sources after the last request.
  var devices: [WebDriverActions.Device] = []
  /// The fingers that were sent.
  var contacts: [(id: Int64, position: Point)] = []

  struct Entry {
    /// Nil if an entry was lost.
    var event: TraceEvent?
    var line: Int64
    var byte: Int64
  }

  init(name: String) { self.name = name }

  init(page: String) { pages = [page] }

  /// Whether it has no data for a trace.
  var isUnheard: Bool { window.isEmpty && trace == nil }

  // MARK: Entries

  /// Handles a complete entry of this session.
  mutating func take<Sink: TraceSink>(
    _ entry: WebDriverImport.Entry, isCutOff: Bool, _ shared: inout WebDriverLog.Shared,
    into sink: inout Sink
  ) throws {
    guard let subject = entry.heading.subject else { return }
    if subject == .release { return letGo(at: entry.start?.time ?? 0) }
    if entry.isTooLong {
      return try lose(
        "entry-too-long", entry, "the entry has more than a MiB", &shared, into: &sink)
    }
    guard let start = entry.text.firstIndex(of: UInt8(ascii: "{")) else { return }
    do {
      try takeBody(entry.text[start...], subject, entry, &shared, into: &sink)
    } catch let error as JSONError {
      let kind = isCutOff ? "cut-off" : "damaged-record"
      try lose(
        kind, entry, "the entry's JSON cannot be read: \(error.message)", &shared, into: &sink)
    }
    while window.isFull { try release(&shared, into: &sink) }
  }

  private mutating func takeBody<Sink: TraceSink>(
    _ body: ArraySlice<UInt8>, _ subject: WebDriverHeading.Subject, _ entry: WebDriverImport.Entry,
    _ shared: inout WebDriverLog.Shared, into sink: inout Sink
  ) throws {
    let time = entry.start?.time ?? 0
    switch subject {
    case .touch: try takeTouch(body, time, entry, &shared)
    case .mouse: try takeMouse(body, time, entry, &shared)
    case .metrics: try takeMetrics(body, time, entry, &shared)
    case .page:
      try JSONParts.members(of: body) { key, value in
        guard case "url" = key else { return }
        let note = Annotation(kind: "page", text: (JSONScanner.text(value) ?? "").shortened())
        push(.observation(.annotation(note)), time, entry, &shared)
      }
    case .actions: try expand(body, time, entry, &shared, into: &sink)
    case .release, .quit: break
    }
  }

  mutating func push(
    _ event: TraceEvent, _ time: Int64, _ entry: WebDriverImport.Entry,
    _ shared: inout WebDriverLog.Shared
  ) {
    guard time.magnitude <= ModelLimits.time.magnitude else { return }
    latest = time
    if case .input(let input) = event {
      switch input {
      case .touch, .wheel, .command:
        hasGesture = true
        shared.hasGesture = true
      default: break
      }
    }
    window.push(Entry(event: event, line: entry.line, byte: entry.byte), at: time)
  }

  private mutating func lose<Sink: TraceSink>(
    _ kind: String, _ entry: WebDriverImport.Entry, _ message: String,
    _ shared: inout WebDriverLog.Shared, into sink: inout Sink
  ) throws {
    try shared.tally.report(
      kind, .dataLoss, line: entry.line, byte: entry.byte, message, into: &sink)
    guard let latest else { return }
    window.push(Entry(event: nil, line: entry.line, byte: entry.byte), at: latest)
  }

  // MARK: Requested input

  private mutating func expand<Sink: TraceSink>(
    _ body: ArraySlice<UInt8>, _ time: Int64, _ entry: WebDriverImport.Entry,
    _ shared: inout WebDriverLog.Shared, into sink: inout Sink
  ) throws {
    settleExpansion(&shared)
    guard let actions = try WebDriverActions(body, &devices) else {
      guard entry.start == nil else { return }
      return try lose(
        "not-read", entry, "the object has no actions; it was not read", &shared, into: &sink)
    }
    let time = entry.start == nil ? requestEnd : time
    if entry.start == nil { requestEnd = min(ModelLimits.time, time &+ actions.duration) }
    expansion = actions.samples.map { (time &+ $0.time, $0.input) }
    if actions.isCut {
      try shared.tally.report(
        "too-many-actions", .dataLoss, line: entry.line, byte: entry.byte,
        "more was asked for than any gesture has; the rest was left out", into: &sink)
    }
    if actions.hasElementOrigin {
      try shared.tally.report(
        "element-origin", .notice, line: entry.line, byte: entry.byte,
        "coordinates count from an element whose place the log does not contain; they were taken as "
          + "those of the window, unless the log has the touches that were sent", into: &sink)
    }
  }

  /// Releases everything that earlier requests pressed, and resets the sources.
  private mutating func letGo(at time: Int64) {
    // The actions may have been faster than requested.
    let end = max(time, expansion.last?.time ?? latest ?? time)
    expansion += WebDriverActions.release(&devices).map { (end, $0) }
  }

  /// Uses the expanded requests, because the log does not contain the sent touches.
  mutating func settleExpansion(_ shared: inout WebDriverLog.Shared) {
    let entry = WebDriverImport.Entry()
    for sample in expansion where !hasSent {
      hasExpansion = true
      shared.hasExpansion = true
      push(.input(sample.input), sample.time, entry, &shared)
    }
    expansion = []
  }

  mutating func forgetExpansion() { expansion = [] }

  // MARK: The trace

  /// Ends the session.
  mutating func finish<Sink: TraceSink>(
    _ shared: inout WebDriverLog.Shared, into sink: inout Sink
  ) throws {
    settleExpansion(&shared)
    guard hasGesture else { return }
    while !window.isEmpty { try release(&shared, into: &sink) }
    try trace?.finish(into: &sink)
  }

  private mutating func release<Sink: TraceSink>(
    _ shared: inout WebDriverLog.Shared, into sink: inout Sink
  ) throws {
    guard let (time, entry) = window.pop() else { return }
    guard let event = entry.event else {
      trace?.lost += 1
      return
    }
    if trace == nil { try begin(at: time, &shared, into: &sink) }
    let moment = TraceTime(nanoseconds: time).nanoseconds(since: TraceTime(nanoseconds: origin))
    let isAdded = try trace?.append(
      event, at: moment, byte: entry.byte, line: entry.line, &shared.tally, into: &sink)
    if isAdded == true { shared.eventCount += 1 }
  }

  private mutating func begin<Sink: TraceSink>(
    at time: Int64, _ shared: inout WebDriverLog.Shared, into sink: inout Sink
  ) throws {
    origin = time
    shared.traceCount += 1
    let name = shared.traceCount == 1 ? "page" : "page \(shared.traceCount)"
    var information = TraceInformation(name: name, coordinateSpace: .cssPixels)
    information.source = SourceOrigin(format: WebDriverImport.name)
    if let scale, scale <= ModelLimits.scale { information.scale = scale }
    if let unixLead = shared.unixLead {
      information.clock = SourceClock(
        name: "unix_ms", origin: ClockText.milliseconds(time.addingReportingOverflow(unixLead).0))
    } else {
      information.clock = SourceClock(
        name: "driver_log", origin: "\(ClockText.milliseconds(time)) ms")
    }
    if hasExpansion { information.qualities[.touch] = .derived }
    trace = try MonotonicTraceWriter(information, in: &sink)
  }
}
