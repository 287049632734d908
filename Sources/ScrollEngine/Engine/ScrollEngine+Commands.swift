import ScrollModel

extension ScrollEngine {
  /// Executes the programmatic scrolls since the last tick.
  mutating func applyCommands<Consumer: OutcomeConsumer>(_ consumer: inout Consumer) {
    guard !pending.isEmpty else { return }
    let commands = pending
    pending.removeAll(keepingCapacity: true)
    recordedOffset = nil
    for entry in commands {
      guard case .command(let command) = entry.input else { continue }
      switch command {
      case .cancel: cancel()
      case .write(let id, let anchor, let animation): write(id, anchor, animation, &consumer)
      case .scroll(let destination, let anchor, let animation, let route, let keepsVelocity):
        let request = ScrollRequest(
          destination: destination, anchor: anchor, animation: animation,
          preservesVelocity: keepsVelocity, isWrite: route == .position)
        switch route {
        case .position: scrollPosition(request, &consumer)
        case .reader: scrollReader(request, &consumer)
        case .offset:
          var direct = request
          direct.destination = leading(destination)
          scroll(to: goals(of: direct), direct)
        }
      }
    }
  }

  /// Executes earlier commands of the program before the user's input takes over.
  ///
  /// At the tick, a command would cancel the user's later gesture. A command after a new layout
  /// waits for that layout. Commands do not depend on whether scrolling is disabled.
  mutating func applyEarlierCommands<Consumer: OutcomeConsumer>(_ consumer: inout Consumer) {
    guard isMounted, !pending.isEmpty, !pending.contains(where: { $0.isLayout }) else { return }
    let switches = pending.filter { $0.switching != nil }
    guard switches.count < pending.count else { return }
    stableRange = nil
    applyCommands(&consumer)
    pending = switches
  }

  /// Converts a destination to leading coordinates.
  ///
  /// An offset set on the view is physical, as in frames; positions count from the leading side
  /// (POS-34).
  private func leading(_ destination: ScrollDestination) -> ScrollDestination {
    let width = content.size.width
    return switch destination {
    case .point(let point): .point(Point(x: container.flipped(point.x, content: width), y: point.y))
    case .x(let x): .x(container.flipped(x, content: width))
    case .y, .id, .edge: destination
    }
  }

  /// Stops all movement; content past an edge moves to that edge.
  mutating func cancel() {
    leaveGesture()
    stopMotion()
    for axis in Axis.allCases { place(axis, at: ranges[axis].clamp(offset(axis))) }
    motionCause = motionCause ?? .program
    setPhase(.idle, .program)
  }

  /// Writes the id binding; writing the current id is no change (BIND-36).
  private mutating func write<Consumer: OutcomeConsumer>(
    _ id: TargetID?, _ anchor: UnitPoint?, _ animation: ScrollAnimation,
    _ consumer: inout Consumer
  ) {
    guard case .id = configuration.position else {
      report(.unboundPosition, "an id was written but none is bound", &consumer)
      return
    }
    guard id != boundID else { return }
    boundID = id
    positionCause = .program
    guard let id else { return }
    let request = ScrollRequest(
      destination: .id(id), anchor: anchor ?? configuration.positionAnchor, animation: animation,
      preservesVelocity: false, isWrite: true)
    scrollToTarget(id, request, &consumer)
  }

  private mutating func scrollPosition<Consumer: OutcomeConsumer>(
    _ request: ScrollRequest, _ consumer: inout Consumer
  ) {
    guard case .value = configuration.position else {
      report(.unboundPosition, "a position scrolled but none is bound", &consumer)
      return
    }
    let before = position
    switch request.destination {
    case .id(let id): position.scrollTo(id: id, anchor: request.anchor)
    case .edge(let edge): position.scrollTo(edge: edge)
    case .point(let point): position.scrollTo(point: point)
    case .x(let x): position.scrollTo(x: x)
    case .y(let y): position.scrollTo(y: y)
    }
    guard !position.isEqual(to: before, configuration.switches.positionEquality) else { return }
    positionCause = .program
    guard case .id(let id) = request.destination else {
      scroll(to: goal(of: position), request)
      return
    }
    var aligned = request
    aligned.anchor = request.anchor ?? configuration.positionAnchor
    scrollToTarget(id, aligned, &consumer)
  }

  private mutating func scrollToTarget<Consumer: OutcomeConsumer>(
    _ id: TargetID, _ request: ScrollRequest, _ consumer: inout Consumer
  ) {
    guard configuration.hasTargetLayout else {
      report(
        .unboundPosition, "the id \(id.displayText) needs a target layout to be found", &consumer)
      return
    }
    guard let goals = goal(ofTarget: id, request.anchor) else {
      report(.unknownID, "no target has the id \(id.displayText); nothing moved", &consumer)
      return
    }
    scroll(to: goals, request)
  }

  /// Scrolls through a proxy, which finds any view with an id, even without a target layout
  /// (READ-7).
  private mutating func scrollReader<Consumer: OutcomeConsumer>(
    _ request: ScrollRequest, _ consumer: inout Consumer
  ) {
    guard case .id(let id) = request.destination else {
      scroll(to: goals(of: request), request)
      return
    }
    guard let goals = goal(of: id, request.anchor, isWrite: false) else {
      report(.unknownID, "no view has the id \(id.displayText); nothing moved", &consumer)
      return
    }
    scroll(to: goals, request)
  }

  private func goals(of request: ScrollRequest) -> AxisPair<Double?>? {
    switch request.destination {
    case .id(let id): goal(of: id, request.anchor, isWrite: request.isWrite)
    case .edge(let edge): goal(of: edge)
    case .point(let point): goal(x: point.x, y: point.y)
    case .x(let x): goal(x: x, y: nil)
    case .y(let y): goal(x: nil, y: y)
    }
  }

  /// Moves the content to offsets, with or without animation; nil moves nothing.
  private mutating func scroll(to goals: AxisPair<Double?>?, _ request: ScrollRequest) {
    // A request without a destination on any axis leaves the current motion unchanged (POS-35).
    guard let goals, goals.horizontal != nil || goals.vertical != nil else { return }
    // Programmatic scrolls are not snapped afterwards (SNAP-18).
    awaitsResizeAnswer = false
    if let planned = animatedMotions(to: goals, request) {
      leaveGesture()
      wheelIdleAt = nil
      snapTarget = AxisPair(both: nil)
      scrollTarget = scrollTarget(of: request)
      motions = planned
      motionCause = .program
      setPhase(.animating, .program)
      return
    }
    // The flag is ignored for animated changes, even without a distance (POS-45).
    let keepsVelocity = request.preservesVelocity && request.animation == .none
    if keepsVelocity, isMoving || isExternallyDriven || gesture != nil {
      jumpOn(to: goals)
    } else {
      leaveGesture()
      wheelIdleAt = nil
      stopMotion()
      for axis in Axis.allCases {
        place(axis, at: goals[axis] ?? ranges[axis].clamp(offset(axis)))
      }
      setPhase(.idle, .program)
    }
    motionCause = .program
  }

  /// Ends the user's gesture and ignores the rest of a trackpad scroll (POS-48).
  private mutating func leaveGesture() {
    if gesture?.device == .trackpad { leavesPad = true }
    leavesMomentum = leavesMomentum || leavesPad || isExternallyDriven
    isExternallyDriven = false
    gesture = nil
  }

  /// The motions of an animated scroll; nil without animation or distance.
  private func animatedMotions(
    to goals: AxisPair<Double?>, _ request: ScrollRequest
  ) -> AxisPair<AxisMotion>? {
    var planned = AxisPair(AxisMotion(at: offset(.horizontal)), AxisMotion(at: offset(.vertical)))
    var isMoving = false
    for axis in Axis.allCases {
      // An axis without a destination stays, but returns from past an edge: nothing else would
      // move it back.
      let goal = goals[axis] ?? ranges[axis].clamp(offset(axis))
      guard goal != offset(axis) else { continue }
      guard let motion = motion(axis, from: offset(axis), to: goal, request.animation) else {
        return nil
      }
      planned[axis] = motion
      isMoving = true
    }
    return isMoving ? planned : nil
  }

  /// Moves the content without stopping the current motion or gesture (POS-45).
  private mutating func jumpOn(to goals: AxisPair<Double?>) {
    for axis in Axis.allCases {
      guard let goal = goals[axis] else { continue }
      if gesture?.isDragging == true {
        dragOn(axis, from: goal)
        continue
      }
      let velocity = motions[axis].velocity(at: now)
      motions[axis] = freeMotion(axis, from: goal, velocity: velocity).motion
      snapTarget[axis] = nil
    }
    if gesture?.isDragging == true { refreshDrag() }
    if !isMoving, !isExternallyDriven, gesture == nil { setPhase(.idle, .program) }
  }

  /// The target that an animated scroll reevaluates during its motion.
  ///
  /// Without an anchor, the initially chosen edge is kept, because the smallest movement depends on
  /// the current offset.
  private func scrollTarget(of request: ScrollRequest) -> MotionTarget? {
    switch request.destination {
    case .edge(let edge):
      return .edge(edge)
    case .id(let id):
      if let anchor = request.anchor { return .id(id, anchor: anchor) }
      guard let index = content.index(of: id, configuration.switches.optionalID) else { return nil }
      let rank = content.rank(of: index)
      func side(_ axis: Axis) -> Double {
        let (start, length) = content.interval(at: rank, axis)
        let cover = cover(of: rank, axis)
        return minimalSide(start, length, axis, cover, isWrite: request.isWrite) ?? 0
      }
      return .id(id, anchor: UnitPoint(x: side(.horizontal), y: side(.vertical)))
    case .point, .x, .y:
      return nil
    }
  }

  /// Updates the destination of an animated scroll from its target's current position (LAZY-4).
  mutating func refreshHeading() {
    guard phase == .animating else { return }
    let goals: AxisPair<Double?> =
      switch scrollTarget {
      case .id(let id, let anchor): goal(of: id, anchor, isWrite: false) ?? AxisPair(both: nil)
      case .edge(let edge): goal(of: edge)
      case nil: AxisPair(both: nil)
      }
    for axis in Axis.allCases where !motions[axis].isResting {
      let goal = goals[axis] ?? ranges[axis].clamp(motions[axis].target)
      if goal != motions[axis].target { motions[axis].retarget(to: goal, at: now) }
    }
  }
}

/// One programmatic scroll.
struct ScrollRequest: Hashable, Sendable {
  var destination: ScrollDestination
  var anchor: UnitPoint?
  var animation: ScrollAnimation
  var preservesVelocity: Bool
  /// Whether the request comes from the position, not from a reader or the view itself.
  var isWrite: Bool
}
