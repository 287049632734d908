import ScrollModel

/// The state of a trace at one time, sufficient to start a trace there.
///
/// It follows the events one by one. Copies are cheap, so a ring keeps one for every second.
struct KeyframeState {
  /// The number of an open touch's last samples that are kept: a release velocity needs a few.
  private static let keptSamples = 8
  /// Their largest age, in nanoseconds; a finger that rests longer has no velocity.
  static let sampleWindow: Int64 = 200_000_000

  /// The minimum time without events of content at rest, in nanoseconds and in ticks.
  private static let quietTime: Int64 = 100_000_000
  private static let quietTicks = 6.0

  /// The largest number of edits that are kept; a list may be edited for hours without a new
  /// layout.
  static let keptEdits = 256

  private struct OpenTouch {
    let pointer: Int64
    var samples: [(time: TraceTime, sample: TouchSample)]
    var isCut: Bool
  }

  private let axes: ScrollAxes?
  private var container: ContainerChange?
  private var layout: Layout?
  private var edits: [ContentEdit] = []
  private var frame: GeometryFrame?
  private var phase: ScrollPhase?
  /// The last reported phase, from any source.
  private var shownPhase: ScrollPhase?
  private var position: PositionReport?
  /// The last position with an id, if the position has none now: ids of its type may be reported
  /// again.
  private var earlierPosition: PositionReport?
  private var visibleSet: VisibleSet?
  private var visible = VisibleTargets()
  private var touches: [OpenTouch] = []
  /// The last sample of the current trackpad scroll.
  private var padScroll: WheelSample?
  /// The time of the last event that moves content or shows movement.
  private var lastChange: TraceTime?

  /// Creates the state at the start of a trace that scrolls along some axes, if known.
  init(axes: ScrollAxes?) {
    self.axes = axes
  }

  /// Handles the next event.
  mutating func follow(_ event: TraceEvent, at time: TraceTime) {
    if isChange(event) { lastChange = time }
    switch event {
    case .input(.touch(let sample)): follow(sample, time)
    case .input(.container(let change)):
      container = container?.changed(by: change) ?? change
    case .input(.layout(let layout)):
      self.layout = layout
      edits = []
    case .input(.edit(let edit)):
      edits.append(edit)
      if edits.count > Self.keptEdits { foldEdits() }
    case .observation(.frame(let frame)):
      self.frame = frame
      shownPhase = frame.phase ?? shownPhase
    case .observation(.phase(let change)):
      phase = change.new
      shownPhase = change.new
    case .observation(.position(let report)):
      if let position, position.id != nil { earlierPosition = position }
      position = report
    case .observation(.visibleSet(let set)): visibleSet = set
    case .observation(.visibility(let event)): visible.follow(event)
    case .input(.wheel(let sample)): padScroll = sample.isUnderWay ? sample : nil
    case .input(.command), .observation, .stream: break
    }
  }

  private func isChange(_ event: TraceEvent) -> Bool {
    switch event {
    case .input: true
    case .observation(.frame(let frame)): frame != self.frame
    case .observation(.phase(let change)): change.new != shownPhase
    case .observation, .stream: false
    }
  }

  /// Whether the content is at rest at the next event, so that earlier events only matter through
  /// the keyframe.
  ///
  /// In a trace without phases this is unknown, so any time is suitable.
  func isAtRest(at time: TraceTime) -> Bool {
    guard let shownPhase else { return true }
    guard shownPhase == .idle, touches.isEmpty, padScroll == nil else { return false }
    return lastChange.map { time.nanoseconds(since: $0) >= quietPeriod } ?? true
  }

  /// The time without events after which all earlier events have had their effects.
  private var quietPeriod: Int64 {
    let ticks = min(Self.quietTicks / (container?.refreshRate ?? 60) * 1e9, 1e15)
    return max(Self.quietTime, Int64(ticks))
  }

  /// The range of times at which this state is complete, if the content rests until the next event.
  ///
  /// At the start, the last change has had its effects. At the end, one tick is left, so that a
  /// view that begins there is shown before the event.
  func rest(before time: TraceTime) -> ClosedRange<TraceTime>? {
    guard shownPhase != nil, isAtRest(at: time) else { return nil }
    let end = time.advanced(byNanoseconds: -(quietPeriod / 3))
    let start = lastChange?.advanced(byNanoseconds: quietPeriod / 3) ?? .zero
    return min(start, end)...end
  }

  /// The tick of the refresh clock, if the trace contains one.
  var tick: TraceTime? { container?.refreshOrigin }

  /// The frames per second of the refresh clock, if known.
  var refreshRate: Double? { container?.refreshRate }

  /// Applies the edits to the layout; a list without a layout was initially empty.
  private mutating func foldEdits() {
    var folded = layout ?? Layout(targets: [])
    let mainAxis = (axes ?? folded.axes(in: container?.size)).main
    let isRightToLeft = container?.layoutDirection == .rightToLeft
    for edit in edits {
      folded.apply(edit, mainAxis: mainAxis, isRightToLeft: isRightToLeft)
    }
    (layout, edits) = (folded, [])
  }

  private mutating func follow(_ sample: TouchSample, _ time: TraceTime) {
    guard sample.delivery != .predicted else { return }
    let place = touches.firstIndex { $0.pointer == sample.pointer }
    switch sample.phase {
    case .ended, .cancelled:
      if let place { touches.remove(at: place) }
    case .began:
      if let place { touches.remove(at: place) }
      touches.append(
        OpenTouch(pointer: sample.pointer, samples: [(time, sample)], isCut: false))
    case .moved, .stationary:
      guard let place else {
        touches.append(
          OpenTouch(pointer: sample.pointer, samples: [(time, sample)], isCut: true))
        return
      }
      touches[place].samples.append((time, sample))
      guard touches[place].samples.count > Self.keptSamples else { return }
      touches[place].samples.removeFirst()
      touches[place].isCut = true
    }
  }

  /// Returns the start of the events that restore this state at `moment`: the time of the oldest
  /// needed sample of a finger that is down.
  func start(for moment: TraceTime) -> TraceTime {
    let earliest = moment.advanced(byNanoseconds: -Self.sampleWindow)
    let times = touches.flatMap(\.samples).map(\.time).filter { $0 >= earliest }
    return min(moment, times.min() ?? moment)
  }

  /// Returns the events that restore the state, in order of time, none before `start`, with a tick
  /// for a container without one.
  func events(
    at start: TraceTime, tick: TraceTime?
  ) -> [(time: TraceTime, event: TraceEvent)] {
    var events: [(time: TraceTime, event: TraceEvent)] = []
    func add(_ event: TraceEvent?) {
      if let event { events.append((start, event)) }
    }
    var container = container
    container?.refreshOrigin = self.tick ?? tick
    add(container.map { .input(.container($0)) })
    add(layout.map { .input(.layout($0)) })
    for edit in edits { add(.input(.edit(edit))) }
    add(frame.map { .observation(.frame($0)) })
    add(phase.map { .observation(.phase(PhaseChange(new: $0))) })
    if position?.id == nil { add(earlierPosition.map { .observation(.position($0)) }) }
    add(position.map { .observation(.position($0)) })
    add(visibleSet.map { .observation(.visibleSet($0)) })
    for event in visible.events { add(.observation(.visibility(event))) }
    add(padScroll.map { .input(.wheel($0.restated)) })
    return events + touchEvents(from: start)
  }

  /// The last samples of the fingers that are down; a cut-off touch begins at its first kept
  /// sample.
  ///
  /// A finger without a sample since `start` begins there.
  private func touchEvents(
    from start: TraceTime
  ) -> [(time: TraceTime, event: TraceEvent)] {
    var events: [(time: TraceTime, event: TraceEvent)] = []
    for touch in touches {
      let old = min(touch.samples.prefix { $0.time < start }.count, touch.samples.count - 1)
      for (index, entry) in touch.samples.dropFirst(old).enumerated() {
        var sample = entry.sample
        if index == 0 && (touch.isCut || old > 0) { sample.phase = .began }
        events.append((max(start, entry.time), .input(.touch(sample))))
      }
    }
    // Stable by time: simultaneous samples keep the order of their fingers.
    return events.sortedStably { $0.time < $1.time }
  }
}
