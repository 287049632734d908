public import ScrollModel

extension PeerPhysics {
  /// The rules about pauses of the platform's estimator.
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
  /// Returns the rules about pauses of the estimator under a physics.
  ///
  /// An estimator of another platform keeps the rules of that platform. Chromium uses Android's
  /// estimator with its own rules.
  public func trackerRules(under physics: PeerPhysics) -> TrackerRules {
    switch self {
    case .uikit, .strokeMean: .uikit
    case .flutterIOS, .flutterMacOS, .flutterLeastSquares: .flutter
    default: physics.trackerRules == .chromium ? .chromium : .android
    }
  }
}

/// The resting offset of released content under a toolkit's rules, and its motion.
public struct PeerSettle: Hashable, Sendable {
  /// The toolkit.
  public let physics: PeerPhysics
  /// The velocity used: 0 if the release was too slow to decelerate.
  public let velocity: Double
  /// The end of the motion without candidates, within the range.
  public let natural: Double
  /// The resting offset.
  public let target: Double
  /// The index of the chosen candidate; nil if the content rests between candidates.
  public let candidate: Int?
  /// The rule that chose it.
  public let rule: PeerRule
  /// The motion to it.
  public let motion: PeerMotion
}
