import ScrollModel

/// S16: a gesture that passed more resting positions than allowed.
struct LimitExceeded: Sendable {
  static let entry = DetectorEntry(
    "S16", "limit-exceeded", alias: "D-OVERSTEP",
    looksFor: "A gesture that moves the content by more targets than its limit allows.",
    evidence:
      "The limit of the engine's decision or of the declared behavior, and where the gesture began. "
      + "Caught scrolls are judged only with the engine's decision; places that share an offset are one. "
      + "From offsets alone, the gesture began at the rest before it.",
    causes: [
      "The limit is ignored for one of two equivalent configurations.",
      "A hard fling is projected before the limit is applied.",
    ],
    repairs: "Set the limit `always-by-one`, or limit pages to one.",
    reports: [
      .init("C9", "https://github.com/react/react-native/pull/30033"),
      .init("BUG-12", Links.fatbobmanPaging),
    ])

  mutating func settled(
    _ report: SettleReport, _ axis: MainAxis, _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    guard report.ending == .rested, report.agrees != true, let places = context.places(axis),
      let limit = report.configured?.limit ?? context.declaredLimit,
      context.isRestCertain(viewState),
      let original = report.configured?.original
        ?? (report.release.isCatch ? nil : report.release.startOffset),
      let start = places.nearest(to: original, viewState)?.best,
      let end = places.nearest(to: report.rest, viewState)?.best,
      (axis.clamp(end.offset) - report.rest).magnitude <= max(1, report.tolerance)
    else { return }
    let steps = count(from: start, to: end, places, viewState)
    guard steps > limit else { return }
    context.report(
      "S16", .warning,
      "the gesture passed \(steps) targets; its limit is \(limit)",
      since: report.release.time, target: end.id,
      measures: [Measure("steps", Double(steps), ""), Measure("limit", Double(limit), "")],
      candidates: report.candidates.map(\.candidate),
      cause: "the limit was not applied to this gesture", edits: edits(context),
      structure: [context.behaviorName])
  }

  private func count(
    from start: RestPlaces.Place, to end: RestPlaces.Place, _ places: RestPlaces,
    _ viewState: borrowing ViewState
  ) -> Int {
    let difference = (end.ordinal - start.ordinal).magnitude
    guard case .targets = places.kind, difference > 1 else { return Int(clamping: difference) }
    let spans = viewState.targets.index
    // Mirrored positions count ranks downwards.
    let (low, high) = (
      min(start.ordinal.magnitude, end.ordinal.magnitude),
      max(start.ordinal.magnitude, end.ordinal.magnitude)
    )
    guard Int(high) < spans.count else { return 0 }
    var distinct = 0
    for rank in Int(low)..<Int(high) where spans.start(at: rank) != spans.start(at: rank + 1) {
      distinct += 1
    }
    return distinct
  }

  private func edits(_ context: DetectionContext) -> [ConfigurationEdit] {
    switch context.configuration?.behavior {
    case .paging: [.choice(name: "maximum-pages", word: "one")]
    case .viewAligned(_, let anchor):
      [.behavior(.viewAligned(limit: .alwaysByOne, anchor: anchor))]
    default: []
    }
  }
}
