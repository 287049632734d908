public import ScrollEngine
public import ScrollModel

/// A behavior with a mistake in it, for content whose targets repeat with one pitch.
///
/// A trace that the engine makes with it, and that declares the right behavior, is what a recording
/// of a scroll view with that mistake would be.
public struct FaultyBehavior: TargetBehavior, Hashable {
  /// What is wrong.
  public enum Mistake: String, CaseIterable, Hashable, Sendable {
    /// The place behind the nearest one is taken.
    case offByOne = "off-by-one"
    /// The place nearest to the beginning of the gesture is taken, whatever the velocity.
    case ignoresVelocity = "ignores-velocity"
    /// The way is taken twice as long as the velocity gives.
    case overshoots
    /// The limit of the declared behavior is forgotten.
    case ignoresLimit = "ignores-limit"
    /// Nothing is aligned.
    case neverSnaps = "never-snaps"
    /// Pages of the container are taken in place of the targets.
    case pages
    /// The step is longer than the pitch by a fiftieth.
    case drifts
  }

  /// What is wrong.
  public let mistake: Mistake
  /// The axis.
  public let axis: Axis
  /// The distance from one target to the next.
  public let pitch: Double
  /// Whether flings travel a shorter distance.
  public let limitsScrolls: Bool

  /// Creates a behavior; `limitsScrolls` is what the declared one does.
  public init(_ mistake: Mistake, along axis: Axis, pitch: Double, limitsScrolls: Bool) {
    self.mistake = mistake
    self.axis = axis
    self.pitch = pitch
    self.limitsScrolls = limitsScrolls
  }

  /// Answers with the mistake.
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
