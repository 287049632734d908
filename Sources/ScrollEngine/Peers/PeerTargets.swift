import ScrollModel

// How each peer picks a place to rest among candidates on one axis. Offsets grow down the content.

/// The engine's own choice among offsets, as a function.
public enum EngineSnap {
  /// Returns the offset nearest a proposed rest, the larger of equals; nil without candidates.
  public static func nearest(to place: Double, among candidates: [Double]) -> Double? {
    let situation = AxisSituation(
      proposed: place, original: place, velocity: 0, content: 0, container: 0, frame: 0, start: 0)
    let decision = situation.offsets(candidates, snapsToStart: true, snapsToEnd: true)
    return decision.rule == .leftAlone ? nil : decision.place
  }
}

/// The engine's own range, as a function.
public enum EngineRange {
  /// Returns the offset that content at a place may rest at.
  public static func held(_ place: Double, in range: ClosedRange<Double>) -> Double {
    let length = range.upperBound - range.lowerBound
    let axis = AxisRange(
      content: length, frame: 0, start: -range.lowerBound, end: range.lowerBound, alignment: 0)
    return axis.clamp(place)
  }
}

/// Flutter's paged and wheel-like scroll views.
public enum FlutterSnap {
  /// Returns the page of a release: half a page is added in the direction of the velocity.
  public static func page(
    offset: Double, stride: Double, velocity: Double, tolerance: RestTolerance = .flutter()
  ) -> Double {
    guard stride > 0 else { return 0 }
    return roundedAway(offset / stride + half(velocity, tolerance)) + 0.0
  }

  /// Half a page in the direction of a velocity that counts.
  static func half(_ velocity: Double, _ tolerance: RestTolerance) -> Double {
    magnitude(velocity) <= tolerance.velocity ? 0 : velocity > 0 ? 0.5 : -0.5
  }

  /// Returns the item of a wheel: the nearest to where the motion would end.
  public static func item(natural: Double, extent: Double, low: Double, high: Double) -> Double {
    guard extent > 0 else { return 0 }
    return roundedAway(clamped(natural, low, high) / extent) + 0.0
  }
}

/// Compose's snapping and ViewPager2's.
public enum AndroidSnap {
  /// Returns the bound a fling snaps to: the nearer of a slow one, the next of a fast one.
  ///
  /// Bounds are distances to the snap positions before and after; nil where there is none.
  public static func bound(
    previous: Double?, next: Double?, velocity: Double, minimumVelocity: Double? = nil
  ) -> Double? {
    let least = minimumVelocity ?? PeerConstant.composeMinimumFling.value
    if magnitude(velocity) >= least, velocity != 0 {
      return velocity > 0 ? next : previous
    }
    guard let previous, let next else { return previous ?? next }
    return magnitude(next) <= magnitude(previous) ? next : previous
  }

  /// Returns the distances from an offset to the candidates around it.
  public static func bounds(of candidates: [Double], around offset: Double) -> (Double?, Double?) {
    let below = candidates.filter { $0 <= offset }.max()
    let above = candidates.filter { $0 >= offset }.min()
    return (below.map { $0 - offset }, above.map { $0 - offset })
  }
}

/// RecyclerView's snap helpers: an item's center to the center of the viewport less its paddings.
public enum CenterSnap {
  /// Returns how far to scroll so that an item is at the center; items are in viewport coordinates.
  public static func distance(
    itemStart: Double, itemLength: Double, viewport: Double, paddingStart: Double,
    paddingEnd: Double
  ) -> Double {
    let center = paddingStart + (viewport - paddingStart - paddingEnd) / 2
    return itemStart + itemLength / 2 - center + 0.0
  }

  /// Returns the index of the item that is nearest the center; the first of equals.
  public static func nearest(_ distances: [Double]) -> Int? {
    distances.indices.min { magnitude(distances[$0]) < magnitude(distances[$1]) }
  }
}

/// React Native's `snapToOffsets` and `snapToInterval` on iOS (RCTEnhancedScrollView, 0019602).
public enum ReactNativeSnap {
  /// Where an item of `snapToInterval` meets the frame.
  public enum Alignment: String, CaseIterable, Hashable, Sendable {
    /// At its start.
    case start
    /// At its center.
    case center
    /// At its end.
    case end
  }

  /// Returns the place of a release by the sign of its velocity; `target` is UIKit's own.
  public static func offset(
    target: Double, velocity: Double, offsets: [Double], snapsToStart: Bool = true,
    snapsToEnd: Bool = true
  ) -> Double {
    guard let first = offsets.min(), let last = offsets.max() else { return target }
    if !snapsToStart, target < first { return target }
    if !snapsToEnd, target > last { return target }
    let below = offsets.filter { $0 <= target }.max() ?? first
    let above = offsets.filter { $0 >= target }.min() ?? last
    if velocity > 0 { return above }
    if velocity < 0 { return below }
    return target - below < above - target ? below : above
  }

  /// Returns the multiple of an interval by the sign of the velocity.
  ///
  /// With `disableIntervalMomentum` give the present offset as `target`.
  public static func interval(
    target: Double, velocity: Double, interval: Double, frame: Double = 0,
    alignment: Alignment = .start
  ) -> Double {
    guard interval > 0 else { return target }
    let shift =
      switch alignment {
      case .start: 0.0
      case .center: frame / 2 - interval / 2
      case .end: frame - interval
      }
    let share = (target + shift) / interval
    let number =
      velocity > 0 ? share.rounded(.up) : velocity < 0 ? share.rounded(.down) : roundedAway(share)
    return number * interval - shift + 0.0
  }
}
