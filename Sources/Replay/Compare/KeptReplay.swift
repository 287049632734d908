import ScrollEngine
import ScrollModel
public import TraceStore

extension ReplayResult {
  /// The record of the result for the store; `digest` hashes the canonical configuration text.
  public func record(of trace: TraceRecord, digest: ([UInt8]) -> [UInt8]) -> OutcomeRecord {
    var record = OutcomeRecord(
      traceID: trace.id, replay: plan.key(digest: digest), digest: tally.digest,
      frameCount: tally.frames
    )
    record.settles = Array(tally.settles)
    record.ids = tally.ids
    if let comparison {
      record.summary = OutcomeRecord.Summary(
        comparedFrames: comparison.comparedFrames, excludedFrames: comparison.excludedFrames,
        tolerance: comparison.tolerance.points, maximum: comparison.wouldPassAt,
        divergenceCount: comparison.divergenceCount)
      record.divergences = comparison.divergences.map(\.row)
    }
    return record
  }
}

extension ReplayPlan {
  /// The key of the replay among those of its trace; `digest` hashes the canonical configuration
  /// text.
  public func key(digest: ([UInt8]) -> [UInt8]) -> OutcomeRecord.Replay {
    OutcomeRecord.Replay(
      configuration: configuration.canonicalText,
      configurationDigest: digest(configuration.canonicalBytes),
      engineVersion: ScrollEngine.version, drive: drive.drive.rawValue)
  }
}

extension Divergence {
  fileprivate var row: OutcomeRecord.Divergence {
    OutcomeRecord.Divergence(
      kind: kind.rawValue, verdict: verdict.rawValue, stage: onset.stage.rawValue,
      cause: onset.sentence, from: from, to: to, maximum: maximum, area: area,
      restDifference: restDifference, recordedRest: firstRest?.displayText,
      replayedRest: secondRest?.displayText)
  }
}
