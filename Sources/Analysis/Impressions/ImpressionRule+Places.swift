import ScrollModel

/// The range of viewport starts along the main axis for which a target counts.
struct CountingPlaces: Hashable, Sendable {
  /// The first position.
  var low: Double
  /// The last position.
  var high: Double
}

extension ImpressionRule {
  /// Returns the range of viewport starts for which a target counts; nil if there is none.
  ///
  /// The position across the main axis is that of the current viewport. The shared length is a
  /// trapezoid over the position, so the result is one interval.
  func places(_ frame: Rect, in viewport: Rect, _ axis: Axis, isInside: Bool) -> CountingPlaces? {
    let length = frame.length(axis)
    let window = viewport.length(axis)
    // A target without length is never visible.
    guard length > 0, let need = self.need(frame, in: viewport, axis, isInside: isInside)
    else { return nil }
    let most = min(length, window)
    guard need <= most + 1e-9 * (1 + most) else { return nil }
    let held = need < most ? need : most
    return CountingPlaces(
      low: frame.start(axis) + held - window, high: frame.start(axis) + length - held)
  }

  /// The length along the main axis that must be visible.
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
    // Lengths depend on one axis only; areas require the other axis to be entirely visible or
    // filled.
    let isLength = policy.measure == .itemLength || policy.measure == .viewportLength
    if policy.countsWhole, isLength || shown == breadth { need = min(need, length) }
    if policy.countsFilling, isLength || shown == viewport.length(axis.crossing) {
      need = min(need, window)
    }
    return need
  }

  /// Narrows a range around a position to one in which a target's state cannot change.
  func narrow(
    _ safe: inout CountingPlaces, around place: Double, _ frame: Rect, in viewport: Rect,
    _ axis: Axis, isInside: Bool
  ) {
    let margin = margin(at: place)
    if case .intersection(let thresholds) = policy.measure {
      narrowForObserver(&safe, around: place, frame, in: viewport, axis, thresholds)
      return
    }
    // A target that never counts still appears and disappears at its edges.
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

  /// Returns the largest possible fraction of a target in a viewport of this size.
  func largestFraction(of frame: Rect, in viewport: Rect, _ axis: Axis) -> Double {
    let best = Rect(
      x: axis == .horizontal ? frame.origin.x : viewport.origin.x,
      y: axis == .vertical ? frame.origin.y : viewport.origin.y,
      width: viewport.size.width, height: viewport.size.height)
    return fraction(of: frame, in: best, axis)
  }

  /// Returns the largest fraction of a target while the viewport's start moves over a range.
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
  /// Moves the nearer end to just before a limit inside the range; moves both if the position is at
  /// the limit, because either direction may cause a change.
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
  /// Returns the rectangle with another start along an axis.
  func moved(to start: Double, _ axis: Axis) -> Rect {
    axis == .vertical
      ? Rect(origin: Point(x: origin.x, y: start), size: size)
      : Rect(origin: Point(x: start, y: origin.y), size: size)
  }
}
