import ScrollModel

/// S29: sizes or insets that alternate between two values.
struct PingPong: Sendable {
  static let entry = DetectorEntry(
    "S29", "ping-pong", alias: "D-PINGPONG",
    looksFor:
      "Content size, container size or insets that go back and forth between two values at least four times, each within 250 ms.",
    evidence: "Frames with sizes.",
    causes: [
      "A geometry callback writes state that changes the geometry it observes.",
      "A height that depends on the space it takes.",
    ],
    repairs: "No setting changes this. Round what is compared, or observe from outside.",
    reports: [
      .init("BUG-27", "https://github.com/vellum-ai/vellum-assistant/pull/23736"),
      .init("BUG-28", "https://github.com/vellum-ai/vellum-assistant/pull/21752"),
      .init("BUG-35", "https://github.com/meshtastic/Meshtastic-Apple/pull/1931"),
      .init("A12", "https://github.com/danielsaidi/ScrollKit/issues/7"),
    ])

  private struct Track: Sendable {
    var last: Double?
    var before: Double?
    var count = 0
    var changed = TraceTime.zero

    /// Returns whether a value alternated for the fourth time.
    mutating func take(_ value: Double, at time: TraceTime) -> Bool {
      guard value != last else { return false }
      let isQuick = time.nanoseconds(since: changed) <= 250_000_000
      count = value == before && isQuick ? count + 1 : 0
      before = last
      last = value
      changed = time
      return count == 4
    }
  }

  private var content = Track()
  private var container = Track()
  private var start = Track()
  private var end = Track()

  mutating func frame(
    _ step: GestureTracker.FrameDelta, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    let axis = step.axis
    if let length = axis.content, content.take(length, at: viewState.time) {
      found("content size", content.last, content.before, &context)
    }
    if container.take(axis.frame, at: viewState.time) {
      found("container size", container.last, container.before, &context)
    }
    let isStart = start.take(axis.start, at: viewState.time)
    let isEnd = end.take(axis.end, at: viewState.time)
    if isStart { found("inset", start.last, start.before, &context) }
    if isEnd, !isStart { found("inset", end.last, end.before, &context) }
  }

  private func found(_ what: String, _ a: Double?, _ b: Double?, _ context: inout DetectionContext)
  {
    guard let a, let b else { return }
    context.report(
      "S29", .warning,
      "the \(what) goes back and forth between \(NumberFormat.points(min(a, b))) and "
        + NumberFormat.points(max(a, b)),
      measures: [Measure("lower", min(a, b)), Measure("upper", max(a, b))],
      cause: "a geometry observer changes the geometry", structure: [what])
  }
}
