public import Foundation

/// The effect of a transition on a view, as numbers.
public protocol VisualEffect: Sendable {
  /// The numbers.
  var values: EffectValues { get }
}

/// The numbers of an effect.
public struct EffectValues: VisualEffect, Hashable {
  /// From 0 (invisible) to 1.
  public var opacity = 1.0
  /// Factors of width and height.
  public var scale = CGSize(width: 1, height: 1)
  /// The displacement of the view.
  public var offset = CGSize.zero
  /// Radius of the blur.
  public var blurRadius: CGFloat = 0

  /// No effect.
  public static let identity = EffectValues()

  /// The numbers.
  public var values: EffectValues { self }

  /// Returns an interpolation between two effects.
  func blended(towards other: EffectValues, _ share: Double) -> EffectValues {
    func mix(_ here: CGFloat, _ there: CGFloat) -> CGFloat { here + (there - here) * share }
    var mixed = EffectValues()
    mixed.opacity = opacity + (other.opacity - opacity) * share
    mixed.scale = CGSize(
      width: mix(scale.width, other.scale.width), height: mix(scale.height, other.scale.height))
    mixed.offset = CGSize(
      width: mix(offset.width, other.offset.width),
      height: mix(offset.height, other.offset.height))
    mixed.blurRadius = mix(blurRadius, other.blurRadius)
    return mixed
  }
}

/// The initial effect of a view.
public struct EmptyVisualEffect: VisualEffect, Hashable {
  /// Creates an effect without changes.
  public init() {}

  /// No effect.
  public var values: EffectValues { .identity }
}

extension VisualEffect {
  /// Multiplies the opacity.
  public func opacity(_ opacity: Double) -> some VisualEffect {
    changed { $0.opacity *= opacity }
  }

  /// Multiplies width and height.
  public func scaleEffect(_ scale: CGFloat) -> some VisualEffect {
    scaleEffect(x: scale, y: scale)
  }

  /// Multiplies width and height by separate factors.
  public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1) -> some VisualEffect {
    changed {
      $0.scale.width *= x
      $0.scale.height *= y
    }
  }

  /// Moves the view.
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some VisualEffect {
    changed {
      $0.offset.width += x
      $0.offset.height += y
    }
  }

  /// Blurs the view.
  public func blur(radius: CGFloat) -> some VisualEffect {
    changed { $0.blurRadius += radius }
  }

  private func changed(_ change: (inout EffectValues) -> Void) -> EffectValues {
    var values = values
    change(&values)
    return values
  }
}
