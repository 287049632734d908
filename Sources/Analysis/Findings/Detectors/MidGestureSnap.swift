import ScrollModel

/// S07: content that jumps under the finger when the layout changes.
struct MidGestureSnap: Sendable {
  static let entry = DetectorEntry(
    "S07", "mid-gesture-snap",
    looksFor:
      "Content that jumps under a dragging finger when the layout changes.",
    evidence:
      "Touches and offsets of every frame, and a layout change between two of them. Movement is "
      + "that of the target that followed the finger best, so corrected estimates do not count.",
    causes: ["A re-snap, a position write or a size-change anchor acts before the gesture ends."],
    repairs: "Use no anchor for size changes, and write no position during a gesture.",
    reports: [.init("E3", "https://github.com/w3c/csswg-drafts/issues/14036")])

  /// More than the slop of a pan.
  private static let least = 12.0

  mutating func frame(
    _ step: GestureTracker.FrameDelta, _ shift: ShownTargets.Shift?, _ tracker: GestureTracker,
    _ context: inout DetectionContext, _ viewState: borrowing ViewState
  ) {
    let finger = step.finger ?? 0
    guard step.isAfterLayout, !step.isAfterCommand,
      !viewState.openTouches.isEmpty, isDragged(step, tracker, viewState), let before = step.before,
      before.excess(before.offset) == 0,
      step.axis.excess(step.axis.offset) == 0, before.frame == step.axis.frame,
      viewState.quality(of: .offset) == .exact, viewState.quality(of: .touch) == .exact
    else { return }
    let leap = shift?.leap?.onScreen ?? finger - step.delta
    guard leap.magnitude > Self.least else { return }
    context.report(
      "S07", .warning,
      "the layout changed, and the content jumped \(NumberFormat.points(leap)) under the finger, "
        + "which moved it \(NumberFormat.points(finger))",
      measures: [Measure("leap", leap), Measure("finger", finger)],
      cause: "the app aligned the content again before the gesture ended",
      edits: [.position(.none), .roleAnchor(.sizeChanges, .empty)], structure: ["layout"])
  }

  /// Whether the finger had moved the content at the previous frame.
  private func isDragged(
    _ step: GestureTracker.FrameDelta, _ tracker: GestureTracker, _ viewState: borrowing ViewState
  ) -> Bool {
    switch viewState.phase {
    case .interacting, .tracking: step.oldPhase == .interacting
    case nil: tracker.movement == .gesture && tracker.travel - (step.finger ?? 0).magnitude > 10
    default: false
    }
  }
}
