import ScrollModel

/// S14: a release without velocity that is handled as one with a direction.
struct ZeroVelocityRule: Sendable {
  static let entry = DetectorEntry(
    "S14", "zero-velocity-rule",
    looksFor: "A release without velocity that settles at a neighbor instead of the nearest place.",
    evidence:
      "A velocity of at most 10 pt/s that was recorded or measured at the finger or between frames, "
      + "and places whose "
      + "distances differ by more than a finger's error. Not where the engine decides the same.",
    causes: ["The sign of a velocity of 0 is treated as a direction."],
    repairs: "Choose by distance when the velocity is 0.",
    reports: [.init("B4", "https://github.com/fahidattique55/FAPaginationLayout/issues/7")])

  mutating func settled(
    _ report: SettleReport, _ axis: MainAxis, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    let release = report.release
    guard report.ending == .rested, report.agrees != true, context.isRestCertain(viewState),
      context.isPlaceCertain(of: release, viewState),
      let velocity = release.velocity, velocity.evidence != .fit,
      velocity.pointsPerSecond.magnitude <= 10, axis.excess(release.offset) == 0,
      let places = context.places(axis), let found = places.nearest(to: release.offset, viewState),
      let rest = places.nearest(to: report.rest, viewState)?.best,
      rest.ordinal != found.best.ordinal,
      (axis.clamp(rest.offset) - report.rest).magnitude <= report.tolerance
    else { return }
    let near = (axis.clamp(found.best.offset) - release.offset).magnitude
    let far = (report.rest - release.offset).magnitude
    guard far - near > 8 else { return }
    // Content at a resting position needs no release.
    guard release.evidence != .offsets || near > report.tolerance else { return }
    context.report(
      "S14", .warning,
      "released without velocity \(NumberFormat.points(near)) from one place, the content went to "
        + "another \(NumberFormat.points(far)) away",
      since: release.time, target: rest.id,
      measures: [
        Measure("nearest", near), Measure("chosen", far),
        Measure("velocity", velocity.pointsPerSecond, "pt/s"),
      ],
      candidates: report.candidates.map(\.candidate),
      cause: "a velocity of zero was treated as a direction", structure: [context.behaviorName])
  }
}
