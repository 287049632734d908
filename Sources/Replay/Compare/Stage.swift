/// The step of a scroll view's decisions at which two outcomes part, from first to last.
public enum DecisionStage: String, CaseIterable, Hashable, Sendable {
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

  /// What the stage is, as half a sentence.
  public var summary: String {
    switch self {
    case .initialPlacement: "where the content starts"
    case .sizeChange: "what stayed in place when sizes changed"
    case .estimateCorrection: "an estimated layout was corrected"
    case .gestureRecognition: "when the finger's movement became a scroll"
    case .overscroll: "how far content gives past its edge"
    case .command: "a programmatic scroll"
    case .releaseVelocity: "the velocity at the release"
    case .projection: "where the deceleration would end"
    case .candidateChoice: "which candidate was chosen"
    case .clamp: "the end of the range"
    case .curve: "the curve that leads to the rest"
    case .motion: "the movement along the curve"
    case .position: "the id that the position reports"
    case .phase: "the scroll phase"
    case .visibility: "which targets count as visible"
    case .transition: "a view's transition"
    }
  }
}
