import Analysis
import ScrollModel

/// Movements whose result depends on their direction, or that go against the finger.
struct DirectionCauses {
  let subject: Subject
  let movements: [OwnedMovement]
  /// Whether mirrored offsets explain the rests.
  let isMirrored: Bool
  /// Whether a behavior that snaps explains half of the rests.
  let isSnapping: Bool

  var all: [DiagnosedCause] { [drags() ?? momentum(), cut(), consumed()].compactMap { $0 } }

  /// Drags in which the content goes the other way than the finger.
  private func drags() -> DiagnosedCause? {
    guard !isMirrored else { return nil }
    let drags = movements.filter {
      $0.isTouched && ($0.owner == .finger || $0.owner == .unknown) && $0.finger.magnitude > 30
    }
    let found = drags.filter {
      let share = $0.distance / $0.finger
      return share < -0.5 && share > -2
    }
    guard found.count >= 3, found.count * 10 >= drags.count * 9, let first = found.first else {
      return nil
    }
    let isAcross = subject.axis == .vertical && subject.evidence.isRightToLeft
    return subject.cause(
      .mirrored,
      [
        "The content moves against the finger: in \(found.count) of \(countText(drags.count, "drag")) it goes the other way, "
          + "first at \(momentText(first.start)).",
        isAcross
          ? "The layout is right to left, which mirrors the horizontal axis; this view scrolls vertically."
          : "Either the app changes the sign of the drag, or the list is inverted and its offsets count from its end.",
      ],
      proof: [
        "At \(momentText(first.start)) the finger asks for \(pointsText(first.finger)) pt, and the content moves by "
          + "\(pointsText(first.distance)) pt."
      ], odds: isAcross ? 200 : 30,
      effects: subject.findings(["S07", "S10", "S24"]),
      fix: (
        isAcross
          ? "change the sign of a drag only along the horizontal axis"
          : "use the translation of the drag with its own sign",
        .dragSign
      ))
  }

  /// The least distance of a drag and of its momentum, in points.
  private static let far = 60.0

  /// A release with the distances of its drag and of its momentum.
  private struct Release {
    var decision: RestDecision
    var dragged: Double
    var way: Double { decision.way }
  }

  /// Releases after which the content goes back, and not to where the drag began.
  private func momentum() -> DiagnosedCause? {
    // Snapping takes content back as well, but to places that a behavior explains.
    guard subject.configuration.effectiveBehavior.isNone, !isSnapping else { return nil }
    let releases = subject.decisions.compactMap { decision -> Release? in
      guard let start = decision.startOffset, decision.turn == 0, !decision.isCatch,
        decision.axis.excess(decision.releaseOffset).magnitude < 1
      else { return nil }
      let release = Release(decision: decision, dragged: decision.releaseOffset - start)
      // A finger that lifts at rest or turns round has no momentum in the direction of the drag.
      if decision.hasExactVelocity, (decision.velocity ?? 0) * release.dragged <= 0 { return nil }
      return release.dragged.magnitude > Self.far && release.way.magnitude > Self.far
        ? release : nil
    }
    let back = releases.filter {
      $0.way * $0.dragged < 0 && ($0.way + $0.dragged).magnitude > 20
    }
    guard back.count >= 3, back.count == releases.count, let first = back.first else { return nil }
    return subject.cause(
      .mirrored,
      [
        "The momentum runs against the drag: after \(back.count) of \(back.count) drags with momentum the content goes "
          + "back, first at \(momentText(first.decision.time)).",
        "The velocity of the release has the wrong sign, as in a list that is turned over to invert it.",
      ],
      proof: [
        "At \(momentText(first.decision.time)) the drag had moved the content by \(pointsText(first.dragged)) pt, and "
          + "after the release it moves by \(pointsText(first.way)) pt."
      ], odds: 200, parameter: CauseParameter(name: "momentum", value: first.way, unit: "pt"),
      effects: subject.findings(["S01", "S02", "S06", "S07"]),
      fix: ("take the sign of the velocity from the movement of the content", .velocitySign))
  }

  // MARK: Flings in one direction only

  /// Fast releases in one direction after which the content stops at once, while it continues in the other.
  private func consumed() -> DiagnosedCause? {
    guard !isSnapping else { return nil }
    let fast = subject.decisions.filter {
      $0.hasExactVelocity && ($0.velocity ?? 0).magnitude > 300 && $0.turn == 0
        && !$0.axis.isAtEnd($0.releaseOffset, within: 20)
    }
    for sign in [1.0, -1] {
      let stopped = fast.filter { ($0.velocity ?? 0) * sign > 0 }
      let running = fast.filter { ($0.velocity ?? 0) * sign < 0 }
      guard stopped.count >= 3, running.count >= 2, let first = stopped.first,
        stopped.allSatisfy({ $0.way.magnitude <= 4 }),
        running.allSatisfy({ $0.way.magnitude > Self.far })
      else { continue }
      let way = sign > 0 ? "end" : "start"
      return subject.cause(
        .ownership,
        [
          "Flings towards the \(way) stop where the finger lifts: \(stopped.count) of \(stopped.count) do, first at "
            + "\(momentText(first.time)) with \(pointsText((first.velocity ?? 0).magnitude)) pt/s. Flings in the other "
            + "direction continue.",
          "Something takes the velocity of the release in one direction, such as a sheet around the list.",
        ],
        proof: [
          "\(countText(stopped.count, "fling")) of at most \(pointsText(stopped.map(\.way.magnitude).max() ?? 0)) pt; "
            + "\(countText(running.count, "fling")) in the other direction of at least "
            + "\(pointsText(running.map(\.way.magnitude).min() ?? 0)) pt."
        ], odds: 200,
        parameter: CauseParameter(name: "velocity", value: first.velocity ?? 0, unit: "pt/s"),
        effects: subject.findings(["S01", "S02", "S35"]),
        fix: ("take only the velocity that the surrounding view uses", .remainingVelocity))
    }
    return nil
  }

  // MARK: Places that are cut to whole pixels

  /// The distance of a rest from the nearest place of the items or of the declared interval; nil without one.
  private func residual(_ decision: RestDecision) -> Double? {
    if case .interval(let step) = subject.configuration.effectiveBehavior, step > 8 {
      let steps = (decision.rest - decision.axis.low) / step
      return (steps - steps.rounded()) * step
    }
    let distances = subject.evidence.reach.items.map {
      decision.rest - ($0.start - decision.axis.start)
    }
    return distances.min { $0.magnitude < $1.magnitude }
  }

  /// Rests that are at their places after movements in one direction, and a pixel before them in the other.
  private func cut() -> DiagnosedCause? {
    let rests = subject.decisions.compactMap {
      decision -> (decision: RestDecision, way: Double, miss: Double)? in
      guard !decision.isAtEnd(within: 2), let miss = residual(decision) else { return nil }
      let way = decision.startOffset.map { decision.rest - $0 } ?? decision.way
      return (decision, way, miss)
    }
    let (forward, back) = (rests.filter { $0.way > 0 }, rests.filter { $0.way < 0 })
    guard forward.count >= 3, back.count >= 3 else { return nil }
    func isSame(_ rests: [(decision: RestDecision, way: Double, miss: Double)], _ miss: Double)
      -> Bool
    {
      rests.allSatisfy { ($0.miss - miss).magnitude <= 0.35 }
    }
    let misses = [forward, back].map { $0.map(\.miss).sorted()[$0.count / 2] }
    guard let off = misses.first(where: { (0.6...4).contains($0.magnitude) }),
      let exact = misses.first(where: { $0.magnitude <= 0.35 }), isSame(forward, misses[0]),
      isSame(back, misses[1])
    else { return nil }
    let isForward = misses[0] == off
    let found = isForward ? forward : back
    let first = found[0].decision
    let place = first.rest - found[0].miss
    return subject.cause(
      .units,
      [
        "After movements \(isForward ? "forward" : "back") the content rests \(pointsText(off.magnitude)) pt "
          + "\(off < 0 ? "before" : "past") its place: at \(pointsText(first.rest)) pt in place of "
          + "\(pointsText(place)) pt. After movements \(isForward ? "back" : "forward") it rests at its place.",
        "The target is cut to a whole number: it is a fraction less in one of the two directions.",
      ],
      proof: [
        "\(found.count) rests of that kind, first at \(momentText(first.restTime)); "
          + "\(rests.count - found.count) others within \(pointsText(max(0.1, exact.magnitude))) pt."
      ], odds: 200, parameter: CauseParameter(name: "rest", value: first.rest, unit: "pt"),
      effects: subject.findings(["S01", "S02", "S05"]),
      fix: (
        "round the target to the nearest whole number, in both directions",
        .roundedIndex(along: subject.axis)
      ))
  }
}
