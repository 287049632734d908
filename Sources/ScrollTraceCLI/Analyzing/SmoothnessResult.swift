import Analysis
import CommandLineKit
import ScrollModel
import TextKit
import TraceStore
import Triage

/// The smoothness of one outcome.
struct SmoothnessResult: AnalysisResult {
  let outcome: Outcome
  let report: SmoothnessReport

  init(_ outcome: Outcome) throws {
    self.outcome = outcome
    report = try outcome.analyze(SmoothnessAnalysis()).result
  }

  func print(_ console: inout Console) {
    outcome.printHeading(&console)
    guard let total = report.total else {
      console.print("  nothing moved")
      return
    }
    for gesture in report.gestures {
      let kind = gesture.isProgrammatic ? "program" : "gesture"
      printRow(
        "\(kind) \(gesture.number) at \(secondsText(gesture.start.nanoseconds))", gesture.summary,
        &console)
    }
    for state in report.states where report.states.count > 1 {
      printRow(state.state.map { "while \($0)" } ?? "no recorded state", state.summary, &console)
    }
    printRow("total", total, &console)
    for assumption in report.assumptions {
      console.print("  \(console.style("assumed", .dim)) \(DisplayText.escaped(assumption))")
    }
  }

  private func printRow(_ name: String, _ summary: SmoothnessSummary, _ console: inout Console) {
    let style = console.style
    console.print(
      "  \(style(DisplayText.escaped(name), .bold)), \(counted(summary.frameCount, "frame"))")
    for (label, text) in Self.rows(summary) {
      let padded = label + String(repeating: " ", count: max(0, 16 - label.count))
      console.print("    \(style(padded, .dim))\(DisplayText.escaped(text))")
    }
  }

  private static func rows(_ summary: SmoothnessSummary) -> [(String, String)] {
    [
      (
        "hitches",
        text(summary.hitches) {
          "\(pointsText($0.ratioMillisecondsPerSecond)) ms/s (\($0.band.rawValue)), \($0.count) late, "
            + "longest \(pointsText($0.longestMilliseconds)) ms"
        }
      ),
      (
        "scroll jank v3",
        text(summary.jankV3) { "\($0.jankyCount) janky (\(pointsText($0.percent)) %)" }
      ),
      (
        "scroll jank v4",
        text(summary.jankV4) {
          "\($0.jankyCount) janky (\(pointsText($0.percent)) %)" + missedText($0)
        }
      ),
      (
        "predictor jank",
        text(summary.predictor) { "\($0.jankyCount) frames, \(pointsText($0.total)) in all" }
      ),
      (
        "jerk",
        text(summary.jerk) {
          "\(pointsText($0.averageAbsoluteJerk)) pt/frame², \($0.jankyCount) above 0.5"
        }
      ),
      (
        "frame intervals",
        text(summary.intervals) { percentiles in
          percentiles.map {
            "p\(pointsText($0.share * 100)) \(pointsText($0.milliseconds)) ms "
              + "(\(pointsText($0.lowMilliseconds))–\(pointsText($0.highMilliseconds)))"
          }.joined(separator: ", ")
        }
      ),
    ]
  }

  /// Refreshes missed by reason; one refresh may have several.
  private static func missedText(_ jank: JankSummary) -> String {
    let reasons = ScrollJankReason.allCases.compactMap { reason -> String? in
      guard let count = jank.missedByReason[reason], count > 0 else { return nil }
      return "\(reason.rawValue) \(count)"
    }
    return reasons.isEmpty ? "" : ", refreshes missed: " + reasons.joined(separator: ", ")
  }

  private static func text<Value>(
    _ measured: Measured<Value>, _ describe: (Value) -> String
  ) -> String {
    switch measured {
    case .value(let value, let n): describe(value) + ", n = \(n)"
    case .notComputed(let reason): "not computed: \(reason)"
    }
  }

  func write(_ json: inout JSONWriter) throws {
    outcome.write(&json)
    json.key("gestures")
    json.beginArray()
    for gesture in report.gestures {
      json.beginObject()
      json.member("number", Int64(gesture.number))
      json.member("start_ns", gesture.start.nanoseconds)
      json.member("end_ns", gesture.end.nanoseconds)
      json.member("is_programmatic", gesture.isProgrammatic)
      try Self.write(gesture.summary, &json)
      json.endObject()
    }
    json.endArray()
    json.key("app_states")
    json.beginArray()
    for state in report.states {
      json.beginObject()
      json.member("state", state.state)
      try Self.write(state.summary, &json)
      json.endObject()
    }
    json.endArray()
    if let total = report.total {
      json.key("total")
      json.beginObject()
      try Self.write(total, &json)
      json.endObject()
    }
    json.texts("assumptions", report.assumptions)
  }

  private static func write(_ summary: SmoothnessSummary, _ json: inout JSONWriter) throws {
    json.member("frames", Int64(summary.frameCount))
    json.member("unjudged_intervals", Int64(summary.unjudgedCount))
    try write("hitches", summary.hitches, &json) { value, json in
      try json.member("ratio_ms_per_s", value.ratioMillisecondsPerSecond)
      json.member("count", Int64(value.count))
      try json.member("total_ms", value.totalMilliseconds)
      try json.member("longest_ms", value.longestMilliseconds)
      try json.member("scroll_s", value.scrollSeconds)
      json.member("band", value.band.rawValue)
    }
    for (name, jank) in [("jank_v3", summary.jankV3), ("jank_v4", summary.jankV4)] {
      try write(name, jank, &json) { value, json in
        json.member("janky_frames", Int64(value.jankyCount))
        try json.member("percent", value.percent)
        guard !value.missedByReason.isEmpty else { return }
        json.key("missed_refreshes")
        json.beginObject()
        for reason in ScrollJankReason.allCases {
          json.member(reason.rawValue, Int64(value.missedByReason[reason] ?? 0))
        }
        json.endObject()
      }
    }
    try write("predictor_jank", summary.predictor, &json) { value, json in
      json.member("janky_frames", Int64(value.jankyCount))
      try json.member("total", value.total)
      try json.member("largest", value.largest)
    }
    try write("jerk", summary.jerk, &json) { value, json in
      try json.member("average_absolute_pt_per_frame2", value.averageAbsoluteJerk)
      json.member("janky_frames", Int64(value.jankyCount))
      json.member("lost_frames", Int64(value.lostCount))
    }
    try write("intervals", summary.intervals, &json) { value, json in
      json.key("percentiles")
      json.beginArray()
      for percentile in value {
        json.beginObject()
        try json.member("share", percentile.share)
        try json.member("ms", percentile.milliseconds)
        try json.member("low_ms", percentile.lowMilliseconds)
        try json.member("high_ms", percentile.highMilliseconds)
        json.endObject()
      }
      json.endArray()
    }
  }

  private static func write<Value>(
    _ name: String, _ measured: Measured<Value>, _ json: inout JSONWriter,
    _ body: (Value, inout JSONWriter) throws -> Void
  ) throws {
    json.key(name)
    json.beginObject()
    switch measured {
    case .value(let value, let n):
      json.member("n", Int64(n))
      try body(value, &json)
    case .notComputed(let reason):
      json.member("not_computed_because", reason)
    }
    json.endObject()
  }
}
