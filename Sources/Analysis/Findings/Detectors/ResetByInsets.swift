import ScrollModel

/// S43: a change of the container's size or insets that sends scrolled content back to its start.
struct ResetByInsets: Sendable {
  static let entry = DetectorEntry(
    "S43", "reset-by-insets",
    looksFor:
      "A programmatic scroll to the start right after the size or the insets of the container changed, while the content was more than half a view away from it.",
    evidence:
      "The container before and after, and the command, at most 100 ms later. Not if the command came first.",
    causes: [
      "An initial offset is applied again whenever a header's or a bar's size changes.",
      "The offset is set to minus the inset in place of being moved by the change of the inset.",
    ],
    repairs: "No setting changes this. Apply the initial offset once.",
    reports: [
      .init("INS-02", "https://github.com/PedroBern/react-native-collapsible-tab-view/issues/455"),
      .init("INS-03", "https://github.com/uias/Tabman/issues/80"),
    ])

  private var known: MainAxis?
  /// What changed last, by how much and when.
  private var change: (time: TraceTime, what: String, amount: Double)?

  /// Examines the container after an event that may have changed it.
  mutating func changed(_ viewState: borrowing ViewState) {
    guard let axis = MainAxis(viewState) else { return }
    if let known, known.isLaidOut(unlike: axis) {
      let changes = [
        ("inset at the start", axis.start - known.start),
        ("inset at the end", axis.end - known.end), ("container", axis.frame - known.frame),
      ]
      if let found = changes.first(where: { $0.1 != 0 }) {
        change = (viewState.time, found.0, found.1)
      }
    }
    known = axis
  }

  mutating func commanded(
    _ command: Command, _ context: inout DetectionContext, _ viewState: borrowing ViewState
  ) {
    guard let found = change, viewState.time.nanoseconds(since: found.time) <= 100_000_000,
      let axis = MainAxis(viewState), axis.offset - axis.low > axis.inner / 2,
      isStart(command, axis, viewState)
    else { return }
    change = nil
    let way = axis.offset - axis.low
    context.report(
      "S43", .warning,
      "the \(found.what) changed by \(NumberFormat.points(found.amount)), and the program scrolls the "
        + "content to its start, \(NumberFormat.points(way)) away",
      since: found.time, measures: [Measure("change", found.amount), Measure("way", way)],
      cause: "an initial offset was applied again when the header or a bar changed its size",
      structure: [found.what])
  }

  private func isStart(
    _ command: Command, _ axis: MainAxis, _ viewState: borrowing ViewState
  ) -> Bool {
    guard case .scroll(let destination, _, _, let route, _) = command else { return false }
    let isVertical = axis.axis == .vertical
    switch destination {
    case .edge(let edge): return isVertical ? edge == .top : edge == .leading
    case .point(let point):
      return (isVertical ? point.y : route == .offset ? axis.leading(point) : point.x) <= 1
    case .y(let y): return isVertical && y <= 1
    case .x(let x):
      return !isVertical && (route == .offset ? axis.leading(Point(x: x, y: 0)) : x) <= 1
    case .id(let id):
      let first = viewState.targets.handles.first.map { viewState.targets.id(of: $0) }
      return viewState.targets.isKnown && first == id
    }
  }
}
