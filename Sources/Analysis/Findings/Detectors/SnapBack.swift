import ScrollModel

/// S06: a release that returns against its velocity.
struct SnapBack: Sendable {
  static let entry = DetectorEntry(
    "S06", "snap-back",
    looksFor:
      "A settle against the release's velocity although a place ahead was nearer, or back to the "
      + "start after more than half of the way to the next place.",
    evidence:
      "The release's velocity and offset within the range, and the declared places. A notice where "
      + "the engine decides the same as configured. From offsets alone, and under a limit, only a return to the start or behind it.",
    causes: [
      "The last page is not counted as a place, or is clamped to the one before.",
      "Spacing or insets make the next place farther than the gesture's threshold.",
    ],
    repairs:
      "Use view alignment without a limit, or an interval equal to the distance between items.",
    reports: [
      .init(
        "B3",
        "https://github.com/MaherKSantina/MSPeekCollectionViewDelegateImplementation/issues/20"),
      .init("D1", "https://github.com/flutter/flutter/issues/45096"),
      .init("D2", "https://github.com/flutter/flutter/issues/50505"),
    ])

  /// Slower releases may snap in either direction.
  private static let clearVelocity = 300.0

  mutating func settled(
    _ report: SettleReport, _ axis: MainAxis, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    let release = report.release
    guard report.ending == .rested, context.isRestCertain(viewState),
      let velocity = release.velocity?.pointsPerSecond, axis.excess(release.offset) == 0,
      let places = context.places(axis)
    else { return }
    let slack = report.tolerance * 4
    let way = report.rest - release.offset
    let isAtStart = release.startOffset.map { (report.rest - $0).magnitude <= report.tolerance }
    // A limit may pull a release back from beyond a position. Offsets alone contain no decision.
    let isPastStart = release.startOffset.map { (report.rest - $0) * velocity > 0 } ?? false
    let mayBeLimited =
      isAtStart != true
      && (release.evidence == .offsets || isPastStart && context.declaredLimit != nil)
    var kind: String?
    if velocity.magnitude >= Self.clearVelocity, way * velocity < 0, way.magnitude > slack,
      !mayBeLimited,
      let aim = report.projected, let ahead = places.nearest(to: aim, viewState)?.best,
      (axis.clamp(ahead.offset) - release.offset) * velocity > 0
    {
      kind = "against-velocity"
    } else if let start = release.startOffset, !release.isCatch, isAtStart == true,
      velocity * (release.offset - start) >= 0,
      let ahead = next(from: start, towards: release.offset, places, axis, viewState),
      (release.offset - start).magnitude > (ahead - start).magnitude * 0.5 + slack
    {
      kind = "back-to-start"
    }
    guard let kind else { return }
    context.report(
      "S06", report.agrees == true ? .notice : .warning,
      "released at \(NumberFormat.points(release.offset)) with \(NumberFormat.text(velocity)) pt/s, the "
        + "content went back to \(NumberFormat.points(report.rest))",
      since: release.time,
      measures: [
        Measure("velocity", velocity, "pt/s"), Measure("way", way), Measure("rest", report.rest),
      ],
      candidates: report.candidates.map(\.candidate),
      cause: "the next target was not a candidate, or the fling was below a threshold",
      edits: [.behavior(.viewAligned(limit: .never, anchor: nil))],
      structure: [context.behaviorName, kind])
  }

  /// The next reachable position in a direction, which is ahead or not far behind.
  private func next(
    from start: Double, towards end: Double, _ places: RestPlaces, _ axis: MainAxis,
    _ viewState: borrowing ViewState
  ) -> Double? {
    let forward = end > start
    // From the start, the position behind may be as near as the one ahead.
    for probe in [start, end] {
      guard let near = places.nearest(to: probe, viewState) else { continue }
      let ahead = [near.best, near.next].compactMap { $0.map { axis.clamp($0.offset) } }
        .filter { ($0 - start) * (forward ? 1 : -1) > 1 }
      if let next = forward ? ahead.min() : ahead.max() { return next }
    }
    guard case .targets = places.kind else { return nil }
    let beyond = start + (forward ? axis.inner : -axis.inner)
    return places.nearest(to: beyond, viewState).map { axis.clamp($0.best.offset) }
  }
}
