import Analysis
import ScrollModel

/// Derives an interval for the threshold from every recorded visibility event, for each viewport.
struct VisibilityEvidence: OutcomeAnalysis {
  /// One event with the visible fractions around it.
  struct Event: Sendable {
    var id: TargetID
    var time: TraceTime
    var isVisible: Bool
    /// The smallest and the largest visible fraction in the last frames, in the whole frame and
    /// within the insets.
    var whole: ClosedRange<Double>
    var inner: ClosedRange<Double>
    /// The same within the declared viewport if what pinned views cover counted the other way.
    var otherPinned: ClosedRange<Double>
    /// How long ago the target last reached the declared threshold; nil where it never did.
    var delay: Int64?
    /// The threshold in the event.
    var threshold: Double?
  }

  private(set) var events: [Event] = []
  /// Hidden views whose reported fraction is a rounding error less than the threshold.
  private(set) var rounded: [(id: TargetID, time: TraceTime, fraction: Double, threshold: Double)] =
    []
  private let declared: Double
  private let choice: ViewportChoice
  private let measure: VisibilityMeasureChoice
  private let pinned: PinnedVisibilityChoice
  /// Whether a header or footer was pinned in a layout.
  private(set) var hasPinned = false
  /// Fractions in the last frames, by handle, the newest last.
  private var recent: [Int: [Pair]] = [:]
  private var crossed: [Int: TraceTime] = [:]
  private var last: [TargetID: Bool] = [:]
  private var set: [TargetID] = []
  private var frame = 0
  private static let limit = 5000

  private struct Pair {
    var frame: Int
    var whole: Double
    var inner: Double
    var otherPinned: Double
  }

  init(_ configuration: Configuration) {
    declared = configuration.viewVisibility ?? configuration.targetVisibility ?? 0.5
    choice = configuration.switches.visibilityViewport
    measure = configuration.switches.visibilityMeasure
    pinned = configuration.switches.pinnedVisibility
  }

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    switch event {
    case .observation(.frame), .input(.layout), .input(.edit), .input(.container): look(viewState)
    case .observation(.visibility(let event)):
      noteRounded(event, viewState)
      // The first report of an invisible view is no change.
      let isFirst = last.updateValue(event.isVisible, forKey: event.id) == nil
      guard event.isVisible || !isFirst else { return }
      add(event.id, event.isVisible, event.threshold, viewState)
    case .observation(.visibleSet(let new)):
      for id in set where !new.ids.contains(id) { add(id, false, new.threshold, viewState) }
      for id in new.ids where !set.contains(id) { add(id, true, new.threshold, viewState) }
      set = new.ids
    default: break
    }
  }

  private mutating func look(_ viewState: borrowing ViewState) {
    guard let whole = viewState.viewport(.visibleRect), let inner = viewState.viewport(.unobscured)
    else {
      return
    }
    frame += 1
    if !hasPinned { hasPinned = viewState.targets.hasPinned }
    for rank in viewState.window.prefix(200) {
      let index = viewState.targets.index(at: rank)
      let handle = viewState.targets.handles[index]
      let isExcluded = pinned == .excluded
      let declared = choice == .visibleRect ? whole : inner
      let pair = Pair(
        frame: frame, whole: fraction(index, whole, isExcluded, viewState),
        inner: fraction(index, inner, isExcluded, viewState),
        otherPinned: hasPinned ? fraction(index, declared, !isExcluded, viewState) : 0)
      var list = recent[handle] ?? []
      let was = list.last.map { choice == .visibleRect ? $0.whole : $0.inner } ?? 0
      let now = choice == .visibleRect ? pair.whole : pair.inner
      if was < self.declared, now >= self.declared { crossed[handle] = viewState.time }
      list.append(pair)
      if list.count > 3 { list.removeFirst() }
      recent[handle] = list
    }
  }

  /// How much of a target shows in a viewport, with or without what pinned views cover of it.
  private func fraction(
    _ index: Int, _ viewport: Rect, _ isExcluded: Bool, _ viewState: borrowing ViewState
  ) -> Double {
    let isCut = isExcluded && viewState.pinnedFrame(ofIndex: index) == nil
    return viewState.visibleFraction(
      ofIndex: index, in: isCut ? viewState.uncovered(viewport) : viewport, measure: measure)
  }

  private mutating func noteRounded(_ event: VisibilityEvent, _ viewState: borrowing ViewState) {
    let threshold = event.threshold ?? declared
    // Only at the whole does a fraction stay where it is, so that a small error decides.
    guard !event.isVisible, let fraction = event.fraction, threshold >= 0.999, fraction < threshold,
      fraction > 0.99, rounded.count < Self.limit,
      let viewport = viewState.viewport(choice),
      let index = viewState.targets.handle(of: event.id).flatMap(viewState.targets.index),
      self.fraction(index, viewport, pinned == .excluded, viewState) >= threshold - 1e-9
    else { return }
    rounded.append((event.id, viewState.time, fraction, threshold))
  }

  private mutating func add(
    _ id: TargetID, _ isVisible: Bool, _ threshold: Double?, _ viewState: borrowing ViewState
  ) {
    guard events.count < Self.limit, let handle = viewState.targets.handle(of: id),
      viewState.targets.index(of: handle) != nil
    else { return }
    var pairs = (recent[handle] ?? []).filter { frame - $0.frame <= 3 }
    // Before the first visible frame, and after the last, the fraction is zero.
    if pairs.count < 3 || pairs.last?.frame != frame {
      pairs.append(Pair(frame: frame, whole: 0, inner: 0, otherPinned: 0))
    }
    func range(_ value: (Pair) -> Double) -> ClosedRange<Double> {
      let values = pairs.map(value)
      let (low, high) = (values.min() ?? 0, values.max() ?? 0)
      // The fraction of a view without area is undefined.
      guard low <= high else { return 0...1 }
      return max(0, low - 0.01)...(high + 0.01)
    }
    events.append(
      Event(
        id: id, time: viewState.time, isVisible: isVisible, whole: range(\.whole),
        inner: range(\.inner), otherPinned: range(\.otherPinned),
        delay: crossed[handle].map { viewState.time.nanoseconds(since: $0) }, threshold: threshold))
  }
}
