import Analysis
public import CommandLineKit
import Replay
import ScrollModel
import TextKit
import TraceStore
import Triage

/// The analysis to run.
public enum AnalysisName: String, CaseIterable, Hashable, Sendable, CommandValue {
  /// Every release up to its rest.
  case settles
  /// Seen targets, by the definition of a policy.
  case impressions
  /// The calls of a geometry observer.
  case probe
  /// The results of scroll transitions.
  case transitions
  /// Hitches, jank and jerk.
  case smoothness
  /// Defects.
  case findings
}

/// `analyze`: analyzes an outcome.
struct AnalyzeCommand: KnowsTheApp {
  static let name = "analyze"
  static let abstract = "Analyze recordings and replays: settles, impressions, findings and more."
  static let discussion = """
    Analyses work on the recording, or with --config (or --declared) on its replay under a \
    configuration.

      settles      every release up to its rest: projection, candidates, rule, deceleration
      impressions  which targets were seen under --policy, with near misses
      probe        --expression 'contentOffset.y > 120': when an observer would have acted
      transitions  phases and effects of scroll transitions, views animated at once
      smoothness   hitches, scroll jank, jerk, frame intervals, per gesture
      findings     defects, their causes and, found by replaying, their smallest repair

    Findings of severity warning or above end it with 1. If the configuration names a behavior that is \
    not registered in this program, everything else is judged, the output lists what was not, and it \
    ends with 3.
    """
  static let examples = [
    Example("scrolltrace analyze settles feed", "where each release went and why"),
    Example("scrolltrace analyze impressions feed --policy mrc.display", "what counts as seen"),
    Example("scrolltrace analyze probe feed --expression 'contentOffset.y > 120'", "an observer"),
    Example("scrolltrace analyze findings", "defects of all traces"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .argument("analysis", \.analysis, "Which analysis.", isRequired: true),
      .traces(\.traces),
      .store(\.database),
      .option("config", \.configuration, "Analyze the replay under this.", valueName: "TEXT|FILE"),
      .flag("declared", \.isDeclared, "Analyze the replay under the declared configuration."),
      .option(
        "policy", \.policies, "The impression policy.",
        valueName: "NAME", completion: CompletionWords.policies),
      .flag("policies", \.listsPolicies, "List the impression policies with their numbers."),
      .flag(
        "sensitivity", \.showsSensitivity, "Also count impressions over thresholds and dwells."),
      .option("expression", short: "e", \.expression, "The probe's expression.", valueName: "TEXT"),
      .option(
        "severity", \.severity, "The least severity of findings that is printed: info to error."),
      .flag("no-repair", \.skipsRepair, "Do not search for repairs, and store no findings."),
    ] + appParameters + [
      .flag("no-keep", \.keepsNothing, "Store no results."),
      .flag("json", \.isJSON, "Print the result as JSON."),
    ]

  var analysis = AnalysisName.settles
  var traces: [String] = []
  var database: String?
  var configuration: String?
  var isDeclared = false
  var policies: [String] = []
  var listsPolicies = false
  var showsSensitivity = false
  var expression: String?
  var severity = LeastSeverity.info
  var skipsRepair = false
  var app = FindingOptions()
  var keepsNothing = false
  var isJSON = false
  /// The behaviors of this program.
  var registry = BehaviorRegistry()

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      if listsPolicies { return try ImpressionText.listPolicies(isJSON: isJSON, &console) }
      // An error in the option is independent of the traces, so it is reported before a store is
      // migrated.
      if let configuration { _ = try ConfigurationOptions.given(configuration, registry) }
      let session = try ReplaySession(
        database, traces: traces, keeps: !keepsNothing, registry, &console)
      let selected = try StorePath.select(traces, in: session.store)
      guard !selected.isEmpty else {
        throw Failure(.nothingMatched, "'\(session.store.path)' has no traces")
      }
      var progress = ProgressLine(
        "analyzing", unit: "traces", total: Int64(selected.count), console: console)
      var count: Int64 = 0
      let done = try EachTrace(selected) { trace -> any AnalysisResult in
        progress.advance(to: count, &console)
        count += 1
        let outcome = try outcome(of: trace, in: session.store)
        let result = try analyze(outcome)
        try result.keep(in: session)
        return result
      }
      progress.erase(&console)
      let isComplete = done.isComplete && !done.results.contains(where: \.isPartial)
      try print(done.results, isComplete: isComplete, &console)
      done.printFailed(Self.name, &console)
      try session.close(&console)
      if done.results.contains(where: \.isPartial) { return done.exitCode(.partial) }
      return done.exitCode(done.results.contains(where: \.isAlarming) ? .differences : .ok)
    }
  }

  private func print(
    _ results: [any AnalysisResult], isComplete: Bool, _ console: inout Console
  ) throws {
    guard isJSON else {
      for (index, result) in results.enumerated() {
        if index > 0 { console.print() }
        result.print(&console)
      }
      return
    }
    try console.printJSON(isComplete: isComplete) { json in
      json.member("analysis", analysis.rawValue)
      json.key("traces")
      json.beginArray()
      for result in results {
        json.beginObject()
        try result.write(&json)
        json.endObject()
      }
      json.endArray()
    }
  }

  /// The configuration that is used for the trace.
  private func chosenConfiguration(_ trace: TraceRecord) throws -> Configuration? {
    try ConfigurationOptions.chosen(
      configuration, declared: trace.information.declaredConfiguration, registry)
  }

  private func outcome(of trace: TraceRecord, in store: TraceStore) throws -> Outcome {
    guard configuration != nil || isDeclared else { return Outcome(of: trace, in: store) }
    guard let chosen = try chosenConfiguration(trace) else {
      throw Failure(
        .badData, "the trace declares no configuration; give one with --config")
    }
    return Outcome(
      of: trace, in: store,
      plan: try ReplayPlan(
        chosen, of: trace.information, try store.contents(of: trace.id),
        behavior: registry.behavior(of: chosen)))
  }

  private func analyze(_ outcome: Outcome) throws -> any AnalysisResult {
    let known = try chosenConfiguration(outcome.trace)
    switch analysis {
    case .settles:
      return try SettlesResult(outcome, configuration: known, registry)
    case .impressions:
      return try ImpressionsResult(outcome, policies: policies, showsSensitivity: showsSensitivity)
    case .probe:
      guard let expression else {
        throw UsageError("give the probe's expression: --expression 'contentOffset.y > 120'")
      }
      return try ProbeResult(outcome, expression, configuration: known)
    case .transitions:
      return try TransitionsResult(outcome, configuration: known)
    case .smoothness:
      return try SmoothnessResult(outcome)
    case .findings:
      return try FindingsResult(
        outcome, configuration: known, registry, app, least: severity.severity,
        triages: !skipsRepair)
    }
  }
}

/// The lowest severity that is printed, as an argument.
enum LeastSeverity: String, CaseIterable, CommandValue {
  case info
  case notice
  case warning
  case error

  var severity: FindingSeverity {
    switch self {
    case .info: .info
    case .notice: .notice
    case .warning: .warning
    case .error: .error
    }
  }
}

/// The result of an analysis of one outcome, ready for output.
protocol AnalysisResult {
  /// Whether it should fail a check.
  var isAlarming: Bool { get }
  /// Whether a part of it was not checked because the program lacks code.
  var isPartial: Bool { get }
  func print(_ console: inout Console)
  func write(_ json: inout JSONWriter) throws
  func keep(in session: ReplaySession) throws
}

extension AnalysisResult {
  var isAlarming: Bool { false }
  var isPartial: Bool { false }
  func keep(in session: ReplaySession) throws {}
}

extension Outcome {
  /// Prints the trace and the analysis as a heading.
  func printHeading(_ console: inout Console) {
    let style = console.style
    console.print(
      style("trace \(trace.id) ", .dim)
        + style(DisplayText.escaped(trace.information.name), .bold)
        + style(plan.map { ", replayed under \($0.configuration.text)" } ?? ", as recorded", .dim))
  }

  func write(_ json: inout JSONWriter) {
    json.member("trace", trace.id)
    json.member("name", trace.information.name)
    json.member("outcome", plan == nil ? "recorded" : "replayed")
    json.member("configuration", plan?.configuration.text)
    json.member("drive", plan?.drive.drive.rawValue)
  }
}
