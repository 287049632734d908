public import ScrollModel
public import Simulation

/// A scene, a gesture, and a declared configuration.
public struct Probe: Hashable, Sendable {
  /// The name of the probe and of its recording.
  public var name: String
  /// The gesture, as a script of `scrolltrace simulate`.
  public var script: String
  /// The declared behavior.
  public var behavior: String

  /// Items of 100 pt in a container of 390 x 700 pt: the scene of all probes.
  public static let itemCount = 600
  /// The length of an item.
  public static let itemLength = 100.0
  /// The container's size.
  public static let container = Size(width: 390, height: 700)

  /// The probe as a simulation under a configuration.
  public func simulation(
    _ configuration: Configuration, noise: ObservationNoise = .none, seed: UInt64 = 1
  ) throws -> ObservedSimulation {
    var declared = configuration
    declared.behavior = try Configuration(text: "behavior: \(behavior)").behavior
    return ObservedSimulation(
      try simulator(seed: seed), configuration: declared, noise: noise)
  }

  /// The source of the probe's inputs.
  public func simulator(seed: UInt64 = 1) throws -> Simulator {
    let size = Self.container
    let scene = """
      {"name": "\(name)", "axis": "vertical",
        "container": {"width": \(size.width), "height": \(size.height)}, "scale": 2, "hz": 60,
        "stack": {"spacing": 0, "alignment": "leading"},
        "items": {"count": \(Self.itemCount), "prefix": "i", "size": \(Self.itemLength)}}
      """
    var options = SimulationOptions()
    options.seed = seed
    return try Simulator(
      scene: SceneFile(json: Array(scene.utf8), name: name), script: GestureScript(script),
      options: options)
  }

  /// Candidate gestures.
  static var candidates: [Probe] {
    var scripts: [(String, String)] = []
    let speeds = [250, 500, 900, 1500, 2200, 3000, 4500]
    for speed in speeds { scripts.append(("none", "wait 300ms\nfling up \(speed)")) }
    for first in [900, 1500, 2200] {
      for count in [2, 3, 5] {
        let flings = Array(repeating: "fling up \(first)", count: count)
        scripts.append(("none", "wait 300ms\n" + flings.joined(separator: "\nwait 150ms\n")))
      }
    }
    for length in [40, 120, 260] {
      scripts.append(
        ("none", "wait 300ms\ndrag from 195,600 to 195,\(600 - length) over 400ms ease out"))
      // A pull past the top, held until it has stopped.
      scripts.append(
        (
          "none",
          "wait 300ms\npath 195,200@0ms 195,\(200 + length)@400ms 195,\(200 + length)@700ms"
        ))
      // Past the top and back.
      scripts.append(
        (
          "none",
          "wait 300ms\npath 195,200@0ms 195,\(200 + length)@400ms 195,150@800ms 195,150@1100ms"
        ))
    }
    return scripts.enumerated().map { index, pair in
      Probe(name: "probe-\(index + 1)", script: pair.1, behavior: pair.0)
    }
  }
}
