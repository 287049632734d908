import Analysis
import Replay
import ScrollModel

/// The evaluation of one recorded release under one hypothesis.
struct ReleaseQuestion {
  private let decision: RestDecision
  private let asked: AskedHypothesis
  private let original: Double?
  private let run: ReplayRun
  private let uncertainty: Double
  /// How far a page's whole offsets are from the real ones at most; 0 for others.
  private let rounding: Double
  private let tolerance: Double
  private let velocity: Double
  /// The possible errors of the release relative to the largest one, which is first.
  private let errors: [Double]
  private let here: Double

  init(
    _ decision: RestDecision, _ asked: AskedHypothesis, original: Double?,
    _ run: ReplayRun, _ uncertainty: Double, rounding: Double, _ tolerance: Double,
    velocity: Double, errors: [Double]
  ) {
    self.decision = decision
    self.asked = asked
    self.original = original
    self.run = run
    self.uncertainty = uncertainty
    self.rounding = rounding
    self.tolerance = tolerance
    self.velocity = velocity
    self.errors = errors
    here = run.place(along: decision.axis.axis)
  }

  private func decide(velocity: Double, from place: Double, original: Double?) -> ChosenRest? {
    asked.decide(run, decision, velocity: velocity, from: place, original: original)
  }

  /// Weighs the rest over all errors of the release, which are equally likely.
  func answer() -> (logLikelihood: Double, prediction: Prediction) {
    guard let nominal = decide(velocity: velocity, from: here, original: original) else {
      return (
        Elementary.ln(outlierDensity),
        Prediction(
          chosen: here, isExplained: false, miss: .infinity, flipMargin: nil,
          regret: Self.outlierRegret)
      )
    }
    let plain = unmultiplied(nominal)
    let way = nominal.natural - here
    let shared = Shared(
      nominal: nominal, aim: aim(nominal, plain, way),
      atRest: decide(velocity: velocity, from: decision.rest - way, original: original),
      wrongChoice: wrongChoiceDensity)
    var best = weigh(shared, error: errors[0])
    var sum = best.likelihood
    for error in errors.dropFirst() {
      // What a large error does not explain, smaller ones do not explain either.
      let next = best.prediction.isExplained ? weigh(shared, error: error) : best
      if next.likelihood > best.likelihood { best = next }
      sum += next.likelihood
    }
    return (
      Elementary.ln(max(sum / Double(errors.count), 1e-30)) + decelerationEvidence
        + proposalEvidence(plain),
      best.prediction
    )
  }

  /// What does not depend on the error of the release.
  private struct Shared {
    var nominal: ChosenRest
    /// The natural end, and its largest error.
    var aim: (place: Double, spread: Double)
    /// The choice for a proposal of the recorded rest.
    var atRest: ChosenRest?
    /// The likelihood of the rest as another position than the computed one.
    var wrongChoice: Double
  }

  /// The likelihood of the rest with one error of the release.
  private func weigh(
    _ shared: Shared, error: Double
  ) -> (likelihood: Double, prediction: Prediction) {
    let (nominal, aim) = (shared.nominal, shared.aim.place)
    let way = nominal.natural - here
    let spread = max(Self.leastSpread, shared.aim.spread * error)
    func choice(proposing place: Double) -> ChosenRest? {
      decide(velocity: velocity, from: place - way, original: original)
    }
    let atAim = aim == nominal.natural ? nominal : choice(proposing: aim) ?? nominal
    var match = PlaceMatch(decision, asked.reading, tolerance, step: spread / 2)
    match.take(atAim, proposed: aim)
    for share in [-1.0, 1, -2, 2] {
      let place = aim + share * spread
      if let choice = choice(proposing: place) { match.take(choice, proposed: place) }
    }
    var isExplained = match.isFound
    if let atRest = shared.atRest { match.take(atRest, proposed: decision.rest) }
    let mass = match.mass(around: aim, spread)
    if mass > 0.02 { isExplained = true }
    var density = mass * placeDensity(match.miss)
    var ideal = match.isFound ? placeDensity(match.miss) : 0
    if let atRest = shared.atRest, !match.isPlace(atRest) {
      // Without a behavior, content of some toolkits stops before its natural end.
      let isOfUIKit = asked.configuration.releasePhysics == .uikit
      let early =
        asked.hypothesis.restsAnywhere && !isOfUIKit ? nominal.chosen - nominal.natural : 0
      let distance = decision.rest - aim - early
      let deviation = (spread * spread + uncertainty * uncertainty).squareRoot()
      ideal = max(ideal, normalDensity(0, deviation))
      density +=
        0.9 * normalDensity(distance, deviation) + 0.08 * normalDensity(distance, 4 * deviation)
      if distance.magnitude <= 2.5 * deviation {
        isExplained = true
        match.noteFree(distance)
      }
    }
    density += shared.wrongChoice
    // Without a velocity, any candidate of another toolkit may be the chosen one.
    if decision.velocity == nil || decision.evidence == .fit, shared.wrongChoice > 0,
      asked.configuration.releasePhysics != .uikit
    {
      isExplained = true
    }
    let outliers = DecisionScorer.outliers
    let likelihood = (1 - outliers) * density + outliers * outlierDensity
    // Without a velocity, and with the first frames of a fling unknown, any place may be the
    // nearest one.
    let isKnown = decision.velocity != nil && decision.evidence != .fit && !isSnappedFling
    let regret =
      !isExplained
      ? Self.outlierRegret : isKnown ? Elementary.ln(max(ideal, likelihood) / likelihood) : 0
    return (
      likelihood,
      Prediction(
        chosen: atAim.chosen, isExplained: isExplained,
        miss: match.miss, flipMargin: atAim.margin, regret: max(0, regret))
    )
  }

  /// An unexplained rest is ten times as likely under an unknown rule.
  private static let outlierRegret = 3.4

  /// The smallest error of a natural end, in points: offsets are sums of frames.
  private static let leastSpread = 0.1

  /// The likelihood of a distance between a place and the recorded rest.
  ///
  /// A whole number may be off by any part of half a pixel, all alike.
  private func placeDensity(_ miss: Double) -> Double {
    let half = rounding
    let deviation = half > 0 ? 0.1 : (uncertainty * uncertainty + 0.01).squareRoot()
    let beyond = max(0, miss.magnitude - half)
    return normalDensity(beyond, deviation) / (1 + 2 * half * normalDensity(0, deviation))
  }

  /// The likelihood of a rest anywhere in the range.
  private var outlierDensity: Double {
    let range = decision.axis.high.map { $0 - decision.axis.low } ?? decision.axis.frame * 10
    return 1 / max(200, range)
  }

  /// The likelihood of a rest at another position of the behavior than the computed one.
  private var wrongChoiceDensity: Double {
    guard let still = decide(velocity: 0, from: decision.rest, original: decision.rest) else {
      return 0
    }
    let match = PlaceMatch(decision, asked.reading, tolerance, step: 0)
    guard match.isPlace(still), (still.chosen - decision.rest).magnitude <= tolerance else {
      return 0
    }
    let share = isSnappedFling ? DecisionScorer.wrongSnaps : DecisionScorer.wrongChoices / 4
    return share * placeDensity(still.chosen - decision.rest)
  }

  /// Whether a browser chose the rest by the first frames of a fling, which no recording contains.
  private var isSnappedFling: Bool {
    velocity != 0 && asked.configuration.isSnapStyle
      && asked.configuration.releasePhysics != .uikit
  }

  /// The natural end of the release, and its uncertainty.
  private func aim(
    _ nominal: ChosenRest, _ plain: ChosenRest, _ way: Double
  ) -> (place: Double, spread: Double) {
    // An end beyond the range may be put at its end before the distance is multiplied.
    if asked.hypothesis.velocityFactor != 1, decision.isAtEnd(within: tolerance),
      isBeyond(decision.rest, plain)
    {
      return (decision.rest, 2)
    }
    if let reported = decision.reportedRest, decision.evidence != .fit,
      !isBeyond(reported, plain)
    {
      // The multiplied distance may count from a frame earlier or later.
      let factor = asked.hypothesis.velocityFactor
      let spread = factor == 1 ? 2 : 2 + (factor - 1).magnitude * (6 + velocity.magnitude / 120)
      return (here + (reported - here) * factor, spread)
    }
    let moved = velocity.magnitude / 60
    switch decision.evidence {
    case .recorded, .engine:
      return (nominal.natural, 1 + moved + 0.02 * way.magnitude)
    case .touch:
      let speed = decision.velocity?.magnitude ?? 0
      let floor = asked.configuration.releaseFloor
      // Near the floor, the release may have no deceleration.
      if speed > 0.6 * floor, speed < 1.6 * floor {
        let isFast = asked.configuration.fastDeceleration(decision.axis.axis)
        return (nominal.natural, max(3, speed * (isFast ? 0.1 : 0.5)))
      }
      // Content under a still finger does not move.
      if velocity == 0, way.magnitude <= 1 { return (nominal.natural, 1) }
      return (nominal.natural, 3 + moved + 0.2 * way.magnitude)
    case .fit, .frames, nil:
      if velocity == 0 { return (nominal.natural, 4) }
      // The fitted deceleration ends at the rest, regardless of its cause.
      return (decision.rest, max(120, 0.6 * decision.way.magnitude))
    }
  }

  /// Whether an offset is at an end of the range, and the release leads beyond it: then the offset
  /// does not show how far.
  private func isBeyond(_ place: Double, _ plain: ChosenRest) -> Bool {
    let axis = decision.axis
    let end = plain.natural
    if let high = axis.high, place >= high - 1, end > high { return true }
    return place <= axis.low + 1 && end < axis.low
  }

  /// The choice without the hypothesis's factor of the velocity.
  private func unmultiplied(_ nominal: ChosenRest) -> ChosenRest {
    guard asked.hypothesis.velocityFactor != 1 else { return nominal }
    return asked.unmultiplied.decide(
      run, decision, velocity: velocity, from: here, original: original) ?? nominal
  }

  /// The agreement of the reported proposal with the velocity, as a log-likelihood; 0 is that of a
  /// proposal as near as usual.
  ///
  /// The system proposes before the app multiplies.
  private func proposalEvidence(_ plain: ChosenRest) -> Double {
    guard let reported = decision.reportedRest else { return 0 }
    let distance = plain.natural - here
    let share: Double
    switch decision.evidence {
    case .recorded, .engine: share = 0.02
    case .touch: share = 0.2
    case .fit, .frames, nil: return 0
    }
    let largest = 3 + velocity.magnitude / 60 + share * distance.magnitude
    let miss = reported - plain.proposed
    let sum = errors.reduce(0.0) { sum, error in
      let spread = max(Self.leastSpread, largest * error)
      let share = miss / spread
      return sum + largest / spread * Elementary.exp(max(-60, -share * share / 2))
    }
    return Elementary.ln(0.98 * sum / Double(errors.count) + 0.02)
  }

  /// The agreement of the fitted rate with the hypothesis, as a log-likelihood.
  private var decelerationEvidence: Double {
    let isUIKit = asked.configuration.releasePhysics == .uikit
    guard
      let fit = decision.deceleration(endsAtRest: isUIKit && asked.hypothesis.isCheck)
    else { return 0 }
    // Without a velocity, an animation leads to the rest; its curve is no deceleration.
    if let speed = decision.velocity?.magnitude, decision.evidence != .fit,
      speed < asked.configuration.releaseFloor
    {
      return 0
    }
    let expected =
      isUIKit ? asked.rate(decision.axis.axis) : peerRate
    guard let expected, expected > 0, expected < 1 else { return Elementary.ln(0.05) }
    let ratio = Elementary.ln(Elementary.ln(fit.ratePerMillisecond) / Elementary.ln(expected))
    // A noise-free curve determines its rate within a few hundredths; a timed curve never fits as
    // well.
    let (deviation, floor) =
      fit.isExact(distance: decision.way) ? (0.08, 0.001) : (0.2, 0.01)
    return Elementary.ln(0.8 * normalDensity(ratio / deviation, 1) + floor)
  }

  /// The rate fitted to the curve of another toolkit to the recorded rest.
  private var peerRate: Double? {
    let axis = decision.axis
    guard let high = axis.high, high >= axis.low else { return nil }
    let isFree = asked.hypothesis.configuration.effectiveBehavior.isNone
    let samples = asked.configuration.releasePhysics.motion(
      from: here, velocity: velocity, to: isFree ? nil : decision.rest, range: axis.low...high,
      container: axis.inner)
    // As in a recording, the fit ends where the content stops at an end.
    let free = samples.prefix {
      axis.excess($0.offset) == 0 && !axis.isAtEnd($0.offset, within: 0.5)
    }
    return DecayFit(Array(free))?.ratePerMillisecond
  }
}

/// The proposals that result in the recorded rest, by sampling.
private struct PlaceMatch {
  private let decision: RestDecision
  private let reading: Reading
  private let tolerance: Double
  /// The distance between samples.
  private let step: Double
  private var low = Double.infinity
  private var high = -Double.infinity
  private(set) var miss = Double.infinity

  init(_ decision: RestDecision, _ reading: Reading, _ tolerance: Double, step: Double) {
    self.decision = decision
    self.reading = reading
    self.tolerance = tolerance
    self.step = step
  }

  var isFound: Bool { low < high }

  /// Whether a decision chose one of several positions, including the ends of the range.
  func isPlace(_ choice: ChosenRest) -> Bool {
    switch choice.rule {
    case .natural, .leftAlone:
      reading.isAtEnd(choice.chosen, decision.axis, within: tolerance)
    case .peer:
      choice.isCandidate || reading.isAtEnd(choice.chosen, decision.axis, within: tolerance)
    case .nearest, .stepped, .limited, .turnedPage, .custom: true
    }
  }

  /// Adds the result for a proposal.
  mutating func take(_ choice: ChosenRest, proposed place: Double) {
    guard isPlace(choice), (choice.chosen - decision.rest).magnitude <= tolerance else { return }
    let distance = choice.chosen - decision.rest
    if distance.magnitude < miss.magnitude { miss = distance }
    switch choice.rule {
    case .natural, .leftAlone,
      .peer where !choice.isCandidate:
      // Beyond an end, every proposal results in the end.
      let isLow = reading.isAtLow(choice.chosen, decision.axis, within: tolerance)
      low = min(low, isLow ? -.infinity : place - tolerance)
      high = max(high, isLow ? place + tolerance : .infinity)
    case .peer:
      low = min(low, place - step)
      high = max(high, place + step)
    default:
      low = min(low, place + choice.low)
      high = max(high, place + choice.high)
    }
  }

  /// Records a rest of a release without a behavior.
  mutating func noteFree(_ distance: Double) {
    if !isFound { miss = distance }
  }

  /// The probability of proposals that result in the recorded rest.
  func mass(around aim: Double, _ spread: Double) -> Double {
    guard low < high else { return 0 }
    return max(0, shareBelow((high - aim) / spread) - shareBelow((low - aim) / spread))
  }
}
