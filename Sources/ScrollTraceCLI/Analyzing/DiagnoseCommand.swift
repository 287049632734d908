import Analysis
import CommandLineKit
import Diagnosis
import Replay
import ScrollModel
import TextKit
import TraceStore
import Triage

/// `diagnose`: what the app really does, with proof.
struct DiagnoseCommand: KnowsTheApp {
  static let name = "diagnose"
  static let abstract = "Find what the app really does, prove it, and say what to change."
  static let discussion = """
    Every release of the recording is compared with what each known behavior would have done there: \
    free scrolling, paging, view alignment, intervals, listed offsets, scroll snap, and both \
    decelerations. Unknown lengths are solved from the rests and named after the lengths of the \
    layout: item, spacing, insets, container.

    Everything else is held against the declaration, too: programmatic scrolls, what stayed in place when \
    sizes changed, reported ids and visibility, who moved the content, and whether the declared numbers \
    fit the layout.

    Prints the cause, its proof, the findings that follow from it, and a fix. A cause is certain at \
    odds of 100:1 against the next one, likely at 10:1, else undecided.

    Ends with 0 if every trace behaves as declared, 1 if one has a cause or is undecided, 4 if there \
    is nothing to diagnose.
    """
  static let examples = [
    Example("scrolltrace diagnose feed.jsonl", "why this capture misbehaves, without a store"),
    Example("scrolltrace diagnose feed", "why this trace of the store misbehaves"),
    Example("scrolltrace diagnose --config 'behavior: view-aligned'", "against what should run"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .argument("trace", \.traces, StorePath.tracesHelp, isRequired: false),
      .option(
        "db", \.database, StorePath.help, valueName: "FILE", completion: .files,
        shownDefault: StorePath.shownDefault),
      .option(
        "config", \.configuration,
        "What the app should do, in place of the declared configuration.",
        valueName: "TEXT|FILE"),
    ] + appParameters + [.flag("json", \.isJSON, "Print the result as JSON.")]

  var traces: [String] = []
  var database: String?
  var configuration: String?
  var app = FindingOptions()
  var isJSON = false
  /// The behaviors that this program brings.
  var registry = BehaviorRegistry()

  private struct Diagnosed {
    let trace: TraceRecord
    let diagnosis: TraceDiagnosis
  }

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      if let configuration { _ = try ConfigurationOptions.given(configuration, registry) }
      let store = try StorePath.openToRead(database, traces: traces, &console)
      let selected = try StorePath.select(traces, in: store)
      guard !selected.isEmpty else {
        throw Failure(.nothingMatched, "'\(store.path)' has no traces")
      }
      let done = try EachTrace(selected) { trace in
        let declared = try ConfigurationOptions.chosen(
          configuration, declared: trace.information.declaredConfiguration, registry)
        let diagnosis = try Diagnoser(
          Outcome(of: trace, in: store), declared: declared, registry, options: app
        ).diagnose()
        return Diagnosed(trace: trace, diagnosis: diagnosis)
      }
      if isJSON {
        try printJSON(done, &console)
      } else {
        for (index, result) in done.results.enumerated() {
          if index > 0 { console.print() }
          print(result, &console)
        }
      }
      done.printFailed(Self.name, &console)
      try store.close()
      return done.exitCode(Self.exitCode(done.results.map(\.diagnosis.verdict)))
    }
  }

  private static func exitCode(_ verdicts: [DiagnosisVerdict]) -> ExitCode {
    if verdicts.contains(where: { $0 == .cause || $0 == .undecided }) { return .differences }
    return verdicts.contains(.asDeclared) ? .ok : .nothingMatched
  }

  private func print(_ result: Diagnosed, _ console: inout Console) {
    let style = console.style
    let name = DisplayText.escaped(result.trace.information.name)
    let lines = result.diagnosis.lines()
    let heading = style("trace \(result.trace.id) ", .dim) + style(name, .bold)
    // A healthy trace is one line.
    if result.diagnosis.causes.isEmpty, let line = lines.first {
      let ink: Style.Ink = result.diagnosis.verdict == .asDeclared ? .green : .yellow
      console.print("\(heading): \(style(DisplayText.escaped(line.text), ink))")
      return
    }
    console.print(heading)
    for line in lines {
      let label = line.label + String(repeating: " ", count: max(0, 8 - line.label.count))
      console.print("\(style(label, .bold))\(DisplayText.escaped(line.text))")
    }
  }

  // MARK: JSON

  private func printJSON(_ done: EachTrace<Diagnosed>, _ console: inout Console) throws {
    try console.printJSON(isComplete: done.isComplete) { json in
      json.member("analysis", "diagnosis")
      try json.objects("traces", done.results) { result, json in
        json.member("trace", result.trace.id)
        json.member("name", result.trace.information.name)
        try Self.write(result.diagnosis, &json)
      }
    }
  }

  private static func write(_ diagnosis: TraceDiagnosis, _ json: inout JSONWriter) throws {
    json.member("verdict", diagnosis.verdict.rawValue)
    json.member("obstacle", diagnosis.obstacle)
    json.member("decisions", Int64(diagnosis.decisions.count))
    json.member("explained", Int64(diagnosis.explained))
    json.member("declaredExplained", diagnosis.declaredExplained.map(Int64.init))
    try json.objects("counts", diagnosis.counts) { count, json in
      json.member("kind", count.noun)
      json.member("count", Int64(count.count))
      json.member("explained", Int64(count.explained))
    }
    try json.objects("causes", diagnosis.causes, write)
    try json.objects("margins", Array(diagnosis.decisions.enumerated())) { entry, json in
      let (index, decision) = entry
      json.member("decision", Int64(decision.number))
      json.member("release_ns", decision.time.nanoseconds)
      try json.member("rest_pt", decision.rest)
      try json.member(
        "margin_pt", index < diagnosis.margins.count ? diagnosis.margins[index] : nil)
    }
  }

  private static func write(_ cause: DiagnosedCause, _ json: inout JSONWriter) throws {
    json.member("class", cause.cause.rawValue)
    json.member("configuration", cause.configuration.text)
    json.member("assumption", cause.assumption)
    json.key("parameter")
    if let parameter = cause.parameter {
      json.beginObject()
      json.member("name", parameter.name)
      try json.member("value", parameter.value)
      json.member("unit", parameter.unit)
      json.endObject()
    } else {
      json.null()
    }
    json.member("symbolic", cause.symbolic)
    json.texts("sentences", cause.sentences)
    json.member("certainty", cause.certainty.rawValue)
    try json.member("odds", cause.odds)
    json.member("explained", Int64(cause.explained))
    try json.member("worstMiss_pt", cause.worstMiss)
    json.texts("effects", cause.effects.map(\.detector))
    json.key("fix")
    if let fix = cause.fix {
      json.beginObject()
      json.member("summary", fix.summary)
      json.member("configuration", fix.configuration.text)
      json.member("code", fix.code)
      json.member("checked", fix.removed != nil)
      json.texts("removes", fix.removed ?? [])
      json.endObject()
    } else {
      json.null()
    }
    try json.objects("alternatives", cause.alternatives) { other, json in
      json.member("class", other.cause.rawValue)
      json.member("configuration", other.configuration.text)
      json.member("summary", other.summary)
      json.member("explained", Int64(other.explained))
      try json.member("odds", other.odds)
      json.member("sameOutcome", other.isSameOutcome)
    }
    json.member("separatingGesture", cause.separatingGesture)
    json.texts("proof", cause.proof)
  }
}
