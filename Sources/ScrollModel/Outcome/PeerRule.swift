/// The rule that chose the resting offset of released content.
public enum PeerRule: String, CaseIterable, Hashable, Sendable {
  /// The end of the motion.
  case naturalEnd = "natural-end"
  /// The candidate nearest the end of the motion.
  case nearestToEnd = "nearest-to-end"
  /// The page nearest the release, half a page added in the direction of the velocity.
  case halfPageAhead = "half-page-ahead"
  /// The candidate before or after the end of the fling, by the direction of its velocity.
  case nextBound = "next-bound"
  /// The nearer of the candidates around a slow release.
  case nearerBound = "nearer-bound"
  /// The candidate beyond the end of the motion, in the direction of the velocity.
  case beyondEnd = "beyond-end"
  /// The snap position in the direction of the scroll that is nearest its natural end.
  case aheadNearEnd = "ahead-near-end"
  /// The first snap position that the scroll must not pass (`scroll-snap-stop: always`).
  case firstStop = "first-stop"
  /// The edge that the content is past.
  case returnsToEdge = "returns-to-edge"

  /// The rule as a sentence.
  public var sentence: String {
    switch self {
    case .naturalEnd: "rests where its motion ends"
    case .nearestToEnd: "takes the candidate nearest the end of its motion"
    case .halfPageAhead: "adds half a page in the direction of the velocity and rounds"
    case .nextBound: "takes the next candidate in the direction of a fast fling"
    case .nearerBound: "takes the nearer candidate of a slow release"
    case .beyondEnd: "takes the candidate beyond the end of its motion by the sign of the velocity"
    case .aheadNearEnd: "takes the candidate ahead that is nearest the natural end"
    case .firstStop: "stops at the first candidate ahead, which no scroll may pass (stop: always)"
    case .returnsToEdge: "returns to the edge it was pulled past"
    }
  }
}
