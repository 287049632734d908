import ScrollModel

/// I03: a report of a view that was not visible enough.
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
    repairs: "Visibility observers instead of appearance; a threshold.",
    reports: [
      .init("C15", "https://github.com/Shopify/flash-list/issues/1943"),
      .init(
        "F6",
        "https://developer.android.com/reference/kotlin/androidx/compose/ui/layout/onFirstVisible.modifier"
      ),
      .init("A5", Links.lazyStacks),
    ])

  /// Reports whose own frame was lost: the next one shows how far the content had gone on.
  private var late: [(id: TargetID, threshold: Double?)] = []

  mutating func take(
    _ id: TargetID, _ stated: Double?, _ course: Course, _ watch: inout Watch,
    _ stage: borrowing Stage
  ) {
    if watch.options.waitsForInteraction, course.gesture == 0 {
      report(id, "before the first interaction", [], "early", &watch)
      return
    }
    if stage.isScrolling, let sample = stage.sample, late.count < 256,
      stage.time.nanoseconds(since: sample.time) > stage.expectedInterval / 2
    {
      late.append((id, stated))
      return
    }
    if let axis = course.axis { judge(id, stated, axis, &watch, stage) }
  }

  mutating func frame(
    _ step: Course.FrameStep, _ watch: inout Watch, _ stage: borrowing Stage
  ) {
    guard !late.isEmpty else { return }
    for report in late { judge(report.id, report.threshold, step.axis, &watch, stage) }
    late.removeAll(keepingCapacity: true)
  }

  private func judge(
    _ id: TargetID, _ stated: Double?, _ axis: MainAxis, _ watch: inout Watch,
    _ stage: borrowing Stage
  ) {
    guard let threshold = VisibilityWatch.threshold(stated, watch),
      stage.quality(of: .offset) == .exact || stage.phase == .idle,
      let handle = stage.targets.handle(of: id), let index = stage.targets.index(of: handle),
      !stage.targets.isEstimated(at: index),
      let fraction = VisibilityWatch.fraction(ofIndex: index, watch, stage)
    else { return }
    // The report may be of the frame before: what the last frame moved is not held against it.
    let frame = stage.targets.frame(at: index)
    let length = max(axis.span(of: frame).length, 1)
    let moved = (stage.previous.map { axis.leading($0.offset) - axis.offset } ?? 0).magnitude
    let width = max(frame.length(axis.axis.crossing), 1)
    let across = axis.across(stage).magnitude
    let slack = 0.02 + moved / length + across / width
    let isStill = moved == 0 && across == 0
    guard fraction + slack < threshold || (fraction == 0 && isStill) else { return }
    report(
      id,
      "with \(NumberFormat.text(fraction * 100)) % in view; the threshold is "
        + "\(NumberFormat.text(threshold * 100)) %",
      [Measure("fraction", fraction, ""), Measure("threshold", threshold, "")],
      fraction == 0 ? "unseen" : "below", &watch)
  }

  private func report(
    _ id: TargetID, _ how: String, _ measures: [Measure], _ kind: String, _ watch: inout Watch
  ) {
    watch.report(
      "I03", .warning, "\(id.displayText) was reported visible \(how)", target: id,
      measures: measures, cause: "something else than visibility was reported", structure: [kind])
  }
}
