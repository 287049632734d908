import CommandLineKit
import Replay
import Report
import ScrollModel
import TextKit
import TraceStore
import Triage

/// `show`: summarizes one trace.
struct ShowCommand: CommandLineKit.Command {
  static let name = "show"
  static let abstract = "Show what is in a trace."
  static let discussion = """
    The first lines are those of 'diagnose': what the app really does, with proof and a fix. What the \
    trace contains follows.

    With --at, --watch and --scrub the trace is replayed, and the state of the replay is shown: phase, \
    offset, ids, where a release would rest, and the targets in the frame. A moment after the end of \
    the trace is an error.

    --watch plays it in the terminal; --scrub waits for keys:

      ← →          the frame before, the next one
      PgUp PgDn    a second back, a second on
      Home End     the start, the end
      n p          the next decision about a rest, the one before
      d D          the next divergence from the recording, the one before
      space        play, pause
      + -          faster, slower
      ?            list the keys
      q            quit

    In a terminal with 60 columns or more, the recording is drawn next to the replay.
    """
  static let examples = [
    Example("scrolltrace show 1", "the first trace"),
    Example("scrolltrace show feed", "the trace named feed"),
    Example("scrolltrace show feed --at 1.25s", "everything that it shows at one moment"),
    Example("scrolltrace show feed --scrub", "step through it with the keyboard"),
  ]
  static let parameters: [Parameter<Self>] = [
    .traces(\.traces),
    .store(\.database),
    .option(
      "at", \.moment, "Show the full state of a replay at a moment: 1.25s, 1250ms or seconds.",
      valueName: "TIME"),
    .option(
      "config", \.configuration, "The configuration of the replay, in place of the declared one.",
      valueName: "TEXT|FILE"),
    .option("drive", \.drive, "What moves the content of the replay."),
    .flag("watch", \.isWatching, "Play the replay in the terminal, from --at on."),
    .flag("scrub", \.isScrubbing, "Step through the replay with the keyboard, from --at on."),
    .flag("json", \.isJSON, "Print the result as JSON."),
    .flag("no-check", \.skipsCheck, "Do not look for damaged pages first."),
  ]

  var traces: [String] = []
  var database: String?
  var moment: String?
  var configuration: String?
  var drive: Drive?
  var isWatching = false
  var isScrubbing = false
  var isJSON = false
  var skipsCheck = false
  /// The behaviors of this program.
  var registry = BehaviorRegistry()

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      let store = try StorePath.openToRead(
        database, traces: traces, skipsCheck: skipsCheck, &console)
      let selected = try StorePath.select(traces, in: store)
      guard !selected.isEmpty else {
        throw Failure(.nothingMatched, "'\(store.path)' has no traces")
      }
      if isWatching || isScrubbing || moment != nil {
        let code = try showReplay(of: selected, store, &console)
        try store.close()
        return code
      }
      if isJSON {
        try printJSON(selected, store, &console)
      } else {
        for (index, trace) in selected.enumerated() {
          if index > 0 { console.print() }
          try print(trace, store, &console)
        }
      }
      try store.close()
      return .ok
    }
  }

  private func showReplay(
    of traces: [TraceRecord], _ store: TraceStore, _ console: inout Console
  ) throws -> ExitCode {
    let time = try moment.map { text in
      guard let time = MomentText.time(text) else {
        throw UsageError("--at '\(text)' is no moment; write 1.25s, 1250ms or 1.25")
      }
      return time
    }
    guard let trace = traces.first, traces.count == 1 else {
      throw UsageError("--at, --watch and --scrub show one trace; name it")
    }
    if let time, let moment {
      let end = try TraceSummary.end(of: trace, in: store)
      guard time <= end else {
        throw Failure(
          .nothingMatched,
          "--at '\(moment)' is after the end of trace \(trace.id); give a moment between 0 s and "
            + secondsText(end.nanoseconds))
      }
    }
    let isInteractive = isWatching || isScrubbing
    if isInteractive && (isJSON || (isWatching && isScrubbing)) {
      throw UsageError("give one of --watch, --scrub and --json")
    }
    let chosen =
      try ConfigurationOptions.chosen(
        configuration, declared: trace.information.declaredConfiguration, registry)
      ?? Configuration()
    let contents = try store.contents(of: trace.id)
    let behavior = registry.behavior(of: chosen)
    let plan = try ReplayPlan(
      chosen, of: trace.information, contents, drive: drive, behavior: behavior)
    if isInteractive {
      let recordedPlan =
        plan.drive.drive == .offset
        ? nil
        : try ReplayPlan(
          chosen, of: trace.information, contents, drive: .offset, behavior: behavior)
      return try scrub(trace, plan, recordedPlan, from: time ?? .zero, store, &console)
    }
    let inspection = try store.inspect(trace.id, plan, at: time ?? .zero)
    if isJSON {
      try console.printJSON { json in try InspectionJSON.write(inspection, &json) }
    } else {
      InspectionText(inspection: inspection, plan: plan).print(&console)
    }
    return .ok
  }

  private func print(
    _ trace: TraceRecord, _ store: TraceStore, _ console: inout Console
  ) throws {
    let summary = try TraceSummary(of: trace, in: store)
    let information = trace.information
    let style = console.style
    console.print(
      style("trace \(trace.id) ", .dim) + style(DisplayText.escaped(information.name), .bold))
    DiagnosisText.print(
      ReportDiagnosis.said(of: trace, in: store, registry).lines, indent: "  ", labelWidth: 14,
      &console)
    var rows: [(String, String?)] = [
      ("state", trace.isSealed ? "sealed" : "not sealed: its writer did not end it"),
      ("duration", secondsText(summary.lastTime.nanoseconds)),
      ("parent", information.parentName), ("inner views", try innerViews(of: trace, store)),
      ("device", information.device),
      ("system", information.system), ("app", information.app),
      ("configuration", information.declaredConfiguration),
      ("axes", information.axes?.rawValue),
    ]
    rows.append(("container", summary.containerSize.map(Self.text)))
    rows.append(("content", summary.contentSize.map(Self.text)))
    rows.append(
      ("scrolling", summary.isScrollDisabled.map { ($0 ? "disabled" : "enabled") + " at the end" }))
    rows.append(("inputs", inputs(summary)))
    rows.append(("observations", observations(summary)))
    rows.append(("remarks", remarks(summary)))
    for case (let name, let value?) in rows where !value.isEmpty {
      let padded = name + String(repeating: " ", count: max(0, 14 - name.count))
      console.print("  \(style(padded, .dim))\(DisplayText.escaped(value))")
    }
    try MeasuredRowsText(of: Outcome(of: trace, in: store), layouts: summary.layouts)
      .print(indent: "  ", labelWidth: 14, &console)
    if let range = summary.offsetRange {
      let low = try NumberText.text(range.lowerBound)
      let high = try NumberText.text(range.upperBound)
      console.print("  \(style("offset        ", .dim))\(style(summary.sparkline, .cyan))")
      console.print("  \(style("              from \(low) to \(high)", .dim))")
    }
    let declared = try? ConfigurationOptions.chosen(
      nil, declared: information.declaredConfiguration, registry)
    NestedText.print(
      try NestedText.moves(of: trace, under: declared ?? nil, in: store, registry),
      label: "drags         ", &console)
    if let capture = try store.captures().first(where: { $0.id == trace.captureID }) {
      try Diagnostics.print(ofCapture: capture.id, in: store, database: database, &console)
    }
  }

  /// The names of the views in this one, in the order of their traces.
  private func innerViews(of trace: TraceRecord, _ store: TraceStore) throws -> String? {
    guard let nested = try store.contents(of: trace.id).nested else { return nil }
    let names = nested.traces.members.filter { $0.parent == nested.member }.map {
      $0.information.name
    }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  private static func text(_ size: Size) -> String {
    let width = (try? NumberText.text(size.width)) ?? "?"
    let height = (try? NumberText.text(size.height)) ?? "?"
    return "\(width) × \(height)"
  }

  private func inputs(_ summary: TraceSummary) -> String {
    Self.list([
      (summary.gestures, "gesture"), (summary.touchSamples, "touch sample"),
      (summary.wheelSamples, "wheel sample"), (summary.commands, "command"),
      (summary.layouts, "layout"), (Int64(summary.targets), "target"),
      (summary.edits, "content edit"),
    ])
  }

  private func observations(_ summary: TraceSummary) -> String {
    Self.list([
      (summary.frames, "frame"), (summary.phaseChanges, "phase change"),
      (summary.positionReports, "position report"),
      (summary.visibilityEvents, "visibility event"), (summary.releases, "release"),
      (summary.annotations, "annotation"),
    ])
  }

  private func remarks(_ summary: TraceSummary) -> String {
    Self.list([
      (summary.gaps, "gap"), (summary.lostEvents, "lost event"), (summary.repairs, "repair"),
    ])
  }

  private static func list(_ counts: [(Int64, String)]) -> String {
    counts.filter { $0.0 > 0 }.map { counted(Int($0.0), $0.1) }.joined(separator: ", ")
  }

  private func printJSON(
    _ traces: [TraceRecord], _ store: TraceStore, _ console: inout Console
  ) throws {
    try console.printJSON { json in
      json.key("traces")
      json.beginArray()
      for trace in traces {
        try write(trace, try TraceSummary(of: trace, in: store), store, &json)
      }
      json.endArray()
    }
  }

  private func write(
    _ trace: TraceRecord, _ summary: TraceSummary, _ store: TraceStore, _ json: inout JSONWriter
  ) throws {
    json.beginObject()
    json.member("trace", trace.id)
    json.member("name", trace.information.name)
    json.member("is_sealed", trace.isSealed)
    json.member("duration_ns", summary.lastTime.nanoseconds)
    json.member("device", trace.information.device)
    json.member("system", trace.information.system)
    json.member("app", trace.information.app)
    json.member("configuration", trace.information.declaredConfiguration)
    try json.member("container_width_pt", summary.containerSize?.width)
    try json.member("container_height_pt", summary.containerSize?.height)
    json.member("is_scroll_disabled_at_end", summary.isScrollDisabled)
    try json.member("content_width_pt", summary.contentSize?.width)
    try json.member("content_height_pt", summary.contentSize?.height)
    try json.member("offset_min_pt", summary.offsetRange?.lowerBound)
    try json.member("offset_max_pt", summary.offsetRange?.upperBound)
    let counts: [(String, Int64)] = [
      ("gestures", summary.gestures), ("touch_samples", summary.touchSamples),
      ("wheel_samples", summary.wheelSamples), ("commands", summary.commands),
      ("layouts", summary.layouts), ("targets", Int64(summary.targets)),
      ("content_edits", summary.edits), ("frames", summary.frames),
      ("phase_changes", summary.phaseChanges), ("position_reports", summary.positionReports),
      ("visibility_events", summary.visibilityEvents), ("releases", summary.releases),
      ("annotations", summary.annotations), ("gaps", summary.gaps),
      ("lost_events", summary.lostEvents), ("repairs", summary.repairs),
    ]
    for (name, count) in counts { json.member(name, count) }
    try MeasuredRowsText(of: Outcome(of: trace, in: store), layouts: summary.layouts).write(&json)
    json.key("diagnosis")
    json.beginObject()
    try ReportDiagnosis.said(of: trace, in: store, registry).writeMembers(&json)
    json.endObject()
    json.endObject()
  }
}
