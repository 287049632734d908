import ScrollModel

/// Infers the resting offsets of a side between its frames.
///
/// Many recorders emit frames only during movement, so pauses of one side are compared with the
/// frames of the other. In a pause the content keeps the offset of the last frame, unless the
/// frames of a movement are merely late or sparse.
struct RestIntervals {
  /// Minimum duration without a frame, or with the same offset, that counts as a rest; in
  /// nanoseconds.
  static let shortest: Int64 = 100_000_000

  private let frames: [(time: TraceTime, offset: Point)]
  /// The usual frame interval during movement, in nanoseconds.
  private let step: Int64
  private var shown = 0
  private var phase: ScrollPhase?

  /// Creates the intervals of a side with these frames, before the first event.
  init(of frames: [(time: TraceTime, offset: Point)]) {
    self.frames = frames
    let steps = zip(frames, frames.dropFirst()).filter { $0.offset != $1.offset }
      .map { $1.time.nanoseconds(since: $0.time) }.sorted()
    step = steps.isEmpty ? 0 : steps[steps.count / 2]
  }

  /// Records an event of the side.
  mutating func take(_ event: TraceEvent) {
    switch event {
    case .observation(.frame(let frame)):
      shown += 1
      phase = frame.phase ?? phase
    case .observation(.phase(let change)): phase = change.new
    default: break
    }
  }

  /// The resting offset at a time between the last handled frame and the next one; nil if the
  /// content may move.
  func offset(at moment: TraceTime) -> Point? {
    guard shown > 0, shown <= frames.count else { return nil }
    let last = frames[shown - 1]
    guard moment > last.time else { return nil }
    guard shown < frames.count else { return mayRest ? last.offset : nil }
    let next = frames[shown]
    guard moment < next.time, next.time.nanoseconds(since: last.time) >= Self.shortest else {
      return nil
    }
    if next.offset == last.offset { return last.offset }
    // A change in the next frame may have begun up to one frame interval before it.
    let isDense = step < Self.shortest
    let end = next.time.advanced(byNanoseconds: -step)
    return isDense && mayRest && moment <= end ? last.offset : nil
  }

  private var mayRest: Bool {
    switch phase {
    case .idle, .tracking, nil: true
    case .interacting, .decelerating, .animating: false
    }
  }
}
