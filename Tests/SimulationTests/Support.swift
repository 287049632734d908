import Foundation
import ScrollModel
import Simulation
import TestSupport

/// The scenes and scripts of the repository, each pair under its name.
enum Fixtures {
  static let root = URL(filePath: Repository.path("fixtures"))

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: root.path() + "/scenes")) ?? [])
    .filter { $0.hasSuffix(".json") }
    .map { String($0.dropLast(5)) }
    .sorted()

  static func sceneText(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appending(path: "scenes/\(name).json")))
  }

  static func scriptText(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appending(path: "scripts/\(name).script")))
  }

  static func simulator(
    _ name: String, options: SimulationOptions = SimulationOptions()
  ) throws -> Simulator {
    try Simulator(
      scene: SceneFile(json: sceneText(name), name: name), script: GestureScript(scriptText(name)),
      options: options)
  }
}

/// A sink that stores everything.
struct Collector: TraceSink {
  var traces: [(information: TraceInformation, events: [(time: TraceTime, event: TraceEvent)])] = []
  var diagnostics: [Diagnostic] = []

  mutating func beginTrace(_ information: TraceInformation) -> TraceNumber {
    traces.append((information, []))
    return traces.count
  }

  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {
    traces[trace - 1].events.append((time, event))
  }

  mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }
}

extension Simulator {
  /// All events of the simulation.
  func events() throws -> [SimulationRun.Moment] {
    var run = run()
    var events: [SimulationRun.Moment] = []
    while let moment = try run.next() { events.append(moment) }
    return events
  }

  /// All touch samples of the simulation.
  func touches() throws -> [(time: TraceTime, sample: TouchSample)] {
    try events().compactMap { moment in
      guard case .input(.touch(let sample)) = moment.event else { return nil }
      return (moment.time, sample)
    }
  }

  /// All layouts of the simulation.
  func layouts() throws -> [(time: TraceTime, layout: Layout)] {
    try events().compactMap { moment in
      guard case .input(.layout(let layout)) = moment.event else { return nil }
      return (moment.time, layout)
    }
  }
}

/// A scene with ten rows of 100 points in a container of 400 × 800.
let rows = #"{"name": "rows", "container": [400, 800], "items": {"count": 10, "size": 100}}"#

/// Runs a script in a scene given as text.
func simulate(
  _ script: String, in scene: String = rows, options: SimulationOptions = SimulationOptions()
) throws -> Simulator {
  try Simulator(
    scene: SceneFile(json: Array(scene.utf8), name: "test"), script: GestureScript(script),
    options: options)
}

/// The message of an operation's error; nil if it succeeds.
func message(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return "\(error)"
  }
}
