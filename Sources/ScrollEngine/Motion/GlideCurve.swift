import ScrollModel

/// A closed form of the time since a piece of a motion began, in milliseconds.
protocol AxisCurve {
  func position(at time: Double, _ grid: OffsetGrid) -> Double
}

extension Decay: AxisCurve {}
extension EdgePull: AxisCurve {}
extension TimedCurve: AxisCurve {}
extension SpringCurve: AxisCurve {}
extension PeerMotion: AxisCurve {}

/// Content that stays: the last piece of a motion that an edge stopped.
struct RestCurve: AxisCurve {
  let place: Double

  init(_ place: Double) {
    self.place = place
  }

  func position(at time: Double, _ grid: OffsetGrid) -> Double { place }
}

/// A motion of the content, read at one tick after the other.
protocol GlideCurve {
  /// Returns the offset at a tick; nil from where another piece of the motion holds or none.
  func offset(at tick: TraceTime) -> (x: Double, y: Double)?
}

/// When a motion began, on which grid, and between which milliseconds one piece of it holds.
struct MotionOrigin {
  var start: TraceTime
  var grid: OffsetGrid
  var begin: Double
  var end: Double
}

/// One piece of a motion on one axis while the other rests.
struct LoneCurve<Curve: AxisCurve>: GlideCurve {
  private let curve: Curve
  private let isVertical: Bool
  private let start: TraceTime
  private let grid: OffsetGrid
  private let begin: Double
  private let end: Double
  private let rest: Double

  init(_ curve: Curve, _ axis: Axis, _ motion: MotionOrigin, rest: Double) {
    self.curve = curve
    isVertical = axis == .vertical
    start = motion.start
    grid = motion.grid
    begin = motion.begin
    end = motion.end
    self.rest = rest
  }

  @inline(__always) func offset(at tick: TraceTime) -> (x: Double, y: Double)? {
    let time = Double(tick.nanoseconds(since: start)) / 1_000_000
    guard time >= begin, time < end else { return nil }
    let place = curve.position(at: time - begin, grid) + 0.0
    return isVertical ? (rest, place) : (place, rest)
  }
}

/// A motion on both axes.
struct PlaneCurve: GlideCurve {
  private let motions: AxisPair<AxisMotion>

  init(_ motions: AxisPair<AxisMotion>) {
    self.motions = motions
  }

  func offset(at tick: TraceTime) -> (x: Double, y: Double)? {
    if motions.horizontal.isOver(at: tick), motions.vertical.isOver(at: tick) { return nil }
    return (motions.horizontal.position(at: tick), motions.vertical.position(at: tick))
  }
}

/// A tick of a motion with its offset, counted from the leading side.
struct GlideStep {
  var time: TraceTime
  var x: Double
  var y: Double
}

/// The ticks ahead of a motion, as far as they are calm.
struct GlidePath {
  let clock: RefreshClock
  let next: Int64
  let now: TraceTime
  /// The moment before which ticks are visited.
  let end: TraceTime
  let calm: Calm
  let mainAxis: Axis

  /// Writes the ticks of the piece of a motion on one axis that holds at the first one.
  func fill(
    _ steps: UnsafeMutableBufferPointer<GlideStep>, _ motion: borrowing AxisMotion, _ axis: Axis,
    rest: Double
  ) -> Int {
    let leg = motion.leg(at: motion.milliseconds(at: clock.time(of: next)))
    let origin = MotionOrigin(
      start: motion.start, grid: motion.grid, begin: leg.begin, end: leg.end)
    return switch leg.piece {
    case .decay(let curve): fill(steps, LoneCurve(curve, axis, origin, rest: rest))
    case .pull(let curve): fill(steps, LoneCurve(curve, axis, origin, rest: rest))
    case .timed(let curve): fill(steps, LoneCurve(curve, axis, origin, rest: rest))
    case .spring(let curve): fill(steps, LoneCurve(curve, axis, origin, rest: rest))
    case .peer(let curve): fill(steps, LoneCurve(curve, axis, origin, rest: rest))
    case .rest(let place): fill(steps, LoneCurve(RestCurve(place), axis, origin, rest: rest))
    }
  }

  /// Writes the ticks that a curve reaches and returns how many there are.
  func fill(_ steps: UnsafeMutableBufferPointer<GlideStep>, _ curve: some GlideCurve) -> Int {
    var count = 0
    var last = now
    while count < steps.count {
      let tick = clock.time(of: next + Int64(count))
      guard tick < end, tick >= last, let (x, y) = curve.offset(at: tick),
        mainAxis == .vertical ? calm.contains(y, x) : calm.contains(x, y)
      else { break }
      steps.initializeElement(at: count, to: GlideStep(time: tick, x: x, y: y))
      last = tick
      count += 1
    }
    return count
  }
}
