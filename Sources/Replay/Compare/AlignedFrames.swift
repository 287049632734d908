import ScrollModel

/// The frames of one side on the clock of the other.
struct AlignedFrames {
  /// Times and offsets in order.
  let frames: [(time: TraceTime, offset: Point)]

  init(_ track: RecordedOutcome, _ alignment: OutcomeAlignment) {
    frames = track.frames.map { (alignment.first(for: $0.time), $0.offset) }
  }

  /// The frames of a side on its own clock.
  init(_ track: RecordedOutcome) {
    frames = track.frames
  }

  /// The offset at a time, interpolated linearly between frames; nil before the first frame.
  ///
  /// `turn` selects one of several frames at the same time, or the last one if there are fewer.
  func offset(at time: TraceTime, turn: Int = .max) -> Point? {
    let next = count { $0 <= time }
    guard next > 0 else { return nil }
    let last = frames[next - 1]
    if last.time == time {
      let first = count { $0 < time }
      return frames[first + min(turn, next - 1 - first)].offset
    }
    // A long pause is a rest, not a slow movement.
    guard next < frames.count, !isPause(at: time) else { return last.offset }
    return place(between: last, and: frames[next], at: time)
  }

  /// The offset at a time at which a denser side has a frame.
  ///
  /// Between two frames, the offset is assumed to follow the curve of the other side. Only the
  /// differences at the two frames count.
  func offset(at time: TraceTime, turn: Int, along other: AlignedFrames, _ here: Point) -> Point? {
    guard let place = offset(at: time, turn: turn) else { return nil }
    let next = count { $0 <= time }
    guard next > 0, next < frames.count, frames[next - 1].time < time, !isPause(at: time),
      other.isDenser(at: time, than: frames[next].time.nanoseconds(since: frames[next - 1].time)),
      let start = other.offset(at: frames[next - 1].time),
      let end = other.offset(at: frames[next].time)
    else { return place }
    let chord = self.place(
      between: (frames[next - 1].time, start), and: (frames[next].time, end), at: time)
    return Point(x: place.x + (here.x - chord.x), y: place.y + (here.y - chord.y))
  }

  /// Whether the frames around one at a time are clearly closer to it than the length of a span.
  private func isDenser(at time: TraceTime, than span: Int64) -> Bool {
    let (low, high) = (count { $0 < time } - 1, count { $0 <= time })
    let gaps = [low >= 0 ? low : nil, high < frames.count ? high : nil].compactMap { index in
      index.map { frames[$0].time.nanoseconds(since: time) }
    }
    return gaps.contains { $0.magnitude / 2 < span.magnitude / 3 }
  }

  private func place(
    between last: (time: TraceTime, offset: Point), and next: (time: TraceTime, offset: Point),
    at time: TraceTime
  ) -> Point {
    let span = Double(next.time.nanoseconds(since: last.time))
    let share = Double(time.nanoseconds(since: last.time)) / span
    return Point(
      x: last.offset.x + (next.offset.x - last.offset.x) * share,
      y: last.offset.y + (next.offset.y - last.offset.y) * share)
  }

  /// Whether a time is between two frames whose distance is too large for interpolation.
  func isPause(at time: TraceTime) -> Bool {
    let next = count { $0 <= time }
    guard next > 0, next < frames.count, frames[next - 1].time < time else { return false }
    return frames[next].time.nanoseconds(since: frames[next - 1].time) >= RestIntervals.shortest
  }

  /// The number of leading frames whose times satisfy a condition.
  private func count(while isBefore: (TraceTime) -> Bool) -> Int {
    var (low, high) = (0, frames.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(frames[middle].time) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension RecordedOutcome {
  /// For each frame, the number of earlier frames at the same time.
  ///
  /// The last frame of a time has no number, because it shows the final offset.
  var turns: [Int] {
    var turns: [Int] = []
    turns.reserveCapacity(frames.count)
    var turn = 0
    for (frame, next) in zip(frames, frames.dropFirst()) {
      let isLast = next.time != frame.time
      turns.append(isLast ? .max : turn)
      turn = isLast ? 0 : turn + 1
    }
    if !frames.isEmpty { turns.append(.max) }
    return turns
  }
}
