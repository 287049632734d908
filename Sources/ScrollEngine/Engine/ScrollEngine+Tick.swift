import ScrollModel

extension ScrollEngine {
  /// Performs the work of one frame, in the order of ENG-1.
  mutating func visit<Consumer: OutcomeConsumer>(_ tick: TraceTime, _ consumer: inout Consumer) {
    if !pending.isEmpty {
      stableRange = nil
      applySwitching()
      applyLayouts(&consumer)
    }
    recordedStart = nil
    let isMount = !isMounted
    isMounted = true
    applyCommands(&consumer)
    moveContent(&consumer)
    measureVisible()
    endStrandedMotion(&consumer)
    askBehaviorAfterResize(&consumer)
    // The offsets are constant until the end of the tick.
    let offsets = AxisPair(offset(.horizontal), offset(.vertical))
    tickOffsets = offsets
    deliverFrame(tick, offsets, isMount: isMount, &consumer)
    if isCalm(at: offsets) {
      if configuration.transition != nil { reported.viewport = transitionViewport.rect }
    } else {
      observe(tick, offsets, isMount: isMount, &consumer)
    }
    deliverPhases(tick, isMount: isMount, &consumer)
    tickOffsets = nil
    motionCause = nil
  }

  /// Handles a tick of a drag that can emit only a frame; returns false if more may be emitted.
  ///
  /// Fast path: of everything that `visit` does, only the offset can change.
  mutating func follow<Consumer: OutcomeConsumer>(
    _ tick: TraceTime, _ consumer: inout Consumer
  ) -> Bool {
    guard case .interacting = phase, case .user? = motionCause, isMounted, pending.isEmpty,
      phaseQueue.isEmpty, case nil = positionCause, case nil = wheelIdleAt, !isMoving,
      reported.hasFrame, case .interacting = reported.frame.phase
    else { return false }
    let offsets = AxisPair(motions.horizontal.target, motions.vertical.target)
    guard isCalm(at: offsets) else { return false }
    if content.isLazy {
      measurePassed(from: offsets[content.mainAxis], to: offsets[content.mainAxis])
    }
    motionCause = nil
    if configuration.transition != nil { reported.viewport = transitionViewport.rect }
    let leading = Point(x: offsets.horizontal, y: offsets.vertical)
    let shown = Point(x: container.flipped(leading.x, content: content.size.width), y: leading.y)
    let isOther =
      shown == reported.frame.offset ? leading != reported.frame.geometry.contentOffset : true
    guard isOther else { return true }
    reported.frame.move(to: FrameSample(time: tick, offset: leading))
    reported.frame.offset = shown
    consumer.consume(reported.frame)
    return true
  }

  /// Whether the offsets are inside the stable range, where only a frame is emitted.
  @inline(__always) private func isCalm(at offsets: AxisPair<Double>) -> Bool {
    guard let stableRange, positionCause == nil else { return false }
    return content.mainAxis == .vertical
      ? stableRange.contains(offsets.vertical, offsets.horizontal)
      : stableRange.contains(offsets.horizontal, offsets.vertical)
  }

  /// Notifies all other observers, and computes the range in which they emit nothing new.
  private mutating func observe<Consumer: OutcomeConsumer>(
    _ tick: TraceTime, _ offsets: AxisPair<Double>, isMount: Bool, _ consumer: inout Consumer
  ) {
    var stableRange = StableRange(offsets, content.mainAxis)
    deliverVisibility(tick, offsets, &stableRange, isMount: isMount, &consumer)
    deliverTransitions(tick, &consumer)
    writeBack()
    deliverPosition(tick, isMount: isMount, &consumer)
    // Separate conditions: each operand of `||` is a closure, which copies the engine.
    let moves = isMoving ? true : phase == .interacting
    if moves, !comparesEveryTick {
      narrow(&stableRange)
      self.stableRange = stableRange
    } else {
      self.stableRange = nil
    }
  }

  /// Whether no tick may be skipped: the visible set depends on the offset of the tick before, or the reported
  /// target on where a pinned header is drawn.
  @inline(__always) private var comparesEveryTick: Bool {
    if configuration.targetVisibility != nil,
      configuration.switches.visibleSetUpdates == .scrolling
    {
      return true
    }
    return alignsBetweenPinned && !configuration.position.isNone
  }

  /// Records movement and ends completed motions.
  private mutating func moveContent<Consumer: OutcomeConsumer>(_ consumer: inout Consumer) {
    if isMoving {
      motionCause = phase == .animating ? .program : .user
      let isOver = motions.horizontal.isOver(at: now) && motions.vertical.isOver(at: now)
      if isOver {
        let ended = phase
        for axis in Axis.allCases {
          place(axis, at: motions[axis].target)
          snapTarget[axis] = nil
        }
        comeToRest(after: ended, &consumer)
      }
    }
    endStrandedMotion(&consumer)
    if let index = wheelIdleAt, nextTick > index {
      wheelIdleAt = nil
      setPhase(.idle, .settled)
    }
  }

  /// Ends a motion whose destination was removed by a layout change or a measurement.
  private mutating func endStrandedMotion<Consumer: OutcomeConsumer>(_ consumer: inout Consumer) {
    guard phase == .decelerating || phase == .animating, !isMoving, !isExternallyDriven else {
      return
    }
    comeToRest(after: phase, &consumer)
  }

  private mutating func comeToRest<Consumer: OutcomeConsumer>(
    after ended: ScrollPhase, _ consumer: inout Consumer
  ) {
    scrollTarget = nil
    setPhase(.idle, .settled)
    askBehaviorAfterResize(&consumer)
    consumer.consume(RestOutcome(time: now, offset: physicalOffset, phase: ended))
  }

  /// Changes the phase; observers receive it at the next tick.
  mutating func setPhase(_ new: ScrollPhase, _ cause: Cause, velocity: Vector? = nil) {
    guard new != phase else { return }
    phaseQueue.append(
      PhaseStep(decided: now, old: phase, new: new, velocity: velocity, cause: cause))
    phase = new
    // The value that is written back depends on the phase.
    stableRange = nil
  }

  private mutating func deliverFrame<Consumer: OutcomeConsumer>(
    _ tick: TraceTime, _ offsets: AxisPair<Double>, isMount: Bool, _ consumer: inout Consumer
  ) {
    let (x, y) = (offsets.horizontal, offsets.vertical)
    let frame = OutcomeFrame(
      time: tick, offset: Point(x: container.flipped(x, content: content.size.width), y: y),
      phase: phase,
      geometry: container.geometry(
        Point(x: x, y: y), content: content.size, configuration.switches.containerSize))
    // Separate conditions: each operand of `||` is a closure, which copies the engine.
    guard isMount ? true : isMoving ? true : differs(frame) else { return }
    reported.frame = frame
    reported.hasFrame = true
    consumer.consume(frame)
  }

  private func differs(_ frame: OutcomeFrame) -> Bool {
    guard reported.hasFrame, frame.phase == reported.frame.phase,
      frame.offset == reported.frame.offset
    else { return true }
    return frame.geometry != reported.frame.geometry
  }

  private mutating func deliverVisibility<Consumer: OutcomeConsumer>(
    _ tick: TraceTime, _ offsets: AxisPair<Double>, _ stableRange: inout StableRange, isMount: Bool,
    _ consumer: inout Consumer
  ) {
    let views = configuration.viewVisibility
    let targets = configuration.hasTargetLayout ? configuration.targetVisibility : nil
    guard views != nil || targets != nil else { return }
    // Not `visibilityLens`, which would copy the engine.
    let lens = VisibilityRule(
      container.viewport(configuration.switches.visibilityViewport, at: offsets),
      mainAxis: content.mainAxis, configuration.switches,
      content.sections.isEmpty ? PinnedViews() : pinnedViews)
    let window = content.window(from: lens.low, to: lens.high, near: lastWindow)
    lastWindow = window
    if let views {
      deliverViews(window, lens, views, tick, &stableRange, isMount: isMount, &consumer)
    }
    guard let targets, looksAtVisibleSet else { return }
    let run =
      targets == views ? visible.run : content.visibleRun(window, lens, targets, &stableRange)
    if let run {
      let isOther = run != visibleRun
      visibleRun = run
      if isOther ? true : isRenumbered { deliver(content.ids[run], tick, &consumer) }
    } else {
      if let run = visibleRun { visibleTargets.rebase(run) }
      visibleRun = nil
      if targets == views {
        visibleTargets.begin()
        visibleTargets.add(membersOf: visible.list)
      } else {
        content.collect(window, lens, targets, into: &visibleTargets, &stableRange)
      }
      let isOther = visibleTargets.commit()
      if isOther ? true : isRenumbered {
        deliver(content.ids(of: visibleTargets.members), tick, &consumer)
      }
    }
    isRenumbered = false
  }

  /// Calls the visibility observers of the views that became visible or hidden.
  private mutating func deliverViews<Consumer: OutcomeConsumer>(
    _ window: Range<Int>, _ lens: VisibilityRule, _ threshold: Double, _ tick: TraceTime,
    _ stableRange: inout StableRange, isMount: Bool, _ consumer: inout Consumer
  ) {
    // A lazy stack has no views while none is visible.
    let isInitial =
      isMount && !content.isLazy && configuration.switches.initialVisibility == .called
    if let old = visible.run, let new = content.visibleRun(window, lens, threshold, &stableRange) {
      let changes = visible.replace(old, with: new)
      if !isInitial {
        deliver(changes.before, lens, tick, &consumer)
        deliver(changes.after, lens, tick, &consumer)
      }
    } else {
      visible.beginList()
      content.collect(window, lens, threshold, into: &visible.list, &stableRange)
      if visible.commitList(), !isInitial {
        for change in visible.list.changes { deliver(change, lens, tick, &consumer) }
      }
    }
    if isInitial { deliverInitialVisibility(lens, tick, &consumer) }
  }

  private mutating func deliver<Consumer: OutcomeConsumer>(
    _ part: RunChanges.Part, _ lens: VisibilityRule, _ tick: TraceTime, _ consumer: inout Consumer
  ) {
    for member in part.members {
      deliver(MemberChange(member: member, isMember: part.areMembers), lens, tick, &consumer)
    }
  }

  /// Whether the visible set is evaluated; a switch may require a movement (VIS-10).
  private var looksAtVisibleSet: Bool {
    mutating get {
      guard configuration.switches.visibleSetUpdates == .scrolling else { return true }
      let last = visibleSetOffset
      visibleSetOffset = physicalOffset
      return last != visibleSetOffset
    }
  }

  /// Delivers the initial visibility of every view (VIS-3, VIS-4).
  private mutating func deliverInitialVisibility<Consumer: OutcomeConsumer>(
    _ lens: VisibilityRule, _ tick: TraceTime, _ consumer: inout Consumer
  ) {
    let shown = visible.members
    var next = 0
    for member in 0..<content.count {
      let isMember = next < shown.count && shown[next] == member
      if isMember { next += 1 }
      deliver(MemberChange(member: member, isMember: isMember), lens, tick, &consumer)
    }
  }

  private mutating func deliver<Consumer: OutcomeConsumer>(
    _ change: MemberChange, _ lens: VisibilityRule, _ tick: TraceTime, _ consumer: inout Consumer
  ) {
    consumer.consume(
      VisibilityOutcome(
        time: tick, id: content.ids[change.member], index: change.member,
        isVisible: change.isMember,
        fraction: content.fraction(ofMember: change.member, lens)))
  }

  /// Delivers the visible set if its ids changed.
  ///
  /// After an edit, other indices may have the same ids, and the same indices other ids (VIS-10).
  private mutating func deliver<Consumer: OutcomeConsumer>(
    _ ids: ArraySlice<TargetID>, _ tick: TraceTime, _ consumer: inout Consumer
  ) {
    guard !visibleIDs.isSame(as: ids) else { return }
    visibleIDs = ids
    consumer.consume(VisibleSetOutcome(time: tick, targets: ids))
  }

  /// Reports the target that the user moved to the anchor (BIND-2, POS-20).
  private mutating func writeBack() {
    guard configuration.hasTargetLayout, let motionCause else { return }
    let isProgram = motionCause == .program
    if isProgram, !configuration.writesProgrammaticScrolls { return }
    guard motionCause == .user || isProgram else { return }
    switch configuration.position {
    case .none: break
    case .id:
      if let id = reportedTarget(), id != boundID {
        boundID = id
        positionCause = motionCause
      }
    case .value:
      // The anchor of a request applies before the first report only.
      if !isProgram { position.isPositionedByUser = true }
      let type = position.idType
      let choice = configuration.switches.optionalID
      let found = reportedTarget()
      if isProgram {
        if let found { position.report(topMost: found) }
      } else {
        position.positionByUser(at: found ?? position.viewID(type: type, optionalID: choice))
      }
      positionCause = motionCause
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

extension Configuration {
  /// Whether a programmatic scroll changes the reported position (BIND-20, POS-60).
  var writesProgrammaticScrolls: Bool {
    switch (switches.programmaticWriteBack, position) {
    case (_, .none), (.none, _), (.position, .id): false
    case (.position, .value), (.topMost, _): true
    }
  }
}
