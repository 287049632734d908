import Analysis
import CommandLineKit
import ScrollModel
import TextKit
import TraceStore
import Triage

/// The calls of a geometry observer.
struct ProbeResult: AnalysisResult {
  static let shown = 40

  let outcome: Outcome
  let report: ProbeReport

  init(_ outcome: Outcome, _ text: String, configuration: Configuration?) throws {
    self.outcome = outcome
    var options = ProbeAnalysis.Options()
    if let switches = configuration?.switches {
      options.initial = switches.initialGeometry
      options.containerSize = switches.containerSize
    }
    do {
      let analysis = ProbeAnalysis(try ProbeExpression(text), options: options)
      report = try outcome.analyze(analysis).result
    } catch let error as ProbeError {
      throw UsageError("--expression '\(text)': \(error)")
    }
  }

  func print(_ console: inout Console) {
    outcome.printHeading(&console)
    console.print(
      "  transform ran \(report.transformCount) times, "
        + "\(counted(report.actionCount, "action")), at most "
        + "\(report.mostActionsPerSecond) within a second")
    for action in report.actions.prefix(Self.shown) {
      console.print(
        "    \(secondsText(action.time.nanoseconds))  \(text(action.old)) → \(text(action.new))")
    }
    if report.actionCount > Self.shown {
      console.print("    … and \(report.actionCount - Self.shown) more; --json lists them")
    }
    if report.actsOnEveryChange {
      console.print("  it acts on nearly every change: reduce it to what the app needs")
    }
    for note in report.notes { console.print("  \(DisplayText.escaped(note))") }
  }

  private func text(_ value: ProbeValue) -> String {
    switch value {
    case .number(let number): pointsText(number)
    case .truth(let flag): flag ? "true" : "false"
    }
  }

  func write(_ json: inout JSONWriter) throws {
    outcome.write(&json)
    json.member("expression", report.expression)
    json.member("transforms", Int64(report.transformCount))
    json.member("action_count", Int64(report.actionCount))
    json.member("most_actions_per_second", Int64(report.mostActionsPerSecond))
    json.member("acts_on_every_change", report.actsOnEveryChange)
    json.key("actions")
    json.beginArray()
    for action in report.actions {
      json.beginObject()
      json.member("time_ns", action.time.nanoseconds)
      try write("old", action.old, &json)
      try write("new", action.new, &json)
      json.endObject()
    }
    json.endArray()
    json.key("notes")
    json.beginArray()
    for note in report.notes { json.value(note) }
    json.endArray()
  }

  func keep(in session: ReplaySession) throws {
    var kept = KeptAnalysis(name: "probe", options: report.expression, version: "1")
    kept.notes = report.notes
    kept.probe = KeptAnalysis.Probe(
      transformCount: report.transformCount, actionCount: report.actionCount,
      mostActionsPerSecond: report.mostActionsPerSecond,
      actsOnEveryChange: report.actsOnEveryChange, unknownFrames: report.unknownCount,
      actions: report.actions.map { action in
        KeptAnalysis.Probe.Action(
          time: action.time, old: action.old.number, new: action.new.number)
      })
    try session.keep([kept], of: outcome)
  }

  private func write(_ name: String, _ value: ProbeValue, _ json: inout JSONWriter) throws {
    switch value {
    case .number(let number): try json.member(name, number)
    case .truth(let flag): json.member(name, flag)
    }
  }
}

extension ProbeValue {
  /// The value as a number: a condition is 1 or 0.
  fileprivate var number: Double {
    switch self {
    case .number(let number): number
    case .truth(let flag): flag ? 1 : 0
    }
  }
}
