import ScrollModel

/// A closed form of the time since a piece of a motion began, in milliseconds.
protocol AxisCurve {
  func position(at time: Double, _ grid: OffsetGrid) -> Double
}

extension Decay: AxisCurve {}
extension EdgePull: AxisCurve {}
extension BandReturn: AxisCurve {}
extension TimedCurve: AxisCurve {}
extension SpringCurve: AxisCurve {}
extension PeerMotion: AxisCurve {}

/// Constant position: the last piece of a motion that an edge stopped.
struct RestCurve: AxisCurve {
  let place: Double

  init(_ place: Double) {
    self.place = place
  }

  func position(at time: Double, _ grid: OffsetGrid) -> Double { place }
}

/// The part of a motion on one axis that batched deceleration reads: its start, its grid, the
/// interval of the current piece, and its stable range.
struct GlideSpan {
  let start: TraceTime
  let grid: OffsetGrid
  var begin: Double
  var end: Double
  let low: Double
  let high: Double
}

/// The upcoming ticks of a motion inside the stable range; offsets count from the leading side.
struct GlidePath {
  /// The result of filling a buffer.
  struct FillResult {
    /// The number of ticks.
    var count = 0
    /// Whether more ticks may follow: the buffer is full, or the piece of the motion ended.
    var goesOn = false
  }

  let clock: RefreshClock
  let next: Int64
  let now: TraceTime
  /// The time before which ticks are visited.
  let end: TraceTime
  let stableRange: StableRange
  let mainAxis: Axis

  /// Writes the ticks of the current piece of a motion on one axis.
  func fill(
    _ steps: UnsafeMutableBufferPointer<FrameSample>, _ motion: AxisMotion, _ axis: Axis,
    rest: Double
  ) -> FillResult {
    let first = clock.time(of: next)
    guard first >= now, let bounds = stableRange.bounds(axis == mainAxis, rest: rest) else {
      return FillResult()
    }
    return motion.fill(steps, self, at: first, bounds, isVertical: axis == .vertical, rest: rest)
      ?? FillResult()
  }

  /// Writes the ticks of a piece of a motion on one axis, which is not copied.
  func fill(
    _ steps: UnsafeMutableBufferPointer<FrameSample>, _ piece: MotionPiece, _ span: GlideSpan,
    isVertical: Bool, rest: Double
  ) -> FillResult {
    func fill(_ curve: some AxisCurve) -> FillResult {
      self.fill(steps, curve, span) {
        FrameSample(time: $0, offset: Point(x: isVertical ? rest : $1, y: isVertical ? $1 : rest))
      }
    }
    return switch piece {
    case .decay(let curve):
      self.fill(steps, curve, span) {
        FrameSample(time: $0, offset: Point(x: isVertical ? rest : $1, y: isVertical ? $1 : rest))
      }
    case .pull(let curve): fill(curve)
    case .band(let curve): fill(curve)
    case .timed(let curve): fill(curve)
    case .spring(let curve): fill(curve)
    case .peer(let curve): fill(curve)
    case .rest(let place): fill(RestCurve(place))
    }
  }

  /// Writes the ticks of a curve.
  ///
  /// Ticks ascend, so only their end is checked.
  @inline(__always) private func fill(
    _ steps: UnsafeMutableBufferPointer<FrameSample>, _ curve: some AxisCurve, _ span: GlideSpan,
    _ step: (TraceTime, Double) -> FrameSample
  ) -> FillResult {
    var count = 0
    while count < steps.count {
      let tick = clock.time(of: next &+ Int64(count))
      guard tick < end else { return FillResult(count: count) }
      // Start and end are clamped, so times between them do not overflow.
      let time = Double(tick.nanoseconds &- span.start.nanoseconds) / 1_000_000
      guard time < span.end else { break }
      let place = curve.position(at: time - span.begin, span.grid) + 0.0
      guard place > span.low, place < span.high else { return FillResult(count: count) }
      steps.initializeElement(at: count, to: step(tick, place))
      count += 1
    }
    return FillResult(count: count, goesOn: true)
  }

  /// Writes the ticks of a deceleration before it ends.
  ///
  /// Works in batches: first the times, then all exponentials, then the offsets. Batches grow while
  /// the range is stable, so that little is computed in vain.
  @inline(__always) private func fill(
    _ steps: UnsafeMutableBufferPointer<FrameSample>, _ decay: Decay, _ span: GlideSpan,
    _ step: (TraceTime, Double) -> FrameSample
  ) -> FillResult {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: steps.count) { shares in
      var (count, portion) = (0, 2)
      while count < steps.count {
        let wanted = min(portion, steps.count &- count)
        var found = 0
        while found < wanted {
          let tick = clock.time(of: next &+ Int64(count &+ found))
          guard tick < end else { break }
          // Start and end are clamped, so times between them do not overflow.
          let time = Double(tick.nanoseconds &- span.start.nanoseconds) / 1_000_000
          guard time < span.end, time - span.begin < decay.duration else { break }
          shares[found] = decay.exponent(at: time - span.begin)
          steps.initializeElement(at: count &+ found, to: step(tick, 0))
          found &+= 1
        }
        Elementary.exp(UnsafeMutableBufferPointer(rebasing: shares[..<found]))
        for index in 0..<found {
          let place = decay.position(keeping: shares[index], span.grid) + 0.0
          guard place > span.low, place < span.high else { return FillResult(count: count) }
          steps[count] = step(steps[count].time, place)
          count &+= 1
        }
        guard found == wanted else { break }
        portion &*= 2
      }
      return FillResult(count: count, goesOn: true)
    }
  }

  /// Writes the ticks of a motion on both axes.
  func fill(
    _ steps: UnsafeMutableBufferPointer<FrameSample>, _ motions: AxisPair<AxisMotion>
  ) -> FillResult {
    guard clock.time(of: next) >= now else { return FillResult() }
    var count = 0
    while count < steps.count {
      let tick = clock.time(of: next &+ Int64(count))
      let isOver = motions.horizontal.isOver(at: tick) && motions.vertical.isOver(at: tick)
      guard tick < end, !isOver else { return FillResult(count: count) }
      let x = motions.horizontal.position(at: tick)
      let y = motions.vertical.position(at: tick)
      guard mainAxis == .vertical ? stableRange.contains(y, x) : stableRange.contains(x, y) else {
        return FillResult(count: count)
      }
      steps.initializeElement(at: count, to: FrameSample(time: tick, offset: Point(x: x, y: y)))
      count += 1
    }
    return FillResult(count: count, goesOn: true)
  }
}
