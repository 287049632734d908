import ScrollModel

/// S38: content that moves by itself right after it appears.
struct OpeningMotion: Sendable {
  static let entry = DetectorEntry(
    "S38", "opening-motion",
    looksFor:
      "An animated movement of more than half a screen within the first second, before any finger.",
    evidence: "Phases or frames of the first second. A notice: it may be meant.",
    causes: ["The first position is reached by an animated request instead of an initial anchor."],
    repairs: "Set an anchor for the initial offset.",
    reports: [.init("BUG-24", "https://github.com/goncharik/hermes-mobile/issues/23")])

  /// The first frame; a recorder's clock may start before the view.
  private var start: (time: TraceTime, offset: Double)?
  private var isUnderWay = false
  private var isOver = false
  /// A quarter of a second, plus time for the frames that show it.
  private static let opening: Int64 = 300_000_000

  mutating func frame(
    _ step: GestureTracker.FrameDelta, _ movement: GestureTracker.Movement, hasGesture: Bool,
    _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    guard !isOver else { return }
    let from = start ?? (viewState.time, step.axis.offset)
    start = from
    let elapsed = viewState.time.nanoseconds(since: from.time)
    guard elapsed <= 1_000_000_000, !hasGesture, !step.isAfterWheel else {
      isOver = true
      return
    }
    let way = step.axis.offset - from.offset
    if elapsed <= Self.opening {
      isUnderWay = isUnderWay || way.magnitude > 1
    } else if !isUnderWay {
      // Later movement is a reaction to something else.
      isOver = true
      return
    }
    let isAnimated = viewState.phase.map { $0 == .animating } ?? (movement == .program)
    guard isAnimated, way.magnitude > step.axis.inner / 2 else { return }
    isOver = true
    context.report(
      "S38", .notice,
      "\(NumberFormat.milliseconds(elapsed)) after it appeared the content had travelled "
        + "\(NumberFormat.points(way)) by itself",
      since: from.time, firstFrame: 1, measures: [Measure("way", way)],
      cause: "the first position is reached by an animation",
      edits: [.roleAnchor(.initialOffset, .anchor(UnitPoint(x: 0.5, y: 1)))],
      structure: [way > 0 ? "forward" : "backward"])
  }
}
