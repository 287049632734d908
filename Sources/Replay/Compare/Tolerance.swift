public import TraceStore

/// The largest difference of two outcomes that counts as equal.
public struct Tolerance: Hashable, Sendable {
  /// Distance between offsets, in points.
  public var points: Double
  /// Longest difference of an id, a phase or a visible set, in milliseconds.
  public var milliseconds: Double

  /// Half a point and two frames at 60 Hz: invisible differences.
  public static let standard = Tolerance(points: 0.5, milliseconds: 34)
  /// No difference.
  public static let exact = Tolerance(points: 0, milliseconds: 0)

  /// Creates a tolerance.
  public init(points: Double, milliseconds: Double) {
    self.points = points
    self.milliseconds = milliseconds
  }

  /// Creates the tolerance for a recording: larger than `standard` if its offsets vary at rest.
  public init(of trace: TraceRecord, in store: TraceStore) throws {
    self = .standard
    points = max(points, try store.restNoise(of: trace))
  }
}
