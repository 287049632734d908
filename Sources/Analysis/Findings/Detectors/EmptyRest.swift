import ScrollModel

/// S28: a rest without a visible target although the content continues.
struct EmptyRest: Sendable {
  static let entry = DetectorEntry(
    "S28", "empty-rest", alias: "D-EMPTY",
    looksFor:
      "Content at rest within its range that shows no target, or reports none, although there are some.",
    evidence:
      "A layout whose targets leave no such gap between them, or an empty visible set while a target is whole in view; held for 100 ms.",
    causes: [
      "An anchor or request was resolved against content that was not laid out.",
      "A lazy stack did not load what came into view.",
    ],
    repairs: "Set an anchor for the initial offset at the start.",
    reports: [
      .init("BUG-15", "https://github.com/torlando-tech/Columba-iOS/pull/43"),
      .init("BUG-32", "https://github.com/mullvad/mullvadvpn-app/pull/9584"),
    ])

  /// The offset without a visible target.
  private var unseen = RestFault<Double>()
  /// An entirely visible target while no target is reported.
  private var unreported = RestFault<TargetID>()
  /// Whether the last visible set was empty.
  private var isSetEmpty = false

  /// Handles a visible set: an empty one is wrong if a target is entirely visible.
  mutating func take(
    _ visible: VisibleSet, _ context: DetectionContext, _ viewState: borrowing ViewState
  ) {
    isSetEmpty = visible.ids.isEmpty
    noteSet(context, viewState)
  }

  private mutating func noteSet(_ context: DetectionContext, _ viewState: borrowing ViewState) {
    let isJudged =
      isSetEmpty && context.mayRest(viewState) && viewState.quality(of: .visibility) == .exact
      && context.configuration?.hasTargetLayout != false
    unreported.note(isJudged ? wholeTarget(context, viewState) : nil, viewState)
  }

  private func wholeTarget(_ context: DetectionContext, _ viewState: borrowing ViewState)
    -> TargetID?
  {
    for rank in viewState.window {
      let index = viewState.targets.index(at: rank)
      guard !viewState.targets.isEstimated(at: index),
        let fraction = VisibilityWatch.fraction(ofIndex: index, context, viewState), fraction >= 1
      else { continue }
      return viewState.targets.id(of: viewState.targets.handles[index])
    }
    return nil
  }

  mutating func frame(
    _ step: GestureTracker.FrameDelta, _ context: DetectionContext, _ viewState: borrowing ViewState
  ) {
    noteSet(context, viewState)
    unseen.note(isEmpty(step.axis, context, viewState) ? step.axis.offset : nil, viewState)
  }

  private func isEmpty(
    _ axis: MainAxis, _ context: DetectionContext, _ viewState: borrowing ViewState
  ) -> Bool {
    guard context.mayRest(viewState), viewState.axes != .both, viewState.targets.count > 0,
      axis.excess(axis.offset) == 0, axis.inner > 1
    else { return false }
    let low = axis.offset + axis.start
    let high = low + axis.inner
    for rank in viewState.window {
      let index = viewState.targets.index(at: rank)
      let (start, length) = axis.span(of: viewState.targets.frame(at: index))
      if start < high, start + length > low { return false }
    }
    // Padding at the ends and sparse content are empty as well, so only whole screens count.
    let spans = viewState.targets.index
    let physical = axis.isMirrored ? (axis.content ?? 0) - high : low
    return physical + axis.inner <= spans.start(at: 0)
      || physical >= spans.reach(at: spans.count - 1)
  }

  mutating func check(
    _ context: inout DetectionContext, _ viewState: borrowing ViewState, isEnd: Bool
  ) {
    if let found = unreported.take(at: context.now, isEnd: isEnd, viewState) {
      context.report(
        "S28", .warning,
        "at rest no target is reported visible, and \(found.evidence.displayText) is whole in view",
        since: found.time, firstFrame: found.frame, target: found.evidence,
        cause: "the rows in view were not loaded, or their report was lost", structure: ["set"])
    }
    guard let found = unseen.take(at: context.now, isEnd: isEnd, viewState) else { return }
    let offset = found.evidence
    context.report(
      "S28", .warning, "at rest at \(NumberFormat.points(offset)) no target is in view",
      since: found.time, firstFrame: found.frame, measures: [Measure("offset", offset)],
      cause: "the offset was computed for content that does not exist",
      edits: [.roleAnchor(.initialOffset, .anchor(UnitPoint(x: 0, y: 0)))], structure: ["layout"])
  }
}
