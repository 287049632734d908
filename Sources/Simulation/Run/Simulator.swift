public import ScrollModel
import TextKit

/// A scene, a script and options, which produce a trace of inputs.
///
/// Equal parameters produce equal traces on every machine. The trace contains inputs and the
/// script's annotations, but no observations.
///
/// ```swift
/// let simulator = try Simulator(
///   scene: SceneFile(json: sceneBytes, name: "feed"), script: GestureScript("fling up 1800"))
/// try simulator.send(to: &sink)
/// ```
public struct Simulator: TraceSource, Sendable {
  /// The scene.
  public let scene: SceneFile
  /// The script.
  public let script: GestureScript
  /// Seed, rates and noise.
  public let options: SimulationOptions

  /// Creates a simulation after checking its options.
  public init(
    scene: SceneFile, script: GestureScript, options: SimulationOptions = SimulationOptions()
  ) throws(SimulationOptionError) {
    if let problem = options.problem { throw SimulationOptionError(description: problem) }
    self.scene = scene
    self.script = script
    self.options = options
  }

  /// Starts the script.
  public func run() -> SimulationRun {
    SimulationRun(scene, script, options)
  }

  /// All data of the trace except its events.
  public var information: TraceInformation {
    var information = TraceInformation(name: scene.labels.name)
    information.parentName = scene.labels.parentName
    information.device = scene.labels.device
    information.system = scene.labels.system
    information.app = scene.labels.app
    information.declaredConfiguration = scene.labels.configuration
    information.axes = scene.axes
    information.scale = scene.scale
    information.setMetadata(MetadataEntry(key: "simulation", json: settings))
    return information
  }

  /// Sends the trace to a sink.
  public func send<Sink: TraceSink>(to sink: inout Sink) throws {
    let trace = try sink.beginTrace(information)
    var run = run()
    while let moment = try run.next() {
      try sink.append(moment.event, at: moment.time, to: trace)
    }
  }

  /// The options as JSON, so that the trace can be reproduced; noise only if there is some.
  private var settings: String {
    var json = JSONWriter()
    func member(_ key: String, _ number: Double) {
      json.key(key)
      // The options were checked to be finite.
      if (try? json.value(number)) == nil { json.null() }
    }
    json.beginObject()
    json.key("seed")
    // Larger seeds than a JSON number represents exactly are written as text.
    if let seed = Int64(exactly: options.seed) {
      json.value(seed)
    } else {
      json.value(String(options.seed))
    }
    member("touch_hz", options.touchRate)
    let noise: [(String, Double)] = [
      ("jitter_pt", options.noise.positionJitter), ("jitter_us", options.noise.timeJitter),
      ("dropped", options.noise.droppedShare), ("coalesced", options.noise.coalescedShare),
    ]
    for (key, value) in noise where value > 0 { member(key, value) }
    json.endObject()
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
