/// The steps of a scroll view's decisions, in order; two outcomes diverge at one of them.
public enum DecisionStep: String, CaseIterable, Hashable, Sendable {
  /// The initial offset.
  case initialPlacement = "initial-placement"
  /// The adjustment after a size change of content or container.
  case sizeChange = "size-change"
  /// The correction of an estimated layout.
  case estimateCorrection = "estimate-correction"
  /// The time at which a finger's movement became a scroll.
  case gestureRecognition = "gesture-recognition"
  /// The distance of content past its edges.
  case overscroll
  /// A programmatic scroll: its destination or its animation.
  case command
  /// The velocity of a release.
  case releaseVelocity = "release-velocity"
  /// The end of the deceleration.
  case projection
  /// The chosen candidate.
  case candidateChoice = "candidate-choice"
  /// The end of the range that the choice was clamped to.
  case clamp
  /// The curve to the resting offset.
  case curve
  /// The movement along the curve.
  case motion
  /// The id that the position reports.
  case position
  /// The scroll phase.
  case phase
  /// The visible targets.
  case visibility
  /// A view's transition.
  case transition

  /// The name of the step in text for people.
  public var summary: String {
    switch self {
    case .initialPlacement: "initial offset"
    case .sizeChange: "size change"
    case .estimateCorrection: "corrected estimate of the layout"
    case .gestureRecognition: "start of the drag"
    case .overscroll: "rubber band past the edge"
    case .command: "programmatic scroll"
    case .releaseVelocity: "release velocity"
    case .projection: "projected stop"
    case .candidateChoice: "snap target"
    case .clamp: "end of the range"
    case .curve: "deceleration curve"
    case .motion: "movement after the release"
    case .position: "reported position id"
    case .phase: "scroll phase"
    case .visibility: "visible targets"
    case .transition: "view transition"
    }
  }
}
