import ScrollModel

/// S04: a target whose resting position is beyond the end of the range.
struct UnalignableTarget: Sendable {
  static let entry = DetectorEntry(
    "S04", "unreachable-target",
    looksFor: "A chosen or requested target that cannot be aligned because the content ends first.",
    evidence:
      "The target's place under the layout at the rest, and the range. As a rule harmless, so a notice.",
    causes: [
      "The last targets are shorter than the container, and nothing pads the content's end.",
      "An index that is read back from the offset names another target there.",
    ],
    repairs:
      "Set the anchor of the alignment at the other edge or the center, or a larger margin at the end.",
    reports: [
      .init("B9", "https://github.com/nicklockwood/SwipeView/issues/206"),
      .init("C3", "https://github.com/react/react-native/issues/21643"),
      .init("D1", "https://github.com/flutter/flutter/issues/45096"),
      .init("D5", "https://github.com/flutter/flutter/issues/29871"),
      .init("F5", "https://github.com/rubensousa/DpadRecyclerView/issues/269"),
    ])

  mutating func settled(
    _ report: SettleReport, _ axis: MainAxis, _ context: inout DetectionContext
  ) {
    guard report.ending == .rested, report.clamp != .none else { return }
    let place =
      report.configured.flatMap { settle in
        settle.candidates.first { $0.id == settle.chosenID }
      } ?? report.chosen
    guard let place, place.id != nil else { return }
    found(place.id, place.offset, axis, since: report.release.time, &context)
  }

  mutating func resolved(_ request: RequestTracker.Request, _ context: inout DetectionContext) {
    guard case .id(let id) = request.destination, let wanted = request.unclamped,
      request.goal != nil
    else { return }
    found(id, wanted, request.axis, since: request.time, &context)
  }

  private func found(
    _ id: TargetID?, _ wanted: Double, _ axis: MainAxis, since start: TraceTime,
    _ context: inout DetectionContext
  ) {
    let missing = wanted - axis.clamp(wanted)
    guard missing.magnitude > 1 else { return }
    context.report(
      "S04", .notice,
      "\(id?.displayText ?? "the target") cannot be aligned: its place at "
        + "\(NumberFormat.points(wanted)) is \(NumberFormat.points(missing.magnitude)) beyond the "
        + (missing > 0 ? "end" : "start"),
      since: start, target: id, measures: [Measure("place", wanted), Measure("missing", missing)],
      cause: "the content ends before the target can reach its place",
      edits: edits(missing, axis, context), structure: [missing > 0 ? "end" : "start"])
  }

  private func edits(
    _ missing: Double, _ axis: MainAxis, _ context: DetectionContext
  ) -> [ConfigurationEdit] {
    guard missing > 0, let margins = context.configuration?.margins else { return [] }
    let isVertical = axis.axis == .vertical
    return [
      .margins(
        Insets(
          top: margins.top, left: margins.left + (axis.isMirrored ? missing : 0),
          bottom: margins.bottom + (isVertical ? missing : 0),
          right: margins.right + (isVertical || axis.isMirrored ? 0 : missing)))
    ]
  }
}
