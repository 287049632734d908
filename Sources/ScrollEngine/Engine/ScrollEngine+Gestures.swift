import ScrollModel

extension ScrollEngine {
  mutating func handle<Consumer: OutcomeConsumer>(
    _ sample: TouchSample, _ consumer: inout Consumer
  ) {
    // The scroll view only uses direct samples: coalesced ones repeat their movement, and
    // predicted ones never occurred.
    guard sample.delivery == .direct, !refusesUser else { return }
    switch sample.phase {
    case .began: beginTouch(sample, &consumer)
    case .moved: if isCurrent(sample) { moveTouch(to: sample.position) }
    case .stationary: break
    case .ended: if isCurrent(sample) { endGesture(isCancelled: false, &consumer) }
    case .cancelled: if isCurrent(sample) { endGesture(isCancelled: true, &consumer) }
    }
  }

  /// Whether the last container change disables scrolling, even before its tick.
  ///
  /// That tick cancels the current gesture; later input is ignored immediately. This and the functions below for
  /// samples of a drag are mutating or inlined only because a call of others copies the engine.
  private var refusesUser: Bool {
    mutating get {
      for entry in pending.reversed() {
        if let isDisabled = entry.switching { return isDisabled }
      }
      return isScrollDisabled
    }
  }

  /// Whether the sample belongs to the scrolling finger; other fingers are ignored.
  @inline(__always) private func isCurrent(_ sample: TouchSample) -> Bool {
    guard case .finger(let pointer)? = gesture?.device else { return false }
    return pointer == sample.pointer
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
    // The movement since the last tick was the program's or the user's scroll; the next frame
    // reports it.
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

  /// The current speed of the content's own motion.
  private var speed: Double {
    let x = motions.horizontal.velocity(at: now)
    let y = motions.vertical.velocity(at: now)
    return finite((x * x + y * y).squareRoot())
  }

  private mutating func catchContent() {
    scrollTarget = nil
    wheelIdleAt = nil
  }

  /// Stops the content at its current offset.
  mutating func stopMotion() {
    for axis in Axis.allCases {
      place(axis, at: motions[axis].position(at: now))
      snapTarget[axis] = nil
    }
    scrollTarget = nil
    isExternallyDriven = false
  }

  /// The requested content movement for a finger's movement.
  @inline(__always) private func movement(from old: Point, to new: Point) -> AxisPair<Double> {
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
    guard before.isDragging ? true : startsDrag(at: place, after: before.place) else { return }
    if configuration.releasePhysics.isChromium { dragInChromium(step, was: before.isDragging) }
    if configuration.estimator == .strokeMean, let grip = gesture?.grip {
      let (way, time) = (dragged(grip), now)
      gesture?.add(contentDistance: way, at: time)
    }
    refreshDrag()
    motionCause = .user
  }

  /// Records a movement for Chromium's rules: the boost of a fling, the extrapolation, and the
  /// immediate return from an edge (WEB-3, WEB-4, WEB-6).
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

  /// Adds a requested movement to the velocity estimate.
  private mutating func add(_ step: AxisPair<Double>, isDragging: Bool) {
    let isWatched = isDragging && configuration.switches.repeatedFlicks == .accelerated
    let before = isWatched ? gesture?.velocity : nil
    let time = now
    gesture?.add(step, at: time)
    if let before, let after = gesture?.velocity { noteFlick(before, after) }
  }

  /// Begins a drag if the finger has moved beyond the slop.
  private mutating func startsDrag(at place: Point, after previous: Point) -> Bool {
    guard let down = gesture?.down else { return false }
    if let reference = gesture?.decidedReference {
      gesture?.reference = reference
      startDrag(stiffness: configuration.physics.rubberBand)
      return true
    }
    let way = movement(from: down, to: place)
    if configuration.releasePhysics == .betterScroll {
      return startsStroke(way, at: place, after: previous)
    }
    let distance = (way.horizontal * way.horizontal + way.vertical * way.vertical).squareRoot()
    let physics = configuration.physics
    let slop = configuration.releasePhysics.isChromium ? physics.chromiumSlop : physics.slop
    guard distance > slop else { return false }
    // The slop itself does not move the content, so that the drag starts without a jump.
    let share = distance > 0 ? slop / distance : 0
    gesture?.reference = Point(
      x: down.x + (place.x - down.x) * share, y: down.y + (place.y - down.y) * share)
    let lock = lockedAxis(way)
    gesture?.lock = lock
    startDrag(stiffness: configuration.physics.rubberBand)
    return true
  }

  /// Begins a drag of better-scroll with the whole movement that reaches 15 px along an axis, or with
  /// any soon after the last finger was lifted (PEER-6).
  private mutating func startsStroke(
    _ way: AxisPair<Double>, at place: Point, after previous: Point
  ) -> Bool {
    let pause = lastLift.map { Double(now.nanoseconds(since: $0)) / 1_000_000 } ?? .infinity
    let least =
      pause > PeerConstant.betterTimeLimit.value ? PeerConstant.betterDistanceLimit.value : 0
    guard way != AxisPair(both: 0), max(magnitude(way.horizontal), magnitude(way.vertical)) >= least
    else { return false }
    gesture?.reference = previous
    let lock = lockedAxis(way)
    gesture?.lock = lock
    startDrag(stiffness: configuration.physics.rubberBand)
    return true
  }

  /// The axis that a drag is locked to, if it begins nearly along it and both axes scroll.
  private func lockedAxis(_ way: AxisPair<Double>) -> Axis? {
    guard configuration.switches.directionalLock == .on, container.axes == .both else {
      return nil
    }
    let (x, y) = (magnitude(way.horizontal), magnitude(way.vertical))
    let slope = configuration.physics.lockSlope
    if y <= x * slope { return .horizontal }
    return x <= y * slope ? .vertical : nil
  }

  /// Ends a series of flicks if a drag hesitates or reverses.
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

  /// Starts following the finger: from now on the position is the user's (POS-21).
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

  /// Moves the content to the offset of the current gesture.
  mutating func refreshDrag() {
    let goals = held()
    if let goal = goals.horizontal { place(.horizontal, at: goal) }
    if let goal = goals.vertical { place(.vertical, at: goal) }
  }

  /// The offset from the current gesture on each axis that it moves, clamped to the range when
  /// released.
  private mutating func held() -> AxisPair<Double?> {
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
  @inline(__always) func dragged(_ grip: Gesture.DragSnapshot) -> AxisPair<Double> {
    guard grip.isFinger else { return AxisPair(both: 0) }
    let way = movement(from: grip.reference, to: grip.place)
    return AxisPair(
      grid.rounded(way.horizontal + grip.lead.horizontal),
      grid.rounded(way.vertical + grip.lead.vertical))
  }

  /// Moves the content to an offset and continues the drag from there (POS-45).
  mutating func dragOn(_ axis: Axis, from goal: Double) {
    guard let grip = gesture?.grip else { return }
    let base = goal - dragged(grip)[axis]
    gesture?.base[axis] = base
    place(axis, at: goal)
  }

  /// Whether content may be pulled past its edges on an axis (BOUNCE-2, WEB-6).
  func bounces(_ axis: Axis) -> Bool {
    guard configuration.overscroll(axis) != .none else { return false }
    return switch configuration[bounceOn: axis] {
    case .automatic: !configuration.releasePhysics.isChromium
    case .always: true
    case .basedOnSize: content.size.length(axis) > container.inner(axis)
    case .none: false
    }
  }

  /// The displayed offset for a finger's offset, with rubber-band resistance past an edge.
  private mutating func resisted(
    _ axis: Axis, _ offset: Double, _ stiffness: Double
  ) -> Double {
    let excess = ranges[axis].excess(offset)
    return excess == 0 ? offset : stretched(axis, offset, stiffness)
  }

  /// The displayed offset past an edge.
  private mutating func stretched(_ axis: Axis, _ offset: Double, _ stiffness: Double) -> Double {
    let excess = ranges[axis].excess(offset)
    guard bounces(axis) else { return ranges[axis].clamp(offset) }
    let shown = grid.rounded(
      RubberBand.shown(
        magnitude(excess), dimension: container.length(axis), stiffness: stiffness))
    return excess > 0 ? ranges[axis].high + shown : ranges[axis].low - shown
  }

  /// Whether no axis is past its edges.
  ///
  /// The axes are tested one by one, because a closure copies the engine.
  var isWithinRange: Bool {
    let x = ranges.horizontal.excess(offset(.horizontal))
    let y = ranges.vertical.excess(offset(.vertical))
    return x == 0 ? y == 0 : false
  }

  /// The finger's offset for a displayed offset.
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

  /// Applies one notch of a click wheel: one jump, no momentum, no behavior (PHYS-8, VAL-23).
  private mutating func turnWheel<Consumer: OutcomeConsumer>(
    by delta: Vector, _ consumer: inout Consumer
  ) {
    let step = movement(of: delta)
    guard gesture == nil, step != AxisPair(both: 0) else { return }
    applyEarlierCommands(&consumer)
    stopMotion()
    // The notch also stopped the other axis, which may be past an edge.
    for axis in Axis.allCases {
      place(axis, at: ranges[axis].clamp(offset(axis) + grid.rounded(step[axis])))
    }
    setPhase(.interacting, .user)
    positionByUser()
    motionCause = .user
    // The phase ends one tick after the tick that shows the jump.
    wheelIdleAt = nextTick
  }

  private mutating func moveTrackpad<Consumer: OutcomeConsumer>(
    by delta: Vector, _ consumer: inout Consumer
  ) {
    let step = movement(of: delta)
    if gesture == nil {
      // Movement across the view's only axis is ignored, as for fingers and notches.
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

  /// Applies momentum that the system reports as deltas, in place of the engine's own, unless a
  /// behavior has chosen the resting offset.
  private mutating func followMomentum(_ sample: WheelSample) {
    guard gesture == nil, snapTarget.horizontal == nil, snapTarget.vertical == nil, !leavesMomentum
    else {
      // The content may be at rest long before the momentum ends.
      if sample.momentumPhase == .ended || sample.momentumPhase == .cancelled {
        leavesMomentum = false
      }
      return
    }
    // Content past an edge continues its return.
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
