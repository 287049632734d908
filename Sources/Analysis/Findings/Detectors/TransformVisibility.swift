import ScrollModel

/// S21: a transformed view that is on the screen while its layout frame is not.
struct TransformVisibility: Sendable {
  static let entry = DetectorEntry(
    "S21", "transform-visibility-mismatch",
    looksFor:
      "A target that its transition moves into the frame while its layout frame, by which lazy stacks load and unload, is outside.",
    evidence:
      "The declared transition and how far its full effect moves a view, which only the app's code contains (`--effect-travel`).",
    causes: ["Lazy stacks decide by original frames and ignore transforms (LAZY-9)."],
    repairs: "Keep the effect within the frame, or use no transition.",
    reports: [.init("A6", Links.lazyStacks)])

  private var isFound = false

  mutating func frame(
    _ step: GestureTracker.FrameDelta, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    let travel = context.options.effectTravel
    guard travel != 0, !isFound, let settings = context.configuration?.transition,
      viewState.targets.isKnown
    else { return }
    let axis = step.axis
    // At full effect, a view moves by the travel on the trailing side, and back on the leading
    // side.
    let spans = viewState.targets.index
    for rank in [viewState.window.lowerBound - 1, viewState.window.upperBound]
    where rank >= 0 && rank < spans.count {
      let index = viewState.targets.index(at: rank)
      let (start, length) = axis.span(of: viewState.targets.frame(at: index))
      let view = start - axis.offset
      let center = view + length / 2 - axis.start - axis.inner / 2
      let place = TransitionPosition(view: length, container: axis.inner, distance: center)
      let effect = place.blended(identity: 0, side: travel * place.side.value, settings)
      guard view + effect < axis.frame - 1, view + effect + length > 1 else { continue }
      isFound = true
      let shown = min(view + effect + length, axis.frame) - max(view + effect, 0)
      context.report(
        "S21", .warning,
        "the effect shows \(NumberFormat.points(shown)) of a view whose layout frame is off the screen",
        target: viewState.targets.id(of: viewState.targets.handles[index]),
        measures: [Measure("shown", shown), Measure("effect", effect)],
        cause: "the view is unloaded by its layout frame while the effect still shows it",
        edits: [.transition(nil)], structure: [place.side == .topLeading ? "leading" : "trailing"])
      return
    }
  }
}
