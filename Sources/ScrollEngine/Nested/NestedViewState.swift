public import ScrollModel

/// What counts of a scroll view when it is decided which of several nested ones a movement goes to.
public struct NestedViewState: Sendable {
  let axes: ScrollAxes
  let isDisabled: Bool
  let isRightToLeft: Bool
  let choice: NestedScrollChoice
  let overscroll: AxisPair<Overscroll>
  /// How far a finger goes before it drags.
  let slop: Double
  /// Whether the slop counts along both axes, whichever the view scrolls along (NEST-8).
  let isSlopPlanar: Bool
  /// How many times as far as along the other axis a finger goes that is kept on an axis (NEST-1, NEST-8).
  let lockRatio: Double
  let ranges: AxisPair<AxisRange>
  /// Where the finger has the content, or where it is.
  let goals: AxisPair<Double>

  /// Content that is nearer to its end than this many points is there (ENG-3).
  static let leastRoom = 0.5

  /// Returns how far the content can go along an axis, in the direction of a physical movement.
  func room(_ axis: Axis, towards movement: Double) -> Double {
    guard !isDisabled, axes.contains(axis), movement != 0 else { return 0 }
    let isForward = (movement > 0) != (axis == .horizontal && isRightToLeft)
    let room = isForward ? ranges[axis].high - goals[axis] : goals[axis] - ranges[axis].low
    return room > 0 ? room : 0
  }

  /// Whether the content can follow a part of a movement.
  func canMove(_ movement: AxisPair<Double>) -> Bool {
    if room(.horizontal, towards: movement.horizontal) > Self.leastRoom { return true }
    return room(.vertical, towards: movement.vertical) > Self.leastRoom
  }

  /// Whether the view scrolls along an axis of a movement.
  func scrolls(along movement: AxisPair<Double>) -> Bool {
    guard !isDisabled else { return false }
    if movement.horizontal != 0, axes.contains(.horizontal) { return true }
    return movement.vertical != 0 && axes.contains(.vertical)
  }

  /// Whether the view around this one may get a movement that this one cannot follow (NEST-7).
  func letsPass(_ movement: AxisPair<Double>) -> Bool {
    guard choice != .separate else { return false }
    if movement.horizontal != 0, overscroll.horizontal != .auto { return false }
    return movement.vertical == 0 || overscroll.vertical == .auto
  }
}

extension ScrollEngine {
  /// Where the finger has the content if nothing resisted, or where it is.
  var dragGoals: AxisPair<Double> {
    let here = AxisPair(offset(.horizontal), offset(.vertical))
    guard let grip = gesture?.grip, grip.isDragging else { return here }
    let way = dragged(grip)
    return AxisPair(
      grip.follows(.horizontal) ? grip.base.horizontal + way.horizontal : here.horizontal,
      grip.follows(.vertical) ? grip.base.vertical + way.vertical : here.vertical)
  }

  /// What counts of the view when a movement goes to it or to another one.
  public var nestedViewState: NestedViewState {
    let isBrowser = configuration.releasePhysics.isChromium
    let isBetterScroll = configuration.releasePhysics == .betterScroll
    return NestedViewState(
      axes: container.axes, isDisabled: isScrollDisabled, isRightToLeft: container.isRightToLeft,
      choice: configuration.nestedScroll,
      overscroll: AxisPair(configuration.horizontalOverscroll, configuration.verticalOverscroll),
      slop: isBrowser
        ? configuration.physics.chromiumSlop
        : isBetterScroll ? PeerConstant.betterDistanceLimit.value : configuration.physics.slop,
      isSlopPlanar: isBrowser, lockRatio: isBrowser ? PeerConstant.chromiumLockRatio.value : 1,
      ranges: ranges, goals: dragGoals)
  }

  /// Lets the drag begin with the next movement, from a place of the finger that was decided (NEST-1).
  mutating func beginDrag(from reference: Point) {
    guard gesture?.isDragging == false else { return }
    gesture?.decidedReference = reference
  }

  /// Gives a gesture the velocity of the finger, whose movements it got only in part (NEST-4).
  mutating func takeVelocity(of finger: Gesture, along axis: Axis) {
    gesture?.takeVelocity(of: finger)
    gesture?.lock = axis
  }

  /// When and how fast content that moves by itself comes to an end of its range; nil if it rests before.
  func arrival(_ axis: Axis) -> (time: TraceTime, velocity: Double)? {
    let motion = motions[axis]
    guard !motion.isResting, snapTarget[axis] == nil, case .decelerating = phase else { return nil }
    let range = ranges[axis]
    let start = motion.position(at: now)
    guard range.contains(start) else { return nil }
    let isForward = motion.velocity(at: now) > 0
    let edge = isForward ? range.high : range.low
    func isThere(_ time: TraceTime) -> Bool {
      let place = motion.position(at: time)
      return isForward ? place >= edge - 0.001 : place <= edge + 0.001
    }
    var (early, late) = (now, now)
    while !isThere(late) {
      guard !motion.isOver(at: late) else { return nil }
      early = late
      late = late.advanced(byNanoseconds: 50_000_000)
    }
    while late.nanoseconds(since: early) > 1000 {
      let middle = early.advanced(byNanoseconds: late.nanoseconds(since: early) / 2)
      if isThere(middle) { late = middle } else { early = middle }
    }
    // The velocity with which it arrives, from the distance in the 2 ms before.
    let before = late.advanced(byNanoseconds: -2_000_000)
    guard before > now else { return nil }
    let velocity = (motion.position(at: late) - motion.position(at: before)) * 500
    return magnitude(velocity) > configuration.physics.releaseFloor ? (late, finite(velocity)) : nil
  }

  /// Ends a deceleration at the edge that it came to; what was left of it goes to another view (NEST-4).
  public mutating func stopAtEdge<Consumer: OutcomeConsumer>(
    at time: TraceTime, to consumer: inout Consumer
  ) {
    advance(to: time, to: &consumer)
    guard phase == .decelerating else { return }
    for axis in Axis.allCases {
      let (here, range) = (ranges[axis].clamp(offset(axis)), ranges[axis])
      let isAtEnd = range.high - here < NestedViewState.leastRoom
      let isAtStart = here - range.low < NestedViewState.leastRoom
      place(axis, at: isAtEnd ? range.high : isAtStart ? range.low : here)
    }
    motionCause = .user
    snapTarget = AxisPair(both: nil)
    setPhase(.idle, .settled)
    consumer.consume(RestOutcome(time: now, offset: physicalOffset, phase: .decelerating))
  }
}
