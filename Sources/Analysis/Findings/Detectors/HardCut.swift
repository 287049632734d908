import ScrollModel

/// S35: a settle that a write interrupts.
struct HardCut: Sendable {
  static let entry = DetectorEntry(
    "S35", "hard-cut",
    looksFor:
      "An un-animated programmatic scroll while the content moves by itself at more than 100 pt/s.",
    evidence: "The command, the phase and the speed of the last frames.",
    causes: [
      "The position is written in answer to a phase or id change during the settle (POS-45)."
    ],
    repairs: "Animate the write, or wait until the view is idle.",
    reports: [.init("BUG-14")])

  private struct InterruptedMotion: Sendable {
    var time: TraceTime
    var speed: Double
    var offset: Double
    /// The offset after the write and the time since then, because no phase confirms the rest.
    var end: (offset: Double, since: RestWait)?
  }

  private var speed = 0.0
  private var pending: InterruptedMotion?

  mutating func commanded(
    _ command: Command, _ tracker: GestureTracker, _ viewState: borrowing ViewState
  ) {
    pending = nil
    switch command {
    case .scroll(_, _, .none, _, false), .write(.some, _, .none): break
    default: return
    }
    let isSettling = viewState.phase.map { $0 == .decelerating } ?? (tracker.movement == .settling)
    guard isSettling, speed.magnitude > 100, let axis = tracker.axis else { return }
    pending = InterruptedMotion(time: viewState.time, speed: speed, offset: axis.offset)
  }

  mutating func frame(
    _ step: GestureTracker.FrameDelta, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    // The step of an earlier write is no speed.
    speed =
      step.elapsed > 0 && !step.isAfterCommand
      ? step.delta * 1_000_000_000 / Double(step.elapsed) : 0
    guard let cut = pending else { return }
    if viewState.phase == nil, !context.isHeld, !(cut.end?.since.isLeft(viewState) ?? false) {
      pending?.end = cut.end ?? (step.axis.offset, RestWait(viewState))
      return
    }
    pending = nil
    if viewState.phase == .idle { report(cut, to: step.axis.offset, &context) }
  }

  /// Reports an interruption without phases when the content has not moved after it.
  mutating func check(
    _ context: inout DetectionContext, _ viewState: borrowing ViewState, isEnd: Bool
  ) {
    guard let cut = pending, let end = cut.end else { return }
    guard !end.since.isLost(viewState), !context.isHeld else { return pending = nil }
    guard end.since.isOver(at: context.now, isEnd: isEnd) else { return }
    pending = nil
    report(cut, to: end.offset, &context)
  }

  private func report(
    _ cut: InterruptedMotion, to offset: Double, _ context: inout DetectionContext
  ) {
    context.report(
      "S35", .warning,
      "a write without animation stopped the content at \(NumberFormat.text(cut.speed)) pt/s and moved it "
        + NumberFormat.points(offset - cut.offset),
      since: cut.time,
      measures: [
        Measure("speed", cut.speed, "pt/s"), Measure("jump", offset - cut.offset),
      ],
      cause: "a position was written while the content settled", edits: [.position(.none)],
      structure: ["settling"])
  }
}
