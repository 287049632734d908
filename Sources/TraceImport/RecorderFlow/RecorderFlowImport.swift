import ScrollModel
import TextKit

/// Imports the scroll steps of a flow of Chrome's recorder panel.
///
/// A flow has no times, and the panel records no scrolling: such steps are written by hand. They
/// become programmatic scrolls at intervals of one second.
enum RecorderFlowImport {
  /// The stored name of this format.
  static let name = "chrome-recorder"
  /// The interval between steps.
  static let stepInterval: Int64 = 1_000_000_000

  /// Recognizes a flow by its first steps.
  static func recognize(_ head: FormatHead) -> Recognition? {
    guard let step = JSONParts.firstElement(in: head.content, under: "steps"),
      JSONParts.hasKeys(["type"], in: step)
    else { return nil }
    return Recognition(confidence: 75, reason: "an object with 'steps' that have a 'type'")
  }

  /// Writes a trace for the page and one for every scrolled element to a sink.
  static func read<Sink: TraceSink>(
    _ source: ByteSource, options: ImportOptions, into sink: inout Sink,
    progress: (Int64) throws -> Void
  ) throws -> ImportSummary {
    let stream = JSONStream(source, [.elements("steps"), .value("title")])
    var flow = RecorderFlow()
    do {
      while let piece = try stream.next() {
        switch piece {
        case .value(let value) where value.choice == 1:
          flow.title = JSONScanner.text(value.bytes) ?? ""
        case .value(let value): try flow.take(value.bytes, byte: value.offset, into: &sink)
        case .damage(let offset, let length, let reason):
          try flow.lose(
            reason == .cutOff ? "cut-off" : "damaged-record", byte: offset,
            "\(reason); \(length) bytes were left out", into: &sink)
        }
        if flow.stepCount & 0xFF == 0 { try progress(source.rawCount) }
      }
    } catch let error as InputError {
      try SourceDamage.report(error, unfinished: stream.unfinishedCount, into: &sink)
    }
    try SourceDamage.reportTrailing(source, into: &sink)
    guard flow.scrollCount > 0 else {
      let title = flow.title.isEmpty ? "" : " '\(DisplayText.escaped(flow.title.shortened()))'"
      throw SourceDamage.nothing(
        in: source,
        "holds the flow\(title) of \(flow.stepCount) steps, none of which scrolls: Chrome's "
          + "recorder never records scrolling; add steps of the type 'scroll' by hand, or record "
          + "with rrweb or a trace of the categories cc and input")
    }
    try flow.finish(into: &sink)
    var summary = ImportSummary()
    summary.bytes = source.count
    summary.events = flow.eventCount
    return summary
  }
}

/// Creates traces from the steps of a flow.
private struct RecorderFlow {
  var title = ""
  private(set) var stepCount: Int64 = 0
  private(set) var scrollCount: Int64 = 0
  private(set) var eventCount: Int64 = 0
  private var tally = DiagnosticSummary()
  /// The scroller of each trace, the flow's own page first.
  private var traces: [(scroller: Scroller, trace: MonotonicTraceWriter)] = []
  /// Events that are held until the flow is known to scroll the page.
  private var pending: [(page: Scroller, event: TraceEvent, time: Int64, byte: Int64)] = []

  /// The scroller of a step.
  private struct Scroller: Equatable {
    /// The URL of a page other than the flow's own.
    var target: String?
    /// The path through the frames, from the page inwards.
    var frames: [Int64] = []
    var selector: String?

    /// The page that contains it.
    var page: Scroller { Scroller(target: target) }

    var name: String {
      let path = frames.isEmpty ? nil : "frame " + frames.map(String.init).joined(separator: ".")
      let element = selector.map { $0.isEmpty ? "element" : $0 }
      let parts = [target, path, element].compactMap(\.self)
      return parts.isEmpty ? "document" : parts.map { $0.shortened(to: 80) }.joined(separator: " ")
    }
  }

  init() {}

  mutating func lose<Sink: TraceSink>(
    _ kind: String, byte: Int64, _ message: String, into sink: inout Sink
  ) throws {
    try tally.report(kind, .dataLoss, byte: byte, message, into: &sink)
    for index in traces.indices { traces[index].trace.lost += 1 }
  }

  mutating func take<Sink: TraceSink>(
    _ text: ArraySlice<UInt8>, byte: Int64, into sink: inout Sink
  ) throws {
    let time = min(stepCount, 1 << 30) * RecorderFlowImport.stepInterval
    stepCount += 1
    var step = Step()
    do {
      step = try Step(text)
    } catch let error as JSONError {
      return try lose(
        "damaged-record", byte: byte + Int64(error.offset), error.message, into: &sink)
    }
    switch step.type {
    case "scroll": try scroll(step, at: time, byte, &sink)
    case "setViewport":
      guard let width = step.numbers["width"], let height = step.numbers["height"] else { return }
      // Replay tools treat a scale of 0 as the browser's default.
      let scale = step.numbers["deviceScaleFactor"].flatMap { $0 > 0 ? $0 : nil }
      let change = ContainerChange(size: Size(width: width, height: height), scale: scale)
      try add(.input(.container(change)), at: time, toPage: step.scroller.page, byte, &sink)
    case "navigate":
      let note = Annotation(kind: "page", text: step.url.shortened())
      try add(.observation(.annotation(note)), at: time, toPage: step.scroller.page, byte, &sink)
    default: break
    }
  }

  private struct Step {
    var type = ""
    var url = ""
    var scroller = Scroller()
    var numbers: [String: Double] = [:]

    init() {}

    init(_ text: ArraySlice<UInt8>) throws {
      try JSONParts.members(of: text) { key, value in
        switch key {
        case "type": type = JSONScanner.text(value) ?? ""
        case "url": url = JSONScanner.text(value) ?? ""
        case "x", "y", "width", "height", "deviceScaleFactor":
          numbers[String(decoding: key, as: UTF8.self)] = JSONScanner.number(value)
        case "target":
          let target = JSONScanner.text(value) ?? "main"
          scroller.target = target == "main" ? nil : target
        case "frame":
          try JSONParts.elements(of: value) {
            if let index = JSONScanner.whole($0), scroller.frames.count < 32 {
              scroller.frames.append(index)
            }
          }
        case "selectors": scroller.selector = try Self.selector(value)
        default: break
        }
      }
    }

    /// Returns the first of the selectors; each is a text or a list of texts.
    private static func selector(_ value: ArraySlice<UInt8>) throws -> String? {
      var found = JSONScanner.text(value)
      try JSONParts.elements(of: value) { element in
        if found == nil { found = JSONScanner.text(element) }
        try JSONParts.elements(of: element) { if found == nil { found = JSONScanner.text($0) } }
      }
      return found
    }
  }

  private mutating func scroll<Sink: TraceSink>(
    _ step: Step, at time: Int64, _ byte: Int64, _ sink: inout Sink
  ) throws {
    // Replay tools treat a missing coordinate as 0.
    let point = Point(x: step.numbers["x"] ?? 0, y: step.numbers["y"] ?? 0)
    scrollCount += 1
    if traces.isEmpty { try begin(Scroller(), &sink) }
    var index = traces.firstIndex { $0.scroller == step.scroller } ?? traces.count
    if index == traces.count {
      // A flow with more elements is invalid.
      if traces.count < 1000 { try begin(step.scroller, &sink) } else { index = 0 }
    }
    let command = Command.scroll(
      to: .point(point), anchor: nil, animation: .none, route: .offset, preservesVelocity: false)
    try add(.input(.command(command)), at: time, to: index, byte, &sink)
  }

  private mutating func add<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, toPage page: Scroller, _ byte: Int64, _ sink: inout Sink
  ) throws {
    if let index = traces.firstIndex(where: { $0.scroller == page }) {
      return try add(event, at: time, to: index, byte, &sink)
    }
    if pending.count < 1000 { pending.append((page, event, time, byte)) }
  }

  private mutating func add<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, to index: Int, _ byte: Int64, _ sink: inout Sink
  ) throws {
    if try traces[index].trace.append(event, at: time, byte: byte, &tally, into: &sink) {
      eventCount += 1
    }
  }

  private mutating func begin<Sink: TraceSink>(
    _ scroller: Scroller, _ sink: inout Sink
  ) throws {
    var information = TraceInformation(name: scroller.name, coordinateSpace: .cssPixels)
    if !traces.isEmpty { information.parentName = traces[0].scroller.name }
    information.app = title.isEmpty ? nil : title.shortened()
    information.source = SourceOrigin(format: RecorderFlowImport.name)
    information.clock = SourceClock(name: "steps", origin: "0")
    information.qualities = [.time: .derived]
    let index = traces.count
    traces.append((scroller, try MonotonicTraceWriter(information, in: &sink)))
    for entry in pending where entry.page == scroller {
      try add(entry.event, at: entry.time, to: index, entry.byte, &sink)
    }
    pending.removeAll { $0.page == scroller }
    guard index == 0 else { return }
    try tally.report(
      "no-times", .notice, "a flow has no times; its steps were put one second apart", into: &sink)
  }

  mutating func finish<Sink: TraceSink>(into sink: inout Sink) throws {
    for index in traces.indices { try traces[index].trace.finish(into: &sink) }
    try tally.finish(into: &sink)
  }
}
