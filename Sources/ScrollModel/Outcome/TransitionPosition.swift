/// Where a view is in its container, for a transition along one axis.
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

  /// Returns whether the view can be away from identity on its side at all.
  public func hasThreshold(_ settings: TransitionSettings) -> Bool {
    mode(settings).threshold != nil
  }

  /// Returns the phase: identity up to the threshold of the view's side, that included.
  public func phase(_ settings: TransitionSettings) -> TransitionPhase {
    guard let threshold = mode(settings).threshold else { return .identity }
    return distance.magnitude <= threshold.distance(view: view, container: container)
      ? .identity : side
  }

  /// Returns how far the view is to identity: 0 just hidden, 1 at the threshold and beyond.
  ///
  /// An animated mode knows only both ends; what lies between is the animation's.
  public func progress(_ settings: TransitionSettings) -> Double {
    switch mode(settings) {
    case .identity: 1
    case .animated: phase(settings).isIdentity ? 1 : 0
    case .interactive(let curve, let threshold): curve.progress(at: linear(threshold))
    }
  }

  /// The progress before the curve (TRANS-24); a step where the threshold is where views touch.
  public func linear(_ threshold: TransitionThreshold) -> Double {
    let near = threshold.distance(view: view, container: container)
    let far = (view + container) / 2
    guard far > near else { return distance.magnitude < far ? 1 : 0 }
    return min(max(1 - (distance.magnitude - near) / (far - near), 0), 1)
  }

  /// Returns a number of an effect between its values at identity and at the view's side (TRANS-25).
  public func blended(identity: Double, side: Double, _ settings: TransitionSettings) -> Double {
    identity + (side - identity) * (1 - progress(settings))
  }
}

extension TransitionThreshold {
  /// Returns the distance of the centers at which the threshold lies (TRANS-22), not below 0.
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

  /// The most by which the threshold lies past the place where a view and its container touch.
  fileprivate var overhang: Double {
    switch self {
    case .visible, .centered: 0
    case .inset(let base, let inset): max(0, base.overhang - inset)
    case .interpolated(let first, let second, let amount):
      // Past its ends a mix depends on the view's length.
      amount >= 0 && amount <= 1
        ? max(first.overhang, second.overhang) : ModelLimits.coordinate
    }
  }
}

extension TransitionSettings {
  /// How far outside its container a view may still be at identity by a threshold.
  public var overhang: Double {
    let largest = max(topLeading.threshold?.overhang ?? 0, bottomTrailing.threshold?.overhang ?? 0)
    return min(largest, ModelLimits.coordinate)
  }
}
