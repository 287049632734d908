import ScrollModel

/// S05 and S20: rests with the period of the container although the targets have another period.
struct PeriodMismatch: Sendable {
  static let entry = DetectorEntry(
    "S05", "period-mismatch",
    looksFor: "Rests that are whole pages apart while the targets repeat with another pitch.",
    evidence:
      "At least three different rests off the ends, all multiples of the frame's or the "
      + "container's length, and targets with one pitch that does not divide it. Judged under "
      + "paging or an undeclared behavior; under another one it is S20.",
    causes: [
      "Paging where view alignment was meant.",
      "A page that ignores insets, safe area or spacing.",
    ],
    repairs:
      "Use view alignment, an interval equal to the distance between items, or pages as long as the container.",
    reports: [
      .init("A1", Links.fatbobmanPaging),
      .init("B1", "https://github.com/lionheart/openradar-mirror/issues/2657"),
      .init("B5", "https://github.com/zepojo/UPCarouselFlowLayout/issues/12"),
      .init("B10", "https://github.com/KelvinJin/AnimatedCollectionViewLayout/issues/47"),
      .init("B11", "https://github.com/zenangst/Spots/pull/809"),
    ])

  static let conflictEntry = DetectorEntry(
    "S20", "config-conflict",
    looksFor: "Rests that an undeclared snap source explains and the declared one does not.",
    evidence:
      "At least three different rests off the ends that are multiples of the frame's or the "
      + "container's length and where the declared behavior would not rest.",
    causes: ["Paging is still on together with an interval, offsets or view alignment, and wins."],
    repairs: "Turn the other source of snaps off. To check, declare paging.",
    reports: [
      .init(
        "B2", "https://github.com/MaherKSantina/MSPeekCollectionViewDelegateImplementation/pull/33"),
      .init("B5", "https://github.com/zepojo/UPCarouselFlowLayout/issues/12"),
      .init("C5", "https://github.com/react/react-native/issues/13665"),
    ])

  mutating func finish(_ context: inout DetectionContext, _ viewState: borrowing ViewState) {
    let tolerance = viewState.tolerance
    let rests = distinctRests(context, tolerance)
    guard rests.count >= 3, let axis = rests.first?.axis,
      let page = page(of: rests.map(\.offset), axis, tolerance)
    else { return }
    switch context.declaredBehavior {
    case nil, .paging: reportPeriod(page, rests, &context, viewState)
    case .viewAligned, .scrollSnap, .interval, .offsets:
      // A finer declared grid contains the pages too, so then all choices must differ.
      let isExplained = rests.allSatisfy {
        ($0.declaredResidual ?? 0).magnitude <= tolerance && $0.agrees != false
      }
      let isDenied = rests.allSatisfy { $0.agrees != true }
      if !isExplained, isDenied { reportConflict(page, rests, &context) }
    default: break
    }
  }

  private func distinctRests(
    _ context: DetectionContext, _ tolerance: Double
  ) -> [DetectionContext.RestRecord] {
    var rests: [DetectionContext.RestRecord] = []
    for rest in context.rests where !rest.isAtEnd {
      // Rests in containers of different sizes have no common period.
      guard rest.axis.frame == context.rests.first?.axis.frame,
        !rests.contains(where: { ($0.offset - rest.offset).magnitude <= tolerance })
      else { continue }
      rests.append(rest)
    }
    return rests
  }

  private func page(of offsets: [Double], _ axis: MainAxis, _ tolerance: Double) -> Double? {
    for (length, origin) in [(axis.frame, 0.0), (axis.frame, axis.low), (axis.inner, axis.low)]
    where length > 0 {
      let isPeriod = offsets.allSatisfy { offset in
        let share = (offset - origin) / length
        return ((share - share.rounded()) * length).magnitude <= tolerance
      }
      if isPeriod { return length }
    }
    return nil
  }

  private func reportPeriod(
    _ page: Double, _ rests: [DetectionContext.RestRecord], _ context: inout DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    let tolerance = viewState.tolerance
    guard let pitch = viewState.targets.uniformPitch(within: tolerance),
      rests.contains(where: { $0.residual.magnitude > tolerance })
    else { return }
    // Pages of whole pitches have a constant distance from their targets, so nothing drifts.
    let count = max(1, (page / pitch).rounded())
    guard (page - count * pitch).magnitude > 0.05 else { return }
    // An item much longer than a page is read page by page.
    guard viewState.targets.index.end(at: 0) - viewState.targets.index.start(at: 0) <= page * 1.5
    else {
      return
    }
    context.report(
      "S05", .warning,
      "the content rests every \(NumberFormat.points(page)) and the targets repeat every "
        + "\(NumberFormat.points(pitch)): \(NumberFormat.points(page - pitch)) apart",
      since: .zero, firstFrame: 1,
      measures: [Measure("page", page), Measure("pitch", pitch)],
      cause: "the page length differs from the distance between targets",
      edits: Edits.alignment(context, pitch), structure: [context.behaviorName])
  }

  private func reportConflict(
    _ page: Double, _ rests: [DetectionContext.RestRecord], _ context: inout DetectionContext
  ) {
    context.report(
      "S20", .warning,
      "\(rests.count) rests are multiples of \(NumberFormat.points(page)), the container's length, and "
        + "not places of the declared behavior",
      since: .zero, firstFrame: 1,
      measures: [Measure("page", page), Measure("rests", Double(rests.count), "")],
      cause: "paging is enabled together with the declared behavior, and wins",
      edits: [.behavior(.paging)], structure: [context.behaviorName])
  }
}
