import ScrollModel

/// The offsets of both sides at one time.
struct FramePair: Hashable, Sendable {
  var time: TraceTime
  var a: Point
  var b: Point
  var isFree: Bool
  /// The offset of the second side one frame interval before, if it had a frame by then.
  var secondBefore: Point?
}

extension FramePair {
  /// Becomes the next pair of consecutive frames; a side whose offset differs arrived with this
  /// frame.
  @inline(__always) mutating func arrive(
    _ step: FrameSample, _ b: Point, _ arrivals: inout (a: TraceTime, b: TraceTime)
  ) {
    if step.offset != a { arrivals.a = step.time }
    if b != self.b { arrivals.b = step.time }
    self = FramePair(time: step.time, a: step.offset, b: b, isFree: true)
  }
}

/// Pairs the frames of two sides at common times.
///
/// Without a frame at a time, a side keeps the offset of its last frame. Between two frames of the
/// recording, the caller supplies the closed-form offset of the other side.
struct FramePairing: Sendable {
  /// Whether only times of the first side count: a recording may not contain every frame.
  let followsFirst: Bool
  private var first = FrameColumn()
  private var second = FrameColumn()
  private var lastFirst: Point?
  private var lastSecond: Point?
  /// The time at which the second side reached its offset, and its offset before.
  private var arrival: (time: TraceTime, from: Point)?

  /// The largest error of clocks with microsecond resolution, in nanoseconds.
  private static let slack: Int64 = 1_000
  /// The refresh interval at 60 Hz, in nanoseconds.
  private static let refresh: Int64 = 16_666_667

  init(followsFirst: Bool) {
    self.followsFirst = followsFirst
  }

  /// Adds a frame of the first side; `other` is the offset of the second side at that time, if
  /// known.
  mutating func addFirst(_ offset: Point, at time: TraceTime, isFree: Bool, other: Point? = nil) {
    first.append(
      FrameSample(time: time, offset: offset), FrameColumn.Mark(isFree: isFree, other: other))
  }

  mutating func addSecond(_ offset: Point, at time: TraceTime, isFree: Bool) {
    second.append(FrameSample(time: time, offset: offset), FrameColumn.Mark(isFree: isFree))
  }

  /// Adds frames of the first side without attributes.
  mutating func addFirst(_ steps: UnsafeBufferPointer<FrameSample>) {
    first.append(contentsOf: steps)
  }

  /// Adds frames of the second side without attributes.
  mutating func addSecond(_ steps: [FrameSample]) {
    steps.withUnsafeBufferPointer { second.append(contentsOf: $0) }
  }

  /// The number of pending frames.
  var count: Int { first.count + second.count }

  /// Whether a pair may be complete before a time.
  func mayPair(before limit: TraceTime) -> Bool {
    guard followsFirst else { return count > 0 }
    guard let time = first.firstTime else { return false }
    return time < limit.advanced(byNanoseconds: -Self.slack)
  }

  /// Removes the next pair before a time.
  mutating func next(before limit: TraceTime) -> FramePair? {
    followsFirst ? nextOfFirst(before: limit) : nextOfEither(before: limit)
  }

  // MARK: Frames in step

  /// The offsets of the second side in consecutive pairs: those of its frames, or one that it keeps.
  struct SecondOffsets {
    fileprivate let frames: UnsafeBufferPointer<FrameSample>
    fileprivate let kept: Point

    @inline(__always) subscript(place: Int) -> Point {
      frames.isEmpty ? kept : frames[place].offset
    }
  }

  /// The time of the next pair, if the second side has a frame without attributes at that time, or none.
  ///
  /// `next` would only add `secondBefore`, which matters only after pauses.
  func nextInStep(before limit: TraceTime) -> TraceTime? {
    inStep(before: limit, atMost: 1) { first, _ in first.first?.time }
  }

  /// Calls a closure with the next frames of the first side and the offsets of the second side.
  ///
  /// Either both sides have frames at the same times, or the second side has none and keeps its offset: it rests
  /// while the first side moves.
  @inline(__always) func inStep<Result>(
    before limit: TraceTime, atMost most: Int,
    _ look: (UnsafeBufferPointer<FrameSample>, SecondOffsets) -> Result
  ) -> Result {
    first.withWaiting { first in
      second.withWaiting { second in
        let end = limit.advanced(byNanoseconds: -Self.slack)
        let isAlone = isAlone(first, second)
        let count =
          isAlone
          ? Self.countAlone(first.prefix(most), second.first?.time, before: end)
          : Self.countTogether(first.prefix(most), second, before: end)
        return look(
          UnsafeBufferPointer(rebasing: first[..<count]),
          SecondOffsets(
            frames: UnsafeBufferPointer(rebasing: second[..<(isAlone ? 0 : count)]),
            kept: lastSecond ?? .zero))
      }
    }
  }

  /// Whether the second side has an offset, but no frame at the time of the first side's next frame.
  @inline(__always) private func isAlone(
    _ first: UnsafeBufferPointer<FrameSample>, _ second: UnsafeBufferPointer<FrameSample>
  ) -> Bool {
    guard let step = first.first, case _? = lastSecond else { return false }
    guard let next = second.first else { return true }
    return next.time > step.time.advanced(byNanoseconds: Self.slack)
  }

  /// The number of frames before a time and before the second side's next frame.
  private static func countAlone(
    _ first: Slice<UnsafeBufferPointer<FrameSample>>, _ next: TraceTime?, before end: TraceTime
  ) -> Int {
    var count = 0
    while count < first.count {
      let time = first[count].time
      guard time < end else { break }
      if let next, next <= time.advanced(byNanoseconds: slack) { break }
      count += 1
    }
    return count
  }

  /// The number of frames before a time to which the second side has simultaneous frames.
  private static func countTogether(
    _ first: Slice<UnsafeBufferPointer<FrameSample>>, _ second: UnsafeBufferPointer<FrameSample>,
    before end: TraceTime
  ) -> Int {
    let most = min(first.count, second.count)
    var count = 0
    while count < most {
      let time = first[count].time
      guard time == second[count].time, time < end else { break }
      // A frame within the clock error has the same time.
      if count + 1 < second.count,
        second[count + 1].time <= time.advanced(byNanoseconds: slack)
      {
        break
      }
      count += 1
    }
    return count
  }

  /// Whether pairs of simultaneous frames can be handled in batches.
  var isPlain: Bool { followsFirst && first.isPlain && second.isPlain }

  /// Skips pairs that have been compared.
  mutating func skip(_ count: Int) {
    guard count > 0 else { return }
    lastFirst = first[count - 1].offset
    guard !first.withWaiting({ first in second.withWaiting { isAlone(first, $0) } }) else {
      first.skip(count)
      return
    }
    // The offset of the second side before its current one.
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
    // Frames within the clock error belong to a pair, so both sides must be beyond it.
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
    // Frames of the first side may still wait for frames within the clock error.
    let end = first.firstTime.map { min($0, limit) } ?? limit
    while let (passed, _) = second.popFirst(before: end) { passSecond(passed) }
    return nil
  }

  private mutating func passSecond(_ step: FrameSample) {
    if let lastSecond, lastSecond != step.offset { arrival = (step.time, lastSecond) }
    lastSecond = step.offset
  }

  /// The offset of the second side one frame interval before a time.
  ///
  /// A change of the second side within this interval corresponds to the current frame of the first
  /// side.
  private func secondBefore(_ time: TraceTime) -> Point? {
    guard let arrival, time.nanoseconds(since: arrival.time) < Self.refresh else {
      return lastSecond
    }
    return arrival.from
  }

  /// The last offset of the second side.
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
