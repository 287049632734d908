import ScrollModel

// What each event adds to the traces.

extension ScrollExtraction {
  /// Writes what an event says, in the order of time.
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
    // Where the compositor had another offset before, somebody else wrote it unseen; the first one
    // that is known is news, too.
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

  /// Takes in what the main thread saw, if the compositor did not have it before.
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

  /// Whether an offset that only the main thread has can be this scroller's.
  ///
  /// Its name is not in the event. It can be when one coordinate stays, and when the next move of
  /// the compositor starts from elsewhere than the last one ended, or nothing else could have moved.
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

  /// The scroller that an offset without a name belongs to: the one that moved last.
  private mutating func mover(of process: Int64, _ point: Point) -> Int? {
    if let index = latched[process] { return index }
    if let index = scrollers.firstIndex(where: { $0.key.process == process }) { return index }
    // Every page has scrollers that rest at the origin; they are no traces.
    guard point != .zero else { return nil }
    return register(Scroller.Key(process: process, node: -1))
  }

  /// Finds out which scroller an animation moves: it sets out from where that one is.
  private mutating func latchAnimated(_ process: Int64, _ point: Point) {
    guard let last = latched[process], !gesture.animations.contains(where: { $0.scroller == last })
    else { return }
    var nearest = (index: last, way: way(of: last, to: point))
    // Where another one lies closer by chance, the one that moved last is the better guess.
    let limit = min(Self.firstStep, nearest.way / 4)
    for index in scrollers.indices where scrollers[index].key.process == process {
      let way = way(of: index, to: point)
      if way < limit, way < nearest.way { nearest = (index, way) }
    }
    latched[process] = nearest.index
  }

  /// How far an animation may have come with its first step, in pixels.
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

  /// How far an offset may be off for having been rounded to a float or to a pixel.
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

  /// A mark of the page stands in every trace of it: other files of the run may share it.
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

  /// The scroller of a process that something without a name is about.
  private mutating func scroller(ofProcess process: Int64) -> Int? {
    latched[process] ?? scrollers.firstIndex { $0.key.process == process } ?? gesture.scroller
      ?? anyScroller()
  }

  /// The first scroller; in a recording without any, a trace for input events alone.
  mutating func anyScroller() -> Int? {
    scrollers.isEmpty ? register(Scroller.Key(process: -1, node: -1)) : 0
  }

  private static func rounded(_ number: Double) -> Int64 {
    Int64(exactly: number.rounded()) ?? 0
  }
}
