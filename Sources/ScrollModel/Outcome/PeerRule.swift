/// The rule that chose where released content rests.
public enum PeerRule: String, CaseIterable, Hashable, Sendable {
  /// It rests where its motion ends.
  case naturalEnd = "natural-end"
  /// The candidate nearest the end of the motion.
  case nearestToEnd = "nearest-to-end"
  /// The page nearest the release, half a page added in the direction of the velocity.
  case halfPageAhead = "half-page-ahead"
  /// The candidate before or after where the fling gets to, by the direction of its velocity.
  case nextBound = "next-bound"
  /// The nearer of the candidates around a slow release.
  case nearerBound = "nearer-bound"
  /// The candidate beyond the end of the motion, by the sign of the velocity.
  case beyondEnd = "beyond-end"
  /// The snap position in the scroll's direction that is nearest its natural end.
  case aheadNearEnd = "ahead-near-end"
  /// Content past an edge returns to it.
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
    case .returnsToEdge: "returns to the edge it was pulled past"
    }
  }
}
