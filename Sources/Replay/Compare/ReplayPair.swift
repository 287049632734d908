import ScrollModel

/// Two replays of one trace, compared while they run.
public struct ReplayPair {
  private let first: ReplayRun
  private let second: ReplayRun
  /// The outcomes of each side that are not compared yet.
  private let waiting = (
    first: ObserverBox(WaitingObserver()), second: ObserverBox(WaitingObserver())
  )
  private var comparer: OutcomeComparer
  private var end = TraceTime.zero
  /// Whether the recording drove each side at the last event.
  private var isDriven = (first: false, second: false)

  /// Creates a pair at the start of a trace.
  public init(_ first: ReplayPlan, _ second: ReplayPlan, tolerance: Tolerance) {
    self.first = ReplayRun(first, listener: waiting.first)
    self.second = ReplayRun(second, listener: waiting.second)
    comparer = OutcomeComparer(
      tolerance: tolerance, axes: first.information.axes, followsFirst: false)
    comparer.begin(.first, under: first.configuration)
    comparer.begin(.second, under: second.configuration)
  }

  /// Replays the next events of the trace.
  public mutating func take(_ batch: EventBatch) {
    for (time, event) in batch.events {
      end = time
      // The outcome of a driving frame is emitted with the next event.
      isDriven = (first.isDriven, second.isDriven)
      first.take(event, at: time)
      second.take(event, at: time)
      handOver()
      comparer.pass(time)
    }
  }

  /// The longest continuation of replays after the end of a trace, in nanoseconds.
  ///
  /// Longer than any deceleration of the engine; it bounds motions that never end.
  static let patience: Int64 = 20_000_000_000

  /// Ends both replays and returns their summaries and their differences.
  ///
  /// Motions continue after the trace until they rest, because no recording limits them. Throws if
  /// every frame drove a side, unless something else differs.
  public mutating func finish() throws(ReplayError) -> (ReplaySummary, ReplaySummary, Comparison) {
    isDriven = (first.isDriven, second.isDriven)
    let last = end.advanced(byNanoseconds: Self.patience)
    while first.isUnderWay || second.isUnderWay, end < last {
      end = end.advanced(byNanoseconds: 100_000_000)
      first.goOn(until: end)
      second.goOn(until: end)
      handOver()
      comparer.pass(end)
    }
    first.finish()
    second.finish()
    handOver()
    let restsDiffer = first.tally.settles != second.tally.settles
    var comparison = try comparer.finish(at: end, needsFrames: !restsDiffer)
    comparison.isIdentical = first.tally.digest == second.tally.digest
    comparison.excludedFrames = max(first.tally.drivingFrames, second.tally.drivingFrames)
    return (first.tally, second.tally, comparison)
  }

  /// The releases so far with different resting offsets.
  ///
  /// Sides with different physics are named after their physics, others by the given names.
  public func physicsDifferences(named first: String, _ second: String) -> [SettleDifference] {
    let plans = (self.first.plan, self.second.plan)
    let isOther =
      plans.0.configuration.releasePhysics != plans.1.configuration.releasePhysics
    return SettleDifference.all(
      self.first.tally.settles,
      by: .init(
        plans.0.configuration, name: isOther ? nil : first, drive: plans.0.drive.drive),
      self.second.tally.settles,
      by: .init(
        plans.1.configuration, name: isOther ? nil : second, drive: plans.1.drive.drive))
  }

  /// Passes the outcomes since the last event to the comparison, in the order of time.
  ///
  /// Between two events of the trace, each side may have visited many ticks.
  private mutating func handOver() {
    let (a, b) = (waiting.first.observer.inOrder, waiting.second.observer.inOrder)
    var (i, j) = (0, 0)
    while i < a.count || j < b.count {
      if j >= b.count || (i < a.count && a[i].time <= b[j].time) {
        hand(over: a[i], of: .first)
        i += 1
      } else {
        hand(over: b[j], of: .second)
        j += 1
      }
    }
    waiting.first.observer.entries.removeAll(keepingCapacity: true)
    waiting.second.observer.entries.removeAll(keepingCapacity: true)
  }

  private mutating func hand(over entry: WaitingObserver.Entry, of side: Side) {
    switch entry {
    case .event(.observation(.frame(let frame)), let time)
    where side == .first ? isDriven.first : isDriven.second:
      comparer.take(frame, at: time, of: side, isFree: false)
    case .event(let event, let time): comparer.take(event, at: time, of: side)
    case .settle(let settle, _): comparer.take(settle, of: side)
    case .transition(let transition): comparer.take(transition, of: side)
    }
  }
}

/// Collects an outcome until the other side has reached the same time.
struct WaitingObserver: ReplayObserver {
  enum Entry {
    case event(TraceEvent, TraceTime)
    case settle(Settle, TraceTime)
    case transition(TransitionOutcome)

    /// The time of emission; a settle is emitted when it is decided, regardless of its time.
    var time: TraceTime {
      switch self {
      case .event(_, let time): time
      case .settle(_, let time): time
      case .transition(let transition): transition.time
      }
    }
  }

  var entries: [Entry] = []

  /// The entries by time; transitions are emitted after the frames of an advance.
  var inOrder: [Entry] {
    let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.time <= $1.time }
    return isSorted ? entries : entries.sortedStably { $0.time < $1.time }
  }

  private var latest = TraceTime.zero

  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    latest = time
    entries.append(.event(event, time))
  }
  mutating func take(_ settle: Settle) { entries.append(.settle(settle, latest)) }
  mutating func take(_ transition: TransitionOutcome) {
    latest = transition.time
    entries.append(.transition(transition))
  }
}
