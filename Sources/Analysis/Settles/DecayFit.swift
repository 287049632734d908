public import ScrollModel

/// An exponential deceleration fitted to offsets: `T − A · d^t` with t in milliseconds.
///
/// The fit uses offsets rather than speeds, so rounding to pixels and uneven sampling do not bias
/// it. Outliers have smaller weights.
public struct DecayFit: Hashable, Sendable {
  /// Fraction of the velocity kept per millisecond; 0.998 is UIKit's normal rate, 0.99 its fast
  /// one.
  public var ratePerMillisecond: Double
  /// Velocity at the first sample, in points per second.
  public var initialVelocity: Double
  /// The limit of the deceleration for infinite time, in points.
  public var asymptote: Double
  /// Root mean square distance of the samples from the fit, in points.
  public var residual: Double
  /// The same for the best straight line.
  public var linearResidual: Double
  /// The number of fitted samples.
  public var sampleCount: Int
  /// Milliseconds between the first and the last sample.
  public var duration: Double

  /// Fits a deceleration; nil for fewer than five samples or a distance below two points.
  public init?(_ samples: [(time: TraceTime, offset: Double)]) {
    guard samples.count >= 5, let first = samples.first, let last = samples.last,
      (last.offset - first.offset).magnitude >= 2
    else { return nil }
    let points = Self.thinned(samples).map { sample in
      (
        t: Double(sample.time.nanoseconds(since: first.time)) / 1_000_000,
        x: sample.offset - first.offset
      )
    }
    duration = points[points.count - 1].t
    guard duration > 0 else { return nil }
    var weights = Array(repeating: 1.0, count: points.count)
    var best = Self.search(points, weights, span: duration)
    for _ in 0..<2 {
      Self.reweigh(&weights, points, best)
      best = Self.refine(points, weights, around: Elementary.ln(best.rate), width: 0.02, rounds: 8)
    }
    guard best.amplitude.magnitude < 1e9, best.rate > 0 else { return nil }
    ratePerMillisecond = Elementary.exp(-best.rate)
    initialVelocity = best.amplitude * best.rate * 1000
    asymptote = first.offset + best.end
    residual = Self.residual(points, best)
    linearResidual = Self.lineResidual(points)
    sampleCount = points.count
  }

  private struct Curve {
    var rate: Double
    var end: Double
    var amplitude: Double
    var error: Double
  }

  /// The rate with the smallest error: a coarse search first, then a refinement.
  private static func search(
    _ points: [(t: Double, x: Double)], _ weights: [Double], span: Double
  ) -> Curve {
    // From a nearly straight line to a stop within a tenth of the time.
    let (low, high) = (Elementary.ln(0.02 / span), Elementary.ln(60 / span))
    let steps = 12
    var best = curve(points, weights, at: low)
    var place = 0
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      let found = curve(points, weights, at: low + (high - low) * share)
      if found.error < best.error { (best, place) = (found, step) }
    }
    let width = (high - low) / Double(steps)
    return refine(points, weights, around: low + width * Double(place), width: width, rounds: 14)
  }

  /// The best rate near one, by golden-section search of its logarithm.
  private static func refine(
    _ points: [(t: Double, x: Double)], _ weights: [Double], around center: Double, width: Double,
    rounds: Int
  ) -> Curve {
    let golden = 0.618033988749895
    var (from, to) = (center - width, center + width)
    var low = curve(points, weights, at: to - golden * (to - from))
    var high = curve(points, weights, at: from + golden * (to - from))
    for _ in 0..<rounds {
      if low.error <= high.error {
        to = from + golden * (to - from)
        high = low
        low = curve(points, weights, at: to - golden * (to - from))
      } else {
        from = to - golden * (to - from)
        low = high
        high = curve(points, weights, at: from + golden * (to - from))
      }
    }
    return low.error <= high.error ? low : high
  }

  /// At most 32 evenly spaced samples: more do not improve the fit.
  private static func thinned(
    _ samples: [(time: TraceTime, offset: Double)]
  ) -> [(time: TraceTime, offset: Double)] {
    guard samples.count > 32 else { return samples }
    return (0..<32).map { samples[$0 * (samples.count - 1) / 31] }
  }

  /// The best end and amplitude for one rate, by linear least squares.
  private static func curve(
    _ points: [(t: Double, x: Double)], _ weights: [Double], at logarithm: Double
  ) -> Curve {
    let rate = Elementary.exp(logarithm)
    var (w, e, ee, x, ex, xx) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for (point, weight) in zip(points, weights) {
      let decay = Elementary.exp(-rate * point.t)
      w += weight
      e += weight * decay
      ee += weight * decay * decay
      x += weight * point.x
      ex += weight * decay * point.x
      xx += weight * point.x * point.x
    }
    let determinant = w * ee - e * e
    guard determinant > 1e-12 * w * ee else {
      return Curve(rate: rate, end: 0, amplitude: 0, error: .infinity)
    }
    let amplitude = -(w * ex - e * x) / determinant
    let end = (x + amplitude * e) / w
    // The sum of squared residuals, from the available sums.
    let error = xx - end * x + amplitude * ex
    return Curve(rate: rate, end: end, amplitude: amplitude, error: error)
  }

  private static func value(_ curve: Curve, _ t: Double) -> Double {
    curve.end - curve.amplitude * Elementary.exp(-curve.rate * t)
  }

  /// Huber's weights: samples beyond 1.5 typical residuals have smaller weights.
  private static func reweigh(
    _ weights: inout [Double], _ points: [(t: Double, x: Double)], _ curve: Curve
  ) {
    var misses = points.map { ($0.x - value(curve, $0.t)).magnitude }
    let all = misses
    misses.sort()
    let scale = max(misses[misses.count / 2] * 1.4826, 1e-6)
    for index in weights.indices {
      let miss = all[index] / (1.5 * scale)
      weights[index] = miss > 1 ? 1 / miss : 1
    }
  }

  private static func residual(_ points: [(t: Double, x: Double)], _ curve: Curve) -> Double {
    let sum = points.reduce(0) { sum, point in
      let miss = point.x - value(curve, point.t)
      return sum + miss * miss
    }
    return (sum / Double(points.count)).squareRoot()
  }

  private static func lineResidual(_ points: [(t: Double, x: Double)]) -> Double {
    let line = LineFit(points.map { ($0.t, $0.x) })
    return line?.residual ?? .infinity
  }
}

/// A straight line through points, by least squares.
struct LineFit {
  let slope: Double
  let intercept: Double
  /// Root mean square distance of the points from the line.
  let residual: Double

  init?(_ points: [(x: Double, y: Double)]) {
    guard points.count >= 2 else { return nil }
    let n = Double(points.count)
    let meanX = points.reduce(0) { $0 + $1.x } / n
    let meanY = points.reduce(0) { $0 + $1.y } / n
    var (xx, xy) = (0.0, 0.0)
    for point in points {
      xx += (point.x - meanX) * (point.x - meanX)
      xy += (point.x - meanX) * (point.y - meanY)
    }
    guard xx > 0 else { return nil }
    let slope = xy / xx
    let intercept = meanY - slope * meanX
    let sum = points.reduce(0) { sum, point in
      let miss = point.y - intercept - slope * point.x
      return sum + miss * miss
    }
    self.slope = slope
    self.intercept = intercept
    residual = (sum / n).squareRoot()
  }
}
