import ScrollModel

extension ScrollEngine {
  mutating func handle<Consumer: OutcomeConsumer>(
    _ sample: TouchSample, _ consumer: inout Consumer
  ) {
    // The scroll view follows the samples delivered to it; coalesced ones repeat their way and
    // predicted ones never happened.
    guard sample.delivery == .direct, !refusesUser else { return }
    switch sample.phase {
    case .began: beginTouch(sample, &consumer)
    case .moved: if isCurrent(sample) { moveTouch(to: sample.position) }
    case .stationary: break
    case .ended: if isCurrent(sample) { endGesture(isCancelled: false, &consumer) }
    case .cancelled: if isCurrent(sample) { endGesture(isCancelled: true, &consumer) }
    }
  }

  /// Whether the user cannot scroll from the last change on, whose tick may be still to come.
  ///
  /// That tick cancels what is under way; what comes after the change obeys it at once.
  private var refusesUser: Bool {
    for entry in pending.reversed() {
      if let isDisabled = entry.switching { return isDisabled }
    }
    return isScrollDisabled
  }

  /// One finger scrolls; others that come down meanwhile do not count.
  private func isCurrent(_ sample: TouchSample) -> Bool {
    gesture?.device == .finger(pointer: sample.pointer)
  }

  private mutating func beginTouch<Consumer: OutcomeConsumer>(
    _ sample: TouchSample, _ consumer: inout Consumer
  ) {
    guard gesture == nil else { return }
    applyEarlierCommands(&consumer)
    catchContent()
    let isMoving = self.isMoving
    let original = AxisPair(target(.horizontal), target(.vertical))
    let isInside = isWithinRange
    flicks.touch(at: now, isMoving: isMoving && isInside)
    flingBoost.touch(at: now, speed: phase == .decelerating && isInside ? speed : 0)
    stopMotion()
    // The way up to the touch was the scroll's, be it the program's or the user's: the next frame
    // reports where it got to.
    if isMoving { motionCause = phase == .animating ? .program : .user }
    begin(
      Gesture(
        .finger(pointer: sample.pointer), at: sample.position, original: original,
        isCatch: isMoving, time: now))
    setPhase(.tracking, .user)
  }

  private mutating func begin(_ gesture: Gesture) {
    var gesture = gesture
    gesture.track(with: configuration.estimator, under: configuration.releasePhysics)
    self.gesture = gesture
    leavesMomentum = false
  }

  /// How fast the content moves by itself.
  private var speed: Double {
    let x = motions.horizontal.velocity(at: now)
    let y = motions.vertical.velocity(at: now)
    return finite((x * x + y * y).squareRoot())
  }

  private mutating func catchContent() {
    scrollTarget = nil
    wheelIdleAt = nil
  }

  /// Freezes the content where it is.
  mutating func stopMotion() {
    for axis in Axis.allCases {
      place(axis, at: motions[axis].position(at: now))
      snapTarget[axis] = nil
    }
    scrollTarget = nil
    isExternallyDriven = false
  }

  /// The content's movement that a finger's movement asks for.
  private func movement(from old: Point, to new: Point) -> AxisPair<Double> {
    let dx = container.isRightToLeft ? new.x - old.x : old.x - new.x
    return AxisPair(
      container.axes.contains(.horizontal) ? finite(dx) : 0,
      container.axes.contains(.vertical) ? finite(old.y - new.y) : 0)
  }

  private mutating func moveTouch(to place: Point) {
    guard let before = gesture?.grip else { return }
    let step = movement(from: before.place, to: place)
    gesture?.place = place
    add(step, isDragging: before.isDragging)
    guard before.isDragging ? true : startsDrag(at: place) else { return }
    if configuration.releasePhysics.isChromium { dragInChromium(step, was: before.isDragging) }
    refreshDrag()
    motionCause = .user
  }

  /// Notes what Chromium makes of a movement: the fling that it may boost, the lead of the content, and an
  /// edge, from which the way back begins at once (WEB-3, WEB-4, WEB-6).
  private mutating func dragInChromium(_ step: AxisPair<Double>, was isDragging: Bool) {
    let time = now
    flingBoost.drag(step, at: time)
    if configuration.switches.chromiumLead == .extrapolated, isDragging {
      gesture?.extrapolate(step, at: time)
    } else {
      gesture?.extrapolate(AxisPair(both: 0), at: time)
    }
    guard let grip = gesture?.grip else { return }
    let way = dragged(grip)
    for axis in Axis.allCases where !bounces(axis) {
      gesture?.base[axis] = ranges[axis].clamp(grip.base[axis] + way[axis]) - way[axis]
    }
  }

  /// Adds a movement that the gesture asks for to what is known of its velocity.
  private mutating func add(_ step: AxisPair<Double>, isDragging: Bool) {
    let isWatched = isDragging && configuration.switches.repeatedFlicks == .accelerated
    let before = isWatched ? gesture?.velocity : nil
    let time = now
    gesture?.add(step, at: time)
    if let before, let after = gesture?.velocity { noteFlick(before, after) }
  }

  /// Begins a drag if the finger has gone far enough for one.
  private mutating func startsDrag(at place: Point) -> Bool {
    guard let down = gesture?.down else { return false }
    let way = movement(from: down, to: place)
    let distance = (way.horizontal * way.horizontal + way.vertical * way.vertical).squareRoot()
    let physics = configuration.physics
    let slop = configuration.releasePhysics.isChromium ? physics.chromiumSlop : physics.slop
    guard distance > slop else { return false }
    // The slop itself does not move the content: it starts without a jump.
    let share = distance > 0 ? slop / distance : 0
    gesture?.reference = Point(
      x: down.x + (place.x - down.x) * share, y: down.y + (place.y - down.y) * share)
    let lock = lockedAxis(way)
    gesture?.lock = lock
    startDrag(stiffness: configuration.physics.rubberBand)
    return true
  }

  /// The axis that a drag is kept on, if it begins nearly along it and both axes scroll.
  private func lockedAxis(_ way: AxisPair<Double>) -> Axis? {
    guard configuration.switches.directionalLock == .on, container.axes == .both else {
      return nil
    }
    let (x, y) = (magnitude(way.horizontal), magnitude(way.vertical))
    let slope = configuration.physics.lockSlope
    if y <= x * slope { return .horizontal }
    return x <= y * slope ? .vertical : nil
  }

  /// Ends a streak of flicks where a drag hesitates or turns.
  private mutating func noteFlick(_ before: VelocityBlend, _ after: VelocityBlend) {
    var square = 0.0
    var product = 0.0
    for axis in Axis.allCases {
      let (old, new) = (
        before.raw(axis, configuration.physics), after.raw(axis, configuration.physics)
      )
      square += new * new
      product += old * new
    }
    flicks.drag(speed: square.squareRoot(), isReversed: product < 0, configuration.physics)
  }

  /// Lets the content follow: from now on the user positions it (POS-21).
  private mutating func startDrag(stiffness: Double) {
    let x = unresisted(.horizontal, offset(.horizontal), stiffness)
    let y = unresisted(.vertical, offset(.vertical), stiffness)
    gesture?.base = AxisPair(x, y)
    gesture?.isDragging = true
    setPhase(.interacting, .user)
    positionByUser()
  }

  mutating func positionByUser() {
    guard case .value = configuration.position, !position.isPositionedByUser else { return }
    position.isPositionedByUser = true
    positionCause = .user
  }

  /// Puts the content where the finger has it.
  mutating func refreshDrag() {
    let goals = held
    if let goal = goals.horizontal { place(.horizontal, at: goal) }
    if let goal = goals.vertical { place(.vertical, at: goal) }
  }

  /// Where a finger or pad has the content, on the axes on which it moves it; what is let go of is held
  /// to the range.
  private var held: AxisPair<Double?> {
    guard let grip = gesture?.grip else {
      guard phase == .tracking || phase == .interacting else { return AxisPair(both: nil) }
      return AxisPair(
        ranges.horizontal.clamp(offset(.horizontal)), ranges.vertical.clamp(offset(.vertical)))
    }
    var goals = AxisPair<Double?>(both: nil)
    guard grip.isDragging else { return goals }
    let stiffness =
      grip.isFinger ? configuration.physics.rubberBand : configuration.physics.trackpadRubberBand
    let way = dragged(grip)
    if container.axes.contains(.horizontal), grip.follows(.horizontal) {
      goals.horizontal = resisted(.horizontal, grip.base.horizontal + way.horizontal, stiffness)
    }
    if container.axes.contains(.vertical), grip.follows(.vertical) {
      goals.vertical = resisted(.vertical, grip.base.vertical + way.vertical, stiffness)
    }
    return goals
  }

  /// How far the finger went since its drag began; what a pad asked for is in the base already.
  private func dragged(_ grip: Gesture.DragSnapshot) -> AxisPair<Double> {
    guard grip.isFinger else { return AxisPair(both: 0) }
    let way = movement(from: grip.reference, to: grip.place)
    return AxisPair(
      grid.rounded(way.horizontal + grip.lead.horizontal),
      grid.rounded(way.vertical + grip.lead.vertical))
  }

  /// Puts the content elsewhere under a drag that goes on from there, however far it was pulled (POS-45).
  mutating func dragOn(_ axis: Axis, from goal: Double) {
    guard let grip = gesture?.grip else { return }
    let base = goal - dragged(grip)[axis]
    gesture?.base[axis] = base
    place(axis, at: goal)
  }

  /// Whether content may be pulled past its edges on an axis (BOUNCE-2, WEB-6).
  func bounces(_ axis: Axis) -> Bool {
    switch configuration[bounceOn: axis] {
    case .automatic: !configuration.releasePhysics.isChromium
    case .always: true
    case .basedOnSize: content.size.length(axis) > container.inner(axis)
    case .none: false
    }
  }

  /// The offset that content shows for a finger's offset: past an edge it gives less and less.
  private func resisted(_ axis: Axis, _ offset: Double, _ stiffness: Double) -> Double {
    let excess = ranges[axis].excess(offset)
    guard excess != 0 else { return offset }
    guard bounces(axis) else { return ranges[axis].clamp(offset) }
    let shown = grid.rounded(
      RubberBand.shown(
        magnitude(excess), dimension: container.length(axis), stiffness: stiffness))
    return excess > 0 ? ranges[axis].high + shown : ranges[axis].low - shown
  }

  /// Whether no axis is pulled past its edges; asked one after the other, for a closure copies the engine.
  var isWithinRange: Bool {
    let x = ranges.horizontal.excess(offset(.horizontal))
    let y = ranges.vertical.excess(offset(.vertical))
    return x == 0 ? y == 0 : false
  }

  /// The finger's offset for an offset that content shows.
  private func unresisted(_ axis: Axis, _ offset: Double, _ stiffness: Double) -> Double {
    let excess = ranges[axis].excess(offset)
    guard excess != 0, bounces(axis) else { return offset }
    let pull = grid.rounded(
      RubberBand.pull(
        magnitude(excess), dimension: container.length(axis), stiffness: stiffness))
    return excess > 0 ? ranges[axis].high + pull : ranges[axis].low - pull
  }

  mutating func handle<Consumer: OutcomeConsumer>(
    _ sample: WheelSample, _ consumer: inout Consumer
  ) {
    guard !refusesUser else { return }
    if sample.momentumPhase != .none {
      followMomentum(sample)
      return
    }
    if sample.phase == .began || sample.phase == .ended || sample.phase == .cancelled {
      leavesPad = false
    }
    switch sample.phase {
    case .none: turnWheel(by: sample.delta, &consumer)
    case .mayBegin, .stationary: break
    case .began, .changed: if !leavesPad { moveTrackpad(by: sample.delta, &consumer) }
    case .ended: if gesture?.device == .trackpad { endGesture(isCancelled: false, &consumer) }
    case .cancelled: if gesture?.device == .trackpad { endGesture(isCancelled: true, &consumer) }
    }
  }

  private func movement(of delta: Vector) -> AxisPair<Double> {
    AxisPair(
      container.axes.contains(.horizontal)
        ? finite(container.isRightToLeft ? -delta.dx : delta.dx) : 0,
      container.axes.contains(.vertical) ? finite(delta.dy) : 0)
  }

  /// One notch of a click wheel: one jump, no momentum, no behavior (PHYS-8, VAL-23).
  private mutating func turnWheel<Consumer: OutcomeConsumer>(
    by delta: Vector, _ consumer: inout Consumer
  ) {
    let step = movement(of: delta)
    guard gesture == nil, step != AxisPair(both: 0) else { return }
    applyEarlierCommands(&consumer)
    stopMotion()
    // An axis that the notch does not move was stopped too, perhaps past an edge.
    for axis in Axis.allCases {
      place(axis, at: ranges[axis].clamp(offset(axis) + grid.rounded(step[axis])))
    }
    setPhase(.interacting, .user)
    positionByUser()
    motionCause = .user
    // The phase ends with the tick after the one that shows the jump.
    wheelIdleAt = nextTick
  }

  private mutating func moveTrackpad<Consumer: OutcomeConsumer>(
    by delta: Vector, _ consumer: inout Consumer
  ) {
    let step = movement(of: delta)
    if gesture == nil {
      // What goes across the view's axis is not for it, as with fingers and notches.
      guard step != AxisPair(both: 0) || delta == .zero else { return }
      applyEarlierCommands(&consumer)
      let isMoving = self.isMoving
      let original = AxisPair(target(.horizontal), target(.vertical))
      stopMotion()
      wheelIdleAt = nil
      begin(Gesture(.trackpad, at: .zero, original: original, isCatch: isMoving, time: now))
      startDrag(stiffness: configuration.physics.trackpadRubberBand)
    }
    guard gesture?.device == .trackpad else { return }
    let time = now
    gesture?.add(step, at: time)
    for axis in Axis.allCases {
      let base = finite((gesture?.base[axis] ?? 0) + grid.rounded(step[axis]))
      gesture?.base[axis] = base
    }
    refreshDrag()
    motionCause = .user
  }

  /// Momentum that the system gives as deltas takes the place of the engine's own, unless a
  /// behavior has chosen where to rest.
  private mutating func followMomentum(_ sample: WheelSample) {
    guard gesture == nil, snapTarget.horizontal == nil, snapTarget.vertical == nil, !leavesMomentum
    else {
      // The content may be at its rest long before the momentum ends.
      if sample.momentumPhase == .ended || sample.momentumPhase == .cancelled {
        leavesMomentum = false
      }
      return
    }
    // Content past an edge goes on returning to it.
    guard isWithinRange else { return }
    switch sample.momentumPhase {
    case .began, .changed, .stationary:
      let step = movement(of: sample.delta)
      let isAcross = step == AxisPair(both: 0) && sample.delta != .zero
      guard !isAcross || isExternallyDriven else { return }
      stopMotion()
      wheelIdleAt = nil
      for axis in Axis.allCases where step[axis] != 0 {
        place(axis, at: ranges[axis].clamp(offset(axis) + grid.rounded(step[axis])))
      }
      isExternallyDriven = true
      if phase == .idle { setPhase(.interacting, .user) }
      setPhase(.decelerating, .user, velocity: .zero)
      motionCause = .user
    case .ended, .cancelled:
      stopMotion()
      setPhase(.idle, .settled)
    case .none, .mayBegin: break
    }
  }
}
