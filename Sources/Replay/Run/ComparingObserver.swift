import ScrollModel

/// Passes an outcome to a comparison as its second side, and to the next observer.
///
/// Observations of the recording wait in their batch while the engine is behind. They are compared
/// when the engine emits later times, in the order of an event-by-event comparison. At equal times,
/// the recording comes before the engine.
final class ComparingObserver: ReplayListener {
  var takesGestures: Bool { next.takesGestures }

  var comparer: OutcomeComparer
  private let next: any ReplayListener
  /// The batch of the pending observations: the positions of the next observation and the next
  /// frame, and the end.
  private var batch = EventBatch()
  private var place = 0
  private var step = 0
  private var end = EventBatch.Cursor()
  /// The model of the last compared frames, if the recording contained nothing else since.
  private var model: Int?

  init(comparer: OutcomeComparer, next: any ReplayListener) {
    self.comparer = comparer
    self.next = next
  }

  func take(_ event: TraceEvent, at time: TraceTime) {
    if case .observation = event {
      takeWaiting(until: time)
      comparer.take(event, at: time, of: .second)
    }
    next.take(event, at: time)
  }

  func take(_ stretch: FrameRun) {
    if let first = stretch.steps.first {
      // Frames with only new offsets may be compared before the recording's observations.
      if !comparer.knows(stretch.like) { takeWaiting(until: first.time) }
      comparer.takeSecond(stretch.steps, like: stretch.like)
    }
    for number in stretch.sets.indices {
      let time = stretch.sets[number].set.time
      takeWaiting(until: time)
      comparer.take(stretch.sets[number].set.targets, at: time, of: .second)
    }
    next.take(stretch)
  }

  func take(_ settle: Settle) {
    takeWaiting(until: settle.time)
    comparer.take(settle, of: .second)
    next.take(settle)
  }

  func take(_ transition: TransitionOutcome) { next.take(transition) }
  func take(_ diagnostic: EngineDiagnostic) { next.take(diagnostic) }

  // MARK: Pending observations of the recording

  /// Starts a batch without pending observations.
  func begin(_ batch: EventBatch) {
    self.batch = batch
    (place, step, end, model) = (0, 0, EventBatch.Cursor(), nil)
  }

  /// Marks observations of the batch as pending up to a position.
  func wait(upTo cursor: EventBatch.Cursor) { end = cursor }

  /// Skips observations up to a position, because they were compared directly.
  func skip(to cursor: EventBatch.Cursor) {
    (step, end, model) = (cursor.step, cursor, nil)
    while place < batch.observed.count {
      switch batch.observed[place] {
      case .set(let part, _), .event(let part, _): guard part < cursor.part else { return }
      case .frames(_, let range): guard range.upperBound <= cursor.step else { return }
      }
      place += 1
    }
  }

  /// Compares pending observations up to a time.
  func takeWaiting(until limit: TraceTime = TraceTime(nanoseconds: .max)) {
    while place < batch.observed.count {
      switch batch.observed[place] {
      case .set(let part, let index):
        let time = batch.sets[index].time
        guard part < end.part, time <= limit else { return }
        comparer.take(batch.sets[index].ids, at: time, of: .first)
        comparer.pass(time)
      case .event(let part, let index):
        let time = batch.events[index].time
        guard part < end.part, time <= limit else { return }
        comparer.take(batch.events[index].event, at: time, of: .first)
        comparer.pass(time)
        model = nil
      case .frames(let model, let range):
        let known = min(range.upperBound, end.step)
        guard step < known else { return }
        let reached = batch.end(of: step..<known, until: limit)
        if reached > step { compare(upTo: reached, like: model) }
        guard step == range.upperBound else { return }
      }
      place += 1
    }
  }

  private func compare(upTo reached: Int, like model: Int) {
    let (some, last) = (step..<reached, batch.steps[reached - 1].time)
    if self.model != model {
      comparer.begin(batch.models[model], from: batch.steps[step].time, of: .first)
      self.model = model
    }
    // Reads the memory directly: a slice changes reference counts, which are contended between
    // threads.
    let tellsPhase = batch.models[model].phase != nil
    batch.steps.withUnsafeBufferPointer {
      comparer.takeFirst(UnsafeBufferPointer(rebasing: $0[some]), tellsPhase: tellsPhase)
    }
    step = reached
    comparer.pass(last)
  }
}
