public import ScrollModel

/// All detectors over one outcome, recorded or replayed.
///
/// The configuration is what the app declared; without one only what needs none is judged. A replay
/// pushes the engine's decisions through the pass, and a recording may be accompanied by decisions
/// that a replay made of its releases: then choices are compared with them, otherwise with the
/// places alone.
public struct FindingsAnalysis: OutcomeAnalysis, Sendable {
  /// The settles, which the same pass finds.
  public private(set) var settles: SettlesAnalysis
  private var watch: Watch
  private var detectors = Detectors()
  private var requests = RequestWatch()
  private var shown = ShownTargets()
  private var visibility = VisibilityWatch()

  /// The findings so far, in the order in which they were first made.
  public var findings: [Finding] { watch.list.findings }

  /// Creates an analysis.
  public init(_ configuration: Configuration?, options: FindingOptions = FindingOptions()) {
    settles = SettlesAnalysis(configuration)
    watch = Watch(configuration, options)
  }

  /// Follows an event.
  public mutating func take(_ event: TraceEvent, at time: TraceTime, on stage: borrowing Stage) {
    watch.now = stage.time
    check(stage, isEnd: false)
    settles.take(event, at: time, on: stage)
    watch.frame = stage.frameCount
    watch.isHeld = settles.course.movement == .gesture
    watch.hasInputs = settles.course.hasInputs
    watch.gesture = settles.course.gesture
    if requests.concerns(event) {
      requests.take(event, at: stage.time, settles.course, watch, stage)
      if let request = requests.resolved { resolve(request, stage) }
    }
    if settles.course.news.began { begin() }
    if let step = settles.course.news.step { follow(step, stage) }
    if let report = settles.latest { settle(report, stage) }
    if let rest = settles.course.news.rest { self.rest(rest, stage) }
    switch event {
    case .input(let input): take(input, stage)
    case .observation(let observation): take(observation, stage)
    case .remark: break
    }
  }

  /// Takes the engine's decision.
  public mutating func take(_ settle: Settle, on stage: borrowing Stage) {
    guard settle.axis == stage.targets.mainAxis else { return }
    settles.take(settle, on: stage)
    if settle.isResize {
      detectors.relayout.decided()
    } else {
      detectors.stale.released(settle, settles.course.axis, stage)
    }
  }

  /// Judges what only the end shows.
  public mutating func finish(at time: TraceTime, on stage: borrowing Stage) {
    watch.now = time
    settles.finish(at: time, on: stage)
    if let report = settles.latest { settle(report, stage) }
    requests.finish(settles.course)
    if let request = requests.resolved { resolve(request, stage) }
    check(stage, isEnd: true)
    detectors.drift.finish(&watch, stage)
    detectors.period.finish(&watch, stage)
    detectors.axis.finish(&watch, stage)
    detectors.truncated.finish(&watch, stage)
    detectors.wheelSteps.finish(&watch)
  }

  private mutating func begin() {
    detectors.writeLoop.cancel()
    detectors.follow.cancel()
    detectors.keptPlace.cancel()
    detectors.oscillation.begin()
  }

  private mutating func take(_ input: Input, _ stage: borrowing Stage) {
    switch input {
    case .touch(let sample):
      detectors.starvation.touched(sample, at: stage.time, settles.course, &watch, stage)
    case .wheel(let sample):
      detectors.keptPlace.cancel()
      if sample.isClick { detectors.oscillation.begin() }
    case .command(let command):
      detectors.keptPlace.cancel()
      detectors.bindingStale.commanded(command)
      if command.redirects { detectors.oscillation.commanded() }
      detectors.thrown.commanded(command, settles.course, &watch, stage)
      detectors.writeLoop.commanded(
        command, at: stage.time, hasArrived: requests.hadArrived, isAtGoal: requests.wasAtGoal,
        &watch)
      detectors.hardCut.commanded(command, settles.course, stage)
    case .container: detectors.writeLoop.changed(at: stage.time)
    case .layout, .edit:
      detectors.writeLoop.changed(at: stage.time)
      detectors.thrown.changed(stage)
      detectors.keptPlace.changed(settles.course, stage)
    }
  }

  private mutating func take(_ observation: Observation, _ stage: borrowing Stage) {
    switch observation {
    case .phase(let change):
      detectors.phase.changed(change, &watch, stage)
      detectors.stall.changed(change, at: stage.time)
    case .position(let report):
      watch.reported = (report.id, stage.time)
      let course = settles.course
      detectors.oscillation.reported(
        report.id, isMoving: course.movement == .settling || course.movement == .program,
        isInRange: course.axis.map { $0.excess($0.offset) == 0 } ?? false)
    case .visibility(let event):
      visibility.take(event, stage)
      detectors.flicker.take(event, at: stage.time, &watch, stage)
      if event.isVisible {
        detectors.withoutVisibility.take(
          event.id, event.threshold, settles.course, &watch, stage)
      }
    case .visibleSet(let set):
      for id in set.ids where !isReported(id, stage) {
        detectors.withoutVisibility.take(id, set.threshold, settles.course, &watch, stage)
      }
      visibility.take(set, stage)
      detectors.setOscillation.take(set, at: stage.time, settles.course, &watch, stage)
      detectors.missed.take(set, &watch, stage)
      detectors.empty.take(set, watch, stage)
    case .release(let report):
      if let axis = settles.course.axis { detectors.stale.reported(report, axis, stage) }
    case .frame, .annotation: break
    }
  }

  private func isReported(_ id: TargetID, _ stage: borrowing Stage) -> Bool {
    stage.targets.handle(of: id).map { visibility.reports($0) } ?? false
  }
}

// What frames, settles, rests and requests are shown to.
extension FindingsAnalysis {
  /// Judgments that wait until nothing has changed for a while; the stage may show what comes next.
  private mutating func check(_ stage: borrowing Stage, isEnd: Bool) {
    detectors.bindingStale.check(&watch, isEnd: isEnd)
    detectors.relayout.check(&watch, isEnd: isEnd)
    detectors.beyondEnd.check(&watch, stage, isEnd: isEnd)
    detectors.estimateAndJump.check(&watch, stage, isEnd: isEnd)
    detectors.hardCut.check(&watch, stage, isEnd: isEnd)
    detectors.follow.check(&watch, isEnd: isEnd)
    detectors.empty.check(&watch, stage, isEnd: isEnd)
    if detectors.keptPlace.isWaiting {
      detectors.keptPlace.check(settles.course, &watch, isEnd: isEnd)
    }
    if detectors.missed.isWaiting {
      detectors.missed.check(
        visibility, hasGesture: watch.gesture > 0, &watch, stage, isEnd: isEnd)
    }
    if detectors.missingInitial.isSuspected || isEnd {
      detectors.missingInitial.check(visibility, &watch, isEnd: isEnd)
    }
  }

  private mutating func follow(_ step: Course.FrameStep, _ stage: borrowing Stage) {
    let shift = shown.advance(step, stage)
    let movement = settles.course.movement
    detectors.oscillation.frame(step, isMoving: movement == .settling)
    detectors.flicker.frame(step, stage)
    detectors.withoutVisibility.frame(step, &watch, stage)
    detectors.estimateAndJump.frame(step, shift, settles.course, &watch, stage)
    detectors.midGesture.frame(step, shift, settles.course, &watch, stage)
    detectors.stall.frame(step, &watch, stage)
    detectors.hardCut.frame(step, &watch, stage)
    detectors.convention.frame(step, &watch)
    detectors.pingPong.frame(step, &watch, stage)
    detectors.beyondEnd.frame(step, watch, stage)
    detectors.bindingStale.frame(step, watch, stage)
    detectors.relayout.frame(step, &watch, stage)
    detectors.follow.frame(step, watch, stage)
    detectors.empty.frame(step, watch, stage)
    detectors.keptPlace.frame(step, stage)
    detectors.wheelSteps.frame(step, stage)
    detectors.writeLoop.frame(step, at: stage.time)
    detectors.opening.frame(step, movement, hasGesture: watch.gesture > 0, &watch, stage)
    detectors.transform.frame(step, &watch, stage)
    detectors.missingInitial.frame(step, hasReports: visibility.hasReports, &watch, stage)
    detectors.missed.frame(watch, stage)
  }

  private mutating func settle(_ report: SettleReport, _ stage: borrowing Stage) {
    guard let axis = settles.course.axis else { return }
    if report.ending == .rested { watch.keep(report, axis, stage) }
    let travel = settles.course.travel
    detectors.snapResidual.settled(report, axis, &watch, stage)
    detectors.nonArgminChoice.settled(report, axis, &watch, stage)
    detectors.unreachable.settled(report, axis, &watch)
    detectors.snapBack.settled(report, axis, &watch, stage)
    detectors.interrupted.settled(report, axis, travel, &watch, stage)
    detectors.overscroll.settled(report, axis, &watch, stage)
    detectors.zeroVelocity.settled(report, axis, &watch, stage)
    detectors.fractional.settled(report, axis, &watch, stage)
    detectors.limit.settled(report, axis, &watch, stage)
    if settles.course.isReleaseShown {
      detectors.degenerate.settled(report, axis, settles.course.movementSamples, &watch, stage)
    }
    detectors.stale.settled(report, axis, &watch, stage)
  }

  private mutating func rest(_ rest: Course.Rest, _ stage: borrowing Stage) {
    detectors.oscillation.rested(&watch, settles.course.release)
    if !isDoubtful(rest) {
      detectors.bindingStale.rested(rest, since: settles.course.gestureStart?.offset, watch, stage)
    }
    if !rest.isInferred { detectors.relayout.rested(rest.axis, &watch, stage) }
  }

  /// Whether content that seems to have rested may have gone on: half a second of frames may be missing
  /// in front of one that shows it elsewhere.
  private func isDoubtful(_ rest: Course.Rest) -> Bool {
    guard rest.isInferred, !rest.isShown, let step = settles.course.news.step else { return false }
    return step.delta != 0 && step.elapsed <= 500_000_000
  }

  private mutating func resolve(_ request: RequestWatch.Request, _ stage: borrowing Stage) {
    detectors.unreachable.resolved(request, &watch)
    detectors.wrongWay.resolved(request, &watch)
    detectors.needless.resolved(request, &watch, stage)
    // A stale place is short of the goal too; the sharper name is enough.
    if !detectors.stale.resolved(request, &watch) {
      detectors.requestShort.resolved(request, &watch, stage)
    }
  }
}
