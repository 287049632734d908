import CommandLineKit
import Replay
import ScrollEngine
import ScrollModel
import TextKit
import TraceStore
import Triage

/// A store in which replays may be kept.
///
/// Keeping is best effort: a file that is locked or cannot be written is read, and one notice says
/// that nothing is kept.
struct ReplaySession {
  let store: TraceStore

  init(_ path: String?, keeps: Bool, _ console: inout Console) throws {
    if keeps {
      var options = TraceStore.Options()
      options.checksPages = false
      do {
        store = try TraceStore(path: StorePath.resolve(path), mode: .readWrite, options: options)
        return
      } catch let error as StoreError
        where [.locked, .inputOutput, .cannotCreate].contains(error.kind)
      {
        console.printError("scrolltrace: nothing is kept: \(error.description)")
      }
    }
    store = try StorePath.openToRead(path, skipsCheck: true, &console)
  }

  /// Keeps what a matrix came to.
  func keep(
    _ matrix: TraceMatrix, _ registry: BehaviorRegistry, keepsFrames: Bool,
    _ console: inout Console
  ) throws {
    let trace = matrix.trace
    guard store.keepsResults, trace.isSealed else { return }
    for (index, cell) in matrix.result.cells.enumerated() {
      guard let replay = cell.result, registry.isKeepable(cell.configuration.configuration) else {
        continue
      }
      let id = try store.keep(replay.record(of: trace, digest: Self.hash), of: trace)
      if let report = matrix.impressions[index] { try store.keep(report.kept, of: id) }
      if keepsFrames {
        try store.keepFrames(
          try FrameCollector.frames(of: trace, replay.plan, in: store), of: id)
      }
    }
  }

  /// Keeps analyses of an outcome; the outcome itself is kept first, if it is not.
  func keep(
    _ analyses: [KeptAnalysis], settles: [Settle] = [], of outcome: Outcome
  ) throws {
    guard store.keepsResults, let digests = outcome.trace.digests else { return }
    let digest = outcome.plan.map { Self.hash($0.configuration.canonicalBytes) }
    var id = try store.keptOutcome(of: outcome.trace, configurationDigest: digest)
    if id == nil {
      if let plan = outcome.plan {
        let run = ReplayRun(plan)
        try store.replay(outcome.trace.id) { batch in
          for (time, event) in batch.events { run.take(event, at: time) }
        }
        run.finish()
        let result = ReplayResult(plan: plan, tally: run.tally)
        id = try store.keep(result.record(of: outcome.trace, digest: Self.hash), of: outcome.trace)
      } else {
        id = try store.keep(
          OutcomeRecord(
            traceID: outcome.trace.id, replay: nil, digest: digests.observations,
            frameCount: outcome.trace.eventCount ?? 0), of: outcome.trace)
      }
    }
    guard let id else { return }
    for analysis in analyses { try store.keep(analysis, of: id) }
    if !settles.isEmpty { try store.keep(settles, of: id) }
  }

  /// The SHA-256 of some bytes.
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest
  }

  func close() throws { try store.close() }
}

/// Collects the frames of a replay.
struct FrameCollector: OutcomeFollower {
  private(set) var frames: [(time: TraceTime, offset: Point, phase: ScrollPhase?)] = []

  mutating func take(_ event: TraceEvent, at time: TraceTime) {
    if case .observation(.frame(let frame)) = event {
      frames.append((time, frame.offset, frame.phase))
    }
  }

  /// Replays a trace for its frames alone.
  static func frames(
    of trace: TraceRecord, _ plan: ReplayPlan, in store: TraceStore
  ) throws -> [(time: TraceTime, offset: Point, phase: ScrollPhase?)] {
    let run = ReplayRun(plan, follower: FrameCollector())
    try store.replay(trace.id) { batch in
      for (time, event) in batch.events { run.take(event, at: time) }
    }
    run.finish()
    return run.follower.frames
  }
}
