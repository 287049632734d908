public import ScrollModel

/// The comparison of recorded visibility with a policy's result for the same outcome.
public struct RecordedVisibilityReport: Hashable, Sendable {
  /// The computed policy.
  public var policy: ImpressionPolicy
  /// The number of recorded visibility events, including changes of sets.
  public var recordedCount = 0
  /// The number of computed changes.
  public var computedCount = 0
  /// The number of them that agree within the tolerance.
  public var agreedCount = 0
  /// The differences, by time.
  public var differences: [VisibilityDifference] = []
  /// The reason why nothing was compared, if any.
  public var notCompared: String?
}

/// A visibility event that was recorded but not computed, or computed but not recorded.
public struct VisibilityDifference: Hashable, Sendable {
  /// The id of the target.
  public var id: TargetID
  /// The time of the record, or of the computation.
  public var time: TraceTime
  /// Whether the target became visible.
  public var isVisible: Bool
  /// Whether it was recorded; else it was computed.
  public var isRecorded: Bool
  /// The computed visible fraction at that time.
  public var fraction: Double?
  /// The cause of the difference.
  public var cause: ImpressionCause
}

/// Compares recorded visibility events with those of a policy, with a cause for each difference.
///
/// A recorded event agrees with a computed one of the same target and direction within the
/// tolerance. The policy should have no dwell, because recorded events are immediate.
public struct RecordedVisibility: OutcomeAnalysis, Sendable {
  private struct Event: Hashable, Sendable {
    var id: TargetID
    var time: TraceTime
    var isVisible: Bool
    var fraction: Double?
  }

  private var analysis: ImpressionAnalysis
  private var recorded: [Event] = []
  private var recordedSet: [TargetID] = []
  /// Targets with an observer that was called.
  private var told: Set<TargetID> = []
  private var firstScroll: TraceTime?
  private let tolerance: Int64
  private var report: RecordedVisibilityReport

  /// Creates a comparison; the tolerance in nanoseconds covers delivery a few frames late.
  public init(_ policy: ImpressionPolicy = .swiftUIVisibility(), tolerance: Int64 = 50_000_000) {
    var policy = policy
    policy.sampling = .perFrame
    policy.timer = .perItem
    policy.dwell = 0
    analysis = ImpressionAnalysis(policy)
    report = RecordedVisibilityReport(policy: policy)
    self.tolerance = tolerance
  }

  /// The result; complete after the end of the outcome.
  public var result: RecordedVisibilityReport { report }

  /// Advances the time.
  public mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    analysis.wait(until: time, on: viewState)
  }

  /// Handles an event.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    analysis.take(event, at: time, on: viewState)
    switch event {
    case .observation(.visibility(let event)):
      // The first report of an invisible view is no change (VIS-4).
      let isFirst = told.insert(event.id).inserted
      guard event.isVisible || !isFirst else { break }
      record(event.id, event.isVisible, on: viewState)
    case .observation(.visibleSet(let set)):
      for id in recordedSet where !set.ids.contains(id) { record(id, false, on: viewState) }
      for id in set.ids where !recordedSet.contains(id) { record(id, true, on: viewState) }
      recordedSet = set.ids
    case .observation(.frame):
      if firstScroll == nil, let before = viewState.previous, viewState.offset != before.offset {
        firstScroll = viewState.time
      }
    default: break
    }
  }

  private mutating func record(_ id: TargetID, _ isVisible: Bool, on viewState: borrowing ViewState)
  {
    var fraction: Double?
    if let handle = viewState.targets.handle(of: id),
      let index = viewState.targets.index(of: handle),
      let viewport = analysis.lens.viewport(on: viewState)
    {
      let axis = viewState.targets.mainAxis
      let margins = analysis.margins(ofIndex: index, in: viewport, on: viewState)
      fraction = analysis.lens.fraction(
        of: viewState.targets.frame(at: index), in: margins.rest(of: viewport, axis), axis)
    }
    recorded.append(
      Event(id: id, time: viewState.time, isVisible: isVisible, fraction: fraction))
  }

  /// Compares the events.
  public mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    analysis.finish(at: time, on: viewState)
    let computed = analysis.result.callbacks.compactMap { callback -> Event? in
      guard case .target(let id, let isVisible, let fraction) = callback.content else { return nil }
      return Event(id: id, time: callback.time, isVisible: isVisible, fraction: fraction)
    }
    report.recordedCount = recorded.count
    report.computedCount = computed.count
    if recorded.isEmpty {
      report.notCompared = "the outcome has no visibility events"
    } else if let obstacle = analysis.result.notMeasurable {
      report.notCompared = obstacle
    } else {
      compare(recorded, computed, end: time)
    }
    recorded.removeAll()
  }

  private mutating func compare(_ recorded: [Event], _ computed: [Event], end: TraceTime) {
    var queues: [TargetID: [Int]] = [:]
    for (place, event) in computed.enumerated() { queues[event.id, default: []].append(place) }
    var isMatched = Array(repeating: false, count: computed.count)
    var heads: [TargetID: Int] = [:]
    var left: [Event] = []
    for event in recorded {
      let queue = queues[event.id] ?? []
      var head = heads[event.id] ?? 0
      while head < queue.count,
        isMatched[queue[head]]
          || computed[queue[head]].time.nanoseconds(since: event.time) < -tolerance
      {
        head += 1
      }
      heads[event.id] = head
      var place = head
      while place < queue.count,
        computed[queue[place]].time.nanoseconds(since: event.time) <= tolerance,
        isMatched[queue[place]] || computed[queue[place]].isVisible != event.isVisible
      {
        place += 1
      }
      guard place < queue.count,
        computed[queue[place]].time.nanoseconds(since: event.time) <= tolerance
      else {
        left.append(event)
        continue
      }
      isMatched[queue[place]] = true
      report.agreedCount += 1
    }
    let flickers = flickers(among: left, in: recorded)
    for (place, event) in left.enumerated() {
      add(event, isRecorded: true, flickers.contains(place) ? .flicker : cause(ofRecorded: event))
    }
    for (place, event) in computed.enumerated() where !isMatched[place] {
      // An event that would have been reported after the end is not missing.
      guard end.nanoseconds(since: event.time) > tolerance else { continue }
      add(event, isRecorded: false, cause(ofComputed: event))
    }
    report.differences.sortStably { $0.time < $1.time }
  }

  private mutating func add(_ event: Event, isRecorded: Bool, _ cause: ImpressionCause) {
    report.differences.append(
      VisibilityDifference(
        id: event.id, time: event.time, isVisible: event.isVisible, isRecorded: isRecorded,
        fraction: event.fraction, cause: cause))
  }

  private func cause(ofRecorded event: Event) -> ImpressionCause {
    guard event.isVisible else { return .missed }
    guard let fraction = event.fraction else { return .withoutVisibility }
    return fraction + 1e-6 < report.policy.threshold ? .withoutVisibility : .setOscillation
  }

  private func cause(ofComputed event: Event) -> ImpressionCause {
    guard event.isVisible else { return .missed }
    let isInitial = firstScroll.map { event.time < $0 } ?? true
    return isInitial ? .missingInitial : .missed
  }

  /// The indices of events whose target had the opposite event just before or after.
  private func flickers(among left: [Event], in events: [Event]) -> Set<Int> {
    var lasts: [TargetID: Event] = [:]
    var found: Set<Event> = []
    for event in events {
      if let last = lasts[event.id], last.isVisible != event.isVisible,
        event.time.nanoseconds(since: last.time) <= tolerance
      {
        found.insert(last)
        found.insert(event)
      }
      lasts[event.id] = event
    }
    return Set(left.indices.filter { found.contains(left[$0]) })
  }
}
