import ScrollEngine
public import ScrollModel
import TraceStore

/// The replay of one trace under one configuration, event by event.
///
/// The run handles the trace's events in order and passes the engine's outcome to its observer.
/// Depending on the drive, recorded frames move the content or are only compared. `sample` returns
/// the engine's offset at the same time. Memory does not grow with the length of the trace. This is
/// a class, because several runs process one trace in parallel.
public final class ReplayRun {
  /// The parameters of the replay.
  public let plan: ReplayPlan
  var session: ScrollSession
  var sink: OutcomeDispatcher
  var derived: DerivedInputs
  /// The views around and in this one; nil without any.
  let nested: NestedReplay?
  private var releases: ReleaseTracker
  /// Only set if sparse touches drive the engine.
  private var seldomTouches: SeldomTouches?
  var lastTime = TraceTime.zero
  var beginning: TraceBeginning
  private var cutClock: SliceClock
  /// The first offset, and whether a later frame differed.
  private var firstOffset: Point?
  private var hasMoved = false
  private var lastPhase: ScrollPhase?
  /// The phase of the last frame, if it changed and following events may complete it.
  private var awaited: (phase: ScrollPhase, time: TraceTime)?
  /// A reported release that waits for the next frame.
  private var delayed: RecordedRelease?
  /// The time of the last frame.
  private var shown: TraceTime?
  /// The tick at which the search for the next recorded frame starts.
  var tickSearchHint: Int64 = 0
  /// The number of recorded decelerations that began so far.
  private var glidesBefore = 0

  /// Creates a run at the start of a trace.
  public convenience init(
    _ plan: ReplayPlan, listener: any ReplayListener = ObserverBox(NoObserver())
  ) {
    self.init(plan, hasInitialPhaseVariant: false, listener: listener)
  }

  /// Creates a run at the start of a trace.
  ///
  /// With the variant, a second digest of the outcome without the initial phase callback is
  /// computed.
  init(_ plan: ReplayPlan, hasInitialPhaseVariant: Bool, listener: any ReplayListener) {
    self.plan = plan
    session = ScrollSession(
      configuration: plan.configuration, axes: plan.information.axes, behavior: plan.behavior)
    sink = OutcomeDispatcher(
      plan.configuration, hasInitialPhaseVariant: hasInitialPhaseVariant, listener: listener)
    nested = NestedReplay(plan)
    derived = DerivedInputs(plan.contents, declared: plan.information.declaredConfiguration)
    releases = ReleaseTracker(
      usesPhases: plan.contents.hasPhases, usesTouches: plan.contents.hasTouches)
    seldomTouches = plan.hasSeldomTouches ? SeldomTouches() : nil
    beginning = TraceBeginning(awaitsFrame: plan.takesInitialOffset)
    cutClock = SliceClock(plan.information)
  }

  /// The summary so far.
  public var tally: ReplaySummary { sink.tally }

  var drive: Drive { plan.drive.drive }

  /// Handles the next event of the trace.
  public func take(_ event: TraceEvent, at time: TraceTime) {
    if let nested {
      letNestedCome(nested, to: time, samplesToo: event.isGesture)
      // The stream of all views has the finger, and decides which view gets it.
      if event.isGesture { return noteNestedGesture(event) }
    }
    stopWaiting(before: event)
    emit(until: time)
    switch event {
    case .input(let input): take(input, at: time)
    case .observation(let observation): take(observation, at: time)
    case .stream(.gap): sink.tally.gaps += 1
    case .stream(.keyframe(let count)): return beginning.takeKeyframe(count: count)
    case .stream: break
    }
    // Simultaneous events after a keyframe happen in its scene and are not part of it.
    if beginning.noteEvent() { session.withEngine { _ in } }
  }

  /// Emits the outcome up to a time.
  func emit(until time: TraceTime) {
    lastTime = max(lastTime, time)
    advance(to: time)
  }

  /// Continues after the end of the trace as if no further input came; `isUnderWay` decides for how
  /// long.
  public func goOn(until time: TraceTime) {
    if let nested { letNestedCome(nested, to: time, samplesToo: true) }
    emit(until: time)
  }

  /// Whether recorded frames currently move the content.
  var isDriven: Bool {
    switch drive {
    case .offset: true
    case .release where releases.isHeld || delayed != nil: true
    case .gesture, .release, .command: beginning.isInMotion
    }
  }

  /// Whether phases and reported releases determine when the content is released.
  private var followsReleases: Bool { drive == .release || beginning.isInMotion }

  /// Ends the replay at the end of the trace.
  public func finish() {
    if let nested { letNestedCome(nested, to: lastTime, samplesToo: true) }
    enterAwaited()
    letGoDelayed(at: lastTime)
    sink.observer.direction = session.direction
    session.finish(at: lastTime, to: &sink)
    deliver()
    sink.tally.digest = sink.digester.digest
    sink.tally.derivedInputs = derived.count
  }

  /// The summary of the variant without the initial phase callback, after the end.
  var initialPhaseSummary: ReplaySummary? {
    guard let digest = sink.digester.otherDigest else { return nil }
    var tally = sink.tally
    tally.digest = digest
    tally.phaseChanges -= 1
    return tally
  }

  // MARK: Inputs

  func take(_ input: Input, at time: TraceTime) {
    if case .touch(let sample) = input, followsReleases,
      let release = releases.take(sample, at: time)
    {
      letGo(fast(release))
    }
    endFirstMotion(before: input, at: time)
    if case .touch(let sample) = input { noteIfSeldom(sample, at: time) }
    if case .command = input { releases.takeCommand(at: time) }
    letGoDelayed(at: time)
    guard drives(input) else { return }
    if case .wheel(let sample) = input, beginning.ignores(sample) { return }
    var input = input
    if case .container(let change) = input {
      input = .container(derived.completed(cutClock.restored(change)))
    }
    sink.listener.take(.input(input), at: time)
    beginning.note(input)
    if beginning.isRestating {
      session.takeEarlier(input, at: time, to: &sink)
    } else {
      session.take(input, at: time, to: &sink)
    }
    if case .container(let change) = input { assumeContent(in: change.size, at: time) }
    deliver()
  }

  func noteIfSeldom(_ sample: TouchSample, at time: TraceTime) {
    if let release = seldomTouches?.take(sample, at: time) { sink.tally.note(release) }
  }

  private func assumeContent(in container: Size?, at time: TraceTime) {
    guard let layout = derived.assumedLayout(in: container) else { return }
    session.take(layout, at: time, to: &sink)
    sink.tally.assumesContent = true
  }

  /// Whether the engine receives an input; recorded offsets already include touches and commands.
  private func drives(_ input: Input) -> Bool {
    switch (drive, input) {
    case (_, .layout), (_, .edit), (_, .container): true
    case (.gesture, .touch), (.gesture, .wheel): !beginning.isInMotion
    case (.gesture, _): true
    case (.command, .command), (.release, .command): true
    case (.command, _), (.release, _), (.offset, _): false
    }
  }

  private func derive(from frame: GeometryFrame, at time: TraceTime) {
    for input in derived.inputs(from: frame) {
      sink.listener.take(.input(input), at: time)
      session.take(input, at: time, to: &sink)
      if case .container(let change) = input { assumeContent(in: change.size, at: time) }
    }
  }

  // MARK: Observations

  private func take(_ observation: Observation, at time: TraceTime) {
    switch observation {
    case .frame(let frame):
      take(frame, at: time)
    case .phase(let change):
      // The initial phase callback is no change.
      guard change.old != change.new else { break }
      if beginning.isRestating, !beginning.awaitsFrame { beginning.begin(in: change.new) }
      enterNow(change.new, velocity: change.velocity, at: time)
    case .release(let report):
      if followsReleases, let release = releases.take(report, at: time) { letGo(release) }
    case .position(let report):
      guard beginning.isRestating else { break }
      session.withEngine { $0.beginPosition(report) }
    case .visibility, .visibleSet:
      break
    case .annotation:
      // Annotations pass through: they apply to every replay.
      sink.take(observation, at: time)
    }
  }

  private func take(_ phase: ScrollPhase, velocity: Vector?, at time: TraceTime) {
    lastPhase = phase
    guard followsReleases, let release = releases.take(phase, velocity: velocity, at: time) else {
      return
    }
    letGo(asShown(release))
  }

  /// Refines a release that is known only from phases, using the deceleration in the following
  /// frames.
  ///
  /// These frames determine the time and the velocity. Their velocity is more accurate than a fit
  /// of the frames before.
  private func asShown(_ release: RecordedRelease) -> RecordedRelease {
    let glides = plan.contents.glides
    while glidesBefore < glides.count, glides[glidesBefore].told < release.time {
      glidesBefore += 1
    }
    guard glidesBefore < glides.count, glides[glidesBefore].told == release.time,
      isLike(release, glides[glidesBefore])
    else { return fast(release) }
    let glide = glides[glidesBefore]
    var shown = release
    shown.time = glide.start
    shown.velocity = glide.velocity
    if release.source == .fitted { shown.uncertainty = glide.uncertainty }
    return shown
  }

  /// Returns the release, with zero velocity if a fitted velocity is below the threshold of a
  /// deceleration.
  private func fast(_ release: RecordedRelease) -> RecordedRelease {
    guard release.source == .fitted, plan.configuration.releasePhysics == .uikit else {
      return release
    }
    let (velocity, floor) = (release.velocity, plan.configuration.physics.releaseFloor)
    guard velocity.dx * velocity.dx + velocity.dy * velocity.dy < floor * floor else {
      return release
    }
    var release = release
    release.velocity = .zero
    return release
  }

  /// Whether a recorded deceleration is about as fast as a release.
  ///
  /// A snapping motion may have another velocity, unrelated to the finger's.
  private func isLike(_ release: RecordedRelease, _ glide: RecordedDeceleration) -> Bool {
    let (told, shown) = (release.velocity, glide.velocity)
    let (dx, dy) = (shown.dx - told.dx, shown.dy - told.dy)
    let share: Double
    switch release.source {
    case .reported: return false
    // The change during one frame at the fast rate.
    case .phase: share = glide.isFree ? 0.2 : 0
    case .fitted: share = 1
    }
    let square = told.dx * told.dx + told.dy * told.dy
    return dx * dx + dy * dy <= square * share * share
  }

  /// Releases content whose reported release no frame has confirmed since.
  private func letGoDelayed(at time: TraceTime) {
    guard var release = delayed else { return }
    delayed = nil
    release.time = time
    letGo(release)
  }

  /// Enters the phase of a frame.
  ///
  /// A driving frame shows the offset at the end of a phase. The events after the frame contain the
  /// following phases and the release velocity.
  private func enter(_ phase: ScrollPhase, at time: TraceTime) {
    if followsReleases, !releases.isHeld, delayed == nil {
      guard phase == .tracking || phase == .interacting else {
        return take(phase, velocity: nil, at: time)
      }
      _ = releases.take(phase, velocity: nil, at: time)
    }
    guard isDriven else { return take(phase, velocity: nil, at: time) }
    awaited = (phase, time)
  }

  /// Enters the phase that a frame reported, unless an event reports more of it.
  func stopWaiting(before event: TraceEvent) {
    switch event {
    case .observation(.phase), .observation(.release): awaited = nil
    case .observation(.frame), .input: enterAwaited()
    case .observation, .stream: break
    }
  }

  private func enterAwaited() {
    guard let (phase, time) = awaited else { return }
    awaited = nil
    enterNow(phase, velocity: nil, at: time)
  }

  /// Enters a phase; driven content gets it too, or is held until it rests.
  private func enterNow(_ phase: ScrollPhase, velocity: Vector?, at time: TraceTime) {
    let (wasDriven, releasesBefore) = (isDriven, sink.tally.releases)
    take(phase, velocity: velocity, at: time)
    let isPutDown = wasDriven && phase == .idle && sink.tally.releases == releasesBefore
    // The content is held until a frame shows its release.
    guard delayed == nil, isDriven || isPutDown else { return }
    session.withEngine { $0.follow(phase, at: time, to: &sink) }
    deliver()
    if phase == .idle { beginning.endMotion() }
  }

  private func take(_ frame: GeometryFrame, at time: TraceTime) {
    derive(from: frame, at: time)
    if let phase = frame.phase, phase != lastPhase {
      if beginning.awaitsFrame { beginning.begin(in: phase) }
      enter(phase, at: time)
    }
    if beginning.awaitsFrame {
      beginning.takeFrame()
      start(at: frame.offset, time)
    }
    if let firstOffset { hasMoved = hasMoved || frame.offset != firstOffset }
    firstOffset = firstOffset ?? frame.offset
    releases.look(at: frame.offset, time)
    if isDriven {
      session.withEngine {
        $0.follow(
          frame.offset, phase: phase(of: frame), isAtRest: frame.phase == .idle, at: time,
          to: &sink)
      }
      deliver()
      sink.tally.drivingFrames += 1
      if let release = delayed, time >= release.time { letGoDelayed(at: time) }
      if beginning.isInMotion, frame.phase == .idle, delayed == nil {
        endFirstMotion(at: frame.offset, time)
      }
    } else {
      sink.tally.freeFrames += 1
    }
    releases.note(frame.offset, at: time)
    shown = time
  }

  private func phase(of frame: GeometryFrame) -> ScrollPhase {
    if delayed != nil { return .interacting }
    if awaited == nil, let phase = frame.phase { return phase }
    if let lastPhase { return lastPhase }
    // Before the first phase change, and while no offset differs from the first, nothing has
    // begun.
    return plan.contents.hasPhases || !hasMoved ? .idle : .interacting
  }

  /// Starts at the recorded offset, if the configuration's initial offset differs.
  private func start(at offset: Point, _ time: TraceTime) {
    guard takesStart(at: offset) else { return }
    let isHome = session.withEngine { $0.currentOffset == offset }
    guard !isHome else { return }
    sink.tally.startedFromRecording = true
    session.withEngine { $0.begin(at: offset, at: time, to: &sink) }
    deliver()
  }

  /// Whether the recording sets the initial offset.
  ///
  /// An initial offset that the declared configuration explains is part of the outcome, and may
  /// differ under other configurations. All other recordings begin in the middle.
  private func takesStart(at offset: Point) -> Bool {
    guard plan.information.declaredConfiguration != nil, !beginning.isCut else { return true }
    guard !beginning.hasMovingInput else { return false }
    guard let declared = plan.otherDeclared else { return true }
    return session.startOffset(of: declared) != offset
  }

  /// Ends the initial motion of the trace before an input that moves the content itself.
  private func endFirstMotion(before input: Input, at time: TraceTime) {
    guard beginning.isInMotion, !beginning.isRestating, !releases.isHeld else { return }
    switch input {
    case .touch(let sample) where sample.phase == .began && sample.delivery == .direct: break
    case .command: break
    case .wheel(let sample) where sample.momentumPhase == .none: break
    case .touch, .wheel, .layout, .edit, .container: return
    }
    guard let offset = session.engine?.currentOffset else { return }
    endFirstMotion(at: offset, time)
  }

  /// Lets the engine move the content from the end of the initial motion.
  private func endFirstMotion(at offset: Point, _ time: TraceTime) {
    beginning.endMotion()
    session.withEngine { $0.begin(at: offset, at: time, to: &sink) }
    deliver()
  }

  private func letGo(_ release: RecordedRelease) {
    // The frame at which the free motion starts may not have arrived yet.
    if shown.map({ $0 < release.time }) ?? false, release.time > lastTime {
      delayed = release
      return
    }
    advance(to: release.time)
    let original = releases.original
    session.withEngine {
      if let place = release.place {
        $0.follow(place, phase: .interacting, at: release.time, to: &sink)
      }
      $0.release(
        velocity: release.velocity, original: original, at: release.time, to: &sink)
    }
    deliver()
    beginning.endMotion()
    sink.tally.releases += 1
    guard release.source == .fitted else { return }
    sink.tally.fittedReleases += 1
    sink.tally.note(
      InferredRelease(
        time: release.time, velocity: release.velocity, uncertainty: release.uncertainty,
        source: .fitted))
  }

  // MARK: Outcomes

  /// Visits the ticks before a time and emits their outcome; repeated calls have no further effect.
  private func advance(to time: TraceTime) {
    visitTicks(before: time)
    deliver()
  }

  func visitTicks(before time: TraceTime) {
    sink.observer.direction = session.direction
    session.advance(to: time, to: &sink)
  }

  /// Passes on the outcomes that the engine emitted and may not have finished.
  func deliver() { sink.deliver() }
}

// A run belongs to one thread at a time.
@available(*, unavailable) extension ReplayRun: Sendable {}
