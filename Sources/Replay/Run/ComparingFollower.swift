import ScrollModel

/// Hands an outcome to a comparison as its second side, and to the next follower.
///
/// What the recording saw while the engine lagged behind waits in the batch that it came with. It is
/// compared when the engine tells of later moments, in the order in which both sides would have told it
/// side by side: what the engine tells of a moment comes after what the recording saw at it.
struct ComparingFollower<Next: OutcomeFollower>: OutcomeFollower {
  static var takesGestures: Bool { Next.takesGestures }
  static var followsMount: Bool { Next.followsMount }

  var comparer: OutcomeComparer
  var next: Next
  /// The batch in which the recording waits, and what of it does.
  private var batch = EventBatch()
  private var waiting = EventBatch.Cursor()
  private var end = EventBatch.Cursor()

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

  mutating func take(_ set: VisibleSet, at time: TraceTime) {
    takeWaiting(until: time)
    comparer.take(set.ids, at: time, of: .second)
    next.take(set, at: time)
  }

  mutating func take(_ frames: FrameRun) {
    if let first = frames.steps.first {
      // Frames that say nothing new but where they are may come before what the recording saw.
      if !comparer.knows(frames) { takeWaiting(until: first.time) }
      comparer.take(frames, of: .second)
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

  // MARK: What waits

  /// Begins with a batch of which nothing waits.
  mutating func begin(_ batch: EventBatch) {
    self.batch = batch
    (waiting, end) = (EventBatch.Cursor(), EventBatch.Cursor())
  }

  /// Lets the batch wait up to a place in it.
  mutating func wait(upTo place: EventBatch.Cursor) { end = place }

  /// Leaves out what comes next up to a place, because it was compared at once.
  mutating func skip(to place: EventBatch.Cursor) { (waiting, end) = (place, place) }

  /// Compares what waits, up to a moment.
  mutating func takeWaiting(until limit: TraceTime = TraceTime(nanoseconds: .max)) {
    while waiting < end {
      switch batch.parts[waiting.part] {
      case .touch:
        // Fingers and wheels say nothing to a comparison.
        waiting.part += 1
      case .set(_, let index):
        let time = batch.sets[index].time
        guard time <= limit else { return }
        comparer.take(batch.sets[index].ids, at: time, of: .first)
        comparer.pass(time)
        waiting.part += 1
      case .event(let index):
        let time = batch.events[index].time
        guard time <= limit else { return }
        if case .observation = batch.events[index].event {
          comparer.take(batch.events[index].event, at: time, of: .first)
          comparer.pass(time)
        }
        waiting.part += 1
      case .frames(let like, let range):
        let known = waiting.part < end.part ? range.upperBound : end.step
        let reached = batch.end(of: waiting.step..<known, until: limit)
        if reached > waiting.step {
          let (first, last) = (batch.steps[waiting.step].time, batch.steps[reached - 1].time)
          comparer.begin(
            batch.models[like].phase, batch.models[like].geometry, from: first, to: last, of: .first
          )
          // One by one: a slice counts references, at which replays on other threads wait.
          for place in waiting.step..<reached { comparer.takeFirst(batch.steps[place]) }
          comparer.pass(last)
          waiting.step = reached
        }
        guard waiting.step == range.upperBound else { return }
        waiting.part += 1
      }
    }
  }
}
