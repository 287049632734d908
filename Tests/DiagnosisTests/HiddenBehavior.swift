import ScrollEngine
import ScrollModel

/// A behavior as an app's author may write it, for content whose items repeat with one pitch.
///
/// It gets what SwiftUI passes to a behavior: the proposed target, the one before, and the
/// velocity.
struct HiddenBehavior: TargetBehavior {
  /// The rule that chooses the rest; lengths are points.
  enum Kind {
    /// One page of a length per gesture.
    case page(Double)
    /// The next page if the proposal is beyond a fraction of the page.
    case threshold(page: Double, share: Double)
    /// The next page if the finger moved beyond a fraction of the page.
    case drag(page: Double, share: Double)
    /// The nearest multiple of a pitch after a longer or shorter throw; without a pitch, the end of
    /// the throw.
    case scaled(factor: Double, pitch: Double?)
    /// Slow releases snap to one grid, fast ones to another.
    case two(slow: Double, fast: Double)
    /// The nearest of listed starts.
    case list([Double])
    /// The nearest multiple of a pitch, shifted by a distance.
    case shifted(pitch: Double, by: Double)
  }

  let kind: Kind
  let axis: Axis
  var limitsScrolls = false

  func updateTarget(_ target: inout ProposedTarget, context: BehaviorContext) {
    let isVertical = axis == .vertical
    let proposed = isVertical ? target.rect.origin.y : target.rect.origin.x
    let before =
      isVertical ? context.originalTarget.rect.origin.y : context.originalTarget.rect.origin.x
    let velocity = isVertical ? context.velocity.dy : context.velocity.dx
    let place = place(proposed, from: before, velocity)
    let old = target.rect
    target.rect =
      isVertical
      ? Rect(x: old.origin.x, y: place, width: old.size.width, height: old.size.height)
      : Rect(x: place, y: old.origin.y, width: old.size.width, height: old.size.height)
  }

  /// The distance that a velocity carries content, with the normal or the fast deceleration.
  private func throwDistance(_ velocity: Double) -> Double {
    let kept = limitsScrolls ? 0.99 : 0.998
    return velocity / 1000 * kept / (1 - kept)
  }

  private func place(_ proposed: Double, from before: Double, _ velocity: Double) -> Double {
    // Content before its start is proposed to return there, whatever its velocity.
    let way = proposed <= 0 ? 0 : throwDistance(velocity)
    func nearest(_ value: Double, _ pitch: Double) -> Double { (value / pitch).rounded() * pitch }
    switch kind {
    case .page(let page):
      guard velocity != 0 else { return nearest(proposed, page) }
      return nearest(before, page) + (velocity > 0 ? page : -page)
    case .threshold(let page, let share):
      return turned(nearest(before, page), proposed, page, share, many: true)
    case .drag(let page, let share):
      return turned(nearest(before, page), proposed - way, page, share, many: false)
    case .scaled(let factor, let pitch):
      let end = proposed + (factor - 1) * way
      return pitch.map { nearest(end, $0) } ?? end
    case .two(let slow, let fast):
      return nearest(proposed, velocity.magnitude > 1800 ? fast : slow)
    case .list(let starts):
      return starts.min { ($0 - proposed).magnitude < ($1 - proposed).magnitude } ?? proposed
    case .shifted(let pitch, let distance):
      return nearest(proposed - distance, pitch) + distance
    }
  }

  private func turned(
    _ start: Double, _ end: Double, _ page: Double, _ share: Double, many: Bool
  ) -> Double {
    let moved = (end - start) / page
    var pages = (moved.magnitude - share).rounded(.down) + 1
    if pages < 0 { pages = 0 }
    if !many { pages = min(pages, 1) }
    return start + (moved < 0 ? -pages : pages) * page
  }
}
