import Analysis
import ScrollModel
import TraceStore
import Triage

extension SmoothnessResult {
  func keep(in session: ReplaySession) throws {
    var kept = KeptAnalysis(name: "smoothness", options: "", version: "2")
    kept.stretches = report.stretches
    kept.notes = report.assumptions
    try session.keep([kept], of: outcome)
  }
}

extension SmoothnessReport {
  /// Every interval as a row: scrolls, app states, and the total.
  fileprivate var stretches: [KeptAnalysis.ScrollInterval] {
    var rows = gestures.map { gesture in
      var row = gesture.summary.stretch(gesture.isProgrammatic ? "program" : "gesture")
      row.gesture = gesture.number
      row.from = gesture.start
      row.to = gesture.end
      return row
    }
    rows += states.map { state in
      var row = state.summary.stretch("state")
      row.state = state.state
      return row
    }
    if let total { rows.append(total.stretch("total")) }
    return rows
  }
}

extension SmoothnessSummary {
  private typealias Measure = KeptAnalysis.Measure

  fileprivate func stretch(_ kind: String) -> KeptAnalysis.ScrollInterval {
    KeptAnalysis.ScrollInterval(
      kind: kind, frameCount: frameCount, unjudgedCount: unjudgedCount,
      measures: hitchRows + jankRows("jank-v3", jankV3) + jankRows("jank-v4", jankV4)
        + predictorRows + jerkRows + intervalRows)
  }

  /// The rows of a metric, or one row with the reason why it is missing.
  private func rows<Value>(
    _ name: String, _ unit: String, _ measured: Measured<Value>,
    _ rows: (Value, Int) -> [KeptAnalysis.Measure]
  ) -> [KeptAnalysis.Measure] {
    switch measured {
    case .value(let value, let n): rows(value, n)
    case .notComputed(let reason): [Measure(name, unit: unit, missingBecause: reason)]
    }
  }

  private var hitchRows: [KeptAnalysis.Measure] {
    rows("hitch-ratio", "ms/s", hitches) { value, n in
      [
        Measure("hitch-ratio", value.ratioMillisecondsPerSecond, unit: "ms/s", sampleCount: n),
        Measure("hitch-frames", Double(value.count), unit: "frames", sampleCount: n),
        Measure("hitch-total", value.totalMilliseconds, unit: "ms", sampleCount: n),
        Measure("hitch-longest", value.longestMilliseconds, unit: "ms", sampleCount: n),
        Measure("scroll-time", value.scrollSeconds, unit: "s", sampleCount: n),
      ]
    }
  }

  private func jankRows(
    _ name: String, _ jank: Measured<JankSummary>
  ) -> [KeptAnalysis.Measure] {
    rows("\(name)-share", "%", jank) { value, n in
      var rows = [
        Measure("\(name)-share", value.percent, unit: "%", sampleCount: n),
        Measure("\(name)-frames", Double(value.jankyCount), unit: "frames", sampleCount: n),
      ]
      for reason in ScrollJankReason.allCases {
        guard let missed = value.missedByReason[reason] else { continue }
        rows.append(
          Measure(
            "\(name)-missed-\(reason.rawValue)", Double(missed), unit: "refreshes", sampleCount: n))
      }
      return rows
    }
  }

  private var predictorRows: [KeptAnalysis.Measure] {
    rows("predictor-jank-total", "ratio", predictor) { value, n in
      [
        Measure("predictor-jank-total", value.total, unit: "ratio", sampleCount: n),
        Measure("predictor-jank-largest", value.largest, unit: "ratio", sampleCount: n),
        Measure("predictor-jank-frames", Double(value.jankyCount), unit: "frames", sampleCount: n),
      ]
    }
  }

  private var jerkRows: [KeptAnalysis.Measure] {
    rows("jerk-average", "pt/frame²", jerk) { value, n in
      [
        Measure("jerk-average", value.averageAbsoluteJerk, unit: "pt/frame²", sampleCount: n),
        Measure("jerk-frames", Double(value.jankyCount), unit: "frames", sampleCount: n),
        Measure("jerk-lost-frames", Double(value.lostCount), unit: "frames", sampleCount: n),
      ]
    }
  }

  private var intervalRows: [KeptAnalysis.Measure] {
    rows("interval", "ms", intervals) { percentiles, n in
      percentiles.map { percentile in
        let (low, high) = (percentile.lowMilliseconds, percentile.highMilliseconds)
        return Measure(
          "interval-p\(pointsText(percentile.share * 100))", percentile.milliseconds, unit: "ms",
          sampleCount: n, interval: low <= high ? low...high : nil)
      }
    }
  }
}
