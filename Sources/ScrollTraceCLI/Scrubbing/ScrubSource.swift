import Replay
import ScrollEngine
import ScrollModel
import TraceStore

/// The times of a trace that scrubbing can stop at.
struct ScrubIndex {
  private(set) var frames: [Int64] = []
  private(set) var settles: [Int64] = []
  private(set) var divergences: [Int64] = []
  private(set) var end: Int64 = 0

  /// Replays a trace once, to its end.
  init(of trace: TraceRecord, _ plan: ReplayPlan, in store: TraceStore) throws {
    let box = ObserverBox(SettleTimes())
    let replay = RecordingReplay(
      plan, tolerance: try Tolerance(of: trace, in: store), recorded: trace.digests?.observations,
      listener: box)
    try store.replay(trace.id) { batch in
      for (time, event) in batch.events {
        if case .observation(.frame) = event, frames.last != time.nanoseconds {
          frames.append(time.nanoseconds)
        }
        end = time.nanoseconds
      }
      replay.take(batch)
    }
    let found = replay.finish().comparison?.divergences ?? []
    divergences = Set(found.filter { $0.verdict != .invisible }.map(\.from.nanoseconds)).sorted()
    // Both axes of one release have the same time.
    for time in box.observer.times.sorted() where settles.last != time { settles.append(time) }
  }

  private struct SettleTimes: ReplayObserver {
    var times: [Int64] = []

    mutating func take(_ settle: Settle) { times.append(settle.time.nanoseconds) }
  }
}

/// A replay and its recording that can be positioned at any time.
///
/// Moving forward replays only the events between; moving back restarts both.
final class ScrubSource {
  let trace: TraceRecord
  let plan: ReplayPlan
  /// The same view with the recorded offsets; nil if the replay itself uses them.
  private let recordedPlan: ReplayPlan?
  private let store: TraceStore
  private var run: ReplayRun
  private var recordedRun: ReplayRun?
  private var reader: TraceReader
  private var pending: (time: TraceTime, event: TraceEvent)?
  private var now: TraceTime?
  private var recorded: GeometryFrame?

  init(
    of trace: TraceRecord, _ plan: ReplayPlan, _ recordedPlan: ReplayPlan?, in store: TraceStore
  ) throws {
    self.trace = trace
    self.plan = plan
    self.recordedPlan = recordedPlan
    self.store = store
    run = ReplayRun(plan)
    recordedRun = recordedPlan.map { ReplayRun($0) }
    reader = try store.pointReader(of: trace.id)
  }

  /// The state of a replay and of the recording at one time.
  struct Moment {
    var time: TraceTime
    var inspection: Inspection
    /// The state of the recording, if the replay can differ from it.
    var recording: Inspection?
    /// The last recorded frame up to that time.
    var recorded: GeometryFrame?
  }

  func moment(at time: TraceTime) throws -> Moment {
    if let now, time < now {
      run = ReplayRun(plan)
      recordedRun = recordedPlan.map { ReplayRun($0) }
      reader = try store.pointReader(of: trace.id)
      pending = nil
      recorded = nil
    }
    now = time
    while let next = try pending ?? reader.next() {
      pending = next
      guard next.time <= time else { break }
      pending = nil
      if case .observation(.frame(let frame)) = next.event { recorded = frame }
      run.take(next.event, at: next.time)
      recordedRun?.take(next.event, at: next.time)
    }
    return Moment(
      time: time, inspection: run.inspect(at: time),
      recording: recorded == nil ? nil : recordedRun?.inspect(at: time), recorded: recorded)
  }
}
