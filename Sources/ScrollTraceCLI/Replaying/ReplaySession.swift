import CommandLineKit
import Replay
import ScrollEngine
import ScrollModel
import TextKit
import TraceStore
import Triage

/// A store in which replays may be stored.
///
/// Storing is best effort: if a file is locked or read-only, the work continues with a single
/// notice. It is not Sendable, because its store is not.
final class ReplaySession {
  let store: TraceStore
  /// The capture files of a temporary store; empty for a store of the user.
  let files: [String]
  /// Determines which behaviors' results may be stored.
  private let registry: BehaviorRegistry
  /// The reason why results are no longer stored, if any.
  private var obstacle: StoreError?

  /// - Parameter words: The requested traces; capture files become a temporary store.
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

  /// Creates a session of a store that was created from files and is open for reading.
  init(reading store: TraceStore, of files: [String], _ registry: BehaviorRegistry) {
    self.registry = registry
    self.store = store
    self.files = files
  }

  private static func isUnwritable(_ error: StoreError) -> Bool {
    [.locked, .inputOutput, .cannotCreate].contains(error.kind)
  }

  /// Runs a writing body; after a failure nothing is written, and the reason is reported at the
  /// end.
  private func writing(_ body: () throws -> Void) throws {
    guard store.keepsResults, obstacle == nil else { return }
    do {
      try body()
    } catch let error as StoreError where Self.isUnwritable(error) {
      obstacle = error
    }
  }

  /// Stores the results of a matrix.
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

  /// Stores analyses of an outcome; the outcome itself is stored first, if necessary.
  ///
  /// Results of a behavior without a version are not stored, like its replays.
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

  /// The record of an outcome that was only analyzed.
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

  /// Closes the store, and reports once if results could not be stored.
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

  /// Replays a trace for its frames only.
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
