import ScrollModel

/// The timers of React Native's viewability: every change of the set of counting targets starts a
/// timer for the whole set, and older timers continue.
///
/// When a timer ends, those of its targets that count at that time are reported. A target that left
/// and returned may be reported as if it had been visible throughout. React Native compares sets by
/// index, so other data at the same indices is no change; SwiftUI compares ids.
struct SetTimers: Sendable {
  private struct Timer: Sendable {
    var fires: TraceTime
    /// The keys by which sets are compared: layout indices or handles.
    var keys: [Int]
    var handles: [Int]
  }

  private var current: [Int] = []
  private var next: [Int] = []
  private var timers: [Timer] = []
  /// The last reported handles in order, each with its impression's index in the report.
  private var told: [Int] = []
  private var open: [Int] = []
  private var numbers: [Int: Int] = [:]

  /// Begins a sample of the set.
  mutating func begin() { next.removeAll(keepingCapacity: true) }

  /// Adds a target by its layout index.
  mutating func add(_ index: Int) { next.append(index) }

  /// Ends a sample of the set.
  mutating func commit(
    at time: TraceTime, delay: Int64, cancelsOlder: Bool, into report: inout ImpressionReport,
    on viewState: borrowing ViewState
  ) {
    next.sort()
    if report.policy.identity == .itemID {
      for place in next.indices { next[place] = viewState.targets.handles[next[place]] }
    }
    guard next != current else { return }
    swap(&current, &next)
    var handles = current
    if report.policy.identity == .index {
      for place in handles.indices { handles[place] = viewState.targets.handles[current[place]] }
    }
    let timer = Timer(fires: time.advanced(byNanoseconds: delay), keys: current, handles: handles)
    if delay == 0 {
      fire(timer, into: &report, on: viewState)
      return
    }
    if cancelsOlder { timers.removeAll(keepingCapacity: true) }
    timers.append(timer)
  }

  /// Ends the timers up to a time.
  mutating func fire(
    until time: TraceTime, into report: inout ImpressionReport, on viewState: borrowing ViewState
  ) {
    var count = 0
    while count < timers.count, timers[count].fires <= time {
      fire(timers[count], into: &report, on: viewState)
      count += 1
    }
    if count > 0 { timers.removeFirst(count) }
  }

  private mutating func fire(
    _ timer: Timer, into report: inout ImpressionReport, on viewState: borrowing ViewState
  ) {
    var shown: [Int] = []
    for (place, key) in timer.keys.enumerated() where current.contains(key) {
      let handle = timer.handles[place]
      if !shown.contains(handle) { shown.append(handle) }
    }
    var came: [Int] = []
    for handle in shown where !told.contains(handle) { came.append(handle) }
    var went: [Int] = []
    for handle in told where !shown.contains(handle) { went.append(handle) }
    guard !came.isEmpty || !went.isEmpty else { return }
    var ids: ([TargetID], [TargetID], [TargetID]) = ([], [], [])
    for handle in shown { ids.0.append(viewState.targets.id(of: handle)) }
    for handle in came { ids.1.append(viewState.targets.id(of: handle)) }
    for handle in went { ids.2.append(viewState.targets.id(of: handle)) }
    report.callbacks.append(
      ImpressionCallback(time: timer.fires, content: .set(ids.0, came: ids.1, went: ids.2)))
    keep(shown, at: timer.fires, into: &report, on: viewState)
  }

  /// Records the impressions of a reported set.
  private mutating func keep(
    _ shown: [Int], at time: TraceTime, into report: inout ImpressionReport,
    on viewState: borrowing ViewState
  ) {
    var places: [Int] = []
    for (place, handle) in told.enumerated() where !shown.contains(handle) {
      end(open[place], at: time, .left, into: &report)
    }
    for handle in shown {
      if let place = told.firstIndex(of: handle) {
        places.append(open[place])
        continue
      }
      let number = (numbers[handle] ?? 0) + 1
      numbers[handle] = number
      places.append(report.impressions.count)
      report.impressions.append(
        Impression(
          id: viewState.targets.id(of: handle), target: handle, number: number,
          enter: Crossing(at: time.advanced(byNanoseconds: -report.policy.dwell)),
          qualified: time, exit: Crossing(at: time), end: .traceEnd, durationNanoseconds: 0,
          peakFraction: 1, maximumSpeed: 0, phases: PhaseTimes(), usesLargeItemRule: false,
          certainty: .certain))
    }
    told = shown
    open = places
  }

  /// Ends the open impressions at the end of the outcome.
  func finish(at time: TraceTime, into report: inout ImpressionReport) {
    for place in open { end(place, at: time, .traceEnd, into: &report) }
  }

  private func end(
    _ place: Int, at time: TraceTime, _ end: VisitEnd, into report: inout ImpressionReport
  ) {
    guard report.impressions.indices.contains(place) else { return }
    report.impressions[place].exit = Crossing(at: time)
    report.impressions[place].end = end
    let enter = report.impressions[place].enter.time
    report.impressions[place].durationNanoseconds = max(0, time.nanoseconds(since: enter))
  }
}
