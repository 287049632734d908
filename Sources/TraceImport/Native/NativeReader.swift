public import ScrollModel
import TextKit

/// Reads the native log format line by line into a sink.
///
/// The reader handles one line at a time, independent of the chunks of input, so a file, a pipe and
/// single bytes give the same result. A damaged line becomes a diagnostic and a gap in its trace;
/// every complete line is kept. Memory does not grow with the length of the log.
public struct NativeReader: Sendable {
  /// Options for data that is not certain yet.
  public struct Options: Sendable {
    /// Whether an event whose time jumps ahead is held until the next one confirms the jump.
    ///
    /// Otherwise one flipped bit in a time would make every later event too early. A live stream
    /// disables this: its clock is trusted and events must not wait.
    public var confirmsJumps = true
    /// The longest line in bytes, without the items of a layout.
    var lineLimit = NativeFormat.lineLimit

    /// Creates the options for a file.
    public init() {}
  }

  /// The state of one trace of the log while it is read.
  struct Progress: Sendable {
    var information: TraceInformation
    var number: TraceNumber?
    var origin: Int64?
    var lastTime = TraceTime.zero
    var hasEvents = false
    var geometry = FrameGeometry.unknown
    /// The origin in the last frame.
    var movementOrigin: String?
    var partialLayout: Layout?
    /// Whether a line of the current layout was lost, and with it the layout.
    var hasLostLayoutLine = false
    /// The number of events lost since the last gap.
    var lost: Int64 = 0
    /// The lost data of the whole trace.
    var losses = TraceLosses()
    var held: (time: Int64, event: TraceEvent, line: Place)?
    /// The times of the last event and of the last frame as written.
    var lastReading: Int64 = 0
    var lastFrame = Int64.min
    /// The time shift since the last clock restart, and the number of restarts.
    var shift: Int64 = 0
    var restarts: Int64 = 0
    /// The last time as written, and the time shift, before the clock restart.
    var before: (reading: Int64, shift: Int64)?

    init(_ information: TraceInformation, origin: Int64?) {
      self.information = information
      self.origin = origin
    }
  }

  /// The position of a line in its source.
  struct Place: Sendable {
    /// The line from 1.
    var line: Int64
    /// The offset of its first byte, from 0.
    var byte: Int64
  }

  /// The number of complete events.
  public private(set) var eventCount: Int64 = 0
  /// Whether a header was read.
  public private(set) var hasHeader = false
  let options: Options
  var unit = TimeUnit.milliseconds
  var traces: [Progress] = []
  /// The index of the current log's first trace: traces of other logs may come before it.
  private var first = 0
  /// The number of traces with a held event.
  var heldCount = 0
  private var isStarted = false
  /// The long line that is being read; problems are reported at its own position.
  private var longLine: LongLayoutLine?

  /// The lost data of each trace, in order.
  public var losses: [TraceLosses] {
    traces.map { trace in
      var losses = trace.losses
      losses.restarts = trace.restarts
      return losses
    }
  }

  /// Creates a reader at the start of a log.
  public init(options: Options = Options()) {
    self.options = options
  }

  // MARK: Lines

  /// Handles a line without its line break.
  ///
  /// `isCutOff` means that the log ends without a line break: an unreadable line is then probably
  /// incomplete. Throws errors of the sink, and `ImportError` for a newer version.
  public mutating func take<Sink: TraceSink>(
    _ line: ArraySlice<UInt8>, line number: Int64, byte: Int64, isCutOff: Bool = false,
    into sink: inout Sink
  ) throws {
    guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
    let place = Place(line: number, byte: byte)
    if !isStarted {
      isStarted = true
      if try takeHeader(line, place, &sink) { return }
    }
    do {
      try takeEvent(line, place, &sink)
    } catch let error as JSONError {
      dropPartialLayout(line)
      try lose(
        Self.problem(error, isCutOff: isCutOff), place, &sink, kind: EventKind.attempted(in: line),
        isEnd: isCutOff)
    } catch let problem as LineProblem {
      dropPartialLayout(line)
      try lose(problem, place, &sink, kind: EventKind.attempted(in: line))
    }
  }

  /// Handles a line beyond the limit: a layout whose items have been read, or an error.
  mutating func take<Sink: TraceSink>(
    _ long: LongLayoutLine, line number: Int64, byte: Int64, length: Int64, isCutOff: Bool,
    into sink: inout Sink
  ) throws {
    guard long.isLayout else {
      isStarted = true
      dropPartialLayout(long.text[...])
      let problem = LineProblem(
        kind: "line-too-long", offset: 0,
        message: "the line has \(length) bytes, more than \(options.lineLimit)")
      return try lose(
        problem, Place(line: number, byte: byte), &sink,
        kind: EventKind.attempted(in: long.text[...]))
    }
    longLine = long
    defer { longLine = nil }
    try take(long.text[...], line: number, byte: byte, isCutOff: isCutOff, into: &sink)
  }

  /// Drops the layout of a lost line, because its other lines are incomplete.
  private mutating func dropPartialLayout(_ line: ArraySlice<UInt8>) {
    guard EventLine.isLayout(line, unit: unit) else { return }
    let number = (try? EventKind.trace(in: line)) ?? nil
    guard let index = try? index(of: number) else { return }
    traces[index].partialLayout = nil
    traces[index].hasLostLayoutLine = [#""more":true"#, #""more": true"#].contains {
      line.contains(Array($0.utf8))
    }
  }

  /// Ends the log: held events are delivered, incomplete data is reported.
  public mutating func end<Sink: TraceSink>(into sink: inout Sink) throws {
    if hasHeader && traces.isEmpty { beginUnnamedIfNeeded() }
    for index in first..<traces.count {
      try releaseHeld(index, &sink)
      if traces[index].partialLayout != nil {
        traces[index].partialLayout = nil
        try lose(
          LineProblem(
            kind: "unfinished-layout", offset: 0,
            message: "a layout announces a further part, but the log ends; it was left out"),
          nil, &sink, trace: index, kind: .layout)
      }
      try fillGap(index, upTo: traces[index].lastTime, &sink)
      _ = try number(of: index, &sink)
    }
  }

  // MARK: Headers

  /// Ends the current log and begins the one with this header.
  ///
  /// Lines without a complete event are no log, so they are ignored.
  private mutating func takeFurtherLog<Sink: TraceSink>(
    _ line: ArraySlice<UInt8>, _ place: Place, _ sink: inout Sink
  ) throws {
    if hasHeader || eventCount > 0 || heldCount > 0 {
      try end(into: &sink)
      first = traces.count
      unit = .milliseconds
      try report(
        "further-log", .notice, place, 0,
        "another log begins here; its traces follow those before it", &sink)
    } else {
      traces = []
    }
    _ = try takeHeader(line, place, &sink)
  }

  /// Reads the first line; false if it is an event, which is then handled as one.
  private mutating func takeHeader<Sink: TraceSink>(
    _ line: ArraySlice<UInt8>, _ place: Place, _ sink: inout Sink
  ) throws -> Bool {
    guard HeaderLine.isHeader(line) else {
      try report(
        "no-header", .notice, place, 0,
        "the first line is no header (an object with the key 'scrolltrace'); "
          + "milliseconds and an unnamed trace were assumed", &sink)
      return false
    }
    let header: HeaderLine
    do {
      header = try HeaderLine(
        line, defaultName: "trace \(first + 1)", defaultUnit: .milliseconds)
    } catch let error as JSONError {
      try report(
        "bad-header", .dataLoss, place, error.offset,
        "\(error.message); milliseconds and an unnamed trace were assumed", &sink)
      return true
    }
    if let version = header.version, version > NativeFormat.version {
      throw ImportError(
        .newer,
        "the log has version \(version) of the format, this scrolltrace reads up to version "
          + "\(NativeFormat.version); use a newer scrolltrace")
    }
    if header.version.map({ $0 < 1 }) ?? true {
      try report(
        "bad-header", .notice, place, 0,
        "'scrolltrace' is no version of the format; version \(NativeFormat.version) was assumed",
        &sink)
    }
    hasHeader = true
    unit = header.unit ?? .milliseconds
    try begin(header, place, &sink)
    return true
  }

  /// Handles a header, or the line of a further trace.
  private mutating func begin<Sink: TraceSink>(
    _ header: HeaderLine, _ place: Place, _ sink: inout Sink
  ) throws {
    traces.append(Progress(header.information, origin: header.origin))
    for problem in header.problems {
      try report(problem.kind, .dataLoss, place, problem.offset, problem.message, &sink)
    }
  }

  private mutating func takeTrace<Sink: TraceSink>(
    _ line: ArraySlice<UInt8>, _ place: Place, _ sink: inout Sink
  ) throws {
    beginUnnamedIfNeeded()
    let header = try HeaderLine(
      line, defaultName: "trace \(traces.count + 1)", defaultUnit: unit)
    let number = traces.count - first + 1
    guard header.trace == Int64(number) else {
      throw LineProblem(
        kind: "bad-trace", offset: 0,
        message: "traces are numbered in order, the next one is \(number)")
    }
    try begin(header, place, &sink)
  }

  /// Begins a trace without information, if the log has none yet.
  ///
  /// Returns the index of the log's first trace.
  @discardableResult mutating func beginUnnamedIfNeeded() -> Int {
    if traces.count == first {
      let name = "trace \(first + 1)"
      traces.append(Progress(TraceInformation(name: name), origin: nil))
    }
    return first
  }

  // MARK: Events

  private mutating func takeEvent<Sink: TraceSink>(
    _ text: ArraySlice<UInt8>, _ place: Place, _ sink: inout Sink
  ) throws {
    var line = try EventLine(text, unit: unit)
    // Errors before the kind is known occur again below, with the correct message.
    if let kind = try? line.leadingKind(), kind != .trace {
      return try takeEvent(kind, &line, text, place, &sink)
    }
    let found = try? EventKind.find(in: text)
    if found?.kind == nil, HeaderLine.isHeader(text) {
      return try takeFurtherLog(text, place, &sink)
    }
    let (kind, name) = try found ?? EventKind.find(in: text)
    guard let kind else {
      return try report(
        "unknown-kind", .notice, place, 0,
        "'\(name)' is a kind of event that version \(NativeFormat.version) does not have; "
          + "the line was left out", &sink)
    }
    if kind == .trace { return try takeTrace(text, place, &sink) }
    line = try EventLine(text, unit: unit)
    try takeEvent(kind, &line, text, place, &sink)
  }

  private mutating func takeEvent<Sink: TraceSink>(
    _ kind: EventKind, _ line: inout EventLine, _ text: ArraySlice<UInt8>, _ place: Place,
    _ sink: inout Sink
  ) throws {
    let index: Int
    let event: TraceEvent?
    if kind == .frame {
      try settleHeldSizes(before: text, &sink)
      let frame = try line.frame()
      index = try self.index(of: line.trace)
      event = .observation(.frame(try frame.frame(after: traces[index].geometry)))
    } else {
      (index, event) = try read(kind, &line)
    }
    for key in line.unknownKeys {
      try report(
        "unknown-key", .notice, place, 0,
        "'\(key)' is a key that \(kind) events do not have; it was left out", &sink)
    }
    guard let event else { return }
    let time = try line.require(line.time, "t")
    if let note = originNote(line.origin, of: kind, index) {
      try take(.observation(.annotation(note)), at: time, index, place, &sink)
    }
    try take(event, at: time, index, place, &sink)
  }

  /// The annotation with the origin of an event: for each request, and for frames when it changes.
  private mutating func originNote(
    _ origin: String?, of kind: EventKind, _ index: Int
  ) -> Annotation? {
    switch kind {
    case .command: return origin.map { Annotation(kind: Annotation.origin, text: $0) }
    case .frame:
      guard origin != traces[index].movementOrigin else { return nil }
      traces[index].movementOrigin = origin
      return Annotation(kind: Annotation.origin, text: origin)
    default: return nil
    }
  }

  /// Decides about a held event before a frame of its trace, which may inherit its sizes.
  private mutating func settleHeldSizes<Sink: TraceSink>(
    before text: ArraySlice<UInt8>, _ sink: inout Sink
  ) throws {
    guard heldCount > 0 else { return }
    let index = try self.index(of: try EventKind.trace(in: text))
    guard traces[index].held != nil, let time = try EventKind.time(in: text, unit: unit) else {
      return
    }
    try settleHeld(before: time, index, &sink)
  }

  /// Reads every kind except frames; nil while a layout continues in the next line.
  private mutating func read(
    _ kind: EventKind, _ line: inout EventLine
  ) throws -> (index: Int, event: TraceEvent?) {
    let event: TraceEvent
    switch kind {
    case .touch: event = .input(.touch(try line.touch()))
    case .wheel: event = .input(.wheel(try line.wheel()))
    case .command: event = .input(.command(try line.command()))
    case .edit: event = .input(.edit(try line.edit()))
    case .container: event = .input(.container(try line.container()))
    case .phase: event = .observation(.phase(try line.phase()))
    case .position: event = .observation(.position(try line.position()))
    case .visibility: event = .observation(.visibility(try line.visibility()))
    case .visible: event = .observation(.visibleSet(try line.visibleSet()))
    case .release: event = .observation(.release(try line.release()))
    case .note: event = .observation(.annotation(try line.note()))
    case .gap: event = .stream(try line.gap())
    case .repair: event = .stream(try line.repair())
    case .keyframe: event = .stream(try line.keyframe())
    case .layout:
      let (layout, hasMore) = try line.layout(items: longLine)
      let index = try self.index(of: line.trace)
      return (index, try gather(layout, hasMore, index).map { .input(.layout($0)) })
    case .frame, .trace:
      preconditionFailure("\(kind) lines are read by their own functions")
    }
    return (try index(of: line.trace), event)
  }

  /// Combines the lines of a long layout.
  private mutating func gather(
    _ layout: Layout, _ hasMore: Bool, _ index: Int
  ) throws -> Layout? {
    guard !traces[index].hasLostLayoutLine else {
      traces[index].hasLostLayoutLine = hasMore
      throw LineProblem(
        kind: "unfinished-layout", offset: 0,
        message: "an earlier line of this layout was left out, and so is this one")
    }
    var whole = traces[index].partialLayout ?? Layout(targets: [])
    traces[index].partialLayout = nil
    whole.contentSize = layout.contentSize ?? whole.contentSize
    whole.targets.append(contentsOf: layout.targets)
    guard whole.targets.count <= NativeFormat.layoutLimit else {
      throw LineProblem(
        kind: "layout-too-long", offset: 0,
        message: "the layout has more than \(NativeFormat.layoutLimit) targets")
    }
    if hasMore { traces[index].partialLayout = whole }
    return hasMore ? nil : whole
  }

  /// Returns the index of a trace in the log; without a number it is the first.
  private mutating func index(of trace: Int64?) throws -> Int {
    let first = beginUnnamedIfNeeded()
    guard let trace, trace != 1 else { return first }
    guard trace > 0, let number = Int(exactly: trace), number <= traces.count - first else {
      throw LineProblem(
        kind: "bad-trace", offset: 0,
        message: "there is no trace \(trace); a line with \"k\":\"trace\" begins one")
    }
    return first + number - 1
  }

  private static func problem(_ error: JSONError, isCutOff: Bool) -> LineProblem {
    if isCutOff {
      return LineProblem(
        kind: "cut-off-line", offset: error.offset,
        message: "the log ends inside this line; it was left out")
    }
    let kind =
      switch error.kind {
      case .mismatch: "bad-value"
      case .number: "bad-number"
      case .loneSurrogate, .invalidUTF8: "bad-text"
      default: "bad-line"
      }
    return LineProblem(kind: kind, offset: error.offset, message: error.message)
  }

  func report<Sink: TraceSink>(
    _ kind: String, _ severity: Severity, _ place: Place?, _ offset: Int, _ message: String,
    _ sink: inout Sink
  ) throws {
    let offset = longLine?.lineOffset(offset) ?? offset
    try sink.report(
      Diagnostic(
        severity: severity, kind: kind, line: place?.line,
        column: place.map { _ in Int64(offset) + 1 },
        byte: place.map { $0.byte + Int64(offset) }, message: message))
  }

  mutating func countEvent() {
    eventCount += 1
  }
}
