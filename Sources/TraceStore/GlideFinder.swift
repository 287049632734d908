import SQLite
import ScrollModel

/// Finds recorded decelerations among phases and frames.
struct GlideFinder {
  private(set) var glides: [RecordedDeceleration] = []
  /// The number of recorded units per point.
  let unit: Double
  private var isHeld = false
  private var last: GlideFit.Sample?
  private var told: TraceTime?
  private var samples: [GlideFit.Sample] = []

  init(unit: Double) {
    self.unit = unit
  }

  mutating func take(_ phase: ScrollPhase, at time: TraceTime) {
    switch phase {
    case .tracking, .interacting:
      end()
      isHeld = true
    case .decelerating:
      guard isHeld else { return }
      isHeld = false
      told = time
      samples = last.map { $0.time == time ? [$0] : [] } ?? []
    case .idle, .animating:
      end()
      isHeld = false
    }
  }

  mutating func take(_ offset: Point, at time: TraceTime) {
    let sample = GlideFit.Sample(time: time, x: offset.x / unit, y: offset.y / unit)
    last = sample
    guard told != nil else { return }
    if samples.last?.time == time { samples.removeLast() }
    samples.append(sample)
    if samples.count == GlideFit.most { end() }
  }

  /// Ends the current candidate.
  mutating func end() {
    if let told, let start = samples.first, let fit = GlideFit.best(samples) {
      glides.append(
        RecordedDeceleration(
          told: told, start: start.time, velocity: fit.velocity, uncertainty: fit.uncertainty,
          isFree: fit.isFree))
    }
    told = nil
    samples.removeAll(keepingCapacity: true)
  }
}

/// An exponential deceleration fitted to the first frames after a release.
struct GlideFit {
  struct Sample {
    var time: TraceTime
    var x: Double
    var y: Double
  }

  var velocity: Vector
  var uncertainty: Double
  var isFree: Bool

  /// The largest number of frames; fewer are used if the deceleration is not uniform, as at an end
  /// of the range.
  static let most = 12
  private static let fewer = [12, 8, 5]
  /// The rounding error of exact offsets, in points.
  private static let exactness = 0.05
  /// The largest residual of a curve with another shape, in points.
  private static let looseness = 0.5
  /// The largest ratio between the best rate and a rate of the platform, if times are rounded.
  private static let likeness = 1.3
  /// The shortest distance in points that determines a velocity.
  private static let way = 4.0

  static func best(_ samples: [Sample]) -> GlideFit? {
    let physics = PhysicsConstants()
    let rates = [physics.normalDecay, physics.fastDecay].map { -Elementary.ln($0) }
    var shaped: GlideFit?
    for count in fewer where count <= samples.count {
      guard let curve = Curve(samples.prefix(count)), curve.way >= way else { continue }
      let rate = curve.bestRate
      let residual = curve.line(rate).residual
      let free = rates.min { curve.line($0).residual < curve.line($1).residual } ?? rate
      let isNear = max(free / rate, rate / free) <= likeness
      if isNear, curve.line(free).residual <= max(exactness, residual * 1.5) {
        return curve.fit(free, isFree: true)
      }
      if shaped == nil, residual <= looseness { shaped = curve.fit(rate, isFree: false) }
    }
    return shaped
  }

  /// Positions over time along both axes, and their fits to the remaining velocity.
  private struct Curve {
    private let times: [Double]
    private let main: [Double]
    private let across: [Double]
    private let isVertical: Bool

    var way: Double { main.isEmpty ? 0 : (main[main.count - 1] - main[0]).magnitude }

    init?(_ samples: ArraySlice<Sample>) {
      guard let first = samples.first, let last = samples.last, last.time > first.time else {
        return nil
      }
      times = samples.map { Double($0.time.nanoseconds(since: first.time)) / 1_000_000 }
      let (xs, ys) = (samples.map { $0.x - first.x }, samples.map { $0.y - first.y })
      isVertical = (last.y - first.y).magnitude >= (last.x - first.x).magnitude
      (main, across) = isVertical ? (ys, xs) : (xs, ys)
    }

    /// The line through positions over the remaining fraction of the velocity at a rate: its slope,
    /// its error, and its root mean square residual.
    func line(_ rate: Double) -> (slope: Double, error: Double, residual: Double) {
      line(rate, main)
    }

    private func line(
      _ rate: Double, _ places: [Double]
    ) -> (slope: Double, error: Double, residual: Double) {
      let left = times.map { Elementary.exp(-rate * $0) }
      let count = Double(left.count)
      let (meanLeft, mean) = (left.reduce(0, +) / count, places.reduce(0, +) / count)
      var (ss, sp, pp) = (0.0, 0.0, 0.0)
      for (share, place) in zip(left, places) {
        ss += (share - meanLeft) * (share - meanLeft)
        sp += (share - meanLeft) * (place - mean)
        pp += (place - mean) * (place - mean)
      }
      guard ss > 0 else { return (0, 0, .infinity) }
      let square = max(0, pp - sp * sp / ss)
      let error = count > 2 ? (square / (count - 2) / ss).squareRoot() : 0
      return (sp / ss, error, (square / count).squareRoot())
    }

    /// The rate with the smallest residual.
    var bestRate: Double {
      // Ternary search over the logarithm: from a deceleration of ten seconds to one of a tenth.
      var (low, high) = (Elementary.ln(0.0002), Elementary.ln(0.05))
      for _ in 0..<48 {
        let third = (high - low) / 3
        let (a, b) = (low + third, high - third)
        if line(Elementary.exp(a)).residual <= line(Elementary.exp(b)).residual {
          high = b
        } else {
          low = a
        }
      }
      return Elementary.exp((low + high) / 2)
    }

    func fit(_ rate: Double, isFree: Bool) -> GlideFit {
      let (along, aside) = (line(rate, main), line(rate, across))
      // The remaining distance is the sum of one step per millisecond (PHYS-3).
      let kept = Elementary.exp(-rate)
      let scale = (kept - 1) / kept * 1000
      let (speed, other) = (along.slope * scale, aside.slope * scale)
      return GlideFit(
        velocity: isVertical ? Vector(dx: other, dy: speed) : Vector(dx: speed, dy: other),
        uncertainty: (along.error * scale).magnitude, isFree: isFree)
    }
  }
}

extension TraceStore {
  /// Returns the recorded decelerations of a trace in order.
  func glides(of trace: Int64, unit: Double) throws -> [RecordedDeceleration] {
    var finder = GlideFinder(unit: unit)
    try database.forEach(
      """
      SELECT seq, time_ns, phase, x, y FROM frame WHERE trace_id = ?1
      UNION ALL SELECT seq, time_ns, new_phase, NULL, NULL FROM phase_change WHERE trace_id = ?1
      ORDER BY seq
      """, trace
    ) { row in
      _ = try row.next(Int64.self)
      let time = TraceTime(nanoseconds: try row.next(Int64.self))
      if let phase = try row.next(ScrollPhase?.self) { finder.take(phase, at: time) }
      let (x, y) = (try row.next(Double?.self), try row.next(Double?.self))
      if let x, let y { finder.take(Point(x: x, y: y), at: time) }
    }
    finder.end()
    return finder.glides
  }
}
