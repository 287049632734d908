import Analysis
import CommandLineKit
import Replay
import Report
import ScrollModel
import TextKit
import TraceStore
import Triage

extension Golden {
  /// Creates the approved data of each side of a comparison.
  init(
    _ sides: [ComparisonSide], in store: TraceStore, _ runner: MatrixRunner,
    _ policy: ImpressionPolicy
  ) throws {
    for side in sides {
      guard let configuration = side.configuration else {
        entries.append(try Self.recorded(side.trace, in: store, policy))
        continue
      }
      let (result, seen) = try runner.run(
        [configuration], of: side.trace, in: store, counting: policy)
      if let obstacle = result.cells.first?.obstacle { throw Failure(.badData, obstacle) }
      entries +=
        Golden([TraceMatrix(trace: side.trace, result: result, impressions: seen)]).entries
    }
  }

  private static func recorded(
    _ trace: TraceRecord, in store: TraceStore, _ policy: ImpressionPolicy
  ) throws -> Entry {
    let track = ReportOutcome(name: ReportOutcome.recordingName)
    let looked = try Outcome(of: trace, in: store).analyze(
      AnalysisPair(
        AnalysisPair(TrackBuilder(track), SettlesAnalysis(nil)), ImpressionAnalysis(policy)))
    let settles = looked.first.second.reports
    let seen = looked.second.result
    return Entry(
      trace: trace.information.name, name: Entry.recording,
      digest: trace.digests.map { hexText($0.observations) } ?? "", rests: settles.map(\.rest),
      targets: settles.map { settle in
        let chosen = settle.candidates.first { $0.verdict == .chosen }
        return chosen?.candidate.id?.displayText ?? ""
      },
      ids: looked.first.first.track.ids.map { $0.id ?? "" },
      impressions: seen.notMeasurable == nil ? seen.impressions.map(\.id.displayText) : nil)
  }
}
