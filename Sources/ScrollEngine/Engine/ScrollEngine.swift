public import ScrollModel

/// A scroll view without a screen: inputs and a clock in, an outcome stream out.
///
/// The engine is a value, so a copy is a checkpoint. Motion between events is closed-form. What
/// SwiftUI does once per frame (ids, visibility, geometry, phases, lazy measuring) is done at the
/// ticks of a refresh clock, which the engine visits by itself; sampling between ticks with
/// `state(at:)` reads and never decides. It knows no file, clock, thread or database.
///
/// ```swift
/// var engine = ScrollEngine(configuration: Configuration(), scene: scene)
/// var log = OutcomeLog()
/// engine.handle(.touch(sample), at: time, to: &log)
/// engine.finish(at: end, to: &log)
/// ```
public struct ScrollEngine: Sendable {
  /// What the app's code chose.
  public internal(set) var configuration: Configuration
  /// The moment up to which inputs have been handled.
  public internal(set) var now: TraceTime
  /// The scroll phase as it is now; observers hear of it at the next tick.
  public internal(set) var phase = ScrollPhase.idle
  /// The bound `ScrollPosition`, as it is now.
  public internal(set) var position: PositionValue
  /// The id in the binding of `scrollPosition(id:)`, as it is now.
  public internal(set) var boundID: TargetID?

  /// Whether the user cannot scroll, as the configuration or the last container change says.
  public internal(set) var isScrollDisabled: Bool

  var behavior: BehaviorFunctions?
  /// The grid to which distances are quantized.
  let grid: OffsetGrid
  var sizeClasses: AxisPair<SizeClass>
  var source: ContentSource
  var content: ContentModel
  var container: ContainerModel
  var ranges: AxisPair<AxisRange>
  var clock: RefreshClock
  var clockRate: Double
  var clockOrigin: TraceTime
  var nextTick: Int64
  var motions: AxisPair<AxisMotion>
  var gesture: Gesture?
  var pending: [PendingInput] = []
  var phaseQueue: [PhaseStep] = []
  var isMounted = false
  /// The offsets of the tick that is being delivered, so that each is computed once.
  var tickOffsets: AxisPair<Double>?
  /// The cause of movement since the last tick.
  var motionCause: Cause?
  /// Whether a position outcome is due although nothing moved.
  var positionCause: Cause?
  /// What an animated programmatic scroll is heading for, if that may move.
  var scrollTarget: MotionTarget?
  /// What chose the rest that the content decelerates to, if a behavior did.
  var snapTarget = AxisPair<Double?>(both: nil)
  var wheelIdleAt: Int64?
  /// Whether the container changed its size and no behavior was asked since.
  var awaitsResizeAnswer = false
  /// Whether the content follows a movement that is given: momentum that the system tells as deltas, or
  /// the frames of a recording.
  var isExternallyDriven = false
  /// Where a recording has the content, physical, as long as its frames move it.
  var recordedOffset: Point?
  /// Where a recording begins, physical, if that is not where the configuration puts the content.
  var recordedStart: Point?
  /// Whether momentum of a trackpad is left aside: a behavior or a program chose the rest.
  var leavesMomentum = false
  /// Whether a trackpad's scroll is left aside up to its end: a program took its place.
  var leavesPad = false
  var reported: ReportedState
  /// The offsets between which ticks have nothing to tell but frames, if known.
  var stableRange: StableRange?
  /// The targets that were in question at the last tick, where a search starts.
  var lastWindow = 0..<0
  /// How often the user flicked without letting the content rest.
  var flicks = FlickStreak()
  /// The fling that the next one may add to.
  var flingBoost = FlingBoost()
  var visible = ChangeDetector()
  var visibleTargets = ChangeDetector()
  /// The visible targets at the last look where they were a run of ranks; `visibleTargets` has all others.
  var visibleRun: Range<Int>?
  /// The ids of the visible set that was delivered last.
  var visibleIDs: ArraySlice<TargetID> = []
  /// Whether indices may name other targets than when `visibleIDs` was delivered.
  var isRenumbered = false
  /// Where the content was when the visible set was last looked at.
  var visibleSetOffset: Point?
  var identities = ChangeDetector()
  /// The views that were laid out for the first time since transitions were last delivered.
  var newcomers: Set<Int> = []

  /// Creates an engine.
  ///
  /// `behavior` is what `custom("…")` in the configuration stands for, `start` the moment from which
  /// on the view is there: its first tick is the first one from then on.
  public init(
    configuration: Configuration, scene: Scene, behavior: (any TargetBehavior)? = nil,
    at start: TraceTime = .zero
  ) {
    self.configuration = configuration
    self.behavior = BehaviorFunctions(behavior)
    grid = OffsetGrid(step: configuration.physics.offsetGrid)
    isScrollDisabled = configuration.isScrollDisabled
    sizeClasses = AxisPair(
      configuration.sizeClass(.horizontal) ?? scene.horizontalSizeClass,
      configuration.sizeClass(.vertical) ?? scene.verticalSizeClass)
    now = start.held
    (position, boundID) =
      switch configuration.position {
      case .none: (PositionValue(), nil)
      case .id(let id, _): (PositionValue(), id)
      case .value(let value): (value, nil)
      }
    container = ContainerModel(
      frame: .zero, insets: scene.insets, margins: configuration.margins,
      direction: scene.layoutDirection, scale: scene.scale, axes: scene.axes)
    container.apply(ContainerChange(size: scene.containerSize, insets: scene.insets))
    source =
      switch scene.content {
      case .stack(let stack): .stack(stack)
      case .layout(let layout): .layout(layout)
      }
    content = source.model(
      axes: scene.axes, container: container.innerSize, isRightToLeft: container.isRightToLeft,
      measured: [])
    clockRate = scene.refreshRate
    clockOrigin = scene.refreshOrigin
    clock = RefreshClock(rate: clockRate, origin: clockOrigin)
    nextTick = clock.index(from: start)
    motions = AxisPair(both: AxisMotion(at: 0))
    ranges = AxisPair(both: AxisRange(content: 0, frame: 0, start: 0, end: 0, alignment: 0))
    reported = ReportedState()
    updateRanges()
    placeInitially()
  }

  /// Takes an input; times must not decrease, an earlier one counts as the present moment.
  public mutating func handle<Consumer: OutcomeConsumer>(
    _ input: Input, at time: TraceTime, to consumer: inout Consumer
  ) {
    advance(to: time, to: &consumer)
    switch input {
    case .touch(let sample): handle(sample, &consumer)
    case .wheel(let sample): handle(sample, &consumer)
    case .layout, .edit, .container: pending.append(PendingInput(input: input, time: now))
    case .command(let command): pending.append(PendingInput(input: .command(command), time: now))
    }
  }

  /// Takes an input whose outcome nobody wants to see.
  public mutating func handle(_ input: Input, at time: TraceTime) {
    var consumer = NoConsumer()
    handle(input, at: time, to: &consumer)
  }

  /// Visits the ticks before a moment.
  ///
  /// Calling it more often changes nothing.
  public mutating func advance<Consumer: OutcomeConsumer>(
    to time: TraceTime, to consumer: inout Consumer
  ) {
    let time = time.held
    while true {
      glide(to: time, &consumer)
      let tick = clock.time(of: nextTick)
      guard tick < time else { break }
      guard needsTick else {
        nextTick = max(clock.index(from: time), nextTick)
        break
      }
      if tick > now { now = tick }
      if !follow(tick, &consumer) { visit(tick, &consumer) }
      nextTick += 1
    }
    if time > now { now = time }
  }

  /// Visits the ticks up to a moment and the one at it.
  public mutating func finish<Consumer: OutcomeConsumer>(
    at time: TraceTime, to consumer: inout Consumer
  ) {
    advance(to: time.advanced(byNanoseconds: 1), to: &consumer)
  }

  /// Visits ticks until nothing moves any more, at most so many seconds.
  public mutating func settle<Consumer: OutcomeConsumer>(
    within seconds: Double = 60, to consumer: inout Consumer
  ) {
    let limit = now.advanced(byNanoseconds: Int64(clamped(seconds, 0, 1e9) * 1e9))
    while needsTick, clock.time(of: nextTick) <= limit {
      let before = nextTick
      glide(to: limit.advanced(byNanoseconds: 1), &consumer)
      if nextTick != before {
        now = now.advanced(byNanoseconds: 1)
        continue
      }
      finish(at: max(clock.time(of: nextTick), now), to: &consumer)
    }
  }

  /// Whether a tick would do anything.
  ///
  /// One question after the other: each side of an `||` is a closure, and those copy the engine.
  var needsTick: Bool {
    if !isMounted { return true }
    if motionCause != nil { return true }
    if isMoving { return true }
    if positionCause != nil { return true }
    if wheelIdleAt != nil { return true }
    if !pending.isEmpty { return true }
    return !phaseQueue.isEmpty
  }

  var isMoving: Bool { motions.horizontal.isResting ? !motions.vertical.isResting : true }
}

/// An input that waits for the next tick, because SwiftUI updates once per frame.
struct PendingInput: Hashable, Sendable {
  var input: Input
  var time: TraceTime
}

/// A phase change that waits for the next tick to be delivered.
struct PhaseStep: Hashable, Sendable {
  var decided: TraceTime
  var old: ScrollPhase
  var new: ScrollPhase
  var velocity: Vector?
  var cause: Cause
}

/// The target of an animated programmatic scroll, asked for again at each tick (LAZY-4).
enum MotionTarget: Hashable, Sendable {
  /// A target, aligned by an anchor.
  case id(TargetID, anchor: UnitPoint)
  /// A side of the content.
  case edge(Edge)
}

/// What observers were told last.
struct ReportedState: Hashable, Sendable {
  /// The last frame, once there is one; as an optional it would be copied for each read.
  var frame = OutcomeFrame(
    time: .zero, offset: .zero, phase: .idle, geometry: .empty)
  var hasFrame = false
  var id: TargetID?
  var isPositionedByUser = false
  var viewport: Rect?
}
