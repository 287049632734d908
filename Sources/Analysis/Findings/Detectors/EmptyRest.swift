import ScrollModel

/// S28: a rest at which no target is in view although the content goes on.
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
    repairs: "An initial-offset anchor at the start.",
    reports: [
      .init("BUG-15", "https://github.com/torlando-tech/Columba-iOS/pull/43"),
      .init("BUG-32", "https://github.com/mullvad/mullvadvpn-app/pull/9584"),
    ])

  /// The offset at which no target is in view.
  private var unseen = RestFault<Double>()
  /// A target that is whole in view while none is reported.
  private var unreported = RestFault<TargetID>()
  /// Whether the last visible set was empty.
  private var isSetEmpty = false

  /// Takes a visible set: an empty one is wrong where a target is whole in view.
  mutating func take(_ visible: VisibleSet, _ watch: Watch, _ stage: borrowing Stage) {
    isSetEmpty = visible.ids.isEmpty
    noteSet(watch, stage)
  }

  private mutating func noteSet(_ watch: Watch, _ stage: borrowing Stage) {
    let isJudged =
      isSetEmpty && watch.mayRest(stage) && stage.quality(of: .visibility) == .exact
      && watch.configuration?.hasTargetLayout != false
    unreported.note(isJudged ? wholeTarget(watch, stage) : nil, stage)
  }

  private func wholeTarget(_ watch: Watch, _ stage: borrowing Stage) -> TargetID? {
    for rank in stage.window {
      let index = stage.targets.index(at: rank)
      guard !stage.targets.isEstimated(at: index),
        let fraction = VisibilityWatch.fraction(ofIndex: index, watch, stage), fraction >= 1
      else { continue }
      return stage.targets.id(of: stage.targets.handles[index])
    }
    return nil
  }

  mutating func frame(
    _ step: Course.FrameStep, _ watch: Watch, _ stage: borrowing Stage
  ) {
    noteSet(watch, stage)
    unseen.note(isEmpty(step.axis, watch, stage) ? step.axis.offset : nil, stage)
  }

  private func isEmpty(_ axis: MainAxis, _ watch: Watch, _ stage: borrowing Stage) -> Bool {
    guard watch.mayRest(stage), stage.axes != .both, stage.targets.count > 0,
      axis.excess(axis.offset) == 0, axis.inner > 1
    else { return false }
    let low = axis.offset + axis.start
    let high = low + axis.inner
    for rank in stage.window {
      let index = stage.targets.index(at: rank)
      let (start, length) = axis.span(of: stage.targets.frame(at: index))
      if start < high, start + length > low { return false }
    }
    // Padding at the ends and sparse content show nothing either; only whole screens are judged.
    let spans = stage.targets.index
    let physical = axis.isMirrored ? (axis.content ?? 0) - high : low
    return physical + axis.inner <= spans.start(at: 0)
      || physical >= spans.reach(at: spans.count - 1)
  }

  mutating func check(_ watch: inout Watch, _ stage: borrowing Stage, isEnd: Bool) {
    if let found = unreported.take(at: watch.now, isEnd: isEnd, stage) {
      watch.report(
        "S28", .warning,
        "at rest no target is reported visible, and \(found.evidence.displayText) is whole in view",
        since: found.time, firstFrame: found.frame, target: found.evidence,
        cause: "what is in view was not loaded, or its report was lost", structure: ["set"])
    }
    guard let found = unseen.take(at: watch.now, isEnd: isEnd, stage) else { return }
    let offset = found.evidence
    watch.report(
      "S28", .warning, "at rest at \(NumberFormat.points(offset)) no target is in view",
      since: found.time, firstFrame: found.frame, measures: [Measure("offset", offset)],
      cause: "the offset was resolved against content that is not there",
      edits: [.roleAnchor(.initialOffset, .anchor(UnitPoint(x: 0, y: 0)))], structure: ["layout"])
  }
}
