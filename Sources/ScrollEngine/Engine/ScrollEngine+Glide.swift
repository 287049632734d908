import ScrollModel

extension ScrollEngine {
  /// Whether ticks do nothing but move the content, as far as observers let them.
  private var isGliding: Bool {
    isMounted && mover == nil && gesture == nil && pending.isEmpty && phaseQueue.isEmpty
      && positionCause == nil && wheelIdleAt == nil && isMoving
      && (phase == .decelerating || phase == .animating)
  }

  /// Visits ticks before a moment as long as they tell of nothing but a frame of a motion.
  ///
  /// What `visit` would do at them is known beforehand: the offset is a closed form, the rest of the
  /// frame stays, and observers are calm between two offsets.
  mutating func glide<Consumer: OutcomeConsumer>(to time: TraceTime, _ consumer: inout Consumer) {
    guard isGliding, var frame = reported.frame, frame.phase == phase else { return }
    let calm = surveyed(frame.geometry.contentOffset)
    self.calm = calm
    var horizontal = MotionCursor(motions.horizontal)
    var vertical = MotionCursor(motions.vertical)
    let isVertical = content.mainAxis == .vertical
    let template = frame.geometry
    let (clock, frameSize, contentWidth) = (self.clock, container.frame, content.size.width)
    let isFlipped = container.isRightToLeft
    var (tick, index, last) = (clock.time(of: nextTick), nextTick, now)
    while tick < time, tick >= last {
      if horizontal.isOver(at: tick), vertical.isOver(at: tick) { break }
      let x = horizontal.position(at: tick)
      let y = vertical.position(at: tick)
      guard isVertical ? calm.contains(y, x) : calm.contains(x, y) else { break }
      frame = OutcomeFrame(
        time: tick,
        offset: Point(x: isFlipped ? contentWidth - frameSize.width - x + 0.0 : x, y: y),
        phase: frame.phase,
        geometry: ScrollGeometry(
          contentOffset: Point(x: x, y: y), contentSize: template.contentSize,
          contentInsets: template.contentInsets, containerSize: template.containerSize,
          frame: frameSize))
      consumer.consume(frame)
      last = tick
      index += 1
      tick = clock.time(of: index)
    }
    guard index != nextTick else { return }
    nextTick = index
    now = last
    reported.frame = frame
    if configuration.transition != nil { reported.viewport = transitionViewport.rect }
  }

  /// The calm around the offset of the last tick.
  private func surveyed(_ offset: Point) -> Calm {
    if let calm { return calm }
    let isVertical = content.mainAxis == .vertical
    var calm = Calm(
      along: isVertical ? offset.y : offset.x, across: isVertical ? offset.x : offset.y)
    surveyMeasuring(&calm)
    surveyVisibility(&calm)
    surveyTransition(&calm)
    surveyPosition(&calm)
    return calm
  }

  private func sight(_ viewport: ViewportChoice) -> Sight {
    let axis = content.mainAxis
    return viewport == .visibleRect
      ? Sight(inset: 0, length: container.length(axis))
      : Sight(inset: container.start(axis), length: container.innerSize.length(axis))
  }

  private func window(_ sight: Sight, _ calm: Calm) -> Range<Int> {
    let low = calm.along + sight.inset
    return content.window(from: low, to: low + sight.length)
  }

  /// A lazy stack measures what comes into its frame.
  private func surveyMeasuring(_ calm: inout Calm) {
    guard content.isLazy, content.count > 0 else { return }
    let sight = sight(.visibleRect)
    let window = window(sight, calm)
    calm.end(atEdgesOf: window, content, sight)
    if window.contains(where: { content.needsMeasuring($0) }) { calm.end() }
  }

  private func surveyVisibility(_ calm: inout Calm) {
    let targets = configuration.hasTargetLayout ? configuration.targetVisibility : nil
    guard configuration.viewVisibility != nil || targets != nil else { return }
    let sight = sight(configuration.switches.visibilityViewport)
    let window = window(sight, calm)
    calm.end(atEdgesOf: window, content, sight)
    for rank in window {
      let (start, length) = content.interval(at: rank, content.mainAxis)
      let share = crossShare(rank, across: calm.across)
      for threshold in [configuration.viewVisibility, targets] {
        guard let threshold else { continue }
        let shown = neededShare(threshold, breadth: share) * length
        guard shown <= sight.length + 1 else { continue }
        calm.end(at: sight.entering(start + shown))
        calm.end(at: sight.leaving(start + length - shown))
      }
    }
  }

  private func surveyTransition(_ calm: inout Calm) {
    guard let settings = configuration.transition else { return }
    let sight = sight(configuration.switches.transitionViewport)
    let window = window(sight, calm)
    calm.end(atEdgesOf: window, content, sight)
    guard transitionAxis(settings) == content.mainAxis else { return }
    for rank in window {
      let (start, length) = content.interval(at: rank, content.mainAxis)
      let centered = start + length / 2 - sight.inset - sight.length / 2
      if let threshold = settings.bottomTrailing.threshold {
        calm.end(at: centered - threshold.distance(view: length, container: sight.length))
      }
      if let threshold = settings.topLeading.threshold {
        calm.end(at: centered + threshold.distance(view: length, container: sight.length))
      }
      calm.end(at: centered)
    }
  }

  private func surveyPosition(_ calm: inout Calm) {
    guard configuration.hasTargetLayout, !configuration.position.isNone else { return }
    let isWritten =
      phase == .decelerating || configuration.switches.programmaticWriteBack != .none
    guard isWritten else { return }
    let sight = sight(.unobscured)
    let window = window(sight, calm)
    calm.end(atEdgesOf: window, content, sight)
    for rank in window {
      calm.end(at: sight.entering(content.start(at: rank)))
      calm.end(at: sight.leaving(content.end(at: rank)))
    }
    guard let anchor = reportingAnchor else {
      if configuration.switches.nilAnchor == .mostArea { calm.end() }
      return
    }
    // Anchor points that are not sorted would have to be compared each with each.
    guard anchor == 0 || content.isDisjoint else {
      calm.end()
      return
    }
    // Another target is nearest from the middle of two anchor points on.
    var last: Double?
    for rank in window where isReportable(rank) {
      let point = content.point(at: rank, anchor: anchor)
      if let last { calm.end(at: (last + point) / 2 - sight.inset - anchor * sight.length) }
      last = point
    }
  }

  private func isReportable(_ rank: Int) -> Bool {
    guard case .value = configuration.position else { return true }
    return position.idType.matches(
      content.ids[content.index(at: rank)], configuration.switches.optionalID)
  }
}
