/// A platform's method to estimate the velocity from a finger's samples.
public enum VelocityEstimator: String, CaseIterable, Hashable, Sendable {
  /// UIKit's weighted mean of the last three differences.
  case uikit
  /// Flutter's tracker for iOS: the same weighted mean.
  case flutterIOS = "flutter-ios"
  /// Flutter's tracker for macOS: other weights.
  case flutterMacOS = "flutter-macos"
  /// Flutter's least squares of degree 2.
  case flutterLeastSquares = "flutter-lsq2"
  /// Android's impulse estimator, its default for scroll wheels.
  case impulse
  /// Least squares of degree 1.
  case leastSquares1 = "lsq1"
  /// Least squares of degree 2, Android's and Chromium's default.
  case leastSquares2 = "lsq2"
  /// Least squares of degree 2, without a velocity against the direction of the finger.
  case restrictedLeastSquares2 = "lsq2-restricted"
  /// Least squares of degree 3.
  case leastSquares3 = "lsq3"
  /// Least squares with smaller weights for samples close in time.
  case deltaWeighted = "wlsq2-delta"
  /// Least squares with smaller weights for the newest and the oldest samples.
  case centralWeighted = "wlsq2-central"
  /// Least squares with smaller weights for old samples.
  case recentWeighted = "wlsq2-recent"
  /// A filter of the velocity.
  case integrating1 = "int1"
  /// A filter of velocity and acceleration.
  case integrating2 = "int2"
  /// better-scroll's mean velocity of the content since the touch, or since a recent movement.
  case strokeMean = "stroke-mean"
}

extension PeerPhysics {
  /// The platform's estimator of the release velocity.
  public var estimator: VelocityEstimator {
    switch self {
    case .uikit, .reactNative, .pop: .uikit
    case .flutter, .flutterWheel: .flutterIOS
    case .flutterClamping: .flutterLeastSquares
    case .android, .reanimated: .leastSquares2
    case .chromium, .css: .leastSquares2
    case .betterScroll: .strokeMean
    }
  }
}
