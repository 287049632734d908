import ScrollModel

// The effects of each event on the traces.

extension ScrollExtraction {
  /// Writes the effects of an event, in the order of time.
  mutating func apply<Sink: TraceSink>(
    _ event: ChromiumEvent, into sink: inout Sink
  ) throws {
    if !gesture.rests.isEmpty { try endMovements(before: event.time, into: &sink) }
    if !gesture.animations.isEmpty { try settleAnimations(before: event.time, into: &sink) }
    if let word = event.kind.inputWord { return try takeInput(event, word, into: &sink) }
    switch event.kind {
    case .scrollBy: try takeMove(event, into: &sink)
    case .offset, .animatedOffset: try takeOffset(event, into: &sink)
    case .mainOffset: try takeMainOffset(event, into: &sink)
    case .layerOffset:
      content.hasOffsets = true
      let key = Scroller.Key(process: event.process, node: event.node)
      guard let index = indices[key] else { return }
      try move(index, Point(x: event.a, y: event.b), at: event.time, into: &sink)
    case .verdict: try takeVerdict(event, into: &sink)
    case .mark: try takeMark(event, into: &sink)
    case .loss: try takeLoss(event, into: &sink)
    case .flingVelocity, .fling: try takeFling(event, into: &sink)
    default: try takeNote(event, into: &sink)
    }
  }

  // MARK: Offsets

  private mutating func takeMove<Sink: TraceSink>(
    _ event: ChromiumEvent, into sink: inout Sink
  ) throws {
    content.hasOffsets = true
    guard event.scroller >= 0 else { return }
    let index = Int(event.scroller)
    latched[event.process] = index
    scrollers[index].isComposited = true
    guard event.hasOffsets else { return }
    // If the compositor's previous offset differs, another unrecorded write changed it. The first
    // known offset is new as well.
    let old = scrollers[index].onPage(Point(x: event.a, y: event.b))
    let isKnown = scrollers[index].offset.map { Self.distance($0, old) <= Self.rounding } ?? false
    if !isKnown { try move(index, old, at: event.time, into: &sink) }
    let new = scrollers[index].onPage(Point(x: event.c, y: event.d))
    try move(index, new, at: event.time, into: &sink)
  }

  private mutating func takeOffset<Sink: TraceSink>(
    _ event: ChromiumEvent, into sink: inout Sink
  ) throws {
    content.hasOffsets = true
    let thread = ThreadKey(process: event.process, thread: event.thread)
    guard event.hasOffsets, event.kind == .animatedOffset || compositors[thread] == true else {
      return
    }
    let point = Point(x: event.a, y: event.b)
    if event.kind == .animatedOffset { latchAnimated(event.process, point) }
    guard let index = mover(of: event.process, point) else { return }
    if event.kind == .animatedOffset { try animate(event, index, into: &sink) }
    try move(index, scrollers[index].onPage(point), at: event.time, into: &sink)
  }

  /// Handles an offset of the main thread, if the compositor did not have it before.
  private mutating func takeMainOffset<Sink: TraceSink>(
    _ event: ChromiumEvent, into sink: inout Sink
  ) throws {
    content.hasOffsets = true
    let point = Point(x: event.a, y: event.b)
    guard event.hasOffsets, let index = mover(of: event.process, point) else { return }
    if scrollers[index].isComposited {
      guard !scrollers[index].repeats(point), isNews(point, event, index) else { return }
    }
    try move(index, point, at: event.time, into: &sink)
  }

  /// Whether an offset of the main thread can be this scroller's.
  ///
  /// The event contains no name. It can be if one coordinate is unchanged, and if the next move of
  /// the compositor starts from another offset, or no other scroller could have moved.
  private func isNews(_ point: Point, _ event: ChromiumEvent, _ index: Int) -> Bool {
    guard let known = scrollers[index].offset else { return true }
    guard Scroller.isRounded(known.x, point.x) || Scroller.isRounded(known.y, point.y) else {
      return false
    }
    if event.node == 0 {
      return Self.distance(known, Point(x: event.c, y: event.d)) > Self.rounding
    }
    return scrollers.count { $0.key.process == event.process } == 1
  }

  /// The scroller of an offset without a name: the one that moved last.
  private mutating func mover(of process: Int64, _ point: Point) -> Int? {
    if let index = latched[process] { return index }
    if let index = scrollers.firstIndex(where: { $0.key.process == process }) { return index }
    // Every page has scrollers that rest at the origin; they become no traces.
    guard point != .zero else { return nil }
    return register(Scroller.Key(process: process, node: -1))
  }

  /// Finds the scroller that an animation moves, by its initial offset.
  private mutating func latchAnimated(_ process: Int64, _ point: Point) {
    guard let last = latched[process], !gesture.animations.contains(where: { $0.scroller == last })
    else { return }
    var nearest = (index: last, way: way(of: last, to: point))
    // If another one is nearer by chance, the one that moved last is the better guess.
    let limit = min(Self.firstStep, nearest.way / 4)
    for index in scrollers.indices where scrollers[index].key.process == process {
      let way = way(of: index, to: point)
      if way < limit, way < nearest.way { nearest = (index, way) }
    }
    latched[process] = nearest.index
  }

  /// The largest distance of an animation's first step, in pixels.
  private static let firstStep = 10.0

  private func way(of index: Int, to point: Point) -> Double {
    let known = scrollers[index].offset ?? scrollers[index].initialOffset ?? .zero
    return Self.distance(known, scrollers[index].onPage(point))
  }

  private mutating func move<Sink: TraceSink>(
    _ index: Int, _ point: Point, at time: Int64, into sink: inout Sink
  ) throws {
    guard scrollers[index].move(to: point) else { return }
    try emit(.observation(.frame(GeometryFrame(offset: point))), at: time, to: index, into: &sink)
  }

  /// The largest error of an offset from rounding to a float or to a pixel.
  private static let rounding = 0.501

  private static func distance(_ first: Point, _ second: Point) -> Double {
    max((first.x - second.x).magnitude, (first.y - second.y).magnitude)
  }

  // MARK: Annotations

  mutating func annotate<Sink: TraceSink>(
    _ kind: String, _ text: String?, _ event: ChromiumEvent, _ index: Int, into sink: inout Sink
  ) throws {
    let note = Annotation(
      kind: kind, text: text, duration: event.duration < 0 ? nil : event.duration)
    try emit(.observation(.annotation(note)), at: event.time, to: index, into: &sink)
  }

  private mutating func takeVerdict<Sink: TraceSink>(
    _ event: ChromiumEvent, into sink: inout Sink
  ) throws {
    content.hasVerdicts = true
    guard event.hasOffsets, let index = scroller(ofProcess: event.process) else { return }
    var text = event.a > 0 ? "janky" : "smooth"
    if let reason = event.text { text += ": \(reason)" }
    if let missed = Int64(exactly: event.c), missed > 0 { text += ", \(missed) vsyncs missed" }
    try annotate("scroll-jank-v4", text, event, index, into: &sink)
  }

  private mutating func takeFling<Sink: TraceSink>(
    _ event: ChromiumEvent, into sink: inout Sink
  ) throws {
    guard let index = gesture.scroller ?? anyScroller() else { return }
    let text = "finger at \(Self.rounded(event.a)), \(Self.rounded(event.b)) px/s"
    let kind = event.kind == .fling ? "fling" : "fling-velocity"
    try annotate(kind, text, event, index, into: &sink)
  }

  private mutating func takeNote<Sink: TraceSink>(
    _ event: ChromiumEvent, into sink: inout Sink
  ) throws {
    let kind: String
    var text = event.text
    switch event.kind {
    case .presented: kind = "presentation"
    case .droppedFrame: kind = "dropped-frame"
    case .pageEvent: kind = "page-event"
    case .scrollLayer: kind = "scroll-layer"
    case .viewport:
      guard event.hasOffsets else { return }
      kind = "viewport"
      text = "\(Self.rounded(event.a)) x \(Self.rounded(event.b))"
    default: return
    }
    if event.kind == .pageEvent || event.kind == .scrollLayer { content.hasPageEvents = true }
    guard let index = scroller(ofProcess: event.process) else { return }
    try annotate(kind, text, event, index, into: &sink)
  }

  /// A mark of the page is written to every trace of it: other files of the run may contain it too.
  private mutating func takeMark<Sink: TraceSink>(
    _ event: ChromiumEvent, into sink: inout Sink
  ) throws {
    let own = scrollers.indices.filter { scrollers[$0].key.process == event.process }
    if scrollers.isEmpty { _ = anyScroller() }
    let unnamed = own.isEmpty ? scrollers.indices.filter { scrollers[$0].key.process < 0 } : own
    for index in unnamed { try annotate("mark", event.text, event, index, into: &sink) }
  }

  private mutating func takeLoss<Sink: TraceSink>(
    _ event: ChromiumEvent, into sink: inout Sink
  ) throws {
    for index in scrollers.indices where scrollers[index].isStarted {
      guard let origin else { return }
      let moment = TraceTime(nanoseconds: max(scrollers[index].lastTime, event.time &- origin))
      try emit(
        .stream(.gap(from: moment, to: moment, count: nil)), at: event.time, to: index, into: &sink)
    }
  }

  /// The scroller of a process for an event without a name.
  private mutating func scroller(ofProcess process: Int64) -> Int? {
    latched[process] ?? scrollers.firstIndex { $0.key.process == process } ?? gesture.scroller
      ?? anyScroller()
  }

  /// The first scroller; in a recording without any, a trace for input events only.
  mutating func anyScroller() -> Int? {
    scrollers.isEmpty ? register(Scroller.Key(process: -1, node: -1)) : 0
  }

  private static func rounded(_ number: Double) -> Int64 {
    Int64(exactly: number.rounded()) ?? 0
  }
}
