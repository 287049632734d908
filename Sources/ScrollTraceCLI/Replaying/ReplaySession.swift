import CommandLineKit
import Replay
import ScrollEngine
import ScrollModel
import TextKit
import TraceStore
import Triage

/// A store in which replays may be kept.
///
/// Keeping is best effort: where a file is locked or cannot be written, the work goes on and one notice
/// says so. Not Sendable, as its store is not.
final class ReplaySession {
  let store: TraceStore
  /// The capture files that a temporary store was made from; empty for a store of the user's.
  let files: [String]
  /// Tells of which behaviors something may be kept.
  private let registry: BehaviorRegistry
  /// Why nothing more is kept, if something could not be.
  private var obstacle: StoreError?

  /// - Parameter words: The traces that are wanted; capture files become a temporary store.
  init(
    _ path: String?, traces words: [String], keeps: Bool, _ registry: BehaviorRegistry,
    _ console: inout Console
  ) throws {
    self.registry = registry
    if let files = try TraceFiles(among: words, database: path) {
      store = try files.open(&console)
      self.files = files.paths
      return
    }
    files = []
    if keeps {
      var options = TraceStore.Options()
      options.checksPages = false
      do {
        store = try StorePath.openToWrite(path, options)
        return
      } catch let error as StoreError where Self.isUnwritable(error) {
        console.printError("scrolltrace: nothing is kept: \(error.description)")
      }
    }
    store = try StorePath.openToRead(path, skipsCheck: true, &console)
  }

  /// A session of a store that is open to read and was made from files.
  init(reading store: TraceStore, of files: [String], _ registry: BehaviorRegistry) {
    self.registry = registry
    self.store = store
    self.files = files
  }

  private static func isUnwritable(_ error: StoreError) -> Bool {
    [.locked, .inputOutput, .cannotCreate].contains(error.kind)
  }

  /// Runs what writes; once it cannot, nothing is written any more, and the reason is told at the end.
  private func writing(_ body: () throws -> Void) throws {
    guard store.keepsResults, obstacle == nil else { return }
    do {
      try body()
    } catch let error as StoreError where Self.isUnwritable(error) {
      obstacle = error
    }
  }

  /// Keeps what a matrix came to.
  func keep(_ matrix: TraceMatrix, keepsFrames: Bool) throws {
    let trace = matrix.trace
    guard trace.isSealed else { return }
    for (index, cell) in matrix.result.cells.enumerated() {
      guard let replay = cell.result, registry.isKeepable(cell.configuration.configuration) else {
        continue
      }
      try writing {
        let id = try store.keep(replay.record(of: trace, digest: Self.hash), of: trace)
        if let report = matrix.impressions[index] { try store.keep(report.kept, of: id) }
        if keepsFrames {
          try store.keepFrames(
            try FrameCollector.frames(of: trace, replay.plan, in: store), of: id)
        }
      }
    }
  }

  /// Keeps analyses of an outcome; the outcome itself is kept first, if it is not.
  ///
  /// What comes of a behavior without a version is kept no more than its replay is.
  func keep(
    _ analyses: [KeptAnalysis], settles: [(number: Int, settle: Settle)] = [], of outcome: Outcome
  ) throws {
    guard outcome.trace.isSealed,
      outcome.plan.map({ registry.isKeepable($0.configuration) }) ?? true
    else { return }
    try writing {
      let key = outcome.plan?.key(digest: Self.hash)
      let id =
        try store.keptOutcome(of: outcome.trace, replay: key)
        ?? store.keep(try record(of: outcome), of: outcome.trace)
      for analysis in analyses { try store.keep(analysis, of: id) }
      if !settles.isEmpty { try store.keep(settles, of: id) }
    }
  }

  /// What the store keeps of an outcome that was only analyzed.
  private func record(of outcome: Outcome) throws -> OutcomeRecord {
    guard let plan = outcome.plan else {
      return OutcomeRecord(
        traceID: outcome.trace.id, replay: nil, digest: outcome.trace.digests?.observations ?? [],
        frameCount: outcome.trace.eventCount ?? 0)
    }
    let run = ReplayRun(plan)
    try store.replay(outcome.trace.id) { batch in
      for (time, event) in batch.events { run.take(event, at: time) }
    }
    run.finish()
    return ReplayResult(plan: plan, tally: run.tally).record(of: outcome.trace, digest: Self.hash)
  }

  /// The SHA-256 of some bytes.
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest
  }

  /// Closes the store, and says once what could not be kept.
  func close(_ console: inout Console) throws {
    do {
      try store.close()
    } catch let error as StoreError where Self.isUnwritable(error) {
      obstacle = obstacle ?? error
    }
    if let obstacle {
      console.printError("scrolltrace: not everything is kept: \(obstacle.description)")
    }
  }
}

/// Collects the frames of a replay.
struct FrameCollector: ReplayObserver {
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
    let box = ObserverBox(FrameCollector())
    let run = ReplayRun(plan, listener: box)
    try store.replay(trace.id) { batch in
      for (time, event) in batch.events { run.take(event, at: time) }
    }
    run.finish()
    return box.observer.frames
  }
}
