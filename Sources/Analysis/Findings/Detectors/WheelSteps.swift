import ScrollModel

/// S41: a wheel whose clicks move the content in one frame each.
struct WheelSteps: Sendable {
  static let entry = DetectorEntry(
    "S41", "wheel-steps",
    looksFor: "Eight or more clicks of a wheel that each move the content within a single frame.",
    evidence:
      "Wheel samples without phases, and frames before and after which nothing moved for two frames. A notice: some systems never smooth wheels.",
    causes: ["The clicks of a wheel are applied as they come, without an animation."],
    repairs: "No setting changes this.",
    reports: [.init("BUG-31", "https://github.com/saurabhav88/EnviousWispr/issues/3062")])

  private var steps: [Double] = []
  private var lastMove: TraceTime?
  private var isAlone = false
  private var since = TraceTime.zero

  mutating func frame(_ step: GestureTracker.FrameDelta, _ viewState: borrowing ViewState) {
    guard step.delta.magnitude > viewState.tolerance else { return }
    let quiet = lastMove.map { viewState.time.nanoseconds(since: $0) } ?? .max
    let isQuiet = quiet > viewState.expectedInterval * 2
    // The previous step was isolated if nothing moved before and after it.
    if !isQuiet, isAlone { steps.removeLast() }
    lastMove = viewState.time
    isAlone = step.isAfterWheel && isQuiet && viewState.phase != .decelerating
    guard isAlone, steps.count < 64 else { return }
    if steps.isEmpty { since = viewState.time }
    steps.append(step.delta.magnitude)
  }

  mutating func finish(_ context: inout DetectionContext) {
    guard steps.count >= 8 else { return }
    steps.sort()
    let median = steps[steps.count / 2]
    context.report(
      "S41", .notice,
      "\(steps.count) clicks of the wheel moved the content in a single frame each, by "
        + "\(NumberFormat.points(median)) in the middle",
      since: since,
      measures: [Measure("clicks", Double(steps.count), ""), Measure("median", median)],
      cause: "nothing animates a click of the wheel", structure: ["frame"])
  }
}
