import Analysis
import Replay
import ScrollEngine
import ScrollModel
import Simulation
import TestSupport
import TraceStore
import Triage

/// One recorded stream, as a store receives it.
struct Recording: TraceSource {
  var information: TraceInformation
  var events: [SimulationRun.Moment]

  /// The engine's recording of a scenario.
  init(_ scenario: HealthyScenario) throws {
    try self.init(scenario.simulation())
  }

  /// The engine's recording of a scenario with a faulty behavior, declared as the correct one.
  init(_ scenario: HealthyScenario, ran behavior: any TargetBehavior) throws {
    var ran = scenario.configuration
    ran.behavior = .custom("faulty")
    try self.init(
      ObservedSimulation(
        try Simulator(scene: scenario.scene, script: scenario.script), configuration: ran,
        behavior: behavior))
    information.declaredConfiguration = scenario.configuration.text
  }

  /// The recording of a gallery case.
  init(_ run: GalleryRun) throws {
    information = run.information
    events = try run.events()
  }

  /// The engine's recording of a simulation.
  init(_ simulation: ObservedSimulation) throws {
    var sink = CollectingSink()
    try simulation.send(to: &sink)
    information = sink.traces[0].information
    events = zip(sink.traces[0].times, sink.traces[0].events).map { ($0, $1) }
  }

  /// Whether it contains another event, or a frame whose offset differs by more than a point.
  func differs(from other: Recording) -> Bool {
    guard events.count == other.events.count else { return true }
    return zip(events, other.events).contains { mine, their in
      guard mine.time == their.time, case .observation(.frame(let frame)) = mine.event,
        case .observation(.frame(let before)) = their.event
      else { return mine != their }
      let (dx, dy) = (frame.offset.x - before.offset.x, frame.offset.y - before.offset.y)
      return (dx * dx + dy * dy).squareRoot() > 1 || frame.phase != before.phase
        || frame.geometry != before.geometry
    }
  }

  /// The results of a recording: its offsets at each change to idle and at the end, in whole
  /// points, and the last reported id.
  struct Ends: Hashable {
    var rests: [Point] = []
    var last = Point.zero
    var id: TargetID?
  }

  var ends: Ends {
    var ends = Ends()
    for (_, event) in events {
      switch event {
      case .observation(.frame(let frame)):
        ends.last = Point(x: frame.offset.x.rounded(), y: frame.offset.y.rounded())
      case .observation(.phase(let change)) where change.new == .idle: ends.rests.append(ends.last)
      case .observation(.position(let report)): ends.id = report.id
      default: break
      }
    }
    return ends
  }

  func send<Sink: TraceSink>(to sink: inout Sink) throws {
    let trace = try sink.beginTrace(information)
    for (time, event) in events { try sink.append(event, at: time, to: trace) }
  }
}

extension TraceShelf {
  /// Adds a recording to the store and returns it as the tool would read it.
  func outcome(of recording: Recording) throws -> Outcome {
    let (trace, store) = try put(recording)
    return Outcome(of: trace, in: store)
  }
}
