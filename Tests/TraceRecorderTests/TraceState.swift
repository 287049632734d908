import ScrollModel

/// The state at a moment of a trace, computed from its events in the simplest way.
///
/// The ring computes it in its own way; the tests of cuts check that the two agree.
struct TraceState: Equatable {
  var container = ContainerChange()
  var layout: Layout?
  var edits: [ContentEdit] = []
  var frame: GeometryFrame?
  var phase: ScrollPhase?
  var position: PositionReport?
  var visibleSet: VisibleSet?
  /// The events that reported a view visible and not yet hidden, the oldest first.
  var visible: [VisibilityEvent] = []
  /// Whether a trackpad scroll's fingers, and whether its momentum are in progress.
  var padScroll: [Bool] = [false, false]
  /// The last position of each finger that is down.
  var touches: [Int64: Point] = [:]

  mutating func take(_ event: TraceEvent) {
    switch event {
    case .input(.container(let change)):
      container.size = change.size ?? container.size
      container.insets = change.insets ?? container.insets
      container.layoutDirection = change.layoutDirection ?? container.layoutDirection
      container.scale = change.scale ?? container.scale
      container.refreshRate = change.refreshRate ?? container.refreshRate
      container.refreshOrigin = change.refreshOrigin ?? container.refreshOrigin
      container.isScrollDisabled = change.isScrollDisabled ?? container.isScrollDisabled
    case .input(.layout(let new)): (layout, edits) = (new, [])
    case .input(.edit(let edit)): edits.append(edit)
    case .input(.touch(let sample)) where sample.delivery != .predicted:
      let isUp = sample.phase == .ended || sample.phase == .cancelled
      touches[sample.pointer] = isUp ? nil : sample.position
    case .observation(.frame(let new)): frame = new
    case .observation(.phase(let change)): phase = change.new
    case .observation(.position(let report)): position = report
    case .observation(.visibleSet(let set)): visibleSet = set
    case .observation(.visibility(let event)):
      visible.removeAll { $0.id == event.id && $0.threshold == event.threshold }
      if event.isVisible { visible.append(event) }
    case .input(.wheel(let sample)):
      let closed: Set<WheelPhase> = [.none, .ended, .cancelled]
      padScroll = [sample.phase, sample.momentumPhase].map { !closed.contains($0) }
    default: break
    }
  }

  /// Whether this state of a trace cut at `origin` agrees with that of the whole one.
  func agrees(with whole: TraceState, cutAt origin: TraceTime) -> Bool {
    var (mine, other) = (self, whole)
    (mine.container.refreshOrigin, other.container.refreshOrigin) = (nil, nil)
    return mine == other && clockAgrees(with: whole, cutAt: origin)
  }

  /// Whether the refresh clocks tick together: a tick before the cut is stored as a later one.
  func clockAgrees(with whole: TraceState, cutAt origin: TraceTime) -> Bool {
    // Without a rate a clock has no ticks, and with a very low one no second tick within a trace.
    guard let wholeTick = whole.container.refreshOrigin, let rate = whole.container.refreshRate,
      rate > 1e-9
    else { return true }
    guard let tick = container.refreshOrigin else { return false }
    guard wholeTick < origin else {
      return tick == wholeTick.advanced(byNanoseconds: -origin.nanoseconds)
    }
    let period = 1e9 / rate
    let distance = Double(tick.nanoseconds) + Double(origin.nanoseconds(since: wholeTick))
    let rest = abs(distance.remainder(dividingBy: period))
    return tick >= .zero && Double(tick.nanoseconds) <= period + 1 && rest <= 2
  }
}
