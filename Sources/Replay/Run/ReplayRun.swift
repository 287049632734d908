import ScrollEngine
public import ScrollModel
import TraceStore

/// One trace under one configuration, event by event.
///
/// The run takes the trace's events in order and hands what the engine makes of them to its
/// observer. Recorded frames either drive the content or are only looked at, as the drive says;
/// `sample` then tells where the engine had the content at the same moment. Memory does not grow
/// with the length of the trace. A class, because several runs go through one trace side by side.
public final class ReplayRun {
  /// What is replayed how.
  public let plan: ReplayPlan
  private var session: ScrollSession
  private var sink: OutcomeDispatcher
  private var derived: DerivedInputs
  private var releases: ReleaseTracker
  /// Only where touches drive the engine although they come seldom.
  private var seldomTouches: SeldomTouches?
  private var lastTime = TraceTime.zero
  private var beginning: TraceBeginning
  private var cutClock: SliceClock
  /// Where the first frame was, and whether a later one was elsewhere.
  private var firstOffset: Point?
  private var hasMoved = false
  private var lastPhase: ScrollPhase?
  /// The phase of the frame that was taken last, if it is another one and events may tell more of it.
  private var awaited: (phase: ScrollPhase, time: TraceTime)?
  /// A release that has been told and whose content the next frame shows let go.
  private var delayed: RecordedRelease?
  /// When the last frame was.
  private var shown: TraceTime?
  /// The tick that the next recorded frame is looked for at first.
  private var tickSearchHint: Int64 = 0
  /// How many of the glides that frames show began before now.
  private var glidesBefore = 0

  /// Creates a run at the start of a trace.
  public convenience init(
    _ plan: ReplayPlan, listener: any ReplayListener = ObserverBox(NoObserver())
  ) {
    self.init(plan, hasInitialPhaseVariant: false, listener: listener)
  }

  /// Creates a run at the start of a trace; the variant is the same outcome without the first phase callback,
  /// of which a second digest is kept.
  init(_ plan: ReplayPlan, hasInitialPhaseVariant: Bool, listener: any ReplayListener) {
    self.plan = plan
    session = ScrollSession(
      configuration: plan.configuration, axes: plan.information.axes, behavior: plan.behavior)
    sink = OutcomeDispatcher(
      plan.configuration, hasInitialPhaseVariant: hasInitialPhaseVariant, listener: listener)
    derived = DerivedInputs(plan.contents, declared: plan.information.declaredConfiguration)
    releases = ReleaseTracker(
      usesPhases: plan.contents.hasPhases, usesTouches: plan.contents.hasTouches)
    seldomTouches = plan.hasSeldomTouches ? SeldomTouches() : nil
    beginning = TraceBeginning(awaitsFrame: plan.takesInitialOffset)
    cutClock = SliceClock(plan.information)
  }

  /// What the run adds up.
  public var tally: ReplaySummary { sink.tally }

  private var drive: Drive { plan.drive.drive }

  /// Takes the next event of the trace.
  public func take(_ event: TraceEvent, at time: TraceTime) {
    stopWaiting(before: event)
    emit(until: time)
    switch event {
    case .input(let input): take(input, at: time)
    case .observation(let observation): take(observation, at: time)
    case .stream(.gap): sink.tally.gaps += 1
    case .stream(.keyframe(let count)): return beginning.takeKeyframe(count: count)
    case .stream: break
    }
    // What comes at the same moment behind a keyframe happens in its scene and is no part of it.
    if beginning.noteEvent() { session.withEngine { _ in } }
  }

  // MARK: Skipping what cannot affect the replay

  /// Whether recorded observations cannot affect this replay, so that they are skipped without advancing
  /// the engine.
  var ignoresObservations: Bool {
    (drive == .gesture || drive == .command) && derived.isIdle && beginning.isOver
  }

  /// Skips recorded frames that do not affect the replay and lie on ticks, at which the engine emits frames of
  /// its own; returns how many.
  func skip(_ frames: Span<FrameSample>) -> Int {
    guard ignoresObservations else { return 0 }
    let count = ticks(among: frames)
    sink.tally.freeFrames += Int64(count)
    return count
  }

  /// Whether gestures can be gone past like frames.
  var skipsGestures: Bool {
    ignoresObservations && drive == .gesture && !sink.listener.takesGestures
  }

  /// Skips frames between which there are only gestures, if all of them can be skipped.
  func skipRange(_ frames: Span<FrameSample>) -> Bool {
    guard skipsGestures, ticks(among: frames) == frames.count else { return false }
    sink.tally.freeFrames += Int64(frames.count)
    return true
  }

  private func ticks(among frames: Span<FrameSample>) -> Int {
    session.withEngineIfStarted { $0.ticks(among: frames, next: &tickSearchHint) } ?? 0
  }

  /// Skips an event that is neither a frame nor a touch sample, if it cannot affect the replay.
  func skip(_ event: TraceEvent, at time: TraceTime) -> Bool {
    switch event {
    case .observation(.phase), .observation(.release), .observation(.position),
      .observation(.visibility), .observation(.visibleSet):
      ignoresObservations
    case .input(let input): skip(input, at: time)
    case .observation(.frame), .observation(.annotation), .stream: false
    }
  }

  /// Handles a step of a wheel without emitting its outcome, which `emit` does later; false if the listener
  /// needs it at once.
  func skip(_ input: Input, at time: TraceTime) -> Bool {
    guard case .wheel(let sample) = input, skipsGestures, !beginning.ignores(sample) else {
      return false
    }
    skip(to: time)
    session.take(input, at: time, to: &sink)
    return true
  }

  /// Handles a touch sample without emitting its outcome, which `emit` does later.
  func skip(_ sample: TouchSample, at time: TraceTime) {
    noteIfSeldom(sample, at: time)
    skip(to: time)
    session.take(.touch(sample), at: time, to: &sink)
  }

  private func skip(to time: TraceTime) {
    lastTime = max(lastTime, time)
    visitTicks(before: time)
  }

  /// Tells what comes of the trace up to a moment.
  func emit(until time: TraceTime) {
    lastTime = max(lastTime, time)
    advance(to: time)
  }

  /// Whether the content still moves by itself, as where a log ends with the lift of the finger.
  public var isUnderWay: Bool {
    switch session.withEngineIfStarted({ $0.phase }) {
    case .decelerating, .animating: true
    case .idle, .tracking, .interacting, nil: false
    }
  }

  /// Goes on behind the end of the trace as if no further input came; `isUnderWay` says for how long.
  public func goOn(until time: TraceTime) { emit(until: time) }

  /// Whether recorded frames move the content now.
  var isDriven: Bool {
    switch drive {
    case .offset: true
    case .release where releases.isHeld || delayed != nil: true
    case .gesture, .release, .command: beginning.isInMotion
    }
  }

  /// Whether phases and reported releases say when the content is let go.
  private var followsReleases: Bool { drive == .release || beginning.isInMotion }

  /// Ends the replay with the trace.
  public func finish() {
    enterAwaited()
    letGoDelayed(at: lastTime)
    sink.observer.direction = session.direction
    session.finish(at: lastTime, to: &sink)
    deliver()
    sink.tally.digest = sink.digester.digest
    sink.tally.derivedInputs = derived.count
  }

  /// What the run adds up if nobody is called at the mount, once it has ended.
  var initialPhaseSummary: ReplaySummary? {
    guard let digest = sink.digester.otherDigest else { return nil }
    var tally = sink.tally
    tally.digest = digest
    tally.phaseChanges -= 1
    return tally
  }

  /// The offsets between which content may rest now.
  public func restRange(_ axis: Axis) -> ClosedRange<Double> { started { $0.restRange(axis) } }

  /// Where the engine has the content at a moment that is no tick: at a tick a frame tells it.
  func offsetBetweenTicks(_ time: TraceTime) -> Point? {
    session.withEngineIfStarted { $0.isTick(time) ? nil : $0.currentOffset } ?? nil
  }

  // MARK: Inputs

  private func take(_ input: Input, at time: TraceTime) {
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

  private func noteIfSeldom(_ sample: TouchSample, at time: TraceTime) {
    if let release = seldomTouches?.take(sample, at: time) { sink.tally.note(release) }
  }

  private func assumeContent(in container: Size?, at time: TraceTime) {
    guard let layout = derived.assumedLayout(in: container) else { return }
    session.take(layout, at: time, to: &sink)
    sink.tally.assumesContent = true
  }

  /// Whether the engine gets an input: with recorded offsets, fingers and commands already show.
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
      // The call at the mount tells no change.
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

  /// A release of which only phases tell, as the frames behind it show it.
  ///
  /// Content that slows down by itself is at the first of them as fast as they say, whenever it was let go,
  /// and where a velocity is not told theirs is better than that of the frames before.
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

  /// The same, at rest where a velocity that was fitted is below what counts as one.
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

  /// Whether a glide is about as fast as a release was: what brings content to rest elsewhere may give it
  /// another velocity, which says nothing of the finger's.
  private func isLike(_ release: RecordedRelease, _ glide: RecordedDeceleration) -> Bool {
    let (told, shown) = (release.velocity, glide.velocity)
    let (dx, dy) = (shown.dx - told.dx, shown.dy - told.dy)
    let share: Double
    switch release.source {
    case .reported: return false
    // A frame's deceleration, at the fast rate.
    case .phase: share = glide.isFree ? 0.2 : 0
    case .fitted: share = 1
    }
    let square = told.dx * told.dx + told.dy * told.dy
    return dx * dx + dy * dy <= square * share * share
  }

  /// Lets content go that was told to be let go and that no frame has shown since.
  private func letGoDelayed(at time: TraceTime) {
    guard var release = delayed else { return }
    delayed = nil
    release.time = time
    letGo(release)
  }

  /// Enters the phase of a frame.
  ///
  /// A frame that moves the content shows where a phase ended; which phases follow at that moment, and how
  /// fast the content was let go, the events behind the frame tell.
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

  /// Enters the phase that a frame told, unless an event tells more of it.
  private func stopWaiting(before event: TraceEvent) {
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

  /// Enters a phase; content that the recording moves has it, too, or held until it rests again.
  private func enterNow(_ phase: ScrollPhase, velocity: Vector?, at time: TraceTime) {
    let (wasDriven, releasesBefore) = (isDriven, sink.tally.releases)
    take(phase, velocity: velocity, at: time)
    let isPutDown = wasDriven && phase == .idle && sink.tally.releases == releasesBefore
    // Until it is shown let go, content is held.
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
    // Before the first change of a trace that has phases, and where no frame shows another offset than
    // the first, nothing has begun.
    return plan.contents.hasPhases || !hasMoved ? .idle : .interacting
  }

  /// Starts where the recording begins, if that is not where the configuration has the content.
  private func start(at offset: Point, _ time: TraceTime) {
    guard takesStart(at: offset) else { return }
    let isHome = session.withEngine { $0.currentOffset == offset }
    guard !isHome else { return }
    sink.tally.startedFromRecording = true
    session.withEngine { $0.begin(at: offset, at: time, to: &sink) }
    deliver()
  }

  /// Whether a recording has to say where the content starts.
  ///
  /// A start that the declared configuration explains is an effect of it, which another configuration
  /// may have elsewhere. All other recordings begin in the middle.
  private func takesStart(at offset: Point) -> Bool {
    guard plan.information.declaredConfiguration != nil, !beginning.isCut else { return true }
    guard !beginning.hasMovingInput else { return false }
    guard let declared = plan.otherDeclared else { return true }
    return session.startOffset(of: declared) != offset
  }

  /// Ends the motion in which the trace begins before an input that moves the content itself.
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

  /// Lets the engine move the content from where the first motion has brought it.
  private func endFirstMotion(at offset: Point, _ time: TraceTime) {
    beginning.endMotion()
    session.withEngine { $0.begin(at: offset, at: time, to: &sink) }
    deliver()
  }

  private func letGo(_ release: RecordedRelease) {
    // The frame from which the content goes on by itself may be yet to come.
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

  /// Visits the ticks before a moment and tells what comes of it; coming by more often changes nothing.
  private func advance(to time: TraceTime) {
    visitTicks(before: time)
    deliver()
  }

  private func visitTicks(before time: TraceTime) {
    sink.observer.direction = session.direction
    session.advance(to: time, to: &sink)
  }

  /// Hands over what the engine told and may have gone on telling.
  private func deliver() { sink.deliver() }

  /// Where the content is along an axis, from the leading side.
  public func place(along axis: Axis) -> Double { started { $0.place(along: axis) } }

  /// What the configuration would decide about an axis if the content were let go; nothing changes.
  ///
  /// Everything counts from the leading side. `place` puts the content elsewhere first; `original` is
  /// where the gesture began, and nil what is known of it. Another configuration may be asked: its
  /// behavior, deceleration, physics and switches count then, in the present layout.
  public func decide(
    _ axis: Axis, velocity: Double, from place: Double? = nil, original: Double? = nil,
    under other: Configuration? = nil
  ) -> Settle? {
    started { engine in
      var copy = other.map { engine.deciding(under: $0) } ?? engine
      var decisions = DecisionCollector()
      let start = original.map { copy.physical(place: $0, along: axis) } ?? copy.gestureOrigin
      if let place {
        copy.follow(
          copy.physical(place: place, along: axis), phase: .interacting, at: copy.now,
          to: &decisions)
      }
      decisions.settles.removeAll()
      copy.release(
        velocity: copy.physical(movement: velocity, along: axis), original: start, at: copy.now,
        to: &decisions)
      return decisions.settles.first { $0.axis == axis }
    }
  }

  /// Reads the engine, which is started for it if nothing has.
  func started<Result>(_ body: (ScrollEngine) -> Result) -> Result {
    session.withEngine { body($0) }
  }
}

// A run belongs to one thread at a time.
@available(*, unavailable) extension ReplayRun: Sendable {}

/// Keeps decisions and nothing else.
private struct DecisionCollector: OutcomeConsumer {
  var settles: [Settle] = []

  mutating func consume(_ settle: Settle) { settles.append(settle) }
}
