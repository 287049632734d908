import ScrollModel

/// Where a side is while it shows no frame.
///
/// Many recorders show frames only while something moves; what another side does meanwhile is a
/// difference all the same. In such a pause the content is where the last frame left it, as far as
/// that is certain: a movement whose frames come late or seldom is no rest.
struct RestIntervals {
  /// How long no frame comes, or the same offset stays, in what counts as a rest: in nanoseconds.
  static let shortest: Int64 = 100_000_000

  private let frames: [(time: TraceTime, offset: Point)]
  /// How far two frames of a movement usually lie apart, in nanoseconds.
  private let step: Int64
  private var shown = 0
  private var phase: ScrollPhase?

  /// Creates the pauses of a side with these frames, of which nothing has been seen.
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

  /// Where the content rests at a moment between the frame that was gone past last and the next one;
  /// nil if it may move.
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
    // What the next frame shows elsewhere moved after the frame that would have come before it.
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
