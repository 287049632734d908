import ScrollModel
public import TraceStore

/// The result of a replay, alone or as a cell of a matrix.
public struct ReplayResult: Sendable {
  /// The parameters of the replay.
  public var plan: ReplayPlan
  /// The summary.
  public var tally: ReplaySummary
  /// The differences from the recording; nil without a comparison, see `obstacle`.
  public var comparison: Comparison?
  /// The reason why there is no comparison.
  public var obstacle: String?

  /// Creates the result of a replay that was not compared.
  public init(plan: ReplayPlan, tally: ReplaySummary) {
    self.plan = plan
    self.tally = tally
  }
}

/// A replay that is compared with its recording while it runs.
public final class RecordingReplay {
  private let run: ReplayRun
  private let observer: ComparingObserver
  private let recorded: [UInt8]?
  private var lastTime = TraceTime.zero
  /// Whether skipped events are not compared yet.
  private var lags = false
  /// The position up to which the batch was skipped.
  private var place = EventBatch.Cursor()

  /// Creates a replay at the start of its trace; `recorded` is the trace's observations digest.
  public convenience init(
    _ plan: ReplayPlan, tolerance: Tolerance, recorded: [UInt8]?,
    listener: any ReplayListener = ObserverBox(NoObserver())
  ) {
    self.init(
      plan, tolerance: tolerance, recorded: recorded, hasInitialPhaseVariant: false,
      listener: listener)
  }

  /// Creates a replay that may also represent one without the initial phase callback.
  init(
    _ plan: ReplayPlan, tolerance: Tolerance, recorded: [UInt8]?, hasInitialPhaseVariant: Bool,
    listener: any ReplayListener
  ) {
    self.recorded = recorded
    var comparer = OutcomeComparer(
      tolerance: tolerance, axes: plan.information.axes, followsFirst: true)
    comparer.begin(.second, under: plan.configuration)
    observer = ComparingObserver(comparer: comparer, next: listener)
    run = ReplayRun(plan, hasInitialPhaseVariant: hasInitialPhaseVariant, listener: observer)
  }

  /// Replays the next events of the trace.
  public func take(_ batch: EventBatch) {
    observer.begin(batch)
    place = EventBatch.Cursor()
    for stretch in batch.stretches where !skip(stretch, batch) {
      for part in stretch.parts { take(part, batch) }
    }
    // Pending observations refer to the batch.
    catchUp()
  }

  /// Skips frames and the gestures among them; false if they must be handled one by one.
  private func skip(_ stretch: EventBatch.FastRange, _ batch: EventBatch) -> Bool {
    guard let range = stretch.frames?.steps, let last = range.last, stretch.parts.count > 1,
      run.skipRange(batch.steps.span.extracting(range))
    else { return false }
    place = EventBatch.Cursor(part: stretch.parts.upperBound, step: range.upperBound)
    wait(until: batch.steps[last].time)
    for part in batch.parts[stretch.parts] {
      switch part {
      case .frames, .set: break
      case .touch(let index):
        let (time, sample) = batch.touches[index]
        run.skip(sample, at: time)
        lag(until: time)
      case .event(let index):
        guard case (let time, .input(let input)) = batch.events[index] else { continue }
        _ = run.skip(input, at: time)
        lag(until: time)
      }
    }
    return true
  }

  private func take(_ part: Int, _ batch: EventBatch) {
    switch batch.parts[part] {
    case .frames(let model, let range):
      take(range, like: model, batch)
      place.part += 1
    case .touch(let index):
      let (time, sample) = batch.touches[index]
      place.part += 1
      if run.skipsGestures {
        run.skip(sample, at: time)
        wait(until: time)
      } else {
        takeNow(.input(.touch(sample)), at: time)
      }
    case .set(let index, let set):
      place.part += 1
      if run.ignoresObservations {
        wait(until: batch.sets[set].time)
      } else {
        takeNow(batch.events[index].event, at: batch.sets[set].time)
      }
    case .event(let index):
      let (time, event) = batch.events[index]
      place.part += 1
      if run.skip(event, at: time) {
        wait(until: time)
      } else {
        takeNow(event, at: time)
      }
    }
  }

  /// Handles frames; those that do not affect the replay are skipped and compared later in a batch.
  private func take(_ frames: Range<Int>, like model: Int, _ batch: EventBatch) {
    var rest = frames
    while let first = rest.first {
      let count = run.skip(batch.steps.span.extracting(rest))
      if count > 0 {
        place.step += count
        wait(until: batch.steps[first + count - 1].time)
        rest.removeFirst(count)
      } else {
        let step = batch.steps[first]
        place.step += 1
        takeNow(.observation(.frame(batch.frame(step, like: model))), at: step.time)
        rest.removeFirst()
      }
    }
  }

  /// Marks skipped events as pending.
  private func wait(until time: TraceTime) {
    observer.wait(upTo: place)
    lag(until: time)
  }

  /// Defers advancing the engine to a time.
  private func lag(until time: TraceTime) {
    lastTime = max(lastTime, time)
    lags = true
  }

  /// Advances the engine to the current time and compares pending observations.
  private func catchUp() {
    guard lags else { return }
    lags = false
    run.emit(until: lastTime)
    observer.takeWaiting()
  }

  private func takeNow(_ event: TraceEvent, at time: TraceTime) {
    lastTime = time
    catchUp()
    observer.skip(to: place)
    let drivingBefore = run.tally.drivingFrames
    run.take(event, at: time)
    switch event {
    case .observation(.frame(let frame)):
      let isFree = run.tally.drivingFrames == drivingBefore
      let other = run.offsetBetweenTicks(time)
      observer.comparer.takeFirst(frame, at: time, isFree: isFree, sampled: other)
    default:
      observer.comparer.take(event, at: time, of: .first)
    }
    observer.comparer.pass(time)
  }

  /// Ends the replay.
  public func finish() -> ReplayResult {
    run.finish()
    var result = ReplayResult(plan: run.plan, tally: run.tally)
    guard run.plan.contents.hasFrames else {
      result.obstacle = "the recording has no frame to compare with"
      return result
    }
    do throws(ReplayError) {
      var comparison = try observer.comparer.finish(at: lastTime)
      comparison.isIdentical = run.tally.digest == recorded
      result.comparison = comparison
    } catch {
      result.obstacle = error.description
    }
    return result
  }

  /// The result of the variant without the initial phase callback, with the comparison of the
  /// replay.
  ///
  /// A callback without a phase change does not affect the comparison.
  func initialPhaseVariant(of result: ReplayResult) -> ReplayResult? {
    guard let tally = run.initialPhaseSummary else { return nil }
    var twin = result
    twin.tally = tally
    twin.comparison?.isIdentical = tally.digest == recorded
    return twin
  }

  /// Sets the number of frames that are compared at a time.
  func compare(inPortionsOf count: Int) { observer.comparer.portion = count }
}

@available(*, unavailable) extension RecordingReplay: Sendable {}

extension TraceStore {
  /// Reads a trace once and passes it, batch by batch, to a closure.
  public func replay(_ trace: Int64, _ body: (EventBatch) throws -> Void) throws {
    let reader = try pointReader(of: trace)
    var batch = EventBatch()
    while true {
      try batch.fill(from: reader)
      if batch.events.isEmpty { return }
      try body(batch)
    }
  }
}
