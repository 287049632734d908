import ScrollModel

/// One closed-form piece of a motion.
enum MotionPiece: Hashable, Sendable {
  case rest(Double)
  case decay(Decay)
  case pull(EdgePull)
  case band(BandReturn)
  case timed(TimedCurve)
  case spring(SpringCurve)
  /// Stored indirectly, because it is larger than all others and rare.
  indirect case peer(PeerMotion)

  var duration: Double {
    switch self {
    case .rest: 0
    case .decay(let decay): decay.duration
    case .pull(let pull): pull.duration
    case .band(let band): band.duration
    case .timed(let curve): curve.duration
    case .spring(let spring): spring.duration
    case .peer(let motion): motion.duration
    }
  }

  func position(at time: Double) -> Double { position(at: time, .exact) }

  func position(at time: Double, _ grid: OffsetGrid) -> Double {
    switch self {
    case .rest(let place): place
    case .decay(let decay): decay.position(at: time, grid)
    case .pull(let pull): pull.position(at: time, grid)
    case .band(let band): band.position(at: time, grid)
    case .timed(let curve): curve.position(at: time, grid)
    case .spring(let spring): spring.position(at: time, grid)
    case .peer(let motion): motion.position(at: time, grid)
    }
  }

  func velocity(at time: Double) -> Double {
    switch self {
    case .rest: 0
    case .decay(let decay): decay.velocity(at: time)
    case .pull(let pull): pull.velocity(at: time)
    case .band(let band): band.velocity(at: time)
    case .timed(let curve): curve.velocity(at: time)
    case .spring(let spring): spring.velocity(at: time)
    case .peer(let motion): motion.velocity(at: time)
    }
  }

  func translated(by distance: Double) -> MotionPiece {
    switch self {
    case .rest(let place):
      return .rest(place + distance)
    case .decay(var decay):
      decay.origin += distance
      decay.target += distance
      return .decay(decay)
    case .pull(var pull):
      pull.edge += distance
      return .pull(pull)
    case .band(var band):
      band.edge += distance
      return .band(band)
    case .timed(var curve):
      curve.origin += distance
      curve.target += distance
      return .timed(curve)
    case .spring(var spring):
      spring.target += distance
      return .spring(spring)
    case .peer(let motion):
      return .peer(motion.translated(by: distance))
    }
  }
}

/// The motion of the content on one axis, or its resting offset.
///
/// Content at rest or under a finger gets a new offset at every frame, so it is stored as a number.
/// Motions are stored by reference and created once.
struct AxisMotion: Hashable, Sendable {
  /// The end of the motion.
  private(set) var target: Double
  private var plan: MotionPlan?

  /// Creates content at rest.
  init(at place: Double) {
    target = place + 0.0
  }

  /// Creates content that up to three consecutive pieces move.
  ///
  /// Three are sufficient: in from past one edge, free, and a bounce at the other edge. A piece
  /// ends early if a handover time is given.
  init(
    start: TraceTime, grid: OffsetGrid, pieces first: MotionPiece, until firstEnd: Double? = nil,
    second: MotionPiece? = nil, untilSecond secondEnd: Double? = nil, third: MotionPiece? = nil
  ) {
    let firstEnd = firstEnd ?? first.duration
    let secondEnd = firstEnd + (second.map { secondEnd ?? $0.duration } ?? 0)
    let last = third ?? second ?? first
    self.init(
      MotionPlan(
        start: start, grid: grid, first: first, second: second, third: third, firstEnd: firstEnd,
        secondEnd: secondEnd, duration: secondEnd + (third?.duration ?? 0)),
      target: last.position(at: .infinity) + 0.0)
  }

  private init(_ plan: MotionPlan, target: Double) {
    self.target = target
    self.plan = plan
  }

  /// Whether there is no motion at all.
  var isResting: Bool { if case nil = plan { true } else { false } }

  /// Whether the motion follows another toolkit's rules.
  var isPeer: Bool { if case .peer? = plan?.first { true } else { false } }

  /// Whether the motion is complete at a time.
  func isOver(at time: TraceTime) -> Bool {
    guard let plan else { return true }
    return plan.milliseconds(at: time) >= plan.duration
  }

  func position(at time: TraceTime) -> Double {
    guard let plan else { return target + 0.0 }
    return plan.position(at: plan.milliseconds(at: time)) + 0.0
  }

  func velocity(at time: TraceTime) -> Double {
    guard let plan else { return 0 }
    let time = plan.milliseconds(at: time)
    guard time < plan.duration else { return 0 }
    let leg = plan.leg(at: time)
    return leg.piece.velocity(at: time - leg.begin) + 0.0
  }

  /// Writes the ticks of the piece at a time, within bounds; nil if the content rests.
  func fill(
    _ steps: UnsafeMutableBufferPointer<FrameSample>, _ path: GlidePath, at time: TraceTime,
    _ bounds: (low: Double, high: Double), isVertical: Bool, rest: Double
  ) -> GlidePath.FillResult? {
    guard let plan else { return nil }
    let time = plan.milliseconds(at: time)
    var span = GlideSpan(
      start: plan.start, grid: plan.grid, begin: 0, end: plan.duration, low: bounds.low,
      high: bounds.high)
    // The first piece is used in place: copying a piece takes as long as several frames.
    guard time >= plan.firstEnd, plan.hasSecond else {
      if plan.hasSecond { span.end = plan.firstEnd }
      return path.fill(steps, plan.first, span, isVertical: isVertical, rest: rest)
    }
    let leg = plan.leg(at: time)
    (span.begin, span.end) = (leg.begin, leg.end)
    return path.fill(steps, leg.piece, span, isVertical: isVertical, rest: rest)
  }

  mutating func translate(by distance: Double) {
    target += distance
    plan = plan?.translated(by: distance)
  }

  /// Changes the destination of a timed motion or a spring; other motions are unchanged.
  mutating func retarget(to place: Double, at time: TraceTime) {
    guard let plan else { return }
    switch plan.first {
    case .timed(var curve):
      curve.target = place
      self = AxisMotion(plan.replacing(first: .timed(curve)), target: place)
    case .spring(let spring):
      // A spring's displacement counts from its target, so a new target would cause a jump.
      let redirected = spring.redirected(
        to: place, after: plan.milliseconds(at: time), plan.grid)
      self = AxisMotion(start: time, grid: plan.grid, pieces: .spring(redirected))
    default: break
    }
  }
}

/// The motion plan of one axis: its pieces and their times.
private final class MotionPlan: Hashable, Sendable {
  let start: TraceTime
  let grid: OffsetGrid
  let first: MotionPiece
  let second: MotionPiece?
  let third: MotionPiece?
  let firstEnd: Double
  let secondEnd: Double
  /// The end of the last piece, in milliseconds after the start.
  let duration: Double

  init(
    start: TraceTime, grid: OffsetGrid, first: MotionPiece, second: MotionPiece?,
    third: MotionPiece?, firstEnd: Double, secondEnd: Double, duration: Double
  ) {
    self.start = start
    self.grid = grid
    self.first = first
    self.second = second
    self.third = third
    self.firstEnd = firstEnd
    self.secondEnd = secondEnd
    self.duration = duration
  }

  func milliseconds(at time: TraceTime) -> Double {
    Double(time.nanoseconds(since: start)) / 1_000_000
  }

  /// Whether there is a second piece; comparing it with nil would copy it.
  var hasSecond: Bool { if case nil = second { false } else { true } }

  /// Returns the position at a time after the start, in milliseconds; the pieces are not copied.
  func position(at time: Double) -> Double {
    guard time >= firstEnd, hasSecond else { return first.position(at: time, grid) }
    guard time >= secondEnd, third != nil else {
      return second?.position(at: time - firstEnd, grid) ?? 0
    }
    return third?.position(at: time - secondEnd, grid) ?? 0
  }

  /// Returns the piece at a time after the start, in milliseconds, with its interval.
  func leg(at time: Double) -> MotionLeg {
    guard time >= firstEnd, let second else {
      let end = second == nil ? duration : firstEnd
      return MotionLeg(piece: first, begin: 0, end: end)
    }
    guard time >= secondEnd, let third else {
      let end = third == nil ? duration : secondEnd
      return MotionLeg(piece: second, begin: firstEnd, end: end)
    }
    return MotionLeg(piece: third, begin: secondEnd, end: duration)
  }

  func translated(by distance: Double) -> MotionPlan {
    MotionPlan(
      start: start, grid: grid, first: first.translated(by: distance),
      second: second?.translated(by: distance), third: third?.translated(by: distance),
      firstEnd: firstEnd, secondEnd: secondEnd, duration: duration)
  }

  func replacing(first: MotionPiece) -> MotionPlan {
    MotionPlan(
      start: start, grid: grid, first: first, second: second, third: third, firstEnd: firstEnd,
      secondEnd: secondEnd, duration: duration)
  }

  static func == (one: MotionPlan, other: MotionPlan) -> Bool {
    one === other
      || one.start == other.start && one.grid == other.grid && one.first == other.first
        && one.second == other.second && one.third == other.third
        && one.firstEnd == other.firstEnd && one.secondEnd == other.secondEnd
        && one.duration == other.duration
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(start)
    hasher.combine(first)
    hasher.combine(duration)
  }
}

/// A piece of a motion and its interval in milliseconds.
struct MotionLeg {
  var piece: MotionPiece
  var begin: Double
  var end: Double
}
