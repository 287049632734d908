import Replay
import ScrollEngine
import ScrollModel
import Simulation
import TestSupport
import TraceStore

/// A simulated trace in memory.
struct Session {
  let information: TraceInformation
  let contents: TraceContents
  let batch: EventBatch

  init(_ source: some TraceSource) throws {
    var sink = CollectingSink()
    try source.send(to: &sink)
    let trace = sink.traces[0]
    information = trace.information
    batch = EventBatch(zip(trace.times, trace.events).map { ($0, $1) })
    contents = TraceContents(of: trace.events)
  }

  init(information: TraceInformation, _ events: [(time: TraceTime, event: TraceEvent)]) {
    self.information = information
    batch = EventBatch(events)
    contents = TraceContents(of: events.map(\.event))
  }

  func plan(
    _ configuration: Configuration, drive: Drive? = nil, behavior: (any TargetBehavior)? = nil
  ) throws -> ReplayPlan {
    try ReplayPlan(configuration, of: information, contents, drive: drive, behavior: behavior)
  }

  /// Two configurations against each other; nil if nothing could be compared.
  func compare(
    _ first: Configuration, _ second: Configuration, tolerance: Tolerance = .exact,
    behaviors: BehaviorRegistry = BehaviorRegistry()
  ) throws -> Comparison {
    var pair = ReplayPair(
      try plan(first, behavior: behaviors.behavior(of: first)),
      try plan(second, behavior: behaviors.behavior(of: second)), tolerance: tolerance)
    pair.take(batch)
    return try pair.finish().2
  }

  /// A replay against the recording.
  func replay(
    _ configuration: Configuration, drive: Drive? = nil, tolerance: Tolerance = .standard
  ) throws -> ReplayResult {
    let replay = RecordingReplay(
      try plan(configuration, drive: drive), tolerance: tolerance, recorded: nil)
    replay.take(batch)
    return replay.finish()
  }
}
