import Analysis
import CommandLineKit
import Replay
import Report
import ScrollEngine
import ScrollModel
import TraceStore
import Triage

/// Creates the document of a report from a stored trace, with all analyses.
struct ReportBuilder {
  let session: ReplaySession
  let registry: BehaviorRegistry
  /// Configurations besides the declared one.
  var configurations: [NamedConfiguration] = []
  /// The impression policy.
  var policies: [ImpressionPolicy] = [.feedDefault]
  /// Information about the app's code.
  var app = FindingOptions()
  /// Whether the document becomes a page: only a page replays the inputs.
  var makesPage = true
  /// The largest number of settles with a plane of choices.
  var planeLimit = 12

  private var store: TraceStore { session.store }

  func document(of trace: TraceRecord) throws -> ReportDocument {
    let declared = try declaredConfiguration(of: trace)
    var document = try emptyDocument(of: trace)
    if let digests = trace.digests {
      document.digests = [
        ("inputs", hexText(digests.inputs)), ("observations", hexText(digests.observations)),
        ("information", hexText(digests.information)),
      ]
    }
    if !trace.isSealed {
      document.notes.append("where the trace would have ended: its writer did not end it")
    }
    let isCut = try addRecording(of: trace, declared, &document)
    try addReplays(of: trace, declared, &document)
    try addNested(of: trace, declared, &document)
    if isCut { try keepReach(of: trace, declared, &document) }
    try addFindings(of: trace, declared, &document)
    try addDiagnosis(of: trace, declared, &document)
    document.commands = commands(trace, declared)
    if makesPage { document.inputs = try inputs(of: trace, declared) }
    document.replayCommand = "scrolltrace replay \(trace.id) \(reproducingStore)"
    if document.isRightToLeft { document.mirrorSettles() }
    document.judge(
      preparation: importCommand.map { "\($0) && " } ?? "", store: reproducingStore)
    return document
  }

  /// The document of a recording alone, for a timeline without replays and results.
  func recording(of trace: TraceRecord) throws -> ReportDocument {
    var document = try emptyDocument(of: trace)
    let declared = try declaredConfiguration(of: trace)
    if try addRecording(of: trace, declared, &document) {
      try keepReach(of: trace, declared, &document)
    }
    if document.isRightToLeft { document.mirrorSettles() }
    document.inputs = try inputs(of: trace, declared)
    return document
  }

  private func declaredConfiguration(of trace: TraceRecord) throws -> Configuration? {
    try ConfigurationOptions.chosen(
      nil, declared: trace.information.declaredConfiguration, registry)
  }

  private func emptyDocument(of trace: TraceRecord) throws -> ReportDocument {
    ReportDocument(
      verdict: ReportVerdict(""), severity: .ok, information: trace.information, traceID: trace.id,
      durationNanoseconds: try TraceSummary.end(of: trace, in: store).nanoseconds,
      toolVersion: Tool.version, engineVersion: ScrollEngine.version)
  }

  // MARK: The recording

  /// Returns whether a layout is too large to be shown completely.
  private func addRecording(
    of trace: TraceRecord, _ declared: Configuration?, _ document: inout ReportDocument
  ) throws -> Bool {
    let outcome = Outcome(of: trace, in: store)
    let track = ReportOutcome(
      name: ReportOutcome.recordingName, configuration: trace.information.declaredConfiguration)
    let looked = try outcome.analyze(
      AnalysisPair(
        AnalysisPair(TrackBuilder(track), SceneBuilder(declared)),
        AnalysisPair(SmoothnessAnalysis(), policies.map { ImpressionAnalysis($0) })))
    var recording = looked.first.first.track
    recording.lens = declared.map(ReportVisibility.init)
    let scene = looked.first.second
    let settles = try SettlesResult(outcome, configuration: declared, registry)
    try settles.keep(in: session)
    recording.settles = settles.reports.map(ReportSettle.init)
    recording.owners = try owners(of: outcome, declared)
    document.isRightToLeft = scene.isRightToLeft
    document.layouts = scene.layouts
    document.containers = scene.containers
    document.gestures = scene.gestures
    document.marks = scene.marks
    if !recording.times.isEmpty {
      recording.digest = document.digests.first { $0.name == "observations" }?.hex
      document.tracks.append(recording)
      document.policies = looked.second.second.map { ReportPolicy($0.result) }
      document.figures = ReportFigure.figures(looked.second.first.result)
      document.notes += looked.second.first.result.assumptions
    } else {
      document.notes.append(
        configurations.isEmpty && declared == nil
          ? "the recording has no frames: there is nothing to show over time"
          : "the recording has no frames: only replays can be shown")
    }
    return scene.isCut
  }

  /// The causes of movement, if they are more than fingers and decelerations.
  private func owners(
    of outcome: Outcome, _ declared: Configuration?
  ) throws -> [(from: Int64, to: Int64, name: String)] {
    let movements = try outcome.analyze(OwnershipAnalysis(declared)).movements
    let usual: Set<MovementOwner> = [.finger, .deceleration, .behavior]
    guard movements.contains(where: { !usual.contains($0.owner) }) else { return [] }
    return movements.map { ($0.start.nanoseconds, $0.end.nanoseconds, $0.owner.rawValue) }
  }

  /// Keeps the visible parts of large layouts, which are known after all tracks.
  private func keepReach(
    of trace: TraceRecord, _ declared: Configuration?, _ document: inout ReportDocument
  ) throws {
    let scene = try Outcome(of: trace, in: store).analyze(
      SceneBuilder(declared, reach: document.reach))
    document.layouts = scene.layouts
    if scene.isCut {
      document.notes.append(
        "of the targets that can come into view, the first \(SceneBuilder.targetLimit) of a layout and "
          + "\(SceneBuilder.totalLimit) of all layouts are drawn")
    }
  }

  // MARK: Replays

  /// Checks the replay under the declared configuration, else under the only requested one.
  ///
  /// Nothing is assumed: a trace without either is reported without a replay.
  private func addReplays(
    of trace: TraceRecord, _ declared: Configuration?, _ document: inout ReportDocument
  ) throws {
    var cells: [NamedConfiguration] = []
    if let declared { cells.append(NamedConfiguration(ReportOutcome.declaredName, declared)) }
    cells += configurations.filter { !$0.isAssumed }
    guard !cells.isEmpty else { return }
    let tolerance = try Tolerance(of: trace, in: store)
    if tolerance != .standard {
      document.notes.append(
        "the offsets of the recording scatter at rest, so differences up to "
          + "\(pointsText(tolerance.points)) pt count as noise")
    }
    let runner = MatrixRunner(tolerance: tolerance, workers: 2, behaviors: registry)
    let (matrix, seen) = try runner.run(
      cells, of: trace, in: store, counting: policies.first ?? .feedDefault)
    try session.keep(
      TraceMatrix(trace: trace, result: matrix, impressions: seen), keepsFrames: false)
    document.recordingGroup = matrix.recordingGroup
    var first: Int?
    for (index, cell) in matrix.cells.enumerated() {
      let impressions = seen.indices.contains(index) ? seen[index] : nil
      document.matrix.append(ReportCell(cell, impressions))
      guard let result = cell.result else {
        document.notes.append(
          "\(cell.configuration.name) could not be replayed: \(cell.obstacle ?? "")")
        continue
      }
      if index == 0 { first = document.tracks.count }
      try addTrack(cell.configuration, result, trace, &document)
    }
    guard let replay = first, let plan = matrix.cells.first?.result?.plan else { return }
    if declared != nil || cells.count == 1 { document.judgedTrack = replay }
    let planes = try SettlePlane.planes(
      of: document.tracks[replay].settles.prefix(planeLimit), trace, plan, in: store)
    for (number, plane) in planes.enumerated() {
      document.tracks[replay].settles[number].plane = plane
    }
  }

  private func addTrack(
    _ configuration: NamedConfiguration, _ result: ReplayResult, _ trace: TraceRecord,
    _ document: inout ReportDocument
  ) throws {
    let number = document.tracks.count
    let plan = result.plan
    var track = ReportOutcome(
      name: configuration.name, configuration: plan.configuration.text,
      drive: plan.drive.drive.rawValue)
    let outcome = Outcome(of: trace, in: store, plan: plan)
    let looked = try outcome.analyze(
      AnalysisPair(TrackBuilder(track), SettlesAnalysis(plan.configuration)))
    track = looked.first.track
    track.digest = hexText(result.tally.digest)
    track.settles = looked.second.reports.map(ReportSettle.init)
    track.lens = ReportVisibility(plan.configuration)
    track.rests = try RestSampler.rests(at: track.times, trace, plan, in: store)
    document.tracks.append(track)
    if result.tally.assumesContent {
      document.notes.append(
        "\(configuration.name): the length of the content is not recorded; the replay assumes no end"
      )
    }
    if let obstacle = result.obstacle {
      document.notes.append("\(configuration.name): \(obstacle)")
      document.tracks[number].notComparedBecause = obstacle
    }
    guard let comparison = result.comparison else { return }
    if comparison.excludedFrames > 0 {
      document.notes.append(
        "\(configuration.name): compared \(ComparisonText.frames(comparison))")
    }
    document.divergences += comparison.divergences.prefix(200).map {
      ReportDivergence($0, track: number)
    }
  }

  // MARK: Findings

  private func addFindings(
    of trace: TraceRecord, _ declared: Configuration?, _ document: inout ReportDocument
  ) throws {
    let outcome = Outcome(of: trace, in: store)
    let result = try FindingsResult(
      outcome, configuration: declared, registry, app, least: .info, triages: true)
    try result.keep(in: session)
    document.lacksCode = result.isPartial
    // Visible findings come before lints of the configuration that explain them.
    document.findings = result.findings.map(ReportFinding.init).enumerated().sorted {
      let (first, second) = ($0.element, $1.element)
      if first.severity != second.severity { return first.severity > second.severity }
      if first.isLint != second.isLint { return second.isLint }
      return $0.offset < $1.offset
    }.map(\.element)
  }

  /// The store in the commands: a temporary one no longer exists when the report is read.
  private var reproducingStore: String {
    "--db \(session.files.isEmpty ? ShellWord.quoted(store.path) : "reproduce.sqlite")"
  }

  /// The command that makes the store of capture files; nil for a store of the user.
  private var importCommand: String? {
    let files = session.files.map(ShellWord.quoted).joined(separator: " ")
    return files.isEmpty ? nil : "scrolltrace import \(reproducingStore) \(files)"
  }

  private func commands(_ trace: TraceRecord, _ declared: Configuration?) -> [String] {
    // A temporary store no longer exists when the report is read: the commands create a permanent
    // one first.
    let database = reproducingStore
    var commands = [importCommand].compactMap(\.self)
    if declared != nil { commands.append("scrolltrace replay \(trace.id) \(database)") }
    for configuration in configurations {
      commands.append(
        "scrolltrace replay \(trace.id) \(database) --config \(ShellWord.quoted(configuration.configuration.text))"
      )
    }
    commands += [
      "scrolltrace analyze settles \(trace.id) \(database)",
      "scrolltrace analyze findings \(trace.id) \(database)\(app.words)",
      "scrolltrace analyze impressions \(trace.id) \(database)"
        + policies.map { " --policy \(ShellWord.quoted($0.name))" }.joined(),
      "scrolltrace analyze smoothness \(trace.id) \(database)",
    ]
    return commands
  }
}
