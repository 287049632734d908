import Analysis
import CommandLineKit
import Replay
import Report
import ScrollModel
import TextKit
import TraceStore

/// `report`: writes all results for a trace to one file.
struct ReportCommand: KnowsTheApp {
  static let name = "report"
  static let abstract =
    "Write reports for bug triage: HTML, Markdown, JSON, JUnit, SARIF, trace events."
  static let discussion = """
    A report shows the recording and its replay over time, each release and which other releases \
    would have led to another target, the decision at which recording and replay begin to differ, \
    findings with checked repairs, impressions and smoothness. The HTML page is one file that needs \
    no network.

    Configurations in addition to the declared one are given as for 'replay'. With --all, or several traces, \
    --html names a folder: each trace gets a page, and index.html ranks them; --junit and --sarif are one file for \
    all of them. One trace that cannot be reported does not stop the others.

    Settles, replays and findings are kept in the store, as 'analyze' and 'replay' keep them.

    A verdict is 'ok' only where something was compared or judged. Without a declared configuration no \
    replay is compared, unless exactly one configuration is given; such a report, and one of a trace \
    without offsets, has the verdict 'not checked', lists what is missing and which command adds it.

    Ends with 1 if a report's verdict is a warning or an error. If the declared configuration names a \
    behavior that is not registered in this program, the command ends with 3. 'Not checked' ends with \
    0 otherwise: nothing was found wrong; --json and --json-out name it, for builds that require a \
    check.
    """
  static let examples = [
    Example("scrolltrace report feed --html feed.html", "one page"),
    Example(
      "scrolltrace report feed --behavior paging,view-aligned --html feed.html", "with two replays"),
    Example("scrolltrace report --all --html reports", "a folder with an index"),
    Example("scrolltrace report --all --junit results.xml", "test results of a whole store"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .traces(\.traces),
      .store(\.database),
      .flag("all", \.isAll, "Report all traces of the store."),
    ] + renderers + [
      .option(
        "behavior", \.configurations.behaviors, "Also replay under these.", valueName: "LIST",
        completion: CompletionWords.behaviors),
      .option(
        "profile", \.configurations.profiles, "Also replay under these.", valueName: "LIST",
        completion: CompletionWords.profiles),
      .option(
        "anchor", \.configurations.anchors, "Also replay under these anchors of the position.",
        valueName: "LIST", completion: CompletionWords.anchors),
      .option(
        "set", \.configurations.settings, "Also replay under these: KEY=VALUE,VALUE.",
        valueName: "KEY=LIST", completion: .words(Configuration.keyNames)),
      .option("config", \.configurations.texts, "Also replay under this.", valueName: "TEXT|FILE"),
      .option(
        "policy", \.policies, "The impression policy.",
        valueName: "NAME", completion: CompletionWords.policies),
    ] + appParameters + [
      .option(
        "salt", \.salt, "With --redact: the same salt gives the same hashes; otherwise a new one.",
        valueName: "TEXT"),
      .flag(
        "redact", \.isRedacted, "Hash ids, drop free text, keep geometry; list what was removed."),
      .flag("open", \.opens, "With --html: open the page in the browser."),
      .flag("no-keep", \.keepsNothing, "Store no results."),
      .flag("json", \.isJSON, "Print verdicts and the names of the files as JSON."),
    ]

  private static var renderers: [Parameter<Self>] {
    [
      .option("html", \.html, "Write a page, or with several traces a folder.", valueName: "FILE"),
      .option("markdown", \.markdown, "Write the text of an issue.", valueName: "FILE"),
      .option("json-out", \.json, "Write the results as JSON.", valueName: "FILE"),
      .option("junit", \.junit, "Write test results for a build server.", valueName: "FILE"),
      .option("sarif", \.sarif, "Write findings for code scanning.", valueName: "FILE"),
      .option(
        "trace-events", \.traceEvents, "Write a trace for Perfetto and chrome://tracing.",
        valueName: "FILE"),
    ]
  }

  var traces: [String] = []
  var database: String?
  var isAll = false
  var html: String?
  var markdown: String?
  var json: String?
  var junit: String?
  var sarif: String?
  var traceEvents: String?
  var configurations = ConfigurationOptions()
  var policies: [String] = []
  var app = FindingOptions()
  var isRedacted = false
  var salt: String?
  var keepsNothing = false
  var opens = false
  var isJSON = false
  /// The behaviors of this program.
  var registry = BehaviorRegistry()

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      guard salt == nil || isRedacted else {
        throw UsageError("--salt needs --redact; without it nothing is taken out")
      }
      guard !opens || (html != nil && html != "-") else {
        throw UsageError("--open needs --html and the name of the page")
      }
      guard isAll || !traces.isEmpty else {
        throw UsageError("name the traces to report, or give --all")
      }
      let session = try ReplaySession(
        database, traces: traces, keeps: !keepsNothing, registry, &console)
      guard !isAll || traces.isEmpty || !session.files.isEmpty else {
        throw UsageError("--all reports all traces of the store; leave out --all or the names")
      }
      let store = session.store
      let selected = try StorePath.select(traces, in: store)
      guard !selected.isEmpty else {
        throw Failure(.nothingMatched, "'\(store.path)' has no traces")
      }
      try configurations.check(registry)
      let makesFolder = isAll || selected.count > 1
      let code =
        makesFolder
        ? try reportMany(selected, session, &console)
        : try reportOne(selected[0], session, &console)
      try session.close(&console)
      if opens, let html { BrowserPage.open(makesFolder ? "\(html)/index.html" : html, &console) }
      return code
    }
  }

  // MARK: One trace

  private func reportOne(
    _ trace: TraceRecord, _ session: ReplaySession, _ console: inout Console
  ) throws -> ExitCode {
    let names = [html, markdown, json, junit, sarif, traceEvents].compactMap(\.self)
    guard !isJSON || !names.contains("-") else {
      throw UsageError("--json and a report both print to standard output; name a file")
    }
    guard Set(names).count == names.count else {
      throw UsageError("two reports have one name, and the second would replace the first")
    }
    let document = try document(of: trace, session)
    var files: [String] = []
    let outputs = outputs(of: document)
    // From here on, an interruption could leave incomplete files.
    if outputs.contains(where: { $0.0 != nil && $0.0 != "-" }) { _ = Interruption.install() }
    for (path, bytes) in outputs {
      guard let path else { continue }
      try Interruption.check("\(counted(files.count, "file")) written")
      try writeFile(try bytes(), to: path)
      files.append(path)
    }
    if isJSON {
      try print([ReportEntry(trace: trace, document, files: files)], [], &console)
      return Self.code(document)
    }
    let isWritten = !files.isEmpty
    if !isWritten || markdown != "-" {
      let style = console.style
      let ink: Style.Emphasis =
        document.severity >= .warning ? .red : document.severity == .notChecked ? .dim : .green
      console.printError(
        "\(style(document.severity.label, ink)): \(DisplayText.escaped(document.verdict.text))")
    }
    if !isWritten {
      console.write(String(decoding: try MarkdownReport(document).bytes(), as: UTF8.self))
    }
    return Self.code(document)
  }

  private static func code(_ document: ReportDocument) -> ExitCode {
    if document.lacksCode { return .partial }
    return document.severity >= .warning ? .differences : .ok
  }

  private func outputs(
    of document: ReportDocument
  ) -> [(path: String?, bytes: () throws -> [UInt8])] {
    [
      (html, { try HTMLReport(document).bytes() }),
      (markdown, { try MarkdownReport(document).bytes() }),
      (json, { try JSONReport(document).bytes() }),
      (junit, { try JUnitReport(document).bytes() }),
      (sarif, { try SARIFReport(document).bytes() }),
      (traceEvents, { try TraceEventReport(document).bytes() }),
    ]
  }

  private func document(
    of trace: TraceRecord, _ session: ReplaySession
  ) throws -> ReportDocument {
    var builder = ReportBuilder(session: session, registry: registry)
    builder.app = app
    builder.makesPage = html != nil
    if !configurations.isEmpty {
      builder.configurations = try configurations.configurations(
        declared: trace.information.declaredConfiguration, registry)
    }
    if !policies.isEmpty {
      builder.policies = try policies.map { name in
        do {
          return try ImpressionText.policy(name)
        } catch let error as ImpressionPolicyError {
          throw UsageError("--policy '\(name)': \(error)")
        }
      }
    }
    var document = try builder.document(of: trace)
    if sarif != nil {
      document.captureFile = try session.store.captures().first { $0.id == trace.captureID }?
        .sourceName
    }
    return isRedacted ? Redaction(salt: salt ?? Redaction.newSalt()).redacted(document) : document
  }

  // MARK: Several traces

  /// The text of a folder page about a trace without a report; a reason may contain ids and
  /// configurations.
  private func shown(_ failed: EachTrace<ReportEntry>.Failed) -> IndexPage.Failure {
    let name = isRedacted ? "trace \(failed.number)" : failed.name
    let reason = isRedacted ? "the reason is left out" : failed.failure.description
    return IndexPage.Failure(name: name, reason: reason)
  }

  private func reportMany(
    _ traces: [TraceRecord], _ session: ReplaySession, _ console: inout Console
  ) throws -> ExitCode {
    guard html != nil || junit != nil || sarif != nil,
      [markdown, json, traceEvents].allSatisfy({ $0 == nil })
    else {
      throw UsageError(
        "several traces make a folder of pages, --html FOLDER, or one file, --junit FILE or --sarif "
          + "FILE; name one trace for another report format")
    }
    guard html != "-" else {
      throw UsageError("several pages make a folder and do not go to standard output; name it")
    }
    guard !isJSON || (junit != "-" && sarif != "-") else {
      throw UsageError("--json and a report both print to standard output; name a file")
    }
    if let html { try makeFolder(html) }
    var pages: [IndexPage.Entry] = []
    var results = JUnitReport(named: "scrolltrace")
    var alerts = SARIFReport()
    var isAlarming = false
    var isPartial = false
    var progress = ProgressLine(
      "reporting", unit: "traces", total: Int64(traces.count), console: console)
    var count: Int64 = 0
    _ = Interruption.install()
    let done = try EachTrace(traces, goesOn: true) { trace -> ReportEntry in
      try Interruption.check("\(count) of \(traces.count) traces were reported")
      progress.advance(to: count, &console)
      count += 1
      let document = try document(of: trace, session)
      isAlarming = isAlarming || document.severity >= .warning
      isPartial = isPartial || document.lacksCode
      if junit != nil { results.add(document) }
      if sarif != nil { alerts.add(document) }
      guard let html else { return ReportEntry(trace: trace, document, files: []) }
      let file = "trace-\(trace.id).html"
      try writeFile(try HTMLReport(document).bytes(), to: "\(html)/\(file)")
      pages.append(IndexPage.Entry(file: file, document))
      return ReportEntry(trace: trace, document, files: ["\(html)/\(file)"])
    }
    progress.erase(&console)
    let failures = done.failed.map(shown)
    let index = IndexPage(pages, failures: failures)
    if let html { try writeFile(index.bytes(), to: "\(html)/index.html") }
    if let junit {
      for failure in failures { results.addFailure(of: failure.name, reason: failure.reason) }
      try writeFile(try results.bytes(), to: junit)
    }
    if let sarif {
      for failure in failures { alerts.addFailure(of: failure.name, reason: failure.reason) }
      try writeFile(try alerts.bytes(), to: sarif)
    }
    done.printFailed(Self.name, &console)
    if isJSON {
      try print(done.results, failures, &console)
    } else if junit != "-", sarif != "-" {
      for group in index.summary {
        let ink: Style.Emphasis =
          group.severity >= .warning ? .red : group.severity == .notChecked ? .dim : .green
        console.print(
          "\(console.style(counted(group.count, "trace"), ink)): \(DisplayText.escaped(group.text))"
        )
      }
      for file in [html.map { "\($0)/index.html" }, junit, sarif].compactMap(\.self) {
        console.print(
          "\(console.style.link(toFile: file)): \(counted(done.results.count, "report"))")
      }
    }
    return done.exitCode(isPartial ? .partial : isAlarming ? .differences : .ok)
  }

  private func print(
    _ entries: [ReportEntry], _ failures: [IndexPage.Failure], _ console: inout Console
  ) throws {
    try console.printJSON(isComplete: failures.isEmpty) { json in
      json.key("reports")
      json.beginArray()
      for entry in entries { entry.write(&json) }
      json.endArray()
      json.key("failures")
      json.beginArray()
      for failure in failures {
        json.beginObject()
        json.member("trace", failure.name)
        json.member("reason", failure.reason)
        json.endObject()
      }
      json.endArray()
    }
  }
}
