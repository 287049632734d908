public import ScrollModel

/// Computes the smoothness of scrolling: by gesture, by app state and in total.
///
/// A gesture lasts from the first touch, or the first movement, to the rest. Only intervals with
/// movement count, because no frame is expected at rest.
public struct SmoothnessAnalysis: OutcomeAnalysis, Sendable {
  /// The options of the computation.
  public struct Options: Hashable, Sendable {
    /// The percentiles of frame intervals, 0 to 1.
    public var percentiles = [0.5, 0.9, 0.95, 0.99]
    /// The seed of the bootstrap.
    public var seed: UInt64 = 1
    /// The number of bootstrap resamples.
    public var resamples = 400
    /// The constants of Chrome's scroll jank v4.
    public var jankV4 = ScrollJankV4Settings()
    /// The rest duration that ends a gesture without phases, in nanoseconds.
    public var restTime: Int64 = 100_000_000

    /// Creates the default options.
    public init() {}
  }

  let options: Options
  let bootstrap: Bootstrap
  var report = SmoothnessReport()
  var total = SmoothnessTotals()
  var states: [(state: String?, tally: SmoothnessTotals)] = []
  var gesture = SmoothnessTotals()
  var isInGesture = false
  var segment = SmoothnessTotals()
  var state: String?
  var gestureStart = TraceTime.zero
  var gestureEnd = TraceTime.zero
  var isProgrammatic = false
  /// The last frames of the gesture.
  var run = LastFrames()
  var inputs = FrameInputs()
  var jankV4: ScrollJankV4
  var hasInputs = false

  /// Creates an analysis.
  public init(options: Options = Options()) {
    self.options = options
    bootstrap = Bootstrap(seed: options.seed, resamples: options.resamples)
    jankV4 = ScrollJankV4(options.jankV4)
  }

  /// The result; complete after the end of the outcome.
  public var result: SmoothnessReport { report }

  /// Handles an event.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    switch event {
    case .observation(.frame): takeFrame(on: viewState)
    case .observation(.phase(let change)): takePhase(change, on: viewState)
    case .observation(.annotation): noteState(on: viewState)
    case .input(.touch(let sample)): takeTouch(sample, on: viewState)
    case .input(.wheel(let sample)): takeWheel(sample, on: viewState)
    default: break
    }
  }

  private mutating func takeTouch(_ sample: TouchSample, on viewState: borrowing ViewState) {
    guard sample.delivery != .predicted else { return }
    hasInputs = true
    if sample.phase == .began {
      // A touch on content in motion ends one gesture and begins another.
      if isInGesture, viewState.openTouches.count == 1 { endGesture(on: viewState) }
      if !isInGesture { beginGesture(isProgrammatic: false, on: viewState) }
    }
    guard sample.phase == .began || sample.phase == .moved else { return }
    // The touch down is no movement; later movement counts from there.
    let movement = inputs.movement(of: sample.pointer, to: sample.position, along: viewState.axes)
    if sample.phase == .moved { inputs.note(at: viewState.time, movement: movement) }
  }

  private mutating func takeWheel(_ sample: WheelSample, on viewState: borrowing ViewState) {
    hasInputs = true
    if !isInGesture { beginGesture(isProgrammatic: false, on: viewState) }
    let movement = movementLength(sample.delta.dx, sample.delta.dy, along: viewState.axes)
    let isMomentum = sample.momentumPhase != .none
    inputs.note(at: viewState.time, movement: movement, isInertial: isMomentum)
  }

  private mutating func takePhase(_ change: PhaseChange, on viewState: borrowing ViewState) {
    if change.new == .idle {
      if isInGesture { endGesture(on: viewState) }
    } else if !isInGesture {
      beginGesture(isProgrammatic: change.new == .animating, on: viewState)
    }
  }

  private mutating func noteState(on viewState: borrowing ViewState) {
    guard viewState.appState != state else { return }
    endSegment()
    state = viewState.appState
  }

  private mutating func takeFrame(on viewState: borrowing ViewState) {
    guard let sample = viewState.sample else { return }
    if let phase = viewState.phase {
      if !isInGesture, phase.isScrolling {
        beginGesture(isProgrammatic: phase == .animating, on: viewState)
      }
    } else if let before = viewState.previous {
      if before.offset != sample.offset {
        if !isInGesture { beginGesture(isProgrammatic: false, on: viewState) }
      } else if isInGesture, viewState.openTouches.isEmpty,
        sample.time.nanoseconds(since: run.lastMoved) > options.restTime
      {
        endGesture(on: viewState)
      }
    }
    if isInGesture { measure(sample, on: viewState) }
    inputs.endFrame()
    // A gesture's last frame may contain the idle phase.
    if viewState.phase == .idle, viewState.openTouches.isEmpty, isInGesture {
      endGesture(on: viewState)
    }
  }

  private mutating func beginGesture(isProgrammatic: Bool, on viewState: borrowing ViewState) {
    isInGesture = true
    gestureStart = viewState.time
    gestureEnd = viewState.time
    self.isProgrammatic = isProgrammatic
    run = LastFrames()
    run.lastMoved = viewState.time
    jankV4.reset()
  }

  mutating func endGesture(on viewState: borrowing ViewState) {
    endSegment()
    guard isInGesture else { return }
    isInGesture = false
    guard gesture.frames > 0 else { return }
    total.add(gesture)
    report.gestures.append(
      GestureSmoothness(
        number: report.gestures.count + 1, start: gestureStart,
        end: max(gestureEnd, gestureStart), isProgrammatic: isProgrammatic,
        summary: gesture.summary(options, bootstrap, obstacles(on: viewState))))
    gesture.clear()
  }

  /// Adds the totals since the last change of gesture or app state to both.
  private mutating func endSegment() {
    guard segment.frames > 0 else { return }
    if isInGesture { gesture.add(segment) }
    let state = state
    let place = states.firstIndex { $0.state == state }
    if let place {
      states[place].tally.add(segment)
    } else {
      states.append((state, segment))
    }
    segment.clear()
  }

  func obstacles(on viewState: borrowing ViewState) -> SmoothnessObstacles {
    var obstacles = SmoothnessObstacles()
    switch viewState.quality(of: .offset) {
    case .throttled(let milliseconds):
      obstacles.sampling = "offsets are throttled to one in \(milliseconds) ms"
    case .derived: obstacles.sampling = "offsets are derived and not those of frames"
    case .exact: break
    }
    if viewState.refreshPeriod == nil {
      obstacles.refresh = "the display's refresh rate is unknown"
    }
    return obstacles
  }

  /// Completes the report.
  public mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    endGesture(on: viewState)
    let obstacles = obstacles(on: viewState)
    if total.frames > 0 { report.total = total.summary(options, bootstrap, obstacles) }
    report.states = states.map {
      StateSmoothness(state: $0.state, summary: $0.tally.summary(options, bootstrap, obstacles))
    }
    report.assumptions.append(
      "input delay is not recorded, so the jerk includes frames with late input")
    if hasInputs {
      report.assumptions.append(
        "delivery times are not recorded, so each input counts for the next frame")
    }
    if let note = slowness(on: viewState) { report.assumptions.append(note) }
  }

  /// The assumption for frames that mostly come later than the next refresh.
  private func slowness(on viewState: borrowing ViewState) -> String? {
    guard let period = viewState.refreshPeriod, period > 0,
      let intervals = report.total?.intervals.value,
      let median = intervals.first(where: { $0.share == 0.5 })?.milliseconds
    else { return nil }
    let refreshes = (median * 1_000_000 / Double(period)).rounded()
    guard refreshes >= 2 else { return nil }
    return
      "most frames come \(NumberFormat.text(refreshes)) refreshes apart and count as late: an app at such a "
      + "rate cannot be distinguished from a recorder that skips frames"
  }
}
