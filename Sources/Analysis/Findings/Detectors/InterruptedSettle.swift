import ScrollModel

/// S11: a tap that interrupts a settle and leaves the content between resting positions.
struct InterruptedSettle: Sendable {
  static let entry = DetectorEntry(
    "S11", "interrupted-settle",
    looksFor:
      "A tap on moving content after which it rests between the snap positions of its behavior, or at the wrong one.",
    evidence:
      "A touch on moving content that moved less than the slop, the declared behavior and the rest.",
    causes: [
      "The catch ends the settle, and the behavior is not applied again when the finger lifts."
    ],
    repairs: "No setting changes this. Apply the behavior at the end of every touch.",
    reports: [
      .init("C8", "https://github.com/react/react-native/pull/6999"),
      .init("F4", "https://github.com/lelandrichardson/compose-dogfooding/issues/1"),
    ])

  mutating func settled(
    _ report: SettleReport, _ axis: MainAxis, _ travel: Double, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    guard report.ending == .rested, report.release.isCatch, travel < 10,
      let places = context.places(axis), report.agrees != true, context.isRestCertain(viewState),
      let residual = places.residual(at: report.rest, viewState, tolerance: report.tolerance)
    else { return }
    let isWrong = report.agrees == false
    guard residual.magnitude > report.tolerance || isWrong else { return }
    context.report(
      "S11", .warning,
      "after a tap in flight the content rests at \(NumberFormat.points(report.rest)), "
        + "\(NumberFormat.points(residual.magnitude)) from a place",
      since: report.release.time,
      measures: [Measure("rest", report.rest), Measure("residual", residual)],
      candidates: report.candidates.map(\.candidate),
      cause: "the touch ended the settle, and the behavior was not applied again",
      structure: [context.behaviorName])
  }
}
