import ScrollModel
import TextKit

// The assignment of records to traces, and their events.

extension PlaywrightSession {
  mutating func release<Sink: TraceSink>(into sink: inout Sink) throws {
    guard let (time, entry) = window.pop() else { return }
    if case .lost = entry.content { return loseInAll() }
    if origin == nil { origin = time }
    let moment = TraceTime(nanoseconds: time)
      .nanoseconds(since: TraceTime(nanoseconds: origin ?? time))
    let page = page(of: entry.source)
    guard try begin(page, at: moment, entry, &sink) else { return }
    switch entry.content {
    case .lost: break
    case .action(let event, let mouse):
      try takeAction(event, at: moment, of: page, entry, &sink)
      if let mouse { pages[page].mouse = mouse }
    case .snapshot(let snapshot):
      if let size = snapshot.viewport, !pages[page].isOutdated(size, in: entry.source.call) {
        try resize(size, at: moment, page, entry, &sink)
      }
      try takeScrollers(snapshot, at: moment, of: page, entry, &sink)
    }
  }

  private mutating func loseInAll() {
    for page in pages.indices {
      for index in pages[page].traces.indices { pages[page].traces[index].trace.lost += 1 }
    }
  }

  /// Returns the page of a record: its own, that of its call's snapshots, or its context's first.
  private mutating func page(of source: Source) -> Int {
    if let page = source.page { return page }
    if let page = contexts[source.context].page(of: source.call) { return page }
    if let page = contexts[source.context].firstPage { return page }
    if pages.isEmpty { pages.append(PlaywrightPage(name: "", context: source.context)) }
    return 0
  }

  /// Begins the traces of a page with its document; false if there are too many.
  private mutating func begin<Sink: TraceSink>(
    _ page: Int, at time: Int64, _ entry: Entry, _ sink: inout Sink
  ) throws -> Bool {
    guard pages[page].prefix == nil else { return true }
    guard traceCount < Self.limit else { return false }
    begunCount += 1
    pages[page].prefix = begunCount == 1 ? "" : "page \(begunCount) "
    _ = try trace("document", frame: 0, of: page, &sink)
    let context = contexts[pages[page].context]
    if let size = context.viewport {
      pages[page].traces[0].size = size
      let change = ContainerChange(size: size, scale: context.scale)
      try add(.input(.container(change)), at: time, to: 0, of: page, entry, &sink)
    }
    return true
  }

  /// Adds an input to the scroller that it moves: the only one besides the page that ever moved.
  private mutating func takeAction<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, of page: Int, _ entry: Entry, _ sink: inout Sink
  ) throws {
    var index = 0
    var event = event
    if case .input(.container(let change)) = event {
      guard let size = change.size else { return }
      pages[page].noteResize(entry.source.call, to: size)
      return try resize(size, at: time, page, entry, &sink)
    }
    if case .input(.wheel(var wheel)) = event {
      wheel.position = pages[page].mouse
      event = .input(.wheel(wheel))
    }
    if case .input = event, pages[page].moved.count == 1 {
      let (name, frame) = pages[page].moved[0]
      index = try trace(name, frame: frame, of: page, &sink) ?? 0
    }
    try add(event, at: time, to: index, of: page, entry, &sink)
  }

  private mutating func resize<Sink: TraceSink>(
    _ size: Size, at time: Int64, _ page: Int, _ entry: Entry, _ sink: inout Sink
  ) throws {
    guard pages[page].traces[0].size != size else { return }
    pages[page].traces[0].size = size
    let change = ContainerChange(size: size)
    try add(.input(.container(change)), at: time, to: 0, of: page, entry, &sink)
    let note = Annotation(kind: "viewport", text: "\(size.width) x \(size.height)")
    for index in pages[page].traces.indices.dropFirst() {
      try add(.observation(.annotation(note)), at: time, to: index, of: page, entry, &sink)
    }
  }

  private mutating func takeScrollers<Sink: TraceSink>(
    _ snapshot: Snapshot, at time: Int64, of page: Int, _ entry: Entry, _ sink: inout Sink
  ) throws {
    var seen: Set<Int> = []
    for (name, offset) in snapshot.scrollers {
      guard let index = try trace(name, frame: snapshot.frame, of: page, &sink) else { continue }
      seen.insert(index)
      try show(offset, of: index, of: page, at: time, entry, &sink)
    }
    guard snapshot.isWhole else { return }
    // Only scrollers away from their start are listed; the others are at their start.
    for index in pages[page].traces.indices where !seen.contains(index) {
      guard pages[page].traces[index].frame == snapshot.frame else { continue }
      try show(.zero, of: index, of: page, at: time, entry, &sink)
    }
  }

  private mutating func show<Sink: TraceSink>(
    _ offset: Point, of index: Int, of page: Int, at time: Int64, _ entry: Entry,
    _ sink: inout Sink
  ) throws {
    let size = pages[page].traces[0].size
    let geometry = index == 0 ? FrameGeometry(containerSize: size) : .unknown
    let frame = GeometryFrame(offset: offset, geometry: geometry)
    try add(.observation(.frame(frame)), at: time, to: index, of: page, entry, &sink)
  }

  private mutating func add<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, to index: Int, of page: Int, _ entry: Entry,
    _ sink: inout Sink
  ) throws {
    let isAdded = try pages[page].traces[index].trace.append(
      event, at: time, byte: entry.byte, line: entry.line, &tally, into: &sink)
    if isAdded { eventCount += 1 }
  }

  /// Returns the begun trace of a page's scroller; nil if there are too many.
  private mutating func trace<Sink: TraceSink>(
    _ name: String, frame: Int, of page: Int, _ sink: inout Sink
  ) throws -> Int? {
    if let index = pages[page].traces.firstIndex(where: { $0.name == name }) { return index }
    guard traceCount < Self.limit else { return nil }
    let information = information(name, of: page)
    var trace = try MonotonicTraceWriter(information, in: &sink)
    trace.expectRightToLeft(below: -1)
    pages[page].traces.append(PlaywrightPage.PageTrace(name: name, frame: frame, trace: trace))
    traceCount += 1
    return pages[page].traces.count - 1
  }

  private func information(_ name: String, of page: Int) -> TraceInformation {
    let context = contexts[pages[page].context]
    let prefix = pages[page].prefix ?? ""
    var information = TraceInformation(name: prefix + name, coordinateSpace: .cssPixels)
    if name != "document" { information.parentName = "\(prefix)document" }
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
    // Offsets are exact, but only sampled once per action.
    information.qualities = [
      .offset: .throttled(milliseconds: 1000), .geometry: .throttled(milliseconds: 1000),
    ]
    return information
  }
}
