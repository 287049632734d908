import Analysis
import ScrollModel

extension HypothesisList {
  // MARK: Velocities

  /// A factor of every release velocity, solved from the chosen positions.
  mutating func addVelocityFactors() {
    guard base.releasePhysics == .uikit else { return }
    for isFast in [false, true] {
      if let factor = freeFactor(isFast: isFast) {
        add(.scaledVelocity, factor, PlaceCandidates.free(with(.none)), isFast: isFast)
      }
      for candidate in candidates {
        if let factor = factor(candidate, isFast: isFast) {
          add(.scaledVelocity, factor, candidate, isFast: isFast)
        }
      }
    }
  }

  private mutating func add(
    _ cause: CauseClass, _ factor: Double, _ candidate: PlaceCandidates, isFast: Bool
  ) {
    var configuration = candidate.configuration
    configuration.deceleration = isFast ? .fast : .normal
    let isDeclaredBehavior = isDeclared && configuration.behavior == base.behavior
    add(
      cause, configuration, 5 + (isDeclaredBehavior ? 0 : candidate.price) + (isFast ? 1 : 0),
      parameter: CauseParameter(name: "factor", value: factor, unit: "of the velocity")
    ) {
      $0.velocityFactor = factor
    }
  }

  private static let simpleFactors = [
    0.5, 2.0, 0.25, 1.5, 3, 0.1, 4, 0.75, 1.0 / 3, 2.0 / 3, 0.2, 0.8, 1.25, 5, 10,
  ]

  /// The factor for which each chosen position is the nearest one.
  private func factor(_ candidate: PlaceCandidates, isFast: Bool) -> Double? {
    var bounds = SolvedBounds()
    for (decision, release) in zip(decisions, releases) {
      guard let distance = release.distance(isFast: isFast), distance.magnitude > 20 else {
        continue
      }
      let line = PlaceLine(candidate.places, layout: decision.layout)
      let number = line.nearest(to: decision.rest)
      if decision.isAtEnd(within: solver.tolerance) {
        // A release that ends at an end of the range may lead any distance beyond it.
        guard candidate.isOfItems, decision.leadsToEnd(distance) else { continue }
        let turn = line.turn(before: distance < 0 ? number + 1 : number)
        let least = (turn - release.here) / distance
        // What leads to the end anyway is put there before it is multiplied.
        if least > 1 { bounds.add(least, .infinity) }
        continue
      }
      guard (line.place(number) - decision.rest).magnitude <= solver.tolerance else {
        bounds.addImpossible()
        continue
      }
      let ends = [line.turn(before: number), line.turn(before: number + 1)].map {
        ($0 - release.here) / distance
      }
      bounds.add(min(ends[0], ends[1]), max(ends[0], ends[1]))
    }
    // Two flings are enough for positions of targets. A solved grid with a factor has three free numbers, which
    // fit any three rests.
    guard bounds.count >= (candidate.isOfItems ? 2 : candidate.isSolved ? 5 : 3),
      let found = bounds.best(atLeast: bounds.count == 2 ? 1 : 0.75)
    else { return nil }
    // Releases that never pass an item do not bound a factor from below.
    let low = max(0.02, found.low)
    let middle = (low + found.high) / 2
    guard found.high > 0.05, found.high < 20,
      bounds.agreement(middle) - bounds.agreement(1) >= max(2, bounds.count / 4)
    else { return nil }
    return SolvedBounds.Range(low: low, high: found.high).simplest(of: Self.simpleFactors)
  }

  /// The factor that explains rests without a behavior.
  private func freeFactor(isFast: Bool) -> Double? {
    var shares: [Double] = []
    for (decision, release) in zip(decisions, releases) {
      guard let distance = release.distance(isFast: isFast), distance.magnitude > 100,
        !decision.isAtEnd(within: solver.tolerance)
      else { continue }
      // What the system reported does not depend on the frame of the release.
      shares.append(
        decision.reportedRest.map { 1 + (decision.rest - $0) / distance }
          ?? (decision.rest - release.here) / distance)
    }
    // Two flings are enough if they agree closely, one if another one leads too far to an end.
    guard let last = shares.sorted().last else { return nil }
    let middle = shares.sorted()[shares.count / 2]
    let least = factorsToEnds(isFast: isFast)
    guard shares.count >= 2 || last > 1 && least.contains(where: { $0 > 1.06 }),
      least.allSatisfy({ $0 < middle * 1.06 })
    else { return nil }
    let within = shares.count == 2 ? 0.02 : 0.04
    let near = shares.count { ($0 - middle).magnitude <= within * middle.magnitude }
    guard near * 4 >= shares.count * 3, middle > 0.05, middle < 20,
      (middle - 1).magnitude > 0.06
    else { return nil }
    return SolvedBounds.Range(low: middle * 0.97, high: middle * 1.03)
      .simplest(of: Self.simpleFactors)
  }

  /// The smallest factors with which releases lead to the ends of the range where they rest.
  private func factorsToEnds(isFast: Bool) -> [Double] {
    zip(decisions, releases).compactMap { decision, release in
      guard let distance = release.distance(isFast: isFast), distance.magnitude > 100,
        decision.isAtEnd(within: solver.tolerance), decision.leadsToEnd(distance)
      else { return nil }
      let least = (decision.rest - release.here) / distance
      // What leads to the end anyway is put there before it is multiplied.
      return least > 1 ? least : nil
    }
  }

  // MARK: Deceleration

  /// The deceleration rate from frames and distances, if it is neither the normal nor the fast one.
  var fittedRate: Double? {
    let fits = decisions.compactMap { decision in
      decision.deceleration(endsAtRest: endsAtRest).map { ($0, decision.way) }
    }
    // A curve without noise determines its rate; then others only show other movements.
    let exact = fits.filter { $0.0.isExact(distance: $0.1) }
    let rates = (exact.count >= 2 ? exact : fits).map(\.0.ratePerMillisecond).sorted()
    func isNear(_ rate: Double, _ other: Double, within share: Double) -> Bool {
      (Elementary.ln(Elementary.ln(rate) / Elementary.ln(other))).magnitude <= share
    }
    var fitted: Double?
    if rates.count >= 2 {
      let middle = rates[rates.count / 2]
      if rates.count(where: { isNear($0, middle, within: 0.2) }) * 3 >= rates.count * 2 {
        fitted = middle
      }
    }
    if rates.count == 1, exact.count == 1 { fitted = onlyExactRate }
    // Distances are several times more exact than curves.
    let byDistance = distanceFactor.map { rate(forNormalDistancesTimes: $0) }
    if let byDistance, fitted.map({ isNear($0, byDistance, within: 0.35) }) ?? true {
      fitted = byDistance
    }
    guard let rate = fitted, rate > 0.5, rate < 0.9999,
      !isNear(rate, base.physics.normalDecay, within: 0.2),
      !isNear(rate, base.physics.fastDecay, within: 0.2)
    else { return nil }
    return 1 - Self.rounded(1 - rate)
  }

  private var endsAtRest: Bool { isDeclared && base.releasePhysics == .uikit }

  /// The rate of the only curve without noise, if the content also went as far as it leads.
  private var onlyExactRate: Double? {
    for (decision, release) in zip(decisions, releases) {
      guard let fit = decision.deceleration(endsAtRest: endsAtRest),
        fit.isExact(distance: decision.way), let distance = release.distance(isFast: false),
        distance.magnitude > 100
      else { continue }
      let end = decision.reportedRest ?? decision.rest
      guard !decision.axis.isAtEnd(end, within: 1) else { return nil }
      let byDistance = rate(forNormalDistancesTimes: (end - release.here) / distance)
      let ratio = Elementary.ln(Elementary.ln(fit.ratePerMillisecond) / Elementary.ln(byDistance))
      return ratio.magnitude <= 0.05 ? fit.ratePerMillisecond : nil
    }
    return nil
  }

  /// The rate with which releases go a number of times as far as with the normal one.
  private func rate(forNormalDistancesTimes factor: Double) -> Double {
    let kept = max(0.01, factor) * base.physics.normalDecay / (1 - base.physics.normalDecay)
    return kept / (1 + kept)
  }

  /// The ratio between reported or free distances and the normal ones.
  private var distanceFactor: Double? {
    var shares: [Double] = []
    for (decision, release) in zip(decisions, releases) {
      guard let distance = release.distance(isFast: false), distance.magnitude > 100,
        let end = decision.reportedRest, !decision.axis.isAtEnd(end, within: 1)
      else { continue }
      shares.append((end - release.here) / distance)
    }
    guard shares.count >= 2 else { return freeFactor(isFast: false) }
    let middle = shares.sorted()[shares.count / 2]
    let near = shares.count { ($0 - middle).magnitude <= 0.06 * middle.magnitude }
    return near * 3 >= shares.count * 2 && middle > 0.001 ? middle : nil
  }

  /// A small number with two significant digits.
  private static func rounded(_ value: Double) -> Double {
    var unit = 1.0
    while unit > 1e-6, value < unit { unit /= 10 }
    return (value / unit * 10).rounded() * unit / 10
  }

  // MARK: Other toolkits

  /// The physics of other toolkits, for the declared behavior and for none.
  mutating func addPeers() {
    // They differ in their use of a velocity.
    guard releases.contains(where: { $0.distances != nil }) else { return }
    var behaviors: [(ScrollBehavior, Double)] = [(.none, 1)]
    if isDeclared {
      if !base.effectiveBehavior.isNone { behaviors.append((base.behavior, 0)) }
    } else {
      if hasTargets { behaviors.append((.viewAligned(limit: .never, anchor: nil), 2)) }
      behaviors.append((.paging, 2))
    }
    for physics in toolkits where physics != base.releasePhysics {
      for (behavior, price) in behaviors where behavior.isNone || physics.hasSnapping {
        var configuration = with(behavior)
        configuration.releasePhysics = physics
        // On Android, a declaration that names no toolkit means the system's.
        let isDeclared = isToolkitOpen && physics == .android && behavior == base.behavior
        add(.peer(physics), configuration, isDeclared ? 1 : 6 + price) {
          $0.isDeclared = isDeclared
          $0.hasDeclaredBehavior = isDeclared
        }
      }
    }
  }

  // MARK: What recorded numbers mean

  /// The declared behavior, recorded in other units, with another origin or from the opposite end.
  mutating func addReadings() {
    var bases: [(Configuration, Double)] = []
    if isDeclared {
      bases = [(base, 0)]
    } else {
      if hasTargets { bases.append((with(.viewAligned(limit: .never, anchor: nil)), 3)) }
      bases.append((with(.paging), 3))
    }
    for (configuration, price) in bases {
      func add(_ cause: CauseClass, _ reading: Reading, _ bits: Double) {
        self.add(cause, configuration, price + bits) { $0.reading = reading }
        guard decisions.contains(where: { $0.evidence == .recorded }),
          reading.scale != 1 || reading.isMirrored
        else { return }
        var other = reading
        other.changesVelocities = false
        self.add(cause, configuration, price + bits + 1) { $0.reading = other }
      }
      // Without a declaration, a wrong unit is one more assumption than a page of another length.
      for scale in unitScales where !drags.excludes(scale) {
        add(.units, Reading(scale: scale), isDeclared ? 2 : 7)
      }
      for shift in insetShifts {
        add(.insets, Reading(shift: shift), 3)
        add(.insets, Reading(shift: shift, shiftsEnds: false), 3)
      }
      if scene.axis?.axis == .horizontal, scene.axis?.high != nil, !drags.excludesMirroring {
        add(.mirrored, Reading(isMirrored: true), 3)
      }
    }
  }

  private var unitScales: [Double] {
    var device = [2, 3, 0.5, 1.0 / 3]
    if let scale = scene.scale, scale > 1, scale <= 8 { device = [scale, 1 / scale] }
    return device + [2.0 / 3, 1.5]
  }

  private var insetShifts: [Double] {
    guard let inset = scene.axis?.start, inset.magnitude > 1 else { return [] }
    return [inset, -inset]
  }
}

extension PlaceCandidates {
  fileprivate static func free(_ configuration: Configuration) -> PlaceCandidates {
    PlaceCandidates(places: .lists([]), configuration: configuration, price: 2)
  }
}

extension PeerPhysics {
  /// Whether the physics has its own snapping.
  var hasSnapping: Bool {
    switch self {
    case .reanimated, .pop: false
    default: true
    }
  }
}

extension DecayFit {
  /// Whether the residual is that of a curve without noise.
  func isExact(distance: Double) -> Bool { residual <= max(0.05, 0.0002 * distance.magnitude) }

  /// Whether enough accurate frames support the fitted rate to compare it with a hypothesis.
  fileprivate func isTrusted(distance: Double) -> Bool {
    sampleCount >= 8 && duration >= 120 && ratePerMillisecond < 0.99999
      && ratePerMillisecond > 0.5 && residual <= max(0.6, 0.01 * distance.magnitude)
  }
}

extension RestDecision {
  /// The curve that was fitted to the frames, if it can be a deceleration.
  ///
  /// Those of UIKit end where the content rests: without a velocity, a curve that ends elsewhere is probably
  /// that of an animation, unless an end of the content stopped it. `endsAtRest` leaves these curves out.
  func deceleration(endsAtRest: Bool) -> DecayFit? {
    guard let fit, fit.isTrusted(distance: way) else { return nil }
    guard endsAtRest, velocity == nil, !isAtEnd(within: 1) else { return fit }
    return (fit.asymptote - rest).magnitude <= max(1, 0.03 * way.magnitude) ? fit : nil
  }
}
