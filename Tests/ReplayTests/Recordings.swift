import Replay
import ScrollModel
import Simulation
import TestSupport
import TraceStore

/// A store with simulated traces, in a file that is removed with the test.
struct Recordings {
  let store: TraceStore

  init(
    _ sources: [any TraceSource], in folder: TemporaryDirectory,
    named name: String = "traces.sqlite"
  ) throws {
    store = try TraceStore(path: folder.file(name), mode: .create)
    for source in sources { try add(source) }
  }

  func add(_ source: some TraceSource) throws {
    let description = CaptureSource(
      format: "simulation", name: nil, toolVersion: "test", unixMilliseconds: 0)
    _ = try store.importCapture(description) { writer in
      try source.send(to: &writer)
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
  }

  /// Replays a stored trace under a configuration and compares it with the recording.
  func replay(
    _ record: TraceRecord, _ configuration: Configuration, drive: Drive? = nil,
    tolerance: Tolerance = .exact
  ) throws -> ReplayResult {
    let plan = try ReplayPlan(
      configuration, of: record.information, try store.contents(of: record.id), drive: drive)
    let run = RecordingReplay(
      plan, tolerance: tolerance, recorded: record.digests?.observations)
    try store.replay(record.id) { run.take($0) }
    return run.finish()
  }
}
