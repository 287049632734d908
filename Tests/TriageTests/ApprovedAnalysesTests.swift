import Analysis
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore
import Triage

/// Digests of every analysis of real recordings, of the gallery and of arbitrary traces, in
/// `fixtures/golden/recordings`.
///
/// A changed line names a recording and an analysis; the tool shows the change.
@Suite("approved analyses of recordings")
struct ApprovedAnalysesTests {
  private typealias Motion = AnalysisPair<
    AnalysisPair<FindingsAnalysis, SettlesAnalysis>,
    AnalysisPair<SmoothnessAnalysis, OwnershipAnalysis>
  >
  private typealias Visibility = AnalysisPair<
    AnalysisPair<ImpressionAnalysis, ImpressionAnalysis>,
    AnalysisPair<
      AnalysisPair<RecordedVisibility, TransitionAnalysis>, AnalysisPair<TraceLint, MeasuredRows>
    >
  >

  private static func line(_ name: String, _ outcome: Outcome) throws -> String {
    // Arbitrary traces declare arbitrary text.
    let declared = outcome.trace.information.declaredConfiguration.flatMap {
      try? Configuration(text: $0)
    }
    let configuration = declared ?? Configuration()
    let motion = Motion(
      AnalysisPair(FindingsAnalysis(configuration), SettlesAnalysis(configuration)),
      AnalysisPair(SmoothnessAnalysis(), OwnershipAnalysis(declared)))
    let visibility = Visibility(
      AnalysisPair(ImpressionAnalysis(.feedDefault), ImpressionAnalysis(.anyPixel)),
      AnalysisPair(
        AnalysisPair(
          RecordedVisibility(.swiftUIVisibility()), TransitionAnalysis(TransitionSettings())),
        AnalysisPair(TraceLint(configuration), MeasuredRows())))
    let found = try outcome.analyze(AnalysisPair(motion, visibility))
    let (motions, watched) = (found.first, found.second)
    let findings = motions.first.first.findings
    let settles = motions.first.second.reports
    return [
      "\(name): \(findings.count) findings \(Approved.digest(findings))",
      "\(settles.count) settles \(Approved.digest(settles))",
      "smoothness \(digest(motions.second.first.result))",
      "movements \(Approved.digest(motions.second.second.movements))",
      "impressions \(Approved.digest(watched.first.first.result))",
      Approved.digest(watched.first.second.result),
      "recorded visibility \(Approved.digest(watched.second.first.first.result))",
      "transitions \(Approved.digest(watched.second.first.second.result))",
      "lint \(Approved.digest(watched.second.second.first.findings))",
      "rows \(Approved.digest(watched.second.second.second.rows))",
    ].joined(separator: ", ")
  }

  /// The digest of a report, with the missed refreshes of each summary in a fixed order.
  private static func digest(_ report: SmoothnessReport) -> String {
    var report = report
    var missed: [String] = []
    func note(_ summary: inout SmoothnessSummary) {
      guard case .value(var jank, let count) = summary.jankV4 else { return }
      missed.append(jank.missedByReason.map { "\($0.key) \($0.value)" }.sorted().joined())
      jank.missedByReason = [:]
      summary.jankV4 = .value(jank, n: count)
    }
    for index in report.gestures.indices { note(&report.gestures[index].summary) }
    for index in report.states.indices { note(&report.states[index].summary) }
    if var total = report.total {
      note(&total)
      report.total = total
    }
    return Approved.digest((report, missed))
  }

  private static func lines(
    _ name: String, _ source: some TraceSource, _ shelf: TraceShelf
  ) throws -> [String] {
    let (traces, store) = try shelf.putAll(source)
    return try traces.map { try line(name, Outcome(of: $0, in: store)) }
  }

  @Test("recordings of apps and pages", arguments: RecordedSet.all)
  func recordings(_ set: RecordedSet) throws {
    let shelf = try TraceShelf()
    let lines = try set.recordings().flatMap { name, path in
      try Self.lines(name, LoggedTraces(path: path), shelf)
    }
    #expect(try Approved.difference("recordings/\(set.name)", lines) == nil)
  }

  @Test("cases of the gallery and their near misses")
  func gallery() throws {
    let shelf = try TraceShelf()
    let lines = try (GalleryCase.all + GalleryCase.nested).flatMap { example in
      try Self.lines("\(example.name), defect", GalleryRun(example, example.defect), shelf)
        + Self.lines("\(example.name), near miss", GalleryRun(example, example.near), shelf)
    }
    #expect(try Approved.difference("recordings/gallery", lines) == nil)
  }

  @Test("correct recordings with random defects")
  func disturbed() throws {
    let shelf = try TraceShelf()
    let lines = try (340_000..<340_300 as Range<UInt64>).flatMap { seed in
      try Self.lines("\(seed)", DisturbedRecording(seed: seed), shelf)
    }
    #expect(try Approved.difference("recordings/disturbed", lines) == nil)
  }

  @Test("traces of arbitrary contents")
  func arbitrary() throws {
    let shelf = try TraceShelf()
    let lines = try (330_000..<330_100 as Range<UInt64>).flatMap { seed in
      var draw = RandomTraces(seed: seed)
      return try Self.lines("\(seed)", draw.capture(traces: 1, events: 120), shelf)
    }
    #expect(try Approved.difference("recordings/arbitrary", lines) == nil)
  }
}
