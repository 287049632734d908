public import ScrollModel

extension ScrollEngine {
  /// The version of the engine's decisions: outcomes of different versions are not comparable.
  public static let version = "11"

  /// Returns the same view as another configuration would decide about its next release.
  ///
  /// Behavior, deceleration, physics and switches are the other's. Layout, insets and margins stay.
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

  /// Whether a frame of the refresh clock falls on a moment.
  public func isTick(_ time: TraceTime) -> Bool { clock.isTick(time) }

  /// How many steps, from the first on, fall on frames of the refresh clock.
  ///
  /// None while inputs wait for the next frame: they may change the clock. `next` is for the caller to keep
  /// between calls; it only saves time.
  public func ticks(among steps: Span<FrameSample>, next: inout Int64) -> Int {
    pending.isEmpty ? clock.ticks(among: steps, next: &next) : 0
  }

  /// The content point at the top left of the frame, physical, at `now`.
  public var currentOffset: Point { physicalOffset }

  /// Returns the offset along an axis, from the leading side, at `now`.
  public func place(along axis: Axis) -> Double { offset(axis) }

  /// Returns a movement or velocity along an axis, told from the leading side, as a physical one.
  public func physical(movement: Double, along axis: Axis) -> Vector {
    axis == .vertical
      ? Vector(dx: 0, dy: movement)
      : Vector(dx: container.isRightToLeft ? -movement : movement, dy: 0)
  }

  /// Returns the physical offset with a coordinate told from the leading side; the other stays.
  public func physical(place: Double, along axis: Axis) -> Point {
    let here = physicalOffset
    return axis == .vertical
      ? Point(x: here.x, y: place)
      : Point(x: container.flipped(place, content: content.size.width), y: here.y)
  }

  /// Where the gesture under way began or was heading, physical; the present place without one.
  public var gestureOrigin: Point {
    guard let original = gesture?.original else { return physicalOffset }
    return Point(
      x: container.flipped(original.horizontal, content: content.size.width), y: original.vertical)
  }

  /// Puts the content where a recording had it, instead of moving it (release and offset drives).
  ///
  /// `phase` is what moved the content there; `isAtRest` says whether it rests there.
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
    // A layout that ends a motion moves the content, and so does the answer of a behavior to it.
    if isAtRest, isLaidOut { return motionCause = .layout }
    switch phase {
    case .animating: motionCause = .program
    case .interacting, .decelerating: motionCause = .user
    case .tracking, .idle: motionCause = motionCause ?? .layout
    }
  }

  /// Puts content at rest where a recording begins, from where the engine moves it.
  ///
  /// Neither layouts and containers that still come before the first tick move it away, nor those that
  /// came before the recorded frame and wait for the next tick.
  public mutating func begin<Consumer: OutcomeConsumer>(
    at offset: Point, at time: TraceTime, to consumer: inout Consumer
  ) {
    follow(offset, phase: .idle, at: time, to: &consumer)
    recordedOffset = nil
    if !isMounted || pending.contains(where: { $0.isLayout }) { recordedStart = offset }
  }

  /// Makes the bound position hold what a recording that begins in the middle says that it held.
  ///
  /// Nothing is reported for it: it was reported before the recording began. The type of a reported id is
  /// that of the ids that may follow.
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

  /// Puts the content where the recording has it.
  mutating func placeAsGiven() {
    if let recordedOffset { place(at: recordedOffset) }
  }

  /// Puts the content at a physical offset; the way there counts from the left.
  ///
  /// Of the leading offsets that are shown there after rounding, the present one stays.
  mutating func place(at point: Point) {
    if physicalOffset.x != point.x || isMoving {
      place(.horizontal, at: container.flipped(point.x, content: content.size.width))
    }
    place(.vertical, at: point.y)
  }

  /// Enters the phase that a recording had, whose frames move the content: it stays where it is.
  public mutating func follow<Consumer: OutcomeConsumer>(
    _ phase: ScrollPhase, at time: TraceTime, to consumer: inout Consumer
  ) {
    advance(to: time, to: &consumer)
    gesture = nil
    wheelIdleAt = nil
    awaitsResizeAnswer = false
    // Content that is caught in flight has come this far since the last tick.
    let isCaught = isExternallyDriven && (phase == .tracking || phase == .interacting)
    if isMoving || isCaught { motionCause = self.phase == .animating ? .program : .user }
    // A drag is the user's from its beginning on, even if it has moved nothing yet.
    if phase == .interacting, self.phase != .interacting { motionCause = .user }
    stopMotion()
    setPhase(phase, phase == .animating ? .program : .user)
    if phase == .interacting { positionByUser() }
    isExternallyDriven = phase == .decelerating || phase == .animating
  }

  /// Takes the value that a program put in place of the bound position, which asks for no scroll: an
  /// automatic one, or one that says that the user positioned the view (POS-17, POS-57).
  public mutating func replacePosition(with value: PositionValue) {
    guard case .value = configuration.position else { return }
    position = value
    positionCause = .program
    // Another type of ids may be reported from now on.
    stableRange = nil
  }

  /// Lets the content go from where it is, with a velocity that a recording gives.
  ///
  /// `original` is where the gesture began, physical; the behavior decides and the engine moves on
  /// by itself, as after a gesture of its own.
  public mutating func release<Consumer: OutcomeConsumer>(
    velocity: Vector, original: Point, at time: TraceTime, to consumer: inout Consumer
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
    let settles = decide(velocity: leading, original: start, isResize: false, &consumer)
    for settle in settles { consumer.consume(settle) }
    startDeceleration(leading, &consumer)
  }
}
