import ScrollModel

/// The state of fingers, wheel and animations at one time of a recording.
struct GestureState {
  /// Whether the recording contains input times; nil until determined.
  var hasInputTimes: Bool?
  /// The number of fingers that are down.
  var fingers = 0
  /// Whether the finger that is down has scrolled.
  var hasScrolled = false
  /// A fling that was announced before its last finger was lifted.
  var earlyFling: ChromiumEvent?
  /// The scroller of the current or last gesture.
  var scroller: Int?
  /// Scrollers that an animation moves, with the time of the last step.
  var animations: [(scroller: Int, last: Int64)] = []
  /// Scrollers that still move after the end of their scroll, with the time of their rest.
  var rests: [(scroller: Int, time: Int64)] = []
  private var lastTimes = [Int64](repeating: .min, count: 32)

  /// Whether an input is new: two categories report the same input at the same time.
  mutating func isNew(_ event: ChromiumEvent) -> Bool {
    let place = Int(event.kind.rawValue)
    guard lastTimes.indices.contains(place) else { return true }
    guard lastTimes[place] != event.time else { return false }
    lastTimes[place] = event.time
    return true
  }
}

extension ScrollExtraction {
  /// The time after its last step at which an animation ends, in nanoseconds.
  private static let animationPause: Int64 = 100_000_000
  /// The longest time between the end of a scroll and its snap animation, in nanoseconds.
  private static let snapDelay: Int64 = 100_000_000

  /// Handles an input: it becomes an annotation and changes the scroll phase.
  mutating func takeInput<Sink: TraceSink>(
    _ event: ChromiumEvent, _ word: String, into sink: inout Sink
  ) throws {
    content.hasInput = true
    guard gesture.isNew(event), let index = scroller(ofInput: event) else { return }
    try annotate("input", word, event, index, into: &sink)
    switch event.kind {
    case .touchStart:
      gesture.fingers = min(gesture.fingers + 1, 10)
      if gesture.fingers == 1 { gesture.hasScrolled = false }
      try enter(.tracking, at: event.time, index, into: &sink)
    case .touchEnd: try lift(event, index, into: &sink)
    case .touchCancel:
      gesture.fingers = 0
      try enter(.idle, at: event.time, index, into: &sink)
    case .scrollBegin:
      gesture.hasScrolled = true
      try enter(.interacting, at: event.time, index, into: &sink)
    case .scrollUpdate:
      // An update without a beginning: the recording starts in the middle of the gesture.
      if scrollers[index].phase == nil {
        try enter(.interacting, at: event.time, index, into: &sink)
      }
    case .flingStart where gesture.fingers == 0, .inertialUpdate where gesture.fingers == 0:
      try enter(
        .decelerating, at: event.time, index, velocity: Self.velocity(of: event), into: &sink)
    case .flingStart: gesture.earlyFling = event
    case .scrollEnd: try endScroll(event, index, into: &sink)
    default: break
    }
  }

  /// The scroller of an input: a gesture and its end belong to the scroller that moves next.
  private mutating func scroller(ofInput event: ChromiumEvent) -> Int? {
    switch event.kind {
    case .touchStart where gesture.fingers == 0, .scrollBegin, .wheel:
      if event.scroller >= 0 { gesture.scroller = Int(event.scroller) }
    default:
      if gesture.scroller == nil, event.scroller >= 0 { gesture.scroller = Int(event.scroller) }
    }
    if gesture.scroller == nil { gesture.scroller = anyScroller() }
    return gesture.scroller
  }

  /// Handles the last lift: the content continues by itself or rests.
  private mutating func lift<Sink: TraceSink>(
    _ event: ChromiumEvent, _ index: Int, into sink: inout Sink
  ) throws {
    gesture.fingers = max(0, gesture.fingers - 1)
    guard gesture.fingers == 0 else { return }
    let fling = gesture.earlyFling.flatMap { event.time &- $0.time <= Self.flingDelay ? $0 : nil }
    gesture.earlyFling = nil
    let velocity = Self.velocity(of: event) ?? fling.flatMap { Self.velocity(of: $0) }
    if gesture.hasScrolled {
      try emit(
        .observation(.release(ReleaseReport(velocity: velocity))), at: event.time, to: index,
        into: &sink)
    }
    guard event.node == 1 || fling != nil else {
      return try endScroll(event, index, velocity: velocity, into: &sink)
    }
    try enter(.decelerating, at: event.time, index, velocity: velocity, into: &sink)
  }

  /// Ends a scroll: the content rests, is held by a finger, or moves to a snap position.
  private mutating func endScroll<Sink: TraceSink>(
    _ event: ChromiumEvent, _ index: Int, velocity: Vector? = nil, into sink: inout Sink
  ) throws {
    scrollers[index].scrollEnd = event.time
    guard gesture.fingers == 0, event.restTime > event.time else {
      let next: ScrollPhase = gesture.fingers > 0 ? .tracking : .idle
      return try enter(next, at: event.time, index, velocity: velocity, into: &sink)
    }
    try enter(.decelerating, at: event.time, index, velocity: velocity, into: &sink)
    gesture.rests.removeAll { $0.scroller == index }
    gesture.rests.append((index, event.restTime))
  }

  private static func velocity(of event: ChromiumEvent) -> Vector? {
    event.hasOffsets ? Vector(dx: event.a, dy: event.b) : nil
  }

  /// Changes the scroll phase of a scroller.
  private mutating func enter<Sink: TraceSink>(
    _ phase: ScrollPhase, at time: Int64, _ index: Int, velocity: Vector? = nil,
    into sink: inout Sink
  ) throws {
    gesture.animations.removeAll { $0.scroller == index && phase != .animating }
    gesture.rests.removeAll { $0.scroller == index }
    guard scrollers[index].phase != phase else { return }
    let change = PhaseChange(old: scrollers[index].phase, new: phase, velocity: velocity)
    scrollers[index].phase = phase
    try emit(.observation(.phase(change)), at: time, to: index, into: &sink)
  }

  /// Handles a step of an animation.
  mutating func animate<Sink: TraceSink>(
    _ event: ChromiumEvent, _ index: Int, into sink: inout Sink
  ) throws {
    if let place = gesture.animations.firstIndex(where: { $0.scroller == index }) {
      gesture.animations[place].last = event.time
    } else if gesture.fingers == 0 || gesture.scroller != index {
      gesture.animations.append((index, event.time))
      if isSnap(at: event.time, index) {
        gesture.rests.removeAll { $0.scroller == index }
      } else {
        try enter(.animating, at: event.time, index, into: &sink)
      }
    }
  }

  /// Whether an animation is the browser's snap, which continues the scroll that ended just before.
  private func isSnap(at time: Int64, _ index: Int) -> Bool {
    guard scrollers[index].phase == .decelerating, let end = scrollers[index].scrollEnd else {
      return false
    }
    return time &- end <= Self.snapDelay
  }

  /// Ends the animations without a recent step.
  mutating func settleAnimations<Sink: TraceSink>(
    before time: Int64, into sink: inout Sink
  ) throws {
    while let place = gesture.animations.firstIndex(where: {
      time &- $0.last > Self.animationPause || time == .max
    }) {
      let ended = gesture.animations.remove(at: place)
      try enter(.idle, at: ended.last, ended.scroller, into: &sink)
    }
  }

  /// Ends the movements that finish before a time.
  mutating func endMovements<Sink: TraceSink>(
    before time: Int64, into sink: inout Sink
  ) throws {
    while let rest = gesture.rests.first(where: { $0.time < time }) {
      try enter(.idle, at: rest.time, rest.scroller, into: &sink)
    }
  }
}
