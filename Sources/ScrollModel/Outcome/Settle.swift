/// What made the engine choose where a scroll comes to rest.
public enum SettleRule: String, CaseIterable, Hashable, Sendable {
  /// No behavior: the natural rest.
  case natural
  /// A behavior that left the natural rest alone.
  case leftAlone = "left-alone"
  /// The nearest candidate.
  case nearest
  /// The candidate after the original one in the direction of the velocity.
  case stepped
  /// The farthest candidate that the limit allows.
  case limited
  /// The page after the original one in the direction of the velocity.
  case turnedPage = "turned-page"
  /// What a custom behavior answered.
  case custom
  /// The candidate that the rules of another toolkit take.
  case peer
}

/// Which end of the range cut a chosen rest.
public enum SettleClamp: String, CaseIterable, Hashable, Sendable {
  /// Neither.
  case none
  /// The start.
  case start
  /// The end.
  case end
}

/// Which curve brings the content to its rest.
public enum SettleCurve: String, CaseIterable, Hashable, Sendable {
  /// It is there.
  case none
  /// The deceleration of the release, with the return past an edge if it gets there.
  case natural
  /// A deceleration of the same rate with another velocity.
  case adjusted
  /// A timed curve, because the velocity does not fit the way.
  case timed
  /// A spring from past an edge.
  case spring
  /// The motion of another toolkit.
  case peer
}

/// A place at which a scroll could have come to rest.
public struct SettleCandidate: Hashable, Sendable {
  /// The target, if the place is one's.
  public var id: TargetID?
  /// Its offset, before it is held to the range.
  public var offset: Double
  /// Its distance from the proposed rest.
  public var distance: Double

  /// Creates a value from its parts.
  public init(id: TargetID? = nil, offset: Double, distance: Double) {
    self.id = id
    self.offset = offset
    self.distance = distance
  }
}

/// A decision about where content comes to rest on one axis.
///
/// Offsets count from the leading side.
public struct Settle: Hashable, Sendable {
  /// The moment of the decision.
  public var time: TraceTime
  /// The axis.
  public var axis: Axis
  /// Whether a resize rather than the end of a gesture asked for it.
  public var isResize: Bool
  /// Velocity of the release, in points per second.
  public var velocity: Double
  /// Where the gesture began or was heading when it began.
  public var original: Double
  /// Where the deceleration would end if no edge lay ahead; content that is let go past an end returns to
  /// it first.
  public var natural: Double
  /// The same, held to the range: what the behavior was proposed.
  public var proposed: Double
  /// The candidates that were compared, nearest first.
  public var candidates: [SettleCandidate]
  /// The rest that was chosen.
  public var chosen: Double
  /// The chosen target, if the place is one's.
  public var chosenID: TargetID?
  /// The rule that picked it.
  public var rule: SettleRule
  /// Which end of the range cut it.
  public var clamp: SettleClamp
  /// How many targets or pages the gesture was allowed; nil without a limit.
  public var limit: Int?
  /// How far the proposed rest may move before another rest is chosen; nil if none ever would be, and
  /// where the rule does not tell.
  public var flipMargin: Double?
  /// The curve that brings the content there.
  public var curve: SettleCurve
  /// The rule of another toolkit that picked the rest; nil where the engine's own did.
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

/// Content that came to rest.
public struct RestOutcome: Hashable, Sendable {
  /// The tick that shows it at rest.
  public var time: TraceTime
  /// The offset, physical.
  public var offset: Point
  /// What moved it before.
  public var phase: ScrollPhase

  /// Creates a value from its parts.
  public init(time: TraceTime, offset: Point, phase: ScrollPhase) {
    self.time = time
    self.offset = offset
    self.phase = phase
  }
}
