/// How far along its way a finger is: polynomials, so that every machine computes the same bits.
enum Easing: Hashable, Sendable {
  /// At one speed.
  case linear
  /// Fast, then slower and slower; the finger rests at the end.
  case out
  /// Slow, fast, slow; the finger rests at the start and at the end.
  case inOut
  /// Faster and faster during the first half, at the reached speed during the second.
  ///
  /// The second half is straight so that each usual way of estimating the speed at release, from
  /// the last two samples or from a tenth of a second, finds the same number.
  case fling

  /// The easings that a drag can ask for.
  static let named: [(name: String, easing: Easing)] = [
    ("linear", .linear), ("out", .out), ("in-out", .inOut),
  ]

  /// Speed at release as a multiple of the mean speed of a fling.
  static let flingRelease = 4.0 / 3.0

  /// Returns the share of the way after a share of the time, both from 0 to 1.
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
