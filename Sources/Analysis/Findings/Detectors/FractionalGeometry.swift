import ScrollModel

/// S15: a choice or a visible set that depends on fractions of a pixel.
struct FractionalGeometry: Sendable {
  static let entry = DetectorEntry(
    "S15", "fractional-geometry",
    looksFor:
      "Lengths off the pixel grid together with a choice or a visibility that half a pixel would change.",
    evidence:
      "The display's scale, the layout, and the flip margin of a decision or the overlap of a neighbor at rest. A notice.",
    causes: ["Item, container or interval lengths that are no whole number of pixels."],
    repairs: "Put lengths on the pixel grid, or set a visibility threshold below 1.",
    reports: [
      .init("C1", "https://github.com/react/react-native/issues/48393"),
      .init("C13", "https://github.com/react/react-native/issues/28720"),
      .init("D6", "https://github.com/flutter/flutter/issues/70829"),
      .init("D7", "https://github.com/flutter/flutter/issues/63689"),
    ])

  mutating func settled(
    _ report: SettleReport, _ axis: MainAxis, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    guard report.ending == .rested, context.declaredBehavior != nil, let scale = viewState.scale,
      scale > 0
    else { return }
    let pixel = 1 / scale
    guard isFractional(axis, scale, context, viewState) else { return }
    if let margin = report.flipMargin, margin < pixel / 2 {
      context.report(
        "S15", .notice,
        "the choice changes if the projected rest moves by \(NumberFormat.points(margin)), and lengths are "
          + "off the pixel grid",
        since: report.release.time, measures: [Measure("flip margin", margin)],
        candidates: report.candidates.map(\.candidate),
        cause: "rounding decides between two targets", structure: ["choice"])
    }
    sliver(axis, pixel, &context, viewState)
  }

  /// A neighbor of which a rest shows less than a tenth of a pixel.
  private func sliver(
    _ axis: MainAxis, _ pixel: Double, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    let window = viewState.window.map { rank in
      let index = viewState.targets.index(at: rank)
      return (index: index, span: axis.span(of: viewState.targets.frame(at: index)))
    }
    // A rest within the noise of a target is at the target.
    let low =
      window.first { ($0.span.start - axis.offset).magnitude <= viewState.noise }?.span.start
      ?? axis.offset
    let high = low + axis.frame
    for (index, (start, length)) in window {
      let shown = min(start + length, high) - max(start, low)
      // Differences of 1e-9 are rounding errors, not lengths.
      guard length > pixel, shown > 1e-9, shown < pixel / 10 else { continue }
      context.report(
        "S15", .notice,
        "at rest a neighbor shows \(NumberFormat.points(shown)), less than a pixel",
        target: viewState.targets.id(of: viewState.targets.handles[index]),
        measures: [Measure("shown", shown)],
        cause: "the step between targets and the container's length differ by a fraction",
        structure: ["sliver"])
      return
    }
  }

  private func isFractional(
    _ axis: MainAxis, _ scale: Double, _ context: DetectionContext, _ viewState: borrowing ViewState
  ) -> Bool {
    func isOff(_ length: Double) -> Bool {
      let pixels = length * scale
      return (pixels - pixels.rounded()).magnitude > 1e-6
    }
    if case .interval(let length) = context.declaredBehavior, isOff(length) { return true }
    if isOff(axis.frame) { return true }
    let spans = viewState.targets.index
    return viewState.window.prefix(8).contains {
      isOff(spans.start(at: $0)) || isOff(spans.end(at: $0))
    }
  }
}
