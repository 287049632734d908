import Replay
import ScrollEngine
import ScrollModel
import TraceStore

/// The moments of a trace at which something can be looked at.
struct ScrubIndex {
  private(set) var frames: [Int64] = []
  private(set) var settles: [Int64] = []
  private(set) var end: Int64 = 0

  /// Replays a trace once, to its end.
  init(of trace: TraceRecord, _ plan: ReplayPlan, in store: TraceStore) throws {
    let box = ObserverBox(SettleTimes())
    let run = ReplayRun(plan, listener: box)
    let reader = try store.pointReader(of: trace.id)
    while let (time, event) = try reader.next() {
      if case .observation(.frame) = event, frames.last != time.nanoseconds {
        frames.append(time.nanoseconds)
      }
      end = time.nanoseconds
      run.take(event, at: time)
    }
    run.finish()
    // Both axes of one release are decided at one moment.
    for time in box.observer.times.sorted() where settles.last != time { settles.append(time) }
  }

  private struct SettleTimes: ReplayObserver {
    var times: [Int64] = []

    mutating func take(_ settle: Settle) { times.append(settle.time.nanoseconds) }
  }
}

/// A replay that can be asked for any moment.
///
/// Going on costs only what lies between; going back runs the replay from its start.
final class ScrubSource {
  let trace: TraceRecord
  let plan: ReplayPlan
  private let store: TraceStore
  private var run: ReplayRun
  private var reader: TraceReader
  private var pending: (time: TraceTime, event: TraceEvent)?
  private var now: TraceTime?
  private var recorded: GeometryFrame?

  init(of trace: TraceRecord, _ plan: ReplayPlan, in store: TraceStore) throws {
    self.trace = trace
    self.plan = plan
    self.store = store
    run = ReplayRun(plan)
    reader = try store.pointReader(of: trace.id)
  }

  /// What a replay and the recording show at a moment.
  struct Moment {
    var time: TraceTime
    var inspection: Inspection
    /// The last frame that was recorded until then.
    var recorded: GeometryFrame?
  }

  func moment(at time: TraceTime) throws -> Moment {
    if let now, time < now {
      run = ReplayRun(plan)
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
    }
    return Moment(time: time, inspection: run.inspect(at: time), recorded: recorded)
  }
}
