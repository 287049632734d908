import Replay
import Report
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore

@Suite("A redacted trace replays to the same outcome")
struct RedactedReplayTests {
  /// A source whose traces are redacted.
  private struct Redacted<Source: TraceSource>: TraceSource {
    let source: Source
    let redaction: Redaction

    func send<Sink: TraceSink>(to sink: inout Sink) throws {
      var redacting = RedactingSink(sink, redaction)
      try source.send(to: &redacting)
      sink = redacting.sink
    }
  }

  /// The offset at each frame, and the reported target of each release.
  private struct Path: TraceSink {
    var frames: [GeometryFrame] = []
    var times: [TraceTime] = []
    var rests: [Point?] = []
    var ids: Set<TargetID> = []

    mutating func beginTrace(_ information: TraceInformation) -> TraceNumber { 1 }
    mutating func report(_ diagnostic: Diagnostic) {}
    mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {
      switch event {
      case .observation(.frame(let frame)):
        frames.append(frame)
        times.append(time)
      case .observation(.release(let report)): rests.append(report.chosenOffset)
      case .input(.layout(let layout)): ids.formUnion(layout.targets.map(\.id))
      default: break
      }
    }
  }

  @Test(
    "simulated sessions that were redacted before storage replay to the same outcome",
    arguments: Cases.seeds(oneIn: 2))
  func roundTrip(seed: UInt64) throws {
    let folder = try TemporaryDirectory()
    let scenario = try RandomScenario(seed: seed)
    let simulation = try scenario.simulation(seed: seed)
    let redacted = Redacted(source: simulation, redaction: Redaction(salt: "\(seed)"))
    let recordings = try Recordings([redacted], in: folder)
    let record = try #require(try recordings.store.traces().first)
    let declared = try #require(record.information.declaredConfiguration)
    let configuration = try Configuration(text: declared)
    let context: Comment = "seed \(seed): \(declared)"
    // The redacted ids, settles and visible sets equal those of the replay of the redacted inputs.
    let result = try recordings.replay(record, configuration)
    #expect(result.tally.digest == record.digests?.observations, context)
    #expect(try #require(result.comparison, context).isIdentical, context)
    // The content's offsets did not change, only the ids did.
    var (before, after) = (Path(), Path())
    try simulation.send(to: &before)
    try redacted.send(to: &after)
    #expect(before.times == after.times, context)
    #expect(before.frames == after.frames, context)
    #expect(before.rests == after.rests, context)
    #expect(before.ids.count == after.ids.count && before.ids.isDisjoint(with: after.ids), context)
    try recordings.store.close()
  }
}
