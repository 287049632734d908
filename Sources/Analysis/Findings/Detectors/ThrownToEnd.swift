import ScrollModel

/// S39: content that moves to its end because items were inserted at its start.
struct ThrownToEnd: Sendable {
  static let entry = DetectorEntry(
    "S39", "thrown-to-end",
    looksFor:
      "A programmatic scroll to the last target right after targets were inserted before the first one, while the content was away from its end.",
    evidence:
      "Layouts or edits and the command, at most 100 ms apart; the last target is the same as before.",
    causes: [
      "The handler that follows new messages compares their count, not the last id."
    ],
    repairs: "Compare the last id before following it.",
    reports: [.init("BUG-46", "https://github.com/milind-soni/OpenMausBot/pull/161")])

  private var first: Int?
  private var last: Int?
  private var generation = -1
  private var growth: (time: TraceTime, count: Int)?

  /// Checks the insertions of a layout or an edit.
  mutating func changed(_ viewState: borrowing ViewState) {
    guard viewState.targets.isKnown, generation != viewState.targets.generation else { return }
    generation = viewState.targets.generation
    if let first, let last, let place = viewState.targets.index(of: first), place > 0,
      viewState.targets.handles.last == last
    {
      // Simultaneous edits are one change.
      let earlier = growth.map { $0.time == viewState.time ? $0.count : 0 } ?? 0
      growth = (viewState.time, earlier + place)
    }
    first = viewState.targets.handles.first
    last = viewState.targets.handles.last
  }

  mutating func commanded(
    _ command: Command, _ tracker: GestureTracker, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    guard let found = growth, viewState.time.nanoseconds(since: found.time) <= 100_000_000,
      let axis = tracker.axis, let high = axis.high, high - axis.offset > axis.inner / 2,
      let last, isTarget(last, of: command, axis, viewState)
    else { return }
    growth = nil
    context.report(
      "S39", .warning,
      "\(found.count == 1 ? "a target" : "\(found.count) targets") came in at the start, and the "
        + "program scrolls to the end, "
        + "\(NumberFormat.points(high - axis.offset)) away",
      since: found.time, target: viewState.targets.id(of: last),
      measures: [
        Measure("targets", Double(found.count), ""), Measure("way", high - axis.offset),
      ],
      cause: "older content was treated as new content", structure: ["prepended"])
  }

  private func isTarget(
    _ handle: Int, of command: Command, _ axis: MainAxis, _ viewState: borrowing ViewState
  ) -> Bool {
    switch command {
    case .scroll(.id(let id), _, _, _, _), .write(let id?, _, _):
      viewState.targets.handle(of: id) == handle
    case .scroll(.edge(let edge), _, _, _, _):
      axis.axis == .vertical ? edge == .bottom : edge == .trailing
    case .scroll, .write, .cancel: false
    }
  }
}
