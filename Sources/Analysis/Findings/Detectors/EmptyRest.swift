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

  private var pending: (time: TraceTime, frame: Int, offset: Double)?
  /// Whether the present rest was judged: frames that show it again are no further rest.
  private var isTold = false
  /// Whether the last visible set was empty.
  private var isSetEmpty = false
  private var unreported: (time: TraceTime, frame: Int, id: TargetID)?
  private var isUnreportedTold = false

  /// Takes a visible set: an empty one is wrong where a target is whole in view.
  mutating func take(_ visible: VisibleSet, _ watch: Watch, _ stage: borrowing Stage) {
    isSetEmpty = visible.ids.isEmpty
    noteSet(watch, stage)
  }

  private mutating func noteSet(_ watch: Watch, _ stage: borrowing Stage) {
    guard isSetEmpty, stage.phase == .idle, stage.quality(of: .visibility) == .exact,
      watch.configuration?.hasTargetLayout != false, let id = wholeTarget(watch, stage)
    else {
      unreported = nil
      isUnreportedTold = false
      return
    }
    guard !isUnreportedTold else { return }
    unreported = unreported ?? (stage.time, stage.frameCount, id)
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
    guard stage.phase == .idle, stage.axes != .both, stage.targets.count > 0,
      step.axis.excess(step.axis.offset) == 0, step.axis.inner > 1
    else {
      forget()
      return
    }
    let axis = step.axis
    let low = axis.offset + axis.start
    let high = low + axis.inner
    for rank in stage.window {
      let index = stage.targets.index(at: rank)
      let (start, length) = axis.span(of: stage.targets.frame(at: index))
      if start < high, start + length > low {
        forget()
        return
      }
    }
    // Padding at the ends and sparse content show nothing either; only whole screens are judged.
    let spans = stage.targets.index
    let physical = axis.isMirrored ? (axis.content ?? 0) - high : low
    let isBefore = physical + axis.inner <= spans.start(at: 0)
    let isAfter = physical >= spans.reach(at: spans.count - 1)
    guard isBefore || isAfter else {
      forget()
      return
    }
    guard !isTold else { return }
    pending = pending ?? (stage.time, stage.frameCount, axis.offset)
  }

  private mutating func forget() {
    pending = nil
    isTold = false
  }

  mutating func check(_ watch: inout Watch, isEnd: Bool) {
    checkSet(&watch, isEnd: isEnd)
    guard let found = pending, isEnd || watch.now.nanoseconds(since: found.time) > 100_000_000
    else { return }
    pending = nil
    isTold = true
    watch.report(
      "S28", .warning, "at rest at \(Numeral.points(found.offset)) no target is in view",
      since: found.time, firstFrame: found.frame, measures: [Measure("offset", found.offset)],
      cause: "the offset was resolved against content that is not there",
      edits: [.roleAnchor(.initialOffset, .anchor(UnitPoint(x: 0, y: 0)))], structure: ["layout"])
  }

  private mutating func checkSet(_ watch: inout Watch, isEnd: Bool) {
    guard let found = unreported,
      isEnd || watch.now.nanoseconds(since: found.time) > 100_000_000
    else { return }
    unreported = nil
    isUnreportedTold = true
    watch.report(
      "S28", .warning,
      "at rest no target is reported visible, and \(found.id.displayText) is whole in view",
      since: found.time, firstFrame: found.frame, target: found.id,
      cause: "what is in view was not loaded, or its report was lost", structure: ["set"])
  }
}
