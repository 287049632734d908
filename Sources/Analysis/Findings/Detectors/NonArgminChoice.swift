import ScrollModel

/// S02: a rest at another candidate than the one the behavior chooses.
struct NonArgminChoice: Sendable {
  static let entry = DetectorEntry(
    "S02", "non-argmin-choice",
    looksFor:
      "A release that rests at a candidate which is not the best under the declared behavior.",
    evidence:
      "The engine's own decision about the release, or the reported projection and choice under a "
      + "behavior without a limit. A rest at no candidate is S01; of a settle that was caught the "
      + "reported choice is judged.",
    causes: [
      "The choice was made from another projection, from stale geometry or off by one.",
      "The behavior that ran is not the declared one.",
    ],
    repairs: "Another limit or anchor of view alignment, if that explains the rests.",
    reports: [
      .init("C7", "https://github.com/react/react-native/issues/29922"),
      .init("E5", "https://github.com/WebKit/WebKit/pull/67131"),
      .init("F1", "https://github.com/google/accompanist/pull/715"),
    ])

  mutating func settled(
    _ report: SettleReport, _ axis: MainAxis, _ watch: inout Watch,
    _ stage: borrowing Stage
  ) {
    guard report.ending == .rested else {
      judgeChoice(report, &watch)
      return
    }
    guard watch.isRestCertain(stage), let places = watch.places(axis),
      let residual = places.residual(at: report.rest, stage, tolerance: report.tolerance),
      residual.magnitude <= report.tolerance, let best = best(report, places, axis, watch, stage),
      (best.offset - report.rest).magnitude > max(report.tolerance, 1),
      !places.isCovered(at: report.rest, stage, tolerance: report.tolerance)
    else { return }
    let side = (report.rest - best.offset) * (report.release.velocity?.pointsPerSecond ?? 0)
    watch.report(
      "S02", .warning,
      "the content rests at \(NumberFormat.points(report.rest)), "
        + "\(NumberFormat.points((best.offset - report.rest).magnitude)) from "
        + "\(Self.place(best.offset, best.id)), where the declared configuration takes it",
      since: report.release.time, target: best.id,
      measures: [Measure("rest", report.rest), Measure("expected", best.offset)],
      candidates: report.candidates.map(\.candidate),
      cause: "the choice was not made by the declared behavior from this projection",
      edits: edits(watch),
      structure: [watch.behaviorName, side > 0 ? "too-far" : side < 0 ? "too-short" : "aside"])
  }

  /// A settle that was caught has no rest, but the system may have said what it chose.
  private func judgeChoice(_ report: SettleReport, _ watch: inout Watch) {
    guard report.ending == .caught, let told = report.release.chosen,
      let configured = report.configured,
      (configured.chosen - told).magnitude > max(report.tolerance, 1)
    else { return }
    watch.report(
      "S02", .warning,
      "\(NumberFormat.points(told)) was chosen before a finger caught the content, "
        + "\(NumberFormat.points((told - configured.chosen).magnitude)) from "
        + "\(Self.place(configured.chosen, configured.chosenID)), which the declared configuration "
        + "chooses",
      since: report.release.time, target: configured.chosenID,
      measures: [Measure("chosen", told), Measure("expected", configured.chosen)],
      candidates: report.candidates.map(\.candidate),
      cause: "the choice was not made by the declared behavior from this projection",
      edits: edits(watch), structure: [watch.behaviorName, "caught"])
  }

  private static func place(_ offset: Double, _ id: TargetID?) -> String {
    NumberFormat.points(offset) + (id.map { " (\($0.displayText))" } ?? "")
  }

  private func best(
    _ report: SettleReport, _ places: RestPlaces, _ axis: MainAxis,
    _ watch: Watch, _ stage: borrowing Stage
  ) -> (offset: Double, id: TargetID?)? {
    if let settle = report.configured {
      return report.agrees == true ? nil : (settle.chosen, settle.chosenID)
    }
    // Only the nearest place can be told without the engine, and only where nothing limits it.
    guard let proposed = report.release.reportedRest, !axis.isAtEnd(proposed, within: 1) else {
      return nil
    }
    switch watch.declaredBehavior {
    case .interval, .offsets, .viewAligned(.never, _):
      guard let found = places.nearest(to: proposed, stage) else { return nil }
      // Two places as good as each other are no mistake, whichever is taken.
      if let next = found.next,
        (next.offset - proposed).magnitude - (found.best.offset - proposed).magnitude < 1
      {
        return nil
      }
      return (axis.clamp(found.best.offset), found.best.id)
    default: return nil
    }
  }

  private func edits(_ watch: Watch) -> [ConfigurationEdit] {
    guard case .viewAligned(let limit, let anchor) = watch.declaredBehavior else { return [] }
    return [ViewAlignedLimit.never, .alwaysByOne, .alwaysByFew].filter { $0 != limit }.map {
      .behavior(.viewAligned(limit: $0, anchor: anchor))
    }
  }
}
