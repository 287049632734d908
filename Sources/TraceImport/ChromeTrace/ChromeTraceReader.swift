import ScrollModel
import TextKit

/// Walks through trace-event JSON of any length, one event at a time.
///
/// An event is read where it lies in the window. Its name alone decides first: nine in ten events
/// are stepped over by one pass of the scanner, without looking at anything else of them.
struct ChromeTraceReader {
  /// The largest event that is read, in bytes; a larger one is left out.
  static let eventLimit = 16 << 20
  /// How near to the window's end an error may be an effect of the end itself.
  private static let tokenLength = 64

  var window: ByteWindow
  var extraction: ScrollExtraction
  /// Events seen, of interest or not.
  private(set) var eventCount: Int64 = 0
  /// The time of the last event that was read, to say where something was lost.
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
    // Traces that were joined to one file stand behind one another.
    var isFirst = true
    while try readTrace(isFirst: isFirst, into: &sink, progress: progress) { isFirst = false }
    // Nothing else behind the text is of interest, but damage there has to be told.
    window.dropRest()
  }

  /// Reads an array or an object, and says whether one is there.
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
      // What a program printed behind its trace may be in brackets, too.
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

  /// How long the first of events may be that stand there without a list around them.
  private static let firstEventLength = 1 << 12

  /// Whether the object here is an event by itself, as programs write that put each on a line.
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

  /// Reads the elements of the array of events up to its end.
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

  /// Reads an event in full, if its name is of interest.
  private mutating func take<Sink: TraceSink>(
    _ probe: EventProbe, into sink: inout Sink
  ) throws {
    let bytes = window.bytes
    let name = bytes.dropFirst(probe.name.lowerBound).prefix(probe.name.count)
    // What a page calls its mark says nothing of what it is.
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

  /// Says how a list of events ends that has no end.
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

  /// Lets a scanner loose on the window, reading on as long as the window's end is in its way.
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

  /// Goes on behind bytes that are no event: at the next place where one may start.
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

  /// Says what was lost, once for everything up to the next event that is whole.
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

  /// How many damaged places are listed one by one.
  private static let reportLimit = 1000
}
