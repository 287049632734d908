import Analysis
import ScrollModel

/// Wrong ids after programmatic scrolls, initial values or a second handler.
extension PositionCauses {
  private var requests: [ScrollRequest] { subject.evidence.requests.requests }

  /// The visible items of a snapshot.
  private func visible(_ snapshot: SceneSnapshot) -> [ShownItem] {
    snapshot.shown.filter { $0.fraction(from: snapshot.low, to: snapshot.high) > 0 }
  }

  /// An initial value that the view does not open at.
  func notOpened(_ recorded: PositionTimeline) -> DiagnosedCause? {
    guard let first = subject.evidence.first, let report = recorded.reports.first,
      report.time.nanoseconds(since: first.time) <= 50_000_000, let id = report.id,
      requests.first.map({ $0.time > report.time }) ?? true,
      let target = subject.evidence.reach.items.first(where: { $0.id == id }),
      first.isAtStart(within: subject.slack), !visible(first).contains(where: { $0.id == id })
    else { return nil }
    let shown = visible(first).first?.id.displayText ?? "nothing"
    return subject.cause(
      .position,
      [
        "The position is bound to \(id.displayText) from the start, but the view opens at "
          + "\(pointsText(first.axis.offset)) pt and shows \(shown): the initial value is ignored.",
        "\(id.displayText) starts at \(pointsText(target.start)) pt.",
      ],
      proof: ["The first frame shows \(shown), and the position reports \(id.displayText)."],
      odds: 300, parameter: CauseParameter(name: "distance", value: target.start, unit: "pt"),
      effects: subject.findings(["S08"]),
      fix: (
        "write the position when the view has appeared",
        .onAppear("position.scrollTo(id: \(SwiftCode.id(id)))")
      ))
  }

  /// Ids that are computed shortly before the content is at its place, from a fraction that is cut off.
  func early(_ moments: [TraceTime], _ recorded: PositionTimeline) -> DiagnosedCause? {
    guard !subject.configuration.effectiveBehavior.isNone else { return nil }
    let items = subject.evidence.reach.items
    let inset = subject.scene.axis?.start ?? 0
    var found:
      [(report: PositionTimeline.Report, place: Double, wrong: ShownItem, right: ShownItem)] = []
    for moment in moments {
      guard let report = recorded.report(at: moment), let offset = report.offset,
        let index = items.firstIndex(where: { $0.id == report.id }), index + 1 < items.count
      else { continue }
      // Of the reported item only a narrow strip is in view, and the content then moves on by its width.
      let place = items[index + 1].start - inset
      let strip = place - offset
      guard strip > 0.5, strip <= 10, strip < 0.05 * items[index].length else { continue }
      found.append((report, place, items[index], items[index + 1]))
    }
    guard found.count >= 2, let first = found.first, let offset = first.report.offset else {
      return nil
    }
    return subject.cause(
      .position,
      [
        "The position reports \(first.wrong.id.displayText) at \(momentText(first.report.time)), where the content is at "
          + "\(pointsText(offset)) pt, \(pointsText(first.place - offset)) pt before the place of "
          + "\(first.right.id.displayText) (\(pointsText(first.place)) pt).",
        "The fraction of the index is cut off, and no other report follows when the content is at its place.",
      ],
      proof: [
        "\(found.count) of \(countText(moments.count, "rest")) report the \(subject.item) before the one in view."
      ], odds: 200,
      parameter: CauseParameter(name: "offset", value: offset, unit: "pt"),
      effects: subject.findings(["S08", "S10"]),
      fix: ("round the index to the nearest \(subject.item)", .roundedIndex(along: subject.axis)))
  }

  /// Ids of the first item that a pinned header does not cover at all, while the one before is mostly in view.
  func belowHeader(_ recorded: PositionTimeline) -> DiagnosedCause? {
    let items = subject.evidence.reach.items
    let inset = subject.scene.axis?.start ?? 0
    var (agreed, wrong): (Int, [(report: PositionTimeline.Report, covered: ShownItem)]) = (0, [])
    let known = recorded.rests.filter { $0.header > 0 }
    for report in known {
      let edge = (report.offset ?? 0) + inset + report.header
      // The header itself is an item of the layout.
      guard let first = items.firstIndex(where: { $0.start >= edge - 0.5 }), first > 0,
        items[first].id == report.id
      else { continue }
      agreed += 1
      let before = items[first - 1]
      let shown = before.start + before.length - edge
      if shown > before.length / 2, shown < before.length { wrong.append((report, before)) }
    }
    guard known.count >= 4, agreed * 10 >= known.count * 8, wrong.count >= 2, let one = wrong.first
    else { return nil }
    let shown =
      one.covered.start + one.covered.length - (one.report.offset ?? 0) - inset - one.report.header
    return subject.cause(
      .position,
      [
        "The position reports the first \(subject.item) that the pinned header does not cover at all: at "
          + "\(momentText(one.report.time)) it is \(one.report.id?.displayText ?? "nothing"), although \(pointsText(shown)) of "
          + "\(pointsText(one.covered.length)) pt of \(one.covered.id.displayText) are in view below the header.",
        "The header (\(pointsText(one.report.header)) pt) counts as part of what is out of view.",
      ],
      proof: [
        "\(agreed) of \(countText(known.count, "rest")) under a pinned header fit this rule."
      ],
      odds: 100, parameter: CauseParameter(name: "header", value: one.report.header, unit: "pt"),
      effects: subject.findings(["S08"]),
      fix: (
        "read the first \(subject.item) from the frames below the header", .idAtOffset
      ))
  }

  /// A position that changes from one id to another and back during one settle.
  func turned(_ recorded: PositionTimeline) -> DiagnosedCause? {
    guard let seen = subject.findings(["S23"]).first(where: { $0.structure == ["id"] }) else {
      return nil
    }
    let reports = recorded.reports.filter {
      $0.time >= seen.place.start && $0.time <= seen.place.end
    }
    guard let home = seen.place.target, let back = reports.lastIndex(where: { $0.id == home }),
      let away = reports[..<back].last(where: { $0.id != home })?.id
    else { return nil }
    let wait = seen.place.end.nanoseconds(since: seen.place.start) / 1_000_000
    return subject.cause(
      .ownership,
      [
        "The position goes from \(home.displayText) to \(away.displayText) and back within one settle of "
          + "\(wait) ms: two handlers write it, one after the other.",
        "Each write of the one is undone by the other.",
      ],
      proof: [
        "\(countText(reports.count, "report")) of the position from \(momentText(seen.place.start)) to "
          + "\(momentText(seen.place.end)) (S23)."
      ], odds: 60, effects: [seen] + subject.findings(["S08", "S30"]),
      fix: (
        "write the position from one place only, and only read it in onChange",
        .writeOnce
      ))
  }

  /// An id that stays at an invisible item after a programmatic scroll.
  func unwritten(_ recorded: PositionTimeline) -> DiagnosedCause? {
    var found: [(request: ScrollRequest, held: TargetID, shown: TargetID)] = []
    for (index, request) in requests.enumerated() {
      let time = request.endTime.advanced(byNanoseconds: 100_000_000)
      let isLast = index + 1 == requests.count
      guard request.ending == .rested, !request.isPoint,
        request.travel.magnitude > subject.slack, isLast || requests[index + 1].time > time,
        let held = recorded.id(at: time) ?? nil, recorded.id(at: request.time) == held
      else { continue }
      if case .id(let id) = request.destination, id == held { continue }
      let axis = request.after
      let low = axis.offset + axis.start
      let seen = request.neighbors.filter { $0.fraction(from: low, to: low + axis.inner) > 0 }
      guard let shown = seen.first, !seen.contains(where: { $0.id == held }),
        subject.evidence.reach.items.contains(where: { $0.id == held })
      else { continue }
      found.append((request, held, shown.id))
    }
    guard let first = found.first else { return nil }
    return subject.cause(
      .position,
      [
        "After the scroll to \(first.request.name) at \(momentText(first.request.time)) the position still reports "
          + "\(first.held.displayText), which is not in view: \(first.shown.displayText) is.",
        "A scroll that does not write the position leaves its id behind.",
      ],
      proof: [
        "\(countText(found.count, "scroll")) of the program or the system with that result; the content went from "
          + "\(pointsText(first.request.start)) pt to \(pointsText(first.request.rest)) pt."
      ],
      odds: found.count > 1 ? 200 : 50, effects: subject.findings(["S08"]),
      fix: (
        "scroll by the bound position, or read the id from what is in view",
        .visibleID(as: "current")
      ))
  }
}
