import ScrollModel

extension WheelPhase {
  fileprivate var isOpen: Bool {
    switch self {
    case .mayBegin, .began, .changed, .stationary: true
    case .none, .ended, .cancelled: false
    }
  }

  /// The phase that begins the sequence of this one.
  fileprivate var opening: WheelPhase {
    switch self {
    case .changed, .stationary: .began
    case .none, .mayBegin, .began, .ended, .cancelled: self
    }
  }
}

extension WheelSample {
  /// Whether fingers or momentum are in the middle of a scroll; false for a click wheel.
  var isUnderWay: Bool { phase.isOpen || momentumPhase.isOpen }

  /// The sample without movement that begins the current scroll at a cut.
  var restated: WheelSample {
    WheelSample(
      delta: .zero, phase: phase.opening, momentumPhase: momentumPhase.opening,
      isPrecise: isPrecise, position: position)
  }
}
