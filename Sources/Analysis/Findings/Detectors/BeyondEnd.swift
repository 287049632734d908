import ScrollModel

/// S25: content that rests past an end of its range.
struct BeyondEnd: Sendable {
  static let entry = DetectorEntry(
    "S25", "beyond-end", alias: "D-BEYOND-END",
    looksFor: "Content at rest outside of its range for 100 ms.",
    evidence:
      "Offsets, sizes and insets at rest. Content that fits its container is not judged, because its alignment moves the range.",
    causes: [
      "The content shrank after the offset was resolved.",
      "An edge was resolved from an estimate that turned out too long.",
    ],
    repairs: "None by configuration; asking for the edge again after the layout.",
    reports: [.init("BUG-18", "https://github.com/meshtastic/Meshtastic-Apple/issues/1635")])

  private var pending: (time: TraceTime, frame: Int, excess: Double)?
  /// Whether the present rest was judged: frames that show it again are no further rest.
  private var isTold = false

  mutating func frame(
    _ step: Course.FrameStep, _ watch: Watch, _ stage: borrowing Stage
  ) {
    guard stage.phase == .idle, stage.openTouches.isEmpty, step.axis.overflows else {
      forget()
      return
    }
    let excess = step.axis.excess(step.axis.offset)
    guard excess.magnitude > max(1, tolerance(stage)) else {
      forget()
      return
    }
    guard !isTold else { return }
    pending = pending ?? (stage.time, stage.frameCount, excess)
    pending?.excess = excess
  }

  private mutating func forget() {
    pending = nil
    isTold = false
  }

  mutating func check(_ watch: inout Watch, isEnd: Bool) {
    guard let found = pending, isEnd || watch.now.nanoseconds(since: found.time) > 100_000_000
    else { return }
    pending = nil
    isTold = true
    watch.report(
      "S25", .error,
      "the content rests \(Numeral.points(found.excess.magnitude)) past its "
        + (found.excess > 0 ? "end" : "start"),
      since: found.time, firstFrame: found.frame, measures: [Measure("excess", found.excess)],
      cause: "the offset was not held to the range that the content has now",
      structure: [found.excess > 0 ? "end" : "start"])
  }
}
