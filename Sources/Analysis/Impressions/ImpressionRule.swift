import ScrollModel

/// The geometry of a policy for one target: its fraction, whether it counts, and where that
/// changes.
///
/// Rectangles are in content coordinates; the viewport moves, the target does not. The position
/// along the main axis is the viewport's start.
struct ImpressionRule: Hashable, Sendable {
  let policy: ImpressionPolicy
  private let slack: Double
  private let thresholds: [Double]

  init(_ policy: ImpressionPolicy) {
    self.policy = policy
    slack = policy.rounding == .none ? 1e-6 : 1 + 1e-6
    if case .intersection(let thresholds) = policy.measure {
      self.thresholds = thresholds
    } else {
      thresholds = []
    }
  }

  /// The distance to a change of state within which a position is sampled rather than computed, in
  /// points.
  func margin(at place: Double) -> Double { slack + place.magnitude * 1e-12 }

  /// The rectangle in which targets are visible, if known.
  func viewport(on viewState: borrowing ViewState) -> Rect? {
    guard let rect = viewState.viewport(policy.viewport) else { return nil }
    let outset = policy.outset
    guard outset != .zero else { return rect }
    let width = rect.size.width + outset.left + outset.right
    let height = rect.size.height + outset.top + outset.bottom
    return Rect(
      x: rect.origin.x - outset.left, y: rect.origin.y - outset.top,
      width: width > 0 ? width : 0, height: height > 0 ? height : 0)
  }

  /// Returns whether a target must be examined: whether it intersects the viewport, if that
  /// matters.
  func reaches(_ frame: Rect, _ viewport: Rect, _ axis: Axis) -> Bool {
    switch policy.measure {
    case .itemLength, .viewportLength:
      frame.start(axis) <= viewport.end(axis) && frame.end(axis) >= viewport.start(axis)
    default: frame.touches(viewport)
    }
  }

  /// Returns the visible fraction of a target, 0 to 1.
  func fraction(of frame: Rect, in viewport: Rect, _ axis: Axis) -> Double {
    switch policy.measure {
    case .itemLength: return frame.shownFraction(in: viewport, along: axis)
    case .viewportLength:
      let length = viewport.length(axis)
      return length > 0 ? frame.sharedLength(with: viewport, axis) / length : 0
    case .itemArea, .anyPixel, .focus, .intersection:
      return share(of: frame, in: viewport, whole: frame.area)
    case .smallerArea:
      return share(of: frame, in: viewport, whole: min(frame.area, viewport.area))
    case .realized: return 1
    }
  }

  private func share(of frame: Rect, in viewport: Rect, whole: Double) -> Double {
    let shown =
      frame.shownLength(in: viewport, .horizontal) * frame.shownLength(in: viewport, .vertical)
    guard shown > 0, whole > 0 else { return 0 }
    return shown < whole ? shown / whole : 1
  }

  /// The fraction from which a target counts, or below which it stops.
  func threshold(for frame: Rect, isInside: Bool) -> Double {
    var threshold = policy.threshold
    if let rule = policy.largeItem, frame.area >= rule.area { threshold = rule.threshold }
    guard isInside, let exit = policy.exitThreshold else { return threshold }
    return min(exit, threshold)
  }

  /// Whether the rule for large targets applies to a target.
  func isLarge(_ frame: Rect) -> Bool {
    policy.largeItem.map { frame.area >= $0.area } ?? false
  }

  /// Returns whether a target counts; a counting target may have a lower threshold.
  func counts(_ frame: Rect, in viewport: Rect, _ axis: Axis, isInside: Bool) -> Bool {
    if policy.rounding == .floorToPoint {
      return countsRounded(frame, in: viewport, axis, isInside: isInside)
    }
    let threshold = self.threshold(for: frame, isInside: isInside)
    if case .intersection = policy.measure {
      let state = intersection(of: frame, in: viewport)
      return state.isIntersecting && state.ratio >= threshold
    }
    if policy.measure == .focus { return hasFocus(frame, viewport) }
    let fraction = self.fraction(of: frame, in: viewport, axis)
    guard fraction > 0 else { return false }
    if policy.rounding == .singlePercent, threshold > 0 {
      return Float(fraction) * 100 >= Float(percent(threshold))
    }
    let isMet =
      policy.comparison == .atLeast
      ? fraction >= threshold - policy.tolerance : fraction > threshold + policy.tolerance
    if isMet { return true }
    if policy.measure == .itemLength || policy.measure == .viewportLength {
      if policy.countsWhole, frame.isInside(viewport, along: axis) { return true }
      return policy.countsFilling && viewport.isInside(frame, along: axis)
    }
    if policy.countsWhole, frame.isInside(viewport) { return true }
    return policy.countsFilling && viewport.isInside(frame)
  }

  private func hasFocus(_ frame: Rect, _ viewport: Rect) -> Bool {
    // Epoxy halves whole pixels and truncates.
    let half = (viewport.area / 2).rounded(.down)
    let shown =
      frame.shownLength(in: viewport, .horizontal) * frame.shownLength(in: viewport, .vertical)
    guard frame.area > 0 else { return false }
    return frame.area >= half ? shown >= half : shown >= frame.area
  }

  /// React Native's test on whole points; the part across the main axis is irrelevant.
  private func countsRounded(_ frame: Rect, in viewport: Rect, _ axis: Axis, isInside: Bool)
    -> Bool
  {
    let length = frame.length(axis)
    let window = viewport.length(axis)
    let top = (frame.start(axis) - viewport.start(axis)).rounded(.down)
    let bottom = (top + length).rounded(.down)
    guard top < window, bottom > 0 else { return false }
    if policy.countsWhole, top >= 0, bottom <= window, bottom > top { return true }
    let shown = max(0, min(bottom, window) - max(top, 0))
    let whole = policy.measure == .viewportLength ? window : length
    return 100 * (shown / whole) >= percent(threshold(for: frame, isInside: isInside))
  }

  /// Converts a fraction back to its percentage: 0.29 is 29 and not 28.999999999999996.
  private func percent(_ fraction: Double) -> Double {
    (fraction * 100 * 1_000_000).rounded() / 1_000_000
  }

  /// The state of an intersection observer: the ratio, whether the rectangles intersect or touch,
  /// and the number of thresholds reached.
  func intersection(of frame: Rect, in viewport: Rect) -> IntersectionState {
    guard frame.touches(viewport) else { return .outside }
    let ratio = frame.area > 0 ? share(of: frame, in: viewport, whole: frame.area) : 1
    var index = 0
    while index < thresholds.count, thresholds[index] <= ratio { index += 1 }
    return IntersectionState(isIntersecting: true, thresholdIndex: index, ratio: ratio)
  }
}

/// The state of a target in an intersection observer.
struct IntersectionState: Hashable, Sendable {
  var isIntersecting: Bool
  var thresholdIndex: Int
  var ratio: Double

  static let outside = IntersectionState(isIntersecting: false, thresholdIndex: 0, ratio: 0)
}

extension Rect {
  /// Whether the rectangle is inside another, including edges.
  func isInside(_ other: Rect) -> Bool {
    isInside(other, along: .horizontal) && isInside(other, along: .vertical)
  }

  /// Whether the rectangle is inside another along an axis.
  func isInside(_ other: Rect, along axis: Axis) -> Bool {
    start(axis) >= other.start(axis) && end(axis) <= other.end(axis)
  }

  /// The shared length along an axis; exactly the own length if the other rectangle covers it.
  func shownLength(in other: Rect, _ axis: Axis) -> Double {
    let length = length(axis)
    if start(axis) >= other.start(axis), start(axis) + length <= other.end(axis) { return length }
    return min(sharedLength(with: other, axis), length)
  }
}
