import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore

@Suite("Law 3: recordings of the engine replay bit for bit")
struct RecordReplayTests {
  @Test(
    "simulated sessions from the store replay exactly with one thread and with two", .promise(11),
    arguments: Promise.seeds(11))
  func roundTrip(seed: UInt64) throws {
    let folder = try TemporaryDirectory()
    let scenario = try RandomScenario(seed: seed)
    let recordings = try Recordings([try scenario.simulation(seed: seed)], in: folder)
    let record = try #require(try recordings.store.traces().first)
    let declared = try #require(record.information.declaredConfiguration)
    let configuration = try Configuration(text: declared)
    let context: Comment = """
      seed \(seed): \(configuration.text)
      \(scenario.scriptText)
      """
    for workers in [1, 2] {
      let cells = try MatrixRunner(tolerance: .exact, workers: workers)
        .run([NamedConfiguration("declared", configuration)], of: record, in: recordings.store)
        .cells
      let result = try #require(cells.first?.result, context)
      #expect(result.tally.digest == record.digests?.observations, context)
      let comparison = try #require(result.comparison, context)
      #expect(comparison.isIdentical, context)
      #expect(!comparison.isDivergent, context)
      #expect(comparison.wouldPassAt == 0, context)
    }
    try recordings.store.close()
  }
}
