import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore

/// Laws of all recordings, for content released beyond its ends and gestures without a pause.
@Suite("replays of gestures at ends and without a pause")
struct EdgeReplayTests {
  @Test("random scenarios replay bit for bit from the store and decide as recorded")
  func roundTrip() throws {
    let folder = try TemporaryDirectory()
    for seed in Cases.seeds(oneIn: 4) {
      let scenario = try EdgeScenario(seed: seed)
      let store = try Recordings(
        [try scenario.simulation(seed: seed)], in: folder, named: "\(seed).sqlite")
      let record = try #require(try store.store.traces().first)
      let context: Comment = """
        seed \(seed): \(scenario.configuration.text)
        \(scenario.scriptText)
        """
      let result = try store.replay(record, scenario.configuration)
      #expect(result.tally.digest == record.digests?.observations, context)
      #expect(result.comparison?.isIdentical == true, context)
      #expect(result.comparison?.wouldPassAt == 0, context)
      let again = try store.replay(record, scenario.configuration)
      #expect(again.tally == result.tally, context)
      var reported: [TraceTime] = []
      try store.store.replay(record.id) { batch in
        for (time, event) in batch.events {
          if case .observation(.release) = event { reported.append(time) }
        }
      }
      let decided = result.tally.settles.filter { !$0.isResize }.map(\.time)
      #expect(decided == reported, context)
      try store.store.close()
    }
  }
}
