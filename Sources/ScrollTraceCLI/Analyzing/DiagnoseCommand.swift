import Analysis
import CommandLineKit
import Diagnosis
import Replay
import Report
import ScrollModel
import TextKit
import TraceStore
import Triage

/// `diagnose`: the app's actual behavior, with proof.
struct DiagnoseCommand: KnowsTheApp {
  static let name = "diagnose"
  static let abstract = "Find what the app really does, prove it, and propose what to change."
  static let discussion = """
    Every release of the recording is compared with what each known behavior would have done there: \
    free scrolling, paging, view alignment, intervals, listed offsets, scroll snap, and both \
    decelerations. Unknown lengths are solved from the rests and named after the lengths of the \
    layout: item, spacing, insets, container.

    Everything else is compared with the declaration, too: programmatic scrolls, what stayed in place \
    when sizes changed, reported ids and visibility, what moved the content, and whether the declared \
    numbers fit the layout.

    Prints the cause, its proof, the findings that follow from it, and a fix. A cause is certain at \
    odds of 100:1 against the next one, likely at 10:1, else undecided.

    A fix is also replayed on correct traces: on those of --guard, which names a store or a folder of \
    captures, else on the gallery's runs without their defect. Traces that the fix makes worse are \
    listed, and so are traces that could not be checked.

    Diagnoses are kept in the store, where 'query' reads them from the views diagnosis, \
    diagnosis_cause and decision.

    Ends with 0 if every trace behaves as declared, 1 if one has a cause or is undecided, 4 if there \
    is nothing to diagnose. A trace without a declared configuration ends with 1, too: its cause is \
    what the app does, which nothing contradicts.
    """
  static let examples = [
    Example("scrolltrace diagnose feed.jsonl", "why this capture misbehaves, without a store"),
    Example("scrolltrace diagnose feed", "why this trace of the store misbehaves"),
    Example("scrolltrace diagnose --config 'behavior: view-aligned'", "against what should run"),
    Example("scrolltrace diagnose feed --guard captures", "with traces that must stay correct"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .traces(\.traces),
      .store(\.database),
      .option(
        "config", \.configuration,
        "What the app should do, in place of the declared configuration.",
        valueName: "TEXT|FILE"),
      .option(
        "guard", \.guardPath, "Also replay the fix on the traces of this store or folder.",
        valueName: "FOLDER|STORE", completion: .files, shownDefault: "the gallery"),
      .flag("no-guard", \.skipsGuard, "Do not replay the fix on other traces."),
    ] + appParameters + [
      .flag("no-keep", \.keepsNothing, "Store no results."),
      .flag("json", \.isJSON, "Print the result as JSON."),
    ]

  var traces: [String] = []
  var database: String?
  var configuration: String?
  var guardPath: String?
  var skipsGuard = false
  var keepsNothing = false
  var app = FindingOptions()
  var isJSON = false
  /// The behaviors of this program.
  var registry = BehaviorRegistry()

  private struct Diagnosed {
    let trace: TraceRecord
    let declared: Configuration?
    let diagnosis: TraceDiagnosis
  }

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      if let configuration { _ = try ConfigurationOptions.given(configuration, registry) }
      guard guardPath == nil || !skipsGuard else {
        throw UsageError("--guard and --no-guard exclude each other")
      }
      let session = try ReplaySession(
        database, traces: traces, keeps: !keepsNothing, registry, &console)
      let store = session.store
      var corpus = try guardPath.map { try GuardCorpus($0, registry, options: app, &console) }
      let selected = try StorePath.select(traces, in: store)
      guard !selected.isEmpty else {
        throw Failure(.nothingMatched, "'\(store.path)' has no traces")
      }
      let done = try EachTrace(selected) { trace in
        let declared = try ConfigurationOptions.chosen(
          configuration, declared: trace.information.declaredConfiguration, registry)
        let outcome = Outcome(of: trace, in: store)
        var diagnosis = try Diagnoser(
          outcome, declared: declared, registry, options: app
        ).diagnose()
        // A fix that makes the app follow its declaration changes no configuration.
        if !skipsGuard, let cause = diagnosis.causes.first, let fix = cause.fix,
          guardPath != nil || fix.configuration != declared
        {
          let used = try corpus ?? GuardCorpus(nil, registry, options: app, &console)
          corpus = used
          diagnosis.causes[0].fix?.guarded = try used.result(of: cause, fix)
        }
        try session.keep(
          [diagnosis.kept(under: configuration == nil ? nil : declared)], of: outcome)
        return Diagnosed(trace: trace, declared: declared, diagnosis: diagnosis)
      }
      if isJSON {
        try printJSON(done, &console)
      } else {
        for (index, result) in done.results.enumerated() {
          if index > 0 { console.print() }
          let command = nextCommand(
            result, of: done.results.count, isFile: !session.files.isEmpty)
          DiagnosisText.print(
            result.diagnosis, of: result.trace, declared: result.declared, next: command, &console)
        }
      }
      done.printFailed(Self.name, &console)
      try session.close(&console)
      return done.exitCode(Self.exitCode(done.results.map(\.diagnosis.verdict)))
    }
  }

  private static func exitCode(_ verdicts: [DiagnosisVerdict]) -> ExitCode {
    if verdicts.contains(where: { $0 == .cause || $0 == .undecided }) { return .differences }
    return verdicts.contains(.asDeclared) ? .ok : .nothingMatched
  }

  /// The command that attaches what the trace lacks, or creates a minimal case; nil if there is
  /// neither missing data nor a defect, and for a defect of one of several traces in a capture file.
  private func nextCommand(_ result: Diagnosed, of count: Int, isFile: Bool) -> String? {
    guard !result.diagnosis.causes.isEmpty else {
      return result.diagnosis.missing.map { attachCommand($0, to: result.trace, isFile: isFile) }
    }
    guard !isFile || count == 1, result.diagnosis.showsDefect else { return nil }
    let word = isFile ? ShellWord.quoted(traces[0]) : "\(result.trace.id)"
    return "scrolltrace reproduce \(word)\(StorePath.words(database)) -o repro/"
  }

  /// The command that attaches a part; the traces of a capture file are imported first and are
  /// known by name, because their numbers in the store are not known yet.
  private func attachCommand(
    _ part: TraceDiagnosis.Missing, to trace: TraceRecord, isFile: Bool
  ) -> String {
    let files = traces.map(ShellWord.quoted).joined(separator: " ")
    let name = isFile ? ShellWord.quoted(trace.information.name) : "\(trace.id)"
    let option = part == .layout ? "--layout scene.json" : "--container 390x844"
    return (isFile ? "scrolltrace import \(files) && " : "")
      + "scrolltrace attach \(name) \(option)\(StorePath.words(database))"
  }

  // MARK: JSON

  private func printJSON(_ done: EachTrace<Diagnosed>, _ console: inout Console) throws {
    try console.printJSON(isComplete: done.isComplete) { json in
      json.member("analysis", "diagnosis")
      try json.objects("traces", done.results) { result, json in
        json.member("trace", result.trace.id)
        json.member("name", result.trace.information.name)
        try ReportDiagnosis(result.diagnosis, declared: result.declared).writeMembers(&json)
      }
    }
  }
}
