import ScrollModel

/// What a recording saw and nobody has compared yet.
enum RecordedEntry {
  case frames(FrameRun)
  case observation(Observation)
}

/// Hands an outcome to a comparison as its second side, and to the next follower.
///
/// What the recording saw while the engine lagged behind waits here. It is compared when the engine
/// tells of later moments, in the order in which both sides would have told it side by side: what the
/// engine tells of a moment comes after what the recording saw at it.
struct ComparingFollower<Next: OutcomeFollower>: OutcomeFollower {
  static var takesGestures: Bool { Next.takesGestures }

  var comparer: OutcomeComparer
  var next: Next
  var waiting = Queue<RecordedEntry>()

  init(comparer: OutcomeComparer, next: Next) {
    self.comparer = comparer
    self.next = next
  }

  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    if case .observation = event {
      takeWaiting(until: time)
      comparer.take(event, at: time, of: .second)
    }
    next.take(event, at: time)
  }

  mutating func take(_ frames: FrameRun) {
    if let first = frames.steps.first, let last = frames.steps.last {
      takeWaiting(until: first.time)
      comparer.take(frames, of: .second)
      takeWaiting(until: last.time)
    }
    next.take(frames)
  }

  mutating func take(_ settle: Settle) {
    takeWaiting(until: settle.time)
    comparer.take(settle, of: .second)
    next.take(settle)
  }

  mutating func take(_ transition: TransitionOutcome) { next.take(transition) }
  mutating func take(_ diagnostic: EngineDiagnostic) { next.take(diagnostic) }

  /// Compares what waits, up to a moment if one is given.
  mutating func takeWaiting(until limit: TraceTime = TraceTime(nanoseconds: .max)) {
    while let (time, entry) = waiting.popFirst(until: limit) {
      switch entry {
      case .observation(let observation):
        comparer.take(.observation(observation), at: time, of: .first)
        comparer.pass(time)
      case .frames(var run):
        let count = run.count(until: limit)
        if count < run.steps.count {
          let rest = run.suffix(from: count)
          waiting.putBack(.frames(rest), at: rest.steps.first?.time ?? limit)
          run = run.prefix(count)
        }
        comparer.take(run, of: .first)
        if let last = run.steps.last { comparer.pass(last.time) }
      }
    }
  }
}

extension FrameRun {
  /// The first frames.
  func prefix(_ count: Int) -> FrameRun {
    var run = self
    run.steps = steps.prefix(count)
    return run
  }

  /// The frames from a place on.
  func suffix(from count: Int) -> FrameRun {
    var run = self
    run.steps = steps.dropFirst(count)
    return run
  }

  /// How many frames there are up to a moment.
  func count(until limit: TraceTime) -> Int {
    guard let last = steps.last, last.time > limit else { return steps.count }
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[steps.startIndex + middle].time <= limit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
