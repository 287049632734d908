import ScrollModel

extension ScrollEngine {
  /// Whether ticks only move the content, within the stable range.
  ///
  /// No finger is down in these two phases.
  @inline(__always) private var isGliding: Bool {
    // Separate conditions: each operand of `||` and `&&` is a closure, which copies the engine.
    guard phase == .decelerating ? true : phase == .animating, isMoving, isMounted else {
      return false
    }
    guard case nil = motionCause, case nil = positionCause, case nil = wheelIdleAt else {
      return false
    }
    return pending.isEmpty ? phaseQueue.isEmpty : false
  }

  /// Visits the ticks before a time while each emits only a frame of a motion.
  ///
  /// The result equals that of `visit`: the offset is a closed form, the rest of the frame is
  /// unchanged, and observers emit nothing in the stable range.
  mutating func glide<Consumer: OutcomeConsumer>(to time: TraceTime, _ consumer: inout Consumer) {
    guard isGliding, let stableRange, reported.hasFrame, reported.frame.phase == phase else {
      return
    }
    let first = nextTick
    var passed = PassedOffsets(length: container.length(content.mainAxis))
    let mirror =
      container.isRightToLeft ? content.size.width - container.frame.width : nil
    // Offsets are computed in batches, separately from their consumers.
    withUnsafeTemporaryAllocation(of: FrameSample.self, capacity: 32) { steps in
      var goesOn = true
      while goesOn {
        let reach = advance(along: steps, within: stableRange, to: time)
        goesOn = reach.goesOn && reach.count > 0
        guard reach.count > 0 else { break }
        if content.isLazy { notePassed(steps.prefix(reach.count), &passed) }
        if let mirror {
          for step in steps.prefix(reach.count) {
            reported.frame.move(to: step)
            reported.frame.offset = Point(x: mirror - step.offset.x + 0.0, y: step.offset.y)
            consumer.consume(reported.frame)
          }
        } else {
          let made = UnsafeBufferPointer(rebasing: steps[..<reach.count])
          consumer.consume(made.span, like: reported.frame)
          reported.frame.move(to: made[reach.count - 1])
        }
      }
    }
    guard nextTick != first else { return }
    if let (low, high) = passed.offsets { measurePassed(from: low, to: high) }
    if configuration.transition != nil { reported.viewport = transitionViewport.rect }
  }

  /// Measures the items that ticks in the stable range have shown, which moves nothing.
  private mutating func notePassed(
    _ steps: Slice<UnsafeMutableBufferPointer<FrameSample>>, _ passed: inout PassedOffsets
  ) {
    let isVertical = content.mainAxis == .vertical
    for step in steps {
      let place = isVertical ? step.offset.y : step.offset.x
      if let (low, high) = passed.add(place) { measurePassed(from: low, to: high) }
    }
  }

  /// Measures the items in view between two offsets in the stable range, which moves nothing.
  ///
  /// The range that needs no measuring then extends to the outer edges of these items, so that the next search is
  /// due when another item enters.
  mutating func measurePassed(from low: Double, to high: Double) {
    guard content.isLazy, measuredRange?.contains(from: low, to: high) == false else { return }
    let length = container.length(content.mainAxis)
    let window = content.window(from: low, to: high + length, near: lastWindow)
    content.measureQuietly(window)
    var edges = (low: low, high: high)
    if let first = window.first, let last = window.last {
      let (start, end) = (content.start(at: first), content.reach(at: last) - length)
      edges.low = min(low, start + StableRange.margin(start))
      edges.high = max(high, end - StableRange.margin(end))
    }
    measuredRange?.extend(from: edges.low, to: edges.high, length: length)
  }

  /// Advances along the current piece of the motion and returns the result.
  private mutating func advance(
    along steps: UnsafeMutableBufferPointer<FrameSample>, within stableRange: StableRange,
    to time: TraceTime
  ) -> GlidePath.FillResult {
    let path = GlidePath(
      clock: clock, next: nextTick, now: now, end: time, stableRange: stableRange,
      mainAxis: content.mainAxis)
    let reach: GlidePath.FillResult
    if motions.horizontal.isResting {
      reach = path.fill(steps, motions.vertical, .vertical, rest: motions.horizontal.target)
    } else if motions.vertical.isResting {
      reach = path.fill(steps, motions.horizontal, .horizontal, rest: motions.vertical.target)
    } else {
      reach = path.fill(steps, motions)
    }
    guard reach.count > 0 else { return reach }
    nextTick += Int64(reach.count)
    now = steps[reach.count - 1].time
    return reach
  }

  /// Intersects a range with the next threshold of every observer.
  ///
  /// This and the functions below are mutating only because a call of others copies the engine.
  mutating func narrow(_ stableRange: inout StableRange) {
    surveyMeasuring(&stableRange)
    surveyTransition(&stableRange)
    surveyPosition(&stableRange)
    stableRange.addSafetyMargin()
  }

  @inline(__always) private func sight(_ viewport: ViewportChoice) -> ViewportSpan {
    let axis = content.mainAxis
    return viewport == .visibleRect
      ? ViewportSpan(inset: 0, length: container.length(axis))
      : ViewportSpan(inset: container.start(axis), length: container.innerSize.length(axis))
  }

  @inline(__always) private func window(_ sight: ViewportSpan, _ stableRange: StableRange) -> Range<
    Int
  > {
    let low = stableRange.along + sight.inset
    return content.window(from: low, to: low + sight.length, near: lastWindow)
  }

  /// Limits the range to the offsets at which a lazy stack must measure an item that enters it.
  private mutating func surveyMeasuring(_ stableRange: inout StableRange) {
    guard content.isLazy, content.count > 0 else { return }
    guard content.isDisjoint else {
      stableRange.end()
      return
    }
    guard let measured = measuredRange ?? surveyedItems(stableRange) else {
      stableRange.end()
      return
    }
    measuredRange = measured
    if measured.quietLow > -.infinity { stableRange.end(at: measured.quietLow) }
    if measured.quietHigh < .infinity { stableRange.end(at: measured.quietHigh) }
  }

  /// Searches the items on both sides of the visible ones; nil if a visible one must be measured.
  private mutating func surveyedItems(_ stableRange: StableRange) -> MeasuredRange? {
    let sight = sight(.visibleRect)
    let window = window(sight, stableRange)
    guard content.firstToMeasure(window) == nil else { return nil }
    var range = MeasuredRange()
    let before = content.unmovedItems(before: window.lowerBound)
    if before.measured > 0 {
      range.begin(at: sight.leaving(content.reach(at: before.measured - 1)))
    }
    if before.quiet > 0 { range.quietLow = sight.leaving(content.reach(at: before.quiet - 1)) }
    let after = content.unmovedItems(after: window.upperBound)
    if after.measured < content.count {
      range.end(at: sight.entering(content.start(at: after.measured)))
    }
    if after.quiet < content.count {
      range.quietHigh = sight.entering(content.start(at: after.quiet))
    }
    return range
  }

  private mutating func surveyTransition(_ stableRange: inout StableRange) {
    guard let settings = configuration.transition else { return }
    let sight = sight(configuration.switches.transitionViewport)
    let overhang = settings.overhang
    let wide = ViewportSpan(inset: sight.inset - overhang, length: sight.length + 2 * overhang)
    let window = window(wide, stableRange)
    stableRange.end(atEdgesOf: window, content, wide)
    guard transitionAxis(settings) == content.mainAxis else { return }
    for rank in window {
      let (start, length) = content.interval(at: rank, content.mainAxis)
      let centered = start + length / 2 - sight.inset - sight.length / 2
      if let threshold = settings.bottomTrailing.threshold {
        stableRange.end(at: centered - threshold.distance(view: length, container: sight.length))
      }
      if let threshold = settings.topLeading.threshold {
        stableRange.end(at: centered + threshold.distance(view: length, container: sight.length))
      }
      stableRange.end(at: centered)
    }
  }

  private mutating func surveyPosition(_ stableRange: inout StableRange) {
    guard configuration.hasTargetLayout, !configuration.position.isNone else { return }
    let isWritten =
      phase == .decelerating || phase == .interacting
      || configuration.writesProgrammaticScrolls
    guard isWritten else { return }
    let sight = sight(.unobscured)
    let window = window(sight, stableRange)
    stableRange.end(atEdgesOf: window, content, sight)
    for rank in window {
      stableRange.end(at: sight.entering(content.start(at: rank)))
      stableRange.end(at: sight.leaving(content.end(at: rank)))
    }
    guard let anchor = reportingAnchor else {
      if configuration.switches.nilAnchor == .mostArea { stableRange.end() }
      return
    }
    let along = anchor.part(content.mainAxis)
    // Unsorted or two-dimensional anchor points would require a comparison of all pairs.
    guard container.axes != .both, along == 0 || content.isDisjoint else {
      stableRange.end()
      return
    }
    // The nearest target changes halfway between two anchor points. Targets that are in the
    // window only because of a long predecessor are skipped.
    let (type, choice) = (reportedType, configuration.switches.optionalID)
    let low = stableRange.along + sight.inset
    var last: Double?
    for rank in window where content.overlaps(rank, from: low, to: low + sight.length) {
      guard type?.matches(content.ids[content.index(at: rank)], choice) ?? true else { continue }
      let point = content.point(at: rank, anchor: along)
      if let last { stableRange.end(at: (last + point) / 2 - sight.inset - along * sight.length) }
      last = point
    }
  }
}

/// The offsets of consecutive ticks, as long as what they show has no gap.
private struct PassedOffsets {
  /// The length of the viewport.
  let length: Double
  private(set) var offsets: (low: Double, high: Double)?

  init(length: Double) {
    self.length = length
  }

  /// Adds an offset; returns the earlier ones if the views of both have a gap between them.
  mutating func add(_ place: Double) -> (low: Double, high: Double)? {
    guard let (low, high) = offsets else {
      offsets = (place, place)
      return nil
    }
    guard place >= low - length, place <= high + length else {
      offsets = (place, place)
      return (low, high)
    }
    offsets = (min(low, place), max(high, place))
    return nil
  }
}
