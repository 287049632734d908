import ScrollModel
import TextKit

/// Reads trace-event JSON of any length, one event at a time.
///
/// An event is read in place in the window. Nine in ten events are skipped by their name alone, in
/// one pass of the scanner.
struct ChromeTraceReader {
  /// The size of the largest event that is read, in bytes; larger ones are skipped.
  static let eventLimit = 16 << 20
  /// The distance to the window's end within which an error may be caused by the end itself.
  private static let tokenLength = 64

  var window: ByteWindow
  var extraction: ScrollExtraction
  /// The number of events, relevant or not.
  private(set) var eventCount: Int64 = 0
  /// The time of the last event, to locate lost data.
  private var lastTime: Int64?
  private var isRecovering = false
  private let names = NameTable.shared
  private var damagedCount = 0

  init(_ source: ByteSource) {
    window = ByteWindow(source, limit: Self.eventLimit)
    extraction = ScrollExtraction(
      facts: CaptureFacts(format: CaptureFormat.chromeTrace.rawValue, clockName: "chrome_trace"))
  }

  /// Reads the whole source.
  mutating func read<Sink: TraceSink>(
    into sink: inout Sink, progress: (Int64) throws -> Void
  ) throws {
    // Concatenated traces are read one after the other.
    var isFirst = true
    while try readTrace(isFirst: isFirst, into: &sink, progress: progress) { isFirst = false }
    // The rest of the window is irrelevant, but its damage must be reported.
    window.dropRest()
  }

  /// Reads an array or an object, and returns whether there is one.
  private mutating func readTrace<Sink: TraceSink>(
    isFirst: Bool, into sink: inout Sink, progress: (Int64) throws -> Void
  ) throws -> Bool {
    skipSpace()
    if window.require(3), window.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { window.drop(3) }
    skipSpace()
    switch peek() {
    case 0x5B:
      window.drop(1)
      skipSpace()
      // Output of a program after its trace may be in brackets as well.
      guard isFirst || peek() == 0x7B else { return false }
      try readEvents(into: &sink, progress: progress)
    case 0x7B where standsAlone():
      try readEvents(into: &sink, progress: progress)
    case 0x7B:
      window.drop(1)
      try readMembers(into: &sink, progress: progress)
    default: return false
    }
    return true
  }

  /// The largest length of the first event in a list without brackets.
  private static let firstEventLength = 1 << 12

  /// Whether the object here is a single event, as in files with one event per line.
  private mutating func standsAlone() -> Bool {
    _ = window.require(Self.firstEventLength)
    let look = window.bytes.prefix(Self.firstEventLength)
    if case .event = EventProbe(look.span).outcome { return true }
    return false
  }

  /// Reads the members of the outermost object.
  private mutating func readMembers<Sink: TraceSink>(
    into sink: inout Sink, progress: (Int64) throws -> Void
  ) throws {
    while let key = nextKey() {
      switch (key, peek()) {
      case ("traceEvents", 0x5B):
        window.drop(1)
        try readEvents(into: &sink, progress: progress)
      case ("metadata", 0x7B):
        window.drop(1)
        while let name = nextKey() { readFact(name) }
      default: skipValue()
      }
      try progress(window.source.rawCount)
    }
  }

  // MARK: Events

  /// Reads the elements of the event array up to its end.
  private mutating func readEvents<Sink: TraceSink>(
    into sink: inout Sink, progress: (Int64) throws -> Void
  ) throws {
    var nextProgress: Int64 = 0
    while true {
      let probe = EventProbe(window.bytes.span)
      switch probe.outcome {
      case .event:
        eventCount += 1
        isRecovering = false
        if probe.isMark || names.hasLength(probe.name.count) { try take(probe, into: &sink) }
        window.drop(probe.end)
      case .nothing: window.drop(probe.end)
      case .end: return window.drop(probe.end)
      case .unfinished:
        if window.fill() { continue }
        guard window.isFull else { return try endUnfinished(probe, into: &sink) }
        try recover(probe.start, "an event is larger than \(Self.eventLimit) bytes", into: &sink)
      case .damaged(let reason):
        window.drop(probe.start)
        try recover(probe.end - probe.start, "\(reason)", into: &sink)
      }
      if window.offset >= nextProgress {
        try progress(window.source.rawCount)
        nextProgress = window.offset + Self.progressStep
      }
    }
  }

  private static let progressStep: Int64 = 1 << 20

  /// Reads a complete event, if its name is relevant.
  private mutating func take<Sink: TraceSink>(
    _ probe: EventProbe, into sink: inout Sink
  ) throws {
    let bytes = window.bytes
    let name = bytes.dropFirst(probe.name.lowerBound).prefix(probe.name.count)
    // The name of a page's mark is arbitrary.
    let meaning = probe.isMark ? nil : names[name]
    guard meaning != nil || probe.isMark else { return }
    let text = bytes.dropFirst(probe.start).prefix(probe.end - probe.start)
    do throws(JSONError) {
      var scanner = JSONScanner(text)
      try scanner.skipValue()
    } catch {
      return try reportDamage(probe.start + error.offset, error.message, into: &sink)
    }
    let event = EventReading(text, name: name)
    lastTime = try event.send(meaning, to: &extraction, into: &sink) ?? lastTime
  }

  /// Reports an event list without an end.
  private mutating func endUnfinished<Sink: TraceSink>(
    _ probe: EventProbe, into sink: inout Sink
  ) throws {
    window.drop(probe.start)
    if window.count > 0 {
      try reportDamage(0, "the trace ends inside an event", into: &sink)
      window.drop(window.count)
    }
    try sink.report(
      Diagnostic(
        severity: .notice, kind: "unterminated", byte: window.offset,
        message: "the list of events has no end; what is there was read"))
  }

  /// Runs a scanner on the window, reading more while the window ends too early.
  @discardableResult
  mutating func scan(
    _ body: (inout JSONScanner) throws(JSONError) -> Void
  ) -> JSONError? {
    while true {
      do throws(JSONError) {
        var scanner = JSONScanner(window.bytes)
        try body(&scanner)
        return nil
      } catch {
        let isNearEnd = error.offset + Self.tokenLength >= window.count
        guard isNearEnd, window.fill() else { return error }
      }
    }
  }

  // MARK: Damage

  /// Continues after invalid bytes: at the next position where an event may start.
  private mutating func recover<Sink: TraceSink>(
    _ offset: Int, _ reason: String, into sink: inout Sink
  ) throws {
    try reportDamage(offset, reason, into: &sink)
    let step = max(1, offset)
    var before = window.bytes.prefix(step).last { $0 > 0x20 } ?? 0
    window.drop(step)
    while let byte = peek() {
      if byte == 0x7B, before == 0x2C || before == 0x5B || before == 0x0A { return }
      if byte > 0x20 || byte == 0x0A { before = byte }
      window.drop(1)
    }
  }

  /// Reports lost data, once for everything up to the next complete event.
  private mutating func reportDamage<Sink: TraceSink>(
    _ offset: Int, _ reason: String, into sink: inout Sink
  ) throws {
    guard !isRecovering else { return }
    isRecovering = true
    damagedCount += 1
    if damagedCount <= Self.reportLimit {
      try sink.report(
        Diagnostic(
          severity: .dataLoss, kind: "damaged-event", byte: window.offset + Int64(offset),
          message: damagedCount < Self.reportLimit
            ? "\(reason); it was left out" : "\(reason); further damage is not listed"))
    }
    if let lastTime {
      try extraction.take(ChromiumEvent(time: lastTime, kind: .loss), into: &sink)
    }
  }

  /// The largest number of damaged positions that are listed individually.
  private static let reportLimit = 1000
}
