import ScrollModel

/// S19: a rest that fits an earlier layout.
struct StaleGeometryTarget: Sendable {
  static let entry = DetectorEntry(
    "S19", "stale-geometry-target",
    looksFor:
      "A requested or chosen target whose place before the last layout change is where the content rests.",
    evidence:
      "A request or the engine's decision, a layout change before the rest, and places that differ by more than 2 pt.",
    causes: [
      "The target was resolved before the layout that moved it was applied, and never again.",
      "State written on appearance changes heights after the scroll was planned.",
    ],
    repairs:
      "Ask again after the layout, or give rows a size that does not change when they appear.",
    reports: [
      .init("A2", Links.prodopsy), .init("A7", Links.lazyStacks),
      .init("A11", "https://github.com/Amzd/ScrollViewProxy/issues/14"),
      .init("E4", "https://github.com/WebKit/WebKit/pull/12775"),
      .init("BUG-29"),
    ])

  private var chosen: (id: TargetID, place: Double)?
  /// The chosen target, and where its alignment led at that time.
  private var told: (id: TargetID, place: Double)?

  /// Returns whether a request ended at an offset that was correct earlier.
  mutating func resolved(_ request: RequestTracker.Request, _ context: inout DetectionContext)
    -> Bool
  {
    guard let goal = request.goal, (request.offset - goal).magnitude > 2,
      let old = request.oldGoals.first(where: { ($0 - request.offset).magnitude <= 1 })
    else { return false }
    var target: TargetID?
    if case .id(let id) = request.destination { target = id }
    report(target, old, goal, since: request.time, "request", &context)
    return true
  }

  /// Records the position of a release's target at the decision.
  mutating func released(
    _ settle: Settle, _ axis: MainAxis?, _ context: DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    chosen = settle.chosenID.map { ($0, settle.chosen) }
    if let axis { note(settle.chosenID, axis, context, viewState) }
  }

  /// Records the position of a reported target.
  mutating func reported(
    _ release: ReleaseReport, _ axis: MainAxis, _ context: DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    note(release.chosenID, axis, context, viewState)
  }

  private mutating func note(
    _ id: TargetID?, _ axis: MainAxis, _ context: DetectionContext, _ viewState: borrowing ViewState
  ) {
    guard let id, let index = viewState.targets.handle(of: id).flatMap(viewState.targets.index)
    else { return }
    let frame = viewState.targets.frame(at: index)
    told = (id, context.alignedPlace(of: frame, axis))
  }

  mutating func settled(
    _ report: SettleReport, _ axis: MainAxis, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    let expected = report.release.chosenID.flatMap { id in
      report.release.chosen.map { (id: id, place: $0) }
    }
    let told = told
    defer {
      chosen = nil
      self.told = nil
    }
    guard report.ending == .rested, let aim = expected ?? chosen, let told, told.id == aim.id,
      let handle = viewState.targets.handle(of: aim.id),
      let index = viewState.targets.index(of: handle), (report.rest - aim.place).magnitude <= 1
    else { return }
    let place = context.alignedPlace(of: viewState.targets.frame(at: index), axis)
    // The alignment may be another one than the declared, but its places moved with the layout.
    let now = axis.clamp(aim.place + place - told.place)
    guard (now - aim.place).magnitude > 2, !axis.isAtEnd(report.rest, within: 1) else { return }
    self.report(aim.id, aim.place, now, since: report.release.time, "release", &context)
  }

  private func report(
    _ target: TargetID?, _ old: Double, _ now: Double, since start: TraceTime, _ kind: String,
    _ context: inout DetectionContext
  ) {
    context.report(
      "S19", .warning,
      "the content rests at \(NumberFormat.points(old)), where "
        + "\(target?.displayText ?? "the destination") was before the layout changed; now it is at "
        + NumberFormat.points(now),
      since: start, target: target, measures: [Measure("old", old), Measure("new", now)],
      cause: "the target offset was computed from an outdated layout", structure: [kind])
  }
}
