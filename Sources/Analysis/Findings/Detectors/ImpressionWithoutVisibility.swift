import ScrollModel

/// I03: a report of a view that was not sufficiently visible.
struct ImpressionWithoutVisibility: Sendable {
  static let entry = DetectorEntry(
    "I03", "impression-without-visibility",
    looksFor:
      "A target reported visible while less of it was in view than the threshold, or before the first interaction under a policy that waits for one (`--waits-for-interaction`).",
    evidence: "The threshold, an exact or resting offset, a measured layout frame.",
    causes: [
      "Appearance or prefetching is counted as visibility.",
      "A set computed before an interruption is reported after it.",
    ],
    repairs: "Observe visibility with a threshold, not appearance.",
    reports: [
      .init("C15", "https://github.com/Shopify/flash-list/issues/1943"),
      .init(
        "F6",
        "https://developer.android.com/reference/kotlin/androidx/compose/ui/layout/onFirstVisible.modifier"
      ),
      .init("A5", Links.lazyStacks),
    ])

  /// Reports during a movement or after a layout, whose frame is missing: the next one shows the offset.
  private var late: [(id: TargetID, threshold: Double?)] = []
  /// The geometry of the last frame.
  private var geometry = -1

  mutating func take(
    _ id: TargetID, _ stated: Double?, _ tracker: GestureTracker, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    if context.options.waitsForInteraction, tracker.gesture == 0 {
      report(id, "before the first interaction", [], "early", &context)
      return
    }
    let isLate =
      viewState.sample.map {
        viewState.isScrolling
          && viewState.time.nanoseconds(since: $0.time) > viewState.expectedInterval / 2
      } ?? false
    if isLate || geometry != viewState.geometryGeneration, late.count < 256 {
      late.append((id, stated))
      return
    }
    if let axis = tracker.axis { judge(id, stated, axis, &context, viewState) }
  }

  mutating func frame(
    _ step: GestureTracker.FrameDelta, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    geometry = viewState.geometryGeneration
    guard !late.isEmpty else { return }
    for report in late { judge(report.id, report.threshold, step.axis, &context, viewState) }
    late.removeAll(keepingCapacity: true)
  }

  private func judge(
    _ id: TargetID, _ stated: Double?, _ axis: MainAxis, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    guard let threshold = VisibilityWatch.threshold(stated, context),
      viewState.quality(of: .offset) == .exact || viewState.phase == .idle,
      let handle = viewState.targets.handle(of: id),
      let index = viewState.targets.index(of: handle),
      !viewState.targets.isEstimated(at: index),
      let fraction = VisibilityWatch.fraction(ofIndex: index, context, viewState)
    else { return }
    // The report may belong to the previous frame, so the last movement is tolerated.
    let frame = viewState.targets.frame(at: index)
    let length = max(axis.span(of: frame).length, 1)
    let moved = (viewState.previous.map { axis.leading($0.offset) - axis.offset } ?? 0).magnitude
    let width = max(frame.length(axis.axis.crossing), 1)
    let across = axis.across(viewState).magnitude
    let slack = 0.02 + moved / length + across / width
    let isStill = moved == 0 && across == 0
    guard fraction + slack < threshold || (fraction == 0 && isStill) else { return }
    report(
      id,
      "with \(NumberFormat.text(fraction * 100)) % in view; the threshold is "
        + "\(NumberFormat.text(threshold * 100)) %",
      [Measure("fraction", fraction, ""), Measure("threshold", threshold, "")],
      fraction == 0 ? "unseen" : "below", &context)
  }

  private func report(
    _ id: TargetID, _ how: String, _ measures: [Measure], _ kind: String,
    _ context: inout DetectionContext
  ) {
    context.report(
      "I03", .warning, "\(id.displayText) was reported visible \(how)", target: id,
      measures: measures, cause: "the app reported something other than visibility",
      structure: [kind])
  }
}
