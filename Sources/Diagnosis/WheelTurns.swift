import Analysis
import ScrollModel

/// Turns of a mouse wheel over a page in Chromium, with the rests that follow.
///
/// The notches of a turn ask for a distance, and content moves by it before a page that snaps moves it
/// on. A trackpad has no notches: where its movement would end is not known.
struct WheelTurns: Sendable {
  private var open: Turn?
  private var moved = TraceTime.zero

  private struct Turn {
    var start: Double
    /// The distance of each notch, with its direction.
    var notch: Double
    var distance = 0.0
    var lastNotch = TraceTime.zero
    /// The place to which the notches ask to go, once the content is there.
    var end: (time: TraceTime, offset: Double)?
    /// Whether the page has moved the content on from there.
    var isPast = false
    var isKnown: Bool
  }

  /// The shortest notch of any platform's default; a trackpad's events ask for less, or for lengths
  /// that differ.
  private static let shortestNotch = 40.0
  /// The duration without movement at a rest.
  private static let stillness: Int64 = 150_000_000
  /// The largest distance of two places that count as the same, in points.
  private static let near = 1.0

  /// Returns the turn whose content has come to rest by a time.
  mutating func rested(by time: TraceTime, on viewState: borrowing ViewState) -> RestDecision? {
    guard let turn = open,
      time.nanoseconds(since: max(moved, turn.lastNotch)) >= Self.stillness
    else { return nil }
    return close(on: viewState)
  }

  /// Handles an event; returns the turn that a scroll of the program continues.
  mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) -> RestDecision? {
    switch event {
    case .input(.wheel(let sample)):
      if let axis = MainAxis(viewState) { turn(by: axis.leading(sample.delta), at: time, axis) }
      if !sample.isClick { open?.isKnown = false }
    case .observation(.frame):
      if viewState.previous?.offset != viewState.offset { moved = time }
      if let axis = MainAxis(viewState) { move(to: axis, at: time) }
    case .input(.command): return close(on: viewState)
    case .input(.touch), .input(.edit), .input(.container): open = nil
    default: break
    }
    return nil
  }

  private mutating func turn(by notch: Double, at time: TraceTime, _ axis: MainAxis) {
    guard notch != 0 else { return }
    var turn =
      open
      ?? Turn(
        start: axis.offset, notch: notch,
        isKnown: notch.magnitude >= Self.shortestNotch
          && time.nanoseconds(since: moved) >= Self.stillness)
    // From the way to an area, a notch leads to a place that depends on the browser.
    if notch != turn.notch || turn.isPast { turn.isKnown = false }
    turn.distance += notch
    turn.lastNotch = time
    turn.end = nil
    open = turn
  }

  private mutating func move(to axis: MainAxis, at time: TraceTime) {
    guard var turn = open else { return }
    if let end = turn.end {
      turn.isPast = turn.isPast || (axis.offset - end.offset).magnitude > Self.near
    } else if (axis.offset - axis.clamp(turn.start + turn.distance)).magnitude <= Self.near {
      turn.end = (time, axis.offset)
    }
    open = turn
  }

  private mutating func close(on viewState: borrowing ViewState) -> RestDecision? {
    defer { open = nil }
    guard let turn = open, turn.isKnown, let end = turn.end, let axis = MainAxis(viewState),
      (end.offset - turn.start).magnitude > Self.near
    else { return nil }
    return RestDecision(
      number: 0, time: end.time, releaseOffset: end.offset, startOffset: turn.start,
      isCatch: false, velocity: 0, evidence: .recorded, rest: axis.offset,
      restTime: max(moved, end.time), axis: axis, turn: turn.notch)
  }
}
