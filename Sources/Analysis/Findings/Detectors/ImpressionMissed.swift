import ScrollModel

/// I04: a visible view without a report.
struct ImpressionMissed: Sendable {
  static let entry = DetectorEntry(
    "I04", "impression-missed", alias: "D-MISSED-VIS",
    looksFor:
      "A target that is visible at rest and not reported; as a notice, a target that a fast scroll passed between two reports.",
    evidence:
      "Reports or a declared observer, the threshold, a layout, a rest that lasts 100 ms and the minimum view time, or to the end of the trace.",
    causes: [
      "The set is not recomputed when the data changes.",
      "At a threshold of 100 % a fraction of a pixel keeps views out.",
      "The view passed between two frames (VIS-20).",
    ],
    repairs: "Set a threshold below 1, or compute visibility again after data changes.",
    reports: [
      .init("C13", "https://github.com/react/react-native/issues/28720"),
      .init("C14", "https://github.com/react/react-native/issues/13467"),
      .init("BUG-43"),
    ])

  private var expected: [(handle: Int, fraction: Double)] = []
  private var since: RestWait?
  /// Whether a rest is still to be checked.
  var isWaiting: Bool { since != nil }
  /// The geometry of the recorded rest, checked or not; nil while the content is not at rest.
  private var noted: Int?
  private var lastRange: ClosedRange<Int>?

  /// Records the visible targets while nothing moves.
  mutating func frame(_ context: DetectionContext, _ viewState: borrowing ViewState) {
    // A frame with the same content belongs to the same rest.
    if context.mayRest(viewState), noted == viewState.geometryGeneration,
      viewState.previous?.offset == viewState.offset
    {
      return
    }
    since = nil
    noted = nil
    guard context.mayRest(viewState), viewState.quality(of: .visibility) == .exact,
      let threshold = VisibilityWatch.fullThreshold(context)
    else { return }
    since = RestWait(viewState)
    noted = viewState.geometryGeneration
    expected.removeAll(keepingCapacity: true)
    for rank in viewState.window {
      let index = viewState.targets.index(at: rank)
      guard let fraction = VisibilityWatch.fraction(ofIndex: index, context, viewState),
        fraction > 0.02, fraction >= min(1, threshold + 0.02)
      else { continue }
      expected.append((viewState.targets.handles[index], fraction))
    }
  }

  mutating func check(
    _ visibility: VisibilityWatch, hasGesture: Bool, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState, isEnd: Bool
  ) {
    guard let since else { return }
    if since.isLost(viewState) { self.since = nil }
    // At the end of the trace all reports have arrived, except those of a running timer.
    let isTimed = context.options.minimumViewTime != nil
    guard self.since != nil,
      since.isOver(
        at: context.now, and: context.options.minimumViewTime ?? 0, isEnd: isEnd && !isTimed)
    else { return }
    self.since = nil
    guard visibility.isObserved(context), visibility.hasReports,
      !context.options.waitsForInteraction || hasGesture
    else { return }
    for found in expected where !visibility.reports(found.handle) {
      let id = viewState.targets.id(of: found.handle)
      context.report(
        "I04", .warning,
        "\(id.displayText) is \(NumberFormat.text(found.fraction * 100)) % in view at rest and not "
          + "reported visible",
        since: since.time, firstFrame: since.frame, target: id,
        measures: [Measure("fraction", found.fraction, "")],
        cause: "the report was lost, or the visible set was not computed again", structure: ["rest"]
      )
      return
    }
  }

  /// Finds targets that two successive sets omit.
  mutating func take(
    _ visible: VisibleSet, _ context: inout DetectionContext, _ viewState: borrowing ViewState
  ) {
    var low = Int.max
    var high = Int.min
    for id in visible.ids {
      guard let handle = viewState.targets.handle(of: id),
        let index = viewState.targets.index(of: handle)
      else { continue }
      low = min(low, index)
      high = max(high, index)
    }
    guard low <= high else { return }
    defer { lastRange = low...high }
    guard let last = lastRange, viewState.isScrolling else { return }
    let skipped = low > last.upperBound ? low - last.upperBound - 1 : last.lowerBound - high - 1
    guard skipped > 0 else { return }
    context.report(
      "I04", .notice,
      skipped == 1
        ? "a target was passed between two reports"
        : "\(skipped) targets were passed between two reports",
      measures: [Measure("skipped", Double(skipped), "")],
      cause: "the scroll moved further in a frame than a target is long", structure: ["passed"])
  }
}
