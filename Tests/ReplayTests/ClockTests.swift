import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore

/// Recorders rarely report the display's ticks; their frames imply them.
@Suite("display clocks that the trace does not report")
struct ClockTests {
  /// A simulation recorded with another clock origin and without ticks.
  private struct Shifted: TraceSource {
    let simulation: ObservedSimulation
    let shift: Int64

    func send<Sink: TraceSink>(to sink: inout Sink) throws {
      var whole = CollectingSink()
      try simulation.send(to: &whole)
      for trace in whole.traces {
        let number = try sink.beginTrace(trace.information)
        for (time, event) in zip(trace.times, trace.events) {
          var event = event
          if case .input(.container(var change)) = event {
            change.refreshOrigin = nil
            event = .input(.container(change))
          }
          try sink.append(event, at: time.advanced(byNanoseconds: shift), to: number)
        }
      }
    }
  }

  private static let scenes = Files.names(in: Repository.path("fixtures/scenes"))
    .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()

  @Test(
    "the frames define the display clock, so a shifted trace replays exactly", arguments: scenes)
  func shifted(name: String) throws {
    let scene = try SceneFile(
      json: Array(Files.text(Repository.path("fixtures/scenes/\(name).json")).utf8), name: name)
    let script = try GestureScript(Files.text(Repository.path("fixtures/scripts/\(name).script")))
    let configuration =
      try scene.labels.configuration.map { try Configuration(text: $0) } ?? Configuration()
    let simulation = ObservedSimulation(
      try Simulator(scene: scene, script: script), configuration: configuration)
    let folder = try TemporaryDirectory()
    for shift in [Int64(0), 137_250_000] {
      let recordings = try Recordings([], in: folder)
      try recordings.add(Shifted(simulation: simulation, shift: shift))
      let record = try #require(try recordings.store.traces().last)
      let contents = try recordings.store.contents(of: record.id)
      #expect((contents.inferredTick == nil) == (shift == 0))
      let result = try recordings.replay(record, configuration)
      let comparison = try #require(result.comparison)
      #expect(!comparison.isDivergent && comparison.wouldPassAt == 0, "\(shift)")
      #expect(result.tally.derivedInputs == (shift == 0 ? 0 : 1))
      try recordings.store.close()
    }
  }
}
