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
        "restart the timer when the user scrolls",
        .restartTimer
      ), edit: RequestEdit(late.map(\.request), .leftOut))
  }

  /// How far the user had left the end before a request that goes to it; nil for another request.
  private func away(before request: ScrollRequest) -> Double? {
    guard !request.isTouched, let high = request.after.high,
      (request.rest - high).magnitude <= subject.slack, request.travel > 40
    else { return nil }
    var away = 0.0
    for movement in movements.reversed() where movement.end < request.time {
      guard [.finger, .deceleration, .behavior].contains(movement.owner) else { break }
      away -= movement.distance
    }
    return away > 40 ? away : nil
  }

  /// The growths of the content about a request.
  private func growths(beside request: ScrollRequest) -> [SceneChange] {
    subject.evidence.changes.changes.filter {
      ($0.growth ?? 0) > 0 && $0.time.nanoseconds(since: request.time).magnitude <= 100_000_000
    }
  }

  /// A program that goes to the end with content that grows there, although the user has left the end.
  func pulled() -> DiagnosedCause? {
    var found = requests.compactMap {
      request -> (request: ScrollRequest, away: Double, isGrowth: Bool)? in
      guard let away = away(before: request) else { return nil }
      let growths = growths(beside: request)
      guard !growths.isEmpty else { return nil }
      return (request, away, growths.contains { $0.inserted.count == 0 })
    }
    // The user may have sent a new item, but not content that grows, and not from far away each
    // time.
    if found.count < 2 || found.contains(where: \.isGrowth) { found.removeAll { !$0.isGrowth } }
    guard let first = found.first else { return pulledLater() }
    return subject.cause(
      .ownership,
      [
        "The user had scrolled \(pointsText(first.away)) pt away from the end, and the program scrolled back to it at "
          + "\(momentText(first.request.time)), when the content grew.",
        "It moved the content by \(pointsText(first.request.travel)) pt, \(times(found.count)) in this recording.",
      ],
      proof: [
        "\(countText(found.count, "scroll")) to the end with a growth, from a place that the user had chosen."
      ], odds: found.count > 1 && first.isGrowth ? 100 : 20,
      parameter: CauseParameter(name: "distance", value: first.request.travel, unit: "pt"),
      effects: subject.findings(["S30", "S35", "S39"]),
      fix: (
        "follow the end only while the user is at it",
        .followUntilTouched
      ), edit: RequestEdit(found.map(\.request), .leftOut))
  }

  /// The last of several scrolls that followed the content, a moment after it grew and after the user had left.
  private func pulledLater() -> DiagnosedCause? {
    let follows = requests.filter { !growths(beside: $0).isEmpty && $0.ending == .rested }
    guard follows.count >= 3, let model = follows.first else { return nil }
    for request in requests
    where request.destination == model.destination && request.isAnimated == model.isAnimated {
      let last = subject.evidence.changes.changes.last {
        $0.time < request.time && $0.inserted.count == 0 && ($0.growth ?? 0) > 0
      }
      guard let away = away(before: request), growths(beside: request).isEmpty, let last else {
        continue
      }
      let wait = request.time.nanoseconds(since: last.end) / 1_000_000
      guard wait <= 1000 else { continue }
      return subject.cause(
        .ownership,
        [
          "The user had scrolled \(pointsText(away)) pt away from the end, and at \(momentText(request.time)) the same "
            + "scroll that followed the content before went back to it, \(wait) ms after the last growth.",
          "A button that the user pressed would look the same.",
        ],
        proof: ["\(countText(follows.count, "scroll")) to the same place came with a growth."],
        odds: 5,
        parameter: CauseParameter(name: "distance", value: request.travel, unit: "pt"))
    }
    return nil
  }

  /// Animated scrolls that the user takes back while they are under way, again and again.
  func contested() -> DiagnosedCause? {
    let found = zip(requests, requests.dropFirst()).compactMap {
      request, next -> (request: ScrollRequest, taken: Double)? in
      guard request.ending == .touched, !request.isCutAcross, request.isAnimated,
        next.destination == request.destination,
        next.time.nanoseconds(since: request.time) <= 1_000_000_000,
        let goal = request.goal
      else { return nil }
      let taken = next.start - request.rest
      return taken * (goal - request.start) < 0 && taken.magnitude > 8 ? (request, taken) : nil
    }
    guard found.count >= 3, let first = found.first else { return nil }
    return subject.cause(
      .ownership,
      [
        "The program scrolls to \(first.request.name) with an animation while the user scrolls the other way: "
          + "\(found.count) times the user interrupted it, first at \(momentText(first.request.time)).",
        "There the user took back \(pointsText(first.taken.magnitude)) pt, and the next request came "
          + "\(wait(after: first.request)) ms later.",
      ],
      proof: [
        "\(requests.count) requests; \(found.count) of them end with a gesture in the other direction."
      ],
      odds: found.count >= 5 ? 60 : 20,
      parameter: CauseParameter(name: "distance", value: first.taken, unit: "pt"),
      effects: subject.findings(["S07", "S24", "S30", "S35", "S39"]),
      fix: (
        "stop following when the user scrolls, and follow again at the end",
        .followUntilTouched
      ), edit: RequestEdit(found.map(\.request), .leftOut))
  }

  private func wait(after request: ScrollRequest) -> Int64 {
    let next = requests.first { $0.time > request.time }
    return next.map { $0.time.nanoseconds(since: request.time) / 1_000_000 } ?? 0
  }

  /// Content that goes against the finger again and again, without a request or a new layout.
  func seized() -> DiagnosedCause? {
    let found = movements.filter { $0.owner == .unknown && $0.isTouched }
    // In a mirrored recording all movements go against the finger.
    let followed = movements.reduce(0.0) {
      $0 + ($1.owner == .finger && $1.isTouched ? $1.distance * ($1.finger < 0 ? -1 : 1) : 0)
    }
    guard found.count >= 3, followed > 0, let first = found.first else { return nil }
    let excess = first.distance - first.finger
    return subject.cause(
      .ownership,
      [
        "Something moved the content by \(pointsText(first.distance)) pt at \(momentText(first.end)), against the "
          + "finger, which moved it by \(pointsText(first.finger)) pt; \(times(found.count)) in this recording.",
        "No request and no new layout is recorded: the app sets the offset during the gesture.",
      ],
      proof: ["\(countText(found.count, "movement")) of more than 40 pt against a finger."],
      odds: found.count > 5 ? 200 : 60,
      parameter: CauseParameter(name: "distance", value: excess, unit: "pt"),
      symbolic: subject.scene.explanation(of: excess)?.text,
      effects: subject.findings(["S07", "S10", "S24"]),
      fix: ("set the offset only while the scroll phase is idle", .followWhenIdle))
  }
}
