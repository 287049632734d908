/// A change of a scroll whose effect on its rest is known without knowing the rest.
public enum MetamorphicRelation: String, CaseIterable, Hashable, Sendable {
  /// The content and the gesture run the other way: the rest is mirrored.
  case mirrored
  /// Items are put in front, and the gesture begins behind them: the rest moves along.
  case translated
  /// All lengths and velocities are doubled: so is the rest.
  case doubled
  /// The finger reports twice as often: the rest stays.
  case splitSamples = "split-samples"
  /// Items are added that no gesture can reach: the rest stays.
  case appendedItems = "appended-items"
  /// The display refreshes twice as often: the rest stays.
  case refreshRate = "refresh-rate"
  /// The insets are content margins: the rest stays.
  case insetsAsMargins = "insets-as-margins"
  /// An interval is a list of its multiples: the rest stays.
  case intervalAsOffsets = "interval-as-offsets"

  /// What is changed, and what the rest should do, as a sentence.
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
