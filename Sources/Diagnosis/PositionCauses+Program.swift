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
