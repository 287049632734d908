import ScrollModel
import TextKit

/// Makes a trace of the entries of a driver's log.
struct WebDriverSession {
  var eventCount: Int64 = 0
  /// Whether anything was found that drives a scroll view.
  var hasGesture = false
  var tally = DiagnosticTally()
  var window = SortWindow<Entry>(capacity: 1 << 15)
  var trace: CheckedTrace?
  var origin: Int64 = 0
  var latest: Int64?
  /// What Unix time is ahead of the log's clock, from the first touch that says both.
  var unixLead: Int64?
  var scale: Double?
  /// The actions that were asked for, until it shows whether the log has what was sent.
  var expansion: [(time: Int64, input: Input)] = []
  var hasExpansion = false
  var contacts: [(id: Int64, position: Point)] = []

  struct Entry {
    /// Nil where an entry was lost.
    var event: TraceEvent?
    var line: Int64
    var byte: Int64
  }

  init() {}

  static let methods: [StaticString] = [
    "Input.dispatchTouchEvent", "Input.dispatchMouseEvent", "Emulation.setDeviceMetricsOverride",
    "Page.navigate",
  ]

  /// Whether an entry that starts like this is worth keeping.
  static func wants(_ text: ArraySlice<UInt8>) -> Bool {
    let words = words(of: text)
    return words.contains("PerformActions")
      || words.contains { word in
        methods.contains { $0.description == word }
      } || words.contains("POST")
  }

  /// Returns the words in front of the JSON of an entry.
  static func words(of text: ArraySlice<UInt8>) -> [String] {
    let front = text.prefix(400).prefix { $0 != UInt8(ascii: "{") }
    return front.split { $0 == 0x20 || $0 == 0x0A }.map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Entries

  /// Takes in a whole entry.
  mutating func take<Sink: TraceSink>(
    _ entry: WebDriverImport.Entry, isCutOff: Bool, into sink: inout Sink
  ) throws {
    guard !entry.text.isEmpty else { return }
    let text = entry.text[...]
    let words = Self.words(of: text)
    guard let start = text.firstIndex(of: UInt8(ascii: "{")) else {
      if words.contains("RESPONSE"), words.contains("PerformActions") { settleExpansion() }
      return
    }
    guard entry.start == nil || Self.wants(text), !words.contains("Response:") else { return }
    if entry.isTooLong {
      return try lose("entry-too-long", entry, "the entry has more than a MiB", &sink)
    }
    do {
      try takeBody(text[start...], words, entry, &sink)
    } catch let error as JSONError {
      let kind = isCutOff ? "cut-off" : "damaged-record"
      try lose(kind, entry, "the entry's JSON cannot be read: \(error.message)", &sink)
    }
    while window.isFull { try release(into: &sink) }
  }

  mutating func takeBody<Sink: TraceSink>(
    _ body: ArraySlice<UInt8>, _ words: [String], _ entry: WebDriverImport.Entry,
    _ sink: inout Sink
  ) throws {
    let time = entry.start?.time ?? 0
    if words.contains("Input.dispatchTouchEvent") {
      try takeTouch(body, time, entry)
    } else if words.contains("Input.dispatchMouseEvent") {
      try takeMouse(body, time, entry)
    } else if words.contains("Emulation.setDeviceMetricsOverride") {
      try takeMetrics(body, time, entry)
    } else if words.contains("Page.navigate") {
      try JSONParts.members(of: body) { key, value in
        guard case "url" = key else { return }
        let note = Annotation(kind: "page", text: (JSONScanner.text(value) ?? "").shortened())
        push(.observation(.annotation(note)), time, entry)
      }
    } else if !words.contains("RESPONSE") {
      try expand(body, time, entry, &sink)
    }
  }

  mutating func push(
    _ event: TraceEvent, _ time: Int64, _ entry: WebDriverImport.Entry
  ) {
    guard abs(time) <= ModelLimits.time else { return }
    latest = time
    if case .input(let input) = event {
      switch input {
      case .touch, .wheel, .command: hasGesture = true
      default: break
      }
    }
    window.push(Entry(event: event, line: entry.line, byte: entry.byte), at: time)
  }

  mutating func lose<Sink: TraceSink>(
    _ kind: String, _ entry: WebDriverImport.Entry, _ message: String, _ sink: inout Sink
  ) throws {
    try tally.report(
      kind, .dataLoss, line: entry.line, byte: entry.byte, message, into: &sink)
    guard let latest else { return }
    window.push(Entry(event: nil, line: entry.line, byte: entry.byte), at: latest)
  }

  // MARK: What was asked for

  mutating func expand<Sink: TraceSink>(
    _ body: ArraySlice<UInt8>, _ time: Int64, _ entry: WebDriverImport.Entry, _ sink: inout Sink
  ) throws {
    settleExpansion()
    guard let actions = try WebDriverActions(body) else { return }
    expansion = actions.samples.map { (time + $0.time, $0.input) }
    if actions.isCut {
      try tally.report(
        "too-many-actions", .dataLoss, line: entry.line, byte: entry.byte,
        "more was asked for than any gesture has; the rest was left out", into: &sink)
    }
    if actions.hasElementOrigin {
      try tally.report(
        "element-origin", .notice, line: entry.line, byte: entry.byte,
        "coordinates count from an element whose place the log does not say; they were taken as "
          + "those of the window, unless the log has the touches that were sent", into: &sink)
    }
  }

  /// Takes the actions that were asked for, as the log does not have what was sent.
  mutating func settleExpansion() {
    let entry = WebDriverImport.Entry()
    for sample in expansion {
      hasExpansion = true
      push(.input(sample.input), sample.time, entry)
    }
    expansion = []
  }

  mutating func forgetExpansion() { expansion = [] }

  // MARK: The trace

  /// Ends the log.
  mutating func finish<Sink: TraceSink>(into sink: inout Sink) throws {
    settleExpansion()
    guard hasGesture else { return }
    while !window.isEmpty { try release(into: &sink) }
    try trace?.finish(into: &sink)
    try tally.finish(into: &sink)
  }

  mutating func release<Sink: TraceSink>(into sink: inout Sink) throws {
    guard let (time, entry) = window.pop() else { return }
    guard let event = entry.event else {
      trace?.lost += 1
      return
    }
    if trace == nil { try begin(at: time, &sink) }
    let moment = TraceTime(nanoseconds: time).nanoseconds(since: TraceTime(nanoseconds: origin))
    let isAdded = try trace?.append(
      event, at: moment, byte: entry.byte, line: entry.line, &tally, into: &sink)
    if isAdded == true { eventCount += 1 }
  }

  mutating func begin<Sink: TraceSink>(at time: Int64, _ sink: inout Sink) throws {
    origin = time
    var information = TraceInformation(name: "page", coordinateSpace: .cssPixels)
    information.source = SourceOrigin(format: WebDriverImport.name)
    if let scale, scale <= ModelLimits.scale { information.scale = scale }
    if let unixLead {
      information.clock = SourceClock(
        name: "unix_ms", origin: ClockText.milliseconds(time.addingReportingOverflow(unixLead).0))
    } else {
      information.clock = SourceClock(
        name: "driver_log", origin: "\(ClockText.milliseconds(time)) ms")
    }
    if hasExpansion { information.qualities[.touch] = .derived }
    trace = try CheckedTrace(information, in: &sink)
    if hasExpansion {
      try tally.report(
        "expanded-actions", .notice,
        "the log has the actions that were asked for and not what was sent; pointers were moved "
          + "evenly", into: &sink)
    }
  }
}
