/// The progress of a finger along its path: polynomials, so that every machine computes the same
/// bits.
enum Easing: Hashable, Sendable {
  /// Constant velocity.
  case linear
  /// Fast, then decelerating to rest.
  case out
  /// Slow, fast, slow, at rest on both ends.
  case inOut
  /// Accelerating in the first half, with constant velocity in the second.
  ///
  /// The second half is uniform so that all usual velocity estimates, from the last two samples or
  /// from a tenth of a second, agree.
  case fling

  /// The easings of a drag.
  static let named: [(name: String, easing: Easing)] = [
    ("linear", .linear), ("out", .out), ("in-out", .inOut),
  ]

  /// The ratio of release velocity and mean velocity of a fling.
  static let flingRelease = 4.0 / 3.0

  /// Returns the fraction of the distance after a fraction of the time.
  func progress(at time: Double) -> Double {
    let rest = 1 - time
    switch self {
    case .linear: return time
    case .out: return 1 - rest * rest * rest
    case .inOut: return time * time * time * (10 - time * (15 - 6 * time))
    case .fling:
      return time < 0.5 ? Self.flingRelease * time * time : 1 - Self.flingRelease * rest
    }
  }
}
