import ScrollModel

/// S27: content that no longer follows its growing end.
struct FollowLost: Sendable {
  static let entry = DetectorEntry(
    "S27", "follow-lost", alias: "D-NOFOLLOW",
    looksFor:
      "Content at rest at its end that stays behind when it grows, although a default anchor asks it to follow.",
    evidence:
      "A size-change anchor at the end, rest at the end before the growth, no finger and no request; judged 100 ms after.",
    causes: [
      "A position binding overrides the default anchor.",
      "A lazy stack's corrections are anchored at the start.",
    ],
    repairs: "Use the default anchor, and remove the position binding.",
    reports: [
      .init("BUG-16", "https://github.com/meshtastic/Meshtastic-Apple/pull/1467"),
      .init("BUG-20", "https://github.com/vellum-ai/vellum-assistant/pull/12666"),
      .init("BUG-3", Links.slicc),
    ])

  private var pending: (time: TraceTime, frame: Int, growth: Double)?
  private var missing = 0.0

  mutating func frame(
    _ step: GestureTracker.FrameDelta, _ context: DetectionContext, _ viewState: borrowing ViewState
  ) {
    guard let before = step.before,
      step.axis.axis == .vertical ? context.followsEnd.vertical : context.followsEnd.horizontal
    else { return }
    let isIdle = viewState.phase == .idle && step.oldPhase == .idle
    // Without phases, an unchanged offset is at rest.
    let isStill = viewState.phase == nil && step.delta == 0 && viewState.openTouches.isEmpty
    guard isIdle || isStill, !step.isAfterCommand, !step.isAfterWheel,
      let high = step.axis.high, let old = before.high
    else {
      pending = nil
      return
    }
    missing = high - step.axis.offset
    let slack = max(1, viewState.tolerance)
    if pending == nil, high > old + slack, old > before.low, (before.offset - old).magnitude <= 0.5
    {
      pending = (viewState.time, viewState.frameCount, high - old)
    }
    if missing <= slack { pending = nil }
  }

  mutating func cancel() { pending = nil }

  mutating func check(_ context: inout DetectionContext, isEnd: Bool) {
    guard let found = pending, isEnd || context.now.nanoseconds(since: found.time) > 100_000_000
    else { return }
    pending = nil
    let isPinned = context.configuration.map { !$0.position.isNone } ?? false
    context.report(
      "S27", .warning,
      "the content grew by \(NumberFormat.points(found.growth)) at its end, and the view stayed "
        + "\(NumberFormat.points(missing)) before the end",
      since: found.time, firstFrame: found.frame,
      measures: [Measure("growth", found.growth), Measure("missing", missing)],
      cause: isPinned
        ? "the position binding overrides the default anchor"
        : "the size-change anchor was not applied",
      edits: isPinned ? [.choice(name: "pinning", word: "default-anchor"), .position(.none)] : [],
      structure: [isPinned ? "position" : "anchor"])
  }
}
