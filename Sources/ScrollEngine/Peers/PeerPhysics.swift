public import ScrollModel

extension PeerPhysics {
  /// The estimator that the platform gives a release its velocity with.
  public var estimator: VelocityEstimator {
    switch self {
    case .uikit, .reactNative, .pop: .uikit
    case .flutter, .flutterWheel: .flutterIOS
    case .flutterClamping: .flutterLeastSquares
    case .android, .reanimated: .leastSquares2
    case .chromium, .css, .betterScroll: .leastSquares2
    }
  }

  /// Whose rules about pauses the estimator follows.
  public var trackerRules: TrackerRules {
    switch self {
    case .uikit, .reactNative, .pop: .uikit
    case .flutter, .flutterWheel, .flutterClamping: .flutter
    case .android, .reanimated: .android
    case .chromium, .css, .betterScroll: .chromium
    }
  }
}

/// The rule that chose where released content rests.
public enum PeerRule: String, CaseIterable, Hashable, Sendable {
  /// It rests where its motion ends.
  case naturalEnd = "natural-end"
  /// The candidate nearest the end of the motion.
  case nearestToEnd = "nearest-to-end"
  /// The page nearest the release, half a page added in the direction of the velocity.
  case halfPageAhead = "half-page-ahead"
  /// The candidate before or after where the fling gets to, by the direction of its velocity.
  case nextBound = "next-bound"
  /// The nearer of the candidates around a slow release.
  case nearerBound = "nearer-bound"
  /// The candidate beyond the end of the motion, by the sign of the velocity.
  case beyondEnd = "beyond-end"
  /// The snap position in the scroll's direction that is nearest its natural end.
  case aheadNearEnd = "ahead-near-end"
  /// Content past an edge returns to it.
  case returnsToEdge = "returns-to-edge"

  /// The rule as a sentence.
  public var sentence: String {
    switch self {
    case .naturalEnd: "rests where its motion ends"
    case .nearestToEnd: "takes the candidate nearest the end of its motion"
    case .halfPageAhead: "adds half a page in the direction of the velocity and rounds"
    case .nextBound: "takes the next candidate in the direction of a fast fling"
    case .nearerBound: "takes the nearer candidate of a slow release"
    case .beyondEnd: "takes the candidate beyond the end of its motion by the sign of the velocity"
    case .aheadNearEnd: "takes the candidate ahead that is nearest the natural end"
    case .returnsToEdge: "returns to the edge it was pulled past"
    }
  }
}

/// Where and how released content comes to rest under a peer's rules.
public struct PeerSettle: Hashable, Sendable {
  /// Whose rules.
  public let physics: PeerPhysics
  /// The velocity that counted: 0 where the release was too slow to go on.
  public let velocity: Double
  /// Where the motion would end without candidates, within the range.
  public let natural: Double
  /// Where the content rests.
  public let target: Double
  /// The index of the candidate it rests on; nil between candidates.
  public let candidate: Int?
  /// The rule that chose.
  public let rule: PeerRule
  /// The way there.
  public let motion: PeerMotion

  /// Returns the first point at which two settles differ; nil where they agree in everything.
  public func firstDifference(from other: PeerSettle) -> PeerDifference? {
    if (velocity == 0) != (other.velocity == 0) {
      return PeerDifference(stage: .release, mine: velocity, theirs: other.velocity)
    }
    if natural != other.natural {
      return PeerDifference(stage: .deceleration, mine: natural, theirs: other.natural)
    }
    if rule != other.rule {
      return PeerDifference(stage: .rule, mine: target, theirs: other.target)
    }
    if target != other.target {
      return PeerDifference(stage: .choice, mine: target, theirs: other.target)
    }
    return nil
  }
}

/// The first point at which two peers go different ways.
public struct PeerDifference: Hashable, Sendable {
  /// The steps from a release to a rest.
  public enum Stage: String, CaseIterable, Hashable, Sendable {
    /// Whether the release goes on at all.
    case release
    /// How far the motion goes.
    case deceleration
    /// Which rule chooses.
    case rule
    /// What the rule chooses.
    case choice

    /// The step as a sentence about the two.
    public var sentence: String {
      switch self {
      case .release: "one goes on after the release, the other counts it as too slow"
      case .deceleration: "their decelerations end at different places"
      case .rule: "they choose by different rules"
      case .choice: "the same rule chooses differently"
      }
    }
  }

  /// The step.
  public let stage: Stage
  /// The one's number: a velocity at the release, else an offset.
  public let mine: Double
  /// The other's number.
  public let theirs: Double
}
