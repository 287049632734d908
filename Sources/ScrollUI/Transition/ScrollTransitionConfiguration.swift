import ScrollModel

/// The relation between the scroll and a view's effect.
public struct ScrollTransitionConfiguration: Hashable, Sendable {
  /// The position at which a view counts as visible.
  public struct Threshold: Hashable, Sendable {
    let model: TransitionThreshold

    /// Fully visible.
    public static let visible = Threshold(model: .visible)
    /// Any overlap.
    public static let hidden = Threshold(model: .hidden)
    /// Alignment of the view's center with the container's center.
    public static let centered = Threshold(model: .centered)

    /// Returns the threshold at which a fraction of the view is visible.
    public static func visible(_ amount: Double) -> Threshold {
      Threshold(model: .visible(amount))
    }

    /// Returns an interpolation between this threshold and another.
    public func interpolated(towards other: Threshold, amount: Double) -> Threshold {
      Threshold(model: .interpolated(model, towards: other.model, amount: amount))
    }

    /// Returns the threshold moved towards the center.
    public func inset(by distance: Double) -> Threshold {
      Threshold(model: .inset(model, by: distance))
    }
  }

  let mode: TransitionMode

  /// At the threshold, with an animation.
  public static let animated = ScrollTransitionConfiguration(mode: .animated)
  /// With the scroll, from the edge to full visibility.
  public static let interactive = ScrollTransitionConfiguration(mode: .interactive)
  /// No transition.
  public static let identity = ScrollTransitionConfiguration(mode: .identity)

  /// Returns a configuration that follows the scroll along a curve.
  public static func interactive(
    timingCurve: UnitCurve = .easeInOut
  ) -> ScrollTransitionConfiguration {
    ScrollTransitionConfiguration(
      mode: .interactive(timingCurve.model, threshold: .visible))
  }

  /// Returns the configuration with another threshold.
  public func threshold(_ threshold: Threshold) -> ScrollTransitionConfiguration {
    switch mode {
    case .interactive(let curve, _):
      ScrollTransitionConfiguration(mode: .interactive(curve, threshold: threshold.model))
    case .animated:
      ScrollTransitionConfiguration(mode: .animated(threshold: threshold.model))
    case .identity: self
    }
  }
}
