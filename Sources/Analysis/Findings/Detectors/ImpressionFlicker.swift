import ScrollModel

/// I05: a view that appears and disappears while the content hardly moves.
struct ImpressionFlicker: Sendable {
  static let entry = DetectorEntry(
    "I05", "impression-flicker",
    looksFor:
      "A target that is reported visible, hidden and visible again within 250 ms while the content moves less than 8 pt, back and forth.",
    evidence: "Visibility events and offsets.",
    causes: [
      "The fraction is at the threshold, and pixels or insets jitter.", "Geometry feeds back.",
      "Reports were kept back, and those of one target come at one time.",
    ],
    repairs: "Lower the threshold, or require a minimum view time.",
    reports: [.init("BUG-26"), .init("C13", "https://github.com/react/react-native/issues/28720")])

  private struct Turn: Sendable {
    var isVisible: Bool
    /// The number of consecutive turns, and the time and distance of the first.
    var count: Int
    var time: TraceTime
    var way: Double
  }

  /// The last turn of each target, by handle.
  private var turns: [Turn?] = []
  /// The total distance of movement in both directions: a reversing finger returns to the same
  /// offset.
  private var way = 0.0

  mutating func frame(_ step: GestureTracker.FrameDelta, _ viewState: borrowing ViewState) {
    let across = step.axis.across(viewState)
    way +=
      across == 0
      ? step.delta.magnitude : (step.delta * step.delta + across * across).squareRoot()
  }

  mutating func take(
    _ event: VisibilityEvent, at time: TraceTime, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    guard let handle = viewState.targets.handle(of: event.id) else { return }
    while turns.count <= handle { turns.append(nil) }
    var turn = Turn(isVisible: event.isVisible, count: 1, time: time, way: way)
    if let last = turns[handle], last.isVisible != event.isVisible,
      time.nanoseconds(since: last.time) <= 250_000_000, way - last.way < 8
    {
      turn.count = last.count &+ 1
      turn.time = last.time
      turn.way = last.way
    }
    turns[handle] = turn
    guard turn.count == 3 else { return }
    // No content crosses a threshold twice in no time.
    let isLate = time == turn.time
    let span = NumberFormat.milliseconds(time.nanoseconds(since: turn.time))
    let when =
      isLate
      ? "at one time"
      : "within \(span), while the content moved \(NumberFormat.points(way - turn.way))"
    context.report(
      "I05", .warning,
      "\(event.id.displayText) was reported visible, hidden and visible again \(when)",
      since: turn.time, target: event.id,
      measures: [Measure("turns", Double(turn.count), "")],
      cause: isLate
        ? "reports were kept back and came together" : "the visible fraction is at the threshold",
      edits: isLate
        ? []
        : VisibilityWatch.threshold(nil, context).map { [.visibility(max(0, $0 - 0.1))] } ?? [],
      structure: [isLate ? "together" : "threshold"])
  }
}
