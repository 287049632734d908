public import ScrollModel

extension ScrollEngine {
  /// The version of the engine's decisions; outcomes of different versions are not comparable.
  public static let version = "15"

  /// Returns a copy that uses another configuration for its next release.
  ///
  /// Behavior, deceleration, physics and switches are replaced. Layout, insets and margins stay.
  public func deciding(
    under configuration: Configuration, behavior: (any TargetBehavior)? = nil
  ) -> ScrollEngine {
    var copy = self
    copy.configuration = configuration
    copy.behavior = BehaviorFunctions(behavior)
    for axis in Axis.allCases {
      if let sizeClass = configuration.sizeClass(axis) { copy.sizeClasses[axis] = sizeClass }
    }
    return copy
  }

  /// Whether a time is exactly that of a tick of the refresh clock.
  public func isTick(_ time: TraceTime) -> Bool { clock.isTick(time) }

  /// Returns the number of leading steps whose times are ticks of the refresh clock.
  ///
  /// Zero while inputs wait for the next frame, because they may change the clock. The caller keeps
  /// `next` between calls; it only saves time.
  public func ticks(among steps: Span<FrameSample>, next: inout Int64) -> Int {
    pending.isEmpty ? clock.ticks(among: steps, next: &next) : 0
  }

  /// The content point at the top left of the frame, physical, at `now`.
  public var currentOffset: Point { physicalOffset }

  /// Returns the current offset along an axis, from the leading side.
  public func place(along axis: Axis) -> Double { offset(axis) }

  /// Converts a movement or velocity along an axis from leading to physical coordinates.
  public func physical(movement: Double, along axis: Axis) -> Vector {
    axis == .vertical
      ? Vector(dx: 0, dy: movement)
      : Vector(dx: container.isRightToLeft ? -movement : movement, dy: 0)
  }

  /// Returns the physical offset with one coordinate given in leading coordinates; the other stays.
  public func physical(place: Double, along axis: Axis) -> Point {
    let here = physicalOffset
    return axis == .vertical
      ? Point(x: here.x, y: place)
      : Point(x: container.flipped(place, content: content.size.width), y: here.y)
  }

  /// The physical origin of the current gesture, or the current offset without a gesture.
  public var gestureOrigin: Point {
    guard let original = gesture?.original else { return physicalOffset }
    return Point(
      x: container.flipped(original.horizontal, content: content.size.width), y: original.vertical)
  }

  /// Sets the content to a recorded offset instead of moving it (release and offset drives).
  ///
  /// `phase` is the phase that caused the movement; `isAtRest` is whether the content rests there.
  public mutating func follow<Consumer: OutcomeConsumer>(
    _ offset: Point, phase: ScrollPhase, isAtRest: Bool = false, at time: TraceTime,
    to consumer: inout Consumer
  ) {
    advance(to: time, to: &consumer)
    let isLaidOut = awaitsResizeAnswer || pending.contains { $0.isLayout }
    follow(phase, at: time, to: &consumer)
    let before = AxisPair(self.offset(.horizontal), self.offset(.vertical))
    recordedOffset = offset
    placeAsGiven()
    guard AxisPair(self.offset(.horizontal), self.offset(.vertical)) != before else { return }
    // Only a layout that ends a motion, or the behavior's reaction to it, moves resting content.
    if isAtRest, isLaidOut { return motionCause = .layout }
    switch phase {
    case .animating: motionCause = .program
    case .interacting, .decelerating: motionCause = .user
    case .tracking, .idle: motionCause = motionCause ?? .layout
    }
  }

  /// Sets content at rest to the initial offset of a recording.
  ///
  /// Layouts and containers before the first tick do not change it, and neither do those that wait
  /// for the next tick.
  public mutating func begin<Consumer: OutcomeConsumer>(
    at offset: Point, at time: TraceTime, to consumer: inout Consumer
  ) {
    follow(offset, phase: .idle, at: time, to: &consumer)
    recordedOffset = nil
    if !isMounted || pending.contains(where: { $0.isLayout }) { recordedStart = offset }
  }

  /// Sets the bound position to the initial value of a recording that begins in the middle.
  ///
  /// No report is emitted, because it precedes the recording. The id's type becomes the type of
  /// later reported ids.
  public mutating func beginPosition(_ report: PositionReport) {
    switch configuration.position {
    case .none: return
    case .id: boundID = report.id
    case .value:
      if let id = report.id {
        if id != position.viewID { position.scrollTo(id: id) }
      } else if position.viewID != nil {
        position = PositionValue(idType: position.idType)
      }
      if report.isPositionedByUser ?? false { position.positionByUser(at: report.id) }
    }
    reported.id = currentID
    reported.isPositionedByUser = position.isPositionedByUser
    stableRange = nil
  }

  /// Sets the content to the recorded offset.
  mutating func placeAsGiven() {
    if let recordedOffset { place(at: recordedOffset) }
  }

  /// Sets the content to a physical offset, counted from the left.
  ///
  /// If several leading offsets round to it, the current one is kept.
  mutating func place(at point: Point) {
    if physicalOffset.x != point.x || isMoving {
      place(.horizontal, at: container.flipped(point.x, content: content.size.width))
    }
    place(.vertical, at: point.y)
  }

  /// Sets the recorded phase while recorded frames move the content; the offset is unchanged.
  public mutating func follow<Consumer: OutcomeConsumer>(
    _ phase: ScrollPhase, at time: TraceTime, to consumer: inout Consumer
  ) {
    advance(to: time, to: &consumer)
    gesture = nil
    wheelIdleAt = nil
    awaitsResizeAnswer = false
    // Interrupted content has moved this far since the last tick.
    let isCaught = isExternallyDriven && (phase == .tracking || phase == .interacting)
    if isMoving || isCaught { motionCause = self.phase == .animating ? .program : .user }
    // A drag has the cause "user" from its beginning, even before a movement.
    if phase == .interacting, self.phase != .interacting { motionCause = .user }
    stopMotion()
    setPhase(phase, phase == .animating ? .program : .user)
    if phase == .interacting { positionByUser() }
    isExternallyDriven = phase == .decelerating || phase == .animating
  }

  /// Sets a position value that requests no scroll: an automatic one, or one positioned by the user
  /// (POS-17, POS-57).
  public mutating func replacePosition(with value: PositionValue) {
    guard case .value = configuration.position else { return }
    position = value
    positionCause = .program
    // The type of reported ids may change.
    stableRange = nil
  }

  /// Releases the content at its current offset with a recorded velocity.
  ///
  /// `original` is the physical origin of the gesture. Behavior and motion are the engine's own, as
  /// after a gesture. `waits` is whether Chromium handles a movement of the finger first (WEB-12), or
  /// nil if it is not known. `isTurn` is whether a wheel's turn ends, whose notch is the
  /// velocity (WEB-16).
  public mutating func release<Consumer: OutcomeConsumer>(
    velocity: Vector, original: Point, waits: Bool? = nil, isTurn: Bool = false,
    at time: TraceTime, to consumer: inout Consumer
  ) {
    advance(to: time, to: &consumer)
    recordedOffset = nil
    gesture = nil
    wheelIdleAt = nil
    if phase != .interacting { setPhase(.interacting, .user) }
    let sign = container.isRightToLeft ? -1.0 : 1.0
    let leading = AxisPair(finite(sign * velocity.dx), finite(velocity.dy))
    let start = AxisPair(container.flipped(original.x, content: content.size.width), original.y)
    flingBoost.end()
    flingBoost.waits = waits
    flingBoost.isTurn = isTurn
    let settles = decide(velocity: leading, original: start, isResize: false, &consumer)
    for settle in settles { consumer.consume(settle) }
    startDeceleration(leading, &consumer)
  }
}
