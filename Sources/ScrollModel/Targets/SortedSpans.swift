/// Intervals along one axis, sorted by start, with searches in logarithmic time.
///
/// `reach(at:)` is the largest end of all spans up to a rank, which makes overlapping spans
/// searchable.
public protocol SortedSpans {
  /// The number of spans.
  var count: Int { get }
  /// Returns the start of the span at a rank.
  func start(at rank: Int) -> Double
  /// Returns the end of the span at a rank.
  func end(at rank: Int) -> Double
  /// Returns the largest end of the spans from the first to a rank.
  func reach(at rank: Int) -> Double
  /// Returns the start and the end of the span at a rank.
  func span(at rank: Int) -> (start: Double, end: Double)
}

extension SortedSpans {
  /// Returns the start and the end of the span at a rank.
  public func span(at rank: Int) -> (start: Double, end: Double) {
    (start(at: rank), end(at: rank))
  }
}

extension SortedSpans {
  /// Returns the range of ranks that contains all spans overlapping an interval.
  ///
  /// A span that only touches the interval does not overlap it. A span without length inside it
  /// does.
  public func window(from low: Double, to high: Double) -> Range<Int> {
    let guess = rank(near: low)
    return window(from: low, to: high, near: guess..<guess)
  }

  /// Returns the rank at a point if spans were evenly spaced: a start for a search.
  ///
  /// Most layouts are nearly even. A search from there reads a few adjacent spans, while a
  /// bisection reads distant memory.
  public func rank(near point: Double) -> Int {
    let last = count - 1
    guard last > 0 else { return 0 }
    let (low, high) = (start(at: 0), start(at: last))
    let share = (point - low) / (high - low)
    // This form of the condition maps NaN to the first rank.
    guard share > 0 else { return 0 }
    return share < 1 ? Int(share * Double(last)) : last
  }

  /// Returns the same range, searched outwards from the range of a nearby interval.
  ///
  /// The cost depends on the distance between the intervals, not on the number of spans.
  public func window(from low: Double, to high: Double, near hint: Range<Int>) -> Range<Int> {
    let first = firstRank(near: hint.lowerBound) { reach(at: $0) >= low }
    let last = firstRank(near: hint.upperBound) { start(at: $0) > high }
    return first < last ? first..<last : first..<first
  }

  /// Returns the first rank from which on a condition is true, searched from a nearby rank with
  /// doubling steps.
  public func firstRank(near hint: Int, where holds: (Int) -> Bool) -> Int {
    let count = count
    var low = 0
    var high = count
    let hint = hint < 0 ? 0 : hint > count ? count : hint
    var step = 1
    if hint < count, !holds(hint) {
      low = hint + 1
      while low < count {
        let probe = count - low > step ? low + step - 1 : count - 1
        if holds(probe) {
          high = probe
          break
        }
        low = probe + 1
        step += step
      }
    } else {
      high = hint
      while high > 0 {
        let probe = high > step ? high - step : 0
        if !holds(probe) {
          low = probe + 1
          break
        }
        high = probe
        step += step
      }
    }
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns whether the span at a rank overlaps an interval.
  public func overlaps(_ rank: Int, from low: Double, to high: Double) -> Bool {
    let (start, end) = span(at: rank)
    if start == end { return start >= low && start < high }
    return start < high && end > low
  }

  /// Returns the fraction of the span at a rank inside an interval, from 0 to 1; 0 without length.
  public func fraction(of rank: Int, from low: Double, to high: Double) -> Double {
    let (start, end) = span(at: rank)
    return shownFraction(start, end, from: low, to: high)
  }

  /// Returns the fraction of a span inside an interval, from 0 to 1; 0 without length.
  public func shownFraction(
    _ start: Double, _ end: Double, from low: Double, to high: Double
  ) -> Double {
    guard end > start else { return 0 }
    let shown = (end < high ? end : high) - (start > low ? start : low)
    let length = end - start
    if shown == length { return 1 }
    return shown > 0 ? shown / length : 0
  }

  /// Returns the point at a fraction of the length of the span at a rank.
  public func point(at rank: Int, anchor: Double) -> Double {
    let (start, end) = span(at: rank)
    return start + anchor * (end - start)
  }
}
