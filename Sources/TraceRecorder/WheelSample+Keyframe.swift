import ScrollModel

extension WheelPhase {
  fileprivate var isOpen: Bool {
    switch self {
    case .mayBegin, .began, .changed, .stationary: true
    case .none, .ended, .cancelled: false
    }
  }

  /// The phase that opens what this one goes on with.
  fileprivate var opening: WheelPhase {
    switch self {
    case .changed, .stationary: .began
    case .none, .mayBegin, .began, .ended, .cancelled: self
    }
  }
}

extension WheelSample {
  /// Whether fingers or momentum are in the middle of a scroll; a click wheel never is.
  var isUnderWay: Bool { phase.isOpen || momentumPhase.isOpen }

  /// The sample that says at a cut that this scroll is under way; it moves nothing.
  var restated: WheelSample {
    WheelSample(
      delta: .zero, phase: phase.opening, momentumPhase: momentumPhase.opening,
      isPrecise: isPrecise, position: position)
  }
}
