import ScrollModel

extension ScrollEngine {
  /// Ends a drag: applies the behavior and starts the deceleration.
  mutating func endGesture<Consumer: OutcomeConsumer>(
    isCancelled: Bool, _ consumer: inout Consumer
  ) {
    guard let gesture else { return }
    self.gesture = nil
    if configuration.releasePhysics == .betterScroll { lastLift = now }
    let isUnsettled = !isWithinRange
    let needsRest = isUnsettled || (gesture.isCatch && !configuration.effectiveBehavior.isNone)
    guard gesture.isDragging || needsRest else {
      setPhase(.idle, .user)
      return
    }
    // An interrupted scroll that must settle continues as a drag without movement, which keeps
    // the phase order valid.
    if !gesture.isDragging { setPhase(.interacting, .user) }
    let estimated = isCancelled ? AxisPair(both: 0) : releaseVelocity(gesture)
    let velocity = boosted(estimated, after: gesture.lastMove)
    let settles = decide(velocity: velocity, original: gesture.original, isResize: false, &consumer)
    for settle in settles { consumer.consume(settle) }
    leavesMomentum =
      gesture.device == .trackpad && (snapTarget.horizontal ?? snapTarget.vertical) != nil
    startDeceleration(velocity, &consumer)
  }

  /// The velocity plus that of the fling that Chromium adds (WEB-3).
  private mutating func boosted(
    _ velocity: AxisPair<Double>, after move: TraceTime
  ) -> AxisPair<Double> {
    guard configuration.releasePhysics.isChromium else { return velocity }
    let most = PeerConstant.chromiumMaximumFling.value
    let own = AxisPair(
      clamped(velocity.horizontal, -most, most), clamped(velocity.vertical, -most, most))
    let isBoosted = configuration.switches.chromiumBoost == .adds
    let boosted = isBoosted ? flingBoost.release(own, at: now) : own
    flingBoost.begin(boosted, in: own, after: move)
    return boosted
  }

  /// Starts the chosen motions, or rests if there are none.
  mutating func startDeceleration<Consumer: OutcomeConsumer>(
    _ velocity: AxisPair<Double>, _ consumer: inout Consumer
  ) {
    if isMoving {
      setPhase(.decelerating, .user, velocity: physical(velocity))
    } else {
      setPhase(.idle, .settled)
      consumer.consume(
        RestOutcome(time: now, offset: physicalOffset, phase: .interacting))
    }
  }

  /// The estimated velocity if it is fast enough on both axes combined, else zero.
  ///
  /// UIKit's estimate is compared by its last raw value, other estimates by their result.
  private mutating func releaseVelocity(_ gesture: Gesture) -> AxisPair<Double> {
    let constants = configuration.physics
    let tracked = gesture.isDragging ? gesture.trackedVelocity(releasedAt: now) : nil
    var square = 0.0
    for axis in Axis.allCases where gesture.follows(axis) {
      let raw = gesture.isDragging ? tracked?[axis] ?? gesture.velocity.raw(axis, constants) : 0
      square += raw * raw
    }
    // Other toolkits have their own thresholds.
    let floor = configuration.releasePhysics == .uikit ? constants.releaseFloor : 0
    guard square >= floor * floor, square > 0 else {
      flicks.end()
      return AxisPair(both: 0)
    }
    let scale = flickScale(gesture, speed: square.squareRoot())
    var velocity = AxisPair(both: 0.0)
    for axis in Axis.allCases where gesture.follows(axis) {
      velocity[axis] = (tracked?[axis] ?? gesture.velocity.blended(axis, constants)) * scale
    }
    return velocity
  }

  private mutating func flickScale(_ gesture: Gesture, speed: Double) -> Double {
    guard configuration.releasePhysics == .uikit,
      configuration.switches.repeatedFlicks == .accelerated, gesture.device != .trackpad
    else { return 1 }
    let (dx, dy) = (gesture.place.x - gesture.down.x, gesture.place.y - gesture.down.y)
    return flicks.release(
      at: now, speed: speed, dragged: finite((dx * dx + dy * dy).squareRoot()),
      configuration.physics)
  }

  func decayRate(_ axis: Axis) -> Double {
    var isFast = configuration.fastDeceleration(axis, sizeClasses[axis])
    if case .custom = configuration.behavior, configuration.deceleration == .automatic {
      isFast = behavior?.limitsScrolls() ?? false
    }
    return isFast ? configuration.physics.fastDecay : configuration.physics.normalDecay
  }

  /// Chooses the resting offsets on both axes and sets the motions.
  mutating func decide<Consumer: OutcomeConsumer>(
    velocity: AxisPair<Double>, original: AxisPair<Double>, isResize: Bool,
    _ consumer: inout Consumer
  ) -> [Settle] {
    awaitsResizeAnswer = false
    var proposals = AxisPair(both: 0.0)
    var naturals = AxisPair(both: 0.0)
    for axis in Axis.allCases {
      let free = freeMotion(axis, from: offset(axis), velocity: velocity[axis])
      naturals[axis] = free.natural
      proposals[axis] = free.motion.target
    }
    let custom = customAnswer(
      proposals, velocity: velocity, original: original, &consumer)
    var settles: [Settle] = []
    for axis in Axis.allCases where container.axes.contains(axis) {
      let start = container.start(axis)
      var situation = AxisSituation(
        proposed: proposals[axis] + start, original: original[axis] + start,
        velocity: velocity[axis], content: content.size.length(axis),
        container: container.inner(axis), frame: container.length(axis), start: start)
      if case .scrollSnap(let snap) = configuration.effectiveBehavior {
        situation.padding = snap.padding
      }
      let edge = ranges[axis].clamp(offset(axis))
      situation.isPast = offset(axis) != edge && proposals[axis] == edge
      guard configuration.releasePhysics == .uikit || custom[axis] != nil else {
        settles.append(peerSettle(axis, situation, isResize: isResize, &consumer))
        continue
      }
      let decision =
        custom[axis].map { AxisDecision(place: $0 + start, rule: .custom) }
        ?? answer(axis, situation, &consumer)
      settles.append(
        settle(axis, decision, natural: naturals[axis], situation, isResize: isResize))
    }
    return settles
  }

  private mutating func settle(
    _ axis: Axis, _ decision: AxisDecision, natural: Double, _ situation: AxisSituation,
    isResize: Bool
  ) -> Settle {
    let start = situation.start
    let wanted = finite(decision.place - start)
    let chosen = ranges[axis].clamp(wanted)
    let from = offset(axis)
    let proposed = situation.proposed - start
    let isFree = decision.rule == .natural || chosen == proposed
    var curve = SettleCurve.natural
    if isResize {
      place(axis, at: chosen)
      curve = .none
    } else if isFree {
      motions[axis] = freeMotion(axis, from: from, velocity: situation.velocity).motion
      snapTarget[axis] = nil
      if motions[axis].isResting { curve = .none }
    } else {
      (motions[axis], curve) = motion(axis, from: from, velocity: situation.velocity, to: chosen)
      snapTarget[axis] = chosen
    }
    return Settle(
      time: now, axis: axis, isResize: isResize, velocity: situation.velocity,
      original: situation.original - start, natural: natural, proposed: proposed,
      candidates: decision.candidates.map {
        SettleCandidate(id: $0.id, offset: $0.offset - start, distance: $0.distance)
      },
      chosen: chosen, chosenID: decision.chosenID, rule: decision.rule,
      clamp: wanted < ranges[axis].low ? .start : wanted > ranges[axis].high ? .end : .none,
      limit: decision.limit, flipMargin: decision.flipMargin, curve: curve)
  }

  private func answer<Consumer: OutcomeConsumer>(
    _ axis: Axis, _ situation: AxisSituation, _ consumer: inout Consumer
  ) -> AxisDecision {
    switch configuration.effectiveBehavior {
    case .none, .custom:
      return AxisDecision(place: situation.proposed, rule: .natural)
    case .paging:
      return situation.paging(configuration.switches)
    case .interval(let length):
      guard let decision = situation.interval(length) else {
        report(.unusableBehavior, "an interval has to be longer than 0", &consumer)
        return .leftAlone(situation)
      }
      return decision
    case .offsets(let offsets, let snapsToStart, let snapsToEnd):
      return situation.offsets(offsets, snapsToStart: snapsToStart, snapsToEnd: snapsToEnd)
    case .viewAligned(let limit, let anchor):
      guard configuration.hasTargetLayout else { return .leftAlone(situation) }
      let point = anchor ?? UnitPoint(x: 0, y: 0)
      let alignment = ViewAlignment(
        limit: count(of: limit, axis), anchor: axis == .vertical ? point.y : point.x)
      return aligned(alignment, axis, situation)
    case .scrollSnap(let snap):
      guard let fraction = snap.alignment(axis).fraction else { return .leftAlone(situation) }
      let alignment = ViewAlignment(
        limit: snap.stop == .always ? 1 : nil, anchor: fraction,
        reach: snap.strictness == .proximity ? situation.nearby : nil)
      return aligned(alignment, axis, situation)
    }
  }

  private func aligned(
    _ alignment: ViewAlignment, _ axis: Axis, _ situation: AxisSituation
  ) -> AxisDecision {
    if axis == content.mainAxis { return alignment.decide(situation, content) }
    // With two axes, each is aligned separately, like pages (PAGE-12).
    guard let line = content.crossLine else { return .leftAlone(situation) }
    return alignment.decide(situation, line)
  }

  /// The number of targets that a gesture may pass; nil without a limit (VAL-7 … VAL-12).
  private func count(of limit: ViewAlignedLimit, _ axis: Axis) -> Int? {
    let switches = configuration.switches
    let always = switches.alwaysLimit == .one ? 1 : switches.fewLimit
    return switch limit {
    case .automatic: sizeClasses[axis] == .compact ? always : nil
    case .always: always
    case .never: nil
    case .alwaysByFew: switches.fewLimit
    case .alwaysByOne: 1
    }
  }

  private func region(at offsets: AxisPair<Double>) -> ProposedTarget {
    ProposedTarget(
      rect: Rect(
        origin: Point(
          x: offsets.horizontal + container.start(.horizontal),
          y: offsets.vertical + container.start(.vertical)),
        size: container.innerSize))
  }

  /// Calls the custom behavior and resolves its target to offsets (TGT-10); nil without a change.
  private func customAnswer<Consumer: OutcomeConsumer>(
    _ proposals: AxisPair<Double>, velocity: AxisPair<Double>, original: AxisPair<Double>,
    _ consumer: inout Consumer
  ) -> AxisPair<Double?> {
    guard case .custom(let name) = configuration.effectiveBehavior else {
      return AxisPair(both: nil)
    }
    guard let behavior else {
      report(.unusableBehavior, "no behavior '\(name)' is registered", &consumer)
      return AxisPair(both: nil)
    }
    let proposed = region(at: proposals)
    var target = proposed
    let unit = configuration.switches.velocityUnit == .pointsPerSecond ? 1.0 : 0.001
    behavior.updateTarget(
      &target,
      BehaviorContext(
        originalTarget: region(at: original),
        velocity: Vector(dx: velocity.horizontal * unit, dy: velocity.vertical * unit),
        contentSize: content.size, containerSize: container.innerSize, axes: container.axes,
        layoutDirection: container.direction, horizontalSizeClass: sizeClasses.horizontal,
        verticalSizeClass: sizeClasses.vertical))
    guard target != proposed else { return AxisPair(both: nil) }
    var answer = AxisPair<Double?>(both: nil)
    for axis in Axis.allCases { answer[axis] = resolve(target, axis) }
    return answer
  }

  private func resolve(_ target: ProposedTarget, _ axis: Axis) -> Double {
    let isVertical = axis == .vertical
    let start = finite(isVertical ? target.rect.origin.y : target.rect.origin.x)
    let length = finite(target.rect.size.length(axis))
    if let anchor = target.anchor {
      return aligned(start, length, at: isVertical ? anchor.y : anchor.x, axis)
    }
    guard length != container.innerSize.length(axis) else { return start - container.start(axis) }
    return minimalGoal(start, length, axis, PinnedCover(), isWrite: false)
  }

  /// Applies the behavior in a resized container (SNAP-2).
  ///
  /// Content in motion is handled when it comes to rest.
  mutating func askBehaviorAfterResize<Consumer: OutcomeConsumer>(_ consumer: inout Consumer) {
    guard awaitsResizeAnswer, phase == .idle, recordedOffset == nil else { return }
    awaitsResizeAnswer = false
    guard configuration.switches.behaviorOnResize == .asked, !configuration.effectiveBehavior.isNone
    else {
      return
    }
    motionCause = motionCause ?? .layout
    let here = AxisPair(offset(.horizontal), offset(.vertical))
    let settles = decide(
      velocity: AxisPair(both: 0), original: here, isResize: true, &consumer)
    for settle in settles where settle.rule != .natural { consumer.consume(settle) }
  }
}
