import ScrollModel

/// The frames of one side on the clock of another.
struct AlignedFrames {
  /// Moments and places in order.
  let frames: [(time: TraceTime, offset: Point)]

  init(_ track: OutcomeTrack, _ alignment: OutcomeAlignment) {
    frames = track.frames.map { (alignment.first(for: $0.time), $0.offset) }
  }

  /// Where the content was at a moment, between frames on a straight line; nil before the first one, of
  /// which nothing is known.
  ///
  /// Of several frames of the moment `turn` says which one is meant, or the last one if there are fewer.
  func offset(at time: TraceTime, turn: Int = .max) -> Point? {
    let next = count { $0 <= time }
    guard next > 0 else { return nil }
    let last = frames[next - 1]
    if last.time == time {
      let first = count { $0 < time }
      return frames[first + min(turn, next - 1 - first)].offset
    }
    // A long pause is rest, not a slow movement.
    guard next < frames.count, !isPause(at: time) else { return last.offset }
    let following = frames[next]
    let span = Double(following.time.nanoseconds(since: last.time))
    let share = Double(time.nanoseconds(since: last.time)) / span
    return Point(
      x: last.offset.x + (following.offset.x - last.offset.x) * share,
      y: last.offset.y + (following.offset.y - last.offset.y) * share)
  }

  /// Whether a moment lies between two frames that are too far apart for a line between them.
  func isPause(at time: TraceTime) -> Bool {
    let next = count { $0 <= time }
    guard next > 0, next < frames.count, frames[next - 1].time < time else { return false }
    return frames[next].time.nanoseconds(since: frames[next - 1].time) >= Pauses.shortest
  }

  /// How many frames come first whose moments are as asked for.
  private func count(while isBefore: (TraceTime) -> Bool) -> Int {
    var (low, high) = (0, frames.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(frames[middle].time) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension OutcomeTrack {
  /// For each frame how many of the same moment came before it; the last one of a moment has no number,
  /// as it shows what is left of it.
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
