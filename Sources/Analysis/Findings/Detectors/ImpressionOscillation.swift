import ScrollModel

/// I01: several visibility callbacks within one minimum view time.
struct ImpressionOscillation: Sendable {
  static let entry = DetectorEntry(
    "I01", "impression-set-oscillation",
    looksFor:
      "More than one report of a visible set that grew within one minimum view time while nothing moved.",
    evidence: "Visible sets, and the app's minimum view time (`--minimum-view-time`).",
    causes: ["Each target starts its own timer, and each timer reports."],
    repairs: "Run a timer for each target, and count targets, not reports.",
    reports: [.init("C11", "https://github.com/react/react-native/issues/35682")])

  private var last: (time: TraceTime, ids: [TargetID], offset: Point)?

  mutating func take(
    _ visible: VisibleSet, at time: TraceTime, _ tracker: GestureTracker,
    _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    guard let axis = tracker.axis, let shown = viewState.offset else { return }
    // Along the axis from the leading side, and across it.
    let offset = Point(x: axis.offset, y: axis.axis == .vertical ? shown.x : shown.y)
    defer { last = (time, visible.ids, offset) }
    guard let window = context.options.minimumViewTime, let last else { return }
    // Between two throttled frames, movement may be missing.
    let isStill = tracker.movement == .none || viewState.quality(of: .offset) == .exact
    let elapsed = Double(time.nanoseconds(since: last.time)) / 1_000_000
    // Offsets at rest may vary by less than this tolerance.
    let isUnmoved =
      (offset.x - last.offset.x).magnitude <= viewState.tolerance
      && (offset.y - last.offset.y).magnitude <= viewState.tolerance
    guard elapsed < window, isStill, isUnmoved, visible.ids.count > last.ids.count,
      last.ids.allSatisfy({ visible.ids.contains($0) })
    else { return }
    context.report(
      "I01", .warning,
      "the visible set grew twice within \(NumberFormat.text(elapsed)) ms; the minimum view time is "
        + "\(NumberFormat.text(window)) ms",
      since: last.time, measures: [Measure("interval", elapsed, "ms")],
      cause: "each target has its own timer, instead of one timer for the visible set",
      structure: ["grows"])
  }
}
