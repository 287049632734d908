/// The resistance of content past its edge: displayed distance for the finger's distance.
public enum RubberBand {
  /// Returns the displayed distance past an edge for a finger's distance.
  ///
  /// `dimension` is the length of the viewport; at 0 the content does not move.
  public static func shown(_ pull: Double, dimension: Double, stiffness: Double) -> Double {
    guard pull > 0, dimension > 0, stiffness > 0 else { return 0 }
    return (1 - 1 / (pull * stiffness / dimension + 1)) * dimension
  }

  /// Returns the finger's distance past an edge for a displayed distance.
  public static func pull(_ shown: Double, dimension: Double, stiffness: Double) -> Double {
    guard shown > 0, dimension > 0, stiffness > 0 else { return 0 }
    // Content flung a full viewport past its edge has no finite finger distance; use a billion
    // viewports.
    let farthest = dimension * 1e9
    guard shown < dimension else { return farthest }
    let pull = shown * dimension / (stiffness * (dimension - shown))
    return pull < farthest ? pull : farthest
  }
}
