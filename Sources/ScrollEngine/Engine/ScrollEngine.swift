public import ScrollModel

/// A scroll view without a screen: inputs and a clock in, an outcome stream out.
///
/// The engine is a value, so a copy is a checkpoint. Motion between events is closed-form. Work of
/// SwiftUI that occurs once per frame (ids, visibility, geometry, phases, lazy measuring) is done
/// at the ticks of a refresh clock. The engine visits the ticks by itself. Sampling between ticks
/// with `state(at:)` never changes a decision. The engine uses no file, clock, thread or database.
///
/// ```swift
/// var engine = ScrollEngine(configuration: Configuration(), scene: scene)
/// var log = OutcomeLog()
/// engine.handle(.touch(sample), at: time, to: &log)
/// engine.finish(at: end, to: &log)
/// ```
public struct ScrollEngine: Sendable {
  /// The configuration of the app.
  public internal(set) var configuration: Configuration
  /// The time up to which inputs have been handled.
  public internal(set) var now: TraceTime
  /// The current scroll phase; observers receive it at the next tick.
  public internal(set) var phase = ScrollPhase.idle
  /// The current value of the bound `ScrollPosition`.
  public internal(set) var position: PositionValue
  /// The current id in the binding of `scrollPosition(id:)`.
  public internal(set) var boundID: TargetID?

  /// Whether the configuration or the last container change disables scrolling by the user.
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
  /// The cause of a pending position outcome without movement.
  var positionCause: Cause?
  /// The target of an animated programmatic scroll, if it may move.
  var scrollTarget: MotionTarget?
  /// The resting offset that a behavior chose for the deceleration.
  var snapTarget = AxisPair<Double?>(both: nil)
  var wheelIdleAt: Int64?
  /// Whether the container was resized since the behavior was last applied.
  var awaitsResizeAnswer = false
  /// Whether the content follows an external movement: momentum deltas of the system, or the frames
  /// of a recording.
  var isExternallyDriven = false
  /// The recorded physical offset, while the frames of a recording move the content.
  var recordedOffset: Point?
  /// The initial physical offset of a recording, if it differs from the configuration's.
  var recordedStart: Point?
  /// Whether trackpad momentum is ignored: a behavior or a program chose the resting offset.
  var leavesMomentum = false
  /// Whether a trackpad scroll is ignored until its end: a program replaced it.
  var leavesPad = false
  var reported: ReportedState
  /// The range of offsets in which ticks emit only frames, if known.
  var stableRange: StableRange?
  /// Where a lazy stack has something to measure, if known.
  var measuredRange: MeasuredRange?
  /// The candidate targets of the last tick, from which a search starts.
  var lastWindow = 0..<0
  /// The current series of flicks.
  var flicks = FlickStreak()
  /// The fling that the next one may add to.
  var flingBoost = FlingBoost()
  /// The last lift of a finger under better-scroll (PEER-6).
  var lastLift: TraceTime?
  var visible = VisibleMembers()
  var visibleTargets = ChangeDetector()
  /// The visible targets of the last evaluation if they are a range of ranks; otherwise
  /// `visibleTargets` contains them.
  var visibleRun: Range<Int>?
  /// The ids of the last delivered visible set.
  var visibleIDs: ArraySlice<TargetID> = []
  /// Whether indices may refer to other targets than in `visibleIDs`.
  var isRenumbered = false
  /// The offset at the last evaluation of the visible set.
  var visibleSetOffset: Point?
  var identities = ChangeDetector()
  /// The views that were first laid out since transitions were last delivered.
  var newcomers: Set<Int> = []

  /// Creates an engine.
  ///
  /// `behavior` implements `custom("…")` of the configuration. The view exists from `start` on: its
  /// first tick is the first one from then.
  public init(
    configuration: Configuration, scene: Scene, behavior: (any TargetBehavior)? = nil,
    at start: TraceTime = .zero
  ) {
    self.init(
      configuration: configuration, scene: scene, behavior: behavior, at: start, sharing: nil)
  }

  /// Creates an engine, with the content of another one that has the same scene, if given.
  init(
    configuration: Configuration, scene: Scene, behavior: (any TargetBehavior)?,
    at start: TraceTime, sharing shared: ContentModel?
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
    content =
      shared
      ?? source.model(
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

  /// Handles an input; times must not decrease, and an earlier time counts as `now`.
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

  /// Handles an input and ignores its outcome.
  public mutating func handle(_ input: Input, at time: TraceTime) {
    var consumer = NoConsumer()
    handle(input, at: time, to: &consumer)
  }

  /// Visits the ticks before a time.
  ///
  /// Repeated calls have no further effect.
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

  /// Visits the ticks up to and including a time.
  public mutating func finish<Consumer: OutcomeConsumer>(
    at time: TraceTime, to consumer: inout Consumer
  ) {
    advance(to: time.advanced(byNanoseconds: 1), to: &consumer)
  }

  /// Visits ticks until nothing moves, up to a limit in seconds.
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

  /// Whether a tick would have an effect.
  ///
  /// Separate conditions: each operand of `||` is a closure, which copies the engine.
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

/// An input that is handled at the next tick, because SwiftUI updates once per frame.
struct PendingInput: Hashable, Sendable {
  var input: Input
  var time: TraceTime
}

/// A phase change that is delivered at the next tick.
struct PhaseStep: Hashable, Sendable {
  var decided: TraceTime
  var old: ScrollPhase
  var new: ScrollPhase
  var velocity: Vector?
  var cause: Cause
}

/// The target of an animated programmatic scroll, reevaluated at each tick (LAZY-4).
enum MotionTarget: Hashable, Sendable {
  /// A target, aligned by an anchor.
  case id(TargetID, anchor: UnitPoint)
  /// A side of the content.
  case edge(Edge)
}

/// The last delivered values.
struct ReportedState: Hashable, Sendable {
  /// The last frame, if `hasFrame`; an optional would be copied at each read.
  var frame = OutcomeFrame(
    time: .zero, offset: .zero, phase: .idle, geometry: .empty)
  var hasFrame = false
  var id: TargetID?
  var isPositionedByUser = false
  var viewport: Rect?
}
