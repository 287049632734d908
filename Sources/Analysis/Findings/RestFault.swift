import ScrollModel

/// The minimum duration of a fault at a rest: 100 ms, and longer if no phase confirms the rest.
struct RestWait: Sendable {
  /// The start time, and the first frame.
  let time: TraceTime
  let frame: Int
  /// Whether the phase is idle.
  private let isSure: Bool
  private let offset: Point?
  /// The minimum duration without movement at a rest, and the duration until it is certain: late or
  /// reversing content also pauses.
  private let (stillness, least): (Int64, Int64)

  init(_ viewState: borrowing ViewState) {
    time = viewState.time
    frame = viewState.frameCount
    isSure = viewState.phase != nil
    offset = viewState.offset
    stillness = isSure ? 0 : GestureTracker.stillness(viewState)
    least = isSure ? 100_000_000 : max(GestureTracker.longStillness, stillness)
  }

  /// Whether the content moved on in a trace without phases.
  func isLeft(_ viewState: borrowing ViewState) -> Bool {
    guard !isSure, let now = viewState.offset, let offset else { return false }
    let slack = viewState.tolerance
    return (now.x - offset.x).magnitude > slack || (now.y - offset.y).magnitude > slack
  }

  /// Whether the duration plus a number of milliseconds has passed, or the trace ended, after which
  /// nothing moves.
  func isOver(at now: TraceTime, and more: Double = 0, isEnd: Bool) -> Bool {
    let held = now.nanoseconds(since: time)
    return Double(held - least) > more * 1_000_000 || (isEnd && held >= stillness)
  }

  /// Whether the state is unknown: without phases, missing events may have moved the content.
  func isLost(_ viewState: borrowing ViewState) -> Bool { !isSure && viewState.gapBeforeNextFrame }
}

/// A fault at a rest: reported after a minimum duration, and once for each rest, regardless of its
/// number of frames.
struct RestFault<Evidence: Sendable>: Sendable {
  private var found: (since: RestWait, evidence: Evidence)?
  /// The reported rest.
  private var told: RestWait?

  /// Records the current fault; nil without one, or if the content is not at rest.
  mutating func note(_ evidence: Evidence?, _ viewState: borrowing ViewState) {
    if evidence == nil || (found?.since ?? told)?.isLeft(viewState) ?? false {
      found = nil
      told = nil
    }
    guard let evidence, told == nil else { return }
    found = (found?.since ?? RestWait(viewState), evidence)
  }

  /// Removes and returns the fault that is due.
  mutating func take(
    at now: TraceTime, isEnd: Bool, _ viewState: borrowing ViewState
  ) -> (time: TraceTime, frame: Int, evidence: Evidence)? {
    guard let found else { return nil }
    if found.since.isLost(viewState) { self.found = nil }
    guard self.found != nil, found.since.isOver(at: now, isEnd: isEnd) else { return nil }
    self.found = nil
    told = found.since
    return (found.since.time, found.since.frame, found.evidence)
  }
}
