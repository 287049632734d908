import ScrollModel

/// S09 and S10: corrected estimates of a lazy stack, and content that really leaps.
struct EstimateAndJump: Sendable {
  static let entry = DetectorEntry(
    "S09", "estimate-correction",
    looksFor:
      "An offset that changes together with all visible targets, so that nothing moves on the screen.",
    evidence: "Frames on both sides of a layout change. Harmless to the eye, so only information.",
    causes: ["A lazy stack measured what it had guessed (LAZY-11)."],
    repairs: "None needed; compare targets rather than absolute offsets.",
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
      + "least decides; movement that the container's own change explains, clamping at the ends "
      + "and content that follows its end are not judged. Without a layout only a notice.",
    causes: [
      "Content was put in above what is shown, and nothing anchors the view.",
      "A position or a size-change anchor was resolved against geometry that was not final.",
    ],
    repairs: "A bound position; a size-change anchor; giving up the one that fights.",
    reports: [
      .init("A13", "https://github.com/Wouter125/BottomSheet/issues/6"),
      .init("D4", "https://github.com/flutter/flutter/issues/178437"),
      .init("BUG-3", Links.slicc),
      .init("BUG-19", "https://github.com/justinmoon/pika/pull/360"),
      .init("BUG-41", "https://github.com/viktorstrate/mactrix/issues/36"),
    ])

  /// A leap of content at rest, and how its cause is told.
  private struct Leap: Sendable {
    var since: RestWait
    var severity: FindingSeverity
    var message: String
    var target: TargetID?
    var measures: [Measure]
    var cause: String
    var edits: [ConfigurationEdit]
    var structure: [String]
  }

  /// A leap in a trace without phases: it is none if the content goes on moving.
  private var pending: Leap?
  private var lastDelta = 0.0
  private var lastElapsed: Int64 = 0
  /// The geometry that the last frame was in, and the content's size.
  private var geometry = -1
  private var content: Size?

  mutating func frame(
    _ step: Course.FrameStep, _ shift: ShownTargets.Shift?,
    _ course: Course, _ watch: inout Watch, _ stage: borrowing Stage
  ) {
    let movement = course.movement
    defer {
      lastDelta = step.delta
      lastElapsed = step.elapsed
      geometry = stage.geometryGeneration
      content = stage.contentSize
    }
    if let leap = pending, leap.since.isLeft(stage) || watch.isHeld { pending = nil }
    guard let before = step.before, !stage.isAfterGap, !step.isAfterCommand, !step.isAfterWheel
    else { return }
    if stage.targets.scrollsBothWays, movement == .none { judgeAcross(step, &watch, stage) }
    guard shift != nil || step.delta != 0 else { return }
    if let shift { judgeCorrection(step, shift, &watch) }
    // A deceleration whose last frame came to rest still moved.
    let isIdle = stage.phase == .idle && step.oldPhase == .idle && movement == .none
    // Without phases an offset that stays where it was is at rest.
    let isStill =
      stage.phase == nil && movement == .none && step.delta == 0
      && (lastDelta == 0 || step.elapsed >= Course.stillness)
    let isRelaid = step.isAfterLayout || before.isLaidOut(unlike: step.axis)
    if isIdle || isStill || (step.wasStill && isRelaid) {
      judgeJump(step, before, shift, &watch, stage)
    } else if movement == .settling, isDecelerating(step, course, stage), let shift {
      judgeLeap(step, before, shift, &watch, stage)
    }
  }

  /// Whether both frames show content that moves by itself.
  private func isDecelerating(
    _ step: Course.FrameStep, _ course: Course, _ stage: borrowing Stage
  ) -> Bool {
    guard let phase = stage.phase else { return course.samples.values.count > 2 }
    return phase == .decelerating && step.oldPhase == .decelerating
  }

  private func judgeCorrection(
    _ step: Course.FrameStep, _ shift: ShownTargets.Shift, _ watch: inout Watch
  ) {
    guard !shift.isReordered else { return }
    // What is left on the screen has to be no more than the movement that went on before.
    let expected = lastElapsed > 0 ? lastDelta * Double(step.elapsed) / Double(lastElapsed) : 0
    let tolerance = max(VisibleShift<Int>.slack, expected.magnitude * 1.5 + 1)
    guard
      case .estimateCorrection(let content) = shift.movement.change(
        offsetChange: step.delta, tolerance: tolerance)
    else { return }
    watch.report(
      "S09", .info,
      "the offset was corrected by \(NumberFormat.points(content)) together with the targets in view",
      measures: [Measure("correction", content)],
      cause: "a lazy stack measured what it had guessed", structure: ["lazy"])
  }

  private mutating func judgeJump(
    _ step: Course.FrameStep, _ before: MainAxis, _ shift: ShownTargets.Shift?,
    _ watch: inout Watch, _ stage: borrowing Stage
  ) {
    let axis = step.axis
    let container =
      (axis.frame - before.frame).magnitude + (axis.start - before.start).magnitude
      + (axis.end - before.end).magnitude
    // New widths lay the content out anew; where it goes then is S13's and S22's to judge.
    if container > 0, step.isAfterLayout { return }
    if let shift, shift.isReordered || shift.least == nil { return }
    // A throttled offset may be older than the rest.
    if stage.quality(of: .offset) != .exact, stage.previousPhase != .idle, !step.wasShownStill {
      return
    }
    let onScreen = shift?.least ?? -step.delta
    let slack = max(1, stage.tolerance)
    guard onScreen.magnitude > container + slack else { return }
    let slip = stage.tolerance
    if let high = axis.high, let oldHigh = before.high {
      let wasAtEnd = (before.offset - oldHigh).magnitude <= slip
      let isAtEnd = (axis.offset - high).magnitude <= slip
      // Held to a range that shrank, or following an end that grew.
      if isAtEnd, wasAtEnd || high < before.offset { return }
    }
    let isKnown = stage.targets.isKnown && stage.targets.count > 0
    let side =
      switch (axis.axis, (onScreen > 0) != axis.isMirrored) {
      case (.vertical, true): "down"
      case (.vertical, false): "up"
      case (.horizontal, true): "to the right"
      case (.horizontal, false): "to the left"
      }
    let leap = Leap(
      since: RestWait(stage), severity: isKnown ? .warning : .notice,
      message:
        "at rest the content jumped \(NumberFormat.points(onScreen.magnitude)) \(side) on the screen",
      target: shift?.handle.map { stage.targets.id(of: $0) },
      measures: [Measure("jump", onScreen), Measure("offset change", step.delta)],
      cause: cause(step, container), edits: edits(watch, container),
      structure: ["idle", container > 0 ? "container" : "content"])
    if stage.phase == nil, step.delta != 0 { pending = leap } else { report(leap, &watch) }
  }

  /// Tells a leap without phases when the content has stood still behind it.
  mutating func check(_ watch: inout Watch, _ stage: borrowing Stage, isEnd: Bool) {
    guard let leap = pending else { return }
    if leap.since.isLost(stage) { pending = nil }
    guard pending != nil, leap.since.isOver(at: watch.now, isEnd: isEnd) else { return }
    pending = nil
    report(leap, &watch)
  }

  private func report(_ leap: Leap, _ watch: inout Watch) {
    watch.report(
      "S10", leap.severity, leap.message, since: leap.since.time, firstFrame: leap.since.frame,
      target: leap.target, measures: leap.measures, cause: leap.cause, edits: leap.edits,
      structure: leap.structure)
  }

  /// Looks across the main axis where nothing but the offset changed.
  private func judgeAcross(
    _ step: Course.FrameStep, _ watch: inout Watch, _ stage: borrowing Stage
  ) {
    let way = step.axis.across(stage)
    guard stage.phase == .idle, step.oldPhase == .idle, step.delta == 0,
      geometry == stage.geometryGeneration, content == stage.contentSize,
      way.magnitude > max(1, stage.tolerance)
    else { return }
    watch.report(
      "S10", stage.targets.count > 0 ? .warning : .notice,
      "at rest the content jumped \(NumberFormat.points(way.magnitude)) to the "
        + (way > 0 ? "left" : "right") + " on the screen",
      measures: [Measure("jump", -way), Measure("offset change", way)],
      cause: Finding.unrequestedMovement, edits: edits(watch, 0),
      structure: ["idle", "content"])
  }

  private func cause(_ step: Course.FrameStep, _ container: Double) -> String {
    if container > 0 { return "the container changed, and the offset was computed again" }
    return step.delta == 0
      ? "content changed above what is shown, and nothing anchors the view"
      : Finding.unrequestedMovement
  }

  private func edits(_ watch: Watch, _ container: Double) -> [ConfigurationEdit] {
    guard let configuration = watch.configuration else { return [] }
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
    _ step: Course.FrameStep, _ before: MainAxis, _ shift: ShownTargets.Shift,
    _ watch: inout Watch, _ stage: borrowing Stage
  ) {
    guard lastElapsed > 0, stage.quality(of: .offset) == .exact, !shift.isReordered,
      let least = shift.least, before.frame == step.axis.frame
    else { return }
    let expected = -lastDelta * Double(step.elapsed) / Double(lastElapsed)
    let leap = least - expected
    guard leap.magnitude > max(8, expected.magnitude * 0.75) else { return }
    // Ends that came nearer cut the way short.
    if step.axis.isAtEnd(step.axis.offset, within: 1) { return }
    watch.report(
      "S10", .warning,
      "while the content settled, a new layout made it jump \(NumberFormat.points(leap.magnitude))",
      target: shift.handle.map { stage.targets.id(of: $0) },
      measures: [Measure("jump", leap)],
      cause: "targets changed their size or place above what is shown during the settle",
      structure: ["settling"])
  }
}

extension Finding {
  /// The cause of a movement for which the trace has no request and no change of sizes.
  public static let unrequestedMovement = "the offset changed without a recorded request"
}
