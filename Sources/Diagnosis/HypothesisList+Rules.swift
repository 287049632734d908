import Analysis
import ScrollModel

/// Possible resting positions, before the rule of choice is known.
struct PlaceCandidates {
  var places: PlaceRule.Places
  /// The configuration that chooses the nearest of them.
  var configuration: Configuration
  var price: Double
  var parameter: CauseParameter?
  var symbols: [Attribution] = []
  var origin: Double?
  /// Whether the positions are those of the targets.
  var isOfItems = false
  /// Whether they are a grid that was solved from the rests, and whose step equals no length.
  var isSolved = false
}

extension HypothesisList {
  /// The positions of all hypotheses so far, the cheapest first.
  var candidates: [PlaceCandidates] {
    var found: [PlaceCandidates] = []
    if hasTargets, let axis = scene.axis, !layouts.isEmpty {
      for (anchor, price) in [(0.0, 2.0), (0.5, 3.5)] {
        let point = anchor == 0 ? nil : UnitPoint(x: anchor, y: anchor)
        found.append(
          PlaceCandidates(
            places: .lists(layouts.map { $0.places(anchor: anchor, axis).sorted() }),
            configuration: with(.viewAligned(limit: .never, anchor: point)) {
              $0.hasTargetLayout = true
            }, price: price, isOfItems: true))
      }
    }
    if let axis = scene.axis, axis.inner > 1 {
      var page = with(.paging)
      page.switches.pageLength = .container
      page.switches.maximumPages = .unlimited
      found.append(
        PlaceCandidates(
          places: .grid(step: axis.inner, origin: start), configuration: page, price: 3,
          parameter: CauseParameter(name: "page", value: axis.inner, unit: "pt"), origin: start))
    }
    let grids = all.filter { $0.rule == nil && $0.origin != nil && $0.parameter != nil }
    for grid in grids.sortedStably({ $0.price < $1.price }).prefix(8) {
      guard let step = grid.parameter?.value, let origin = grid.origin else { continue }
      found.append(
        PlaceCandidates(
          places: .grid(step: step, origin: origin), configuration: grid.configuration,
          price: grid.isDeclared ? 1 : grid.price - (isDeclared ? 4 : 0), parameter: grid.parameter,
          symbols: grid.isDeclared ? scene.attributions(of: step, within: 0.01) : grid.symbols,
          origin: origin, isSolved: !grid.isDeclared && grid.symbols.isEmpty))
    }
    return found
  }

  /// Rules of choice that no configuration describes.
  mutating func addRules() {
    guard base.releasePhysics == .uikit else { return }
    for candidate in candidates {
      addSteps(candidate)
      addThresholds(candidate)
    }
    addStaleLayout()
  }

  /// Own code that moves by one item is rarer than the limit of view alignment, which has the same
  /// rests unless a finger moves slowly.
  private static let itemStepPrice = 3.5

  /// Pages of a given length, and one item for each gesture.
  private mutating func addSteps(_ candidate: PlaceCandidates) {
    let isPage = !candidate.isOfItems && !isPitch(candidate.parameter?.value)
    let isFromZero = candidate.origin == 0 && start != 0
    // Pages of the container are a built-in behavior.
    if candidate.parameter?.name != "page" {
      add(
        isFromZero ? .insets : isPage ? .paging : .oneAtATime,
        rule: PlaceRule(places: candidate.places, choice: .step),
        candidate, price: candidate.isOfItems ? Self.itemStepPrice : 1.5, isFast: true)
    }
    add(
      .oneAtATime, rule: PlaceRule(places: candidate.places, choice: .limited), candidate,
      price: 2.5, isFast: false)
  }

  private func isPitch(_ length: Double?) -> Bool {
    guard let length, let pitch = scene.pitch else { return false }
    return (length - pitch).magnitude <= 0.1
  }

  /// Pages that turn after a fraction of the distance; the turned and unturned pages bound the
  /// fraction.
  private mutating func addThresholds(_ candidate: PlaceCandidates) {
    let line = PlaceLine(candidate.places, layout: .max)
    for measure in ShareMeasure.allCases {
      guard let bounds = shareBounds(line, measure), let share = exactShare(bounds, measure)
      else { continue }
      add(candidate, measure, share, price: 3)
    }
  }

  /// Fractions that a recording bounds on one side only, or that include the nearest page.
  ///
  /// They lead to the same rests as a simpler rule, or explain a drag that the simpler rule does
  /// not.
  mutating func addLooseThresholds() {
    guard base.releasePhysics == .uikit, !isPage else { return }
    for candidate in candidates {
      let line = PlaceLine(candidate.places, layout: .max)
      for measure in [ShareMeasure.drag, .proposal] {
        guard let bounds = shareBounds(line, measure), exactShare(bounds, measure) == nil,
          bounds.count * 5 >= decisions.count * 3, let share = looseShare(bounds)
        else { continue }
        add(candidate, measure, share, price: 5)
      }
    }
  }

  private mutating func add(
    _ candidate: PlaceCandidates, _ measure: ShareMeasure,
    _ share: (value: Double, price: Double), price: Double
  ) {
    let choice: PlaceRule.Choice =
      measure == .drag ? .dragged(share.value) : .proposed(share.value)
    add(
      .thresholdPaging, rule: PlaceRule(places: candidate.places, choice: choice), candidate,
      price: price + share.price, isFast: measure == .fastProposal,
      parameter: CauseParameter(name: "threshold", value: share.value, unit: "of the page"))
  }

  /// The offset that the fraction is measured at.
  private enum ShareMeasure: CaseIterable {
    case drag
    case proposal
    case fastProposal
  }

  /// The fraction of a page after which it turns, if the recording bounds it on both sides.
  private func exactShare(
    _ bounds: SolvedBounds, _ measure: ShareMeasure
  ) -> (value: Double, price: Double)? {
    guard bounds.count >= 4 else { return nil }
    let found = bounds.ranges(atLeast: 0.8).first { range in
      // Half of the distance is the rule of the nearest position.
      let isNearest = measure != .drag && range.low < 0.5 && range.high > 0.5
      return range.low > 0.05 && range.high < 0.95 && !isNearest
    }
    guard let found else { return nil }
    let share = found.simplest(of: [0.25, 0.5, 1.0 / 3, 0.2, 0.3, 0.4, 0.15, 0.35, 0.45, 0.6])
    return (share, max(1, min(7, -bits(found.high - found.low))))
  }

  /// A simple fraction other than one half that the recording does not exclude.
  private func looseShare(_ bounds: SolvedBounds) -> (value: Double, price: Double)? {
    guard bounds.count >= 4, let found = bounds.best(atLeast: 0.8),
      found.low > 0.05 || found.high < 0.95
    else { return nil }
    let simple = [0.25, 1.0 / 3, 0.2, 0.3, 0.4, 0.15, 0.35, 0.45, 0.6, 0.1, 0.7, 0.8, 0.9]
    return simple.first { found.low < $0 && $0 < found.high }.map { ($0, 1) }
  }

  /// The offset of a release that decides whether a page turns; nil without a velocity.
  private func place(
    of release: ProbedRelease, _ decision: RestDecision, _ measure: ShareMeasure
  ) -> Double? {
    let distance = release.distance(isFast: measure == .fastProposal)
    // What the system reported does not depend on the frame of the release.
    let reported = decision.reportedRest.flatMap {
      decision.axis.isAtEnd($0, within: 1) ? nil : $0
    }
    switch measure {
    case .drag:
      guard let reported, let distance else { return release.here }
      return reported - distance
    case .proposal, .fastProposal:
      return distance.map { reported ?? decision.axis.clamp(release.here + $0) }
    }
  }

  private func shareBounds(_ line: PlaceLine, _ measure: ShareMeasure) -> SolvedBounds? {
    guard line.isUsable else { return nil }
    var bounds = SolvedBounds()
    for (decision, release) in zip(decisions, releases) {
      // The first position is a resting position; the end of the range may not be one.
      let isAtStart = (decision.rest - decision.axis.low).magnitude <= solver.tolerance
      guard isAtStart || !decision.isAtEnd(within: solver.tolerance) else { continue }
      guard let at = place(of: release, decision, measure) else { continue }
      let (first, rest) = (line.nearest(to: release.original), line.nearest(to: decision.rest))
      guard (line.place(rest) - decision.rest).magnitude <= solver.tolerance else { continue }
      let direction = at >= line.place(first) ? 1 : -1
      guard !isAtStart || direction == 1 else { continue }
      func fraction(_ number: Int) -> Double? {
        let length = line.place(number + direction) - line.place(number)
        return length == 0 ? nil : (at - line.place(number)) / length
      }
      let number = (rest - first) * direction
      guard number >= 0, measure != .drag || number <= 1 else {
        bounds.addImpossible()
        continue
      }
      // The fraction was reached for a turned page, and not for the next one.
      let most = number == 0 ? 2 : fraction(rest - direction) ?? 2
      let least = measure == .drag && number == 1 ? -1 : fraction(rest) ?? -1
      bounds.add(max(-1, least), min(2, most))
    }
    return bounds
  }

  /// The targets of the previous layout, if the layout changed.
  private mutating func addStaleLayout() {
    guard layouts.count >= 2, let axis = scene.axis else { return }
    for (anchor, price) in [(0.0, 0.0), (0.5, 2.0)] {
      let lists = layouts.map { $0.places(anchor: anchor, axis).sorted() }
      let point = anchor == 0 ? nil : UnitPoint(x: anchor, y: anchor)
      let candidate = PlaceCandidates(
        places: .lists([lists[0]] + lists.dropLast()),
        configuration: with(.viewAligned(limit: .never, anchor: point)) {
          $0.hasTargetLayout = true
        }, price: price, isOfItems: true)
      add(
        .staleLayout, rule: PlaceRule(places: candidate.places, choice: .nearest), candidate,
        price: 4, isFast: false)
      if layouts.count > 2 {
        add(
          .staleLayout, rule: PlaceRule(places: .lists([lists[0]]), choice: .nearest), candidate,
          price: 5, isFast: false)
      }
    }
  }

  mutating func add(
    _ cause: CauseClass, rule: PlaceRule, _ candidate: PlaceCandidates, price: Double,
    isFast: Bool, parameter: CauseParameter? = nil
  ) {
    var configuration = with(.custom(rule.name))
    configuration.deceleration = isFast ? .fast : .normal
    add(
      cause, configuration, candidate.price + price, parameter: parameter ?? candidate.parameter
    ) {
      $0.rule = rule
      $0.symbols = candidate.symbols
      $0.origin = candidate.origin
    }
  }
}

extension PlaceRule {
  /// The name of the rule as a custom behavior.
  var name: String {
    let verb =
      switch choice {
      case .nearest: "snap"
      case .step: "page"
      case .limited: "limited-page"
      case .dragged(let share): "dragged-page \(pointsText(share * 100)) %"
      case .proposed(let share): "threshold-page \(pointsText(share * 100)) %"
      }
    switch places {
    case .grid(let step, let origin):
      return "\(verb) every \(pointsText(step)) from \(pointsText(origin))"
    case .lists: return "\(verb) to targets"
    }
  }
}
