import ScrollModel

extension ScrollEngine {
  /// Keeps or adjusts the offset after content or container changed.
  mutating func resolveLayoutChange<Consumer: OutcomeConsumer>(
    _ before: LayoutSnapshot, _ consumer: inout Consumer
  ) {
    let correction = correction(before)
    let axis = content.mainAxis
    if phase != .idle {
      if correction != 0 { shift(axis, by: correction, before.ranges) }
      shiftWithInsets(before)
      stopWhereInsetsChange(before, &consumer)
      holdRestingAxes()
    }
    switch phase {
    case .tracking, .interacting:
      refreshDrag()
    case .decelerating:
      replanDeceleration(before, except: correction == 0 ? nil : axis)
    case .animating:
      refreshHeading()
    case .idle:
      if configuration.offsetAdjustment == .disabled {
        for axis in Axis.allCases { place(axis, at: ranges[axis].clamp(before.offsets[axis])) }
      } else {
        stayInPlace(axis, before, correction)
        stayInPlace(content.crossAxis, before, 0)
        pinPosition(before)
      }
      snapAgain(before)
      askBehaviorAfterResize(&consumer)
    }
  }

  /// Lets content that moves go along with the inset at its start, by the switch (INS-1).
  private mutating func shiftWithInsets(_ before: LayoutSnapshot) {
    guard configuration.switches.insetShift == .always,
      configuration.offsetAdjustment == .automatic
    else { return }
    for axis in Axis.allCases where container.axes.contains(axis) {
      let distance = before.starts[axis] - container.start(axis)
      if distance != 0 { shift(axis, by: distance, before.ranges) }
    }
  }

  /// Stops a deceleration where insets change, by the switch (INS-2).
  private mutating func stopWhereInsetsChange<Consumer: OutcomeConsumer>(
    _ before: LayoutSnapshot, _ consumer: inout Consumer
  ) {
    guard configuration.switches.insetDeceleration == .stops, phase == .decelerating,
      !isExternallyDriven, before.size == container.frame, isOtherContainer(before)
    else { return }
    for axis in Axis.allCases { place(axis, at: ranges[axis].clamp(offset(axis))) }
    snapTarget = AxisPair(both: nil)
    setPhase(.idle, .layout)
    consumer.consume(RestOutcome(time: now, offset: physicalOffset, phase: .decelerating))
  }

  /// The return of content past an edge to where that edge is now, by the switch (INS-4); nil if the
  /// content does not return to an edge.
  ///
  /// A fling from past the edge that ends within the content keeps its velocity and its end. Other
  /// platforms end their own motions at the edge.
  private func edgeReturn(
    _ axis: Axis, _ before: LayoutSnapshot, _ place: Double, _ velocity: Double
  ) -> AxisMotion? {
    guard configuration.switches.insetReturn == .edge, before.size == container.frame,
      !motions[axis].isPeer
    else { return nil }
    let old = before.ranges[axis]
    let excess = old.excess(place)
    guard excess != 0, motions[axis].target == (excess < 0 ? old.low : old.high) else { return nil }
    let physics = configuration.physics
    let spring = SpringCurve(
      from: place, to: excess < 0 ? ranges[axis].low : ranges[axis].high, velocity: velocity,
      frequency: physics.springRate, damping: 1, tolerance: physics.edgeTolerance,
      limit: physics.springLimit)
    return AxisMotion(start: now, grid: grid, pieces: .spring(spring))
  }

  /// Puts axes that nothing moves back into their ranges while another axis or finger is busy.
  private mutating func holdRestingAxes() {
    for axis in Axis.allCases where motions[axis].isResting {
      let isHeld = gesture != nil && container.axes.contains(axis)
      if !isHeld { place(axis, at: ranges[axis].clamp(offset(axis))) }
    }
  }

  /// Keeps the offset; content at its start follows a change of the start margin.
  private mutating func stayInPlace(
    _ axis: Axis, _ before: LayoutSnapshot, _ correction: Double
  ) {
    let old = before.offsets[axis] + correction
    let moved = before.starts[axis] != container.start(axis)
    if moved, magnitude(before.offsets[axis] - before.ranges[axis].low) < 1e-9 {
      place(axis, at: ranges[axis].low)
    } else if moved, configuration.switches.insetShift == .always {
      place(axis, at: ranges[axis].clamp(old + before.starts[axis] - container.start(axis)))
    } else {
      place(axis, at: ranges[axis].clamp(old))
    }
  }

  /// The movement of the first visible item by corrected estimates; the item keeps its place on the
  /// screen (LAZY-2, LAZY-3).
  ///
  /// Content at its start stays there. A bound position with an offset keeps that offset in a
  /// resized container, regardless of its item (POS-62).
  private func correction(_ before: LayoutSnapshot) -> Double {
    guard !before.shown.isEmpty, configuration.offsetAdjustment == .automatic else { return 0 }
    let axis = content.mainAxis
    if before.offsets[axis] <= before.ranges[axis].low { return 0 }
    if phase == .idle, holdsOffset, isOtherContainer(before) { return 0 }
    for item in before.shown {
      guard let index = content.members(named: [item.name]).first else { continue }
      return content.start(at: content.rank(of: index)) - item.start
    }
    return 0
  }

  private func isOtherContainer(_ before: LayoutSnapshot) -> Bool {
    if before.size != container.frame { return true }
    return Axis.allCases.contains {
      before.starts[$0] != container.start($0) || before.ends[$0] != container.end($0)
    }
  }

  /// Whether a bound position is restored as an offset: one of the user or of an item.
  private var holdsOffset: Bool {
    guard configuration.switches.pinning == .position else { return false }
    return switch configuration.position {
    case .none: false
    case .id: boundID != nil
    case .value:
      switch position.kind {
      case .automatic, .edge: false
      case .id, .point, .x, .y, .user: true
      }
    }
  }

  /// The items of a lazy stack that are on screen, including those under bars.
  var seenItems: Range<Int> {
    guard content.isLazy else { return 0..<0 }
    let low = offset(content.mainAxis)
    return content.window(
      from: low, to: low + container.length(content.mainAxis), near: lastWindow)
  }

  /// The items within the insets, if frames may be estimates: measured ones first.
  var shownItems: [(name: TargetName, start: Double)] {
    guard content.hasGuesses else { return [] }
    let low = offset(content.mainAxis) + container.start(content.mainAxis)
    let high = low + container.inner(content.mainAxis)
    let ranks = content.window(from: low, to: high, near: lastWindow).filter {
      content.overlaps($0, from: low, to: high)
    }
    let ordered =
      ranks.filter { content.isMeasured(at: $0) } + ranks.filter { !content.isMeasured(at: $0) }
    return ordered.flatMap { rank in
      content.names(of: [content.index(at: rank)]).map { ($0, content.start(at: rank)) }
    }
  }

  /// Keeps content in view as the position requires if there is one, else the default anchor.
  private mutating func pinPosition(_ before: LayoutSnapshot) {
    let isPinned = hasPinningPosition
    if isPinned, configuration.switches.pinning == .position {
      applyPinnedPosition()
      return
    }
    if let anchor = anchor(for: .sizeChanges) {
      for axis in Axis.allCases where container.axes.contains(axis) {
        keepFraction(axis, axis == .vertical ? anchor.y : anchor.x, before)
      }
    } else if isPinned {
      applyPinnedPosition()
    }
  }

  /// Whether the bound position pins the content: automatic ones and nil ids do not (POS-57).
  private var hasPinningPosition: Bool {
    switch configuration.position {
    case .none: false
    case .id: boundID != nil
    case .value:
      switch position.kind {
      case .automatic, .user(nil): false
      case .id, .edge, .point, .x, .y, .user: true
      }
    }
  }

  private mutating func applyPinnedPosition() {
    switch configuration.position {
    case .none: break
    case .id: boundID.map { keepVisible($0) }
    case .value:
      switch position.kind {
      case .edge(let edge):
        let goals = goal(of: edge)
        for axis in Axis.allCases {
          if let goal = goals[axis] { place(axis, at: goal) }
        }
      case .id(let id, _), .user(let id?): keepVisible(id)
      case .automatic, .point, .x, .y, .user(nil): break
      }
    }
  }

  /// Scrolls the smallest distance that makes a target visible, if no part of it is (POS-53,
  /// POS-54).
  private mutating func keepVisible(_ id: TargetID) {
    guard configuration.hasTargetLayout,
      let index = content.index(of: id, configuration.switches.optionalID)
    else { return }
    let rank = content.rank(of: index)
    for axis in Axis.allCases where container.axes.contains(axis) {
      let cover = cover(of: rank, axis)
      let low = offset(axis) + container.start(axis)
      let (start, length) = content.interval(at: rank, axis)
      let isShown =
        start < low + container.inner(axis) - cover.end && start + length > low + cover.start
      guard !isShown else { continue }
      place(axis, at: ranges[axis].clamp(minimalGoal(start, length, axis, cover, isWrite: true)))
    }
  }

  /// Restores the anchor's fraction of the range if it applied before (ANCH-18, ANCH-19).
  private mutating func keepFraction(_ axis: Axis, _ fraction: Double, _ before: LayoutSnapshot) {
    let held: Bool =
      switch configuration.switches.sizeChange {
      case .atFraction:
        magnitude(before.offsets[axis] - before.ranges[axis].offset(at: fraction)) < 0.5
      case .lastVisible:
        fraction == 1
          ? before.isLastVisible
          : magnitude(before.offsets[axis] - before.ranges[axis].offset(at: fraction)) < 0.5
      }
    guard held else { return }
    // Under `lastVisible`, a partly visible last target keeps its distance from the end.
    let gap =
      configuration.switches.sizeChange == .lastVisible && fraction == 1
      ? before.ranges[axis].high - before.offsets[axis] : 0
    place(axis, at: ranges[axis].clamp(ranges[axis].offset(at: fraction) - gap))
  }

  /// Whether any part of the last target is within the insets.
  var isLastTargetVisible: Bool {
    guard content.count > 0 else { return false }
    let rank = content.rank(of: content.count - 1)
    let low = offset(content.mainAxis) + container.start(content.mainAxis)
    return content.overlaps(rank, from: low, to: low + container.inner(content.mainAxis))
  }

  /// Continues the motion from the current offset, to the chosen offset if it is still in range.
  private mutating func replanDeceleration(_ before: LayoutSnapshot, except shifted: Axis?) {
    for axis in Axis.allCases where axis != shifted && !motions[axis].isResting {
      guard before.ranges[axis] != ranges[axis] else { continue }
      if motions[axis].isPeer, ranges[axis].contains(motions[axis].target) { continue }
      let place = motions[axis].position(at: now)
      let velocity = motions[axis].velocity(at: now)
      if let motion = edgeReturn(axis, before, place, velocity) {
        motions[axis] = motion
        if snapTarget[axis] != nil { snapTarget[axis] = motion.target }
        continue
      }
      if let goal = snapTarget[axis] {
        let held = ranges[axis].clamp(goal)
        snapTarget[axis] = held
        // An offset that is still reachable keeps its motion, whatever else changed.
        if held == motions[axis].target, ranges[axis].contains(place) { continue }
        (motions[axis], _) = motion(axis, from: place, velocity: velocity, to: held)
      } else {
        motions[axis] = freeMotion(axis, from: place, velocity: velocity).motion
      }
    }
  }

  /// Measures visible items and keeps already measured ones in place (LAZY-11).
  mutating func measureVisible() {
    guard content.isLazy, content.count > 0 else { return }
    let axis = content.mainAxis
    let offset = offset(axis)
    // Separate conditions: each operand of `||` and `&&` is a closure, which copies the engine.
    if let measuredRange, measuredRange.isQuiet(at: offset) {
      measurePassed(from: offset, to: offset)
      return
    }
    var total = 0.0
    var isMeasured = false
    // Each round measures at least one item; those before the first visible one stay estimates.
    for _ in 0..<10_000 {
      let low = offset + total
      let window = content.window(from: low, to: low + container.length(axis), near: lastWindow)
      lastWindow = window
      guard let top = window.first, let unknown = content.firstToMeasure(window) else { break }
      isMeasured = true
      // Measured items stay in place; a new item grows away from them.
      let anchor = content.firstMeasured(window) ?? top
      let before = content.start(at: anchor)
      content.measure(unknown..<window.upperBound)
      if configuration.offsetAdjustment == .automatic {
        total += content.start(at: anchor) - before
      }
    }
    guard isMeasured else { return }
    // The thresholds of observers are only valid for the old positions.
    stableRange = nil
    measuredRange = nil
    let before = ranges
    updateRanges()
    guard total != 0 || before != ranges else { return }
    shift(axis, by: total, before)
  }

  /// Shifts the content's coordinates and continues the current motion.
  private mutating func shift(_ axis: Axis, by distance: Double, _ before: AxisPair<AxisRange>) {
    motionCause = motionCause ?? .layout
    gesture?.base[axis] += distance
    snapTarget[axis] = snapTarget[axis].map { $0 + distance }
    switch phase {
    case .decelerating:
      let place = motions[axis].position(at: now) + distance
      let velocity = motions[axis].velocity(at: now)
      guard !motions[axis].isOver(at: now) else {
        self.place(axis, at: ranges[axis].clamp(place))
        return
      }
      if motions[axis].isPeer, ranges[axis].contains(motions[axis].target + distance) {
        motions[axis].translate(by: distance)
      } else if let goal = snapTarget[axis] {
        let held = ranges[axis].clamp(goal)
        if held == motions[axis].target + distance, ranges[axis].contains(place) {
          motions[axis].translate(by: distance)
        } else {
          (motions[axis], _) = motion(axis, from: place, velocity: velocity, to: held)
        }
      } else {
        motions[axis] = freeMotion(axis, from: place, velocity: velocity).motion
      }
    case .idle:
      let wasAtEnd = before[axis].high > before[axis].low && offset(axis) >= before[axis].high
      let sticks = wasAtEnd && sticksToEnd(axis)
      motions[axis].translate(by: distance)
      place(axis, at: sticks ? ranges[axis].high : ranges[axis].clamp(offset(axis)))
    case .animating:
      motions[axis].translate(by: distance)
      refreshHeading()
    case .tracking, .interacting:
      motions[axis].translate(by: distance)
    }
  }

  /// Whether a position or an anchor keeps the content at its end.
  private func sticksToEnd(_ axis: Axis) -> Bool {
    guard configuration.offsetAdjustment == .automatic else { return false }
    if case .value = configuration.position, case .edge(let edge) = position.kind {
      return axis == .vertical ? edge == .bottom : edge == .trailing
    }
    guard !hasPinningPosition || configuration.switches.pinning == .defaultAnchor else {
      return false
    }
    guard let anchor = anchor(for: .sizeChanges) else { return false }
    return (axis == .vertical ? anchor.y : anchor.x) == 1
  }
}
