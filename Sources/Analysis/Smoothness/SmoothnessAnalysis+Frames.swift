import ScrollModel

/// The length of a movement along the scrolled axis; if that is unknown, along the axis with the
/// larger part.
func movementLength(_ dx: Double, _ dy: Double, along axes: ScrollAxes?) -> Double {
  switch axes {
  case .horizontal: dx.magnitude
  case .vertical: dy.magnitude
  case .both, nil: max(dx.magnitude, dy.magnitude)
  }
}

/// The last frames of a gesture.
struct LastFrames: Sendable {
  /// The number of frames in the gesture.
  var count = 0
  var time: TraceTime = .zero
  var timeBefore: TraceTime = .zero
  var offset = Point.zero
  var offsetBefore = Point.zero
  /// The content movement of the last frame and of the one before.
  var delta = 0.0
  var deltaBefore = 0.0
  var lastMoved = TraceTime.zero
  /// The last input that a frame included.
  var lastInput: Int64?

  mutating func add(_ sample: ViewStateSample, _ delta: Double) {
    timeBefore = time
    offsetBefore = offset
    deltaBefore = self.delta
    time = sample.time
    offset = sample.offset
    self.delta = delta
    count &+= 1
  }
}

/// The inputs since the last frame.
struct FrameInputs: Sendable {
  private(set) var first: Int64?
  private(set) var last: Int64?
  private(set) var movement = 0.0
  private(set) var inertial = 0.0
  private(set) var isInertial = false
  private var places: [(pointer: Int64, place: Point)] = []

  /// Returns the movement of a finger since its last sample.
  mutating func movement(
    of pointer: Int64, to place: Point, along axes: ScrollAxes?
  ) -> Double {
    guard let index = places.firstIndex(where: { $0.pointer == pointer }) else {
      if places.count >= 16 { places.removeFirst() }
      places.append((pointer, place))
      return 0
    }
    let old = places[index].place
    places[index].place = place
    return movementLength(place.x - old.x, place.y - old.y, along: axes)
  }

  mutating func note(at time: TraceTime, movement: Double, isInertial: Bool = false) {
    if first == nil { first = time.nanoseconds }
    last = time.nanoseconds
    self.movement += movement
    if isInertial {
      self.isInertial = true
      if movement > inertial { inertial = movement }
    }
  }

  mutating func endFrame() {
    first = nil
    last = nil
    movement = 0
    inertial = 0
    isInertial = false
  }
}

extension SmoothnessAnalysis {
  /// Measures a frame of the gesture.
  mutating func measure(_ sample: ViewStateSample, on viewState: borrowing ViewState) {
    let place = sample.offset
    if run.count > 0, sample.time <= run.time {
      // Samples at one time are one frame: the later one was displayed.
      run.offset = place
      return
    }
    segment.frames &+= 1
    gestureEnd = sample.time
    // Frames before a gap are no neighbors.
    if viewState.isAfterGap { restartRun() }
    var delta = 0.0
    if run.count > 0 {
      delta = movementLength(place.x - run.offset.x, place.y - run.offset.y, along: viewState.axes)
      measureInterval(sample.time, delta, on: viewState)
      if run.count > 2 { measurePredictor(delta) }
      if run.count > 1 { measureJerk(sample, along: viewState.axes) }
    }
    segment.jerkFrames &+= 1
    measureJank(sample.time, movement: delta, on: viewState)
    if delta != 0 || run.count == 0 { run.lastMoved = sample.time }
    run.add(sample, delta)
  }

  private mutating func restartRun() {
    let moved = run.lastMoved
    run = LastFrames()
    run.lastMoved = moved
    jankV4.reset()
  }

  /// Apple's hitches and the interval histogram, for frames between which content moved.
  private mutating func measureInterval(
    _ time: TraceTime, _ delta: Double, on viewState: borrowing ViewState
  ) {
    let interval = time.nanoseconds(since: run.time)
    guard delta != 0 else { return }
    guard let period = viewState.refreshPeriod else {
      segment.intervals.add(interval)
      return
    }
    let refreshes = (Double(interval) / period).rounded()
    let isLate = refreshes > 1
    if isLate, !isMovementExpected(viewState.phase, period, on: viewState) {
      segment.unjudged &+= 1
      return
    }
    segment.intervals.add(interval)
    segment.judged &+= 1
    segment.scrollTime &+= interval
    guard isLate, let late = Int64(exactly: ((refreshes - 1) * period).rounded()) else { return }
    segment.hitches &+= 1
    segment.hitchTime &+= late
    segment.longestHitch = max(segment.longestHitch, late)
  }

  /// Whether content was expected to move continuously, so that a long interval is a late frame.
  private func isMovementExpected(
    _ phase: ScrollPhase?, _ period: Double, on viewState: borrowing ViewState
  ) -> Bool {
    if phase == .decelerating || phase == .animating {
      return run.delta != 0 || viewState.previousPhase == phase
    }
    // Content that has not moved yet may be within the slop of the gesture.
    guard run.delta != 0, let first = inputs.first, let last = run.lastInput else {
      return false
    }
    return Double(first &- last) < 1.5 * period
  }

  private mutating func measurePredictor(_ delta: Double) {
    let jank = predictorJank(run.deltaBefore, run.delta, delta)
    segment.triples &+= 1
    guard jank > 0 else { return }
    segment.predicted &+= 1
    segment.predictorTotal += jank
    segment.predictorLargest = max(segment.predictorLargest, jank)
  }

  /// Flutter's second difference at the previous frame.
  private mutating func measureJerk(_ sample: ViewStateSample, along axes: ScrollAxes?) {
    if sample.time.nanoseconds(since: run.timeBefore) > 40_000_000 {
      segment.jerkLost &+= 1
      return
    }
    let (old, middle, new) = (run.offsetBefore, run.offset, sample.offset)
    let jerk = movementLength(
      old.x + new.x - 2 * middle.x, old.y + new.y - 2 * middle.y, along: axes)
    segment.jerkTotal += jerk
    if jerk > 0.5 { segment.jerkJanky &+= 1 }
  }

  /// Chrome's scroll jank v3 and v4.
  private mutating func measureJank(
    _ time: TraceTime, movement: Double, on viewState: borrowing ViewState
  ) {
    guard let period = viewState.refreshPeriod else { return }
    let isMomentum = viewState.phase == .decelerating
    if let first = inputs.first {
      segment.v3Frames &+= 1
      if run.count > 0, let last = run.lastInput,
        Double(time.nanoseconds(since: run.time)) > 1.5 * period,
        Double(first &- last) < 1.5 * period
      {
        segment.v3Janky &+= 1
      }
    }
    guard inputs.first != nil || isMomentum else { return }
    // Momentum without own inputs moves as the frame shows.
    let isOwn = inputs.first != nil
    let isInertial = inputs.isInertial || !isOwn
    let frame = ScrollJankV4.Frame(
      firstInput: inputs.first, lastInput: inputs.last, presented: time.nanoseconds,
      isInertial: isInertial, movement: isOwn ? inputs.movement : movement,
      inertialMovement: inputs.isInertial ? inputs.inertial : isOwn ? 0 : movement)
    if let decision = jankV4.decide(frame, refreshInterval: period) {
      segment.v4Frames &+= 1
      if decision.isJanky { segment.v4Janky &+= 1 }
      segment.v4Missed &+= SIMD4<Int>(truncatingIfNeeded: decision.missed)
    }
    if let last = inputs.last { run.lastInput = last }
  }
}
