/// The step of a scroll view's decisions at which two outcomes part, from first to last.
public enum DecisionStep: String, CaseIterable, Hashable, Sendable {
  /// Where the content starts.
  case initialPlacement = "initial-placement"
  /// What moved or stayed when content or container changed its size.
  case sizeChange = "size-change"
  /// An estimated layout was corrected.
  case estimateCorrection = "estimate-correction"
  /// When a finger's movement became a scroll.
  case gestureRecognition = "gesture-recognition"
  /// How far content gives past its edges.
  case overscroll
  /// A programmatic scroll: its goal or its animation.
  case command
  /// The velocity at the release.
  case releaseVelocity = "release-velocity"
  /// Where the deceleration would end.
  case projection
  /// Which candidate was chosen.
  case candidateChoice = "candidate-choice"
  /// The end of the range that cut the choice.
  case clamp
  /// The curve that leads to the rest.
  case curve
  /// The movement along the curve.
  case motion
  /// The id that the position reports.
  case position
  /// The scroll phase.
  case phase
  /// Which targets count as visible.
  case visibility
  /// A view's transition.
  case transition

  /// The name of the stage in text for people.
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
