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
    repairs: "None by configuration; asking for the edge again after the layout.",
    reports: [.init("BUG-18", "https://github.com/meshtastic/Meshtastic-Apple/issues/1635")])

  private var fault = RestFault<Double>()

  mutating func frame(_ step: Course.FrameStep, _ watch: Watch, _ stage: borrowing Stage) {
    fault.note(excess(step.axis, watch, stage), stage)
  }

  private func excess(_ axis: MainAxis, _ watch: Watch, _ stage: borrowing Stage) -> Double? {
    // A finger of which nobody tells may hold it there.
    guard stage.phase != nil || watch.hasInputs else { return nil }
    guard watch.mayRest(stage), stage.openTouches.isEmpty, axis.overflows else { return nil }
    let excess = axis.excess(axis.offset)
    return excess.magnitude > max(1, stage.tolerance) ? excess : nil
  }

  mutating func check(_ watch: inout Watch, _ stage: borrowing Stage, isEnd: Bool) {
    guard let found = fault.take(at: watch.now, isEnd: isEnd, stage) else { return }
    let excess = found.evidence
    watch.report(
      "S25", .error,
      "the content rests \(NumberFormat.points(excess.magnitude)) past its "
        + (excess > 0 ? "end" : "start"),
      since: found.time, firstFrame: found.frame, measures: [Measure("excess", excess)],
      cause: "the offset was not limited to the range that the content has now",
      structure: [excess > 0 ? "end" : "start"])
  }
}
