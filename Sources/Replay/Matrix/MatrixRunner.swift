import ScrollEngine
import ScrollModel
public import TraceStore

/// One cell of a matrix: a configuration and what its replay came to.
public struct MatrixCell: Sendable {
  /// The configuration.
  public var configuration: NamedConfiguration
  /// The replay; nil if it could not be made.
  public var result: ReplayResult?
  /// Why it could not be made.
  public var obstacle: String?
  /// The number of the group of cells that behave the same, from 0; nil if it could not be replayed.
  public var group: Int?
  /// Where the physics of the cell brings releases elsewhere than that of another cell.
  public var physicsDifferences: PhysicsDifferences?
}

/// What another physics makes of the same releases.
public struct PhysicsDifferences: Hashable, Sendable {
  /// The cell that was compared with: the first one's physics under the same choices of the app, if
  /// there is such a cell, else the first cell.
  public var cell: Int
  /// The releases that end elsewhere.
  public var settles: [SettleDifference]
}

/// A trace under several configurations.
public struct MatrixResult: Sendable {
  /// The cells in their order.
  public var cells: [MatrixCell]
  /// Cells of each group: first the group that does what was recorded, if there is one, then the
  /// others in the order of their first cells.
  public var groups: [[Int]]
  /// The number of the group that does what was recorded: 0, or nil if no cell does.
  public var recordingGroup: Int?
}

/// Replays one trace under many configurations in one pass over the store.
///
/// Cells whose configurations nothing in the trace tells apart are one replay.
///
/// The trace is read once, some batches at a time; these go through the replays on as many threads
/// as asked for, and one of these reads what follows. A replay sees its events in order whatever
/// thread it runs on, so the results do not depend on the number of threads.
public struct MatrixRunner {
  /// How far offsets may lie from the recording.
  public var tolerance: Tolerance
  /// What moves the content; nil chooses.
  public var drive: Drive?
  /// How many threads work.
  public var workers: Int
  /// What custom behaviors are called.
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

  /// Replays a trace; `progress` is told how many events have been read.
  public func run(
    _ cells: [NamedConfiguration], of trace: TraceRecord, in store: TraceStore,
    progress: (Int64) throws -> Void = { _ in }
  ) throws -> MatrixResult {
    try run(cells, of: trace, in: store, progress: progress, observing: { NoObserver() }).result
  }

  /// The same with an observer of each replay; nil where a cell could not be replayed.
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

  /// Reads a trace and hands every batch to each of the replays.
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
      // Lane 0 reads what the next round replays.
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

  /// How many batches a replay may be ahead of another.
  private static let depth = 12

  /// Puts cells with the same outcome into one group; the first group is the recording's, so that it
  /// has one name wherever the cells are shown.
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

  /// The cell that does what was recorded: bit for bit, else within the tolerance.
  private func reproducingCell(_ result: MatrixResult) -> Int? {
    func first(where holds: (Comparison) -> Bool) -> Int? {
      result.cells.firstIndex { $0.result?.comparison.map(holds) ?? false }
    }
    return first { $0.isIdentical } ?? first { $0.comparedFrames > 0 && !$0.isDivergent }
  }

  /// Holds cells of other physics than the first one's against what that makes of the same releases.
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
