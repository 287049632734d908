import ScrollModel

/// S01: content that rests between the resting positions of its behavior.
struct SnapResidual: Sendable {
  static let entry = DetectorEntry(
    "S01", "snap-residual", alias: "D-UNSNAPPED",
    looksFor: "A release that comes to rest between the snap positions of its behavior.",
    evidence:
      "The declared behavior, the layout and a rest that the offsets' quality makes certain. Rests "
      + "at the ends of the range, rests where the engine itself would rest, and caught or "
      + "redirected settles are not judged.",
    causes: [
      "The behavior never ran: `scrollTargetLayout` is missing, or another snap source replaced it.",
      "The view was caught, or geometry changed, before the settle was over.",
    ],
    repairs: "Declare a target layout, and use the behavior that matches the content.",
    reports: [
      .init("C4", "https://github.com/react/react-native/issues/21302"),
      .init("C6", "https://github.com/react/react-native/issues/12274"),
      .init("D8", "https://github.com/flutter/flutter/issues/150561"),
      .init("BUG-10", Links.fatbobmanPaging),
    ])

  /// Whether resting content may be held, if no touches were recorded.
  ///
  /// Past an end only a finger can hold it, and released content decelerates.
  private func mayBeHeld(_ report: SettleReport, _ axis: MainAxis) -> Bool {
    guard axis.excess(report.rest) == 0, let fit = report.fit, fit.isDeceleration else {
      return true
    }
    // A loss of at least half of the velocity: a straight line is a slow deceleration, too.
    return Elementary.ln(fit.ratePerMillisecond) * fit.duration > -0.7
  }

  mutating func settled(
    _ report: SettleReport, _ axis: MainAxis, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    guard report.ending == .rested, context.isRestCertain(viewState),
      let places = context.places(axis),
      let configuration = context.configuration
    else { return }
    let isOff = !configuration.hasTargetLayout && configuration.effectiveBehavior.isNone
    if report.agrees == true, !isOff { return }
    guard
      let residual = places.residual(at: report.rest, viewState, tolerance: report.tolerance),
      residual.magnitude > report.tolerance + context.unseenWay(viewState)
    else { return }
    if report.release.evidence == .offsets, mayBeHeld(report, axis) { return }
    context.unsnappedCount += 1
    let nearest = places.nearest(to: report.rest, viewState)?.best
    context.report(
      "S01", .warning,
      "the content rests at \(NumberFormat.points(report.rest)), "
        + "\(NumberFormat.points(residual.magnitude)) from the nearest snap position at "
        + NumberFormat.points(nearest?.offset ?? report.rest - residual),
      since: report.release.time, target: nearest?.id,
      measures: [Measure("rest", report.rest), Measure("residual", residual)],
      candidates: report.candidates.map(\.candidate),
      cause: isOff
        ? "view alignment has no targets without a target layout"
        : "another behavior chose this rest",
      edits: isOff ? [.targetLayout(true)] : [], structure: [context.behaviorName])
  }
}

extension DetectionContext {
  /// The declared behavior as one word, for fingerprints.
  var behaviorName: String {
    switch configuration?.behavior {
    case nil: "undeclared"
    case ScrollBehavior.none?: "none"
    case .paging?: "paging"
    case .viewAligned?: "view-aligned"
    case .interval?: "interval"
    case .offsets?: "offsets"
    case .scrollSnap?: "scroll-snap"
    case .custom?: "custom"
    }
  }
}
