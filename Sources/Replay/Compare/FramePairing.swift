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

extension FramePair {
  /// Becomes the pair that follows in step; a side that is elsewhere then arrived there with it.
  @inline(__always) mutating func arrive(
    _ step: FrameSample, _ b: Point, _ arrivals: inout (a: TraceTime, b: TraceTime)
  ) {
    if step.offset != a { arrivals.a = step.time }
    if b != self.b { arrivals.b = step.time }
    self = FramePair(time: step.time, a: step.offset, b: b, isFree: true)
  }
}

/// Brings the frames of two sides to common moments.
///
/// A side that shows no frame at a moment is where its last frame left it. Between two frames of
/// the recording the other side is sampled by its closed form, which the caller hands in.
struct FramePairing: Sendable {
  /// Whether only moments of the first side count: a recording need not show every frame.
  let followsFirst: Bool
  private var first = FrameColumn()
  private var second = FrameColumn()
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
    first.append(
      FrameSample(time: time, offset: offset), FrameColumn.Mark(isFree: isFree, other: other))
  }

  mutating func addSecond(_ offset: Point, at time: TraceTime, isFree: Bool) {
    second.append(FrameSample(time: time, offset: offset), FrameColumn.Mark(isFree: isFree))
  }

  /// Adds frames of the first side that tell nothing but where they are.
  mutating func addFirst(_ steps: UnsafeBufferPointer<FrameSample>) {
    first.append(contentsOf: steps)
  }

  /// Adds frames of the second side that tell nothing but where they are.
  mutating func addSecond(_ steps: [FrameSample]) {
    steps.withUnsafeBufferPointer { second.append(contentsOf: $0) }
  }

  /// How many frames wait.
  var count: Int { first.count + second.count }

  /// Whether a pair may be complete before a moment.
  func mayPair(before limit: TraceTime) -> Bool {
    guard followsFirst else { return count > 0 }
    guard let time = first.firstTime else { return false }
    return time < limit.advanced(byNanoseconds: -Self.slack)
  }

  /// Takes out the next pair before a moment.
  mutating func next(before limit: TraceTime) -> FramePair? {
    followsFirst ? nextOfFirst(before: limit) : nextOfEither(before: limit)
  }

  // MARK: Frames in step

  /// The moment of the next pair, if both sides show a frame of it and nothing else is known of either.
  ///
  /// `next` could tell no more of it than where the second side had been, which matters behind pauses alone.
  func nextInStep(before limit: TraceTime) -> TraceTime? {
    inStep(before: limit, atMost: 1) { first, _ in first.first?.time }
  }

  /// Lets somebody look at the pairs in step that come next, the frames of both sides apart.
  @inline(__always) func inStep<Result>(
    before limit: TraceTime, atMost most: Int,
    _ look: (UnsafeBufferPointer<FrameSample>, UnsafeBufferPointer<FrameSample>) -> Result
  ) -> Result {
    first.withWaiting { first in
      second.withWaiting { second in
        let end = limit.advanced(byNanoseconds: -Self.slack)
        let most = min(most, first.count, second.count)
        var count = 0
        while count < most {
          let time = first[count].time
          guard time == second[count].time, time < end else { break }
          // A frame within the slack is of the same moment.
          if count + 1 < second.count,
            second[count + 1].time <= time.advanced(byNanoseconds: Self.slack)
          {
            break
          }
          count += 1
        }
        return look(
          UnsafeBufferPointer(rebasing: first[..<count]),
          UnsafeBufferPointer(rebasing: second[..<count]))
      }
    }
  }

  /// Whether pairs can be looked at in step.
  var isPlain: Bool { followsFirst && first.isPlain && second.isPlain }

  /// Skips pairs that were compared already.
  mutating func skip(_ count: Int) {
    guard count > 0 else { return }
    lastFirst = first[count - 1].offset
    // Where the second side was before it came to where it is now.
    let end = second[count - 1].offset
    var place = count - 1
    while place > 0, second[place - 1].offset == end { place -= 1 }
    let before = place > 0 ? second[place - 1].offset : lastSecond
    if let before, before != end { arrival = (second[place].time, before) }
    lastSecond = end
    first.skip(count)
    second.skip(count)
  }

  // MARK: Any frames

  private mutating func nextOfFirst(before limit: TraceTime) -> FramePair? {
    // What follows within the slack belongs to a pair, so both sides have to be past that.
    while let (step, mark) = first.popFirst(before: limit.advanced(byNanoseconds: -Self.slack)) {
      while let (passed, _) = second.popFirst(before: step.time) { passSecond(passed) }
      let before = secondBefore(step.time)
      var other = mark.other
      while let (passed, _) = second.popFirst(until: step.time) { passSecond(passed) }
      let soon = step.time.advanced(byNanoseconds: Self.slack)
      while let (passed, _) = second.popFirst(until: soon) {
        passSecond(passed)
        other = passed.offset
      }
      lastFirst = step.offset
      guard let there = other ?? lastSecond else { continue }
      return FramePair(
        time: step.time, a: step.offset, b: there, isFree: mark.isFree, secondBefore: before)
    }
    // Frames of the first side may wait yet for those within the slack.
    let end = first.firstTime.map { min($0, limit) } ?? limit
    while let (passed, _) = second.popFirst(before: end) { passSecond(passed) }
    return nil
  }

  private mutating func passSecond(_ step: FrameSample) {
    if let lastSecond, lastSecond != step.offset { arrival = (step.time, lastSecond) }
    lastSecond = step.offset
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
    while let time = Self.earlier(first.firstTime, second.firstTime), time < limit {
      let before = lastSecond
      let (here, there) = (first.popFirst(until: time), second.popFirst(until: time))
      if let here { lastFirst = here.step.offset }
      if let there { lastSecond = there.step.offset }
      guard let lastFirst, let place = here?.mark.other ?? lastSecond else { continue }
      let isFree = (here?.mark.isFree ?? true) && (there?.mark.isFree ?? true)
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
