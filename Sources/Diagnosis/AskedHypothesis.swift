import Analysis
import Replay
import ScrollModel

/// The choice of a hypothesis for a release; offsets are recorded ones.
struct ChosenRest {
  var natural: Double
  var proposed: Double
  var chosen: Double
  var rule: SettleRule
  /// Whether another toolkit's rule chose one of the candidates, not the end of its motion or an edge.
  var isCandidate = false
  /// The range of proposals with the same choice.
  var low: Double
  var high: Double
  /// The smallest change of the proposal that changes the choice; nil if none does.
  var margin: Double?
}

/// A hypothesis as evaluated for releases.
struct AskedHypothesis {
  let hypothesis: Hypothesis
  let configuration: Configuration
  /// Whether a browser handles a movement of the finger before the release; nil if that is not known.
  var waits: Bool?
  var reading: Reading { hypothesis.reading }

  init(_ hypothesis: Hypothesis) {
    self.hypothesis = hypothesis
    configuration = hypothesis.asked
  }

  /// The same without a factor of the velocity.
  var unmultiplied: Self {
    var plain = hypothesis
    plain.velocityFactor = 1
    var asked = Self(plain)
    asked.waits = waits
    return asked
  }

  /// The same with each way in which a browser may handle a release, which no recording contains.
  ///
  /// Between areas, Chromium aims at a multiple of the fling's first step, which depends on the way
  /// (WEB-12). Steps of flings that wait differ, so that the mean length is a third possibility.
  func waysToHandle(_ decision: RestDecision) -> [Self] {
    guard decision.turn == 0, configuration.releasePhysics == .chromium, configuration.isSnapStyle
    else {
      return [self]
    }
    return [nil, false, true].map { way in
      var asked = self
      asked.waits = way
      return asked
    }
  }

  /// The velocities to evaluate.
  ///
  /// For a release known only from offsets, these are the velocity that the distance requires, and
  /// zero for a finger that stopped before its lift.
  func velocities(of decision: RestDecision) -> [Double] {
    switch decision.evidence {
    case .recorded, .engine: return [decision.velocity ?? 0]
    case .touch:
      let speed = decision.velocity ?? 0
      return [speed.magnitude < configuration.releaseFloor ? 0 : speed]
    case .fit, .frames, nil:
      guard decision.way.magnitude > 1 else { return [0] }
      let loss = -1000 * Elementary.ln(max(0.5, min(0.9999, rate(decision.axis.axis))))
      let speed = decision.way.magnitude * loss / hypothesis.velocityFactor + 20
      return [decision.way < 0 ? -speed : speed, 0]
    }
  }

  /// Fraction of its velocity that a release keeps per millisecond.
  func rate(_ axis: Axis) -> Double {
    let physics = configuration.physics
    return configuration.fastDeceleration(axis) ? physics.fastDecay : physics.normalDecay
  }

  /// The choice for a release with a velocity, in recorded points.
  func decide(
    _ run: ReplayRun, _ decision: RestDecision, velocity: Double, from place: Double,
    original: Double?
  ) -> ChosenRest? {
    let axis = decision.axis
    let isRead: Bool
    switch decision.evidence {
    case .touch: isRead = false
    case .recorded, .engine: isRead = reading.changesVelocities
    case .fit, .frames, nil: isRead = true
    }
    let speed = (isRead ? reading.appVelocity(velocity) : velocity) * hypothesis.velocityFactor
    let here = reading.app(place, axis)
    let first = original.map { reading.app($0, axis) }
    let settle = run.decide(
      axis.axis, velocity: decision.turn == 0 ? speed : decision.turn, from: here,
      original: first, waits: waits, isTurn: decision.turn != 0, under: configuration)
    guard let settle else { return nil }
    if let rule = hypothesis.rule {
      return choice(rule, settle, here, first ?? here, decision)
    }
    let margin = settle.flipMargin.map { $0 * reading.scale }
    let natural = reading.recorded(settle.natural, axis)
    return ChosenRest(
      natural: natural, proposed: reading.recorded(settle.proposed, axis),
      chosen: reading.recorded(settle.chosen, axis), rule: settle.rule,
      isCandidate: isCandidate(settle), low: -(margin ?? .infinity), high: margin ?? .infinity,
      margin: margin)
  }

  private func isCandidate(_ settle: Settle) -> Bool {
    switch configuration.releasePhysics {
    // A browser's rule is the same where no area was near enough.
    case .css, .chromium: settle.chosen != settle.natural
    default: settle.peerRule.map { $0 != .naturalEnd && $0 != .returnsToEdge } ?? false
    }
  }

  private func choice(
    _ rule: PlaceRule, _ settle: Settle, _ here: Double, _ original: Double,
    _ decision: RestDecision
  ) -> ChosenRest? {
    let answer = rule.answer(
      here: here, proposed: settle.proposed, original: original, velocity: settle.velocity,
      layout: decision.layout)
    guard let answer else { return nil }
    let axis = decision.axis
    // A proposal beyond an end is clamped to the end.
    let low = answer.low < axis.low ? -Double.infinity : answer.low - settle.natural
    let high =
      axis.high.map { answer.high > $0 } ?? false ? .infinity : answer.high - settle.natural
    let margin = min(max(0, -low), max(0, high))
    return ChosenRest(
      natural: settle.natural, proposed: settle.proposed, chosen: axis.clamp(answer.place),
      rule: .custom, low: min(0, low), high: max(0, high),
      margin: margin.isFinite ? margin : nil)
  }
}

extension Configuration {
  /// Whether content snaps to areas as in a browser, where view alignment is a mandatory snap style.
  var isSnapStyle: Bool {
    switch effectiveBehavior {
    case .scrollSnap: true
    case .viewAligned: releasePhysics == .css || releasePhysics == .chromium
    default: false
    }
  }
}
