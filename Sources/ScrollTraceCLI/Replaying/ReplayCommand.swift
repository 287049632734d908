import Analysis
public import CommandLineKit
public import Replay
import ScrollEngine
import ScrollModel
import TextKit
import TraceStore
import Triage

/// `replay`: replays a trace under one or more configurations.
struct ReplayCommand: CommandLineKit.Command {
  static let name = "replay"
  static let abstract = "Replay traces under any configuration and compare with the recording."
  static let discussion = """
    The trace's inputs run through the engine. What drives it is chosen from what was recorded and \
    printed with the result: gestures where there are touch or wheel samples, recorded offsets up to \
    each release, offsets alone, or programmatic scrolls. Frames that drove a replay are left out of \
    the comparison.

    Without options the configuration that the trace declares is used; if it declares none, the \
    defaults are assumed, which is printed. Several values of an option, separated by commas, make a \
    matrix of all combinations; configurations that behave the same are put into one group. Group A \
    matches the recording, if any configuration does.

    Ends with 1 if the one configuration that was asked for differs from the recording by more than \
    the tolerance. Assumed defaults are not judged. A matrix is only displayed: the row of the \
    declared configuration alone decides the exit code, and without this row it is 0. With --golden \
    it ends with 1 if a replay differs from the approved result; the recording then has no effect.

    With --edit the inputs change before the replay, as in the workbench of a report; nothing is \
    compared or kept then.
    """
  static let examples = [
    Example("scrolltrace replay 1", "under the declared configuration"),
    Example(
      "scrolltrace replay feed --behavior 'none,paging,view-aligned,interval(200)' --anchor top,center",
      "eight configurations"),
    Example("scrolltrace replay feed --set switch.pageLength=frame,container", "both page lengths"),
    Example("scrolltrace replay feed --edit 'gesture 2 velocity 1800'", "with a faster fling"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .traces(\.traces),
      .store(\.database),
    ] + configurationParameters + [
      .option("drive", \.drive, "What moves the content, in place of the automatic choice."),
      .option(
        "edit", \.edits,
        "Change the inputs first, such as 'gesture 2 velocity 1800'.",
        valueName: "EDIT"),
      .option(
        "tolerance-pt", \.tolerance,
        "Offsets that differ by at most this many points count as equal.",
        limits: .range(0...10_000)),
      .option(
        "tolerance-px", \.pixels, "The same in pixels of the trace's display.",
        limits: .range(0...30_000)),
      .option(
        "tolerance-ms", \.milliseconds, "How long ids and phases may differ, in milliseconds.",
        limits: .range(0...60_000)),
      .option("jobs", short: "j", \.jobs, "Work on N threads.", limits: .range(1...256)),
      .option(
        "policy", \.policy, "The impression policy that counts what was seen.",
        valueName: "NAME", completion: CompletionWords.policies),
      .option(
        "golden", \.golden, "Compare targets, rests, ids and impressions with an approved file.",
        valueName: "FILE", completion: .files),
      .flag("approve", \.isApproving, "Replace the file of --golden with the present results."),
      .flag("keep-frames", \.keepsFrames, "Keep the frames of every replay in the store."),
      .flag("no-keep", \.keepsNothing, "Store no results."),
      .flag("json", \.isJSON, "Print the result as JSON."),
    ]

  private static var configurationParameters: [Parameter<Self>] {
    [
      .option(
        "behavior", \.configurations.behaviors, "Behaviors, separated by commas.",
        valueName: "LIST", completion: CompletionWords.behaviors),
      .option(
        "anchor", \.configurations.anchors, "Anchors of the position, separated by commas.",
        valueName: "LIST", completion: CompletionWords.anchors),
      .option(
        "profile", \.configurations.profiles, "Profiles, such as ios18,ios26.", valueName: "LIST",
        completion: CompletionWords.profiles),
      .option(
        "set", \.configurations.settings, "Values of any key: KEY=VALUE,VALUE.",
        valueName: "KEY=LIST", completion: .words(Configuration.keyNames)),
      .option(
        "config", \.configurations.texts,
        "A whole configuration, or a JSON file of named ones.",
        valueName: "TEXT|FILE", completion: .files),
      .flag(
        "declared", \.configurations.isDeclared, "Also replay under the declared configuration."),
    ]
  }

  var traces: [String] = []
  var database: String?
  var configurations = ConfigurationOptions()
  var drive: Drive?
  var edits: [String] = []
  var tolerance: Double?
  var pixels: Double?
  var milliseconds = Tolerance.standard.milliseconds
  var policy = ImpressionPolicy.feedDefault.name
  var jobs = 2
  var golden: String?
  var isApproving = false
  var keepsFrames = false
  var keepsNothing = false
  var isJSON = false
  /// The behaviors of this program.
  var registry = BehaviorRegistry()

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      guard tolerance == nil || pixels == nil else {
        throw UsageError("give --tolerance-pt or --tolerance-px, not both")
      }
      let policy = try ImpressionText.chosen(policy)
      guard !isApproving || golden != nil else { throw UsageError("--approve needs --golden FILE") }
      try configurations.check(registry)
      try checkEdits()
      _ = Interruption.install()
      // Opening an older store for writing migrates it, so all arguments are checked before.
      let session = try ReplaySession(
        database, traces: traces, keeps: !keepsNothing && edits.isEmpty, registry, &console)
      let selected = try StorePath.select(traces, in: session.store)
      guard !selected.isEmpty else {
        throw Failure(.nothingMatched, "'\(session.store.path)' has no traces")
      }
      let done = try EachTrace(selected) { trace -> TraceMatrix in
        let matrix = try replay(trace, policy, session, &console)
        if edits.isEmpty { try session.keep(matrix, keepsFrames: keepsFrames) }
        return matrix
      }
      try print(done, &console)
      done.printFailed(Self.name, &console)
      let allowed =
        golden == nil
        ? [] : try done.results.map { try tolerance(for: $0.trace, in: session.store).points }
      try session.close(&console)
      return done.exitCode(
        try hold(done, tolerance: allowed.max(), &console) ?? exitCode(done.results))
    }
  }

  private func print(_ done: EachTrace<TraceMatrix>, _ console: inout Console) throws {
    if isJSON {
      return try console.printJSON(isComplete: done.isComplete) { json in
        try MatrixJSON.write(done.results, &json)
      }
    }
    for (index, matrix) in done.results.enumerated() {
      if index > 0 { console.print() }
      MatrixText(matrix).print(&console)
    }
  }

  /// Compares the replays with the file of --golden; nil without one.
  private func hold(
    _ done: EachTrace<TraceMatrix>, tolerance: Double?, _ console: inout Console
  ) throws -> ExitCode? {
    guard let golden else { return nil }
    // A failed replay would be missing in the file, and later runs would not check it.
    let hasFailed = done.results.contains { $0.result.cells.contains { $0.obstacle != nil } }
    guard !isApproving || (done.isComplete && !hasFailed) else {
      let what = done.isComplete ? "replay" : "trace"
      console.printError("scrolltrace replay: nothing was approved, as a \(what) failed")
      return .partial
    }
    let code = try Golden(done.results).hold(
      against: golden, isApproving: isApproving,
      tolerance: tolerance ?? Tolerance.standard.points, verb: Self.name, &console)
    return code == .ok && hasFailed ? .partial : code
  }

  /// Parses the edits before any trace is read; whether they fit is checked for each trace.
  private func checkEdits() throws {
    guard !edits.isEmpty else { return }
    guard golden == nil, !keepsFrames else {
      throw UsageError("--edit goes neither with --golden nor with --keep-frames")
    }
    for edit in edits {
      do throws(EditError) {
        _ = try ReplayEdit(text: edit)
      } catch {
        throw UsageError(error.description)
      }
    }
  }

  private func tolerance(for trace: TraceRecord, in store: TraceStore) throws -> Tolerance {
    try Tolerance(
      points: tolerance, pixels: pixels, milliseconds: milliseconds, of: [trace], in: store)
  }

  private func replay(
    _ trace: TraceRecord, _ policy: ImpressionPolicy, _ session: ReplaySession,
    _ console: inout Console
  ) throws -> TraceMatrix {
    let cells = try configurations.configurations(
      declared: trace.information.declaredConfiguration, registry)
    let runner = MatrixRunner(
      tolerance: try tolerance(for: trace, in: session.store), drive: drive, workers: jobs,
      behaviors: registry)
    guard edits.isEmpty else {
      let declared = try ConfigurationOptions.chosen(
        nil, declared: trace.information.declaredConfiguration, registry)
      let result = try runner.run(
        cells, of: trace, in: session.store, edits: edits, declared: declared ?? Configuration())
      return TraceMatrix(trace: trace, result: result, impressions: cells.map { _ in nil })
    }
    var progress = ProgressLine(
      "replaying \(trace.information.name)", unit: "events", total: trace.eventCount,
      console: console)
    let (result, impressions) = try runner.run(
      cells, of: trace, in: session.store, counting: policy
    ) {
      try Interruption.check("nothing of trace \(trace.id) was kept")
      progress.advance(to: $0, &console)
    }
    progress.erase(&console)
    return TraceMatrix(trace: trace, result: result, impressions: impressions)
  }

  /// The exit code: a single configuration is checked unless it was assumed; of a matrix only the
  /// declared cell is.
  private func exitCode(_ matrices: [TraceMatrix]) -> ExitCode {
    let cells = matrices.flatMap(\.result.cells)
    let failed = cells.count { $0.obstacle != nil }
    guard failed == 0 else { return failed == cells.count ? .badData : .partial }
    // In a matrix, only the declared configuration is checked.
    let isDivergent = matrices.contains { matrix in
      matrix.result.cells.contains {
        ((matrix.result.cells.count == 1 && !$0.configuration.isAssumed)
          || $0.configuration.name == "declared")
          && $0.result?.comparison?.isDivergent ?? false
      }
    }
    return isDivergent ? .differences : .ok
  }
}

extension Drive: CommandValue {}
