import ScrollModel

/// The offsets between which a tick of a motion emits only its frame.
///
/// A margin around every offset at which an observer could emit something is excluded. It is far
/// above rounding errors; inside it, the observers decide.
struct StableRange: Hashable, Sendable {
  private(set) var low = -Double.infinity
  private(set) var high = Double.infinity
  /// The offset along the main axis at which the observers were last evaluated.
  let along: Double
  /// The offset on the other axis, which must not change if there are observers.
  let across: Double
  private var isObserved = false

  init(_ offsets: AxisPair<Double>, _ mainAxis: Axis) {
    along = offsets[mainAxis]
    across = mainAxis == .vertical ? offsets.horizontal : offsets.vertical
  }

  func contains(_ along: Double, _ across: Double) -> Bool {
    along > low && along < high && (!isObserved || across == self.across)
  }

  /// The stable offsets of one axis while the other axis rests; nil if the other axis is outside.
  func bounds(_ isAlong: Bool, rest: Double) -> (low: Double, high: Double)? {
    if isAlong { return !isObserved || rest == across ? (low, high) : nil }
    guard rest > low, rest < high else { return nil }
    return isObserved ? (across.nextDown, across.nextUp) : (-.infinity, .infinity)
  }

  /// Limits the range at an offset at which something may change.
  mutating func end(at place: Double) {
    if place >= along {
      if place < high { high = place }
    } else if place > low {
      low = place
    }
  }

  /// Reduces the range by a margin, so that observers decide near its ends.
  mutating func addSafetyMargin() {
    guard low > -.infinity || high < .infinity else { return }
    isObserved = true
    if low > -.infinity { low += Self.margin(low) }
    if high < .infinity { high -= Self.margin(high) }
    // A decision exactly at an end may change in either direction.
    if along <= low || along >= high { end() }
  }

  static func margin(_ place: Double) -> Double { 0.001 + 1e-14 * magnitude(place) }

  /// Makes the range empty.
  mutating func end() {
    (low, high) = (along, along)
    isObserved = true
  }

  /// Limits the range to the offsets at which other targets become candidates.
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

/// The offsets between which a lazy stack has nothing to measure, and those between which measuring moves
/// nothing.
///
/// They are known until the content or the container changes.
struct MeasuredRange: Hashable, Sendable {
  /// The offsets at which an item enters that must be measured, less a margin for rounding errors.
  private var low = -Double.infinity
  private var high = Double.infinity
  /// The offsets at which an item enters whose measuring may move something.
  var quietLow = -Double.infinity
  var quietHigh = Double.infinity

  /// Sets the offset at which an item enters at the start.
  mutating func begin(at place: Double) { low = place + StableRange.margin(place) }

  /// Sets the offset at which an item enters at the end.
  mutating func end(at place: Double) { high = place - StableRange.margin(place) }

  /// Whether nothing must be measured between two offsets.
  func contains(from low: Double, to high: Double) -> Bool {
    low >= self.low ? high <= self.high : false
  }

  /// Whether measuring what is in view at an offset moves nothing.
  func isQuiet(at place: Double) -> Bool {
    let margin = StableRange.margin(place)
    return place >= quietLow + margin ? place <= quietHigh - margin : false
  }

  /// Adds offsets between which everything in a viewport of a length was measured.
  ///
  /// If the viewports of both ranges do not touch, items between them may be unmeasured: only the new range is kept.
  mutating func extend(from low: Double, to high: Double, length: Double) {
    guard low <= self.high + length, high >= self.low - length else {
      (self.low, self.high) = (low, high)
      return
    }
    if low < self.low { self.low = low }
    if high > self.high { self.high = high }
  }
}

/// The observed part of the main axis, relative to the offset.
struct ViewportSpan: Hashable, Sendable {
  /// The distance from the offset to the start.
  let inset: Double
  let length: Double

  /// The offset at which a content point reaches the end.
  func entering(_ point: Double) -> Double { point - inset - length }

  /// The offset at which a content point reaches the start.
  func leaving(_ point: Double) -> Double { point - inset }
}
