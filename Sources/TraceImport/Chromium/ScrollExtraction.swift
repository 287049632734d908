import ScrollModel

/// Creates one trace per scroller from the events of a Chromium recording.
///
/// Events may be unordered; they are sorted within a window of 131 072. The window also allows
/// lookahead: a touch belongs to the scroller that moves after it. Offsets are those of the
/// compositor. An offset of the main thread is only used if the main thread caused it (a script
/// scrolled, or an edit shifted the content); all others are old and rounded.
struct ScrollExtraction {
  /// The minimum number of buffered events for sorting.
  static let width = 1 << 17
  /// The largest number of traces in one recording.
  static let scrollerLimit = 10_000

  var facts: CaptureFacts
  /// The number of events written to traces.
  private(set) var eventCount: Int64 = 0
  var window: ReorderWindow<ChromiumEvent>
  var scrollers: [Scroller] = []
  var indices: [Scroller.Key: Int] = [:]
  /// The scroller that moved last in a process.
  var latched: [Int64: Int] = [:]
  /// Whether each known thread is a compositor's.
  var compositors: [ThreadKey: Bool] = [:]
  var origin: Int64?
  var gesture = GestureState()
  var content = RecordedContent()
  private var outOfRange: (count: Int64, problem: String)?

  struct ThreadKey: Hashable {
    var process: Int64
    var thread: Int64
  }

  init(facts: CaptureFacts, width: Int = ScrollExtraction.width) {
    self.facts = facts
    window = ReorderWindow(width: width) { $0.time }
  }

  /// Handles a relevant event.
  mutating func take<Sink: TraceSink>(_ event: ChromiumEvent, into sink: inout Sink) throws {
    guard event.time.magnitude <= UInt64(ModelLimits.time) else {
      return countOutOfRange("its time is no time of a clock")
    }
    if event.kind == .mark, event.hasOffsets {
      facts.takeMark(at: event.time, of: event.process, pageMilliseconds: event.a)
    }
    if window.insert(event) { try deliver(window.width, into: &sink) }
  }

  /// Handles the name of a thread.
  mutating func takeThread(process: Int64, thread: Int64, name: ArraySlice<UInt8>) {
    guard compositors.count < 1 << 16 else { return }
    let key = ThreadKey(process: process, thread: thread)
    compositors[key] = name.elementsEqual("Compositor".utf8)
  }

  /// Ends the recording: all buffered events are written.
  mutating func finish<Sink: TraceSink>(into sink: inout Sink) throws {
    try deliver(window.elements.count, into: &sink)
    try endMovements(before: .max, into: &sink)
    try settleAnimations(before: .max, into: &sink)
    for index in scrollers.indices { try reportLate(index, into: &sink) }
    if let outOfRange {
      try sink.report(
        Diagnostic(
          severity: .dataLoss, kind: "out-of-range",
          message: "\(outOfRange.count) events were left out; of the first, \(outOfRange.problem)"))
    }
  }

  /// Writes the first buffered events, in the order of time.
  private mutating func deliver<Sink: TraceSink>(
    _ count: Int, into sink: inout Sink
  ) throws {
    window.sort()
    if origin == nil { try settleOrigin(into: &sink) }
    joinEnds()
    leaveOutHandedOn()
    registerScrollers()
    findZeros()
    lookAhead()
    for index in 0..<min(count, window.elements.count) {
      try apply(window.elements[index], into: &sink)
    }
    window.drop(count)
  }

  /// The earliest event is time zero, unless it is so much earlier than all others that it is
  /// damaged.
  private mutating func settleOrigin<Sink: TraceSink>(into sink: inout Sink) throws {
    var first = 0
    while first + 2 < window.elements.count {
      let gap = window.elements[first + 1].time &- window.elements[first].time
      guard gap < 0 || gap > Self.longestPause else { break }
      window.elements[first].kind = .consumed
      first += 1
    }
    if first > 0 {
      try sink.report(
        Diagnostic(
          severity: .dataLoss, kind: "time-jump",
          message: "\(first) events are more than a day earlier than all others; they were skipped")
      )
    }
    origin = window.elements.isEmpty ? nil : window.elements[first].time
  }

  /// A day, in nanoseconds.
  private static let longestPause: Int64 = 86_400_000_000_000

  // MARK: Writing

  /// Writes an event to the trace of a scroller.
  mutating func emit<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, to index: Int, into sink: inout Sink
  ) throws {
    guard let origin else { return }
    var moment = max(0, time &- origin)
    let deficit = scrollers[index].lastTime &- moment
    guard deficit <= ModelLimits.disorder else { return keepLate(moment, index) }
    if deficit > 0 { moment = scrollers[index].lastTime }
    if scrollers[index].number == nil { scrollers[index].scale = facts.scale ?? 1 }
    let event = scrollers[index].inTrace(event)
    if let problem = ModelLimits.problem(with: event, at: TraceTime(nanoseconds: moment)) {
      return countOutOfRange(problem)
    }
    try begin(index, at: moment, into: &sink)
    if deficit > 0 { try append(Self.raised, at: moment, to: index, into: &sink) }
    try append(event, at: moment, to: index, into: &sink)
    eventCount += 1
  }

  private static let raised = TraceEvent.stream(
    .repair(kind: "time-raised", text: "the event is earlier than the event before it"))

  private mutating func append<Sink: TraceSink>(
    _ event: TraceEvent, at moment: Int64, to index: Int, into sink: inout Sink
  ) throws {
    guard let number = scrollers[index].number else { return }
    try sink.append(event, at: TraceTime(nanoseconds: moment), to: number)
    scrollers[index].lastTime = moment
  }

  /// Begins the trace of a scroller, after earlier ones: the one that moves most is first.
  private mutating func begin<Sink: TraceSink>(
    _ index: Int, at moment: Int64, into sink: inout Sink
  ) throws {
    guard let origin, !scrollers[index].isStarted else { return }
    scrollers[index].isStarted = true
    for place in 0...index where scrollers[place].number == nil {
      let information = facts.information(
        named: scrollers[place].name, of: scrollers[place].key.process, origin: origin)
      scrollers[place].scale = facts.scale ?? 1
      scrollers[place].number = try sink.beginTrace(information)
    }
    if scrollers[index].isRightToLeft {
      let change = ContainerChange(layoutDirection: .rightToLeft)
      try append(.input(.container(change)), at: moment, to: index, into: &sink)
      eventCount += 1
    }
    // The offset before its first movement.
    guard let point = scrollers[index].initialOffset, scrollers[index].offset == nil else { return }
    let frame = scrollers[index].inTrace(.observation(.frame(GeometryFrame(offset: point))))
    guard ModelLimits.problem(with: frame, at: .zero) == nil else { return }
    _ = scrollers[index].move(to: point)
    try append(frame, at: moment, to: index, into: &sink)
    eventCount += 1
  }

  // MARK: Lost data

  private mutating func keepLate(_ moment: Int64, _ index: Int) {
    let late = scrollers[index].late ?? (0, moment, moment)
    scrollers[index].late = (late.count + 1, min(late.first, moment), max(late.last, moment))
  }

  private mutating func reportLate<Sink: TraceSink>(
    _ index: Int, into sink: inout Sink
  ) throws {
    guard let late = scrollers[index].late, scrollers[index].number != nil else { return }
    let gap = StreamEvent.gap(
      from: TraceTime(nanoseconds: late.first), to: TraceTime(nanoseconds: late.last),
      count: late.count)
    try append(.stream(gap), at: scrollers[index].lastTime, to: index, into: &sink)
    try sink.report(
      Diagnostic(
        severity: .dataLoss, kind: "time-backwards",
        message: "\(late.count) events of '\(scrollers[index].name)' are more than "
          + "\(window.width) events of interest behind their time; they were left out"))
  }

  mutating func countOutOfRange(_ problem: String) {
    outOfRange = ((outOfRange?.count ?? 0) + 1, outOfRange?.problem ?? problem)
  }
}
