import SQLite
public import ScrollModel

/// The noise of recorded offsets at rest.
///
/// A noisy recorder reports another offset with each frame of a rest. An oscillating app has few
/// distinct values, and a slow movement has one direction; neither is noise.
public struct RestNoise {
  /// The number of first frames that are used, which bounds the time for long recordings.
  static let frameCount = 16_384
  /// The number of frames in a window.
  private static let window = 8
  /// Largest movement within a window at rest, in points.
  private static let largestMovement = 4.0
  /// Smallest noise, in points; less is rounding.
  private static let leastNoise = 0.01
  /// The factor between the typical deviation and the largest one of all frames.
  private static let margin = 1.5

  /// The largest difference that is noise, in points; 0 if the offsets at rest are equal.
  public let points: Double

  /// Measures the noise of consecutive offsets, in points.
  public init(of offsets: [Point]) {
    var scatters: [Double] = []
    var rests = 0
    for start in stride(from: 0, through: offsets.count - Self.window, by: Self.window) {
      let frames = offsets[start..<start + Self.window]
      let (x, y) = (Self.scatter(frames.map(\.x)), Self.scatter(frames.map(\.y)))
      guard let x, let y else { continue }
      rests += 1
      let scatter = (x * x + y * y).squareRoot()
      if scatter > 0 { scatters.append(scatter) }
    }
    guard scatters.count * 2 >= rests, !scatters.isEmpty else {
      points = 0
      return
    }
    scatters.sort()
    points = scatters[scatters.count / 2] * Self.margin
  }

  /// Half the range of values around their regression line, or 0 if they contain no noise; nil if
  /// the content moves.
  private static func scatter(_ values: [Double]) -> Double? {
    guard let low = values.min(), let high = values.max(), high - low <= largestMovement else {
      return nil
    }
    // A deceleration ends slowly; only the residuals are noise.
    let center = Double(window - 1) / 2
    let mean = values.reduce(0, +) / Double(window)
    var (products, squares) = (0.0, 0.0)
    for (index, value) in values.enumerated() {
      products += (Double(index) - center) * (value - mean)
      squares += (Double(index) - center) * (Double(index) - center)
    }
    let slope = products / squares
    let rests = values.enumerated().map { $1 - mean - slope * (Double($0) - center) }
    let noise = ((rests.max() ?? 0) - (rests.min() ?? 0)) / 2
    guard noise > leastNoise, Set(values).count * 2 >= window else { return 0 }
    let steps = zip(rests.dropFirst(), rests).map(-)
    let turns = zip(steps.dropFirst(), steps).count { $0 * $1 < 0 }
    return turns * 3 >= window ? noise : 0
  }
}

extension TraceStore {
  /// Returns the largest difference of a trace's offsets that is noise of its recorder, in points.
  ///
  /// All analyses of a trace need it, so it is measured once for a sealed trace.
  public func restNoise(of trace: TraceRecord) throws -> Double {
    let key = trace.digests?.observations
    if let known = key.flatMap({ restNoises[$0] }) { return known }
    let noise = try reading {
      let unit = try pixelsPerPoint(of: trace.id) ?? 1
      let offsets = try database.rows(
        "SELECT x, y FROM frame WHERE trace_id = ?1 ORDER BY seq LIMIT ?2", trace.id,
        Int64(RestNoise.frameCount)
      ) { row throws(DatabaseError) in
        Point(x: try row.next(Double.self) / unit, y: try row.next(Double.self) / unit)
      }
      return RestNoise(of: offsets).points
    }
    if let key { restNoises[key] = noise }
    return noise
  }
}
