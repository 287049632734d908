public import ScrollModel

/// A percentile of frame intervals with the interval that a bootstrap gives it.
public struct IntervalPercentile: Hashable, Sendable {
  /// Which, 0 to 1.
  public var share: Double
  /// The percentile in milliseconds.
  public var milliseconds: Double
  /// The lower end of its 95 % bootstrap interval, in milliseconds.
  public var lowMilliseconds: Double
  /// The upper end of its 95 % bootstrap interval, in milliseconds.
  public var highMilliseconds: Double
}

/// A number that was computed from so many things, or the reason why it was not.
public enum Measured<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value and how many things it was computed from.
  case value(Value, n: Int)
  /// Why there is none.
  case notComputed(String)

  /// The value, if there is one.
  public var value: Value? {
    if case .value(let value, _) = self { return value }
    return nil
  }
}

/// How bad Apple calls a hitch time ratio.
public enum HitchBand: String, CaseIterable, Hashable, Sendable {
  /// Below 5 ms/s.
  case good
  /// From 5 ms/s.
  case warning
  /// From 10 ms/s.
  case critical
}

/// Hitches: frames that came later than the display could have shown them.
public struct HitchSummary: Hashable, Sendable {
  /// Milliseconds of hitches per second of scrolling.
  public var ratioMillisecondsPerSecond: Double
  /// How many frames were late.
  public var count: Int
  /// How late they were together, in milliseconds.
  public var totalMilliseconds: Double
  /// How late the latest was, in milliseconds.
  public var longestMilliseconds: Double
  /// How long content moved, in seconds.
  public var scrollSeconds: Double

  /// Apple's band for the ratio.
  public var band: HitchBand {
    ratioMillisecondsPerSecond < 5
      ? .good : ratioMillisecondsPerSecond < 10 ? .warning : .critical
  }
}

/// Janky frames by one of Chrome's definitions.
public struct JankSummary: Hashable, Sendable {
  /// How many frames are janky.
  public var jankyCount: Int
  /// Their share of all judged frames, in percent.
  public var percent: Double
  /// Missed refreshes by reason, for v4.
  public var missedByReason: [ScrollJankReason: Int]
}

/// Predictor jank: movements that stick out between their neighbors.
public struct PredictorSummary: Hashable, Sendable {
  /// How many frames have any.
  public var jankyCount: Int
  /// Their jank together, as ratios above the threshold.
  public var total: Double
  /// The largest.
  public var largest: Double
}

/// Flutter's smoothness: second differences of the offset.
public struct JerkSummary: Hashable, Sendable {
  /// The average absolute second difference in points per frame².
  public var averageAbsoluteJerk: Double
  /// How many frames are above half a point.
  public var jankyCount: Int
  /// How many frames were left out because they took longer than 40 ms with their neighbor.
  public var lostCount: Int
}

/// How smooth one stretch of scrolling was.
public struct SmoothnessSummary: Hashable, Sendable {
  /// How many frames it has.
  public var frameCount: Int
  /// Apple's hitch time ratio.
  public var hitches: Measured<HitchSummary>
  /// Chrome's scroll jank v3.
  public var jankV3: Measured<JankSummary>
  /// Chrome's scroll jank v4.
  public var jankV4: Measured<JankSummary>
  /// Chrome's predictor jank.
  public var predictor: Measured<PredictorSummary>
  /// Flutter's average absolute jerk.
  public var jerk: Measured<JerkSummary>
  /// Percentiles of the time between frames.
  public var intervals: Measured<[IntervalPercentile]>
  /// How many intervals were too long and may be pauses of the finger as well as late frames.
  public var unjudgedCount: Int
}

/// How smooth one gesture was, from the first touch to the rest.
public struct GestureSmoothness: Hashable, Sendable {
  /// The number of the gesture, from 1.
  public var number: Int
  /// When it began.
  public var start: TraceTime
  /// When it ended.
  public var end: TraceTime
  /// Whether the program rather than the user moved the content.
  public var isProgrammatic: Bool
  /// The numbers.
  public var summary: SmoothnessSummary
}

/// How smooth scrolling was while the app was in one state.
public struct StateSmoothness: Hashable, Sendable {
  /// The text of the `app-state` annotation; nil before the first.
  public var state: String?
  /// The numbers.
  public var summary: SmoothnessSummary
}

/// How smooth an outcome was: by gesture, by app state, and all together.
public struct SmoothnessReport: Hashable, Sendable {
  /// Every gesture that moved anything.
  public var gestures: [GestureSmoothness] = []
  /// Every app state, in order of appearance.
  public var states: [StateSmoothness] = []
  /// All gestures together; nil without any.
  public var total: SmoothnessSummary?
  /// What was taken for granted.
  public var assumptions: [String] = []
}
