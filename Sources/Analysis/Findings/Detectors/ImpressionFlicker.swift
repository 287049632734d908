import ScrollModel

/// I05: a view that comes and goes while the content hardly moves.
struct ImpressionFlicker: Sendable {
  static let entry = DetectorEntry(
    "I05", "impression-flicker",
    looksFor:
      "A target that is reported visible, hidden and visible again within 250 ms while the content moves less than 8 pt.",
    evidence: "Visibility events and offsets.",
    causes: [
      "The fraction lies at the threshold, and pixels or insets jitter.", "Geometry feeds back.",
    ],
    repairs: "A lower threshold; a minimum view time.",
    reports: [.init("BUG-26"), .init("C13", "https://github.com/react/react-native/issues/28720")])

  private struct Turn: Sendable {
    var time: TraceTime
    var offset: Double
    var isVisible: Bool
    var count: Int
  }

  /// The last turn of each handle.
  private var turns: [Turn?] = []

  mutating func take(
    _ event: VisibilityEvent, at time: TraceTime, _ course: Course, _ watch: inout Watch,
    _ stage: borrowing Stage
  ) {
    guard let handle = stage.targets.handle(of: event.id), let axis = course.axis else { return }
    while turns.count <= handle { turns.append(nil) }
    var turn = Turn(time: time, offset: axis.offset, isVisible: event.isVisible, count: 1)
    if let last = turns[handle], last.isVisible != event.isVisible,
      time.nanoseconds(since: last.time) <= 250_000_000,
      (last.offset - axis.offset).magnitude < 8
    {
      turn.count = last.count + 1
      turn.time = last.time
    }
    turns[handle] = turn
    guard turn.count == 3 else { return }
    watch.report(
      "I05", .warning,
      "\(event.id.displayText) came, went and came back within "
        + "\(Numeral.milliseconds(time.nanoseconds(since: turn.time))) while the content moved "
        + Numeral.points((axis.offset - turn.offset).magnitude),
      since: turn.time, target: event.id,
      measures: [Measure("turns", Double(turn.count), "")],
      cause: "the visible fraction lies at the threshold",
      edits: VisibilityWatch.threshold(nil, watch).map { [.visibility(max(0, $0 - 0.1))] } ?? [],
      structure: ["threshold"])
  }
}
