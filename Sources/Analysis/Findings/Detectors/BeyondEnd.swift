import ScrollModel

/// S25: content that rests past an end of its range.
struct BeyondEnd: Sendable {
  static let entry = DetectorEntry(
    "S25", "beyond-end", alias: "D-BEYOND-END",
    looksFor: "Content at rest outside of its range for 100 ms.",
    evidence:
      "Offsets, sizes and insets at rest; without phases, fingers too. Content that fits its container is not judged, because its alignment moves the range.",
    causes: [
      "The content shrank after the offset was resolved.",
      "An edge was resolved from an estimate that turned out too long.",
    ],
    repairs: "No setting changes this. Ask for the edge again after the layout.",
    reports: [.init("BUG-18", "https://github.com/meshtastic/Meshtastic-Apple/issues/1635")])

  private var fault = RestFault<Double>()

  mutating func frame(
    _ step: GestureTracker.FrameDelta, _ context: DetectionContext, _ viewState: borrowing ViewState
  ) {
    fault.note(excess(step.axis, context, viewState), viewState)
  }

  private func excess(
    _ axis: MainAxis, _ context: DetectionContext, _ viewState: borrowing ViewState
  ) -> Double? {
    // A finger that was not recorded may hold the content there.
    guard viewState.phase != nil || context.hasInputs else { return nil }
    guard context.mayRest(viewState), viewState.openTouches.isEmpty, axis.overflows else {
      return nil
    }
    let excess = axis.excess(axis.offset)
    return excess.magnitude > max(1, viewState.tolerance) ? excess : nil
  }

  mutating func check(
    _ context: inout DetectionContext, _ viewState: borrowing ViewState, isEnd: Bool
  ) {
    guard let found = fault.take(at: context.now, isEnd: isEnd, viewState) else { return }
    let excess = found.evidence
    context.report(
      "S25", .error,
      "the content rests \(NumberFormat.points(excess.magnitude)) past its "
        + (excess > 0 ? "end" : "start"),
      since: found.time, firstFrame: found.frame, measures: [Measure("excess", excess)],
      cause: "the offset was not limited to the range that the content has now",
      structure: [excess > 0 ? "end" : "start"])
  }
}
