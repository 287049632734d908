import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore

/// What the page of a report replays: inputs as bytes, and edits of them.
@Suite("Workbench")
struct WorkbenchTests {
  /// The inputs of the random trace of a seed.
  private func inputs(_ seed: UInt64) throws -> (ReplayInputs, Configuration, Recorded) {
    var sink = CollectingSink()
    try RandomScenario(seed: seed).simulation(seed: seed).send(to: &sink)
    let trace = try #require(sink.traces.first)
    let configuration = try WorkbenchStart.configuration(
      trace.information.declaredConfiguration ?? "")
    let plan = try ReplayPlan(
      configuration, of: trace.information, TraceContents(of: trace.events))
    let events = zip(trace.times, trace.events).map { (time: $0, event: $1) }
    return (ReplayInputs(plan, events), configuration, (trace.times, trace.events))
  }

  private typealias Recorded = (times: [TraceTime], events: [TraceEvent])

  @Test("inputs read from their bytes have the same bytes, and replay as the whole trace does")
  func roundTrip() throws {
    for seed in 1...UInt64(Cases.count) {
      let (inputs, configuration, trace) = try inputs(seed)
      let bytes = inputs.bytes
      let read = try ReplayInputs(bytes: bytes)
      #expect(read.bytes == bytes, "seed \(seed)")
      let whole = ReplayRun(
        try ReplayPlan(configuration, of: inputs.information, inputs.contents, drive: inputs.drive),
        follower: RunColumns())
      for (time, event) in zip(trace.times, trace.events) { whole.take(event, at: time) }
      whole.finish()
      let run = try WorkbenchRun(read, configuration: configuration.text, edits: [])
      #expect(run.columns.digest == whole.follower.digest, "seed \(seed)")
      #expect(run.columns.times == whole.follower.times, "seed \(seed)")
    }
  }

  @Test("no bytes make the reader of inputs trap, and none that are cut or longer are read")
  func damagedBytes() throws {
    let (inputs, _, _) = try inputs(3)
    let bytes = inputs.bytes
    for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 300)) {
      #expect(throws: InputsError.self) { _ = try ReplayInputs(bytes: Array(bytes[..<count])) }
    }
    #expect(throws: InputsError.self) { _ = try ReplayInputs(bytes: bytes + [0]) }
    var random = SeededGenerator(seed: 37)
    for _ in 0..<Cases.count {
      var damaged = bytes
      for _ in 0...2 {
        damaged[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      guard let read = try? ReplayInputs(bytes: damaged) else { continue }
      // What can be read stays within the model's bounds.
      for (time, event) in read.events {
        #expect(ModelLimits.problem(with: event, at: time) == nil)
      }
    }
  }
}
