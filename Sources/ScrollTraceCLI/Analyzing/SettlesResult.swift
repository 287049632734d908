import Analysis
import CommandLineKit
import Replay
import ScrollModel
import TextKit
import TraceStore
import Triage

/// The settles of one outcome.
struct SettlesResult: AnalysisResult {
  let outcome: Outcome
  let reports: [SettleReport]
  /// The reason why there is no settle, if releases were not searched.
  let obstacle: String?
  /// The reason why nothing was decided as configured; nil if it was.
  let unchecked: Unchecked?
  /// What redirected a settle, by its number.
  private let interruptions: [Int: String]

  init(
    _ outcome: Outcome, configuration: Configuration?, _ registry: BehaviorRegistry
  ) throws {
    self.outcome = outcome
    obstacle = try Self.obstacle(outcome)
    let found = try outcome.analyze(SettlesAnalysis(configuration)).reports
    interruptions = try SettleInterruption.texts(of: found, in: outcome)
    guard outcome.plan == nil, let configuration else {
      (reports, unchecked) = (found, nil)
      return
    }
    if let error = try outcome.obstacle(under: configuration, registry),
      error.kind == .unknownBehavior
    {
      (reports, unchecked) = (found, Unchecked("what the behavior would have chosen", error))
      return
    }
    (reports, unchecked) = (
      try outcome.redecided(found, under: configuration, registry), nil
    )
  }

  /// The rule of a settle in one sentence.
  func sentence(of report: SettleReport) -> String {
    report.sentence(interruptedBy: interruptions[report.number])
  }

  /// The obstacle: without the container's size, resting positions are unknown.
  private static func obstacle(_ outcome: Outcome) throws -> String? {
    let contents = try outcome.store.contents(of: outcome.trace.id)
    guard !contents.hasContainerSize else { return nil }
    return "settles are not computed: the trace has no container size; add one "
      + "with 'scrolltrace attach \(outcome.trace.id) --container WIDTHxHEIGHT'"
  }

  var isPartial: Bool { unchecked != nil }

  /// The median of the fitted decelerations, per millisecond; nil without any.
  var medianRate: Double? {
    let rates = reports.compactMap { $0.fit?.ratePerMillisecond }.sorted()
    return rates.isEmpty ? nil : rates[rates.count / 2]
  }

  func print(_ console: inout Console) {
    outcome.printHeading(&console)
    unchecked?.print(&console)
    guard !reports.isEmpty else {
      console.print("  \(obstacle ?? "no release")")
      return
    }
    let style = console.style
    for report in reports {
      console.print(
        "  \(style("\(report.number)", .bold)) \(secondsText(report.release.time.nanoseconds)) "
          + DisplayText.escaped(sentence(of: report)))
      console.print("    \(style(details(report), .dim))")
    }
    if let medianRate {
      let count = reports.count { $0.fit != nil }
      console.print(
        "  decelerates by \(rateText(medianRate)) per ms: the median of "
          + counted(count, "fitted release"))
    }
  }

  private func details(_ report: SettleReport) -> String {
    var parts: [String] = []
    if let velocity = report.release.velocity {
      parts.append(
        "released at \(pointsText(velocity.pointsPerSecond)) pt/s (\(velocity.evidence.rawValue))")
    }
    parts.append("\(pointsText(report.duration)) ms until \(report.ending.rawValue)")
    if let margin = report.flipMargin { parts.append("margin \(pointsText(margin)) pt") }
    if let fit = report.fit {
      parts.append(
        "fit \(rateText(fit.ratePerMillisecond)) per ms ± \(pointsText(fit.residual)) pt")
    }
    if report.clamp != .none { parts.append("cut at the \(report.clamp.rawValue)") }
    return parts.joined(separator: ", ")
  }

  func write(_ json: inout JSONWriter) throws {
    outcome.write(&json)
    json.member("not_checked", unchecked?.sentence)
    try json.member("median_deceleration_per_ms", medianRate)
    json.key("settles")
    json.beginArray()
    for report in reports { try write(report, &json) }
    json.endArray()
  }

  /// Stores the settles of a recording, with the candidates and the rule of its configuration;
  /// those of a replay are stored with the replay.
  func keep(in session: ReplaySession) throws {
    guard outcome.plan == nil else { return try session.keep([], of: outcome) }
    let settles = reports.compactMap { report in
      report.configured.map { decision in
        var settle = decision
        settle.time = report.release.time
        settle.chosen = report.rest
        settle.chosenID = report.ending == .rested ? report.chosen?.id : nil
        return (number: report.number - 1, settle: settle)
      }
    }
    try session.keep([], settles: settles, of: outcome)
  }

  private func write(_ report: SettleReport, _ json: inout JSONWriter) throws {
    json.beginObject()
    try writeMembers(of: report, &json)
    json.endObject()
  }

  func writeMembers(of report: SettleReport, _ json: inout JSONWriter) throws {
    json.member("number", Int64(report.number))
    json.member("axis", report.axis == .vertical ? "vertical" : "horizontal")
    json.member("release_ns", report.release.time.nanoseconds)
    json.member("release_evidence", report.release.evidence.rawValue)
    try json.member("release_uncertainty_ms", report.release.uncertaintyMilliseconds)
    try json.member("release_offset_pt", report.release.offset)
    try json.member("start_offset_pt", report.release.startOffset)
    try json.member("velocity_pt_s", report.release.velocity?.pointsPerSecond)
    json.member("velocity_evidence", report.release.velocity?.evidence.rawValue)
    try json.member("projected_pt", report.projected)
    json.member("rest_ns", report.restTime.nanoseconds)
    try json.member("rest_pt", report.rest)
    json.member("ending", report.ending.rawValue)
    try json.member("residual_pt", report.residual)
    try json.member("duration_ms", report.duration)
    json.member("clamp", report.clamp.rawValue)
    try json.member("flip_margin_pt", report.flipMargin)
    json.member("rule", report.configured?.rule.rawValue)
    json.key("agrees_with_configuration")
    if let agrees = report.agrees { json.value(agrees) } else { json.null() }
    try json.member("deceleration_per_ms", report.fit?.ratePerMillisecond)
    try json.member("deceleration_residual_pt", report.fit?.residual)
    json.member("deceleration_samples", report.fit.map { Int64($0.sampleCount) })
    json.member("sentence", sentence(of: report))
    try json.objects("candidates", report.candidates) { judged, json in
      try json.members(of: judged.candidate)
      json.member("verdict", judged.verdict.rawValue)
    }
  }
}

/// A deceleration rate with five decimals.
func rateText(_ rate: Double) -> String {
  guard rate >= 0, rate < 10 else { return "\(rate)" }
  let parts = Int64((rate * 100_000).rounded(.toNearestOrAwayFromZero))
  let rest = String(parts % 100_000)
  return "\(parts / 100_000)." + String(repeating: "0", count: 5 - rest.count) + rest
}
