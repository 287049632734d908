import Analysis
import Diagnosis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TextKit
import TraceImport
import TraceStore
import Triage

/// The results of a recording that is analyzed while it is made, compared with those of the stored
/// trace.
@Suite("LIVE: live results equal those of the stored trace")
struct LiveTests {
  /// The number of compared results, and how often the whole trace changed one.
  private struct Tally {
    var traces = 0
    /// Traces whose tolerance is known only at the end.
    var noisy = 0
    var settles = 0
    var findings = 0
    var added = 0
    var withdrawn = 0

    func show(_ name: String) {
      print(
        "live, \(name): \(traces) traces (\(noisy) with noise), \(settles) settles, \(findings) findings; at the end "
          + "\(added) added, \(withdrawn) withdrawn")
    }
  }

  /// Records a trace and compares; events of a paced one arrive at the times of a display.
  private func expectLaw(
    _ trace: TraceRecord, in store: TraceStore, options: FindingOptions = FindingOptions(),
    isPaced: Bool = true, _ tally: inout Tally
  ) throws {
    let declared = try? trace.information.declaredConfiguration.map {
      try Configuration(text: $0)
    }
    let outcome = Outcome(of: trace, in: store)
    var live = LiveAnalysis(of: trace.information, configuration: declared, options: options)
    var shown: [LiveAnalysis.Result] = []
    let hasPhases = try store.contents(of: trace.id).hasPhases
    try store.replay(trace.id) { batch in
      for (time, event) in batch.events {
        let results = live.take(event, at: time)
        shown += results
        for case .settle(let report) in results
        where isPaced && hasPhases && report.ending == .rested {
          let delay = time.nanoseconds(since: report.restTime)
          #expect(delay <= 100_000_000, "\(trace.information.name): settle \(report.number)")
        }
      }
    }
    shown += live.finish()
    let diagnosis = try Diagnoser(
      outcome, declared: declared, BehaviorRegistry(), options: options
    ).diagnose()
    let settles = try outcome.analyze(SettlesAnalysis(declared)).reports
    let corrections = live.corrections(settles: settles, findings: diagnosis.findings)
    let name = trace.information.name

    // Where no decision, axis or tolerance is missing, nothing may differ. The axis of a view that
    // scrolls along both is that of its longest movement.
    let alone = try outcome.analyze(FindingsAnalysis(declared, options: options))
    let isNoisy = try store.restNoise(of: trace) > 0
    let isOneAxis = [.horizontal, .vertical].contains(trace.information.axes)
    if isOneAxis, !isNoisy {
      #expect(live.settles == alone.settles.reports, "\(name)")
      #expect(live.settles.count == settles.count, "\(name)")
    }
    // The shown results with their corrections equal those of the stored trace.
    shown += corrections.added
    shown.removeAll { corrections.withdrawn.contains($0) }
    let shownSettles = shown.compactMap { if case .settle(let report) = $0 { report } else { nil } }
    let shownFindings = shown.compactMap {
      if case .finding(let finding) = $0 { finding } else { nil }
    }
    for report in settles {
      #expect(shownSettles.contains(where: report.isSameSettle(as:)), "\(name): \(report.number)")
    }
    #expect(shownSettles.count == settles.count, "\(name)")
    for finding in diagnosis.findings {
      #expect(
        shownFindings.contains(where: finding.isSameFinding(as:)), "\(name): \(finding.message)")
    }
    let kinds = Set(diagnosis.findings.map { [$0.detector] + $0.structure })
    #expect(Set(shownFindings.map { [$0.detector] + $0.structure }) == kinds, "\(name)")

    tally.traces += 1
    tally.noisy += isNoisy ? 1 : 0
    tally.settles += settles.count
    tally.findings += diagnosis.findings.count
    tally.added += corrections.added.count
    tally.withdrawn += corrections.withdrawn.count
  }

  @Test("live results agree over the gallery")
  func gallery() throws {
    let shelf = try TraceShelf()
    var tally = Tally()
    for example in Cases.sample(GalleryCase.all, oneIn: 3) {
      for variant in [example.defect, example.near] {
        let (trace, store) = try shelf.put(GalleryRun(example, variant))
        try expectLaw(trace, in: store, options: example.findingOptions, &tally)
      }
    }
    // Most results are available before the end.
    #expect(tally.added + tally.withdrawn < (tally.settles + tally.findings) / 10)
    tally.show("gallery")
  }

  @Test("live results agree over the captures of fixtures")
  func fixtures() throws {
    var tally = Tally()
    let folders = ["traces", "bugs", "chromium-snap", "chromium-random", "chromium-scripts"].map {
      Repository.path("fixtures/\($0)")
    }
    let reports = Repository.path("fixtures/reports")
    let files =
      folders.flatMap { folder in
        Files.names(in: folder).filter { $0.contains(".jsonl") }.map { "\(folder)/\($0)" }
      } + Files.names(in: reports).map { "\(reports)/\($0)/capture.jsonl" }
    let shelf = try TraceShelf()
    let sample = Cases.sample(files.filter { Files.contents($0) != nil }, oneIn: 5)
    for file in sample {
      let (traces, store) = try shelf.putAll(LoggedTraces(path: file))
      for trace in traces { try expectLaw(trace, in: store, &tally) }
    }
    #expect(tally.traces >= sample.count && sample.count > 20)
    tally.show("fixtures")
  }

  @Test("live results agree over random scenarios")
  func scenarios() throws {
    let shelf = try TraceShelf()
    var tally = Tally()
    for seed in Cases.seeds(from: 140_000) {
      let scenario = try RandomScenario(seed: seed)
      let (trace, store) = try shelf.put(try scenario.simulation(seed: seed))
      try expectLaw(trace, in: store, &tally)
    }
    tally.show("random scenarios")
  }

  @Test("live results agree over random events of any kind")
  func hostile() throws {
    let shelf = try TraceShelf()
    var tally = Tally()
    // In 150865, a release without the beginning of a gesture follows an open settle.
    for seed in Array(Cases.seeds(from: 150_000)) + [150_865] {
      var random = RandomTraces(seed: seed)
      let (trace, store) = try shelf.put(random.capture(traces: 1, events: 120))
      try expectLaw(trace, in: store, isPaced: false, &tally)
    }
    tally.show("random events")
  }
}
