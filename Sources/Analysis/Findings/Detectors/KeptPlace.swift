import ScrollModel

/// S40: replaced content that is shown in its middle, because the old offset was kept.
struct KeptPlace: Sendable {
  static let entry = DetectorEntry(
    "S40", "kept-place",
    looksFor:
      "Content at rest whose targets in view were all replaced, and that is then neither at its start nor at its end.",
    evidence:
      "The targets in view at the last frame and the layout 300 ms later; no finger, wheel or request in between. A notice: a refresh may mean it.",
    causes: ["A position is used again for other content, which has other ids and lengths."],
    repairs: "Keep a position for each content.",
    reports: [.init("BUG-23", "https://github.com/vellum-ai/vellum-assistant/pull/21760")])

  private var shown: [Int] = []
  private var generation = -1
  private var replaced: (time: TraceTime, axis: MainAxis)?

  /// Whether a change is still to be checked.
  var isWaiting: Bool { replaced != nil }

  /// Records the visible targets.
  mutating func frame(_ step: GestureTracker.FrameDelta, _ viewState: borrowing ViewState) {
    note(viewState, step.axis)
    guard generation != viewState.targets.generation || viewState.phase != .idle || shown.isEmpty
    else {
      return
    }
    guard viewState.phase == nil || viewState.phase == .idle else {
      cancel()
      return
    }
    generation = viewState.targets.generation
    shown = viewState.window.map { viewState.targets.handles[viewState.targets.index(at: $0)] }
  }

  /// Handles a new layout.
  mutating func changed(_ tracker: GestureTracker, _ viewState: borrowing ViewState) {
    guard tracker.movement == .none, let axis = tracker.axis else { return }
    note(viewState, axis)
  }

  private mutating func note(_ viewState: borrowing ViewState, _ axis: MainAxis) {
    guard replaced == nil, !shown.isEmpty, generation != viewState.targets.generation,
      viewState.targets.count > 0, axis.offset > axis.low + 1
    else { return }
    for handle in shown where viewState.targets.index(of: handle) != nil { return }
    replaced = (viewState.time, axis)
  }

  /// Discards the visible targets: a finger, a wheel or the program controls the offset from now
  /// on.
  mutating func cancel() {
    replaced = nil
    shown.removeAll(keepingCapacity: true)
  }

  mutating func check(_ tracker: GestureTracker, _ context: inout DetectionContext, isEnd: Bool) {
    guard let found = replaced,
      isEnd || context.now.nanoseconds(since: found.time) > 300_000_000
    else { return }
    cancel()
    guard let axis = tracker.axis, !axis.isAtEnd(axis.offset, within: 1), axis.overflows,
      (axis.offset - found.axis.offset).magnitude <= 1
    else { return }
    context.report(
      "S40", .notice,
      "all targets in view were replaced, and the content stays at \(NumberFormat.points(axis.offset))",
      since: found.time, measures: [Measure("offset", axis.offset)],
      cause: "the offset in the old content was kept for the new content", structure: ["replaced"])
  }
}
