import ScrollModel
import TextKit

/// Creates traces from the records of a Playwright trace.
struct PlaywrightSession {
  var eventCount: Int64 = 0
  var tally = DiagnosticSummary()
  var window = SortWindow<Entry>()
  /// The browser contexts in the order of the source; the last is the current one.
  var contexts = [PlaywrightContext()]
  /// The pages of all contexts, in the order of occurrence.
  var pages: [PlaywrightPage] = []
  /// The tracked frames of all pages.
  var frames: [PageFrame] = []
  var latest: Int64?
  var origin: Int64?
  /// The number of pages with traces.
  var begunCount = 0
  /// The number of traces.
  var traceCount = 0

  /// A frame of a page, with the data that its next snapshot may refer to.
  struct PageFrame {
    var page: Int
    var key: String
    /// Its unique number in its page.
    var number: Int
    var frame = PlaywrightFrame()
  }

  struct Entry {
    var content: Content
    var source: Source
    var line: Int64
    var byte: Int64
  }

  /// The origin of a record, as far as known.
  struct Source {
    var context: Int
    var page: Int?
    /// The call that it belongs to.
    var call = ""
  }

  enum Content {
    case lost
    case snapshot(Snapshot)
    /// An input or annotation; the point is the new position of the mouse.
    case action(TraceEvent, mouse: Point?)
  }

  /// The contents of one snapshot of a frame.
  struct Snapshot {
    var frame: Int
    var isMain: Bool
    var scrollers: [(name: String, offset: Point)]
    var isWhole: Bool
    var viewport: Size?
  }

  /// The largest number of tracked frames.
  static let frameLimit = 256
  /// The largest number of pages and of traces.
  static let limit = 1000

  init() {}

  /// Starts another member; its snapshots refer only to snapshots of the same member.
  ///
  /// It may belong to another context, or continue the pages of a previous one.
  mutating func beginMember() {
    for index in frames.indices { frames[index].frame.beginMember() }
    beginContext()
  }

  private mutating func beginContext() {
    if contexts[contexts.count - 1].isKnown { contexts.append(PlaywrightContext()) }
  }

  // MARK: Records

  /// Handles a line.
  mutating func take<Sink: TraceSink>(
    _ line: LineReader.Line, into sink: inout Sink
  ) throws {
    do {
      var record = PlaywrightRecord()
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

  mutating func take<Sink: TraceSink>(
    _ record: PlaywrightRecord, _ line: LineReader.Line, _ sink: inout Sink
  ) throws {
    switch record.type {
    case "context-options":
      beginContext()
      try contexts[contexts.count - 1].take(record)
    case "before", "action": try takeAction(record, line)
    case "frame-snapshot": try takeSnapshot(record.snapshot, line, &sink)
    default: break
    }
  }

  mutating func takeAction(_ record: PlaywrightRecord, _ line: LineReader.Line) throws {
    guard let time = record.time else { return }
    contexts[contexts.count - 1].align(time, record.wallTime)
    let parameters = try PlaywrightRecord.Parameters(record.params)
    var source = Source(context: contexts.count - 1, call: record.call)
    if !record.page.isEmpty {
      guard let page = page(record.page) else { return }
      source.page = page
    }
    func push(_ event: TraceEvent, mouse: Point? = nil) {
      self.push(.action(event, mouse: mouse), at: time, source, line)
    }
    switch record.method {
    case "mouseWheel": push(.input(.wheel(WheelSample(delta: parameters.delta, isPrecise: true))))
    case "touchscreenTap":
      for phase in [TouchPhase.began, .ended] {
        let position = parameters.point ?? .zero
        push(.input(.touch(TouchSample(pointer: 0, phase: phase, position: position))))
      }
    case "setViewportSize":
      guard let size = parameters.viewport else { break }
      push(.input(.container(ContainerChange(size: size))))
    default:
      let note = Annotation(kind: "action", text: parameters.text(of: record).shortened())
      push(
        .observation(.annotation(note)),
        mouse: record.method == "mouseMove" ? parameters.point : nil)
    }
  }

  mutating func takeSnapshot<Sink: TraceSink>(
    _ text: ArraySlice<UInt8>, _ line: LineReader.Line, _ sink: inout Sink
  ) throws {
    let fields = try PlaywrightRecord.SnapshotFields(text)
    guard let time = fields.time else {
      return try lose(
        "no-timestamp", line: Int64(line.number), byte: line.offset,
        "a snapshot has no 'timestamp'", into: &sink)
    }
    guard let page = page(fields.page) else { return }
    let index = frame(fields.frame, of: page)
    let found: (scrollers: [PlaywrightFrame.Scroller], isWhole: Bool)
    do {
      found = try frames[index].frame.take(fields.html, inQuirksMode: !fields.hasDoctype)
    } catch {
      frames[index].frame.lose()
      throw error
    }
    if !found.isWhole {
      try tally.report(
        "lost-reference", .notice, line: Int64(line.number), byte: line.offset,
        "a snapshot refers to one that is not there; what is scrolled may be missing", into: &sink)
    }
    let number = fields.isMain ? 0 : frames[index].number
    let snapshot = Snapshot(
      frame: number, isMain: fields.isMain,
      scrollers: PlaywrightPage.named(found.scrollers, in: number), isWhole: found.isWhole,
      viewport: fields.isMain ? fields.viewport : nil)
    pages[page].noteMoved(snapshot, found.scrollers)
    contexts[contexts.count - 1].note(fields.call, on: page)
    let source = Source(context: contexts.count - 1, page: page, call: fields.call)
    push(.snapshot(snapshot), at: time, source, line)
  }

  /// Returns the page with a name, adding a new one if necessary; nil if there are too many.
  ///
  /// Names are random, so equal names in two members are the same page.
  private mutating func page(_ name: String) -> Int? {
    let context = contexts.count - 1
    var found = pages.firstIndex {
      $0.name == name && (!name.isEmpty || $0.context == context)
    }
    if found == nil, pages.count < Self.limit {
      found = pages.count
      pages.append(PlaywrightPage(name: name, context: context))
    }
    if contexts[context].firstPage == nil { contexts[context].firstPage = found }
    return found
  }

  private mutating func frame(_ key: String, of page: Int) -> Int {
    if let index = frames.firstIndex(where: { $0.page == page && $0.key == key }) { return index }
    if frames.count == Self.frameLimit { frames.removeFirst() }
    pages[page].frameCount += 1
    frames.append(PageFrame(page: page, key: key, number: pages[page].frameCount))
    return frames.count - 1
  }

  mutating func push(
    _ content: Content, at time: Int64, _ source: Source, _ line: LineReader.Line
  ) {
    guard time.magnitude <= ModelLimits.time.magnitude else { return }
    latest = time
    window.push(
      Entry(content: content, source: source, line: Int64(line.number), byte: line.offset),
      at: time)
  }

  /// Records that a record was lost.
  mutating func lose<Sink: TraceSink>(
    _ kind: String, line: Int64? = nil, byte: Int64, _ message: String, into sink: inout Sink
  ) throws {
    try tally.report(kind, .dataLoss, line: line, byte: byte, message, into: &sink)
    guard let latest else { return }
    let source = Source(context: contexts.count - 1)
    window.push(Entry(content: .lost, source: source, line: line ?? 0, byte: byte), at: latest)
  }

  /// Reports a notice about the source.
  mutating func note<Sink: TraceSink>(
    _ kind: String, _ message: String, into sink: inout Sink
  ) throws {
    try tally.report(kind, .notice, message, into: &sink)
  }

  mutating func finish<Sink: TraceSink>(into sink: inout Sink) throws {
    while !window.isEmpty { try release(into: &sink) }
    for page in pages.indices {
      for index in pages[page].traces.indices {
        try pages[page].traces[index].trace.finish(into: &sink)
      }
    }
    try tally.finish(into: &sink)
  }
}
