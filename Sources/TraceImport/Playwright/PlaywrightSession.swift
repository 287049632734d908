import ScrollModel
import TextKit

/// Makes traces of the records of a Playwright trace.
struct PlaywrightSession {
  private(set) var eventCount: Int64 = 0
  private var tally = DiagnosticTally()
  private var window = SortWindow<Entry>()
  private var frames: [(key: String, isMain: Bool, frame: PlaywrightFrame)] = []
  private var context = Context()
  private var latest: Int64?
  private var origin: Int64?
  private var cursor: Point?
  private var traces: [PageTrace] = []
  /// The scrollers that were somewhere else than before, to tell what a wheel moved.
  private var moved: [String] = []

  private struct Context {
    var viewport: Size?
    var scale: Double?
    var browser = ""
    var platform = ""
    /// What Unix time is ahead of the trace's clock.
    var unixLead: Int64?
  }

  private struct PageTrace {
    var name: String
    var trace: CheckedTrace
    var offset: Point?
    var size: Size?
  }

  private struct Entry {
    var content: Content
    var line: Int64
    var byte: Int64
  }

  private enum Content {
    case lost
    case snapshot(key: String, isMain: Bool, [PlaywrightFrame.Scroller], isWhole: Bool, Size?)
    /// Something of the page: an input, a note.
    case page(TraceEvent)
  }

  /// How many frames of a page are followed.
  private static let frameLimit = 256

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

  private struct Record {
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

  private mutating func take<Sink: TraceSink>(
    _ record: Record, _ line: LineReader.Line, _ sink: inout Sink
  ) throws {
    switch record.type {
    case "context-options": try takeContext(record)
    case "before", "action": try takeAction(record, line)
    case "frame-snapshot": try takeSnapshot(record.snapshot, line, &sink)
    default: break
    }
  }

  private mutating func takeContext(_ record: Record) throws {
    context.browser = record.browser
    context.platform = record.platform
    if let time = record.time, let wall = record.wallTime, abs(time) <= ModelLimits.time,
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

  private static func size(_ text: ArraySlice<UInt8>) throws -> Size? {
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

  private mutating func takeAction(_ record: Record, _ line: LineReader.Line) throws {
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

  private mutating func takeSnapshot<Sink: TraceSink>(
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

  private mutating func push(_ content: Content, at time: Int64, _ line: LineReader.Line) {
    guard abs(time) <= ModelLimits.time else { return }
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

  // MARK: The traces

  private mutating func release<Sink: TraceSink>(into sink: inout Sink) throws {
    guard let (time, entry) = window.pop() else { return }
    if origin == nil { origin = time }
    let moment = time - (origin ?? time)
    if traces.isEmpty {
      _ = try trace(named: "document", &sink)
      if let size = context.viewport {
        traces[0].size = size
        let change = ContainerChange(size: size, scale: context.scale)
        try add(.input(.container(change)), at: moment, to: 0, entry, &sink)
      }
    }
    switch entry.content {
    case .lost: for index in traces.indices { traces[index].trace.lost += 1 }
    case .page(let event): try takePage(event, at: moment, entry, &sink)
    case .snapshot(let key, let isMain, let scrollers, let isWhole, let viewport):
      if let viewport { try resize(viewport, at: moment, entry, &sink) }
      try takeScrollers(key, isMain, scrollers, isWhole, at: moment, entry, &sink)
    }
  }

  /// Gives an input to the scroller that it moves: the only one besides the page that ever moved.
  private mutating func takePage<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, _ entry: Entry, _ sink: inout Sink
  ) throws {
    var index = 0
    switch event {
    case .input(.container(let change)):
      guard let size = change.size else { return }
      return try resize(size, at: time, entry, &sink)
    case .input: if moved.count == 1 { index = try trace(named: moved[0], &sink) }
    default: break
    }
    try add(event, at: time, to: index, entry, &sink)
  }

  private mutating func resize<Sink: TraceSink>(
    _ size: Size, at time: Int64, _ entry: Entry, _ sink: inout Sink
  ) throws {
    guard traces[0].size != size else { return }
    traces[0].size = size
    try add(.input(.container(ContainerChange(size: size))), at: time, to: 0, entry, &sink)
    let note = Annotation(kind: "viewport", text: "\(size.width) x \(size.height)")
    for index in traces.indices.dropFirst() {
      try add(.observation(.annotation(note)), at: time, to: index, entry, &sink)
    }
  }

  private mutating func takeScrollers<Sink: TraceSink>(
    _ key: String, _ isMain: Bool, _ scrollers: [PlaywrightFrame.Scroller], _ isWhole: Bool,
    at time: Int64, _ entry: Entry, _ sink: inout Sink
  ) throws {
    let prefix = isMain ? "" : "frame \(frameNumber(key)) "
    var seen: [String] = []
    for scroller in scrollers {
      var name = prefix + scroller.label
      let same = seen.count { $0 == name || $0.hasPrefix("\(name) [") }
      if same > 0 { name += " [\(same + 1)]" }
      seen.append(name)
      // What has a thousand scrollers is no page.
      guard traces.count < 1000 || traces.contains(where: { $0.name == name }) else { continue }
      try show(scroller.offset, of: try trace(named: name, &sink), at: time, entry, &sink)
    }
    guard isWhole else { return }
    // Only what is away from its start is named; the others are back at it.
    for index in traces.indices where !seen.contains(traces[index].name) {
      let isOfFrame =
        isMain ? !traces[index].name.hasPrefix("frame ") : traces[index].name.hasPrefix(prefix)
      if isOfFrame { try show(.zero, of: index, at: time, entry, &sink) }
    }
  }

  private func frameNumber(_ key: String) -> Int {
    (frames.firstIndex { $0.key == key } ?? frames.count) + 1
  }

  private mutating func show<Sink: TraceSink>(
    _ offset: Point, of index: Int, at time: Int64, _ entry: Entry, _ sink: inout Sink
  ) throws {
    traces[index].offset = offset
    let geometry = index == 0 ? FrameGeometry(containerSize: traces[0].size) : .unknown
    let frame = GeometryFrame(offset: offset, geometry: geometry)
    try add(.observation(.frame(frame)), at: time, to: index, entry, &sink)
  }

  private mutating func add<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, to index: Int, _ entry: Entry, _ sink: inout Sink
  ) throws {
    let isAdded = try traces[index].trace.append(
      event, at: time, byte: entry.byte, line: entry.line, &tally, into: &sink)
    if isAdded { eventCount += 1 }
  }

  private mutating func trace<Sink: TraceSink>(
    named name: String, _ sink: inout Sink
  ) throws -> Int {
    if let index = traces.firstIndex(where: { $0.name == name }) { return index }
    var information = TraceInformation(name: name, coordinateSpace: .cssPixels)
    if name != "document" { information.parentName = "document" }
    information.app = context.browser.isEmpty ? nil : context.browser.shortened()
    information.system = context.platform.isEmpty ? nil : context.platform.shortened()
    if let scale = context.scale, scale > 0, scale <= ModelLimits.scale {
      information.scale = scale
    }
    information.source = SourceOrigin(format: PlaywrightImport.name)
    let start = origin ?? 0
    if let lead = context.unixLead {
      information.clock = SourceClock(
        name: "unix_ms", origin: ClockText.milliseconds(start.addingReportingOverflow(lead).0))
    } else {
      information.clock = SourceClock(
        name: "playwright_monotonic", origin: "\(ClockText.milliseconds(start)) ms")
    }
    // Exact where they are, and only there: once an action.
    information.qualities = [
      .offset: .throttled(milliseconds: 1000), .geometry: .throttled(milliseconds: 1000),
    ]
    traces.append(PageTrace(name: name, trace: try CheckedTrace(information, in: &sink)))
    return traces.count - 1
  }
}
