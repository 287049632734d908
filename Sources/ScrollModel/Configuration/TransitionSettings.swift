/// The position at which a view counts as visible for a scroll transition.
public indirect enum TransitionThreshold: Hashable, Sendable {
  /// A fraction of the view is visible.
  case visible(Double)
  /// The view's center is the container's center.
  case centered
  /// Another threshold moved towards the center by a distance.
  case inset(TransitionThreshold, by: Double)
  /// A mix of two thresholds.
  case interpolated(TransitionThreshold, towards: TransitionThreshold, amount: Double)

  /// Fully visible.
  public static let visible = TransitionThreshold.visible(1)
  /// Any overlap.
  public static let hidden = TransitionThreshold.visible(0)
}

/// The relation between a view's effect and the scroll position on one side.
public enum TransitionMode: Hashable, Sendable {
  /// Continuously, along a curve.
  case interactive(AnimationCurve, threshold: TransitionThreshold)
  /// With an animation that starts at the threshold.
  case animated(threshold: TransitionThreshold)
  /// No effect.
  case identity

  /// Continuous, along the default curve, up to full visibility.
  public static let interactive = TransitionMode.interactive(.easeInOut, threshold: .visible)
  /// At the default threshold of half the view (TRANS-26).
  public static let animated = TransitionMode.animated(threshold: .visible(0.5))

  /// The threshold, unless the mode never applies an effect.
  public var threshold: TransitionThreshold? {
    switch self {
    case .interactive(_, let threshold): threshold
    case .animated(let threshold): threshold
    case .identity: nil
    }
  }
}

/// The two sides of a scroll transition and its axis.
public struct TransitionSettings: Hashable, Sendable {
  /// The mode at the top or leading side.
  public var topLeading: TransitionMode
  /// The mode at the bottom or trailing side.
  public var bottomTrailing: TransitionMode
  /// The axis; nil uses that of the scroll view.
  public var axis: Axis?

  /// Creates settings with one mode for both sides.
  public init(_ mode: TransitionMode = .interactive, axis: Axis? = nil) {
    self.init(topLeading: mode, bottomTrailing: mode, axis: axis)
  }

  /// Creates settings with a mode for each side.
  public init(topLeading: TransitionMode, bottomTrailing: TransitionMode, axis: Axis? = nil) {
    self.topLeading = topLeading
    self.bottomTrailing = bottomTrailing
    self.axis = axis
  }
}
