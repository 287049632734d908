import ScrollEngine
public import ScrollModel
public import TraceStore

/// The events of a trace, some at a time.
public struct EventBatch: Sendable {
  /// The events with their moments, in order.
  public var events: [(time: TraceTime, event: TraceEvent)] = []

  /// How many events are read at a time.
  public static let size = 1024

  /// Creates an empty batch.
  public init() {
    events.reserveCapacity(Self.size)
  }

  /// Creates a batch of events that are in memory already.
  public init(_ events: some Sequence<(time: TraceTime, event: TraceEvent)>) {
    self.events = Array(events)
  }
}

/// What a cell of a matrix, or a single replay, came to.
public struct ReplayResult: Sendable {
  /// What was replayed how.
  public var plan: ReplayPlan
  /// What it added up to.
  public var tally: ReplayTally
  /// How it differs from the recording; nil if there was nothing to compare, see `obstacle`.
  public var comparison: Comparison?
  /// Why there is no comparison.
  public var obstacle: String?

  /// Creates the result of a replay that was not compared.
  public init(plan: ReplayPlan, tally: ReplayTally) {
    self.plan = plan
    self.tally = tally
  }
}

/// A replay that is held against its recording as it runs.
public final class RecordingReplay<Follower: OutcomeFollower> {
  private let run: ReplayRun<ComparingFollower<Follower>>
  private let recorded: [UInt8]?
  private var lastTime = TraceTime.zero

  /// Creates a replay at the start of its trace; `recorded` is the trace's observations digest.
  public init(
    _ plan: ReplayPlan, tolerance: Tolerance, recorded: [UInt8]?, follower: Follower
  ) {
    self.recorded = recorded
    let comparer = OutcomeComparer(
      tolerance: tolerance, axes: plan.information.axes, followsFirst: true)
    run = ReplayRun(plan, follower: ComparingFollower(comparer: comparer, next: follower))
  }

  /// Takes some events of the trace.
  public func take(_ batch: EventBatch) {
    for (time, event) in batch.events { take(event, at: time) }
  }

  private func take(_ event: TraceEvent, at time: TraceTime) {
    lastTime = time
    let drivingBefore = run.tally.drivingFrames
    run.take(event, at: time)
    switch event {
    case .observation(.frame(let frame)):
      let isFree = run.tally.drivingFrames == drivingBefore
      let other = run.offsetBetweenTicks(time)
      run.follower.comparer.takeFirst(frame, at: time, isFree: isFree, sampled: other)
    default:
      run.follower.comparer.take(event, at: time, of: .first)
    }
    run.follower.comparer.pass(time)
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
      var comparison = try run.follower.comparer.finish(at: lastTime)
      comparison.isIdentical = run.tally.digest == recorded
      result.comparison = comparison
    } catch {
      result.obstacle = error.description
    }
    return result
  }

  /// What looked on.
  public var follower: Follower { run.follower.next }
}

@available(*, unavailable) extension RecordingReplay: Sendable {}

/// Hands an outcome to a comparison as its second side, and to the next follower.
struct ComparingFollower<Next: OutcomeFollower>: OutcomeFollower {
  var comparer: OutcomeComparer
  var next: Next

  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    if case .observation = event { comparer.take(event, at: time, of: .second) }
    next.take(event, at: time)
  }

  mutating func take(_ settle: Settle) {
    comparer.take(settle, of: .second)
    next.take(settle)
  }

  mutating func take(_ transition: TransitionOutcome) { next.take(transition) }
  mutating func take(_ diagnostic: EngineDiagnostic) { next.take(diagnostic) }
}

extension TraceStore {
  /// Reads a trace once and hands it, batch by batch, to whoever replays it.
  public func replay(_ trace: Int64, _ body: (EventBatch) throws -> Void) throws {
    let reader = try reader(of: trace)
    var batch = EventBatch()
    while true {
      try batch.fill(from: reader)
      if batch.events.isEmpty { return }
      try body(batch)
    }
  }
}

extension EventBatch {
  /// Reads the events that come next; none at the end of the trace.
  mutating func fill(from reader: TraceReader) throws {
    events.removeAll(keepingCapacity: true)
    try reader.read(Self.size, into: &events)
  }
}
