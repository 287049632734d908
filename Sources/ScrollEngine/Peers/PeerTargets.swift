import ScrollModel

// The rules by which each toolkit chooses a candidate on one axis. Offsets grow down the
// content.

/// The engine's own choice among offsets, as a function.
public enum EngineSnap {
  /// Returns the offset nearest a proposed offset, the larger of equals; nil without candidates.
  public static func nearest(to place: Double, among candidates: [Double]) -> Double? {
    let situation = AxisSituation(
      proposed: place, original: place, velocity: 0, content: 0, container: 0, frame: 0, start: 0)
    let decision = situation.offsets(candidates, snapsToStart: true, snapsToEnd: true)
    return decision.rule == .leftAlone ? nil : decision.place
  }
}

/// The engine's own range, as a function.
public enum EngineRange {
  /// Returns an offset clamped to the range of resting offsets.
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

  /// Half a page in the direction of a velocity above the tolerance.
  static func half(_ velocity: Double, _ tolerance: RestTolerance) -> Double {
    magnitude(velocity) <= tolerance.velocity ? 0 : velocity > 0 ? 0.5 : -0.5
  }

  /// Returns the item of a wheel that is nearest the end of the motion.
  public static func item(natural: Double, extent: Double, low: Double, high: Double) -> Double {
    guard extent > 0 else { return 0 }
    return roundedAway(clamped(natural, low, high) / extent) + 0.0
  }
}

/// The snapping of Compose and ViewPager2.
public enum AndroidSnap {
  /// Returns the snap position of a fling: the nearer one for a slow fling, the next one for a fast
  /// fling.
  ///
  /// Bounds are distances to the snap positions before and after; nil without one.
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

/// RecyclerView's snap helpers: align an item's center with the center of the padded viewport.
public enum CenterSnap {
  /// Returns the scroll distance that centers an item; items are in viewport coordinates.
  public static func distance(
    itemStart: Double, itemLength: Double, viewport: Double, paddingStart: Double,
    paddingEnd: Double
  ) -> Double {
    let center = paddingStart + (viewport - paddingStart - paddingEnd) / 2
    return itemStart + itemLength / 2 - center + 0.0
  }

  /// Returns the index of the item nearest the center; the first of equals.
  public static func nearest(_ distances: [Double]) -> Int? {
    distances.indices.min { magnitude(distances[$0]) < magnitude(distances[$1]) }
  }
}

/// React Native's `snapToOffsets` and `snapToInterval` on iOS (RCTEnhancedScrollView, 0019602).
public enum ReactNativeSnap {
  /// The alignment of an item of `snapToInterval` with the frame.
  public enum Alignment: String, CaseIterable, Hashable, Sendable {
    /// Start edges.
    case start
    /// Centers.
    case center
    /// End edges.
    case end
  }

  /// Returns the resting offset by the sign of the velocity; `target` is UIKit's own.
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
  /// With `disableIntervalMomentum`, pass the current offset as `target`.
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
