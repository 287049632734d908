import ScrollModel

/// Two offsets at one moment.
struct FramePair: Hashable, Sendable {
  var time: TraceTime
  var a: Point
  var b: Point
  var isFree: Bool
  /// Where the second side was just before, if it had shown a frame by then.
  var secondBefore: Point?
}

/// Brings the frames of two sides to common moments.
///
/// A side that shows no frame at a moment is where its last frame left it. Between two frames of
/// the recording the other side is sampled by its closed form, which the caller hands in.
struct FramePairing: Sendable {
  private struct Frame: Hashable, Sendable {
    var time: TraceTime
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

  init(followsFirst: Bool) {
    self.followsFirst = followsFirst
  }

  /// Adds a frame of the first side; `other` is where the second side is at that moment, if known.
  mutating func addFirst(_ offset: Point, at time: TraceTime, isFree: Bool, other: Point? = nil) {
    first.append(Frame(time: time, offset: offset, isFree: isFree, other: other))
  }

  mutating func addSecond(_ offset: Point, at time: TraceTime, isFree: Bool) {
    second.append(Frame(time: time, offset: offset, isFree: isFree))
  }

  /// Adds frames of a side that tell nothing but where it is.
  mutating func add(_ steps: ArraySlice<FrameStep>, of side: Side) {
    let frames = steps.lazy.map { Frame(time: $0.time, offset: $0.offset) }
    if side == .first {
      first.append(contentsOf: frames)
    } else {
      second.append(contentsOf: frames)
    }
  }

  /// Takes out the next pair before a moment; nil is no limit.
  mutating func next(before limit: TraceTime?) -> FramePair? {
    let limit = limit ?? TraceTime(nanoseconds: .max)
    return followsFirst ? nextOfFirst(before: limit) : nextOfEither(before: limit)
  }

  private mutating func nextOfFirst(before limit: TraceTime) -> FramePair? {
    while let frame = first.first, frame.time < limit {
      passSecond { $0 < frame.time }
      let before = lastSecond
      passSecond { $0 <= frame.time }
      first.removeFirst()
      lastFirst = frame.offset
      guard let there = frame.other ?? lastSecond else { continue }
      return FramePair(
        time: frame.time, a: frame.offset, b: there, isFree: frame.isFree, secondBefore: before)
    }
    passSecond { $0 < limit }
    return nil
  }

  private mutating func passSecond(while isDue: (TraceTime) -> Bool) {
    while let frame = second.first, isDue(frame.time) {
      lastSecond = frame.offset
      second.removeFirst()
    }
  }

  private mutating func nextOfEither(before limit: TraceTime) -> FramePair? {
    while true {
      let a = due(first, before: limit)
      let b = due(second, before: limit)
      guard let time = Self.earlier(a?.time, b?.time) else { return nil }
      let here = a.flatMap { $0.time == time ? $0 : nil }
      let before = lastSecond
      var isFree = here?.isFree ?? true
      if let b, b.time == time {
        lastSecond = b.offset
        isFree = isFree && b.isFree
        second.removeFirst()
      }
      if let here {
        lastFirst = here.offset
        first.removeFirst()
      }
      guard let lastFirst, let there = here?.other ?? lastSecond else { continue }
      return FramePair(
        time: time, a: lastFirst, b: there, isFree: isFree, secondBefore: before)
    }
  }

  private func due(_ frames: Queue<Frame>, before limit: TraceTime) -> Frame? {
    frames.first.flatMap { $0.time < limit ? $0 : nil }
  }

  private static func earlier(_ a: TraceTime?, _ b: TraceTime?) -> TraceTime? {
    guard let a else { return b }
    guard let b else { return a }
    return min(a, b)
  }
}
