import ScrollModel

/// S31: a scroll without frames for too long.
struct Stall: Sendable {
  static let entry = DetectorEntry(
    "S31", "stall", alias: "D-STALL",
    looksFor: "More than 100 ms between two frames while the content decelerates or is animated.",
    evidence:
      "Frames of known rate; throttled traces need three intervals, gaps named by the recorder do not count.",
    causes: [
      "Looking for the closest target lays out a lazy stack on every update.",
      "A layout cycle.",
    ],
    repairs:
      "Bind no position on long lazy stacks, and declare no target layout with thousands of targets.",
    reports: [
      .init("BUG-5"), .init("BUG-6"),
      .init("BUG-34", "https://github.com/muxy-app/muxy/issues/861"),
    ])

  /// The start of the current phase: content at rest before it has no frames.
  private var began = TraceTime.zero

  mutating func changed(_ change: PhaseChange, at time: TraceTime) {
    if change.new != change.old { began = time }
  }

  mutating func frame(
    _ step: GestureTracker.FrameDelta, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    guard let old = step.oldPhase, old == .decelerating || old == .animating, !viewState.isAfterGap,
      viewState.isForeground != false, !step.isAfterCommand
    else { return }
    var limit: Int64 = 100_000_000
    if case .throttled(let milliseconds) = viewState.quality(of: .offset) {
      limit = max(limit, nanoseconds(milliseconds: milliseconds * 3))
    }
    if let period = viewState.refreshPeriod {
      limit = max(limit, nanoseconds(milliseconds: period * 6 / 1_000_000))
    }
    let elapsed = min(step.elapsed, viewState.time.nanoseconds(since: began))
    // Momentum at an end of the range continues without frames.
    guard elapsed > limit,
      step.delta.magnitude > viewState.tolerance || !step.axis.isAtEnd(step.axis.offset, within: 1)
    else { return }
    context.report(
      "S31", .warning,
      "no frame came for \(NumberFormat.milliseconds(elapsed)) while the content moved",
      measures: [Measure("interval", Double(elapsed) / 1_000_000, "ms")],
      cause: "the main thread was busy",
      edits: context.configuration?.position.isNone == false ? [.position(.none)] : [],
      structure: [old == .decelerating ? "decelerating" : "animating"])
  }
}
