import Analysis
import ScrollModel

/// Hypotheses in which a part of the declared positions is missing: an ignored margin, or a list
/// that ends too early.
extension HypothesisList {
  /// The targets' positions without the declared margins, which a script or a browser ignores.
  mutating func addWithoutMargins() {
    guard isDeclared, base.margins != .zero, !base.effectiveBehavior.isNone, hasTargets,
      let axis = scene.axis, !layouts.isEmpty
    else { return }
    let margin = axis.axis == .horizontal ? base.margins.left : base.margins.top
    guard margin > 0 else { return }
    // Recorded insets do not contain the margins.
    let places = PlaceRule.Places.lists(layouts.map { $0.places(anchor: 0, axis).sorted() })
    let candidate = PlaceCandidates(
      places: places,
      configuration: with(.viewAligned(limit: .never, anchor: nil)) { $0.hasTargetLayout = true },
      price: 1, isOfItems: true)
    for (choice, isFast) in [(PlaceRule.Choice.nearest, false), (.nearest, true), (.step, true)] {
      add(
        .insets, rule: PlaceRule(places: places, choice: choice), candidate, price: 1.5,
        isFast: isFast,
        parameter: CauseParameter(name: Self.ignoredMargin, value: margin, unit: "pt"))
    }
  }

  static let ignoredMargin = "margin"
  static let lastPlace = "last place"

  /// The targets' positions up to the last rest, if releases beyond it returned.
  mutating func addTruncatedPlaces() {
    var anchors = [0.0]
    if case .viewAligned(_, let anchor?) = base.effectiveBehavior {
      let fraction = scene.axis?.axis == .horizontal ? anchor.x : anchor.y
      if fraction != 0 { anchors.append(fraction) }
    }
    for anchor in anchors { addTruncatedPlaces(anchor: anchor) }
  }

  private mutating func addTruncatedPlaces(anchor: Double) {
    guard hasTargets, let axis = scene.axis, let high = axis.high, let layout = layouts.last,
      let last = rests.max()
    else { return }
    let places = layout.places(anchor: anchor, axis).sorted()
    let kept = places.filter { $0 <= last + solver.tolerance && $0 >= axis.low - solver.tolerance }
    guard kept.count >= 2, let end = kept.last, (end - last).magnitude <= solver.tolerance,
      let next = places.first(where: { $0 > last + solver.tolerance }),
      next < high - solver.tolerance
    else { return }
    let returned = zip(decisions, releases).count { decision, release in
      let farthest =
        decision.reportedRest ?? release.distance(isFast: true).map { release.here + $0 }
      return (decision.rest - end).magnitude <= solver.tolerance
        && (release.original - end).magnitude <= solver.tolerance
        && farthest.map { $0 > (end + next) / 2 } ?? false
    }
    guard returned > 0 else { return }
    // A list that snaps to its end clamps everything to its last position.
    let offsets = kept.map { $0 + axis.start }
    for isFast in [false, true] {
      let list = with(.offsets(offsets, snapsToStart: true, snapsToEnd: true)) {
        $0.deceleration = isFast ? .fast : .normal
      }
      add(
        .offsets, list, 5 + (isFast ? 1 : 0),
        parameter: CauseParameter(name: Self.lastPlace, value: end, unit: "pt"))
    }
  }
}

extension Hypothesis {
  var isTruncated: Bool { parameter?.name == HypothesisList.lastPlace }
  var ignoresMargin: Bool { parameter?.name == HypothesisList.ignoredMargin }
}
