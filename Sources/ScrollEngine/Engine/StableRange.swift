import ScrollModel

/// The offsets between which a tick of a motion has nothing to tell but its frame.
///
/// Every place at which an observer could change its mind is left out with a margin far above the
/// rounding of its decision, so that near such a place the decision itself is asked.
struct StableRange: Hashable, Sendable {
  private(set) var low = -Double.infinity
  private(set) var high = Double.infinity
  /// The offset along the main axis at which the observers were last asked.
  let along: Double
  /// The offset on the other axis, which has to stay if anybody observes.
  let across: Double
  private var isObserved = false

  init(_ offsets: AxisPair<Double>, _ mainAxis: Axis) {
    along = offsets[mainAxis]
    across = mainAxis == .vertical ? offsets.horizontal : offsets.vertical
  }

  func contains(_ along: Double, _ across: Double) -> Bool {
    along > low && along < high && (!isObserved || across == self.across)
  }

  /// The offsets of one axis between which the calm holds while the other axis rests; nil if that
  /// rest ends it.
  func bounds(_ isAlong: Bool, rest: Double) -> (low: Double, high: Double)? {
    if isAlong { return !isObserved || rest == across ? (low, high) : nil }
    guard rest > low, rest < high else { return nil }
    return isObserved ? (across.nextDown, across.nextUp) : (-.infinity, .infinity)
  }

  /// Ends the calm at an offset at which something may change.
  mutating func end(at place: Double) {
    if place >= along {
      if place < high { high = place }
    } else if place > low {
      low = place
    }
  }

  /// Keeps away from the ends, so that near them the decisions themselves are asked.
  mutating func addSafetyMargin() {
    guard low > -.infinity || high < .infinity else { return }
    isObserved = true
    if low > -.infinity { low += Self.margin(low) }
    if high < .infinity { high -= Self.margin(high) }
    // A decision that stands on an end may change in either direction.
    if along <= low || along >= high { end() }
  }

  private static func margin(_ place: Double) -> Double { 0.001 + 1e-14 * magnitude(place) }

  /// Leaves no calm at all.
  mutating func end() {
    (low, high) = (along, along)
    isObserved = true
  }

  /// Ends the calm where another run of targets comes into question.
  mutating func end<Spans: SortedSpans>(
    atEdgesOf window: Range<Int>, _ spans: Spans, _ sight: ViewportSpan
  ) {
    if window.lowerBound > 0 { end(at: sight.leaving(spans.reach(at: window.lowerBound - 1))) }
    if window.upperBound < spans.count {
      end(at: sight.entering(spans.start(at: window.upperBound)))
    }
    guard !window.isEmpty else { return }
    end(at: sight.leaving(spans.reach(at: window.lowerBound)))
    end(at: sight.entering(spans.start(at: window.upperBound - 1)))
  }
}

/// The part of the main axis that an observer looks at, relative to the offset.
struct ViewportSpan: Hashable, Sendable {
  /// From the offset to the beginning.
  let inset: Double
  let length: Double

  /// The offset at which a point of the content comes to the end.
  func entering(_ point: Double) -> Double { point - inset - length }

  /// The offset at which a point of the content comes to the beginning.
  func leaving(_ point: Double) -> Double { point - inset }
}
