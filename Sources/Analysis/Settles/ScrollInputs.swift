public import ScrollModel

extension Command {
  /// Whether it redirects content that moves by itself.
  var redirects: Bool {
    switch self {
    case .scroll(_, _, _, _, let keepsVelocity): !keepsVelocity
    case .write(let id, _, _): id != nil
    case .cancel: true
    }
  }

  /// Whether it sets the offset without an animation.
  var isJump: Bool {
    switch self {
    case .scroll(_, _, let animation, _, _): animation == .none
    case .write(let id, _, let animation): id != nil && animation == .none
    case .cancel: false
    }
  }
}

extension WheelSample {
  /// Whether it is a notch of a wheel, which moves content regardless of its current motion.
  public var isClick: Bool { phase == .none && momentumPhase == .none && delta != .zero }
}

/// Returns a duration in whole nanoseconds, clamped to one minute; 0 for NaN.
func nanoseconds(milliseconds: Double) -> Int64 {
  guard milliseconds > 0 else { return 0 }
  return Int64((milliseconds < 60_000 ? milliseconds : 60_000) * 1_000_000)
}
