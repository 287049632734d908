import ScrollModel
import Simulation
import TestSupport

/// A healthy scenario that ran something other than it declares.
struct FaultyScenario: TraceSource {
  let name: String
  private var information: TraceInformation
  private let events: [SimulationRun.Moment]

  /// Draws what ran: a behavior with a mistake, or another configuration; nil if it has no effect.
  init?(seed: UInt64) throws {
    var scenario = try HealthyScenario(seed: seed)
    var generator = SeededGenerator(seed: seed, stream: 0x4E9)
    let right = try Self.ends(scenario.simulation())
    var ran = scenario.configuration
    var behavior: FaultyBehavior?
    if generator.chance(0.5) {
      let mistakes = FaultyBehavior.Mistake.allCases
      let mistake = mistakes[generator.int(in: 0...(mistakes.count - 1))]
      if case .viewAligned(let limit, _) = scenario.configuration.behavior {
        scenario.configuration.behavior = .viewAligned(limit: limit, anchor: nil)
      }
      let axis = scenario.scene.axes.main
      behavior = FaultyBehavior(
        mistake, along: axis, pitch: scenario.pitch,
        limitsScrolls: scenario.configuration.fastDeceleration(axis))
      ran.behavior = .custom("faulty")
      name = "\(seed) \(mistake.rawValue)"
    } else {
      let others: [ScrollBehavior] = [
        .none, .paging, .viewAligned(limit: .automatic, anchor: nil),
        .interval(scenario.pitch + 8), .interval(max(1, scenario.pitch - 8)),
      ]
      ran.behavior = others[generator.int(in: 0...(others.count - 1))]
      name = "\(seed) \(ran.behavior.text)"
    }
    let simulation = ObservedSimulation(
      try Simulator(scene: scenario.scene, script: scenario.script), configuration: ran,
      behavior: behavior)
    var sink = CollectingSink()
    try simulation.send(to: &sink)
    information = sink.traces[0].information
    information.declaredConfiguration = scenario.configuration.text
    events = zip(sink.traces[0].times, sink.traces[0].events).map { ($0, $1) }
    guard try Self.ends(simulation) != right else { return nil }
  }

  /// The offsets at which the content rests, in whole points.
  private static func ends(_ simulation: ObservedSimulation) throws -> [Point] {
    var sink = CollectingSink()
    try simulation.send(to: &sink)
    var (rests, last) = ([Point](), Point.zero)
    for event in sink.traces[0].events {
      switch event {
      case .observation(.frame(let frame)):
        last = Point(x: frame.offset.x.rounded(), y: frame.offset.y.rounded())
      case .observation(.phase(let change)) where change.new == .idle: rests.append(last)
      default: break
      }
    }
    return rests + [last]
  }

  func send<Sink: TraceSink>(to sink: inout Sink) throws {
    let trace = try sink.beginTrace(information)
    for (time, event) in events { try sink.append(event, at: time, to: trace) }
  }
}
