public import ScrollModel
public import Simulation

/// A scene, a gesture, and a declared configuration.
public struct Probe: Hashable, Sendable {
  /// The name of the probe and of its recording.
  public var name: String
  /// The scene.
  public var scene: ProbeScene
  /// The declared configuration.
  public var configuration: String
  /// The gesture, as a script of `scrolltrace simulate`.
  public var script: String

  /// The probe as a simulation under a configuration.
  public func simulation(
    _ configuration: Configuration, noise: ObservationNoise = .none, seed: UInt64 = 1
  ) throws -> ObservedSimulation {
    ObservedSimulation(
      try simulator(seed: seed), configuration: configuration, noise: noise,
      behavior: CalibrationBehavior(configuration))
  }

  /// The source of the probe's inputs.
  public func simulator(seed: UInt64 = 1) throws -> Simulator {
    var options = SimulationOptions()
    options.seed = seed
    return try Simulator(
      scene: SceneFile(json: Array(scene.json.utf8), name: name), script: GestureScript(script),
      options: options)
  }

  /// The probe's inputs, as its recording contains them.
  public func inputs() throws -> ProbeInputs {
    let simulator = try simulator()
    var inputs = ProbeInputs(axes: simulator.information.axes, declared: configuration)
    var run = simulator.run()
    while let moment = try run.next() { inputs.events.append(moment) }
    return inputs
  }
}

/// The content of a probe: a stack of items in a container of 390 x 700 pt.
public struct ProbeScene: Hashable, Sendable {
  /// The container's size.
  public static let container = Size(width: 390, height: 700)

  /// `vertical` or `both`.
  var axis = "vertical"
  /// The number of items, which have the ids i0, i1 and so on.
  public var count = 200
  /// Their height, and their width unless they fill the container.
  public var height = 100.0
  var width: Double?
  var spacing = 0.0
  var insets = Insets.zero
  /// The number of items per section with a pinned header; 0 for none.
  var sectionLength = 0
  /// Whether the declared type of the ids is optional.
  var hasOptionalIDs = false

  /// The scene as `scrolltrace simulate` reads it.
  var json: String {
    let size = Self.container
    let insets = insets
    return """
      {"axis": "\(axis)",
        "container": {"width": \(size.width), "height": \(size.height)}, "scale": 2, "hz": 60,
        "insets": {"top": \(insets.top), "bottom": \(insets.bottom)},
        "stack": {"spacing": \(spacing), "alignment": "leading"}, "items": \(items)}
      """
  }

  private var items: String {
    let size = width.map { "[\($0), \(height)]" } ?? "\(height)"
    guard sectionLength > 0 || hasOptionalIDs else {
      return "{\"count\": \(count), \"prefix\": \"i\", \"size\": \(size)}"
    }
    let list = (0..<count).map { number in
      let id =
        hasOptionalIDs ? "{\"string\": \"i\(number)\", \"optional\": true}" : "\"i\(number)\""
      let isHeader = sectionLength > 0 && number % sectionLength == 0
      return "{\"id\": \(id), \"size\": \(size)\(isHeader ? ", \"pinned\": \"header\"" : "")}"
    }
    return "[\(list.joined(separator: ", "))]"
  }
}
