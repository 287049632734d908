import ScrollModel
import TextKit

/// Makes traces of the records of a Playwright trace.
struct PlaywrightSession {
  var eventCount: Int64 = 0
  var tally = DiagnosticTally()
  var window = SortWindow<Entry>()
  var frames: [(key: String, isMain: Bool, frame: PlaywrightFrame)] = []
  var context = Context()
  var latest: Int64?
  var origin: Int64?
  var cursor: Point?
  var traces: [PageTrace] = []
  /// The scrollers that were somewhere else than before, to tell what a wheel moved.
  var moved: [String] = []

  struct Context {
    var viewport: Size?
    var scale: Double?
    var browser = ""
    var platform = ""
    /// What Unix time is ahead of the trace's clock.
    var unixLead: Int64?
  }

  struct PageTrace {
    var name: String
    var trace: CheckedTrace
    var offset: Point?
    var size: Size?
  }

  struct Entry {
    var content: Content
    var line: Int64
    var byte: Int64
  }

  enum Content {
    case lost
    case snapshot(key: String, isMain: Bool, [PlaywrightFrame.Scroller], isWhole: Bool, Size?)
    /// Something of the page: an input, a note.
    case page(TraceEvent)
  }

  /// How many frames of a page are followed.
  static let frameLimit = 256

  init() {}

  /// Starts another member, whose snapshots count anew.
  mutating func beginMember() { frames = [] }

  // MARK: Records

  /// Takes in a line.
  mutating func take<Sink: TraceSink>(
    _ line: LineReader.Line, into sink: inout Sink
  ) throws {
    do {
      var record = Record()
      let isObject = try JSONParts.members(of: line.bytes) { key, value in
        try record.take(key, value)
      }
      guard isObject else {
        return try lose(
          "not-a-record", line: Int64(line.number), byte: line.offset,
          "the line is no JSON object", into: &sink)
      }
      try take(record, line, &sink)
    } catch let error as JSONError {
      try lose(
        line.hasNewline ? "damaged-record" : "cut-off", line: Int64(line.number),
        byte: line.offset + Int64(error.offset), error.message, into: &sink)
    }
    while window.isFull { try release(into: &sink) }
  }

  struct Record {
    var type = ""
    var method = ""
    var className = ""
    var time: Int64?
    var params: ArraySlice<UInt8> = []
    var snapshot: ArraySlice<UInt8> = []
    var options: ArraySlice<UInt8> = []
    var browser = ""
    var platform = ""
    var wallTime: Int64?

    mutating func take(_ key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) throws {
      switch key {
      case "type": type = JSONScanner.text(value) ?? ""
      case "method": method = JSONScanner.text(value) ?? ""
      case "class": className = JSONScanner.text(value) ?? ""
      case "startTime", "monotonicTime": time = JSONScanner.scaled(value, timesTenTo: 6)
      case "wallTime": wallTime = JSONScanner.scaled(value, timesTenTo: 6)
      case "params": params = value
      case "snapshot": snapshot = value
      case "options": options = value
      case "browserName": browser = JSONScanner.text(value) ?? ""
      case "platform": platform = JSONScanner.text(value) ?? ""
      default: break
      }
    }
  }

  mutating func take<Sink: TraceSink>(
    _ record: Record, _ line: LineReader.Line, _ sink: inout Sink
  ) throws {
    switch record.type {
    case "context-options": try takeContext(record)
    case "before", "action": try takeAction(record, line)
    case "frame-snapshot": try takeSnapshot(record.snapshot, line, &sink)
    default: break
    }
  }

  mutating func takeContext(_ record: Record) throws {
    context.browser = record.browser
    context.platform = record.platform
    if let time = record.time, let wall = record.wallTime,
      time.magnitude <= ModelLimits.time.magnitude,
      0...ModelLimits.time ~= wall
    {
      context.unixLead = wall - time
    }
    try JSONParts.members(of: record.options) { key, value in
      switch key {
      case "viewport": context.viewport = try Self.size(value)
      case "deviceScaleFactor": context.scale = JSONScanner.number(value)
      default: break
      }
    }
  }

  static func size(_ text: ArraySlice<UInt8>) throws -> Size? {
    var width: Double?
    var height: Double?
    try JSONParts.members(of: text) { key, value in
      switch key {
      case "width": width = JSONScanner.number(value)
      case "height": height = JSONScanner.number(value)
      default: break
      }
    }
    guard let width, let height, width > 0, height > 0 else { return nil }
    return Size(width: width, height: height)
  }

  mutating func takeAction(_ record: Record, _ line: LineReader.Line) throws {
    guard let time = record.time else { return }
    var numbers: [String: Double] = [:]
    var size: Size?
    var url = ""
    try JSONParts.members(of: record.params) { key, value in
      switch key {
      case "x", "y", "deltaX", "deltaY":
        numbers[String(decoding: key, as: UTF8.self)] = JSONScanner.number(value)
      case "viewportSize": size = try Self.size(value)
      case "url": url = JSONScanner.text(value) ?? ""
      default: break
      }
    }
    let point = numbers["x"].flatMap { x in numbers["y"].map { Point(x: x, y: $0) } }
    switch record.method {
    case "mouseWheel":
      let delta = Vector(dx: numbers["deltaX"] ?? 0, dy: numbers["deltaY"] ?? 0)
      let wheel = WheelSample(delta: delta, isPrecise: true, position: cursor)
      push(.page(.input(.wheel(wheel))), at: time, line)
    case "touchscreenTap":
      for phase in [TouchPhase.began, .ended] {
        let touch = TouchSample(pointer: 0, phase: phase, position: point ?? .zero)
        push(.page(.input(.touch(touch))), at: time, line)
      }
    case "setViewportSize":
      guard let size else { break }
      push(.page(.input(.container(ContainerChange(size: size)))), at: time, line)
    default:
      if record.method == "mouseMove", let point { cursor = point }
      var text = "\(record.className).\(record.method)"
      if !url.isEmpty { text += " \(url)" }
      if let point { text += " \(point.x) \(point.y)" }
      let note = Annotation(kind: "action", text: text.shortened())
      push(.page(.observation(.annotation(note))), at: time, line)
    }
  }

  mutating func takeSnapshot<Sink: TraceSink>(
    _ snapshot: ArraySlice<UInt8>, _ line: LineReader.Line, _ sink: inout Sink
  ) throws {
    var time: Int64?
    var key = ""
    var html: ArraySlice<UInt8> = []
    var viewport: Size?
    var isMain = false
    try JSONParts.members(of: snapshot) { name, value in
      switch name {
      case "timestamp": time = JSONScanner.scaled(value, timesTenTo: 6)
      case "frameId": key = JSONScanner.text(value) ?? ""
      case "html": html = value
      case "viewport": viewport = try Self.size(value)
      case "isMainFrame": if case "true" = value { isMain = true }
      default: break
      }
    }
    guard let time else {
      return try lose(
        "no-timestamp", line: Int64(line.number), byte: line.offset,
        "a snapshot has no 'timestamp'", into: &sink)
    }
    var index = frames.firstIndex { $0.key == key } ?? frames.count
    if index == frames.count {
      if frames.count == Self.frameLimit {
        frames.removeFirst()
        index -= 1
      }
      frames.append((key, isMain, PlaywrightFrame()))
    }
    let found: (scrollers: [PlaywrightFrame.Scroller], isWhole: Bool)
    do {
      found = try frames[index].frame.take(html)
    } catch {
      frames[index].frame.lose()
      throw error
    }
    if !found.isWhole {
      try tally.report(
        "lost-reference", .notice, line: Int64(line.number), byte: line.offset,
        "a snapshot refers to one that is not there; what is scrolled may be missing", into: &sink)
    }
    push(
      .snapshot(
        key: key, isMain: isMain, found.scrollers, isWhole: found.isWhole,
        isMain ? viewport : nil), at: time, line)
  }

  mutating func push(_ content: Content, at time: Int64, _ line: LineReader.Line) {
    guard time.magnitude <= ModelLimits.time.magnitude else { return }
    latest = time
    if case .snapshot(_, _, let scrollers, _, _) = content {
      for scroller in scrollers where scroller.label != "document" && moved.count < 1000 {
        if !moved.contains(scroller.label) { moved.append(scroller.label) }
      }
    }
    window.push(
      Entry(content: content, line: Int64(line.number), byte: line.offset), at: time)
  }

  /// Takes in that a record was lost.
  mutating func lose<Sink: TraceSink>(
    _ kind: String, line: Int64? = nil, byte: Int64, _ message: String, into sink: inout Sink
  ) throws {
    try tally.report(kind, .dataLoss, line: line, byte: byte, message, into: &sink)
    guard let latest else { return }
    window.push(Entry(content: .lost, line: line ?? 0, byte: byte), at: latest)
  }

  /// Keeps something worth knowing about the source.
  mutating func note<Sink: TraceSink>(
    _ kind: String, _ message: String, into sink: inout Sink
  ) throws {
    try tally.report(kind, .notice, message, into: &sink)
  }

  mutating func finish<Sink: TraceSink>(into sink: inout Sink) throws {
    while !window.isEmpty { try release(into: &sink) }
    for index in traces.indices { try traces[index].trace.finish(into: &sink) }
    try tally.finish(into: &sink)
  }
}
