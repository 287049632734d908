import ScrollModel

/// How long what is seen at a rest has to hold: 100 ms, and longer where no phase says that the content
/// rests.
struct RestWait: Sendable {
  /// Since when it holds, and at which frame it was seen first.
  let time: TraceTime
  let frame: Int
  /// Whether the phase says that the content is at rest.
  private let isSure: Bool
  private let offset: Point?
  /// How long content stands still at least that rests, and how long until it is certain: what is late
  /// or turns around stands still for a moment, too.
  private let (stillness, least): (Int64, Int64)

  init(_ viewState: borrowing ViewState) {
    time = viewState.time
    frame = viewState.frameCount
    isSure = viewState.phase != nil
    offset = viewState.offset
    stillness = isSure ? 0 : GestureTracker.stillness(viewState)
    least = isSure ? 100_000_000 : max(GestureTracker.longStillness, stillness)
  }

  /// Whether the content moved on in a trace that has no phases to say so.
  func isLeft(_ viewState: borrowing ViewState) -> Bool {
    guard !isSure, let now = viewState.offset, let offset else { return false }
    let slack = viewState.tolerance
    return (now.x - offset.x).magnitude > slack || (now.y - offset.y).magnitude > slack
  }

  /// Whether it has held long enough and so many milliseconds more, or to the end of the trace, after
  /// which nothing moves the content any more.
  func isOver(at now: TraceTime, and more: Double = 0, isEnd: Bool) -> Bool {
    let held = now.nanoseconds(since: time)
    return Double(held - least) > more * 1_000_000 || (isEnd && held >= stillness)
  }

  /// Whether nothing is known any more: without phases, missing events may have moved the content.
  func isLost(_ viewState: borrowing ViewState) -> Bool { !isSure && viewState.gapBeforeNextFrame }
}

/// Something wrong about a rest: told when the rest has held for a while, and once for each rest,
/// however many frames show it.
struct RestFault<Evidence: Sendable>: Sendable {
  private var found: (since: RestWait, evidence: Evidence)?
  /// The rest that was told.
  private var told: RestWait?

  /// Notes what is wrong now; nil if nothing is, or the content is not at rest.
  mutating func note(_ evidence: Evidence?, _ viewState: borrowing ViewState) {
    if evidence == nil || (found?.since ?? told)?.isLeft(viewState) ?? false {
      found = nil
      told = nil
    }
    guard let evidence, told == nil else { return }
    found = (found?.since ?? RestWait(viewState), evidence)
  }

  /// Takes out what is to be told by now.
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
