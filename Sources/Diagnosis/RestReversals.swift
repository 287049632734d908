import Analysis
import ScrollModel

/// Content without a finger whose offset goes back and forth: the longest run of reversals.
struct RestReversals: Sendable {
  struct Run: Hashable, Sendable {
    var time: TraceTime
    var count = 0
    /// The longest way between two reversals.
    var largest = 0.0
    /// Whether the layout or an inset changed meanwhile.
    var isRelaid = false
    /// Whether it happened in an animation or a deceleration, not at rest.
    var isMoving = false
  }

  private(set) var longest: Run?
  private var run: Run?
  private var way = 0.0
  private var lastMove = TraceTime.zero
  private var generation = -1
  private static let pause: Int64 = 400_000_000

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    switch event {
    case .observation(.frame): frame(at: time, viewState)
    // A movement with an owner is not a rest, and conflicting requests are judged separately.
    case .input(.touch), .input(.wheel), .input(.command): run = nil
    default: break
    }
  }

  private mutating func frame(at time: TraceTime, _ viewState: borrowing ViewState) {
    defer { generation = viewState.geometryGeneration }
    let isMoving = viewState.phase == .animating || viewState.phase == .decelerating
    let isAtRest =
      viewState.phase == .idle && SceneChangeTracker.isResting(at: viewState.time, viewState)
    // A new layout may correct the offset of moving content in either direction.
    let isRelaid = generation != viewState.geometryGeneration
    guard isAtRest || isMoving && viewState.openTouches.isEmpty && !isRelaid, !viewState.isAfterGap,
      let axis = MainAxis(viewState), let before = viewState.previous?.offset
    else {
      run = nil
      return
    }
    if generation != viewState.geometryGeneration { run?.isRelaid = true }
    let step = axis.offset - axis.leading(before)
    guard step.magnitude > max(1, viewState.tolerance) else { return }
    if time.nanoseconds(since: lastMove) > Self.pause { run = nil }
    lastMove = time
    var run = run ?? Run(time: time, isRelaid: generation != viewState.geometryGeneration)
    if self.run == nil { way = 0 }
    if isMoving { run.isMoving = true }
    if step * way < 0 {
      run.count += 1
      way = 0
    }
    way += step
    // The movement before the first reversal may be one that is wanted.
    if run.count > 0 { run.largest = max(run.largest, way.magnitude) }
    self.run = run
    if run.count > longest?.count ?? 0 { longest = run }
  }
}
