/// The position of a view in its container, for a transition along one axis.
public struct TransitionPosition: Hashable, Sendable {
  /// Length of the view.
  public var view: Double
  /// Length of the container.
  public var container: Double
  /// Center of the view less center of the container; negative towards the top or leading side.
  public var distance: Double

  /// Creates a place.
  public init(view: Double, container: Double, distance: Double) {
    self.view = view
    self.container = container
    self.distance = distance + 0.0
  }

  /// The side of the container's center that the view is on.
  public var side: TransitionPhase { distance < 0 ? .topLeading : .bottomTrailing }

  private func mode(_ settings: TransitionSettings) -> TransitionMode {
    side == .topLeading ? settings.topLeading : settings.bottomTrailing
  }

  /// Returns whether the mode on the view's side has an effect at all.
  public func hasThreshold(_ settings: TransitionSettings) -> Bool {
    mode(settings).threshold != nil
  }

  /// Returns the phase: identity up to and including the threshold of the view's side.
  public func phase(_ settings: TransitionSettings) -> TransitionPhase {
    guard let threshold = mode(settings).threshold else { return .identity }
    return distance.magnitude <= threshold.distance(view: view, container: container)
      ? .identity : side
  }

  /// Returns the progress to identity: 0 when just hidden, 1 at the threshold and beyond.
  ///
  /// An animated mode has only these two values; the animation interpolates between them.
  public func progress(_ settings: TransitionSettings) -> Double {
    switch mode(settings) {
    case .identity: 1
    case .animated: phase(settings).isIdentity ? 1 : 0
    case .interactive(let curve, let threshold): curve.progress(at: linear(threshold))
    }
  }

  /// The progress before the curve (TRANS-24); a step if the threshold is where the view touches
  /// the edge.
  public func linear(_ threshold: TransitionThreshold) -> Double {
    let near = threshold.distance(view: view, container: container)
    let far = (view + container) / 2
    guard far > near else { return distance.magnitude < far ? 1 : 0 }
    return min(max(1 - (distance.magnitude - near) / (far - near), 0), 1)
  }

  /// Returns a value of an effect, interpolated between identity and the view's side (TRANS-25).
  public func blended(identity: Double, side: Double, _ settings: TransitionSettings) -> Double {
    identity + (side - identity) * (1 - progress(settings))
  }
}

extension TransitionThreshold {
  /// Returns the distance of the centers at the threshold (TRANS-22), at least 0.
  public func distance(view: Double, container: Double) -> Double {
    let distance =
      switch self {
      case .visible(let fraction): (view + container) / 2 - min(max(fraction, 0), 1) * view
      case .centered: 0.0
      case .inset(let base, let inset): base.distance(view: view, container: container) - inset
      case .interpolated(let first, let second, let amount):
        first.distance(view: view, container: container)
          + (second.distance(view: view, container: container)
            - first.distance(view: view, container: container)) * amount
      }
    return distance > 0 ? distance : 0
  }

  /// The largest distance of the threshold beyond the point where view and container touch.
  fileprivate var overhang: Double {
    switch self {
    case .visible, .centered: 0
    case .inset(let base, let inset): max(0, base.overhang - inset)
    case .interpolated(let first, let second, let amount):
      // Outside of 0...1, the result depends on the view's length.
      amount >= 0 && amount <= 1
        ? max(first.overhang, second.overhang) : ModelLimits.coordinate
    }
  }
}

extension TransitionSettings {
  /// The largest distance outside its container at which a view may still be at identity.
  public var overhang: Double {
    let largest = max(topLeading.threshold?.overhang ?? 0, bottomTrailing.threshold?.overhang ?? 0)
    return min(largest, ModelLimits.coordinate)
  }
}
