import ScrollModel

/// Tracks a programmatic scroll from the request to the resulting rest.
struct RequestTracker: Sendable {
  /// A request and its result; offsets count from the leading side.
  struct Request: Sendable {
    var time: TraceTime
    var frame: Int
    var destination: ScrollDestination
    /// The fraction by which an id is aligned; nil requests the smallest movement.
    var anchor: Double?
    var isAnimated: Bool
    /// The offset at the request.
    var start: Double
    /// Whether the target was entirely visible.
    var wasVisible = false
    /// The destination in the layout of the last frame; nil if it is not a single offset.
    var goal: Double?
    /// The destinations in earlier layouts.
    var oldGoals: [Double] = []
    /// The destination if it were not clamped to the range.
    var unclamped: Double?
    /// Whether the target is entirely visible at the last frame; nil if the target is unknown.
    var isVisible: Bool?
    /// Whether the destination is physical, like an offset set on the view itself.
    var isPhysical = false
    /// Whether a requested id is in the layout.
    var isFound = true
    /// The current offset.
    var offset: Double
    /// The direction of the first significant movement.
    var direction = 0.0
    /// Whether the content was at rest at the request.
    var wasAtRest: Bool
    /// The axis at the last frame.
    var axis: MainAxis
    /// Whether a frame has shown the content at the destination; nil before the first frame.
    var hasArrived: Bool?
  }

  /// The request that the last event completed.
  private(set) var resolved: Request?
  private var open: Request?
  /// A request whose time passed without a frame: the next one indicates whether its frame is lost.
  private var waiting: Request?
  /// The last request, open or not.
  private var last: Request?
  /// Whether the request before the last one reached its destination; nil if unknown.
  private(set) var hadArrived: Bool?
  /// Whether the content was at the destination at the time of the last request.
  private(set) var wasAtGoal = false
  private var generation = 0
  /// The time within which an unanimated scroll must be visible.
  private static let grace: Int64 = 100_000_000

  /// Whether an event is relevant: only commands are while no request is open.
  func concerns(_ event: TraceEvent) -> Bool {
    if open != nil || waiting != nil { return true }
    if case .input(.command) = event { return true }
    return false
  }

  mutating func take(
    _ event: TraceEvent, at time: TraceTime, _ tracker: GestureTracker, _ context: DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    resolved = nil
    if let request = open, isOver(request, at: time, tracker, viewState) { complete(request) }
    // Content that did not move came to rest before this event.
    if let rest = tracker.transitions.rest, rest.isInferred { settle(at: rest) }
    // A gesture may be known only from its release.
    let isReported = tracker.transitions.isReleased && tracker.release?.evidence == .report
    if tracker.transitions.began || isReported { open = nil }
    if case .input(.wheel) = event { open = nil }
    if tracker.transitions.step != nil {
      decide(tracker)
      update(tracker, context, viewState)
    }
    if let rest = tracker.transitions.rest { settle(at: rest) }
    if case .input(.command(let command)) = event {
      begin(command, at: time, tracker, context, viewState)
    }
  }

  /// Completes an animated request at a rest.
  ///
  /// Content that did not move before it came to rest for another reason.
  private mutating func settle(at rest: GestureTracker.Rest) {
    guard let request = open, request.isAnimated, !rest.isInferred || rest.time > request.time
    else {
      return
    }
    complete(request)
  }

  private mutating func complete(_ request: Request) {
    if request.hasArrived == nil { waiting = request } else { resolved = request }
    open = nil
  }

  /// Completes the request that has no frame by the next one, unless it shows that one is lost.
  private mutating func decide(_ tracker: GestureTracker) {
    guard let request = waiting, let next = tracker.axis?.offset else { return }
    waiting = nil
    let isLost = isResultLost(next: next, start: request.start, goal: request.goal)
    if isLost != true { resolved = request }
  }

  /// Whether the time of a request has passed: an unanimated one must be visible, an animated one
  /// must move.
  private func isOver(
    _ request: Request, at time: TraceTime, _ tracker: GestureTracker,
    _ viewState: borrowing ViewState
  ) -> Bool {
    let elapsed = time.nanoseconds(since: request.time)
    guard request.isAnimated else { return tracker.movement != .program && elapsed > Self.grace }
    // The content was at rest when this gesture began.
    guard tracker.movement == .none || tracker.transitions.began,
      elapsed > GestureTracker.patience(viewState),
      tracker.transitions.step?.delta ?? 0 == 0
    else { return false }
    return (request.offset - request.start).magnitude <= viewState.tolerance
  }

  /// Completes the open request at the end.
  mutating func finish(_ tracker: GestureTracker) {
    resolved = tracker.movement == .program ? waiting : open ?? waiting
    open = nil
    waiting = nil
  }

  private mutating func begin(
    _ command: Command, at time: TraceTime, _ tracker: GestureTracker, _ context: DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    open = nil
    waiting = nil
    guard let axis = tracker.axis else { return }
    hadArrived = last?.hasArrived
    if var previous = last {
      previous.offset = axis.offset
      aim(&previous, axis, context, viewState)
      wasAtGoal = isAtGoal(previous, viewState)
    }
    let (destination, unit, animation): (ScrollDestination, UnitPoint?, ScrollAnimation)
    var isPhysical = false
    switch command {
    case .cancel, .write(nil, _, _): return
    case .write(let id?, let anchor, let how):
      (destination, unit, animation) = (
        .id(id), anchor ?? context.configuration?.positionAnchor, how
      )
    case .scroll(let to, let anchor, let how, let route, let keepsVelocity):
      guard !keepsVelocity else { return }
      isPhysical = route == .offset
      let bound = route == .position ? context.configuration?.positionAnchor : nil
      (destination, unit, animation) = (to, anchor ?? bound, how)
    }
    let anchor = unit.map { axis.axis == .vertical ? $0.y : $0.x }
    var request = Request(
      time: time, frame: viewState.frameCount, destination: destination, anchor: anchor,
      isAnimated: animation != .none, start: axis.offset, offset: axis.offset,
      wasAtRest: viewState.phase.map { $0 == .idle } ?? tracker.isAskedAtRest, axis: axis)
    request.isPhysical = isPhysical
    generation = viewState.geometryGeneration
    aim(&request, axis, context, viewState)
    request.wasVisible = request.isVisible ?? false
    open = request
    last = request
  }

  private mutating func update(
    _ tracker: GestureTracker, _ context: DetectionContext, _ viewState: borrowing ViewState
  ) {
    guard var request = open, let axis = tracker.axis else { return }
    // A jump that has arrived is over when a change of the container moves the content.
    if !request.isAnimated, request.hasArrived == true, axis.offset != request.offset,
      axis.isLaidOut(unlike: request.axis)
    {
      return complete(request)
    }
    request.offset = axis.offset
    request.axis = axis
    if request.direction == 0, (axis.offset - request.start).magnitude > 5 {
      request.direction = axis.offset > request.start ? 1 : -1
    }
    let isChanged = generation != viewState.geometryGeneration
    generation = viewState.geometryGeneration
    if isChanged, let goal = request.goal, request.oldGoals.count < 4 {
      request.oldGoals.append(goal)
    }
    aim(&request, axis, context, viewState)
    request.hasArrived = request.hasArrived == true || isAtGoal(request, viewState)
    open = request
    last = request
  }

  /// Whether the content is at the destination of a request in the current layout.
  private func isAtGoal(_ request: Request, _ viewState: borrowing ViewState) -> Bool {
    guard let goal = request.goal else { return request.isVisible == true }
    return (request.offset - goal).magnitude <= max(1, viewState.tolerance)
  }

  /// Computes the destination of a request in the current layout.
  private func aim(
    _ request: inout Request, _ axis: MainAxis, _ context: DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    request.goal = nil
    request.unclamped = nil
    let isVertical = axis.axis == .vertical
    let isPhysical = request.isPhysical
    switch request.destination {
    case .id(let id): aim(&request, at: id, axis, context, viewState)
    case .edge(let edge):
      switch edge {
      case .top where isVertical, .leading where !isVertical: request.goal = axis.low
      case .bottom where isVertical, .trailing where !isVertical: request.goal = axis.high
      default: break
      }
    case .point(let point):
      request.unclamped = isVertical ? point.y : isPhysical ? axis.leading(point) : point.x
    case .x(let x) where !isVertical:
      request.unclamped = isPhysical ? axis.leading(Point(x: x, y: 0)) : x
    case .x: break
    case .y(let y): if isVertical { request.unclamped = y }
    }
    guard var place = request.unclamped, axis.high != nil else { return }
    switch request.destination {
    case .point, .x, .y:
      if context.configuration?.switches.pointOrigin == .insetRest { place += axis.low }
    case .id, .edge: break
    }
    request.unclamped = place
    request.goal = axis.clamp(place)
  }

  private func aim(
    _ request: inout Request, at id: TargetID, _ axis: MainAxis, _ context: DetectionContext,
    _ viewState: borrowing ViewState
  ) {
    request.isVisible = nil
    var handle = viewState.targets.handle(of: id)
    if handle == nil, context.configuration?.switches.optionalID != .strict {
      handle = viewState.targets.handle(of: TargetID(id.value, isOptional: !id.isOptional))
    }
    request.isFound = false
    guard let index = handle.flatMap(viewState.targets.index) else { return }
    request.isFound = true
    let frame = viewState.targets.frame(at: index)
    let (start, length) = axis.span(of: frame)
    let low = axis.offset + axis.start
    let slack = viewState.tolerance
    let isWhole = start >= low - slack && start + length <= low + axis.inner + slack
    let covers = start <= low + slack && start + length >= low + axis.inner - slack
    request.isVisible = isWhole || covers
    guard let anchor = request.anchor else { return }
    let place = axis.place(of: frame, anchor: anchor)
    request.unclamped = place
    let header = viewState.headerLength(ofIndex: index, axis)
    guard header > 0 else { return }
    // Some systems align below a pinned header (PIN-4); either place is where the request leads.
    let below = place - (1 - anchor) * header
    if (axis.clamp(below) - axis.offset).magnitude < (axis.clamp(place) - axis.offset).magnitude {
      request.unclamped = below
    }
  }
}

/// Whether the frame that showed the result of a programmatic scroll is lost, by the next offset.
///
/// Near the goal it is lost, near the start the scroll failed. Without a goal only content that did
/// not move is certain.
public func isResultLost(next: Double, start: Double, goal: Double?) -> Bool? {
  let fromStart = (next - start).magnitude
  if let goal { return (next - goal).magnitude < fromStart }
  return fromStart <= 20 ? false : nil
}
