public import ScrollEngine
public import ScrollModel

/// A behavior with a mistake, for targets with a constant pitch.
///
/// A simulation with it that declares the correct behavior is equivalent to a recording of a scroll
/// view with that mistake.
public struct FaultyBehavior: TargetBehavior, Hashable {
  /// The kind of mistake.
  public enum Mistake: String, CaseIterable, Hashable, Sendable {
    /// Chooses the position after the nearest one.
    case offByOne = "off-by-one"
    /// Chooses the position nearest the start of the gesture, regardless of the velocity.
    case ignoresVelocity = "ignores-velocity"
    /// Doubles the distance of the fling.
    case overshoots
    /// Ignores the limit of the declared behavior.
    case ignoresLimit = "ignores-limit"
    /// Aligns nothing.
    case neverSnaps = "never-snaps"
    /// Uses pages of the container instead of the targets.
    case pages
    /// Uses a step that is 2 % longer than the pitch.
    case drifts
  }

  /// The mistake.
  public let mistake: Mistake
  /// The axis.
  public let axis: Axis
  /// The distance from one target to the next.
  public let pitch: Double
  /// Whether flings travel a shorter distance.
  public let limitsScrolls: Bool

  /// Creates a behavior; `limitsScrolls` is that of the declared one.
  public init(_ mistake: Mistake, along axis: Axis, pitch: Double, limitsScrolls: Bool) {
    self.mistake = mistake
    self.axis = axis
    self.pitch = pitch
    self.limitsScrolls = limitsScrolls
  }

  /// Sets the target with the mistake.
  public func updateTarget(_ target: inout ProposedTarget, context: BehaviorContext) {
    let isVertical = axis == .vertical
    let start =
      isVertical ? context.originalTarget.rect.origin.y : context.originalTarget.rect.origin.x
    let proposed = isVertical ? target.rect.origin.y : target.rect.origin.x
    let container = isVertical ? context.containerSize.height : context.containerSize.width
    guard let place = place(proposed, from: start, container) else { return }
    let old = target.rect
    target.rect =
      isVertical
      ? Rect(x: old.origin.x, y: place, width: old.size.width, height: old.size.height)
      : Rect(x: place, y: old.origin.y, width: old.size.width, height: old.size.height)
    target.anchor = isVertical ? UnitPoint(x: 0.5, y: 0) : UnitPoint(x: 0, y: 0.5)
  }

  private func place(_ proposed: Double, from start: Double, _ container: Double) -> Double? {
    func nearest(_ place: Double, _ step: Double) -> Double {
      step > 0 ? (place / step).rounded() * step : place
    }
    switch mistake {
    case .offByOne: return nearest(proposed, pitch) + pitch
    case .ignoresVelocity: return nearest(start, pitch)
    case .overshoots: return nearest(start + 2 * (proposed - start), pitch)
    case .ignoresLimit: return nearest(proposed, pitch)
    case .neverSnaps: return nil
    case .pages: return nearest(proposed, container)
    case .drifts: return nearest(proposed, pitch * 1.02)
    }
  }
}
