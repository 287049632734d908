import ScrollEngine
import ScrollModel
public import TraceStore

/// One cell of a matrix: a configuration and the result of its replay.
public struct MatrixCell: Sendable {
  /// The configuration.
  public var configuration: NamedConfiguration
  /// The replay; nil if it was impossible.
  public var result: ReplayResult?
  /// The reason why it was impossible.
  public var obstacle: String?
  /// The number of the group of cells with equal outcomes, from 0; nil without a replay.
  public var group: Int?
  /// The releases whose resting offsets differ from those under another cell's physics.
  public var physicsDifferences: PhysicsDifferences?
}

/// The differences of releases under other physics.
public struct PhysicsDifferences: Hashable, Sendable {
  /// The reference cell: the one with the first cell's physics and otherwise equal choices, or else
  /// the first cell.
  public var cell: Int
  /// The releases with different ends.
  public var settles: [SettleDifference]
}

/// The results of a trace under several configurations.
public struct MatrixResult: Sendable {
  /// The cells in their order.
  public var cells: [MatrixCell]
  /// The cells of each group: first the group that reproduces the recording, if there is one, then
  /// the others in the order of their first cells.
  public var groups: [[Int]]
  /// The number of the group that reproduces the recording: 0, or nil if no cell does.
  public var recordingGroup: Int?
}

/// Replays one trace under many configurations while the store is read once.
///
/// Cells with equivalent configurations for this trace share one replay.
///
/// The trace is read once, in batches. The batches are replayed on the requested number of threads,
/// one of which reads the next batch. Each replay handles its events in order, so the results do
/// not depend on the number of threads.
public struct MatrixRunner {
  /// The largest deviation of offsets from the recording.
  public var tolerance: Tolerance
  /// The source of movement; nil chooses one.
  public var drive: Drive?
  /// The number of threads.
  public var workers: Int
  /// The registered custom behaviors.
  public var behaviors: BehaviorRegistry

  /// Creates a runner.
  public init(
    tolerance: Tolerance = .standard, drive: Drive? = nil, workers: Int = 1,
    behaviors: BehaviorRegistry = BehaviorRegistry()
  ) {
    self.tolerance = tolerance
    self.drive = drive
    self.workers = max(1, workers)
    self.behaviors = behaviors
  }

  /// Replays a trace; `progress` receives the number of events that have been read.
  public func run(
    _ cells: [NamedConfiguration], of trace: TraceRecord, in store: TraceStore,
    progress: (Int64) throws -> Void = { _ in }
  ) throws -> MatrixResult {
    try run(cells, of: trace, in: store, progress: progress, observing: { NoObserver() }).result
  }

  /// Replays a trace with an observer for each cell; nil for a cell that could not be replayed.
  public func run<Observer: ReplayObserver>(
    _ cells: [NamedConfiguration], of trace: TraceRecord, in store: TraceStore,
    progress: (Int64) throws -> Void = { _ in }, observing observer: () -> Observer
  ) throws -> (result: MatrixResult, observers: [Observer?]) {
    let contents = try store.contents(of: trace.id)
    var result = MatrixResult(cells: [], groups: [])
    var plans: [ReplayPlan?] = []
    var shared = SharedReplays(followsMount: Observer.followsMount)
    for (index, cell) in cells.enumerated() {
      do {
        let plan = try ReplayPlan(
          cell.configuration, of: trace.information, contents, drive: drive,
          behavior: behavior(of: cell.configuration))
        plans.append(plan)
        shared.add(index, plan)
        result.cells.append(MatrixCell(configuration: cell))
      } catch {
        plans.append(nil)
        result.cells.append(MatrixCell(configuration: cell, obstacle: error.description))
      }
    }
    let runs = shared.shares.compactMap { share in
      plans[share.leader].map { plan in
        let box = ObserverBox(observer())
        let replay = RecordingReplay(
          plan, tolerance: tolerance, recorded: trace.digests?.observations,
          hasInitialPhaseVariant: share.isMixed, listener: box)
        return (share: share, replay: replay, box: box)
      }
    }
    try replay(trace.id, in: store, progress, replays: runs.count) { runs[$0].replay.take($1) }
    var observers = [Observer?](repeating: nil, count: cells.count)
    for (share, replay, box) in runs {
      let replayed = replay.finish()
      let twin = replay.initialPhaseVariant(of: replayed)
      for cell in share.cells {
        result.cells[cell].result = share.silent.contains(cell) ? twin ?? replayed : replayed
        result.cells[cell].result?.plan.configuration = cells[cell].configuration
        observers[cell] = box.observer
      }
    }
    group(&result)
    physicsDifferences(&result)
    return (result, observers)
  }

  private func behavior(of configuration: Configuration) -> (any TargetBehavior)? {
    behaviors.behavior(of: configuration)
  }

  /// Reads a trace and passes every batch to each of the replays.
  private func replay(
    _ trace: Int64, in store: TraceStore, _ progress: (Int64) throws -> Void, replays: Int,
    _ take: (Int, EventBatch) -> Void
  ) throws {
    guard replays > 0 else { return }
    let reader = try store.pointReader(of: trace)
    var batches = [EventBatch](repeating: EventBatch(), count: Self.depth)
    var ahead = batches
    for place in batches.indices { try batches[place].fill(from: reader) }
    var count: Int64 = 0
    while !batches[0].events.isEmpty {
      var failure: (any Error)?
      // Job 0 reads the next round's batches.
      Jobs(count: replays + 1, steps: Self.depth).work(on: workers) { lane, step in
        guard lane == 0 else { return take(lane - 1, batches[step]) }
        guard failure == nil else { return }
        do { try ahead[step].fill(from: reader) } catch { failure = error }
      }
      for batch in batches { count += Int64(batch.events.count) }
      try progress(count)
      if let failure { throw failure }
      swap(&batches, &ahead)
    }
  }

  /// The largest lead of a replay over another, in batches.
  private static let depth = 12

  /// Groups cells with equal outcomes.
  ///
  /// The first group is that of the recording, so that its number does not depend on the other
  /// cells.
  func group(_ result: inout MatrixResult) {
    var byDigest: [[UInt8]: Int] = [:]
    let reproducing = reproducingCell(result)
    let others = result.cells.indices.filter { $0 != reproducing }
    for index in (reproducing.map { [$0] } ?? []) + others {
      guard let digest = result.cells[index].result?.tally.digest else { continue }
      let group = byDigest[digest] ?? result.groups.count
      if group == result.groups.count { result.groups.append([]) }
      byDigest[digest] = group
      result.groups[group].append(index)
      result.cells[index].group = group
    }
    for group in result.groups.indices { result.groups[group].sort() }
    if reproducing != nil { result.recordingGroup = 0 }
  }

  /// The cell that reproduces the recording: exactly, else within the tolerance.
  private func reproducingCell(_ result: MatrixResult) -> Int? {
    func first(where holds: (Comparison) -> Bool) -> Int? {
      result.cells.firstIndex { $0.result?.comparison.map(holds) ?? false }
    }
    return first { $0.isIdentical } ?? first { $0.comparedFrames > 0 && !$0.isDivergent }
  }

  /// Compares cells of other physics with the first one's physics for the same releases.
  private func physicsDifferences(_ result: inout MatrixResult) {
    guard let usual = result.cells.first?.configuration.configuration.releasePhysics else { return }
    for index in result.cells.indices {
      let configuration = result.cells[index].configuration.configuration
      guard configuration.releasePhysics != usual, let replay = result.cells[index].result else {
        continue
      }
      var counterpart = configuration
      counterpart.releasePhysics = usual
      let other =
        result.cells.firstIndex { $0.configuration.configuration == counterpart } ?? 0
      guard let known = result.cells[other].result else { continue }
      let settles = SettleDifference.all(
        known.tally.settles, by: known.rules, replay.tally.settles, by: replay.rules)
      if !settles.isEmpty {
        result.cells[index].physicsDifferences = PhysicsDifferences(cell: other, settles: settles)
      }
    }
  }
}

extension ReplayResult {
  fileprivate var rules: SettleDifference.Rules {
    SettleDifference.Rules(plan.configuration, drive: plan.drive.drive)
  }
}
