import ScrollModel
import TextKit

// Which trace a record belongs to, and what it becomes there.

extension PlaywrightSession {
  mutating func release<Sink: TraceSink>(into sink: inout Sink) throws {
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
  mutating func takePage<Sink: TraceSink>(
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

  mutating func resize<Sink: TraceSink>(
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

  mutating func takeScrollers<Sink: TraceSink>(
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

  func frameNumber(_ key: String) -> Int {
    (frames.firstIndex { $0.key == key } ?? frames.count) + 1
  }

  mutating func show<Sink: TraceSink>(
    _ offset: Point, of index: Int, at time: Int64, _ entry: Entry, _ sink: inout Sink
  ) throws {
    traces[index].offset = offset
    let geometry = index == 0 ? FrameGeometry(containerSize: traces[0].size) : .unknown
    let frame = GeometryFrame(offset: offset, geometry: geometry)
    try add(.observation(.frame(frame)), at: time, to: index, entry, &sink)
  }

  mutating func add<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, to index: Int, _ entry: Entry, _ sink: inout Sink
  ) throws {
    let isAdded = try traces[index].trace.append(
      event, at: time, byte: entry.byte, line: entry.line, &tally, into: &sink)
    if isAdded { eventCount += 1 }
  }

  mutating func trace<Sink: TraceSink>(
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
