import ScrollModel

/// The phase of a scroll transition, by the view's position.
public enum ScrollTransitionPhase: CaseIterable, Hashable, Sendable {
  /// At the top or leading edge.
  case topLeading
  /// In the middle: no effect.
  case identity
  /// At the bottom or trailing edge.
  case bottomTrailing

  /// Whether the view shows no effect.
  public var isIdentity: Bool { self == .identity }

  /// The phase as a number: -1, 0 or 1.
  public var value: Double {
    switch self {
    case .topLeading: -1
    case .identity: 0
    case .bottomTrailing: 1
    }
  }

  init(_ phase: TransitionPhase) {
    self =
      switch phase {
      case .topLeading: .topLeading
      case .identity: .identity
      case .bottomTrailing: .bottomTrailing
      }
  }
}

/// The easing of an effect.
public struct UnitCurve: Hashable, Sendable {
  let model: AnimationCurve

  /// At constant speed.
  public static let linear = UnitCurve(model: .linear)
  /// Slow, then fast.
  public static let easeIn = UnitCurve(model: .easeIn)
  /// Fast, then slow.
  public static let easeOut = UnitCurve(model: .easeOut)
  /// Slow, fast, slow.
  public static let easeInOut = UnitCurve(model: .easeInOut)

  /// Returns the fraction of the effect for a fraction of the progress.
  public func value(at progress: Double) -> Double { model.progress(at: progress) }
}
