import ScrollModel

extension ScrollEngine {
  /// Does what is done once per frame, in the order of ENG-1.
  mutating func visit<Consumer: OutcomeConsumer>(_ tick: TraceTime, _ consumer: inout Consumer) {
    calm = nil
    applyLayouts(&consumer)
    let isMount = !isMounted
    isMounted = true
    applyCommands(&consumer)
    moveContent(&consumer)
    measureVisible()
    // From here to the end of the tick nothing moves.
    tickOffsets = AxisPair(offset(.horizontal), offset(.vertical))
    deliverFrame(tick, isMount: isMount, &consumer)
    deliverVisibility(tick, &consumer)
    deliverTransitions(tick, &consumer)
    writeBack()
    deliverPosition(tick, isMount: isMount, &consumer)
    deliverPhases(tick, isMount: isMount, &consumer)
    tickOffsets = nil
    mover = nil
  }

  /// Notes what moves and ends motions that are over.
  private mutating func moveContent<Consumer: OutcomeConsumer>(_ consumer: inout Consumer) {
    if isMoving {
      mover = phase == .animating ? .program : .user
      let isOver = motions.horizontal.isOver(at: now) && motions.vertical.isOver(at: now)
      if isOver {
        let ended = phase
        for axis in Axis.allCases {
          place(axis, at: motions[axis].target)
          snapped[axis] = nil
        }
        heading = nil
        setPhase(.idle, .settled)
        consumer.consume(RestOutcome(time: now, offset: physicalOffset, phase: ended))
      }
    }
    // A deceleration whose way was cut off by a layout change has nowhere left to go.
    if phase == .decelerating, !isMoving, !followsMomentum { setPhase(.idle, .settled) }
    if let index = wheelIdleAt, nextTick > index {
      wheelIdleAt = nil
      setPhase(.idle, .settled)
    }
  }

  /// Changes the phase; observers hear of it at the next tick.
  mutating func setPhase(_ new: ScrollPhase, _ cause: Cause, velocity: Vector? = nil) {
    guard new != phase else { return }
    phaseQueue.append(
      PhaseStep(decided: now, old: phase, new: new, velocity: velocity, cause: cause))
    phase = new
  }

  private mutating func deliverFrame<Consumer: OutcomeConsumer>(
    _ tick: TraceTime, isMount: Bool, _ consumer: inout Consumer
  ) {
    let frame = frame(at: tick)
    let isNew =
      isMount || isMoving || phase != reported.frame?.phase || frame.differs(reported.frame)
    guard isNew else { return }
    reported.frame = frame
    consumer.consume(frame)
  }

  func frame(at time: TraceTime) -> OutcomeFrame {
    OutcomeFrame(time: time, offset: physicalOffset, phase: phase, geometry: geometry)
  }

  private mutating func deliverVisibility<Consumer: OutcomeConsumer>(
    _ tick: TraceTime, _ consumer: inout Consumer
  ) {
    if let threshold = configuration.viewVisibility {
      // The detector is moved out and back, so that the closure may read the engine.
      var detector = visible
      visible = ChangeDetector()
      collectVisible(threshold, into: &detector)
      detector.commit { index, isVisible in
        consumer.consume(
          VisibilityOutcome(
            time: tick, id: content.ids[index], index: index, isVisible: isVisible,
            fraction: visibleFraction(content.rank(of: index))))
      }
      visible = detector
    }
    if let threshold = configuration.targetVisibility, configuration.hasTargetLayout {
      var detector = visibleTargets
      visibleTargets = ChangeDetector()
      collectVisible(threshold, into: &detector)
      if detector.commit({ _, _ in }) {
        consumer.consume(
          VisibleSetOutcome(time: tick, ids: detector.members.map { content.ids[$0] }))
      }
      visibleTargets = detector
    }
  }

  private func collectVisible(_ threshold: Double, into detector: inout ChangeDetector) {
    detector.begin()
    let viewport = visibilityViewport
    let axis = content.mainAxis
    let window = content.window(from: viewport.low(axis), to: viewport.high(axis))
    for rank in window where isVisible(fraction(rank, viewport), threshold) {
      detector.add(content.index(at: rank))
    }
  }

  /// Reports the target that the user's movement brought to the anchor (BIND-2, POS-20).
  private mutating func writeBack() {
    guard configuration.hasTargetLayout, let mover else { return }
    let isProgram = mover == .program
    if isProgram, configuration.switches.programmaticWriteBack == .none { return }
    guard mover == .user || isProgram else { return }
    switch configuration.position {
    case .none: break
    case .id:
      if let id = reportedTarget({ _ in true }), id != boundID {
        boundID = id
        positionCause = mover
      }
    case .value:
      let type = position.idType
      let choice = configuration.switches.optionalID
      let found = reportedTarget { type.matches($0, choice) }
      if isProgram {
        if let found { position.report(topMost: found) }
      } else {
        position.positionByUser(at: found ?? position.viewID(type: type, optionalID: choice))
      }
      positionCause = mover
    }
  }

  private mutating func deliverPosition<Consumer: OutcomeConsumer>(
    _ tick: TraceTime, isMount: Bool, _ consumer: inout Consumer
  ) {
    let cause = positionCause ?? (isMount ? .mount : nil)
    positionCause = nil
    guard let cause, !configuration.position.isNone else { return }
    let id = currentID
    let isByUser = position.isPositionedByUser
    guard id != reported.id || isByUser != reported.isPositionedByUser else { return }
    reported.id = id
    reported.isPositionedByUser = isByUser
    consumer.consume(
      PositionOutcome(time: tick, id: id, isPositionedByUser: isByUser, cause: cause))
  }

  private mutating func deliverPhases<Consumer: OutcomeConsumer>(
    _ tick: TraceTime, isMount: Bool, _ consumer: inout Consumer
  ) {
    if isMount, configuration.switches.initialPhase == .called {
      consumer.consume(
        PhaseOutcome(
          time: tick, decided: tick, old: .idle, new: .idle, velocity: nil, cause: .mount,
          geometry: geometry))
    }
    guard !phaseQueue.isEmpty else { return }
    for step in phaseQueue {
      consumer.consume(
        PhaseOutcome(
          time: tick, decided: step.decided, old: step.old, new: step.new,
          velocity: step.velocity, cause: step.cause, geometry: geometry))
    }
    phaseQueue.removeAll(keepingCapacity: true)
  }
}

extension OutcomeFrame {
  fileprivate func differs(_ other: OutcomeFrame?) -> Bool {
    guard let other else { return true }
    return offset != other.offset || geometry != other.geometry
  }
}
