import ScrollModel

/// S12: a release past an edge that does not return to that edge.
struct OverscrollProjection: Sendable {
  static let entry = DetectorEntry(
    "S12", "overscroll-projection",
    looksFor: "A release past an end of the content that comes to rest elsewhere than at that end.",
    evidence:
      "A release beyond the range that is not flung back inward; not if the engine decides the same, and not if the release is known only from offsets.",
    causes: ["The index is computed from the rubber-band offset instead of the held one."],
    repairs:
      "Clamp the offset to the range before choosing, or turn bounces off.",
    reports: [.init("B7", "https://github.com/keighl/KTUVDemo/issues/1")])

  mutating func settled(
    _ report: SettleReport, _ axis: MainAxis, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    let excess = axis.excess(report.release.offset)
    let velocity = report.release.velocity?.pointsPerSecond ?? 0
    guard report.ending == .rested, excess.magnitude > 1, report.agrees != true,
      report.release.evidence != .offsets,
      context.isRestCertain(viewState), velocity * excess >= 0 || velocity.magnitude < 250,
      let high = axis.high, context.knowsChoices(viewState)
    else { return }
    let edge = excess > 0 ? high : axis.low
    guard (report.rest - edge).magnitude > max(1, report.tolerance) else { return }
    context.report(
      "S12", .warning,
      "released \(NumberFormat.points(excess.magnitude)) past the \(excess > 0 ? "end" : "start"), the "
        + "content rests at \(NumberFormat.points(report.rest)) instead of \(NumberFormat.points(edge))",
      since: report.release.time,
      measures: [
        Measure("excess", excess), Measure("rest", report.rest), Measure("edge", edge),
      ],
      candidates: report.candidates.map(\.candidate),
      cause: "the choice was made from the rubber-band offset",
      edits: [.bounce(axis.axis, .none)], structure: [excess > 0 ? "end" : "start"])
  }
}
