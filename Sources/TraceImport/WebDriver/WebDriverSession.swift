import ScrollModel
import TextKit

/// Makes a trace of the entries of a driver's log.
struct WebDriverSession {
  private(set) var eventCount: Int64 = 0
  /// Whether anything was found that drives a scroll view.
  private(set) var hasGesture = false
  private var tally = DiagnosticTally()
  private var window = SortWindow<Entry>(capacity: 1 << 15)
  private var trace: CheckedTrace?
  private var origin: Int64 = 0
  private var latest: Int64?
  /// What Unix time is ahead of the log's clock, from the first touch that says both.
  private var unixLead: Int64?
  private var scale: Double?
  /// The actions that were asked for, until it shows whether the log has what was sent.
  private var expansion: [(time: Int64, input: Input)] = []
  private var hasExpansion = false
  private var contacts: [(id: Int64, position: Point)] = []

  private struct Entry {
    /// Nil where an entry was lost.
    var event: TraceEvent?
    var line: Int64
    var byte: Int64
  }

  init() {}

  private static let methods: [StaticString] = [
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
  private static func words(of text: ArraySlice<UInt8>) -> [String] {
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

  private mutating func takeBody<Sink: TraceSink>(
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

  private mutating func push(
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

  private mutating func lose<Sink: TraceSink>(
    _ kind: String, _ entry: WebDriverImport.Entry, _ message: String, _ sink: inout Sink
  ) throws {
    try tally.report(
      kind, .dataLoss, line: entry.line, byte: entry.byte, message, into: &sink)
    guard let latest else { return }
    window.push(Entry(event: nil, line: entry.line, byte: entry.byte), at: latest)
  }

  // MARK: What the driver sent

  private mutating func takeTouch(
    _ body: ArraySlice<UInt8>, _ time: Int64, _ entry: WebDriverImport.Entry
  ) throws {
    var type = ""
    var points: [(id: Int64, position: Point, pressure: Double?)] = []
    var stamp: Int64?
    try JSONParts.members(of: body) { key, value in
      switch key {
      case "type": type = JSONScanner.text(value) ?? ""
      case "timestamp": stamp = JSONScanner.scaled(value, timesTenTo: 9)
      case "touchPoints":
        try JSONParts.elements(of: value) {
          let point = try Self.point($0, number: Int64(points.count))
          if points.count < 32 { points.append(point) }
        }
      default: break
      }
    }
    forgetExpansion()
    var moment = time
    if let stamp, stamp > 1_000_000_000_000_000_000 {
      // The log's clock may be that of a time zone; the touch's own is Unix time.
      let lead = stamp - time
      if unixLead == nil { unixLead = lead }
      if let unixLead, abs(lead - unixLead) < 1_000_000_000 { moment = stamp - unixLead }
    }
    switch type {
    case "touchStart", "touchMove":
      for point in points { touch(point, moment, entry) }
    case "touchEnd", "touchCancel":
      let phase: TouchPhase = type == "touchEnd" ? .ended : .cancelled
      let ending = points.isEmpty ? contacts.map { ($0.id, $0.position, nil) } : points
      for point in ending {
        contacts.removeAll { $0.id == point.id }
        let sample = TouchSample(
          pointer: point.id, phase: phase, position: point.position, pressure: point.pressure)
        push(.input(.touch(sample)), moment, entry)
      }
    default: break
    }
  }

  private static func point(
    _ text: ArraySlice<UInt8>, number: Int64
  ) throws -> (id: Int64, position: Point, pressure: Double?) {
    var (id, x, y) = (number, 0.0, 0.0)
    var force: Double?
    try JSONParts.members(of: text) { key, value in
      switch key {
      case "id": id = JSONScanner.number(value).flatMap { Int64(exactly: $0) } ?? number
      case "x": x = JSONScanner.number(value) ?? 0
      case "y": y = JSONScanner.number(value) ?? 0
      case "force": force = JSONScanner.number(value)
      default: break
      }
    }
    return (id, Point(x: x, y: y), force)
  }

  private mutating func touch(
    _ point: (id: Int64, position: Point, pressure: Double?), _ time: Int64,
    _ entry: WebDriverImport.Entry
  ) {
    var phase = TouchPhase.began
    if let index = contacts.firstIndex(where: { $0.id == point.id }) {
      phase = contacts[index].position == point.position ? .stationary : .moved
      contacts[index].position = point.position
    } else if contacts.count < 32 {
      contacts.append((point.id, point.position))
    }
    let sample = TouchSample(
      pointer: point.id, phase: phase, position: point.position, pressure: point.pressure)
    push(.input(.touch(sample)), time, entry)
  }

  private mutating func takeMouse(
    _ body: ArraySlice<UInt8>, _ time: Int64, _ entry: WebDriverImport.Entry
  ) throws {
    var type = ""
    var numbers: [String: Double] = [:]
    try JSONParts.members(of: body) { key, value in
      switch key {
      case "type": type = JSONScanner.text(value) ?? ""
      case "x", "y", "deltaX", "deltaY":
        numbers[String(decoding: key, as: UTF8.self)] = JSONScanner.number(value)
      default: break
      }
    }
    forgetExpansion()
    let position = Point(x: numbers["x"] ?? 0, y: numbers["y"] ?? 0)
    if type == "mouseWheel" {
      let delta = Vector(dx: numbers["deltaX"] ?? 0, dy: numbers["deltaY"] ?? 0)
      let wheel = WheelSample(delta: delta, isPrecise: true, position: position)
      push(.input(.wheel(wheel)), time, entry)
    } else {
      let note = Annotation(
        kind: "mouse", text: "\(type.shortened(to: 40)) \(position.x) \(position.y)")
      push(.observation(.annotation(note)), time, entry)
    }
  }

  private mutating func takeMetrics(
    _ body: ArraySlice<UInt8>, _ time: Int64, _ entry: WebDriverImport.Entry
  ) throws {
    var numbers: [String: Double] = [:]
    try JSONParts.members(of: body) { key, value in
      numbers[String(decoding: key, as: UTF8.self)] = JSONScanner.number(value)
    }
    guard let width = numbers["width"], let height = numbers["height"], width > 0, height > 0 else {
      return
    }
    let ratio = numbers["deviceScaleFactor"].flatMap { $0 > 0 ? $0 : nil }
    scale = scale ?? ratio
    let change = ContainerChange(size: Size(width: width, height: height), scale: ratio)
    push(.input(.container(change)), time, entry)
  }

  // MARK: What was asked for

  private mutating func expand<Sink: TraceSink>(
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
  private mutating func settleExpansion() {
    let entry = WebDriverImport.Entry()
    for sample in expansion {
      hasExpansion = true
      push(.input(sample.input), sample.time, entry)
    }
    expansion = []
  }

  private mutating func forgetExpansion() { expansion = [] }

  // MARK: The trace

  /// Ends the log.
  mutating func finish<Sink: TraceSink>(into sink: inout Sink) throws {
    settleExpansion()
    guard hasGesture else { return }
    while !window.isEmpty { try release(into: &sink) }
    try trace?.finish(into: &sink)
    try tally.finish(into: &sink)
  }

  private mutating func release<Sink: TraceSink>(into sink: inout Sink) throws {
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

  private mutating func begin<Sink: TraceSink>(at time: Int64, _ sink: inout Sink) throws {
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
