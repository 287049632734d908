import ScrollModel

/// I02: initially visible targets that are not reported before the first scroll.
struct ImpressionMissingInitial: Sendable {
  static let entry = DetectorEntry(
    "I02", "impression-missing-initial",
    looksFor:
      "A target that is visible in the first frames, and no report of it until the content first moves.",
    evidence:
      "A declared observer or reports later on, a layout, at least 300 ms before the first movement or, if nothing ever moves, before the end. Not under a policy that waits for interaction.",
    causes: ["Visibility is only computed in answer to a scroll."],
    repairs: "Compute visibility after the first layout, too.",
    reports: [.init("C12", "https://github.com/react/react-native/issues/25812")])

  private var first: (time: TraceTime, offset: Double)?
  /// Whether the content has moved across the main axis, if the view scrolls both ways.
  private var didCross = false
  private var expected: TargetID?
  /// Whether a visible target was not reported before the first movement.
  private(set) var isSuspected = false
  private var isOver = false

  mutating func frame(
    _ step: GestureTracker.FrameDelta, hasReports: Bool, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    guard !isOver, !isSuspected else { return }
    guard !context.options.waitsForInteraction, !hasReports,
      viewState.quality(of: .visibility) == .exact
    else {
      isOver = true
      return
    }
    guard let first else {
      begin(step, context, viewState)
      return
    }
    didCross = didCross || (viewState.targets.scrollsBothWays && step.axis.across(viewState) != 0)
    guard step.axis.offset != first.offset || didCross else { return }
    if viewState.time.nanoseconds(since: first.time) >= 300_000_000, expected != nil {
      isSuspected = true
    } else {
      isOver = true
    }
  }

  /// Checks an observer that never reports at the end, and a late one when it reports.
  mutating func check(
    _ visibility: VisibilityWatch, _ context: inout DetectionContext, isEnd: Bool
  ) {
    guard !isOver, let first, visibility.hasReports || isEnd else { return }
    // The content may never have moved.
    let isLong = context.now.nanoseconds(since: first.time) >= 300_000_000
    guard isSuspected || (isLong && !visibility.hasReports) else { return }
    isOver = true
    guard visibility.isObserved(context), let expected else { return }
    context.report(
      "I02", .warning,
      "\(expected.displayText) is visible from the start and was not reported "
        + (visibility.hasReports ? "before the first scroll" : "at all"),
      since: first.time, firstFrame: 1, target: expected,
      cause: "visibility is only computed when the content moves", structure: ["initial"])
  }

  private mutating func begin(
    _ step: GestureTracker.FrameDelta, _ context: DetectionContext, _ viewState: borrowing ViewState
  ) {
    guard viewState.targets.isKnown else { return }
    first = (viewState.time, step.axis.offset)
    let threshold = VisibilityWatch.fullThreshold(context) ?? 0.5
    // Reports the first one from the leading side.
    for place in 0..<viewState.window.count {
      let rank = step.axis.rank(place, in: viewState.window)
      let index = viewState.targets.index(at: rank)
      let fraction = VisibilityWatch.fraction(ofIndex: index, context, viewState) ?? 0
      guard fraction > 0.02, fraction >= threshold + 0.02 || fraction == 1 else { continue }
      expected = viewState.targets.id(of: viewState.targets.handles[index])
      return
    }
  }
}
