/// The rule that chose the resting offset of a scroll.
public enum SettleRule: String, CaseIterable, Hashable, Sendable {
  /// The natural end, without a behavior.
  case natural
  /// The natural end, which the behavior did not change.
  case leftAlone = "left-alone"
  /// The nearest candidate.
  case nearest
  /// The candidate after the original one in the direction of the velocity.
  case stepped
  /// The farthest candidate that the limit allows.
  case limited
  /// The page after the original one in the direction of the velocity.
  case turnedPage = "turned-page"
  /// The result of a custom behavior.
  case custom
  /// The candidate chosen by the rules of another toolkit.
  case peer
}

/// The end of the range that a chosen offset was clamped to.
public enum SettleClamp: String, CaseIterable, Hashable, Sendable {
  /// Neither.
  case none
  /// The start.
  case start
  /// The end.
  case end
}

/// The curve that moves the content to its resting offset.
public enum SettleCurve: String, CaseIterable, Hashable, Sendable {
  /// No motion.
  case none
  /// The deceleration of the release, including the return from past an edge.
  case natural
  /// A deceleration of the same rate with another velocity.
  case adjusted
  /// A timed curve, because the velocity does not fit the distance.
  case timed
  /// A spring from past an edge.
  case spring
  /// The motion of another toolkit.
  case peer
}

/// A possible resting offset of a scroll.
public struct SettleCandidate: Hashable, Sendable {
  /// The target at this offset, if any.
  public var id: TargetID?
  /// The offset before it is clamped to the range.
  public var offset: Double
  /// Its distance from the proposed offset.
  public var distance: Double

  /// Creates a value from its parts.
  public init(id: TargetID? = nil, offset: Double, distance: Double) {
    self.id = id
    self.offset = offset
    self.distance = distance
  }
}

/// The choice of a resting offset on one axis.
///
/// Offsets count from the leading side.
public struct Settle: Hashable, Sendable {
  /// The time of the decision.
  public var time: TraceTime
  /// The axis.
  public var axis: Axis
  /// Whether a resize caused the decision, rather than the end of a gesture.
  public var isResize: Bool
  /// Velocity of the release, in points per second.
  public var velocity: Double
  /// The offset at the start of the gesture, or the destination of the motion that the gesture
  /// interrupted.
  public var original: Double
  /// The end of the deceleration in content without edges.
  ///
  /// Content released past an edge first returns to that edge.
  public var natural: Double
  /// The natural end clamped to the range: the proposal to the behavior.
  public var proposed: Double
  /// The compared candidates, nearest first.
  public var candidates: [SettleCandidate]
  /// The chosen offset.
  public var chosen: Double
  /// The chosen target, if any.
  public var chosenID: TargetID?
  /// The rule that chose it.
  public var rule: SettleRule
  /// The end of the range that it was clamped to.
  public var clamp: SettleClamp
  /// The number of targets or pages that the gesture may pass; nil without a limit.
  public var limit: Int?
  /// The smallest change of the proposed offset that results in another choice; nil if no change
  /// does, or if the rule does not support it.
  public var flipMargin: Double?
  /// The curve to the chosen offset.
  public var curve: SettleCurve
  /// The rule of another toolkit that chose the offset; nil for the engine's own rules.
  public var peerRule: PeerRule?

  /// Creates a value from its parts.
  public init(
    time: TraceTime, axis: Axis, isResize: Bool, velocity: Double, original: Double,
    natural: Double, proposed: Double, candidates: [SettleCandidate], chosen: Double,
    chosenID: TargetID? = nil, rule: SettleRule, clamp: SettleClamp, limit: Int? = nil,
    flipMargin: Double? = nil, curve: SettleCurve,
    peerRule: PeerRule? = nil
  ) {
    self.time = time
    self.axis = axis
    self.isResize = isResize
    self.velocity = velocity
    self.original = original
    self.natural = natural
    self.proposed = proposed
    self.candidates = candidates
    self.chosen = chosen
    self.chosenID = chosenID
    self.rule = rule
    self.clamp = clamp
    self.limit = limit
    self.flipMargin = flipMargin
    self.curve = curve
    self.peerRule = peerRule
  }
}

/// The end of a motion.
public struct RestOutcome: Hashable, Sendable {
  /// The first tick at rest.
  public var time: TraceTime
  /// The offset, physical.
  public var offset: Point
  /// The phase of the motion.
  public var phase: ScrollPhase

  /// Creates a value from its parts.
  public init(time: TraceTime, offset: Point, phase: ScrollPhase) {
    self.time = time
    self.offset = offset
    self.phase = phase
  }
}
