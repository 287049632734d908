import ScrollModel

/// Tracks the gestures, releases and rests of a scroll view.
///
/// The settles and the detectors both use it. After each event, `transitions` contains the changes
/// of the event; all other properties are the current state.
struct GestureTracker: Sendable {
  private(set) var transitions = Transitions()
  private(set) var movement = Movement.none
  /// The number of the current or last gesture, from 1; 0 before the first.
  private(set) var gesture = 0
  /// The release of the current or last settle.
  private(set) var release: Release?
  /// The start of the gesture.
  private(set) var gestureStart: (time: TraceTime, offset: Double)?
  /// The largest distance of the gesture's fingers from their start along the main axis: a
  /// trembling finger has none, regardless of its duration.
  private(set) var travel = 0.0
  /// The current distance.
  private var reach = 0.0
  /// The largest distance across the axis.
  private(set) var crossTravel = 0.0
  /// Whether the gesture began on content in motion.
  private(set) var isCatch = false
  /// Whether the trace contains phases.
  private(set) var hasPhases = false
  /// Whether the trace contains touches or wheel steps.
  private(set) var hasInputs = false
  /// Whether the release has a frame of its gesture.
  ///
  /// An interrupting gesture may have none, and then the offset of the release is unknown.
  private(set) var isReleaseShown = true
  /// The axis at the last frame.
  private(set) var axis: MainAxis?
  /// The frames of the movement since the release, or since its beginning.
  private(set) var samples = MotionSamples()
  /// The frames of the last movement, if a rest or a touch ended it.
  private(set) var endedSamples = MotionSamples()
  private(set) var tracker = TouchTracker()

  private var lastFrame: TraceTime?
  private var lastMove: TraceTime?
  private var phase: ScrollPhase?
  /// Whether the current gesture was reported as a drag.
  private var isDragged = false
  /// Whether the content was at rest at the last programmatic request, if there are no phases.
  private(set) var isAskedAtRest = false
  /// Whether the program redirected the settling content.
  private var isRedirected = false
  private var commandPending: TraceTime?
  /// Whether the program scrolled since the content last came to rest.
  private var isAskedSinceRest = false
  /// Whether that command sets the offset immediately.
  private var isJumpPending = false
  /// Whether the trace contains touches.
  private var hasTouches = false
  /// The offset and time of the last rest.
  private var lastRest: MotionSamples.Sample?
  /// The time of the last programmatic animation at rest.
  private var programStart: TraceTime?
  private var layoutPending = false
  private var wheelPending = false
  /// The time of the last notch of a wheel.
  private var lastClick: TraceTime?
  private var finger: Double?

  /// The longest acceleration of the motion of one notch.
  private static let clickWay: Int64 = 250_000_000

  /// The longest delay of a phase after the frame and the touch of its time.
  private static let phaseLateness: Int64 = 50_000_000

  /// The minimum duration without movement at a rest, if there are no phases.
  static let stillness: Int64 = 100_000_000

  /// The same if the content may be held, late, or about to reverse.
  static let longStillness: Int64 = 250_000_000

  /// The same for a trace whose offsets may be sparse.
  static func stillness(_ viewState: borrowing ViewState) -> Int64 {
    max(stillness, longestPause(viewState))
  }

  /// The longest delay of the visible start of a requested animation: an ease-in starts slowly.
  static func patience(_ viewState: borrowing ViewState) -> Int64 {
    max(250_000_000, longestPause(viewState))
  }

  /// The longest pause between two frames of moving content: as declared or, without that, as seen.
  private static func longestPause(_ viewState: borrowing ViewState) -> Int64 {
    guard case .throttled(let milliseconds) = viewState.quality(of: .offset) else {
      return viewState.movingInterval.map { $0 * 5 / 2 } ?? longStillness
    }
    return nanoseconds(milliseconds: milliseconds * 2.5)
  }

  /// Handles an event; the view state already includes it.
  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    transitions = Transitions()
    expireIdleRequest(at: time, viewState)
    inferRest(before: event, at: time, on: viewState)
    switch event {
    case .input(.touch(let sample)): touch(sample, at: time, viewState)
    case .input(.wheel(let sample)): wheel(sample, at: time, viewState)
    case .input(.command(let command)): self.command(command, at: time)
    case .input(.layout), .input(.edit): layoutPending = true
    case .input(.container): break
    case .observation(.phase(let change)): turn(to: change.new, change.velocity, at: time)
    case .observation(.release(let report)): reportRelease(report, at: time)
    case .observation(.frame(let frame)): self.frame(frame, at: time, viewState)
    case .observation, .stream: break
    }
  }

  /// Ends the outcome: content without movement is at rest.
  mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    transitions = Transitions()
    expireIdleRequest(at: time, viewState)
    guard !hasPhases, movement == .settling || samples.isMoving, let axis else { return }
    rest(axis, at: lastStir ?? time, isInferred: true)
  }
}

// Touches, wheels and programs.
extension GestureTracker {
  private mutating func touch(
    _ sample: TouchSample, at time: TraceTime, _ viewState: borrowing ViewState
  ) {
    guard sample.delivery == .direct else { return }
    hasInputs = true
    hasTouches = true
    let main = axis?.axis ?? viewState.targets.mainAxis
    switch sample.phase {
    case .began:
      guard viewState.openTouches.count == 1 else { return }
      tracker.begin(sample, at: time)
      begin(at: time)
    case .moved, .stationary:
      guard let way = tracker.move(sample, at: time) else { return }
      let along = leadingMovement(main == .vertical ? way.dy : way.dx)
      finger = (finger ?? 0) + along
      went(along)
      crossTravel += (main == .vertical ? way.dx : way.dy).magnitude
    case .ended, .cancelled:
      guard viewState.openTouches.isEmpty else { return }
      if sample.phase == .cancelled { tracker.forgetVelocity() }
      end(at: time, viewState)
    }
  }

  /// The content moves opposite to the finger.
  private func leadingMovement(_ way: Double) -> Double {
    axis?.isMirrored == true ? way : -way
  }

  private mutating func wheel(
    _ sample: WheelSample, at time: TraceTime, _ viewState: borrowing ViewState
  ) {
    hasInputs = true
    wheelPending = true
    if sample.isClick { lastClick = time }
    switch sample.phase {
    case .mayBegin, .began: if movement != .gesture { begin(at: time) }
    case .ended, .cancelled: end(at: time, viewState)
    case .none, .changed, .stationary: break
    }
    guard let axis else { return }
    went(axis.leading(sample.delta))
  }

  private mutating func went(_ way: Double) {
    reach += way
    travel = max(travel, reach.magnitude)
  }

  private mutating func begin(at time: TraceTime) {
    transitions.began = true
    isCatch = movement == .settling || movement == .program
    transitions.caught = isCatch
    gesture &+= 1
    movement = .gesture
    isDragged = false
    isRedirected = false
    travel = 0
    reach = 0
    crossTravel = 0
    gestureStart = axis.map { (time, $0.offset) }
    endSamples()
  }

  private mutating func end(at time: TraceTime, _ viewState: borrowing ViewState) {
    guard movement == .gesture else { return }
    var moved = 0.0
    if let gestureStart, let axis { moved = (axis.offset - gestureStart.offset).magnitude }
    // Offsets of content under a resting finger may be rounded or noisy.
    let hasMoved = moved > max(1, viewState.tolerance)
    guard hasMoved || (travel > 10 && !isElsewhere(until: time)) || isCatch else {
      movement = .none
      return
    }
    let velocity = tracker.velocity(axis).map {
      VelocityEstimate(pointsPerSecond: $0, evidence: .touch)
    }
    release(at: time, .touch, velocity: velocity)
  }

  /// Whether the view stays idle while the finger is down: the finger scrolls another view, or a
  /// program took over.
  private func isElsewhere(until time: TraceTime) -> Bool {
    guard hasPhases, phase == .idle, !isDragged, let gestureStart else { return false }
    return time.nanoseconds(since: gestureStart.time) > Self.phaseLateness
  }

  private mutating func release(
    at time: TraceTime, _ evidence: ReleaseEvidence, velocity: VelocityEstimate?,
    uncertainty: Double = 0
  ) {
    guard let axis else { return }
    transitions.isReleased = true
    isReleaseShown =
      !isCatch || gestureStart.map { start in lastFrame.map { $0 >= start.time } ?? false } ?? true
    movement = .settling
    isRedirected = false
    release = Release(
      gesture: gesture, time: time, evidence: evidence, uncertaintyMilliseconds: uncertainty,
      offset: axis.offset, startOffset: gestureStart?.offset, isCatch: isCatch, velocity: velocity,
      reportedRest: nil, chosen: nil, chosenID: nil)
    samples.removeAll()
    samples.append(time, axis.offset)
  }

  /// Whether the gesture was released and came to rest immediately: its phases may come after its
  /// frame.
  private func hasLetGo(by time: TraceTime) -> Bool {
    guard let release, release.gesture == gesture else { return false }
    return time.nanoseconds(since: release.time) <= Self.phaseLateness
  }

  /// Whether the reported end of a movement belongs to the one before this gesture.
  ///
  /// Phases are reported once a frame, so those of a release may come after an immediate new touch.
  private func isOfMovementBefore(_ new: ScrollPhase, at time: TraceTime) -> Bool {
    guard new == .idle || new == .decelerating, movement == .gesture, let gestureStart,
      time.nanoseconds(since: gestureStart.time) <= Self.phaseLateness
    else { return false }
    if hasInputs { return true }
    // For a gesture without recorded touches, the phase is the only sign of its end, and a tap
    // drags nothing.
    guard new == .decelerating, !isDragged, let release else { return false }
    return time.nanoseconds(since: release.time) <= Self.phaseLateness
  }

  private mutating func reportRelease(_ report: ReleaseReport, at time: TraceTime) {
    guard let axis else { return }
    if movement == .none, !hasInputs, !hasPhases {
      // The start of gestures is not recorded; this one began at the last rest.
      gestureStart = (lastRest ?? samples.values.first).map { ($0.time, $0.offset) }
    }
    // A second report belongs to an interrupting gesture without other evidence.
    let isAnother =
      movement == .settling && !hasInputs && !hasPhases && release?.evidence == .report
      && !hasLetGo(by: time)
    if isAnother { begin(at: time) }
    if movement != .settling { release(at: time, .report, velocity: nil) }
    release?.evidence = .report
    if let velocity = report.velocity {
      release?.velocity = VelocityEstimate(
        pointsPerSecond: axis.leading(velocity), evidence: .recorded)
    }
    if let proposed = report.proposedOffset { release?.reportedRest = axis.leading(proposed) }
    if let chosen = report.chosenOffset { release?.chosen = axis.leading(chosen) }
    if let id = report.chosenID { release?.chosenID = id }
  }

  private mutating func command(_ command: Command, at time: TraceTime) {
    commandPending = time
    isAskedSinceRest = true
    isJumpPending = command.isJump
    isAskedAtRest = !hasPhases && movement == .none && !samples.isMoving
    switch command {
    case .scroll(_, _, let animation, _, _), .write(_, _, let animation):
      if animation != .none, movement == .none {
        movement = .program
        programStart = time
      }
    case .cancel: break
    }
    if movement == .settling, command.redirects { isRedirected = true }
  }
}

// Frames and phases.
extension GestureTracker {
  private mutating func frame(
    _ frame: GeometryFrame, at time: TraceTime, _ viewState: borrowing ViewState
  ) {
    guard let now = MainAxis(viewState) else { return }
    let old = axis
    let delta = old.map { now.offset - $0.offset } ?? 0
    let wasStill = stoodStill(until: time, viewState)
    transitions.step = FrameDelta(
      axis: now, before: old, elapsed: lastFrame.map { time.nanoseconds(since: $0) } ?? 0,
      delta: delta, oldPhase: phase,
      isAfterCommand: isAnswer(at: time, moved: delta != 0 || now.across(viewState) != 0),
      isAfterLayout: layoutPending,
      isAfterWheel: wheelPending, finger: finger, wasStill: wasStill,
      wasShownStill: samples.isStill)
    // Without phases, resting content stays at rest after a new layout or a set offset.
    if wasStill, let step = transitions.step,
      step.isAfterCommand || layoutPending || old.map({ now.isLaidOut(unlike: $0) }) ?? false
    {
      lastRest = nil
      samples.removeAll()
    }
    axis = now
    lastFrame = time
    if let step = transitions.step { noteJump(step) }
    // A gesture before the first frame is assumed to begin at that frame's offset.
    if movement == .gesture, gestureStart == nil { gestureStart = (time, now.offset) }
    if delta != 0 || lastMove == nil { lastMove = time }
    if movement != .gesture { samples.append(time, now.offset) }
    if let phase = frame.phase { turn(to: phase, nil, at: time) }
    if delta != 0 { commandPending = nil }
    layoutPending = false
    wheelPending = false
    finger = nil
  }

  /// Removes a jump that a program requested before the touch from the gesture: the interrupted
  /// motion has ended, and the finger did not cause the jump.
  private mutating func noteJump(_ step: FrameDelta) {
    guard movement == .gesture, isJumpPending, step.isAfterCommand, step.delta != 0,
      let asked = commandPending, let start = gestureStart, asked <= start.time
    else { return }
    gestureStart?.offset += step.delta
    isCatch = false
  }

  /// Whether a frame may show the effect of a command.
  ///
  /// It is the first frame after it or, if that moved nothing, the first frame that moves.
  private func isAnswer(at time: TraceTime, moved: Bool) -> Bool {
    guard let asked = commandPending, time.nanoseconds(since: asked) <= 150_000_000 else {
      return false
    }
    return moved || lastFrame.map { $0 <= asked } ?? true
  }

  private mutating func turn(to new: ScrollPhase, _ velocity: Vector?, at time: TraceTime) {
    hasPhases = true
    let old = phase
    phase = new
    if isOfMovementBefore(new, at: time) { return }
    if new == .interacting { isDragged = true }
    switch new {
    case .idle:
      // A tap that interrupted the content and was not recorded ends here.
      if old == .tracking, movement == .gesture, isCatch, !hasInputs {
        release(at: time, .phase, velocity: nil)
      }
      if old != nil, old != .idle, let axis { rest(axis, at: time, isInferred: false) }
    case .tracking, .interacting:
      // A gesture without recorded touches; its drag may be reported after its release.
      let isToldLate = new == .interacting && hasLetGo(by: time)
      if movement != .gesture, !hasInputs, !isToldLate { begin(at: time) }
    case .decelerating:
      if movement != .settling, old != .decelerating, !hasLetGo(by: time) {
        release(at: time, .phase, velocity: nil)
      }
      if let axis, let velocity, release?.velocity?.evidence != .recorded {
        release?.velocity = VelocityEstimate(
          pointsPerSecond: axis.leading(velocity), evidence: .recorded)
      }
    case .animating:
      if movement != .gesture { movement = .program }
    }
  }

  private mutating func rest(_ axis: MainAxis, at time: TraceTime, isInferred: Bool) {
    // If touches are recorded, movement without one is no release.
    if movement == .none, isInferred, !hasTouches, let found = samples.inferredRelease(),
      !isWheeled(at: found.time)
    {
      // The start of gestures is not recorded; this one began at the last rest.
      let start = lastRest?.offset ?? samples.firstRest
      release = Release(
        gesture: gesture, time: found.time, evidence: .offsets,
        uncertaintyMilliseconds: found.uncertainty, offset: found.offset,
        startOffset: found.isOneGesture && !isAskedSinceRest ? start : nil,
        isCatch: false,
        velocity: found.velocity.map { VelocityEstimate(pointsPerSecond: $0, evidence: .frames) },
        reportedRest: nil, chosen: nil, chosenID: nil)
      samples.removeFirst(found.index)
      movement = .settling
      transitions.isReleased = true
    }
    // A finger that is still down holds the content; only its lift ends the gesture.
    endedSamples = samples
    let cause = isRedirected ? .program : movement
    lastRest = MotionSamples.Sample(time: time, offset: axis.offset)
    transitions.rest = Rest(
      time: time, axis: axis, cause: cause, isInferred: isInferred, isShown: samples.isStill)
    movement = .none
    isRedirected = false
    isAskedSinceRest = false
  }

  /// Whether a wheel's notch moves the content at a time, which is then no release.
  private func isWheeled(at time: TraceTime) -> Bool {
    lastClick.map { time.nanoseconds(since: $0) <= Self.clickWay } ?? false
  }

  /// The frames of the movement that the last event ended, or of the current movement.
  var movementSamples: MotionSamples {
    transitions.rest != nil || samples.values.isEmpty ? endedSamples : samples
  }

  private mutating func endSamples() {
    guard !samples.values.isEmpty else { return }
    endedSamples = samples
    samples.removeAll()
  }

  /// Expires an animation that was requested at rest and never became visible.
  ///
  /// Later requests and touches then find content at rest.
  private mutating func expireIdleRequest(at time: TraceTime, _ viewState: borrowing ViewState) {
    guard movement == .program, let programStart, phase != .animating, !hasProgramMoved,
      time.nanoseconds(since: programStart) > Self.patience(viewState)
    else { return }
    movement = .none
  }

  /// Whether an animation of the program is in progress, not only requested.
  private var hasProgramMoved: Bool {
    guard movement == .program, let programStart, let lastMove else { return false }
    return lastMove > programStart
  }

  /// The time at which the content was last moved or released.
  ///
  /// A finger that stopped before its lift is no rest: the content may still move.
  private var lastStir: TraceTime? {
    guard let lastMove, movement == .settling, let release else { return lastMove }
    return max(lastMove, release.time)
  }

  /// The minimum duration without movement at a rest.
  ///
  /// An unrecorded tap also holds the content briefly, and content that reverses past an edge
  /// pauses there.
  private func stillness(_ viewState: borrowing ViewState) -> Int64 {
    let isInRange = axis.map { $0.excess($0.offset) == 0 } ?? true
    return hasInputs && isInRange
      ? Self.stillness(viewState) : max(Self.longStillness, Self.stillness(viewState))
  }

  /// Whether the content has not moved for so long that it is at rest, if there are no phases.
  private func stoodStill(until time: TraceTime, _ viewState: borrowing ViewState) -> Bool {
    guard !hasPhases, movement == .none, viewState.openTouches.isEmpty else { return false }
    return !samples.isMoving
      || (lastStir.map { time.nanoseconds(since: $0) >= stillness(viewState) } ?? false)
  }

  /// The time at which released content came to rest, if it has not moved for long enough and there
  /// are no phases.
  func rested(by time: TraceTime, on viewState: borrowing ViewState) -> TraceTime? {
    guard !hasPhases, movement == .settling, let since = lastStir,
      time.nanoseconds(since: since) >= stillness(viewState)
    else { return nil }
    return since
  }

  /// Infers a rest of content that has not moved for long enough, if there are no phases.
  private mutating func inferRest(
    before event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    guard !hasPhases,
      movement == .settling || hasProgramMoved || (movement == .none && samples.isMoving)
    else { return }
    guard let since = lastStir, let axis else { return }
    guard time.nanoseconds(since: since) >= stillness(viewState) else { return }
    switch event {
    // The content did not come to rest in the new layout.
    case .input(.layout), .input(.edit), .input(.container):
      movement = .none
      lastRest = nil
      samples.removeAll()
    default:
      rest(axis, at: since, isInferred: true)
      samples.removeAll()
    }
  }
}
