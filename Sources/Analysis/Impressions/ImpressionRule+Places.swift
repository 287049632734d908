import ScrollModel

/// Where along the main axis the viewport may start for a target to count.
struct CountingPlaces: Hashable, Sendable {
  /// The first such place.
  var low: Double
  /// The last such place.
  var high: Double
}

extension ImpressionRule {
  /// Returns where the viewport may start for a target to count; nil if it counts nowhere.
  ///
  /// The place across the main axis is the viewport's present one. The shared length is a trapezoid
  /// over the place, so one interval answers it.
  func places(_ frame: Rect, in viewport: Rect, _ axis: Axis, isInside: Bool) -> CountingPlaces? {
    let length = frame.length(axis)
    let window = viewport.length(axis)
    // Nothing shows of a target without a length.
    guard length > 0, let need = self.need(frame, in: viewport, axis, isInside: isInside)
    else { return nil }
    let most = min(length, window)
    guard need <= most + 1e-9 * (1 + most) else { return nil }
    let held = need < most ? need : most
    return CountingPlaces(
      low: frame.start(axis) + held - window, high: frame.start(axis) + length - held)
  }

  /// The length along the main axis that has to show.
  private func need(_ frame: Rect, in viewport: Rect, _ axis: Axis, isInside: Bool) -> Double? {
    let length = frame.length(axis)
    let window = viewport.length(axis)
    let threshold = self.threshold(for: frame, isInside: isInside)
    let slack = policy.comparison == .atLeast ? -policy.tolerance : policy.tolerance
    let share = max(0, threshold + slack)
    let breadth = frame.length(axis.crossing)
    let shown = frame.shownLength(in: viewport, axis.crossing)
    var need: Double
    switch policy.measure {
    case .itemLength: need = share * length
    case .viewportLength: need = share * window
    case .itemArea, .intersection:
      guard shown > 0 else { return nil }
      need = share * length * (breadth / shown)
    case .smallerArea:
      guard shown > 0 else { return nil }
      need = share * min(frame.area, viewport.area) / shown
    case .anyPixel:
      guard shown > 0 else { return nil }
      need = 0
    case .focus:
      guard shown > 0 else { return nil }
      need = min((viewport.area / 2).rounded(.down), frame.area) / shown
    case .realized: return nil
    }
    // Lengths look at one axis only; areas need the other to be whole or filled too.
    let isLength = policy.measure == .itemLength || policy.measure == .viewportLength
    if policy.countsWhole, isLength || shown == breadth { need = min(need, length) }
    if policy.countsFilling, isLength || shown == viewport.length(axis.crossing) {
      need = min(need, window)
    }
    return need
  }

  /// Narrows an interval of places around a place to one in which a target's state cannot change.
  func narrow(
    _ safe: inout CountingPlaces, around place: Double, _ frame: Rect, in viewport: Rect,
    _ axis: Axis, isInside: Bool
  ) {
    let margin = margin(at: place)
    if case .intersection(let thresholds) = policy.measure {
      narrowForObserver(&safe, around: place, frame, in: viewport, axis, thresholds)
      return
    }
    // A target that counts nowhere still comes and goes at its edges.
    safe.narrow(to: frame.end(axis), around: place, margin: margin)
    safe.narrow(to: frame.start(axis) - viewport.length(axis), around: place, margin: margin)
    guard let places = places(frame, in: viewport, axis, isInside: isInside) else { return }
    safe.narrow(to: places.low, around: place, margin: margin)
    safe.narrow(to: places.high, around: place, margin: margin)
  }

  private func narrowForObserver(
    _ safe: inout CountingPlaces, around place: Double, _ frame: Rect, in viewport: Rect,
    _ axis: Axis, _ thresholds: [Double]
  ) {
    let margin = margin(at: place)
    let window = viewport.length(axis)
    let length = frame.length(axis)
    safe.narrow(to: frame.end(axis), around: place, margin: margin)
    safe.narrow(to: frame.start(axis) - window, around: place, margin: margin)
    let shown = frame.shownLength(in: viewport, axis.crossing)
    guard shown > 0 else { return }
    let whole = length * (frame.length(axis.crossing) / shown)
    for threshold in thresholds {
      let need = threshold * whole
      safe.narrow(to: frame.start(axis) + need - window, around: place, margin: margin)
      safe.narrow(to: frame.start(axis) + length - need, around: place, margin: margin)
    }
  }

  /// Returns the largest fraction that a target can have in a viewport of this size at any place.
  func largestFraction(of frame: Rect, in viewport: Rect, _ axis: Axis) -> Double {
    let best = Rect(
      x: axis == .horizontal ? frame.origin.x : viewport.origin.x,
      y: axis == .vertical ? frame.origin.y : viewport.origin.y,
      width: viewport.size.width, height: viewport.size.height)
    return fraction(of: frame, in: best, axis)
  }

  /// Returns the largest fraction of a target while the viewport's start moves over an interval.
  func peak(of frame: Rect, in viewport: Rect, _ axis: Axis, over range: CountingPlaces) -> Double {
    // The shared length is largest where one of the two covers the other.
    let first = frame.start(axis)
    let second = frame.end(axis) - viewport.length(axis)
    let (low, high) = first < second ? (first, second) : (second, first)
    let place = range.high < low ? range.high : range.low > high ? range.low : max(range.low, low)
    return fraction(of: frame, in: viewport.moved(to: place, axis), axis)
  }
}

extension CountingPlaces {
  /// Draws the nearer end in to a little before a limit that lies within; both if the place is at
  /// the limit, because then either way may change something.
  mutating func narrow(to limit: Double, around place: Double, margin: Double) {
    if limit - margin > place {
      if limit - margin < high { high = limit - margin }
    } else if limit + margin < place {
      if limit + margin > low { low = limit + margin }
    } else {
      low = place
      high = place
    }
  }
}

extension Rect {
  /// The rectangle with another start along an axis.
  func moved(to start: Double, _ axis: Axis) -> Rect {
    axis == .vertical
      ? Rect(origin: Point(x: origin.x, y: start), size: size)
      : Rect(origin: Point(x: start, y: origin.y), size: size)
  }
}
