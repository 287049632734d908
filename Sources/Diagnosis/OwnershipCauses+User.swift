import Analysis
import ScrollModel

/// A program that scrolls regardless of the user.
extension OwnershipCauses {
  /// Requests at equal intervals regardless of the user, shortly after the user moved the content.
  func timer() -> DiagnosedCause? {
    let waits = zip(requests.dropFirst(), requests).map { $0.time.nanoseconds(since: $1.time) }
    guard waits.count >= 3, let shortest = waits.min(), let longest = waits.max(),
      shortest >= 800_000_000, longest - shortest <= shortest / 20
    else { return nil }
    let late = requests.compactMap { request -> (request: ScrollRequest, wait: Int64)? in
      let user = movements.last {
        [.finger, .deceleration, .behavior].contains($0.owner) && $0.end <= request.time
      }
      guard let user, request.travel.magnitude > 20 else { return nil }
      let wait = request.time.nanoseconds(since: user.end)
      return wait <= min(1_000_000_000, shortest / 2) ? (request, wait) : nil
    }
    guard late.count >= 2, let first = late.first else { return nil }
    let seconds = pointsText(Double(shortest) / 1e9)
    return subject.cause(
      .ownership,
      [
        "A timer of \(seconds) s scrolls on whatever the user does: at \(momentText(first.request.time)) it moved the "
          + "content \(first.wait / 1_000_000) ms after the user's scroll had come to rest.",
        "This happens \(times(late.count)) in this recording.",
      ],
      proof: ["\(requests.count) scrolls of the program, \(seconds) s apart from each other."],
      odds: late.count > 2 ? 200 : 50,
      parameter: CauseParameter(name: "interval", value: Double(shortest) / 1e9, unit: "s"),
      effects: subject.findings(["S35", "S30"]),
      fix: (
        "set the timer back when the user scrolls",
        ".onScrollPhaseChange { _, phase in if phase != .idle { timer.restart() } } "
          + "// web: clearInterval at pointerdown, start again at scrollend"
      ), edit: RequestEdit(late.map(\.request), .leftOut))
  }

  /// A program that scrolls to the growing end of the content, although the user has left the end.
  func pulled() -> DiagnosedCause? {
    let found = requests.compactMap { request -> (request: ScrollRequest, away: Double)? in
      guard !request.isTouched, let high = request.after.high,
        (request.rest - high).magnitude <= subject.slack, request.travel > 40
      else { return nil }
      var away = 0.0
      for movement in movements.reversed() where movement.end < request.time {
        guard [.finger, .deceleration, .behavior].contains(movement.owner) else { break }
        away -= movement.distance
      }
      guard away > 40 else { return nil }
      // New items may be the user's own; growing ones are not.
      let isGrowth = subject.evidence.changes.changes.contains {
        $0.inserted.count == 0 && ($0.growth ?? 0) > 0
          && $0.time.nanoseconds(since: request.time).magnitude <= 100_000_000
      }
      return isGrowth ? (request, away) : nil
    }
    guard let first = found.first else { return nil }
    return subject.cause(
      .ownership,
      [
        "The user had scrolled \(pointsText(first.away)) pt away from the end, and the program scrolled back to it at "
          + "\(momentText(first.request.time)), when the content grew.",
        "It moved the content by \(pointsText(first.request.travel)) pt, \(times(found.count)) in this recording.",
      ],
      proof: [
        "\(countText(found.count, "scroll")) to the end with a growth, from a place that the user had chosen."
      ], odds: found.count > 1 ? 100 : 20,
      parameter: CauseParameter(name: "distance", value: first.request.travel, unit: "pt"),
      effects: subject.findings(["S30", "S35", "S39"]),
      fix: (
        "follow the end only while the user is at it",
        ".onScrollPhaseChange { _, phase in follows = follows && phase != .interacting }"
      ), edit: RequestEdit(found.map(\.request), .leftOut))
  }
}
