import Analysis
import CommandLineKit
import Diagnosis
import Replay
import ScrollModel
import TextKit
import TraceImport
import TraceStore
import Triage

/// The output of `record --live`: each settle and finding when it is decided, and the diagnosis of
/// the stored traces at the end.
struct LiveReport {
  private struct Track {
    let information: TraceInformation
    /// Nil for a trace that the store rejects.
    var analysis: LiveAnalysis?
  }

  /// The number of lines about damage, after which it is only counted.
  private static let shownDamage = 20

  /// The output of the lines.
  private(set) var console: Console
  /// Called before each line, so that it does not start after the status line.
  private let prepare: () -> Void
  /// The picture of the recording; nil without `--scrub`, and after the recording.
  private var screen: LiveScreen?
  /// The lines that wait while the picture is shown.
  private var waiting: [(line: String, trace: TraceNumber)] = []
  private var waitingErrors: [String] = []
  private var tracks: [Track] = []
  private var damageCount = 0
  /// The trace of the last line.
  private var shownTrace: TraceNumber?

  init(_ console: Console, _ screen: LiveScreen? = nil, prepare: @escaping () -> Void) {
    self.console = console
    self.screen = screen
    self.prepare = prepare
  }

  /// Ends the picture and prints what was below it.
  mutating func endPicture() {
    guard let screen else { return }
    self.screen = nil
    screen.leave()
    for line in waitingErrors { console.printError(line) }
    for (line, trace) in waiting { printLine(line, of: trace) }
  }

  // MARK: While it records

  mutating func begin(_ information: TraceInformation) {
    // The store rejects other traces with all their events.
    var analysis: LiveAnalysis?
    let declared = Self.declared(information, BehaviorRegistry())
    if ModelLimits.problem(with: information) == nil {
      analysis = LiveAnalysis(of: information, configuration: declared)
      screen?.begin(information, declared ?? Configuration())
    }
    tracks.append(Track(information: information, analysis: analysis))
  }

  /// Handles an event of a trace and prints the results that it completes.
  mutating func take(_ event: TraceEvent, at time: TraceTime, of trace: TraceNumber) {
    guard tracks.indices.contains(trace - 1) else { return }
    // One picture has room for one trace: the last one.
    if trace == tracks.count, tracks[trace - 1].analysis != nil { screen?.take(event, at: time) }
    show(tracks[trace - 1].analysis?.take(event, at: time) ?? [], of: trace)
  }

  /// Prints lost data of the log.
  mutating func report(_ diagnostic: Diagnostic) {
    guard diagnostic.severity >= .dataLoss else { return }
    damageCount += 1
    guard damageCount <= Self.shownDamage else { return }
    let place = diagnostic.line.map { "line \($0): " } ?? ""
    printError(place + DisplayText.escaped(diagnostic.message))
    if damageCount == Self.shownDamage { printError("further damage is only counted") }
  }

  private mutating func printError(_ line: String) {
    guard screen == nil else { return waitingErrors.append(line) }
    prepare()
    console.printError(line)
  }

  // MARK: At the end

  /// Prints the results that need the end, and diagnoses the stored traces; returns the exit code
  /// of the diagnosis.
  mutating func finish(_ path: String, _ outer: inout Console) throws -> ExitCode {
    defer { outer = console }
    for trace in tracks.indices.map({ $0 + 1 }) {
      show(tracks[trace - 1].analysis?.finish() ?? [], of: trace)
    }
    if damageCount > Self.shownDamage {
      console.printError("\(counted(damageCount, "line")) of the log could not be read")
    }
    let accepted = tracks.indices.filter { tracks[$0].analysis != nil }
    guard !accepted.isEmpty else { return .ok }
    let store = try TraceStore(path: path, mode: .readOnly)
    var verdicts: [DiagnosisVerdict] = []
    for (track, trace) in zip(accepted, try traces(accepted, in: store)) {
      if let verdict = try conclude(track, trace, in: store) { verdicts.append(verdict) }
    }
    return verdicts.contains { $0 == .cause || $0 == .undecided } ? .differences : .ok
  }

  /// The traces of this recording: another program may have added a capture after it.
  private func traces(_ accepted: [Int], in store: TraceStore) throws -> [TraceRecord] {
    for capture in try store.captures().reversed() {
      let traces = try store.traces(ofCapture: capture.id)
      // A capture numbers its traces in the order of their beginnings.
      if traces.map(\.information) == accepted.map({ tracks[$0].information }) { return traces }
    }
    return []
  }

  /// Prints the corrections and the diagnosis of one trace.
  private mutating func conclude(
    _ track: Int, _ trace: TraceRecord, in store: TraceStore
  ) throws -> DiagnosisVerdict? {
    guard let analysis = tracks[track].analysis else { return nil }
    let registry = BehaviorRegistry()
    let declared = Self.declared(trace.information, registry)
    let outcome = Outcome(of: trace, in: store)
    let diagnosis = try Diagnoser(outcome, declared: declared, registry).diagnose()
    let settles = try outcome.analyze(SettlesAnalysis(declared)).reports
    let corrections = analysis.corrections(settles: settles, findings: diagnosis.findings)
    show(corrections.added, of: track + 1)
    for result in corrections.withdrawn {
      printLine("withdrawn: " + Self.text(result, console.style), of: track + 1)
    }
    DiagnosisText.print(diagnosis, of: trace, declared: declared, next: nil, &console)
    return diagnosis.verdict
  }

  /// The declared configuration of a trace, if this program can parse it.
  private static func declared(
    _ information: TraceInformation, _ registry: BehaviorRegistry
  ) -> Configuration? {
    try? ConfigurationOptions.chosen(
      nil, declared: information.declaredConfiguration, registry)
  }

  // MARK: Lines

  private mutating func show(_ results: [LiveAnalysis.Result], of trace: TraceNumber) {
    for result in results {
      let line = Self.text(result, console.style)
      guard let screen else {
        printLine(line, of: trace)
        continue
      }
      waiting.append((line, trace))
      screen.add(Self.text(result, Style(isEnabled: false)))
    }
  }

  private mutating func printLine(_ line: String, of trace: TraceNumber) {
    prepare()
    if shownTrace != trace {
      shownTrace = trace
      let name = DisplayText.escaped(tracks[trace - 1].information.name)
      console.print(console.style("recording \(name)", .bold))
    }
    console.print("  \(line)")
    console.flush()
  }

  private static func text(_ result: LiveAnalysis.Result, _ style: Style) -> String {
    switch result {
    case .settle(let report):
      let head = style("settle \(report.number)", .bold)
      return "\(secondsText(report.restTime.nanoseconds)) \(head): "
        + DisplayText.escaped(report.sentence)
    case .finding(let finding):
      let ink: Style.Emphasis = finding.severity >= .warning ? .red : .yellow
      let head = style("\(finding.detector) \(finding.severity.name)", ink)
      return "\(secondsText(finding.place.start.nanoseconds)) \(head): "
        + DisplayText.escaped(finding.message)
    }
  }
}
