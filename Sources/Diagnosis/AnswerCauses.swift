import Analysis
import ScrollModel

/// Releases with reported proposed and chosen offsets, under a built-in behavior.
///
/// A few releases are too few to infer a behavior, but one report shows which step differed: the
/// end of the fling, or the choice.
struct AnswerCauses {
  let subject: Subject
  /// The configuration that explains the rests, if one does.
  let ruling: Configuration?
  private var item: String { subject.item }

  var all: [DiagnosedCause] {
    guard subject.declared != nil else { return [] }
    return [limit(), projection()].compactMap { $0 }
  }

  /// The target whose alignment is nearest to an offset; nil without targets.
  private func nearest(
    _ offset: Double, _ anchor: Double, _ axis: MainAxis
  ) -> (number: Int, place: Double)? {
    let items = subject.evidence.reach.items
    let places = items.map { $0.start + anchor * ($0.length - axis.inner) - axis.start }
    let best = places.indices.min {
      (places[$0] - offset).magnitude < (places[$1] - offset).magnitude
    }
    return best.map { ($0, places[$0]) }
  }

  /// Choices of view alignment that exceed its limit.
  private func limit() -> DiagnosedCause? {
    guard case .viewAligned(let limit, let point) = subject.configuration.effectiveBehavior,
      subject.configuration.hasTargetLayout, limit != .never,
      let seen = subject.findings(["S16"]).first
    else { return nil }
    let isVertical = subject.scene.axis?.axis != .horizontal
    let anchor = point.map { isVertical ? $0.y : $0.x } ?? 0
    var passed: [(release: SceneEvidence.AskedRelease, count: Int)] = []
    for release in subject.evidence.releases {
      let axis = release.axis
      guard !axis.isAtEnd(release.chosen, within: subject.slack),
        let near = nearest(release.proposed, anchor, axis),
        let from = nearest(release.start ?? release.offset, anchor, axis),
        (near.place - release.chosen).magnitude <= subject.slack
      else { return nil }
      let count = abs(near.number - from.number)
      if count > 1 { passed.append((release, count)) }
    }
    guard let first = passed.max(by: { $0.count < $1.count }) else { return nil }
    let isOne = limit == .alwaysByOne || limit == .always
    return subject.cause(
      .limit,
      [
        "One gesture passes \(first.count) \(item)s, although the declared limit is "
          + (isOne ? "1." : "a few."),
        "The app takes the \(item) that is nearest the end of the fling (\(pointsText(first.release.proposed)) pt), "
          + "as without a limit.",
      ],
      proof: [
        "\(passed.count) of \(countText(subject.evidence.releases.count, "release")): at "
          + "\(momentText(first.release.time)) the proposed end was \(pointsText(first.release.proposed)) pt, chosen was "
          + "\(pointsText(first.release.chosen)) pt."
      ],
      odds: passed.count > 1 ? 200 : 40,
      parameter: CauseParameter(name: "passed", value: Double(first.count), unit: item),
      effects: [seen] + subject.findings(["S02", "S01"]),
      fix: (
        "apply the declared limit",
        .behavior(
          .viewAligned(limit: limit, anchor: point), along: subject.axis,
          uikit: "hold the index to current ± 1 in scrollViewWillEndDragging")
      ))
  }

  /// Whether the declared behavior leads from each recorded proposal to the recorded choice, so
  /// that only the proposals differ.
  private var choosesAsDeclared: Bool {
    subject.evidence.releases.allSatisfy { release in
      let axis = release.axis
      let place: Double?
      switch subject.configuration.effectiveBehavior {
      case .viewAligned(.never, let point):
        let share = point.map { axis.axis == .horizontal ? $0.x : $0.y } ?? 0
        place = nearest(release.proposed, share, axis)?.place
      case .interval(let step) where step > 0:
        place = axis.low + ((release.proposed - axis.low) / step).rounded() * step
      case .none: place = release.proposed
      default: place = nil
      }
      return place.map { (axis.clamp($0) - release.chosen).magnitude <= subject.slack } ?? false
    }
  }

  /// The difference of a proposed end from its configuration's that a measured velocity explains.
  private static let tolerated = 0.12

  /// The distance to a proposed end, in those that a configuration's deceleration leads to.
  private static func share(
    of release: SceneEvidence.AskedRelease, _ configuration: Configuration
  ) -> Double {
    let isFast = configuration.fastDeceleration(release.axis.axis)
    let rate = isFast ? configuration.physics.fastDecay : configuration.physics.normalDecay
    let expected = (release.velocity ?? 0) / 1000 * rate / (1 - rate)
    return expected == 0 ? 0 : (release.proposed - release.offset) / expected
  }

  /// Proposed ends that differ from the declared deceleration.
  private func projection() -> DiagnosedCause? {
    let configuration = subject.configuration
    guard configuration.releasePhysics == .uikit, !subject.findings(["S02"]).isEmpty else {
      return nil
    }
    let flings = subject.evidence.releases.filter { release in
      (release.velocity ?? 0).magnitude > 500 && !release.axis.isAtEnd(release.proposed, within: 1)
        && release.axis.excess(release.offset) == 0
    }
    let shares = flings.map { Self.share(of: $0, configuration) }
    guard let first = flings.first, let share = shares.first, share > 0.05,
      shares.allSatisfy({ $0 - 1 > Self.tolerated })
        || shares.allSatisfy({ 1 - $0 > Self.tolerated })
    else { return nil }
    // What explains the rests may explain the ends, too.
    if let ruling,
      flings.allSatisfy({ (Self.share(of: $0, ruling) - 1).magnitude <= Self.tolerated })
    {
      return nil
    }
    let way = first.proposed - first.offset
    let rate = configuration.deceleration == .automatic ? "its behavior's" : "the declared"
    return subject.cause(
      .deceleration,
      [
        "The app expects \(pointsText(way.magnitude)) pt from a fling of "
          + "\(pointsText((first.velocity ?? 0).magnitude)) pt/s; with \(rate) deceleration it is "
          + "\(pointsText((way / share).magnitude)) pt.",
        "It computes the end of the fling by another formula, so another \(item) is nearest.",
      ],
      proof: [
        "At \(momentText(first.time)): proposed \(pointsText(first.proposed)) pt, chosen "
          + "\(pointsText(first.chosen)) pt; \(countText(shares.count, "release")) like that."
      ],
      odds: shares.count > 1 && choosesAsDeclared ? 200 : 30,
      parameter: CauseParameter(name: "distance", value: way, unit: "pt"),
      effects: subject.findings(["S02", "S16", "S06"]),
      fix: (
        "compute the end with the scroll view's own rate",
        FixCode(
          apple:
            "let end = offset + velocity * rate / (1 - rate) // rate = scrollView.decelerationRate, velocity in pt/ms"
        )
      ))
  }
}
