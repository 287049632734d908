import ScrollModel

/// Two offsets at one moment.
struct FramePair: Hashable, Sendable {
  var time: TraceTime
  var a: Point
  var b: Point
  var isFree: Bool
  /// Where the second side had been for a frame's time before, if it had shown a frame by then.
  var secondBefore: Point?
}

/// Brings the frames of two sides to common moments.
///
/// A side that shows no frame at a moment is where its last frame left it. Between two frames of
/// the recording the other side is sampled by its closed form, which the caller hands in.
struct FramePairing: Sendable {
  private struct Frame: Hashable, Sendable {
    var offset: Point
    var isFree = true
    var other: Point?
  }

  /// Whether only moments of the first side count: a recording need not show every frame.
  let followsFirst: Bool
  private var first = Queue<Frame>()
  private var second = Queue<Frame>()
  private var lastFirst: Point?
  private var lastSecond: Point?
  /// When the second side came to where it is, and where it was before.
  private var arrival: (time: TraceTime, from: Point)?

  /// Clocks that tell whole microseconds are this many nanoseconds behind.
  private static let slack: Int64 = 1_000
  /// A refresh at sixty a second, in nanoseconds.
  private static let refresh: Int64 = 16_666_667

  init(followsFirst: Bool) {
    self.followsFirst = followsFirst
  }

  /// Adds a frame of the first side; `other` is where the second side is at that moment, if known.
  mutating func addFirst(_ offset: Point, at time: TraceTime, isFree: Bool, other: Point? = nil) {
    first.append(Frame(offset: offset, isFree: isFree, other: other), at: time)
  }

  mutating func addSecond(_ offset: Point, at time: TraceTime, isFree: Bool) {
    second.append(Frame(offset: offset, isFree: isFree), at: time)
  }

  /// Adds frames of a side that tell nothing but where it is.
  mutating func add(_ steps: ArraySlice<FrameStep>, of side: Side) {
    if side == .first {
      for step in steps { first.append(Frame(offset: step.offset), at: step.time) }
    } else {
      for step in steps { second.append(Frame(offset: step.offset), at: step.time) }
    }
  }

  /// Takes out the next pair before a moment; nil is no limit.
  mutating func next(before limit: TraceTime?) -> FramePair? {
    let limit = limit ?? TraceTime(nanoseconds: .max)
    return followsFirst ? nextOfFirst(before: limit) : nextOfEither(before: limit)
  }

  private mutating func nextOfFirst(before limit: TraceTime) -> FramePair? {
    // What follows within the slack belongs to a pair, so both sides have to be past that.
    while let (time, frame) = first.popFirst(before: limit.advanced(byNanoseconds: -Self.slack)) {
      while let (moment, passed) = second.popFirst(before: time) { passSecond(passed, moment) }
      let before = secondBefore(time)
      var other = frame.other
      while let (moment, passed) = second.popFirst(until: time) { passSecond(passed, moment) }
      let soon = time.advanced(byNanoseconds: Self.slack)
      while let (moment, passed) = second.popFirst(until: soon) {
        passSecond(passed, moment)
        other = passed.offset
      }
      lastFirst = frame.offset
      guard let there = other ?? lastSecond else { continue }
      return FramePair(
        time: time, a: frame.offset, b: there, isFree: frame.isFree, secondBefore: before)
    }
    // Frames of the first side may wait yet for those within the slack.
    let end = first.first.map { min($0.time, limit) } ?? limit
    while let (moment, passed) = second.popFirst(before: end) { passSecond(passed, moment) }
    return nil
  }

  private mutating func passSecond(_ frame: Frame, _ time: TraceTime) {
    if let lastSecond, lastSecond != frame.offset { arrival = (time, lastSecond) }
    lastSecond = frame.offset
  }

  /// Where the second side had been for a frame's time at a moment.
  ///
  /// What it shows within the refresh before is what the first side shows now.
  private func secondBefore(_ time: TraceTime) -> Point? {
    guard let arrival, time.nanoseconds(since: arrival.time) < Self.refresh else {
      return lastSecond
    }
    return arrival.from
  }

  /// Where the second side was shown last.
  var secondPlace: Point? { lastSecond }

  private mutating func nextOfEither(before limit: TraceTime) -> FramePair? {
    while let time = Self.earlier(first.first?.time, second.first?.time), time < limit {
      let before = lastSecond
      let (here, there) = (first.popFirst(until: time), second.popFirst(until: time))
      if let here { lastFirst = here.element.offset }
      if let there { lastSecond = there.element.offset }
      guard let lastFirst, let place = here?.element.other ?? lastSecond else { continue }
      let isFree = (here?.element.isFree ?? true) && (there?.element.isFree ?? true)
      return FramePair(time: time, a: lastFirst, b: place, isFree: isFree, secondBefore: before)
    }
    return nil
  }

  private static func earlier(_ a: TraceTime?, _ b: TraceTime?) -> TraceTime? {
    guard let a else { return b }
    guard let b else { return a }
    return min(a, b)
  }
}
