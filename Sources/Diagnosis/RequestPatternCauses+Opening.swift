import Analysis
import ScrollModel

/// Views that show another place before the program brings them to their first one.
extension RequestPatternCauses {
  /// A view that shows its start for some frames, and that a scroll without animation brings to its end.
  func lateOpening() -> DiagnosedCause? {
    guard let first = subject.evidence.first, let request = requests.first, !request.isAnimated,
      !request.isTouched, request.firstFrame >= 1, request.frames > 0,
      request.time.nanoseconds(since: first.time) < Self.openingTime,
      let goal = request.goal, let end = request.before.high,
      (goal - end).magnitude <= subject.slack,
      (request.rest - goal).magnitude <= subject.slack,
      request.travel.magnitude > request.before.inner / 2
    else { return nil }
    let wait = request.time.nanoseconds(since: first.time) / 1_000_000
    let anchor = isVertical ? "bottom" : "trailing"
    var sentences = [
      "The view opens at \(pointsText(first.axis.offset)) pt, and \(wait) ms later a scroll to \(request.name) "
        + "brings it to its end (\(pointsText(goal)) pt): the first frames show other content."
    ]
    let again = requests.dropFirst().prefix {
      $0.destination == request.destination && $0.travel > subject.slack
        && $0.time.nanoseconds(since: first.time) <= 1_000_000_000
    }
    if let next = again.first {
      sentences.append(
        "The content then grew, and \(countText(again.count, "more scroll")) moved it by "
          + "\(pointsText(next.travel)) pt at \(momentText(next.time)).")
    }
    return subject.cause(
      .scrollTo, sentences,
      proof: [
        "Requested at \(momentText(request.time)), before any finger: \(pointsText(request.travel)) pt without an "
          + "animation."
      ], odds: again.isEmpty ? 20 : 60,
      parameter: CauseParameter(name: "distance", value: request.travel, unit: "pt"),
      symbolic: scene.explanation(of: request.travel)?.text, effects: subject.findings(["S38"]),
      fix: (
        "open the view at its end", .openAtEnd(anchor: anchor)
      ), changed: openingAtEnd, edit: RequestEdit([request], .leftOut))
  }

  /// What comes later may be a user's wish.
  private static let openingTime: Int64 = 150_000_000
}
