import Analysis
import Replay
import ScrollModel

/// What a hypothesis makes of one decision.
struct Prediction: Hashable, Sendable {
  /// The rest that it leads to from the recorded release.
  var chosen: Double
  /// Whether the recorded rest is a rest under it, within what is known of the release.
  var isExplained: Bool
  /// The distance from the recorded rest to the place that explains it.
  var miss: Double
  /// How far the release may end elsewhere until it rests elsewhere; nil where it never does.
  var flipMargin: Double?
}

/// A hypothesis with its score over all decisions.
struct ScoredHypothesis: Sendable {
  var hypothesis: Hypothesis
  /// The natural logarithm of the likelihood of all decisions.
  var logLikelihood = 0.0
  var predictions: [Prediction] = []
  /// What it would choose for gestures that were not made, in the last layout.
  var imagined: [ImaginedRelease] = []

  /// The logarithm of the likelihood less the price.
  var score: Double { logLikelihood - hypothesis.price * Elementary.ln(2) }
  /// Whether content rests anywhere under it.
  var isFree: Bool { hypothesis.configuration.effectiveBehavior.isNone }
  var explained: Int { predictions.count(where: \.isExplained) }
  var worstMiss: Double { predictions.filter(\.isExplained).map(\.miss.magnitude).max() ?? 0 }
}

/// A release that was not recorded, and where it would come to rest.
struct ImaginedRelease: Hashable, Sendable {
  /// Whether it begins at the first place; else in the middle of the content.
  var isFromStart: Bool
  var velocity: Double
  var chosen: Double
  var margin: Double
}

/// Asks hypotheses about recorded releases, in the order of the trace.
struct DecisionScorer {
  private(set) var scored: [ScoredHypothesis]
  private let run: ReplayRun<NoFollower>
  private let decisions: [RestDecision]
  private let uncertainty: Double
  private let tolerance: Double
  private var next = 0
  /// Where the content was heading for when the next gesture caught it.
  private var heading: Double?

  /// The share of decisions that something unknown made.
  private static let outliers = 0.03
  /// The share of decisions that end at a place of the behavior, but not at the one that was computed.
  private static let wrongChoices = 0.05

  init(
    _ hypotheses: [Hypothesis], _ decisions: [RestDecision], _ plan: ReplayPlan,
    uncertainty: Double, tolerance: Double
  ) {
    scored = hypotheses.map { ScoredHypothesis(hypothesis: $0) }
    self.decisions = decisions
    self.uncertainty = uncertainty
    self.tolerance = max(tolerance, 3 * uncertainty)
    run = ReplayRun(plan)
  }

  /// Takes the next event of the recording.
  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    score(before: time)
    run.take(event, at: time)
  }

  /// Scores what is left, and asks about gestures that were not made.
  mutating func finish() {
    score(before: nil)
    imagine()
  }

  private mutating func score(before time: TraceTime?) {
    while next < decisions.count, time.map({ decisions[next].time < $0 }) ?? true {
      let decision = decisions[next]
      let original = (decision.isCatch ? heading : nil) ?? decision.startOffset
      for index in scored.indices {
        let hypothesis = scored[index].hypothesis
        let answer = answer(decision, hypothesis.configuration, original)
        scored[index].logLikelihood += answer.logLikelihood
        scored[index].predictions.append(answer.prediction)
      }
      heading = decision.rest
      next += 1
    }
  }

  /// Asks with each velocity that the release may have had.
  private func answer(
    _ decision: RestDecision, _ configuration: Configuration, _ original: Double?
  ) -> (logLikelihood: Double, prediction: Prediction) {
    let velocities = RecordedReleaseQuestion.velocities(decision, configuration)
    let answers = velocities.map {
      RecordedReleaseQuestion(
        decision, configuration, original: original, run, uncertainty, tolerance, velocity: $0
      ).answer()
    }
    var best = answers[0]
    var sum = 0.0
    for answer in answers {
      if answer.logLikelihood > best.logLikelihood { best = answer }
      sum += Elementary.exp(max(-60, answer.logLikelihood)) / Double(answers.count)
    }
    best.logLikelihood = Elementary.ln(max(sum, 1e-26))
    return best
  }

  private mutating func imagine() {
    guard let axis = decisions.last?.axis, let high = axis.high, high > axis.low else { return }
    let middle = (axis.low + high) / 2
    for index in scored.indices {
      let configuration = scored[index].hypothesis.configuration
      for (isFromStart, place) in [(true, axis.low), (false, middle)] {
        for speed in stride(from: 300.0, through: 4500, by: 300) {
          let from = isFromStart ? place + 10 : place
          guard
            let settle = run.decide(
              axis.axis, velocity: speed, from: from, original: place, under: configuration)
          else { continue }
          scored[index].imagined.append(
            ImaginedRelease(
              isFromStart: isFromStart, velocity: speed, chosen: settle.chosen,
              margin: settle.flipMargin ?? 1000))
        }
      }
    }
  }

  /// One recorded release under one configuration.
  private struct RecordedReleaseQuestion {
    let decision: RestDecision
    let configuration: Configuration
    let original: Double?
    let run: ReplayRun<NoFollower>
    let uncertainty: Double
    let tolerance: Double
    private let velocity: Double
    private let here: Double

    init(
      _ decision: RestDecision, _ configuration: Configuration, original: Double?,
      _ run: ReplayRun<NoFollower>, _ uncertainty: Double, _ tolerance: Double, velocity: Double
    ) {
      self.decision = decision
      self.configuration = configuration
      self.original = original
      self.run = run
      self.uncertainty = uncertainty
      self.tolerance = tolerance
      self.velocity = velocity
      here = run.place(along: decision.axis.axis)
    }

    /// The velocities to ask with: of a release that only offsets show, what the way from it needs, or
    /// none where the finger held still before it was lifted.
    static func velocities(
      _ decision: RestDecision, _ configuration: Configuration
    ) -> [Double] {
      switch decision.evidence {
      case .recorded, .engine: return [decision.velocity ?? 0]
      case .touch:
        let speed = decision.velocity ?? 0
        return [speed.magnitude < configuration.releaseFloor ? 0 : speed]
      case .fit, nil:
        guard decision.way.magnitude > 1 else { return [0] }
        let isFast = configuration.fastDeceleration(decision.axis.axis)
        let speed = decision.way.magnitude * (isFast ? 10 : 2) + 20
        return [decision.way < 0 ? -speed : speed, 0]
      }
    }

    private func decide(from place: Double) -> Settle? {
      run.decide(
        decision.axis.axis, velocity: velocity, from: place, original: original,
        under: configuration)
    }

    func answer() -> (logLikelihood: Double, prediction: Prediction) {
      guard let nominal = decide(from: here) else {
        return (
          Elementary.ln(outlierDensity),
          Prediction(chosen: here, isExplained: false, miss: .infinity, flipMargin: nil)
        )
      }
      let way = nominal.natural - here
      let (aim, spread) = aim(nominal, way)
      func settle(proposing place: Double) -> Settle? { decide(from: place - way) }
      let atAim = aim == nominal.natural ? nominal : settle(proposing: aim) ?? nominal
      var match = PlaceMatch(decision, tolerance)
      match.take(atAim, proposed: aim)
      for share in [-1.0, 1, -2, 2] {
        let place = aim + share * spread
        if let settle = settle(proposing: place) { match.take(settle, proposed: place) }
      }
      var isExplained = match.isFound
      let atRest = settle(proposing: decision.rest)
      if let atRest { match.take(atRest, proposed: decision.rest) }
      let mass = match.mass(around: aim, spread)
      if mass > 0.02 { isExplained = true }
      var density = mass * normalDensity(match.miss, placeDeviation)
      if let atRest, !match.isPlace(atRest) {
        let distance = decision.rest - aim
        let deviation = (spread * spread + uncertainty * uncertainty).squareRoot()
        density +=
          0.9 * normalDensity(distance, deviation) + 0.08 * normalDensity(distance, 4 * deviation)
        if distance.magnitude <= 2.5 * deviation {
          isExplained = true
          match.noteFree(distance)
        }
      }
      density += wrongChoiceDensity
      let likelihood = (1 - outliers) * density + outliers * outlierDensity
      return (
        Elementary.ln(max(likelihood, 1e-30)) + decelerationEvidence,
        Prediction(
          chosen: atAim.chosen, isExplained: isExplained,
          miss: match.miss, flipMargin: atAim.flipMargin)
      )
    }

    private var outliers: Double { DecisionScorer.outliers }

    private var placeDeviation: Double {
      (uncertainty * uncertainty + 0.01).squareRoot()
    }

    /// What a rest anywhere in the range costs.
    private var outlierDensity: Double {
      let range = decision.axis.high.map { $0 - decision.axis.low } ?? decision.axis.frame * 10
      return 1 / max(200, range)
    }

    /// A rest at a place of the behavior that the computed release does not lead to.
    private var wrongChoiceDensity: Double {
      guard
        let still = run.decide(
          decision.axis.axis, velocity: 0, from: decision.rest, original: decision.rest,
          under: configuration)
      else { return 0 }
      let match = PlaceMatch(decision, tolerance)
      guard match.isPlace(still), (still.chosen - decision.rest).magnitude <= tolerance else {
        return 0
      }
      return DecisionScorer.wrongChoices / 4
        * normalDensity(still.chosen - decision.rest, placeDeviation)
    }

    /// Where the release heads for, and by how much that may be off.
    private func aim(_ nominal: Settle, _ way: Double) -> (place: Double, spread: Double) {
      if let reported = decision.reportedRest, decision.evidence != .fit { return (reported, 2) }
      let moved = velocity.magnitude / 60
      switch decision.evidence {
      case .recorded, .engine:
        return (nominal.natural, 1 + moved + 0.02 * way.magnitude)
      case .touch:
        let speed = decision.velocity?.magnitude ?? 0
        let floor = configuration.releaseFloor
        // About the floor, the release may count as none.
        if speed > 0.6 * floor, speed < 1.6 * floor {
          let most = speed * (configuration.fastDeceleration(decision.axis.axis) ? 0.1 : 0.5)
          return (nominal.natural, max(3, most))
        }
        return (nominal.natural, 3 + moved + 0.2 * way.magnitude)
      case .fit, nil:
        if velocity == 0 { return (nominal.natural, 4) }
        // The fitted deceleration ends at the rest whatever chose it.
        return (decision.rest, max(120, 0.6 * decision.way.magnitude))
      }
    }

    /// How well the fitted rate agrees with the configuration's, as a logarithm of likelihoods.
    private var decelerationEvidence: Double {
      guard configuration.releasePhysics == .uikit, let fit = decision.fit, fit.sampleCount >= 8,
        fit.duration >= 120, fit.ratePerMillisecond < 0.99999, fit.ratePerMillisecond > 0.5,
        fit.residual <= max(0.6, 0.01 * decision.way.magnitude)
      else { return 0 }
      let physics = configuration.physics
      let isFast = configuration.fastDeceleration(decision.axis.axis)
      let rate = isFast ? physics.fastDecay : physics.normalDecay
      guard rate > 0, rate < 1 else { return 0 }
      let ratio = Elementary.ln(Elementary.ln(fit.ratePerMillisecond) / Elementary.ln(rate))
      return Elementary.ln(0.8 * normalDensity(ratio / 0.2, 1) + 0.01)
    }
  }
}

/// Which proposals lead to the recorded rest, as far as probes show.
private struct PlaceMatch {
  let decision: RestDecision
  let tolerance: Double
  private var low = Double.infinity
  private var high = -Double.infinity
  private(set) var miss = Double.infinity

  init(_ decision: RestDecision, _ tolerance: Double) {
    self.decision = decision
    self.tolerance = tolerance
  }

  var isFound: Bool { low < high }

  /// Whether a decision chose one of several places; an end of the range is one.
  func isPlace(_ settle: Settle) -> Bool {
    switch settle.rule {
    case .natural, .leftAlone: decision.axis.isAtEnd(settle.chosen, within: tolerance)
    case .peer: settle.chosen != settle.natural
    case .nearest, .stepped, .limited, .turnedPage, .custom: true
    }
  }

  /// Takes the answer to a proposal; what leads to one place goes one way with the proposal.
  mutating func take(_ settle: Settle, proposed place: Double) {
    guard isPlace(settle), (settle.chosen - decision.rest).magnitude <= tolerance else { return }
    let distance = settle.chosen - decision.rest
    if distance.magnitude < miss.magnitude { miss = distance }
    switch settle.rule {
    case .natural, .leftAlone, .peer:
      // Beyond an end every proposal leads to it.
      let axis = decision.axis
      let isLow = (settle.chosen - axis.low).magnitude <= tolerance
      low = min(low, isLow ? -.infinity : place - tolerance)
      high = max(high, isLow ? place + tolerance : .infinity)
    default:
      let margin = settle.flipMargin ?? .infinity
      low = min(low, place - margin)
      high = max(high, place + margin)
    }
  }

  /// Notes a rest that a release without a behavior leads to.
  mutating func noteFree(_ distance: Double) {
    if !isFound { miss = distance }
  }

  /// The share of proposals that lead to the rest.
  func mass(around aim: Double, _ spread: Double) -> Double {
    guard low < high else { return 0 }
    return max(0, shareBelow((high - aim) / spread) - shareBelow((low - aim) / spread))
  }
}
