import Analysis
import Replay
import ScrollEngine
import ScrollModel
import Simulation
import TestSupport
import TraceStore
import Triage

/// One recorded stream: what a store gets.
struct Recording: TraceSource {
  var information: TraceInformation
  var events: [SimulationRun.Moment]

  /// What the engine makes of a scenario.
  init(_ scenario: HealthyScenario) throws {
    try self.init(scenario.simulation())
  }

  /// What the engine makes of a scenario with a faulty behavior, declared as the right one.
  init(_ scenario: HealthyScenario, ran behavior: any TargetBehavior) throws {
    var ran = scenario.configuration
    ran.behavior = .custom("faulty")
    try self.init(
      ObservedSimulation(
        try Simulator(scene: scenario.scene, script: scenario.script), configuration: ran,
        behavior: behavior))
    information.declaredConfiguration = scenario.configuration.text
  }

  /// What the engine makes of a simulation.
  init(_ simulation: ObservedSimulation) throws {
    var sink = CollectingSink()
    try simulation.send(to: &sink)
    information = sink.traces[0].information
    events = zip(sink.traces[0].times, sink.traces[0].events).map { ($0, $1) }
  }

  func send<Sink: TraceSink>(to sink: inout Sink) throws {
    let trace = try sink.beginTrace(information)
    for (time, event) in events { try sink.append(event, at: time, to: trace) }
  }
}

/// A store that is made anew after some traces, so that its file stays small.
final class Shelf {
  private var folder: TemporaryDirectory
  private var store: TraceStore
  private var count = 0

  init() throws {
    folder = try TemporaryDirectory()
    store = try TraceStore(path: folder.file("traces.sqlite"), mode: .create)
  }

  /// Puts a recording into the store and returns it as the tool would read it.
  func outcome(of recording: Recording) throws -> Outcome {
    if count == 200 {
      try store.close()
      folder = try TemporaryDirectory()
      store = try TraceStore(path: folder.file("traces.sqlite"), mode: .create)
      count = 0
    }
    count += 1
    let source = CaptureSource(
      format: "simulation", name: nil, toolVersion: "test", unixMilliseconds: 0)
    _ = try store.importCapture(source) { writer in
      try recording.send(to: &writer)
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
    guard let trace = try store.traces().last else { throw Missing() }
    return Outcome(of: trace, in: store)
  }

  struct Missing: Error {}
}
