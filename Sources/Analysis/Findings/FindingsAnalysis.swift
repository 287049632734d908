public import ScrollModel

/// All detectors for one outcome, recorded or replayed.
///
/// The configuration is the declared one; without it, only detectors that need none are run. A
/// replay passes the engine's decisions. For a recording, a replay may supply decisions for its
/// releases, which are then compared. Otherwise choices are compared with the resting positions
/// only.
public struct FindingsAnalysis: OutcomeAnalysis, Sendable {
  /// The settles, which the same pass finds.
  public private(set) var settles: SettlesAnalysis
  private var context: DetectionContext
  private var detectors = Detectors()
  private var requests = RequestTracker()
  private var shown = ShownTargets()
  private var visibility = VisibilityWatch()

  /// The findings so far, in the order in which they were first made.
  public var findings: [Finding] { context.list.findings }

  /// Creates an analysis.
  public init(_ configuration: Configuration?, options: FindingOptions = FindingOptions()) {
    settles = SettlesAnalysis(configuration)
    context = DetectionContext(configuration, options)
  }

  /// Handles an event.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    context.now = viewState.time
    check(viewState, isEnd: false)
    settles.take(event, at: time, on: viewState)
    context.frame = viewState.frameCount
    context.isHeld = settles.tracker.movement == .gesture
    context.hasInputs = settles.tracker.hasInputs
    context.gesture = settles.tracker.gesture
    if requests.concerns(event) {
      requests.take(event, at: viewState.time, settles.tracker, context, viewState)
      if let request = requests.resolved { resolve(request, viewState) }
    }
    if settles.tracker.transitions.began { begin() }
    if let step = settles.tracker.transitions.step { follow(step, viewState) }
    if let report = settles.latest { settle(report, viewState) }
    if let rest = settles.tracker.transitions.rest { self.rest(rest, viewState) }
    switch event {
    case .input(let input): take(input, viewState)
    case .observation(let observation): take(observation, viewState)
    case .stream: break
    }
  }

  /// Handles a decision of the engine.
  public mutating func take(_ settle: Settle, on viewState: borrowing ViewState) {
    guard settle.axis == viewState.targets.mainAxis else { return }
    settles.take(settle, on: viewState)
    if settle.isResize {
      detectors.relayout.decided()
    } else {
      detectors.stale.released(settle, settles.tracker.axis, context, viewState)
    }
  }

  /// Runs the checks that need the end of the outcome.
  public mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    context.now = time
    settles.finish(at: time, on: viewState)
    if let report = settles.latest { settle(report, viewState) }
    requests.finish(settles.tracker)
    if let request = requests.resolved { resolve(request, viewState) }
    check(viewState, isEnd: true)
    detectors.drift.finish(&context, viewState)
    detectors.period.finish(&context, viewState)
    detectors.axis.finish(&context, viewState)
    detectors.truncated.finish(&context, viewState)
    detectors.wheelSteps.finish(&context)
    detectors.starvation.finish(&context, settles.tracker)
  }

  private mutating func begin() {
    detectors.writeLoop.cancel()
    detectors.follow.cancel()
    detectors.keptPlace.cancel()
    detectors.oscillation.begin()
  }

  private mutating func take(_ input: Input, _ viewState: borrowing ViewState) {
    switch input {
    case .touch(let sample):
      detectors.starvation.touched(sample, at: viewState.time, settles.tracker, &context, viewState)
    case .wheel(let sample):
      detectors.keptPlace.cancel()
      if sample.isClick { detectors.oscillation.begin() }
    case .command(let command):
      detectors.keptPlace.cancel()
      detectors.resetByInsets.commanded(command, &context, viewState)
      detectors.bindingStale.commanded(command)
      if command.redirects { detectors.oscillation.commanded() }
      detectors.thrown.commanded(command, settles.tracker, &context, viewState)
      detectors.writeLoop.commanded(
        command, at: viewState.time, hasArrived: requests.hadArrived, isAtGoal: requests.wasAtGoal,
        &context)
      detectors.hardCut.commanded(command, settles.tracker, viewState)
    case .container:
      detectors.writeLoop.changed(at: viewState.time)
      detectors.resetByInsets.changed(viewState)
    case .layout, .edit:
      detectors.writeLoop.changed(at: viewState.time)
      detectors.thrown.changed(viewState)
      detectors.keptPlace.changed(settles.tracker, viewState)
    }
  }

  private mutating func take(_ observation: Observation, _ viewState: borrowing ViewState) {
    switch observation {
    case .phase(let change):
      detectors.phase.changed(change, &context, viewState)
      detectors.stall.changed(change, at: viewState.time)
    case .position(let report):
      context.reported = (report.id, viewState.time)
      let tracker = settles.tracker
      detectors.oscillation.reported(
        report.id, isMoving: tracker.movement == .settling || tracker.movement == .program,
        isInRange: tracker.axis.map { $0.excess($0.offset) == 0 } ?? false)
    case .visibility(let event):
      visibility.take(event, viewState)
      detectors.flicker.take(event, at: viewState.time, &context, viewState)
      if event.isVisible {
        detectors.withoutVisibility.take(
          event.id, event.threshold, settles.tracker, &context, viewState)
      }
    case .visibleSet(let set):
      for id in set.ids where !isReported(id, viewState) {
        detectors.withoutVisibility.take(id, set.threshold, settles.tracker, &context, viewState)
      }
      visibility.take(set, viewState)
      detectors.setOscillation.take(set, at: viewState.time, settles.tracker, &context, viewState)
      detectors.missed.take(set, &context, viewState)
      detectors.empty.take(set, context, viewState)
    case .release(let report):
      if let axis = settles.tracker.axis {
        detectors.stale.reported(report, axis, context, viewState)
      }
    case .frame, .annotation: break
    }
  }

  private func isReported(_ id: TargetID, _ viewState: borrowing ViewState) -> Bool {
    viewState.targets.handle(of: id).map { visibility.reports($0) } ?? false
  }
}

// Passes frames, settles, rests and requests to the detectors.
extension FindingsAnalysis {
  /// Runs delayed checks when nothing has changed for a while; the view state may be newer.
  private mutating func check(_ viewState: borrowing ViewState, isEnd: Bool) {
    detectors.bindingStale.check(&context, isEnd: isEnd)
    detectors.relayout.check(&context, isEnd: isEnd)
    detectors.beyondEnd.check(&context, viewState, isEnd: isEnd)
    detectors.estimateAndJump.check(&context, viewState, isEnd: isEnd)
    detectors.hardCut.check(&context, viewState, isEnd: isEnd)
    detectors.follow.check(&context, isEnd: isEnd)
    detectors.empty.check(&context, viewState, isEnd: isEnd)
    if detectors.keptPlace.isWaiting {
      detectors.keptPlace.check(settles.tracker, &context, isEnd: isEnd)
    }
    if detectors.missed.isWaiting {
      detectors.missed.check(
        visibility, hasGesture: context.gesture > 0, &context, viewState, isEnd: isEnd)
    }
    if detectors.missingInitial.isSuspected || isEnd {
      detectors.missingInitial.check(visibility, &context, isEnd: isEnd)
    }
  }

  private mutating func follow(_ step: GestureTracker.FrameDelta, _ viewState: borrowing ViewState)
  {
    let way = viewState.openTouches.isEmpty ? shown.expected(step) ?? 0 : step.finger ?? 0
    let shift = shown.advance(step, by: way, viewState)
    let movement = settles.tracker.movement
    detectors.oscillation.frame(step, isMoving: movement == .settling)
    detectors.flicker.frame(step, viewState)
    detectors.withoutVisibility.frame(step, &context, viewState)
    detectors.estimateAndJump.frame(step, shift, settles.tracker, &context, viewState)
    detectors.midGesture.frame(step, shift, settles.tracker, &context, viewState)
    detectors.stall.frame(step, &context, viewState)
    detectors.hardCut.frame(step, &context, viewState)
    detectors.convention.frame(step, &context)
    detectors.pingPong.frame(step, &context, viewState)
    detectors.beyondEnd.frame(step, context, viewState)
    detectors.bindingStale.frame(step, context, viewState)
    detectors.relayout.frame(step, &context, viewState)
    detectors.resetByInsets.changed(viewState)
    detectors.follow.frame(step, context, viewState)
    detectors.empty.frame(step, context, viewState)
    detectors.keptPlace.frame(step, viewState)
    detectors.wheelSteps.frame(step, viewState)
    detectors.writeLoop.frame(step, at: viewState.time)
    detectors.opening.frame(step, movement, hasGesture: context.gesture > 0, &context, viewState)
    detectors.transform.frame(step, &context, viewState)
    detectors.missingInitial.frame(step, hasReports: visibility.hasReports, &context, viewState)
    detectors.missed.frame(context, viewState)
  }

  private mutating func settle(_ report: SettleReport, _ viewState: borrowing ViewState) {
    guard let axis = settles.tracker.axis else { return }
    if report.ending == .rested { context.keep(report, axis, viewState) }
    let travel = settles.tracker.travel
    detectors.snapResidual.settled(report, axis, &context, viewState)
    detectors.nonArgminChoice.settled(report, axis, &context, viewState)
    detectors.unreachable.settled(report, axis, &context)
    detectors.snapBack.settled(report, axis, &context, viewState)
    detectors.interrupted.settled(report, axis, travel, &context, viewState)
    detectors.overscroll.settled(report, axis, &context, viewState)
    detectors.zeroVelocity.settled(report, axis, &context, viewState)
    detectors.fractional.settled(report, axis, &context, viewState)
    detectors.limit.settled(report, axis, &context, viewState)
    if settles.tracker.isReleaseShown {
      detectors.degenerate.settled(
        report, axis, settles.tracker.movementSamples, &context, viewState)
    }
    detectors.stale.settled(report, axis, &context, viewState)
  }

  private mutating func rest(_ rest: GestureTracker.Rest, _ viewState: borrowing ViewState) {
    detectors.oscillation.rested(&context, settles.tracker.release)
    if !isDoubtful(rest) {
      detectors.bindingStale.rested(
        rest, since: settles.tracker.gestureStart?.offset, context, viewState)
    }
    if !rest.isInferred { detectors.relayout.rested(rest.axis, &context, viewState) }
  }

  /// Whether content that seems at rest may have moved: up to half a second of frames may be
  /// missing before a frame with another offset.
  private func isDoubtful(_ rest: GestureTracker.Rest) -> Bool {
    guard rest.isInferred, !rest.isShown, let step = settles.tracker.transitions.step else {
      return false
    }
    return step.delta != 0 && step.elapsed <= 500_000_000
  }

  private mutating func resolve(_ request: RequestTracker.Request, _ viewState: borrowing ViewState)
  {
    detectors.unreachable.resolved(request, &context)
    detectors.wrongWay.resolved(request, &context)
    detectors.needless.resolved(request, &context, viewState)
    detectors.underHeader.resolved(request, &context, viewState)
    // A stale place is short of the goal too; the sharper name is enough.
    if !detectors.stale.resolved(request, &context) {
      detectors.requestShort.resolved(request, &context, viewState)
    }
  }
}
