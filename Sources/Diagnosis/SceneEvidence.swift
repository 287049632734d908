import Analysis
import ScrollModel

/// The evidence of a recording besides its releases: changes of the scene, programmatic scrolls,
/// frames.
struct SceneEvidence: OutcomeAnalysis {
  private(set) var changes = SceneChangeTracker()
  private(set) var requests: ScrollRequestTracker
  /// The scenes at the first frame and at the last rest.
  private(set) var first: SceneSnapshot?
  private(set) var last: SceneSnapshot?
  /// The lengths of the scene at its end.
  private(set) var scene = KnownLengths()
  private(set) var tolerance = 0.5
  /// Whether frames or phase changes contain the phase.
  private(set) var hasPhases = false
  private(set) var releases: [AskedRelease] = []
  private(set) var reach = TargetReach()
  private(set) var relayouts = MovingRelayouts()
  private(set) var reversals = RestReversals()
  private(set) var loss = FrameLoss()
  private(set) var taps = Taps()
  private(set) var wheels = WheelRuns()
  private(set) var jumps = UnaskedJumps()
  private(set) var dragStarts = DragStarts()
  private(set) var crossing = CrossOverflow()
  /// The insets at the start with which the view rested at its start, one after the other.
  private(set) var startInsets: [(time: TraceTime, inset: Double)] = []
  /// The lengths of the content at whose end the view was, each once.
  private(set) var ends: [Double] = []
  private(set) var disabled = DisabledGestures()
  /// The handles of targets that an event counted as visible.
  private(set) var seen: Set<Int> = []
  /// An animated scroll before the first frame.
  private(set) var early: ScrollDestination?
  private(set) var isRightToLeft = false
  /// The ids of resized targets, each once.
  private(set) var resized: [TargetID] = []

  /// A release with the inputs and the result of a behavior.
  struct AskedRelease: Hashable, Sendable {
    var time: TraceTime
    var offset: Double
    var velocity: Double?
    var proposed: Double
    var chosen: Double
    var axis: MainAxis
    /// The start of the gesture.
    var start: Double?
  }

  private var gestureStart: Double?

  init(_ configuration: Configuration) { requests = ScrollRequestTracker(configuration) }

  mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    changes.wait(until: time, on: viewState)
    requests.wait(until: time, on: viewState)
    disabled.wait(until: time, on: viewState)
    wheels.wait(until: time, on: viewState)
  }

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    changes.take(event, at: time, on: viewState)
    requests.take(event, at: time, on: viewState)
    relayouts.take(event, at: time, on: viewState)
    reversals.take(event, at: time, on: viewState)
    wheels.take(event, at: viewState.time, on: viewState)
    jumps.take(event, at: viewState.time, on: viewState)
    dragStarts.take(event, on: viewState)
    crossing.take(event, at: viewState.time, on: viewState)
    switch event {
    case .input(.touch(let sample)):
      if sample.phase == .began { gestureStart = MainAxis(viewState)?.offset }
      taps.take(sample, at: viewState.time, on: viewState)
    case .observation(.frame(let frame)):
      if frame.phase != nil { hasPhases = true }
      if first == nil { first = SceneSnapshot(viewState) }
      loss.frame(viewState)
      noteEnds(viewState)
    case .observation(.phase(let change)) where change.new == .interacting:
      if gestureStart == nil { gestureStart = MainAxis(viewState)?.offset }
    case .observation(.release(let report)): asked(report, viewState)
    case .input(.container(let change)): disabled.take(change, on: viewState)
    case .input(.command(.scroll(let to, _, let animation, _, _))) where first == nil:
      if animation != .none, early == nil { early = to }
    case .input(.edit(.resize(let id, _))):
      if resized.count < 40, !resized.contains(id) { resized.append(id) }
    case .observation(.visibility(let event)) where event.isVisible: see(event.id, viewState)
    case .observation(.visibleSet(let set)):
      for id in set.ids { see(id, viewState) }
    default: break
    }
  }

  mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    changes.finish(at: time, on: viewState)
    requests.finish(at: time, on: viewState)
    last = SceneSnapshot(viewState)
    isRightToLeft = viewState.layoutDirection == .rightToLeft
    guard let axis = MainAxis(viewState) else { return }
    scene = KnownLengths(axis, viewState)
    reach = TargetReach(axis, viewState)
    tolerance = viewState.tolerance
  }

  /// Whether the offset before a time is that of before the last scroll of the program: the frame
  /// that shows its result is lost, or may be in a recording that lacks other frames.
  func isOffsetOutdated(at time: TraceTime) -> Bool {
    guard let request = requests.requests.last(where: { $0.time < time }) else { return false }
    return (request.isFrameLost ?? (loss.share > 0))
      && time.nanoseconds(since: request.time) <= 1_000_000_000
  }

  private mutating func noteEnds(_ viewState: borrowing ViewState) {
    guard let axis = MainAxis(viewState), let high = axis.high, let content = axis.content,
      axis.overflows
    else { return }
    if (axis.offset - high).magnitude <= 1, ends.last != content, ends.count < 100 {
      ends.append(content)
    }
    if (axis.offset - axis.low).magnitude <= 1, viewState.openTouches.isEmpty,
      viewState.phase == .idle, startInsets.last?.inset != axis.start, startInsets.count < 100
    {
      startInsets.append((viewState.time, axis.start))
    }
  }

  private mutating func see(_ id: TargetID, _ viewState: borrowing ViewState) {
    if let handle = viewState.targets.handle(of: id) { seen.insert(handle) }
  }

  private mutating func asked(_ report: ReleaseReport, _ viewState: borrowing ViewState) {
    defer { gestureStart = nil }
    guard let axis = MainAxis(viewState), let proposed = report.proposedOffset,
      let chosen = report.chosenOffset, releases.count < 2000
    else { return }
    let velocity = report.velocity.map {
      axis.axis == .vertical ? $0.dy : axis.isMirrored ? -$0.dx : $0.dx
    }
    releases.append(
      AskedRelease(
        time: viewState.time, offset: axis.offset, velocity: velocity,
        proposed: axis.leading(proposed), chosen: axis.leading(chosen), axis: axis,
        start: gestureStart))
  }
}
