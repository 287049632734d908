import ScrollModel

/// S02: a rest at another candidate than the behavior's choice.
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
    repairs: "Set another limit or anchor of view alignment, if that explains the rests.",
    reports: [
      .init("C7", "https://github.com/react/react-native/issues/29922"),
      .init("E5", "https://github.com/WebKit/WebKit/pull/67131"),
      .init("F1", "https://github.com/google/accompanist/pull/715"),
    ])

  mutating func settled(
    _ report: SettleReport, _ axis: MainAxis, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    guard report.ending == .rested else {
      judgeChoice(report, &context)
      return
    }
    guard context.isRestCertain(viewState), let places = context.places(axis),
      let residual = places.residual(at: report.rest, viewState, tolerance: report.tolerance),
      residual.magnitude <= report.tolerance,
      let best = best(report, places, axis, context, viewState),
      (best.offset - report.rest).magnitude > max(report.tolerance, 1),
      !places.isCovered(at: report.rest, viewState, tolerance: report.tolerance)
    else { return }
    let side = (report.rest - best.offset) * (report.release.velocity?.pointsPerSecond ?? 0)
    context.report(
      "S02", .warning,
      "the content rests at \(NumberFormat.points(report.rest)); the declared configuration leads to "
        + "\(Self.place(best.offset, best.id)), "
        + "\(NumberFormat.points((best.offset - report.rest).magnitude)) away",
      since: report.release.time, target: best.id,
      measures: [Measure("rest", report.rest), Measure("expected", best.offset)],
      candidates: report.candidates.map(\.candidate),
      cause: "another behavior, or another projected rest, chose this target",
      edits: edits(context),
      structure: [context.behaviorName, side > 0 ? "too-far" : side < 0 ? "too-short" : "aside"])
  }

  /// Checks a reported choice; an interrupted settle has no rest.
  private func judgeChoice(_ report: SettleReport, _ context: inout DetectionContext) {
    guard report.ending == .caught, let told = report.release.chosen,
      let configured = report.configured,
      (configured.chosen - told).magnitude > max(report.tolerance, 1)
    else { return }
    context.report(
      "S02", .warning,
      "\(NumberFormat.points(told)) was chosen before a finger caught the content; the declared "
        + "configuration leads to \(Self.place(configured.chosen, configured.chosenID)), "
        + "\(NumberFormat.points((told - configured.chosen).magnitude)) away",
      since: report.release.time, target: configured.chosenID,
      measures: [Measure("chosen", told), Measure("expected", configured.chosen)],
      candidates: report.candidates.map(\.candidate),
      cause: "another behavior, or another projected rest, chose this target",
      edits: edits(context), structure: [context.behaviorName, "caught"])
  }

  private static func place(_ offset: Double, _ id: TargetID?) -> String {
    NumberFormat.points(offset) + (id.map { " (\($0.displayText))" } ?? "")
  }

  private func best(
    _ report: SettleReport, _ places: RestPlaces, _ axis: MainAxis,
    _ context: DetectionContext, _ viewState: borrowing ViewState
  ) -> (offset: Double, id: TargetID?)? {
    if let settle = report.configured {
      return report.agrees == true ? nil : (settle.chosen, settle.chosenID)
    }
    // Without the engine, only the nearest position is known, and only without a limit.
    guard let proposed = report.release.reportedRest, !axis.isAtEnd(proposed, within: 1) else {
      return nil
    }
    switch context.declaredBehavior {
    case .interval, .offsets, .viewAligned(.never, _):
      guard let found = places.nearest(to: proposed, viewState) else { return nil }
      // Either of two equally near positions is correct.
      if let next = found.next,
        (next.offset - proposed).magnitude - (found.best.offset - proposed).magnitude < 1
      {
        return nil
      }
      return (axis.clamp(found.best.offset), found.best.id)
    default: return nil
    }
  }

  private func edits(_ context: DetectionContext) -> [ConfigurationEdit] {
    guard case .viewAligned(let limit, let anchor) = context.declaredBehavior else { return [] }
    return [ViewAlignedLimit.never, .alwaysByOne, .alwaysByFew].filter { $0 != limit }.map {
      .behavior(.viewAligned(limit: $0, anchor: anchor))
    }
  }
}
