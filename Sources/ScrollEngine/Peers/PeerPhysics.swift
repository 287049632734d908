public import ScrollModel

extension PeerPhysics {
  /// Whose rules about pauses the platform's estimator follows.
  public var trackerRules: TrackerRules {
    switch self {
    case .uikit, .reactNative, .pop: .uikit
    case .flutter, .flutterWheel, .flutterClamping: .flutter
    case .android, .reanimated: .android
    case .chromium, .css, .betterScroll: .chromium
    }
  }
}

extension VelocityEstimator {
  /// Returns whose rules about pauses the estimator follows where a physics uses it.
  ///
  /// An estimator that a physics borrows brings the rules of its own platform; Chromium has those of
  /// Android with rules of its own.
  public func trackerRules(under physics: PeerPhysics) -> TrackerRules {
    switch self {
    case .uikit: .uikit
    case .flutterIOS, .flutterMacOS, .flutterLeastSquares: .flutter
    default: physics.trackerRules == .chromium ? .chromium : .android
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
}
