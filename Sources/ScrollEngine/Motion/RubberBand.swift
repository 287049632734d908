/// The resistance of content pulled past its edge: shown distance against the finger's.
public enum RubberBand {
  /// Returns how far content shows past an edge when a finger is so far past it.
  ///
  /// `dimension` is the length of the viewport; without one content does not give.
  public static func shown(_ pull: Double, dimension: Double, stiffness: Double) -> Double {
    guard pull > 0, dimension > 0, stiffness > 0 else { return 0 }
    return (1 - 1 / (pull * stiffness / dimension + 1)) * dimension
  }

  /// Returns how far a finger is past an edge when content shows so far past it.
  public static func pull(_ shown: Double, dimension: Double, stiffness: Double) -> Double {
    guard shown > 0, dimension > 0, stiffness > 0 else { return 0 }
    // Content flung a viewport past its edge has no finger's distance; a billion viewports will do.
    let farthest = dimension * 1e9
    guard shown < dimension else { return farthest }
    let pull = shown * dimension / (stiffness * (dimension - shown))
    return pull < farthest ? pull : farthest
  }
}
