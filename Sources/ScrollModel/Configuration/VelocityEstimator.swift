/// How a platform makes a velocity out of a finger's samples.
public enum VelocityEstimator: String, CaseIterable, Hashable, Sendable {
  /// A real scroll view's blend of the last three differences.
  case uikit
  /// Flutter's tracker for iOS: the same blend.
  case flutterIOS = "flutter-ios"
  /// Flutter's tracker for macOS: other weights.
  case flutterMacOS = "flutter-macos"
  /// Flutter's least squares of degree 2.
  case flutterLeastSquares = "flutter-lsq2"
  /// Android's energy of the finger, its default on scroll wheels.
  case impulse
  /// Least squares of degree 1.
  case leastSquares1 = "lsq1"
  /// Least squares of degree 2, Android's and Chromium's default.
  case leastSquares2 = "lsq2"
  /// The same, without a velocity against the way of the finger.
  case restrictedLeastSquares2 = "lsq2-restricted"
  /// Least squares of degree 3.
  case leastSquares3 = "lsq3"
  /// Least squares in which crowded samples count less.
  case deltaWeighted = "wlsq2-delta"
  /// Least squares in which the newest and the oldest samples count less.
  case centralWeighted = "wlsq2-central"
  /// Least squares in which old samples count less.
  case recentWeighted = "wlsq2-recent"
  /// A filter of the velocity.
  case integrating1 = "int1"
  /// A filter of velocity and acceleration.
  case integrating2 = "int2"
}

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
}
