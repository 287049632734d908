public import TraceStore

/// How far two outcomes may lie apart and still count as the same.
public struct Tolerance: Hashable, Sendable {
  /// Distance between offsets, in points.
  public var points: Double
  /// How long an id, a phase or a visible set may differ, in milliseconds.
  public var milliseconds: Double

  /// Half a point and two frames at 60 Hz: what nobody sees.
  public static let standard = Tolerance(points: 0.5, milliseconds: 34)
  /// Bit for bit.
  public static let exact = Tolerance(points: 0, milliseconds: 0)

  /// Creates a tolerance.
  public init(points: Double, milliseconds: Double) {
    self.points = points
    self.milliseconds = milliseconds
  }

  /// What nobody sees in a recording: more than `standard` where its offsets scatter at rest.
  public init(of trace: TraceRecord, in store: TraceStore) throws {
    self = .standard
    points = max(points, try store.restNoise(of: trace))
  }
}
