import Analysis
import ScrollModel

/// Two causes of movement of one offset, and movements without a request.
struct OwnershipCauses {
  let subject: Subject
  let movements: [OwnedMovement]
  /// The recorded origin of each request.
  let origins: [String?]
  /// Whether another cause explains the scrolls after releases.
  var isProgramChoosing = false
  var requests: [ScrollRequest] { subject.evidence.requests.requests }
  private var scene: KnownLengths { subject.scene }

  var all: [DiagnosedCause] {
    if let scaled = scaledDrags() { return [scaled] }
    return [
      overrides(), undone(), takeovers(), cuts(), cutByGesture(), layoutUnderFinger(), timer(),
      disabled(), seized(),
      pulled(), contested(), unasked(),
    ].compactMap { $0 }
  }

  private func name(of request: Int?) -> String {
    guard let request, request >= 1, request <= requests.count else { return "" }
    let origin = request <= origins.count ? origins[request - 1] : nil
    return " to \(requests[request - 1].name)" + (origin.map { " (\($0))" } ?? "")
  }

  /// The requests that caused movements.
  private func numbered(_ movements: [OwnedMovement]) -> [ScrollRequest] {
    movements.compactMap { movement in
      movement.request.flatMap { requests.indices.contains($0 - 1) ? requests[$0 - 1] : nil }
    }
  }

  func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  private func inferred(_ movements: [OwnedMovement]) -> String {
    movements.contains(where: \.isInferred)
      ? "The owner is inferred from the order of events." : "The recording names the owner."
  }

  /// A program that scrolls while a finger holds the content.
  private func overrides() -> DiagnosedCause? {
    let found = movements.filter {
      $0.owner == .program && $0.isTouched && ($0.distance - $0.finger).magnitude > 20
    }
    guard let first = found.first else { return nil }
    let excess = first.distance - first.finger
    return subject.cause(
      .ownership,
      [
        "The program's scroll\(name(of: first.request)) overrode the finger at "
          + "\(momentText(first.start)), \(times(found.count)) in this recording.",
        "It moved the content by \(pointsText(first.distance)) pt while the finger moved it by "
          + "\(pointsText(first.finger)) pt.",
      ],
      proof: [
        "\(countText(found.count, "movement")) by the program while a finger was down. "
          + inferred(found)
        // Code that scrolls after each pause of a finger is explained by its rule first.
      ], odds: isProgramChoosing ? 30 : found.count > 1 ? 500 : 60,
      parameter: CauseParameter(name: "distance", value: excess, unit: "pt"),
      symbolic: scene.explanation(of: excess)?.text,
      effects: subject.findings(["S07", "S10", "S24", "S30", "S35", "S39"]),
      fix: (
        "scroll only while the scroll phase is idle",
        .followWhenIdle
      ), edit: RequestEdit(numbered(found), .leftOut))
  }

  /// A program that moves the content back whenever the user has moved it.
  private func undone() -> DiagnosedCause? {
    let found = isProgramChoosing ? [] : reversals
    // A button that scrolls back may be used twice.
    guard found.count >= 3, let first = found.first else { return nil }
    return subject.cause(
      .ownership,
      [
        "The program's scroll\(name(of: first.program.request)) undid the user's scroll at "
          + "\(momentText(moment(of: first.program))), \(times(found.count)) in this recording.",
        "The user had moved the content by \(pointsText(first.moved)) pt, and the program moved it by "
          + "\(pointsText(first.program.distance)) pt right afterwards.",
      ] + followText(numbered(found.map(\.program))),
      proof: [
        "\(countText(found.count, "scroll")) of the program in the opposite direction within a second of the "
          + "user's. " + inferred(found.map(\.program))
      ], odds: found.count > 3 ? 300 : 50,
      parameter: CauseParameter(name: "distance", value: first.moved.magnitude, unit: "pt"),
      symbolic: scene.explanation(of: first.moved)?.text,
      effects: subject.findings(["S07", "S10", "S24", "S30", "S35", "S39"]),
      fix: (
        "stop following when the user scrolls, and follow again at the end",
        .followUntilTouched
      ), edit: RequestEdit(numbered(found.map(\.program)), .leftOut))
  }

  /// The distances before the end at which the program scrolled back: a smaller threshold would
  /// have avoided it.
  private func followText(_ requests: [ScrollRequest]) -> [String] {
    let distances = requests.compactMap { request -> Double? in
      guard let end = request.before.high, let goal = request.laterGoal ?? request.goal,
        let later = request.after.high, (goal - later).magnitude <= subject.slack
      else { return nil }
      return end - request.start
    }
    guard distances.count == requests.count, let most = distances.max(), most > 1 else { return [] }
    return [
      "The app follows the end although the content is up to \(pointsText(most)) pt before it."
    ]
  }

  /// The time of the program's request; its first frame may be long after the previous one.
  private func moment(of movement: OwnedMovement) -> TraceTime {
    guard let number = movement.request, number >= 1, number <= requests.count else {
      return movement.end
    }
    return requests[number - 1].time
  }

  /// Movements of the program that undo at least half of the user's last movement.
  private var reversals: [(moved: Double, program: OwnedMovement)] {
    var found: [(moved: Double, program: OwnedMovement)] = []
    var moved = 0.0
    var end = TraceTime.zero
    for movement in movements {
      switch movement.owner {
      case .finger, .deceleration, .behavior:
        if movement.start.nanoseconds(since: end) > 1_000_000_000 { moved = 0 }
        moved += movement.distance
        end = movement.end
      case .program:
        if moved.magnitude > 8, moved * movement.distance < 0,
          movement.distance.magnitude * 2 >= moved.magnitude,
          moment(of: movement).nanoseconds(since: end) <= 1_000_000_000
        {
          found.append((moved, movement))
        }
        moved = 0
      case .sizeChange, .correction, .container, .system, .unknown: break
      }
    }
    return found
  }

  /// A program that takes over a deceleration.
  private func takeovers() -> DiagnosedCause? {
    // A movement by another request is an interrupted animation.
    let found =
      isProgramChoosing
      ? [] : requests.filter { $0.wasDecelerating && !$0.isTouched && $0.travel.magnitude > 20 }
    let cuts = subject.findings(["S35"])
    guard let first = found.first, !cuts.isEmpty || found.count >= 2 else { return nil }
    return subject.cause(
      .ownership,
      [
        "The program's scroll to \(first.name) took over at \(momentText(first.time)) while the content was "
          + "still moving, \(times(found.count)) in this recording.",
        first.isAnimated
          ? "It moved the content by \(pointsText(first.travel)) pt from there."
          : "It is not animated: the content jumped by \(pointsText(first.travel)) pt.",
      ],
      proof: ["The movement before it had not come to rest at \(pointsText(first.start)) pt."],
      odds: cuts.isEmpty ? 20 : 300,
      parameter: CauseParameter(name: "distance", value: first.travel, unit: "pt"),
      effects: subject.findings(["S35", "S10", "S17"]),
      fix: (
        "scroll when the content has come to rest, or with an animation",
        .animatedScroll("position.scrollTo(id: target)")
      ), edit: RequestEdit(found, .leftOut))
  }

  /// Animations that another request interrupts.
  private func cuts() -> DiagnosedCause? {
    var found: [(request: ScrollRequest, next: ScrollRequest, missing: Double)] = []
    for request in requests {
      guard case .replaced(let index) = request.ending, index < requests.count,
        request.isAnimated, let goal = request.laterGoal ?? request.goal
      else { continue }
      let next = requests[index]
      let missing = goal - request.rest
      guard missing.magnitude > 20, next.destination != request.destination else { continue }
      found.append((request, next, missing))
    }
    guard let first = found.first else { return nil }
    let wait = first.next.time.nanoseconds(since: first.request.time) / 1_000_000
    let loops = subject.findings(["S30", "S23"])
    return subject.cause(
      .ownership,
      [
        "The scroll to \(first.request.name) was cut \(pointsText(first.missing.magnitude)) pt before its goal: "
          + "the scroll to \(first.next.name) came \(wait) ms later.",
        found.count > 1
          ? "\(found.count + 1) requests follow each other, and each cuts the one before it."
          : "Two requests want the same offset.",
      ],
      proof: [
        "Requested at \(momentText(first.request.time)) and \(momentText(first.next.time)); the first was at "
          + "\(pointsText(first.request.rest)) pt of \(pointsText(first.request.rest + first.missing)) pt."
      ],
      odds: found.count > 1 || !loops.isEmpty ? 200 : 15,
      parameter: CauseParameter(name: "distance", value: first.missing, unit: "pt"),
      effects: loops,
      fix: (
        "write the position from one place only",
        .writeOnce
      ), edit: RequestEdit(found.map(\.next), .leftOut))
  }

  /// Animations that end at a gesture without movement, and that no request continues.
  private func cutByGesture() -> DiagnosedCause? {
    let found = requests.indices.compactMap { index -> (request: ScrollRequest, missing: Double)? in
      let request = requests[index]
      guard request.ending == .touched, request.isAnimated,
        let goal = request.laterGoal ?? request.goal
      else { return nil }
      let missing = goal - request.rest
      // The offset at the next request, or at the end of the recording.
      let isLast = index + 1 == requests.count
      guard missing.magnitude > 20,
        let later = isLast ? subject.evidence.last?.axis.offset : requests[index + 1].start,
        (later - request.rest).magnitude <= 8
      else { return nil }
      return (request, missing)
    }
    let across = found.count { $0.request.isCutAcross }
    let aligns = !subject.configuration.effectiveBehavior.isNone
    // A tap that stops a scroll is intended if the content has no known resting positions.
    guard let first = found.first, across > 0 || aligns else { return nil }
    let how =
      first.request.isCutAcross ? "a wheel across the axis" : "a touch that scrolls nothing here"
    let goal = first.request.rest + first.missing
    return subject.cause(
      .ownership,
      [
        "The animated scroll to \(first.request.name) was cut \(pointsText(first.missing.magnitude)) pt before its "
          + "end by \(how), \(times(found.count)) in this recording.",
        "No request resumes it: the content stays at \(pointsText(first.request.rest)) pt"
          + (aligns ? ", off the snap positions of its behavior." : "."),
      ],
      proof: [
        "Requested at \(momentText(first.request.time)), cut at \(momentText(first.request.endTime)): at "
          + "\(pointsText(first.request.rest)) pt of \(pointsText(goal)) pt."
      ], odds: found.count > 1 ? 200 : 40,
      parameter: CauseParameter(name: "distance", value: first.missing, unit: "pt"),
      symbolic: scene.explanation(of: first.missing)?.text,
      effects: subject.findings(["S11", "S01", "S35"]),
      fix: (
        "scroll to the target again when the gesture has ended",
        .scrollWhenIdle
      ))
  }

  /// A layout that moves the content under the finger.
  private func layoutUnderFinger() -> DiagnosedCause? {
    let found = movements.filter {
      $0.owner == .sizeChange && $0.isTouched && ($0.distance - $0.finger).magnitude > 20
    }
    guard let first = found.first else { return nil }
    let excess = first.distance - first.finger
    let length = scene.explanation(of: excess, within: 2)
    let seen = subject.findings(["S07"])
    return subject.cause(
      .ownership,
      [
        "A new layout moved the content by \(pointsText(excess)) pt under the finger at "
          + "\(momentText(first.start)), \(times(found.count)) in this recording."
      ] + (length.map { ["\(pointsText(excess.magnitude)) pt is \($0.text)."] } ?? []),
      proof: [
        "The finger moved it by \(pointsText(first.finger)) pt meanwhile. " + inferred(found)
      ], odds: seen.isEmpty ? 20 : 200,
      parameter: CauseParameter(name: "distance", value: excess, unit: "pt"),
      symbolic: length?.text, effects: seen,
      fix: (
        "change the layout when the gesture has ended",
        .whenIdle("applyChange")
      ))
  }

  /// Estimated lengths that a lazy stack corrects: the offset jumps, and nothing moves on the
  /// screen.
  func corrections() -> DiagnosedCause? {
    // Corrections of declared estimates are expected.
    let found = movements.filter {
      $0.owner == .correction && !$0.isGuess && $0.distance.magnitude > 20
        && !isBesideInsert($0)
    }
    guard let first = found.first else { return nil }
    let size = pointsText(first.distance.magnitude)
    return subject.cause(
      .sizeChange,
      [
        "The offset jumps by \(size) pt at \(momentText(first.end)) and nothing moves on the screen: a lazy stack "
          + "corrects its estimate of lengths before what is in view.",
        "This is harmless for what people see; absolute offsets and the scroll indicator jump.",
      ],
      proof: [
        "\(countText(found.count, "correction")): every \(subject.item) in view moved with the offset."
      ], odds: 30,
      parameter: CauseParameter(name: "correction", value: first.distance, unit: "pt"),
      symbolic: scene.explanation(of: first.distance)?.text, effects: [],
      fix: (
        "compare positions of \(subject.item)s, not offsets; give rows a known length if the indicator matters",
        .visibleID(as: "first")
      ))
  }

  /// Whether items came in above at a movement: then the offset made up for what is really there.
  private func isBesideInsert(_ movement: OwnedMovement) -> Bool {
    subject.evidence.changes.changes.contains {
      $0.inserted.countBefore > 0 && $0.time <= movement.end && $0.after.time >= movement.start
    }
  }

  /// Whether sizes or insets changed shortly before a movement or during it.
  private func isBesideChange(_ start: TraceTime, _ end: TraceTime) -> Bool {
    subject.evidence.changes.changes.contains {
      $0.time.nanoseconds <= end.nanoseconds &+ 200_000_000
        && $0.end.nanoseconds >= start.nanoseconds &- 200_000_000
    }
  }

  /// A movement at rest without a finger, a request or a change of the scene.
  private func unasked() -> DiagnosedCause? {
    guard subject.evidence.hasPhases else { return nil }
    let leaps = subject.findings(["S10"])
    let found = movements.filter { movement in
      movement.owner == .unknown && movement.distance.magnitude > 20
        && !isBesideChange(movement.start, movement.end)
        && !subject.evidence.isOffsetOutdated(at: movement.end)
        && leaps.contains { $0.place.start >= movement.start && $0.place.start <= movement.end }
    }
    guard let first = found.first else { return nil }
    let size = pointsText(first.distance.magnitude)
    let length = scene.explanation(of: first.distance)
    return subject.cause(
      .ownership,
      [
        "Nothing requested a movement of \(size) pt at \(momentText(first.end)): the content was at rest, "
          + "without a finger, a request or a new layout."
      ] + (length.map { ["\(size) pt is \($0.text)."] } ?? []),
      proof: ["\(countText(found.count, "movement")) at rest without an owner in the recording."],
      odds: 100, parameter: CauseParameter(name: "distance", value: first.distance, unit: "pt"),
      symbolic: length?.text, effects: leaps,
      fix: (
        "record requests with their origin, and look for another view that shares this position",
        .boundPosition
      ))
  }
}
