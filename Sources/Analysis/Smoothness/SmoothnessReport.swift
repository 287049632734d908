public import ScrollModel

/// A percentile of frame intervals with its bootstrap interval.
public struct IntervalPercentile: Hashable, Sendable {
  /// The fraction, 0 to 1.
  public var share: Double
  /// The percentile in milliseconds.
  public var milliseconds: Double
  /// The lower end of its 95 % bootstrap interval, in milliseconds.
  public var lowMilliseconds: Double
  /// The upper end of its 95 % bootstrap interval, in milliseconds.
  public var highMilliseconds: Double
}

/// A computed number with its sample count, or the reason why it is missing.
public enum Measured<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value and its sample count.
  case value(Value, n: Int)
  /// The reason why there is no value.
  case notComputed(String)

  /// The value, if there is one.
  public var value: Value? {
    if case .value(let value, _) = self { return value }
    return nil
  }
}

/// Apple's rating of a hitch time ratio.
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
  /// The number of late frames.
  public var count: Int
  /// The total lateness, in milliseconds.
  public var totalMilliseconds: Double
  /// The largest lateness, in milliseconds.
  public var longestMilliseconds: Double
  /// The duration of content movement, in seconds.
  public var scrollSeconds: Double

  /// Apple's band for the ratio.
  public var band: HitchBand {
    ratioMillisecondsPerSecond < 5
      ? .good : ratioMillisecondsPerSecond < 10 ? .warning : .critical
  }
}

/// Janky frames by one of Chrome's definitions.
public struct JankSummary: Hashable, Sendable {
  /// The number of janky frames.
  public var jankyCount: Int
  /// The percentage of all checked frames.
  public var percent: Double
  /// Missed refreshes by reason, for v4.
  public var missedByReason: [ScrollJankReason: Int]
}

/// Predictor jank: movements that differ strongly from their neighbors.
public struct PredictorSummary: Hashable, Sendable {
  /// The number of affected frames.
  public var jankyCount: Int
  /// The total jank, as ratios above the threshold.
  public var total: Double
  /// The largest.
  public var largest: Double
}

/// Flutter's smoothness: second differences of the offset.
public struct JerkSummary: Hashable, Sendable {
  /// The average absolute second difference in points per frame².
  public var averageAbsoluteJerk: Double
  /// The number of frames above half a point.
  public var jankyCount: Int
  /// The number of frames that were excluded because they took longer than 40 ms with their
  /// neighbor.
  public var lostCount: Int
}

/// The smoothness of one interval of scrolling.
public struct SmoothnessSummary: Hashable, Sendable {
  /// The number of frames.
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
  /// Percentiles of frame intervals.
  public var intervals: Measured<[IntervalPercentile]>
  /// The number of long intervals that may be pauses of the finger or late frames.
  public var unjudgedCount: Int
}

/// The smoothness of one gesture, from the first touch to the rest.
public struct GestureSmoothness: Hashable, Sendable {
  /// The number of the gesture, from 1.
  public var number: Int
  /// The start.
  public var start: TraceTime
  /// The end.
  public var end: TraceTime
  /// Whether the program rather than the user moved the content.
  public var isProgrammatic: Bool
  /// The numbers.
  public var summary: SmoothnessSummary
}

/// The smoothness in one app state.
public struct StateSmoothness: Hashable, Sendable {
  /// The text of the `app-state` annotation; nil before the first.
  public var state: String?
  /// The numbers.
  public var summary: SmoothnessSummary
}

/// The smoothness of an outcome: by gesture, by app state, and in total.
public struct SmoothnessReport: Hashable, Sendable {
  /// Every gesture with movement.
  public var gestures: [GestureSmoothness] = []
  /// Every app state, in order of appearance.
  public var states: [StateSmoothness] = []
  /// All gestures together; nil without any.
  public var total: SmoothnessSummary?
  /// The assumptions.
  public var assumptions: [String] = []
}
