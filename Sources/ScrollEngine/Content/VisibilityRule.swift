import ScrollModel

/// The rule for the visible fraction of a target: its rectangle, its measure and its threshold.
struct VisibilityRule: Hashable, Sendable {
  let low: Double
  let high: Double
  private let crossLow: Double
  private let crossHigh: Double
  private let cross: Axis
  private let countsBreadth: Bool
  private let isStrict: Bool
  /// The pinned views, which are visible where they are drawn (PIN-2).
  let pinned: PinnedViews
  private let viewLow: Double
  private let viewHigh: Double

  @inline(__always) init(
    _ viewport: Viewport, mainAxis: Axis, _ switches: Switches,
    _ pinned: PinnedViews = PinnedViews()
  ) {
    viewLow = viewport.low(mainAxis)
    viewHigh = viewport.high(mainAxis)
    self.pinned = pinned
    (low, high) =
      switches.pinnedVisibility == .excluded
      ? pinned.room(viewLow, viewHigh) : (viewLow, viewHigh)
    cross = mainAxis == .vertical ? .horizontal : .vertical
    crossLow = viewport.low(cross)
    crossHigh = viewport.high(cross)
    countsBreadth = switches.visibilityMeasure == .area
    isStrict = switches.visibilityCompare == .moreThan
  }

  /// Returns the visible fraction of the target at a rank (VIS-12).
  @inline(__always) func fraction(of rank: Int, in content: ContentModel) -> Double {
    let along = length(of: rank, in: content)
    return along > 0 ? along * breadth(of: rank, in: content) : along
  }

  /// Returns how much of a target's length is shown: of a pinned one where it is drawn, over all others.
  @inline(__always) private func length(of rank: Int, in content: ContentModel) -> Double {
    guard let view = pinned.view(rank) else {
      return content.fraction(of: rank, from: low, to: high)
    }
    guard view.end > view.start else { return 0 }
    let shown = min(view.end, viewHigh) - max(view.start, viewLow)
    return clamped(shown / (view.end - view.start), 0, 1)
  }

  /// Returns whether all of a breadth is within the rectangle, or does not count.
  func showsAll(of breadth: ClosedRange<Double>) -> Bool {
    guard countsBreadth else { return true }
    return crossLow <= breadth.lowerBound ? crossHigh >= breadth.upperBound : false
  }

  /// Returns the fraction of a target's breadth inside the rectangle; 1 if it is not measured.
  @inline(__always) func breadth(of rank: Int, in content: ContentModel) -> Double {
    guard countsBreadth else { return 1 }
    let (start, length) = content.interval(at: rank, cross)
    guard length > 0 else { return 0 }
    let low = max(start, crossLow)
    let high = min(start + length, crossHigh)
    // Most targets are entirely visible; this check avoids an expensive division.
    if high - low == length { return 1 }
    return high > low ? (high - low) / length : 0
  }

  /// The value that a fraction is compared with for a threshold (VIS-14, VIS-16).
  func bar(_ threshold: Double) -> Double {
    let threshold = clamped(threshold, 0, 1)
    // A fraction cannot exceed 1, so the threshold 1 means fully visible in both comparisons.
    return isStrict && threshold < 1 ? threshold + 1e-6 : threshold - 1e-6
  }

  /// Returns whether a fraction counts as visible; 0 never does (VIS-15).
  func isVisible(_ fraction: Double, _ bar: Double) -> Bool {
    guard fraction > 0 else { return false }
    return isStrict ? fraction > bar : fraction >= bar
  }
}

extension ContentModel {
  /// Adds the visible targets of a window, and limits the stable range to their next changes.
  func collect(
    _ window: Range<Int>, _ lens: VisibilityRule, _ threshold: Double,
    into detector: inout ChangeDetector, _ stableRange: inout StableRange
  ) {
    let bar = lens.bar(threshold)
    detector.begin()
    if !sections.isEmpty {
      collectPinned(window, lens, bar, into: &detector)
      stableRange.end()
      return
    }
    let sight = ViewportSpan(inset: lens.low - stableRange.along, length: lens.high - lens.low)
    for rank in window {
      let breadth = lens.breadth(of: rank, in: self)
      let span = span(at: rank)
      let along = shownFraction(span.start, span.end, from: lens.low, to: lens.high)
      if lens.isVisible(along > 0 ? along * breadth : along, bar) {
        detector.add(index(at: rank))
      }
      let (enters, leaves) = places(span, sight, share: neededShare(bar, breadth))
      stableRange.end(at: enters)
      stableRange.end(at: leaves)
    }
    guard isDisjoint else {
      stableRange.end(atEdgesOf: window, self, sight)
      return
    }
    // The next targets to appear or disappear are the neighbors of the window.
    if window.lowerBound > 0 { endBeside(&stableRange, window.lowerBound - 1, sight, lens, bar) }
    if window.upperBound < count { endBeside(&stableRange, window.upperBound, sight, lens, bar) }
  }

  /// Adds the visible targets of content with pinned views, which may be far from where they were laid out.
  private func collectPinned(
    _ window: Range<Int>, _ lens: VisibilityRule, _ bar: Double, into detector: inout ChangeDetector
  ) {
    for rank in window where lens.isVisible(lens.fraction(of: rank, in: self), bar) {
      detector.add(index(at: rank))
    }
    addPinned(lens.pinned.header, outside: window, lens, bar, into: &detector)
    addPinned(lens.pinned.footer, outside: window, lens, bar, into: &detector)
  }

  private func addPinned(
    _ view: PinnedSections.View?, outside window: Range<Int>, _ lens: VisibilityRule, _ bar: Double,
    into detector: inout ChangeDetector
  ) {
    guard let view, !window.contains(view.rank),
      lens.isVisible(lens.fraction(of: view.rank, in: self), bar)
    else { return }
    detector.add(index(at: view.rank))
  }

  /// Returns the visible targets if they are a run of ranks that the outermost targets of a window
  /// determine, and ends the stable range where that changes; nil if each target must be examined.
  ///
  /// Only the outermost targets of the window may be partly visible; those between are entirely
  /// visible. This and the function below are mutating only because a call of others copies the content.
  mutating func visibleRun(
    _ window: Range<Int>, _ lens: VisibilityRule, _ threshold: Double,
    _ stableRange: inout StableRange
  ) -> Range<Int>? {
    guard let breadth, sections.isEmpty, !window.isEmpty, lens.showsAll(of: breadth) else {
      return nil
    }
    let bar = lens.bar(threshold)
    guard lens.isVisible(1, bar) else { return nil }
    let sight = ViewportSpan(inset: lens.low - stableRange.along, length: lens.high - lens.low)
    let share = bar > 0 ? bar : 0
    let (first, last) = (window.lowerBound, window.upperBound - 1)
    // Positions ascend with ranks: targets leave at the start and enter at the end.
    var (low, high) = (first + 1, last)
    for rank in max(first - 1, 0)..<min(first + 2, count) {
      let span = span(at: rank)
      stableRange.end(at: places(span, sight, share: share).leaves)
      if rank == first, isShown(span, lens, bar) { low = first }
    }
    for rank in max(last - 1, 0)..<min(last + 2, count) {
      let span = span(at: rank)
      stableRange.end(at: places(span, sight, share: share).enters)
      if rank == last, isShown(span, lens, bar) { high = last + 1 }
    }
    return low < high ? low..<high : low..<low
  }

  /// Returns the visible fraction of a member (VIS-12).
  @inline(never) mutating func fraction(ofMember member: Int, _ lens: VisibilityRule) -> Double {
    lens.fraction(of: rank(of: member), in: self)
  }

  @inline(__always) private func isShown(
    _ span: (start: Double, end: Double), _ lens: VisibilityRule, _ bar: Double
  ) -> Bool {
    lens.isVisible(shownFraction(span.start, span.end, from: lens.low, to: lens.high), bar)
  }

  private func endBeside(
    _ stableRange: inout StableRange, _ rank: Int, _ sight: ViewportSpan, _ lens: VisibilityRule,
    _ bar: Double
  ) {
    end(&stableRange, rank, sight, share: neededShare(bar, lens.breadth(of: rank, in: self)))
  }

  private func neededShare(_ bar: Double, _ breadth: Double) -> Double {
    guard bar > 0 else { return 0 }
    return breadth == 1 ? bar : bar / breadth
  }

  /// Limits the stable range to the offsets at which a target reaches or loses a visible fraction.
  private func end(
    _ stableRange: inout StableRange, _ rank: Int, _ sight: ViewportSpan, share: Double
  ) {
    let (enters, leaves) = places(span(at: rank), sight, share: share)
    stableRange.end(at: enters)
    stableRange.end(at: leaves)
  }

  /// The offsets at which a target reaches and loses a visible fraction of its length.
  @inline(__always) private func places(
    _ span: (start: Double, end: Double), _ sight: ViewportSpan, share: Double
  ) -> (enters: Double, leaves: Double) {
    let (start, end) = span
    // A target too long for the fraction still delimits its neighbors.
    let most = min(end - start, sight.length)
    let wanted = share * (end - start)
    let shown = wanted < most ? wanted : most
    return (sight.entering(start + shown), sight.leaving(end - shown))
  }
}
