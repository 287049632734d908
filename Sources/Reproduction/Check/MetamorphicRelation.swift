/// A change of a scroll with a predictable effect on its unknown rest.
public enum MetamorphicRelation: String, CaseIterable, Hashable, Sendable {
  /// Mirroring content and gesture mirrors the rest.
  case mirrored
  /// Inserting items before the gesture moves the rest by their length.
  case translated
  /// Doubling all lengths and velocities doubles the rest.
  case doubled
  /// Doubling the sample rate of the finger keeps the rest.
  case splitSamples = "split-samples"
  /// Adding items out of reach keeps the rest.
  case appendedItems = "appended-items"
  /// Doubling the refresh rate of the display keeps the rest.
  case refreshRate = "refresh-rate"
  /// Converting insets to content margins keeps the rest.
  case insetsAsMargins = "insets-as-margins"
  /// Converting an interval to a list of its multiples keeps the rest.
  case intervalAsOffsets = "interval-as-offsets"

  /// The change and its expected effect, as a sentence.
  public var summary: String {
    switch self {
    case .mirrored: "With content and gesture mirrored, the rest has to be mirrored."
    case .translated: "With items added before the start, the rest has to move along."
    case .doubled: "With lengths and velocities doubled, the rest has to be doubled."
    case .splitSamples: "With twice as many touch samples, the rest has to stay."
    case .appendedItems: "With items added out of reach, the rest has to stay."
    case .refreshRate: "With twice the refresh rate, the rest has to stay."
    case .insetsAsMargins: "With content margins in place of insets, the rest has to stay."
    case .intervalAsOffsets:
      "With a list of offsets in place of the interval, the rest has to stay."
    }
  }
}
