import Analysis
import CommandLineKit
import Replay
import ScrollModel
import TextKit
import TraceStore
import Triage

/// `lint`: finds problems of traces and configurations without an analysis.
struct LintCommand: KnowsTheApp {
  static let name = "lint"
  static let abstract = "Check traces and configurations for mistakes, explain detectors."
  static let discussion = """
    A trace is checked for mistakes of its source: gestures without an end, phases out \
    of order, gaps. A configuration is checked against the trace's layout: paging with an interval, \
    targets that cannot be reached, thresholds that a tall item never meets, and more.

    --explain prints what a detector looks for, what is known to cause it, and public reports of the \
    same kind. --list names all detectors.

    Some lints need facts that no trace contains: --code 'stack: eager' or 'lazy', 'observes: \
    EXPRESSION' for each geometry observer, 'header: OFFSET/HEIGHT' for a header that collapses, \
    'paging: on' \
    where the platform pages in addition to the behavior, 'impressions: every' where each visit \
    counts again.
    """
  static let examples = [
    Example("scrolltrace lint feed", "check one trace"),
    Example("scrolltrace lint --explain S05", "the page of S05"),
  ]
  static let parameters: [Parameter<Self>] = [
    .traces(\.traces),
    .store(\.database),
    .option(
      "config", \.configuration, "The configuration, in place of the declared one.",
      valueName: "TEXT|FILE"),
    .option(
      "code", \.code,
      "What the app's code does in addition: 'stack: eager, observes: contentOffset.y > 120'.",
      valueName: "TEXT"),
    interactionParameter,
    .option(
      "explain", \.explained, "Print the page of a detector.", valueName: "ID",
      completion: CompletionWords.detectors),
    .flag("list", \.lists, "List all detectors."),
    .flag("json", \.isJSON, "Print the result as JSON."),
  ]

  var traces: [String] = []
  var database: String?
  var configuration: String?
  var code: String?
  var app = FindingOptions()
  var explained: String?
  var lists = false
  var isJSON = false
  /// The behaviors of this program.
  var registry = BehaviorRegistry()

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      if let explained { return try explain(explained, &console) }
      if lists { return try list(&console) }
      let store = try StorePath.openToRead(database, traces: traces, &console)
      let selected = try StorePath.select(traces, in: store)
      guard !selected.isEmpty else {
        throw Failure(.nothingMatched, "'\(store.path)' has no traces")
      }
      // An error in the option is independent of the traces.
      if let configuration { _ = try ConfigurationOptions.given(configuration, registry) }
      let done = try EachTrace(selected) { Linted(trace: $0, findings: try lint($0, store)) }
      if isJSON {
        try printJSON(done, &console)
      } else {
        for result in done.results { print(result.trace, result.findings, &console) }
      }
      done.printFailed(Self.name, &console)
      try store.close()
      let isAlarming = done.results.contains { $0.findings.contains { $0.severity >= .warning } }
      return done.exitCode(isAlarming ? .differences : .ok)
    }
  }

  private struct Linted {
    let trace: TraceRecord
    let findings: [Finding]
  }

  private func lint(_ trace: TraceRecord, _ store: TraceStore) throws -> [Finding] {
    let chosen = try ConfigurationOptions.chosen(
      configuration, declared: trace.information.declaredConfiguration, registry)
    let code = try declaredCode()
    let analysis = try Outcome(of: trace, in: store).analyze(
      AnalysisPair(
        TraceLint(chosen, options: app), chosen.map { ConfigurationLint($0, code: code) }))
    return (analysis.first.findings + (analysis.second?.findings ?? [])).sortedStably {
      $0.severity > $1.severity
    }
  }

  private func declaredCode() throws -> DeclaredCode {
    do {
      return try DeclaredCode(text: code ?? "")
    } catch {
      throw UsageError("--code: \(error.description)")
    }
  }

  private func print(_ trace: TraceRecord, _ findings: [Finding], _ console: inout Console) {
    let style = console.style
    console.print(
      style("trace \(trace.id) ", .dim)
        + style(DisplayText.escaped(trace.information.name), .bold)
        + (findings.isEmpty ? ": \(style("no problem found", .green))" : ""))
    for finding in findings {
      console.print(
        "  \(style("\(finding.detector) \(finding.severity.name)", finding.severity >= .warning ? .red : .yellow)) "
          + "\(secondsText(finding.place.start.nanoseconds)): "
          + DisplayText.escaped(finding.message))
    }
  }

  private func printJSON(_ done: EachTrace<Linted>, _ console: inout Console) throws {
    try console.printJSON(isComplete: done.isComplete) { json in
      json.key("traces")
      json.beginArray()
      for result in done.results {
        json.beginObject()
        json.member("trace", result.trace.id)
        json.member("name", result.trace.information.name)
        json.key("findings")
        json.beginArray()
        for finding in result.findings { try FindingsResult.write(TriagedFinding(finding), &json) }
        json.endArray()
        json.endObject()
      }
      json.endArray()
    }
  }

  private func explain(_ name: String, _ console: inout Console) throws -> ExitCode {
    guard let entry = DetectorEntry.named(name) else {
      throw Failure(
        .nothingMatched, "there is no detector '\(name)'; 'scrolltrace lint --list' names them")
    }
    if isJSON {
      try console.printJSON { json in
        write(entry, &json)
        json.member("page", entry.markdown)
      }
      return .ok
    }
    console.write(entry.markdown)
    if !entry.markdown.hasSuffix("\n") { console.print() }
    return .ok
  }

  private func write(_ entry: DetectorEntry, _ json: inout JSONWriter) {
    json.member("id", entry.id)
    json.member("alias", entry.alias)
    json.member("name", entry.name)
    json.member("looks_for", entry.looksFor)
  }

  private func list(_ console: inout Console) throws -> ExitCode {
    if isJSON {
      try console.printJSON { json in
        json.objects("detectors", DetectorEntry.all) { write($0, &$1) }
      }
      return .ok
    }
    var table = TextTable([.init("id"), .init("also"), .init("name"), .init("looks for")])
    for entry in DetectorEntry.all {
      table.add([
        .init(entry.id), .init(entry.alias ?? ""), .init(entry.name), .init(entry.looksFor),
      ])
    }
    table.print(to: &console)
    return .ok
  }
}
