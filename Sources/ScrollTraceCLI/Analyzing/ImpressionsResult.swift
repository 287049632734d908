import Analysis
import CommandLineKit
import ScrollModel
import TextKit
import TraceStore
import Triage

/// Impressions of one outcome under one or several policies.
struct ImpressionsResult: AnalysisResult {
  let outcome: Outcome
  let reports: [ImpressionReport]
  let sensitivity: SensitivityTable?

  init(_ outcome: Outcome, policies: [String], showsSensitivity: Bool) throws {
    self.outcome = outcome
    let names = policies.isEmpty ? [ImpressionPolicy.feedDefault.name] : policies
    let chosen = try names.map { try ImpressionText.chosen($0) }
    reports = try outcome.analyze(chosen.map { ImpressionAnalysis($0) }).map(\.result)
    sensitivity =
      showsSensitivity ? try outcome.analyze(ImpressionSensitivity(chosen[0])).result : nil
  }

  func print(_ console: inout Console) {
    outcome.printHeading(&console)
    for report in reports { ImpressionText.print(report, &console) }
    if let sensitivity { ImpressionText.print(sensitivity, &console) }
    if reports.count > 1 {
      for other in reports.dropFirst() {
        ImpressionText.print(ImpressionComparison(reports[0], other), &console)
      }
    }
  }

  func write(_ json: inout JSONWriter) throws {
    outcome.write(&json)
    json.key("policies")
    json.beginArray()
    for report in reports { try ImpressionJSON.write(report, &json) }
    json.endArray()
    if reports.count > 1 {
      try json.objects("comparisons", reports.dropFirst()) { other, json in
        try ImpressionJSON.writeMembers(of: ImpressionComparison(reports[0], other), &json)
      }
    }
    if let sensitivity {
      json.key("sensitivity")
      try ImpressionJSON.write(sensitivity, &json)
    }
  }

  func keep(in session: ReplaySession) throws {
    try session.keep(
      reports.map(\.kept), of: outcome)
  }
}

extension ImpressionReport {
  /// The stored form of the report.
  var kept: KeptAnalysis {
    KeptAnalysis(
      name: "impressions", options: policy.name, version: "\(policy.version)", impressions: rows)
  }

  private var rows: [KeptAnalysis.Impression] {
    let made = impressions.map { impression in
      KeptAnalysis.Impression(
        id: impression.id.displayText, from: impression.enter.time,
        to: impression.end == .traceEnd ? nil : impression.exit.time, at: impression.qualified,
        peak: impression.peakFraction, certainty: impression.certainty.rawValue)
    }
    let missed = nearMisses.map { miss in
      KeptAnalysis.Impression(
        id: miss.id.displayText, from: miss.start, to: miss.stop, at: nil, peak: miss.peakFraction,
        certainty: miss.certainty.rawValue)
    }
    return (made + missed).sortedStably { $0.from < $1.from }
  }
}

/// Impressions as text.
enum ImpressionText {
  static let shown = 40

  /// The policy of an option.
  static func chosen(_ name: String) throws -> ImpressionPolicy {
    do throws(ImpressionPolicyError) {
      return try policy(name)
    } catch {
      throw UsageError("--policy '\(name)': \(error)")
    }
  }

  /// The policy with a name, which includes its explicit numbers: two policies that differ only in
  /// them are stored and printed separately.
  static func policy(_ name: String) throws(ImpressionPolicyError) -> ImpressionPolicy {
    var policy = try ImpressionPolicy(preset: name)
    policy.name = name.filter { $0 != " " }
    return policy
  }

  static func listPolicies(isJSON: Bool, _ console: inout Console) throws -> ExitCode {
    if isJSON {
      try console.printJSON { json in
        json.key("policies")
        json.beginArray()
        for policy in ImpressionPolicy.presets { ImpressionJSON.write(policy, &json) }
        json.endArray()
      }
      return .ok
    }
    for policy in ImpressionPolicy.presets {
      console.print(console.style(policy.name, .bold))
      for setting in policy.settings {
        console.print("  \(setting.name): \(DisplayText.escaped(setting.value))")
      }
    }
    return .ok
  }

  static func print(_ report: ImpressionReport, _ console: inout Console) {
    let style = console.style
    console.print(
      "  \(style(report.policy.name, .bold)): \(counted(report.impressions.count, "impression")), "
        + "\(report.repeatCount) repeated, \(counted(report.nearMisses.count, "near miss", "near misses")), "
        + "\(counted(report.visitCount, "visit"))")
    if let reason = report.notMeasurable {
      console.print("  \(style("not measurable", .yellow)): \(DisplayText.escaped(reason))")
    }
    for assumption in report.assumptions {
      console.print("  \(style("assumed", .dim)) \(DisplayText.escaped(assumption))")
    }
    var table = TextTable([
      .init("target"), .init("from", .right), .init("counts at", .right), .init("for ms", .right),
      .init("peak %", .right), .init("certainty"),
    ])
    for impression in report.impressions.prefix(shown) {
      table.add([
        .init(impression.id.displayText), .init(secondsText(impression.enter.time.nanoseconds)),
        .init(secondsText(impression.qualified.nanoseconds)),
        .init(pointsText(Double(impression.durationNanoseconds) / 1e6)),
        .init(pointsText(impression.peakFraction * 100)), .init(impression.certainty.rawValue),
      ])
    }
    for miss in report.nearMisses.prefix(shown) {
      table.add([
        .init(miss.id.displayText), .init(secondsText(miss.start.nanoseconds)),
        .init("missed", .yellow), .init(lack(miss)), .init(pointsText(miss.peakFraction * 100)),
        .init(miss.certainty.rawValue),
      ])
    }
    table.print(to: &console)
    let large = report.impressions.count { $0.usesLargeItemRule }
    if large > 0, let rule = report.policy.largeItem {
      console.print(
        "  \(counted(large, "impression")) by the rule for large targets: "
          + "\(pointsText(rule.threshold * 100)) %")
    }
    for target in report.unreachable.prefix(shown) {
      console.print(
        "  \(style("never", .yellow)) \(DisplayText.escaped(target.id.displayText)) shows at most "
          + "\(pointsText(target.largestFraction * 100)) %, \(pointsText(target.threshold * 100)) % is needed"
      )
    }
  }

  private static func lack(_ miss: NearMiss) -> String {
    switch miss.lack {
    case .time(let nanoseconds): "\(pointsText(Double(nanoseconds) / 1e6)) short"
    case .fraction(let missing): "\(pointsText(missing * 100)) % short"
    }
  }

  static func print(_ table: SensitivityTable, _ console: inout Console) {
    var text = TextTable(
      [.init("threshold")]
        + table.dwellNanoseconds.map { .init("\(pointsText(Double($0) / 1e6)) ms", .right) })
    for (index, threshold) in table.thresholds.enumerated() where index < table.counts.count {
      text.add(
        [.init("\(pointsText(threshold * 100)) %")] + table.counts[index].map { .init("\($0)") })
    }
    text.print(to: &console)
  }

  static func print(_ comparison: ImpressionComparison, _ console: inout Console) {
    console.print(
      "  \(comparison.names.joined(separator: " against ")): \(comparison.sharedCount) shared, "
        + counted(comparison.differences.count, "difference"))
    for difference in comparison.differences.prefix(shown) {
      console.print(
        "    \(secondsText(difference.time.nanoseconds)) "
          + "\(DisplayText.escaped(difference.id.displayText)) only in "
          + "\(comparison.names[difference.isInFirst ? 0 : comparison.names.count - 1]): "
          + difference.cause.rawValue)
    }
  }
}

/// Impressions as JSON.
enum ImpressionJSON {
  static func write(_ policy: ImpressionPolicy, _ json: inout JSONWriter) {
    json.beginObject()
    json.member("name", policy.name)
    json.member("version", Int64(policy.version))
    json.member("source", policy.source)
    var names: [String] = []
    for setting in policy.settings where !names.contains(setting.name) {
      names.append(setting.name)
      // Several settings with one name, such as conditions, are one member.
      let values = policy.settings.filter { $0.name == setting.name }.map(\.value)
      json.member(setting.name, values.joined(separator: ", "))
    }
    json.endObject()
  }

  static func write(_ report: ImpressionReport, _ json: inout JSONWriter) throws {
    json.beginObject()
    json.key("policy")
    write(report.policy, &json)
    json.member("visits", Int64(report.visitCount))
    json.member("flickers", Int64(report.flickerCount))
    try json.member("hysteresis", report.hysteresis)
    json.member("not_measurable_because", report.notMeasurable)
    json.texts("assumptions", report.assumptions)
    json.key("impressions")
    json.beginArray()
    for impression in report.impressions {
      json.beginObject()
      json.member("id", impression.id.displayText)
      json.member("number", Int64(impression.number))
      json.member("enter_ns", impression.enter.time.nanoseconds)
      json.member("qualified_ns", impression.qualified.nanoseconds)
      json.member("exit_ns", impression.exit.time.nanoseconds)
      json.member("duration_ns", impression.durationNanoseconds)
      try json.member("peak_fraction", impression.peakFraction)
      try json.member("max_speed_pt_s", impression.maximumSpeed)
      json.member("end", impression.end.rawValue)
      json.member("uses_large_item_rule", impression.usesLargeItemRule)
      json.key("phases_ns")
      // A system's own timers report the time, but not the content's movement.
      if report.policy.timer == .perItem { write(impression.phases, &json) } else { json.null() }
      json.member("certainty", impression.certainty.rawValue)
      json.endObject()
    }
    json.endArray()
    json.key("near_misses")
    json.beginArray()
    for miss in report.nearMisses {
      json.beginObject()
      json.member("id", miss.id.displayText)
      json.member("start_ns", miss.start.nanoseconds)
      json.member("stop_ns", miss.stop.nanoseconds)
      json.member("end", miss.end.rawValue)
      try json.member("peak_fraction", miss.peakFraction)
      try writeMember(of: miss.lack, &json)
      json.member("certainty", miss.certainty.rawValue)
      json.endObject()
    }
    json.endArray()
    json.key("unreachable")
    json.beginArray()
    for target in report.unreachable {
      json.beginObject()
      json.member("id", target.id.displayText)
      try json.member("largest_fraction", target.largestFraction)
      try json.member("threshold", target.threshold)
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }

  private static func writeMember(of lack: NearMiss.MissingPart, _ json: inout JSONWriter) throws {
    switch lack {
    case .time(let nanoseconds): json.member("missing_ns", nanoseconds)
    case .fraction(let missing): try json.member("missing_fraction", missing)
    }
  }

  private static func write(_ phases: PhaseTimes, _ json: inout JSONWriter) {
    json.beginObject()
    for phase in ScrollPhase.allCases { json.member(phase.word, phases[phase]) }
    json.member("unknown", phases[nil])
    json.endObject()
  }

  static func writeMembers(of comparison: ImpressionComparison, _ json: inout JSONWriter) throws {
    json.texts("policies", comparison.names)
    json.member("shared", Int64(comparison.sharedCount))
    try json.objects("differences", comparison.differences) { difference, json in
      json.member("id", difference.id.displayText)
      json.member("time_ns", difference.time.nanoseconds)
      json.member("is_in_first", difference.isInFirst)
      json.member("cause", difference.cause.rawValue)
      if let lack = difference.nearMiss { try writeMember(of: lack, &json) }
    }
  }

  static func write(_ table: SensitivityTable, _ json: inout JSONWriter) throws {
    json.beginObject()
    json.key("thresholds")
    json.beginArray()
    for threshold in table.thresholds { try json.value(threshold) }
    json.endArray()
    json.key("dwell_ns")
    json.beginArray()
    for dwell in table.dwellNanoseconds { json.value(dwell) }
    json.endArray()
    json.key("counts")
    json.beginArray()
    for row in table.counts {
      json.beginArray()
      for count in row { json.value(count) }
      json.endArray()
    }
    json.endArray()
    try json.objects("flips", table.flips) { flip, json in
      json.member("id", flip.id.displayText)
      try json.member("threshold", flip.threshold)
      json.member("longest_ns", flip.longestNanoseconds)
    }
    json.endObject()
  }
}
