import ScrollModel

/// S09 and S10: corrected estimates of a lazy stack, and visible jumps of content.
struct EstimateAndJump: Sendable {
  static let entry = DetectorEntry(
    "S09", "estimate-correction",
    looksFor:
      "An offset that changes together with all visible targets, so that nothing moves on the screen.",
    evidence: "Frames on both sides of a layout change. Harmless to the eye, so only information.",
    causes: ["A lazy stack measured what it had guessed (LAZY-11)."],
    repairs: "None is needed. Compare targets, not absolute offsets.",
    reports: [
      .init("A5", Links.lazyStacks),
      .init("A10", "https://github.com/Dimillian/IceCubesApp/issues/491"),
      .init("BUG-33", "https://github.com/0xCUB3/wBlock/issues/601"),
    ])

  static let jumpEntry = DetectorEntry(
    "S10", "visual-jump", alias: "D-IDLE-JUMP",
    looksFor:
      "Content that jumps on the screen without a finger, a wheel or a request.",
    evidence:
      "Two frames at rest, or a layout change while the content settles. The target that moved "
      + "most as expected decides; movement that the container's own change or the declared behavior explains, clamping "
      + "at the ends and content that follows its end are not judged. Without a layout only a notice.",
    causes: [
      "Content was inserted above the visible part, and nothing anchors the view.",
      "A position or a size-change anchor was resolved against geometry that was not final.",
    ],
    repairs:
      "Bind the position, or set an anchor for size changes. If both are set and contradict each other, remove one.",
    reports: [
      .init("A13", "https://github.com/Wouter125/BottomSheet/issues/6"),
      .init("D4", "https://github.com/flutter/flutter/issues/178437"),
      .init("BUG-3", Links.slicc),
      .init("BUG-19", "https://github.com/justinmoon/pika/pull/360"),
      .init("BUG-41", "https://github.com/viktorstrate/mactrix/issues/36"),
    ])

  /// A jump of content at rest, and the description of its cause.
  private struct VisualJump: Sendable {
    var since: RestWait
    var severity: FindingSeverity
    var message: String
    var target: TargetID?
    var measures: [Measure]
    var cause: String
    var edits: [ConfigurationEdit]
    var structure: [String]
  }

  /// A jump in a trace without phases: it is discarded if the content keeps moving.
  private var pending: VisualJump?
  private var lastDelta = 0.0
  /// The phase before the previous frame's.
  private var earlierPhase: ScrollPhase?
  /// The geometry of the last frame, and the content's size.
  private var geometry = -1
  private var content: Size?

  mutating func frame(
    _ step: GestureTracker.FrameDelta, _ shift: ShownTargets.Shift?,
    _ tracker: GestureTracker, _ context: inout DetectionContext, _ viewState: borrowing ViewState
  ) {
    let movement = tracker.movement
    defer {
      lastDelta = step.delta
      earlierPhase = step.oldPhase
      geometry = viewState.geometryGeneration
      content = viewState.contentSize
    }
    if let leap = pending, leap.since.isLeft(viewState) || context.isHeld { pending = nil }
    guard let before = step.before, !viewState.isAfterGap, !step.isAfterCommand, !step.isAfterWheel
    else { return }
    if viewState.targets.scrollsBothWays, movement == .none {
      judgeAcross(step, &context, viewState)
    }
    guard shift != nil || step.delta != 0 else { return }
    if let shift { judgeCorrection(step, shift, &context) }
    // The last frame of a deceleration still moved.
    let isIdle = viewState.phase == .idle && step.oldPhase == .idle && movement == .none
    // Without phases, an unchanged offset is at rest.
    let isStill =
      viewState.phase == nil && movement == .none && step.delta == 0
      && (lastDelta == 0 || step.elapsed >= GestureTracker.stillness)
    let isRelaid = step.isAfterLayout || before.isLaidOut(unlike: step.axis)
    if isIdle || isStill || (step.wasStill && isRelaid) {
      judgeJump(step, before, shift, &context, viewState)
    } else if movement == .settling, isDecelerating(step, tracker, viewState), let shift {
      judgeLeap(step, before, shift, &context, viewState)
    }
  }

  /// Whether both frames and the one before show content in motion by itself.
  ///
  /// The first frame after a release contains a part of the finger's way, at another speed.
  private func isDecelerating(
    _ step: GestureTracker.FrameDelta, _ tracker: GestureTracker, _ viewState: borrowing ViewState
  ) -> Bool {
    guard let phase = viewState.phase else { return tracker.samples.values.count > 2 }
    return phase == .decelerating && step.oldPhase == .decelerating && earlierPhase == .decelerating
  }

  private func judgeCorrection(
    _ step: GestureTracker.FrameDelta, _ shift: ShownTargets.Shift,
    _ context: inout DetectionContext
  ) {
    guard !shift.isReordered else { return }
    // The remaining screen movement must not exceed the previous movement.
    let tolerance = max(VisibleShift<Int>.slack, (shift.expected ?? 0).magnitude * 1.5 + 1)
    guard
      case .estimateCorrection(let content) = shift.movement.change(
        offsetChange: step.delta, tolerance: tolerance)
    else { return }
    context.report(
      "S09", .info,
      "the offset was corrected by \(NumberFormat.points(content)) together with the targets in view",
      measures: [Measure("correction", content)],
      cause: "a lazy stack measured rows that it had estimated", structure: ["lazy"])
  }

  /// The least time between two frames after which the later one may show the end of a movement.
  private static let sparse: Int64 = 40_000_000

  private mutating func judgeJump(
    _ step: GestureTracker.FrameDelta, _ before: MainAxis, _ shift: ShownTargets.Shift?,
    _ context: inout DetectionContext, _ viewState: borrowing ViewState
  ) {
    let axis = step.axis
    let container =
      (axis.frame - before.frame).magnitude + (axis.start - before.start).magnitude
      + (axis.end - before.end).magnitude
    // Another width changes the layout; S13 and S22 check the offset after it. Reestimated
    // lengths of a lazy stack are no reason to move visible content.
    if container > 0, step.isAfterLayout, shift?.hadGuesses != true { return }
    if let shift, shift.isReordered || shift.least == nil { return }
    // A throttled offset may be older than the rest, and so may one of few frames a second.
    let isSparse =
      viewState.quality(of: .offset) != .exact
      || viewState.previousPhase != nil && step.elapsed >= Self.sparse
    if isSparse, viewState.previousPhase != .idle,
      !step.wasShownStill
    {
      return
    }
    let onScreen = shift?.least ?? -step.delta
    let slack = max(1, viewState.tolerance)
    // A view that shrinks at its end moves content upwards only.
    let isPushed = onScreen > 0 && axis.frame - axis.end < before.frame - before.end
    let explained = isPushed ? (axis.start - before.start).magnitude : container
    guard onScreen.magnitude > explained + slack else { return }
    let slip = viewState.tolerance
    if let high = axis.high, let oldHigh = before.high {
      let wasAtEnd = (before.offset - oldHigh).magnitude <= slip
      let isAtEnd = (axis.offset - high).magnitude <= slip
      // The content was clamped to a smaller range, or follows its growing end.
      if isAtEnd, wasAtEnd || high < before.offset { return }
    }
    if container > 0, isAligned(axis, after: before, context, viewState) { return }
    let isKnown = viewState.targets.isKnown && viewState.targets.count > 0
    let side =
      switch (axis.axis, (onScreen > 0) != axis.isMirrored) {
      case (.vertical, true): "down"
      case (.vertical, false): "up"
      case (.horizontal, true): "to the right"
      case (.horizontal, false): "to the left"
      }
    let leap = VisualJump(
      since: RestWait(viewState), severity: isKnown ? .warning : .notice,
      message:
        "at rest the content jumped \(NumberFormat.points(onScreen.magnitude)) \(side) on the screen",
      target: shift?.handle.map { viewState.targets.id(of: $0) },
      measures: [Measure("jump", onScreen), Measure("offset change", step.delta)],
      cause: cause(step, container), edits: edits(context, container),
      structure: ["idle", container > 0 ? "container" : "content"])
    if viewState.phase == nil, step.delta != 0 { pending = leap } else { report(leap, &context) }
  }

  /// Whether the declared behavior aligned the content again in a container of another size: it
  /// rests at the place nearest the old offset (SNAP-2).
  private func isAligned(
    _ axis: MainAxis, after before: MainAxis, _ context: DetectionContext,
    _ viewState: borrowing ViewState
  ) -> Bool {
    guard let place = context.places(axis)?.nearest(to: before.offset, viewState)?.best else {
      return false
    }
    return (axis.clamp(place.offset) - axis.offset).magnitude <= viewState.tolerance
  }

  /// Reports a jump without phases when the content has not moved after it.
  mutating func check(
    _ context: inout DetectionContext, _ viewState: borrowing ViewState, isEnd: Bool
  ) {
    guard let leap = pending else { return }
    if leap.since.isLost(viewState) { pending = nil }
    guard pending != nil, leap.since.isOver(at: context.now, isEnd: isEnd) else { return }
    pending = nil
    report(leap, &context)
  }

  private func report(_ leap: VisualJump, _ context: inout DetectionContext) {
    context.report(
      "S10", leap.severity, leap.message, since: leap.since.time, firstFrame: leap.since.frame,
      target: leap.target, measures: leap.measures, cause: leap.cause, edits: leap.edits,
      structure: leap.structure)
  }

  /// Checks the cross axis if only the offset changed.
  private func judgeAcross(
    _ step: GestureTracker.FrameDelta, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    let way = step.axis.across(viewState)
    guard viewState.phase == .idle, step.oldPhase == .idle, step.delta == 0,
      geometry == viewState.geometryGeneration, content == viewState.contentSize,
      way.magnitude > max(1, viewState.tolerance)
    else { return }
    context.report(
      "S10", viewState.targets.count > 0 ? .warning : .notice,
      "at rest the content jumped \(NumberFormat.points(way.magnitude)) to the "
        + (way > 0 ? "left" : "right") + " on the screen",
      measures: [Measure("jump", -way), Measure("offset change", way)],
      cause: Finding.unrequestedMovement, edits: edits(context, 0),
      structure: ["idle", "content"])
  }

  private func cause(_ step: GestureTracker.FrameDelta, _ container: Double) -> String {
    if container > 0 { return "the container changed, and the offset was computed again" }
    return step.delta == 0
      ? "content changed above the visible part, and nothing anchors the view"
      : Finding.unrequestedMovement
  }

  private func edits(_ context: DetectionContext, _ container: Double) -> [ConfigurationEdit] {
    guard let configuration = context.configuration else { return [] }
    if container > 0, !configuration.position.isNone {
      return [
        .choice(name: "pinning", word: "default-anchor"), .position(.none),
        .roleAnchor(.sizeChanges, .anchor(UnitPoint(x: 0.5, y: 1))),
      ]
    }
    return [
      .position(.id(nil)), .roleAnchor(.sizeChanges, .anchor(UnitPoint(x: 0.5, y: 1))),
    ]
  }

  private func judgeLeap(
    _ step: GestureTracker.FrameDelta, _ before: MainAxis, _ shift: ShownTargets.Shift,
    _ context: inout DetectionContext, _ viewState: borrowing ViewState
  ) {
    guard let expected = shift.expected, viewState.quality(of: .offset) == .exact,
      !shift.isReordered,
      let (handle, leap, _) = shift.leap, before.frame == step.axis.frame
    else { return }
    guard leap.magnitude > max(8, expected.magnitude * 0.75) else { return }
    // The range became shorter and clamped the motion.
    if step.axis.isAtEnd(step.axis.offset, within: 1) { return }
    context.report(
      "S10", .warning,
      "while the content settled, a new layout made it jump \(NumberFormat.points(leap.magnitude))",
      target: viewState.targets.id(of: handle), measures: [Measure("jump", leap)],
      cause: "targets above the visible part changed size or position during the settle",
      structure: ["settling"])
  }
}

extension Finding {
  /// The cause of a movement without a recorded request or size change.
  public static let unrequestedMovement = "the offset changed without a recorded request"
}
