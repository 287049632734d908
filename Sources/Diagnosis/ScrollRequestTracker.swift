import Analysis
import ScrollModel

/// Tracks every programmatic scroll to its end.
struct ScrollRequestTracker: Sendable {
  private(set) var requests: [ScrollRequest] = []
  private var open: Int?
  private var lastMove: TraceTime?
  private var lastLift: TraceTime?
  private var generation = 0
  private var commands = 0
  private let configuration: Configuration
  private static let limit = 2000

  init(_ configuration: Configuration) { self.configuration = configuration }

  mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    guard let index = open, SceneChangeTracker.isResting(at: time, viewState) else { return }
    let request = requests[index]
    // A requested animation may begin slowly.
    let patience: Int64 =
      request.isAnimated && Self.isUnmoved(request, on: viewState) ? 400_000_000 : 120_000_000
    guard time.nanoseconds(since: max(lastMove ?? .zero, request.time)) >= patience else { return }
    end(.rested, on: viewState)
  }

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    switch event {
    case .input(.command(let command)):
      commands += 1
      begin(command, at: time, on: viewState)
    case .input(.touch(let sample)) where sample.delivery == .direct:
      if sample.phase == .began { end(.touched, on: viewState) }
      if sample.phase == .ended { lastLift = time }
    case .input(.wheel(let wheel)):
      if let index = open, let axis = MainAxis(viewState) {
        let (along, across) =
          axis.axis == .vertical
          ? (wheel.delta.dy, wheel.delta.dx) : (wheel.delta.dx, wheel.delta.dy)
        requests[index].isCutAcross = along == 0 && across != 0
      }
      end(.touched, on: viewState)
    case .observation(.phase(let change)) where change.new == .interacting:
      end(.touched, on: viewState)
    case .observation(.frame):
      if viewState.previous != nil, viewState.hasMoved { lastMove = time }
      update(viewState, isFrame: true)
      noteNext(viewState)
    default: break
    }
    if let index = open, generation != viewState.targets.generation {
      requests[index].layoutChange = requests[index].layoutChange ?? time
      requests[index].layoutChanges += 1
    }
    generation = viewState.targets.generation
  }

  mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    guard let index = open else { return }
    let request = requests[index]
    let isUnmoved = Self.isUnmoved(request, on: viewState)
    // A request near the end of the recording may not be visible yet.
    let patience: Int64 = !isUnmoved ? 0 : request.isAnimated ? 400_000_000 : 50_000_000
    let isOver = time.nanoseconds(since: request.time) >= patience
    end(isOver && SceneChangeTracker.isResting(at: time, viewState) ? .rested : .cut, on: viewState)
  }

  /// Whether the content did not move beyond the noise of the recorder.
  private static func isUnmoved(_ request: ScrollRequest, on viewState: borrowing ViewState) -> Bool
  {
    request.travel.magnitude <= max(1, 3 * viewState.noise)
  }

  private mutating func update(_ viewState: borrowing ViewState, isFrame: Bool = false) {
    guard let index = open, let axis = MainAxis(viewState) else { return }
    if isFrame, isMovedByContainer(requests[index], axis) { return endAtArrival() }
    requests[index].rest = axis.offset
    requests[index].frames = viewState.frameCount - requests[index].firstFrame
    requests[index].after = axis
    if isFrame {
      let step =
        viewState.previous.map {
          ($0.offset.x - (viewState.offset?.x ?? 0)).magnitude
            + ($0.offset.y - (viewState.offset?.y ?? 0)).magnitude
        } ?? 0
      requests[index].isRestShown =
        viewState.phase == .idle || step <= 1 || !requests[index].isAnimated
      if requests[index].arrival == nil, requests[index].layoutChange == nil,
        let goal = requests[index].goal, (axis.offset - goal).magnitude <= 1
      {
        requests[index].arrival = viewState.time
      }
    }
    if let end = axis.high { requests[index].leastEnd = min(requests[index].leastEnd ?? end, end) }
    requests[index].lowest = min(requests[index].lowest, axis.offset)
    requests[index].highest = max(requests[index].highest, axis.offset)
    let way = axis.offset - requests[index].start
    if requests[index].direction == 0, way.magnitude > 5 {
      requests[index].direction = way > 0 ? 1 : -1
    }
  }

  /// Whether a change of the container moves the content after a jump has arrived.
  private func isMovedByContainer(_ request: ScrollRequest, _ axis: MainAxis) -> Bool {
    !request.isAnimated && request.arrival != nil && axis.offset != request.rest
      && axis.isLaidOut(unlike: request.after)
  }

  /// Ends the open request as it was before the current frame.
  private mutating func endAtArrival() {
    guard let index = open else { return }
    open = nil
    var request = requests[index]
    request.ending = .rested
    request.endTime = request.arrival ?? request.time
    (request.laterTarget, request.laterWanted, request.laterGoal) = (
      request.target, request.wanted, request.goal
    )
    requests[index] = request
  }

  private mutating func noteNext(_ viewState: borrowing ViewState) {
    guard open == nil, let last = requests.indices.last, requests[last].frames == 0,
      requests[last].nextOffset == nil, let axis = MainAxis(viewState)
    else { return }
    requests[last].nextOffset = axis.offset
  }

  private mutating func end(_ ending: ScrollRequest.Ending, on viewState: borrowing ViewState) {
    guard let index = open else { return }
    open = nil
    update(viewState)
    var request = requests[index]
    request.ending = ending
    request.endTime = viewState.time
    request.lastMove = lastMove.flatMap { $0 > request.time ? $0 : nil }
    if let axis = MainAxis(viewState) {
      request.after = axis
      request.rest = axis.offset
      request.laterTarget = target(request.destination, axis, viewState).span
      request.laterWanted = wanted(request, request.laterTarget, axis)
      if let below = request.laterWanted, let header = request.laterTarget?.header, header > 0 {
        // Some systems align below a pinned header (PIN-4).
        let other = below - (1 - (request.anchor ?? 0)) * header
        let (far, near) = (axis.clamp(below) - axis.offset, axis.clamp(other) - axis.offset)
        if near.magnitude < far.magnitude { request.laterWanted = other }
      }
      let header = viewState.pinnedHeader(axis)
      if case .id(let id) = request.destination, header?.id != id { request.header = header }
      request.laterGoal = request.laterWanted.map(axis.clamp)
      if let snapshot = SceneSnapshot(viewState) { request.neighbors = snapshot.shown }
    }
    requests[index] = request
  }

  private mutating func begin(
    _ command: Command, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    guard let axis = MainAxis(viewState), requests.count < Self.limit else { return }
    let (destination, unit, animation): (ScrollDestination, UnitPoint?, ScrollAnimation)
    var (isPhysical, isThroughPosition) = (false, true)
    switch command {
    case .cancel:
      end(.replaced(requests.count), on: viewState)
      return
    case .write(nil, _, _): return
    case .write(let id?, let anchor, let how):
      (destination, unit, animation) = (.id(id), anchor ?? configuration.positionAnchor, how)
    case .scroll(let to, let anchor, let how, let route, let keepsVelocity):
      guard !keepsVelocity else { return }
      isPhysical = route == .offset
      isThroughPosition = route == .position
      let bound = route == .position ? configuration.positionAnchor : nil
      (destination, unit, animation) = (to, anchor ?? bound, how)
    }
    end(.replaced(requests.count), on: viewState)
    let (span, hasOtherType) = target(destination, axis, viewState)
    let step = lastStep(at: time, axis, viewState)
    var request = ScrollRequest(
      time: time, command: commands, destination: destination,
      anchor: unit.map { axis.axis == .vertical ? $0.y : $0.x },
      isAnimated: animation != .none, duration: animation.duration,
      firstFrame: viewState.frameCount, isPhysical: isPhysical,
      isThroughPosition: isThroughPosition,
      start: axis.offset, before: axis,
      isTouched: !viewState.openTouches.isEmpty || viewState.phase == .interacting,
      isDisabled: viewState.isScrollDisabled == true,
      wasDecelerating: viewState.phase == .decelerating,
      wasMoving: isMoving(at: time, viewState), lastStep: step, target: span,
      hasOtherType: hasOtherType, targetCount: viewState.targets.count, endTime: time,
      rest: axis.offset, after: axis, lowest: axis.offset, highest: axis.offset)
    request.wanted = wanted(request, span, axis)
    request.goal = request.wanted.map(axis.clamp)
    requests.append(request)
    open = requests.count - 1
  }

  /// Whether the phase names a motion; without phases, whether the content moved or a finger let go
  /// just before.
  private func isMoving(at time: TraceTime, _ viewState: borrowing ViewState) -> Bool {
    guard let phase = viewState.phase else {
      return [lastMove, lastLift].contains {
        $0.map { time.nanoseconds(since: $0) <= 3 * Self.frame } ?? false
      }
    }
    return phase == .decelerating || phase == .animating
  }

  /// The step of the last frame, unless it is old or small.
  private func lastStep(
    at time: TraceTime, _ axis: MainAxis, _ viewState: borrowing ViewState
  ) -> Double {
    guard let old = viewState.previous, let new = viewState.offset, viewState.phase != .idle,
      let lastMove, time.nanoseconds(since: lastMove) <= Self.frame
    else { return 0 }
    let step = axis.axis == .vertical ? new.y - old.offset.y : new.x - old.offset.x
    guard step.magnitude > max(2, 3 * viewState.noise) else { return 0 }
    return axis.isMirrored ? -step : step
  }

  /// The longest time between two frames of moving content, in nanoseconds.
  private static let frame: Int64 = 50_000_000

  private func target(
    _ destination: ScrollDestination, _ axis: MainAxis, _ viewState: borrowing ViewState
  ) -> (span: ScrollRequest.Span?, hasOtherType: Bool) {
    guard case .id(let id) = destination else { return (nil, false) }
    var hasOtherType = false
    var index = viewState.targets.handle(of: id).flatMap(viewState.targets.index)
    if index == nil {
      let other = TargetID(id.value, isOptional: !id.isOptional)
      index = viewState.targets.handle(of: other).flatMap(viewState.targets.index)
      hasOtherType = index != nil
    }
    guard let index else { return (nil, false) }
    let (start, length) = axis.span(of: viewState.targets.frame(at: index))
    let low = axis.offset + axis.start
    let isWhole = start >= low - 0.5 && start + length <= low + axis.inner + 0.5
    let covers = start <= low + 0.5 && start + length >= low + axis.inner - 0.5
    return (
      ScrollRequest.Span(
        start: start, length: length, isEstimated: viewState.targets.isEstimated(at: index),
        isVisible: isWhole || covers, header: viewState.headerLength(ofIndex: index, axis)),
      hasOtherType
    )
  }

  /// The destination along the main axis without the end of the range.
  private func wanted(
    _ request: ScrollRequest, _ target: ScrollRequest.Span?, _ axis: MainAxis
  ) -> Double? {
    let isVertical = axis.axis == .vertical
    func counted(_ place: Double) -> Double {
      configuration.switches.pointOrigin == .insetRest ? place + axis.low : place
    }
    switch request.destination {
    case .id:
      guard let target, let anchor = request.anchor else { return nil }
      return target.start + anchor * (target.length - axis.inner) - axis.start
    case .edge(let edge):
      switch edge {
      case .top where isVertical, .leading where !isVertical: return axis.low
      case .bottom where isVertical, .trailing where !isVertical: return axis.high
      default: return nil
      }
    case .point(let point):
      return counted(isVertical ? point.y : request.isPhysical ? axis.leading(point) : point.x)
    case .x(let x) where !isVertical:
      return counted(request.isPhysical ? axis.leading(Point(x: x, y: 0)) : x)
    case .x: return nil
    case .y(let y): return isVertical ? counted(y) : nil
    }
  }
}

extension ScrollAnimation {
  /// The requested length in nanoseconds; nil for none, the platform's default and springs.
  fileprivate var duration: Int64? {
    if case .timed(let seconds, _) = self { Int64(min(seconds, 60) * 1e9) } else { nil }
  }
}
