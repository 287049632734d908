import ScrollModel

/// I04: a view that was visible and was not reported.
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
    repairs: "A threshold below 1; recomputing after data changes.",
    reports: [
      .init("C13", "https://github.com/react/react-native/issues/28720"),
      .init("C14", "https://github.com/react/react-native/issues/13467"),
      .init("BUG-43"),
    ])

  private var expected: [(handle: Int, fraction: Double)] = []
  private var since: RestWait?
  /// Whether a rest waits to be judged.
  var isWaiting: Bool { since != nil }
  /// The geometry of the rest that was noted, judged or not; nil while the content is not at rest.
  private var noted: Int?
  private var lastRange: ClosedRange<Int>?

  /// Notes what is visible while nothing moves.
  mutating func frame(_ watch: Watch, _ stage: borrowing Stage) {
    // A frame that shows the same once more is the same rest.
    if watch.mayRest(stage), noted == stage.geometryGeneration,
      stage.previous?.offset == stage.offset
    {
      return
    }
    since = nil
    noted = nil
    guard watch.mayRest(stage), stage.quality(of: .visibility) == .exact,
      let threshold = VisibilityWatch.fullThreshold(watch)
    else { return }
    since = RestWait(stage)
    noted = stage.geometryGeneration
    expected.removeAll(keepingCapacity: true)
    for rank in stage.window {
      let index = stage.targets.index(at: rank)
      guard let fraction = VisibilityWatch.fraction(ofIndex: index, watch, stage),
        fraction > 0.02, fraction >= min(1, threshold + 0.02)
      else { continue }
      expected.append((stage.targets.handles[index], fraction))
    }
  }

  mutating func check(
    _ visibility: VisibilityWatch, hasGesture: Bool, _ watch: inout Watch,
    _ stage: borrowing Stage, isEnd: Bool
  ) {
    guard let since else { return }
    if since.isLost(stage) { self.since = nil }
    // A trace that ends with the rest has all the reports that came; a timer may have run on.
    let isTimed = watch.options.minimumViewTime != nil
    guard self.since != nil,
      since.isOver(
        at: watch.now, and: watch.options.minimumViewTime ?? 0, isEnd: isEnd && !isTimed)
    else { return }
    self.since = nil
    guard visibility.isObserved(watch), visibility.hasReports,
      !watch.options.waitsForInteraction || hasGesture
    else { return }
    for found in expected where !visibility.reports(found.handle) {
      let id = stage.targets.id(of: found.handle)
      watch.report(
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

  /// Looks for targets that two sets in succession leave out.
  mutating func take(_ visible: VisibleSet, _ watch: inout Watch, _ stage: borrowing Stage) {
    var low = Int.max
    var high = Int.min
    for id in visible.ids {
      guard let handle = stage.targets.handle(of: id), let index = stage.targets.index(of: handle)
      else { continue }
      low = min(low, index)
      high = max(high, index)
    }
    guard low <= high else { return }
    defer { lastRange = low...high }
    guard let last = lastRange, stage.isScrolling else { return }
    let skipped = low > last.upperBound ? low - last.upperBound - 1 : last.lowerBound - high - 1
    guard skipped > 0 else { return }
    watch.report(
      "I04", .notice,
      skipped == 1
        ? "a target was passed between two reports"
        : "\(skipped) targets were passed between two reports",
      measures: [Measure("skipped", Double(skipped), "")],
      cause: "the scroll moved further in a frame than a target is long", structure: ["passed"])
  }
}
