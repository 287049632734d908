import ScrollModel

/// The timers of Jetpack Compose's `onVisibilityChanged`: every change of a target's state restarts
/// its timer, which reports the state when it ends.
///
/// A target that leaves and returns faster than the delay is therefore reported visible twice. A
/// removed visible target is immediately reported invisible. The first "invisible" that
/// Compose reports for each target is omitted.
struct RestartingTimers: Sendable {
  private struct State: Sendable {
    var isVisible = false
    /// The end of the running timer; nil without one.
    var fires: TraceTime?
    var number = 0
    var since = TraceTime.zero
    /// The index of the open impression in the report.
    var open: Int?
  }

  private var states: [Int: State] = [:]
  /// The targets with a running timer, in the order of their starts.
  private var pending: [Int] = []

  /// Records a change of a target's state.
  mutating func change(
    _ handle: Int, _ isVisible: Bool, at time: TraceTime, into report: inout ImpressionReport,
    on viewState: borrowing ViewState, policy: ImpressionPolicy
  ) {
    var state = states[handle] ?? State()
    settle(&state, handle, until: time, into: &report, on: viewState)
    state.isVisible = isVisible
    state.since = time
    state.fires = time.advanced(byNanoseconds: policy.dwell)
    if policy.dwell == 0 {
      settle(&state, handle, until: time, into: &report, on: viewState)
    } else if !pending.contains(handle) {
      pending.append(handle)
    }
    states[handle] = state
  }

  /// Records that a visible target is gone.
  mutating func remove(
    _ handle: Int, at time: TraceTime, into report: inout ImpressionReport,
    on viewState: borrowing ViewState
  ) {
    guard var state = states[handle] else { return }
    settle(&state, handle, until: time, into: &report, on: viewState)
    // A target that had left before ends at that time, although no callback reports it any more.
    if let open = state.open {
      end(open, at: state.isVisible ? time : state.since, .removed, into: &report)
      state.open = nil
    }
    if state.isVisible {
      state.isVisible = false
      state.fires = time
      settle(&state, handle, until: time, into: &report, on: viewState)
    }
    state.fires = nil
    states[handle] = state
  }

  /// Cancels the timers of targets that were removed from the layout while invisible.
  mutating func dropRemoved(
    at time: TraceTime, into report: inout ImpressionReport, on viewState: borrowing ViewState
  ) {
    guard !pending.isEmpty else { return }
    var kept = 0
    for handle in pending {
      if viewState.targets.index(of: handle) == nil {
        remove(handle, at: time, into: &report, on: viewState)
      } else if var state = states[handle] {
        settle(&state, handle, until: time, into: &report, on: viewState)
        states[handle] = state
      }
      if states[handle]?.fires != nil {
        pending[kept] = handle
        kept += 1
      }
    }
    pending.removeLast(pending.count - kept)
  }

  /// Ends all timers up to a time; the others are discarded.
  mutating func finish(
    at time: TraceTime, into report: inout ImpressionReport, on viewState: borrowing ViewState
  ) {
    dropRemoved(at: time, into: &report, on: viewState)
    for place in report.impressions.indices where report.impressions[place].end == .traceEnd {
      report.impressions[place].exit = Crossing(at: time)
      let enter = report.impressions[place].enter.time
      report.impressions[place].durationNanoseconds = time.nanoseconds(since: enter)
    }
  }

  private func settle(
    _ state: inout State, _ handle: Int, until time: TraceTime,
    into report: inout ImpressionReport, on viewState: borrowing ViewState
  ) {
    guard let fires = state.fires, fires <= time else { return }
    state.fires = nil
    // A target that was never reported visible still gets a call in Compose.
    let id = viewState.targets.id(of: handle)
    report.callbacks.append(
      ImpressionCallback(
        time: fires,
        content: .target(id, isVisible: state.isVisible, fraction: state.isVisible ? 1 : 0)))
    if let open = state.open {
      end(open, at: state.isVisible ? fires : state.since, .left, into: &report)
      state.open = nil
    }
    guard state.isVisible else { return }
    state.number += 1
    state.open = report.impressions.count
    report.impressions.append(
      Impression(
        id: id, target: handle, number: state.number, enter: Crossing(at: state.since),
        qualified: fires,
        exit: Crossing(at: fires), end: .traceEnd, durationNanoseconds: 0, peakFraction: 1,
        maximumSpeed: 0, phases: PhaseTimes(), usesLargeItemRule: false, certainty: .certain))
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
