import Analysis
import CommandLineKit
import Replay
import ScrollModel
import TextKit
import TraceStore
import Triage

/// Findings of one outcome, with their fixes.
struct FindingsResult: AnalysisResult {
  let outcome: Outcome
  /// All findings, the worst first.
  let findings: [TriagedFinding]
  /// The lowest severity that is shown; stored findings do not depend on it.
  private let least: FindingSeverity
  /// Whether fixes were searched.
  private let isTriaged: Bool
  /// The skipped checks and the reason; nil if nothing was skipped.
  let unchecked: Unchecked?

  init(
    _ outcome: Outcome, configuration: Configuration?, _ registry: BehaviorRegistry,
    _ options: FindingOptions, least: FindingSeverity, triages: Bool
  ) throws {
    self.outcome = outcome
    self.least = least
    isTriaged = triages
    unchecked = try outcome.obstacle(under: configuration, registry).map {
      Unchecked("the choice of each rest, and repairs", $0)
    }
    var found = try outcome.findings(under: configuration, registry, options: options)
    found.sortStably {
      $0.severity != $1.severity ? $0.severity > $1.severity : $0.place.start < $1.place.start
    }
    guard triages, let configuration else {
      findings = found.map { TriagedFinding($0) }
      return
    }
    var search = RepairSearch(
      outcome.trace, in: outcome.store, configuration: configuration, registry: registry,
      options: options)
    findings = try found.map { finding in
      finding.severity >= .notice ? try search.triage(finding) : TriagedFinding(finding)
    }
  }

  private var shown: [TriagedFinding] { findings.filter { $0.finding.severity >= least } }

  var isPartial: Bool { unchecked?.isMissingCode ?? false }

  var isAlarming: Bool { shown.contains { $0.finding.severity >= .warning } }

  func print(_ console: inout Console) {
    outcome.printHeading(&console)
    let shown = shown
    if shown.isEmpty {
      let ink: Style.Emphasis = unchecked == nil ? .green : .yellow
      let what = unchecked == nil ? "no findings" : "no findings in what was checked"
      console.print("  \(console.style(what, ink))")
    }
    for found in shown { print(found, &console) }
    unchecked?.print(&console)
  }

  private func print(_ found: TriagedFinding, _ console: inout Console) {
    let style = console.style
    let finding = found.finding
    let ink: Style.Emphasis = finding.severity >= .warning ? .red : .yellow
    let place = secondsText(finding.place.start.nanoseconds)
    let times = finding.count > 1 ? ", \(finding.count) times" : ""
    console.print(
      "  \(style("\(finding.detector) \(finding.severity.name)", ink)) \(place)\(times): "
        + DisplayText.escaped(finding.message))
    if !finding.cause.isEmpty {
      console.print("    \(style("cause", .dim)) \(DisplayText.escaped(finding.cause))")
    }
    if let nearest = finding.candidates.first {
      let others = finding.candidates.dropFirst().prefix(2).map(Self.text)
      console.print(
        "    \(style("nearest", .dim)) "
          + DisplayText.escaped(([Self.text(nearest)] + others).joined(separator: "; ")))
    }
    if found.repair != nil {
      let repair = found.changes.map(\.text).joined(separator: " and ")
      let isOfPlatform = found.changes.contains {
        $0.note?.hasPrefix(AppChange.platformDecides) == true
      }
      let check =
        isOfPlatform
        ? "a replay without this behavior of the platform has no such problem"
        : "checked by replaying"
      console.print("    \(style("repair", .green)) \(DisplayText.escaped(repair)) (\(check))")
    } else if let obstacle = found.obstacle {
      let tried = found.triedCount > 0 ? " (\(counted(found.triedCount, "change")) tried)" : ""
      console.print("    \(style("repair", .dim)) \(DisplayText.escaped(obstacle))\(tried)")
    }
    if let link = DetectorEntry.links(of: finding.detector).first {
      console.print("    \(style("reports", .dim)) \(link)")
    }
  }

  private static func text(_ candidate: SettleCandidate) -> String {
    (candidate.id.map { "\($0.displayText) " } ?? "")
      + "at \(pointsText(candidate.offset)) pt, \(pointsText(candidate.distance)) pt away"
  }

  func write(_ json: inout JSONWriter) throws {
    outcome.write(&json)
    json.member("not_checked", unchecked?.sentence)
    json.key("findings")
    json.beginArray()
    for found in shown { try Self.write(found, &json) }
    json.endArray()
  }

  static func write(_ found: TriagedFinding, _ json: inout JSONWriter) throws {
    let finding = found.finding
    json.beginObject()
    json.member("detector", finding.detector)
    json.member("severity", finding.severity.name)
    json.member("start_ns", finding.place.start.nanoseconds)
    json.member("end_ns", finding.place.end.nanoseconds)
    json.member("first_frame", Int64(finding.place.firstFrame))
    json.member("last_frame", Int64(finding.place.lastFrame))
    json.member("gesture", finding.place.gesture.map(Int64.init))
    json.member("target", finding.place.target?.displayText)
    json.member("count", Int64(finding.count))
    json.member("message", finding.message)
    json.member("cause", finding.cause)
    json.member("fingerprint", finding.fingerprint)
    try json.objects("measures", finding.measures) { measure, json in
      json.member("name", measure.name)
      try json.member("value", measure.value)
      json.member("unit", measure.unit)
    }
    try json.objects("candidates", finding.candidates) { try $1.members(of: $0) }
    json.texts("reports", DetectorEntry.links(of: finding.detector))
    json.member("repair", found.repair)
    json.member(
      "repair_code",
      found.repair == nil ? nil : found.changes.map(\.text).joined(separator: "\n"))
    json.member("repair_tried", Int64(found.triedCount))
    json.member("repair_obstacle", found.obstacle)
    json.endObject()
  }

  /// Stores all findings; without a search for fixes, it would store that there are none.
  func keep(in session: ReplaySession) throws {
    guard isTriaged else { return }
    let rows = findings.map { found in
      KeptAnalysis.Finding(
        detector: found.finding.detector, severity: found.finding.severity.name,
        from: found.finding.place.start, to: found.finding.place.end,
        id: found.finding.place.target?.displayText, summary: found.finding.message,
        cause: found.finding.cause, repair: found.repair, fingerprint: found.finding.fingerprint)
    }
    try session.keep(
      [KeptAnalysis(name: "findings", options: "", version: "2", findings: rows)], of: outcome)
  }
}
