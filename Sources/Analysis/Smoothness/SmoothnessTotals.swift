import ScrollModel

/// The counts over an interval of scrolling; intervals can be added.
struct SmoothnessTotals: Sendable {
  var intervals = IntervalHistogram()
  var frames = 0
  var scrollTime: Int64 = 0
  var judged = 0
  var unjudged = 0
  var hitches = 0
  var hitchTime: Int64 = 0
  var longestHitch: Int64 = 0
  var v3Frames = 0
  var v3Janky = 0
  var v4Frames = 0
  var v4Janky = 0
  var v4Missed = SIMD4<Int>(repeating: 0)
  var triples = 0
  var predicted = 0
  var predictorTotal = 0.0
  var predictorLargest = 0.0
  var jerkFrames = 0
  var jerkTotal = 0.0
  var jerkJanky = 0
  var jerkLost = 0

  mutating func add(_ other: borrowing SmoothnessTotals) {
    frames &+= other.frames
    intervals.add(other.intervals)
    scrollTime &+= other.scrollTime
    judged &+= other.judged
    unjudged &+= other.unjudged
    hitches &+= other.hitches
    hitchTime &+= other.hitchTime
    longestHitch = max(longestHitch, other.longestHitch)
    v3Frames &+= other.v3Frames
    v3Janky &+= other.v3Janky
    v4Frames &+= other.v4Frames
    v4Janky &+= other.v4Janky
    v4Missed &+= other.v4Missed
    triples &+= other.triples
    predicted &+= other.predicted
    predictorTotal += other.predictorTotal
    predictorLargest = max(predictorLargest, other.predictorLargest)
    jerkFrames &+= other.jerkFrames
    jerkTotal += other.jerkTotal
    jerkJanky &+= other.jerkJanky
    jerkLost &+= other.jerkLost
  }

  init() {}

  private init(reusing intervals: consuming IntervalHistogram) {
    self.intervals = intervals
  }

  /// Resets the counts and keeps the memory.
  mutating func clear() {
    var kept = IntervalHistogram(withoutBins: ())
    swap(&kept, &intervals)
    kept.clear()
    self = SmoothnessTotals(reusing: kept)
  }

  /// The numbers, or the reasons why they could not be computed.
  func summary(
    _ options: SmoothnessAnalysis.Options, _ bootstrap: Bootstrap, _ obstacles: SmoothnessObstacles
  )
    -> SmoothnessSummary
  {
    SmoothnessSummary(
      frameCount: frames, hitches: hitchSummary(obstacles), jankV3: v3Summary(obstacles),
      jankV4: v4Summary(obstacles), predictor: predictorSummary(obstacles),
      jerk: jerkSummary(obstacles), intervals: percentiles(options, bootstrap, obstacles),
      unjudgedCount: unjudged)
  }

  private func hitchSummary(_ obstacles: SmoothnessObstacles) -> Measured<HitchSummary> {
    if let reason = obstacles.sampling ?? obstacles.refresh { return .notComputed(reason) }
    guard judged > 0, scrollTime > 0 else {
      return .notComputed("no two frames of moving content follow each other")
    }
    let seconds = Double(scrollTime) / 1_000_000_000
    let late = Double(hitchTime) / 1_000_000
    return .value(
      HitchSummary(
        ratioMillisecondsPerSecond: late / seconds, count: hitches, totalMilliseconds: late,
        longestMilliseconds: Double(longestHitch) / 1_000_000, scrollSeconds: seconds),
      n: judged)
  }

  private func v3Summary(_ obstacles: SmoothnessObstacles) -> Measured<JankSummary> {
    if let reason = obstacles.sampling ?? obstacles.refresh { return .notComputed(reason) }
    guard v3Frames > 0 else { return .notComputed("no frame has a touch or wheel input") }
    return .value(
      JankSummary(
        jankyCount: v3Janky, percent: 100 * Double(v3Janky) / Double(v3Frames),
        missedByReason: [:]), n: v3Frames)
  }

  private func v4Summary(_ obstacles: SmoothnessObstacles) -> Measured<JankSummary> {
    if let reason = obstacles.sampling ?? obstacles.refresh { return .notComputed(reason) }
    guard v4Frames > 0 else { return .notComputed("no frame of a scroll could be judged") }
    var missed: [ScrollJankReason: Int] = [:]
    for (place, reason) in ScrollJankReason.allCases.enumerated() {
      missed[reason] = v4Missed[place]
    }
    return .value(
      JankSummary(
        jankyCount: v4Janky, percent: 100 * Double(v4Janky) / Double(v4Frames),
        missedByReason: missed), n: v4Frames)
  }

  private func predictorSummary(_ obstacles: SmoothnessObstacles) -> Measured<PredictorSummary> {
    if let reason = obstacles.sampling { return .notComputed(reason) }
    guard triples > 0 else { return .notComputed("no three movements follow each other") }
    return .value(
      PredictorSummary(
        jankyCount: predicted, total: predictorTotal, largest: predictorLargest), n: triples)
  }

  private func jerkSummary(_ obstacles: SmoothnessObstacles) -> Measured<JerkSummary> {
    if let reason = obstacles.sampling { return .notComputed(reason) }
    guard jerkFrames > jerkLost else { return .notComputed("no three frames are within 40 ms") }
    let n = jerkFrames - jerkLost
    return .value(
      JerkSummary(
        averageAbsoluteJerk: jerkTotal / Double(n), jankyCount: jerkJanky, lostCount: jerkLost),
      n: n)
  }

  private func percentiles(
    _ options: SmoothnessAnalysis.Options, _ bootstrap: Bootstrap, _ obstacles: SmoothnessObstacles
  ) -> Measured<[IntervalPercentile]> {
    if let reason = obstacles.sampling { return .notComputed(reason) }
    guard intervals.count > 0 else { return .notComputed("no two frames follow each other") }
    return .value(
      intervals.percentiles(options.percentiles, bootstrap),
      n: intervals.count)
  }
}

/// The reasons why numbers cannot be computed.
struct SmoothnessObstacles: Hashable, Sendable {
  /// The offsets are not those of frames.
  var sampling: String?
  /// The display's rate is unknown.
  var refresh: String?
}
