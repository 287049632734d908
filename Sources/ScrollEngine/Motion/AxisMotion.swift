import ScrollModel

/// One closed-form piece of a motion.
enum MotionPiece: Hashable, Sendable {
  case rest(Double)
  case decay(Decay)
  case pull(EdgePull)
  case timed(TimedCurve)
  case spring(SpringCurve)
  /// Apart in memory, because it is larger than all others and rare.
  indirect case peer(PeerMotion)

  var duration: Double {
    switch self {
    case .rest: 0
    case .decay(let decay): decay.duration
    case .pull(let pull): pull.duration
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

/// The motion of the content on one axis: up to three pieces, one after the other.
///
/// Three are enough: in from past one edge, free, out past the other edge and back to it.
struct AxisMotion: Hashable, Sendable {
  private(set) var start: TraceTime
  private(set) var first: MotionPiece
  private(set) var second: MotionPiece?
  private(set) var third: MotionPiece?
  private(set) var firstEnd: Double
  private(set) var secondEnd: Double
  /// When the last piece is over, in milliseconds after the start.
  private(set) var duration: Double
  /// Where the motion ends.
  private(set) var target: Double
  /// Whether there is no motion at all.
  let isResting: Bool
  let grid: OffsetGrid

  init(at place: Double) {
    self.init(start: .zero, grid: .exact, pieces: .rest(place))
  }

  /// A piece may be cut short by giving the time at which it hands over.
  init(
    start: TraceTime, grid: OffsetGrid, pieces first: MotionPiece, until firstEnd: Double? = nil,
    second: MotionPiece? = nil, untilSecond secondEnd: Double? = nil, third: MotionPiece? = nil
  ) {
    self.start = start
    self.grid = grid
    self.first = first
    self.second = second
    self.third = third
    self.firstEnd = firstEnd ?? first.duration
    self.secondEnd = self.firstEnd + (second.map { secondEnd ?? $0.duration } ?? 0)
    duration = self.secondEnd + (third?.duration ?? 0)
    isResting = if case .rest = first { true } else { false }
    let last = third ?? second ?? first
    target = last.position(at: .infinity) + 0.0
  }

  func milliseconds(at time: TraceTime) -> Double {
    Double(time.nanoseconds(since: start)) / 1_000_000
  }

  /// Whether another toolkit's rules move the content.
  var isPeer: Bool { if case .peer = first { true } else { false } }

  /// Whether the motion is over at a time.
  func isOver(at time: TraceTime) -> Bool {
    isResting || milliseconds(at: time) >= duration
  }

  func position(at time: TraceTime) -> Double {
    if isResting { return target + 0.0 }
    let time = milliseconds(at: time)
    let leg = leg(at: time)
    return leg.piece.position(at: time - leg.begin, grid) + 0.0
  }

  func velocity(at time: TraceTime) -> Double {
    if isOver(at: time) { return 0 }
    let time = milliseconds(at: time)
    let leg = leg(at: time)
    return leg.piece.velocity(at: time - leg.begin) + 0.0
  }

  /// Returns the piece that holds so many milliseconds after the start, and from when to when.
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

  mutating func translate(by distance: Double) {
    first = first.translated(by: distance)
    second = second?.translated(by: distance)
    third = third?.translated(by: distance)
    target += distance
  }

  /// Moves the end of a timed motion, or lets a spring go on from where it is; other motions stay.
  mutating func retarget(to place: Double, at time: TraceTime) {
    switch first {
    case .timed(var curve):
      curve.target = place
      first = .timed(curve)
      target = place
    case .spring(let spring):
      // A spring's way counts from its target: with another one it would jump by the difference.
      let redirected = spring.redirected(to: place, after: milliseconds(at: time), grid)
      self = AxisMotion(start: time, grid: grid, pieces: .spring(redirected))
    default: break
    }
  }
}

/// A piece of a motion with the milliseconds after the start between which it holds.
struct MotionLeg {
  var piece: MotionPiece
  var begin: Double
  var end: Double
}
