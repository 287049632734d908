import Analysis
import Replay
import ScrollModel

/// The result of a hypothesis for one decision.
struct Prediction: Hashable, Sendable {
  /// The resting offset for the recorded release.
  var chosen: Double
  /// Whether the hypothesis explains the recorded rest, within the uncertainty of the release.
  var isExplained: Bool
  /// The distance from the recorded rest to the explaining position.
  var miss: Double
  /// The smallest change of the natural end that changes the choice; nil if none does.
  var flipMargin: Double?
  /// How much less likely the rest is than for a rule that leads to its place for sure, as a
  /// difference of natural logarithms.
  var regret = 0.0
}

/// A hypothesis with its score over all decisions.
struct ScoredHypothesis: Sendable {
  var hypothesis: Hypothesis
  /// The natural logarithm of the likelihood of each decision.
  var logLikelihoods: [Double] = []
  var predictions: [Prediction] = []
  /// Its choices for hypothetical gestures in the last layout.
  var imagined: [ImaginedRelease] = []

  /// The natural logarithm of the likelihood of all decisions.
  var logLikelihood: Double { logLikelihoods.reduce(0, +) }
  /// The logarithm of the likelihood minus the price.
  var score: Double { logLikelihood - hypothesis.price * Elementary.ln(2) }
  /// Whether it allows content to rest anywhere.
  var isFree: Bool {
    hypothesis.rule == nil && hypothesis.configuration.effectiveBehavior.isNone
  }
  /// Whether its positions are merely the recorded rests.
  var isList: Bool {
    if case .offsets = hypothesis.configuration.behavior {
      return hypothesis.parameter == nil && !hypothesis.isDeclared
    }
    return false
  }
  var explained: Int { predictions.count(where: \.isExplained) }
  var worstMiss: Double { predictions.filter(\.isExplained).map(\.miss.magnitude).max() ?? 0 }
}

/// A hypothetical release and its resting offset.
struct ImaginedRelease: Hashable, Sendable {
  /// How far a finger moves the content before it is lifted, give or take as much.
  static let travel = 40.0

  /// Whether it begins at the first position; else in the middle of the content.
  var isFromStart: Bool
  var velocity: Double
  var chosen: Double
  var margin: Double
}

/// Evaluates hypotheses for recorded releases, in the order of the trace.
struct DecisionScorer {
  private(set) var scored: [ScoredHypothesis]
  private let run: ReplayRun
  private let decisions: [RestDecision]
  private let uncertainty: Double
  private let tolerance: Double
  /// Whether the trace is of a web page.
  private let isPage: Bool
  private let rounding: Double
  private var next = 0
  /// The destination of the content when the next gesture interrupted it.
  private var heading: Double?

  /// The errors of a release relative to the largest: some frames show it exactly, some a frame late.
  private static let errors = [1, 0.2, 0.04]
  /// The fraction of decisions with an unknown cause.
  static let outliers = 0.03
  /// The fraction of decisions that end at another position of the behavior than the computed one.
  static let wrongChoices = 0.05
  /// The fraction of flings between snap areas that end at another area than the computed one: 4 of
  /// 12 in Chromium (docs/calibration.md).
  static let wrongSnaps = 0.25

  init(
    _ hypotheses: [Hypothesis], _ decisions: [RestDecision], _ plan: ReplayPlan,
    uncertainty: Double, tolerance: Double, isPage: Bool, isWhole: Bool
  ) {
    self.isPage = isPage
    rounding = isPage && isWhole ? 0.5 : 0
    scored = hypotheses.map { ScoredHypothesis(hypothesis: $0) }
    self.decisions = decisions
    self.uncertainty = uncertainty
    self.tolerance = max(tolerance, 3 * uncertainty)
    run = ReplayRun(plan)
  }

  /// Handles the next event of the recording.
  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    score(before: time)
    run.take(event, at: time)
  }

  /// Scores the remaining decisions, and evaluates hypothetical gestures.
  mutating func finish() {
    score(before: nil)
    imagine()
  }

  private mutating func score(before time: TraceTime?) {
    while next < decisions.count, time.map({ decisions[next].time < $0 }) ?? true {
      let decision = decisions[next]
      let original = (decision.isCatch ? heading : nil) ?? decision.startOffset
      for index in scored.indices {
        let answer = answer(decision, scored[index].hypothesis, original)
        scored[index].logLikelihoods.append(answer.logLikelihood)
        scored[index].predictions.append(answer.prediction)
      }
      heading = decision.rest
      next += 1
    }
  }

  /// Evaluates each possible velocity of the release, and each way to handle it.
  private func answer(
    _ decision: RestDecision, _ hypothesis: Hypothesis, _ original: Double?
  ) -> (logLikelihood: Double, prediction: Prediction) {
    let asked = AskedHypothesis(hypothesis)
    // A browser's fling depends on frames that no recording contains.
    let errors = decision.hasExactVelocity && !isPage ? Self.errors : [1]
    let answers = asked.velocities(of: decision).flatMap { velocity in
      asked.waysToHandle(decision).map { asked in
        ReleaseQuestion(
          decision, asked, original: original, run, uncertainty, rounding: rounding, tolerance,
          velocity: velocity, errors: errors
        ).answer()
      }
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

  /// Evaluates hypothetical gestures under the best hypotheses.
  private mutating func imagine() {
    guard let decision = decisions.last, let high = decision.axis.high, high > decision.axis.low
    else { return }
    let axis = decision.axis
    let best = scored.indices.sorted {
      scored[$0].score != scored[$1].score ? scored[$0].score > scored[$1].score : $0 < $1
    }.prefix(8)
    for index in best {
      let asked = AskedHypothesis(scored[index].hypothesis)
      for (isFromStart, place) in [(true, axis.low), (false, (axis.low + high) / 2)] {
        for speed in stride(from: 300.0, through: 4500, by: 300) {
          let answer = asked.decide(
            run, decision, velocity: speed, from: place + ImaginedRelease.travel,
            original: place)
          guard let answer else { continue }
          scored[index].imagined.append(
            ImaginedRelease(
              isFromStart: isFromStart, velocity: speed, chosen: answer.chosen,
              margin: answer.margin ?? 1000))
        }
      }
    }
  }
}
