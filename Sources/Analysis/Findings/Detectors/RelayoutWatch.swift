import ScrollModel

/// S13 and S22: the effect of a container change on aligned content.
struct RelayoutWatch: Sendable {
  static let identityEntry = DetectorEntry(
    "S13", "resnap-identity-change",
    looksFor:
      "Content that was aligned with one target and, after the layout changed at rest, is aligned with another although the first is still there.",
    evidence:
      "A rest on a target's place, a change of container or layout, and the rest 300 ms later. A "
      + "notice where the engine decided so as configured.",
    causes: [
      "The re-snap starts from the offset instead of the target that was aligned.",
      "The aligned target is only noted when layouts change, not when the user scrolls.",
    ],
    repairs: "Bind the position with the behavior's anchor, so that the target is known.",
    reports: [
      .init("E1", "https://github.com/w3c/csswg-drafts/issues/4651"),
      .init("E4", "https://github.com/WebKit/WebKit/pull/12775"),
      .init("E6", "https://github.com/angelomelonas/vue-scroll-snap/issues/9"),
      .init("BUG-41", "https://github.com/viktorstrate/mactrix/issues/36"),
    ])

  static let alignmentEntry = DetectorEntry(
    "S22", "relayout-nonproportional",
    looksFor:
      "Content that was at a snap position of its behavior and is between two after the container changed.",
    evidence:
      "A rest on a place, a change of the container's size or insets, and the rest 300 ms later.",
    causes: [
      "The behavior is not applied when the container changes (SNAP-3).",
      "The offset is kept instead of the item it belongs to.",
    ],
    repairs: "Apply the behavior when the size changes, or bind the position.",
    reports: [
      .init("B12", "https://github.com/netcosports/Sundial/issues/26"),
      .init("D2", "https://github.com/flutter/flutter/issues/50505"),
      .init("D3", "https://github.com/flutter/flutter/issues/54465"),
      .init("E6", "https://github.com/angelomelonas/vue-scroll-snap/issues/9"),
      .init("BUG-10", Links.fatbobmanPaging),
    ])

  private struct Aligned: Sendable {
    var ordinal: Int
    var id: TargetID?
  }

  private struct Change: Sendable {
    var time: TraceTime
    var frame: Int
    var from: Aligned
    var isContainer: Bool
    var residual: Double?
    var new: Aligned?
    /// Whether the end of the range explains the offset.
    var isClamped = false
    var offset = 0.0
    /// The offset before the change.
    var kept: Double
    /// Whether the content was at its start before the change.
    var wasAtStart: Bool
    var isDecided = false
  }

  private var aligned: Aligned?
  private var change: Change?
  private static let wait: Int64 = 300_000_000

  /// Records the resting position of the content.
  mutating func rested(
    _ axis: MainAxis, _ context: inout DetectionContext, _ viewState: borrowing ViewState
  ) {
    change = nil
    aligned = place(at: axis, context, viewState)
  }

  /// Checks a frame at rest.
  mutating func frame(
    _ step: GestureTracker.FrameDelta, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    guard context.mayRest(viewState), context.declaredBehavior != nil else { return }
    guard let before = step.before else {
      aligned = place(at: step.axis, context, viewState)
      return
    }
    let isContainer = before.isLaidOut(unlike: step.axis)
    // Without phases, any frame may be the last one before a new layout.
    let isMoved =
      viewState.phase == nil && change == nil
      && !(step.wasStill && (isContainer || step.isAfterLayout))
    if step.isAfterCommand || step.isAfterWheel || isMoved {
      change = nil
      aligned = place(at: step.axis, context, viewState)
      return
    }
    if let aligned, change == nil, isContainer || step.isAfterLayout {
      change = Change(
        time: viewState.time, frame: viewState.frameCount, from: aligned, isContainer: isContainer,
        kept: before.offset,
        wasAtStart: (before.offset - before.low).magnitude <= viewState.tolerance)
    }
    guard change != nil else { return }
    if isContainer { change?.isContainer = true }
    look(at: step.axis, context, viewState)
  }

  /// Records that the engine handled the change.
  mutating func decided() { change?.isDecided = true }

  /// Checks when there was time to handle the change.
  mutating func check(_ context: inout DetectionContext, isEnd: Bool) {
    guard let change, isEnd || context.now.nanoseconds(since: change.time) > Self.wait else {
      return
    }
    self.change = nil
    aligned = change.new
    guard let residual = change.residual, !change.isClamped else { return }
    let measures = [Measure("offset", change.offset), Measure("residual", residual)]
    if change.isContainer, residual.magnitude > 1 {
      context.report(
        "S22", .warning,
        "after the container changed, the content is \(NumberFormat.points(residual.magnitude)) from "
          + "the nearest snap position",
        since: change.time, firstFrame: change.frame, target: change.from.id, measures: measures,
        cause: "the offset was kept, and the behavior was not applied again",
        edits: [.choice(name: "behavior-on-resize", word: "asked")],
        structure: [context.behaviorName])
    } else if residual.magnitude <= 1, let old = change.from.id, let new = change.new?.id,
      old != new
    {
      context.report(
        "S13", change.isDecided ? .notice : .warning,
        "aligned with \(old.displayText) before the layout changed and with \(new.displayText) "
          + "after it",
        since: change.time, firstFrame: change.frame, target: old, measures: measures,
        cause:
          "the content was re-aligned from its offset, not from the target it was aligned with",
        edits: [.position(.id(nil))], structure: [change.isContainer ? "container" : "content"])
    }
  }

  private mutating func look(
    at axis: MainAxis, _ context: DetectionContext, _ viewState: borrowing ViewState
  ) {
    guard let places = context.places(axis) else { return }
    let slack = viewState.tolerance
    change?.residual = places.residual(at: axis.offset, viewState, tolerance: slack)
    let isClamped = isClamped(axis, places, slack, viewState)
    change?.isClamped = isClamped
    change?.offset = axis.offset
    change?.new = places.nearest(to: axis.offset, viewState).map {
      Aligned(ordinal: $0.best.ordinal, id: $0.best.id)
    }
    // After a resize, a behavior chooses the position nearest the current offset.
    if let change, change.isContainer,
      context.configuration?.switches.behaviorOnResize == .asked,
      let asked = places.nearest(to: axis.clamp(change.kept), viewState)?.best
    {
      self.change?.isDecided = change.isDecided || asked.ordinal == change.new?.ordinal
    }
    // The old target was removed, so no position must be kept.
    if let id = change?.from.id,
      viewState.targets.handle(of: id).flatMap(viewState.targets.index) == nil
    {
      change = nil
      aligned = nil
    }
  }

  /// Whether an end of the range clamps the content, so that its offset was not chosen.
  ///
  /// The end of the content is no target's position, but the start is that of the first target. The
  /// content is only clamped there if it already was, or if the old target's position is out of
  /// reach.
  private func isClamped(
    _ axis: MainAxis, _ places: RestPlaces, _ slack: Double, _ viewState: borrowing ViewState
  ) -> Bool {
    if let high = axis.high, (axis.offset - high).magnitude <= slack { return true }
    guard let change, (axis.offset - axis.low).magnitude <= slack else { return false }
    guard !change.wasAtStart,
      let found = places.nearest(to: axis.offset, viewState)?.best,
      (found.offset - axis.offset).magnitude <= slack
    else { return true }
    guard let old = change.from.id.flatMap({ places.offset(of: $0, viewState) }) else {
      return false
    }
    return axis.clamp(old) <= axis.low + slack
  }

  private func place(
    at axis: MainAxis, _ context: DetectionContext, _ viewState: borrowing ViewState
  ) -> Aligned? {
    let slack = viewState.tolerance
    guard context.declaredBehavior != nil, let places = context.places(axis),
      // The last position is the end of the range; the first one is a normal position.
      axis.high.map({ (axis.offset - $0).magnitude > slack }) ?? true,
      let found = places.nearest(to: axis.offset, viewState)?.best,
      (found.offset - axis.offset).magnitude <= slack
    else { return nil }
    return Aligned(ordinal: found.ordinal, id: found.id)
  }
}
