public import ScrollModel

/// A random scenario whose gestures pull content past its ends and follow each other immediately.
///
/// Content is dragged and flung past both ends, released outwards, inwards and at rest there. It is
/// touched again at the time of the release or a few frames later. The behavior, the physics and
/// bouncing are random. Equal seeds produce equal scenarios on every machine.
public struct EdgeScenario: Sendable {
  /// The scene.
  public let scene: SceneFile
  /// The script.
  public let script: GestureScript
  /// The script as text.
  public let scriptText: String
  /// The configuration.
  public let configuration: Configuration

  /// Creates a random scenario.
  public init(seed: UInt64) throws(ScriptError) {
    var draw = EdgeDraw(ScenarioDraw(SeededGenerator(seed: seed, stream: 0xED6E)))
    scene = draw.scene(seed: seed)
    configuration = draw.configuration()
    scriptText = draw.script(in: scene)
    script = try GestureScript(scriptText)
  }

  /// The simulation of the scenario with the engine's observations.
  public func simulation(seed: UInt64) throws(SimulationOptionError) -> ObservedSimulation {
    var options = SimulationOptions()
    options.seed = seed
    return ObservedSimulation(
      try Simulator(scene: scene, script: script, options: options), configuration: configuration)
  }
}

/// Generates the parts of an edge scenario.
private struct EdgeDraw {
  private var draw: ScenarioDraw
  private var isVertical = true

  init(_ draw: ScenarioDraw) {
    self.draw = draw
  }

  mutating func scene(seed: UInt64) -> SceneFile {
    var scene = draw.scene(seed: seed)
    scene.labels.name = "edges \(seed)"
    scene.axes = draw.chance(0.5) ? .vertical : .horizontal
    scene.lazy = nil
    isVertical = scene.axes == .vertical
    return scene
  }

  mutating func configuration() -> Configuration {
    var configuration = draw.configuration()
    // Margins are insets that a recording of frames only contains in its next frame.
    configuration.margins = .zero
    if draw.chance(0.2) { configuration.releasePhysics = draw.one(of: PeerPhysics.allCases) }
    return configuration
  }

  // MARK: Script

  mutating func script(in scene: SceneFile) -> String {
    var lines = ["wait \(draw.whole(0...300))ms"]
    for _ in 0..<draw.whole(2...7) {
      lines.append(step(in: scene))
      lines.append("wait \(pause())")
    }
    lines.append("wait 6s")
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func pause() -> String {
    switch draw.whole(0...9) {
    case 0...3: "0ms"
    case 4, 5: "\(draw.whole(1...40))ms"
    case 6: "\(draw.whole(41...400))ms"
    default: "\(draw.whole(1500...5000))ms"
    }
  }

  private mutating func step(in scene: SceneFile) -> String {
    let isToStart = draw.chance(0.5)
    switch draw.whole(0...9) {
    case 0...3: return pull(isToStart, in: scene)
    case 4...6:
      let way = isVertical ? (isToStart ? "down" : "up") : (isToStart ? "right" : "left")
      return "fling \(way) \(draw.whole(100...6000))"
    case 7: return "tap \(middle(scene))"
    case 8:
      let length = (isToStart ? -1 : 1) * draw.whole(50...900)
      return "trackpad \(isVertical ? "0,\(length)" : "\(length),0") over \(draw.whole(60...500))ms"
    default:
      let edge = isVertical ? (isToStart ? "top" : "bottom") : (isToStart ? "leading" : "trailing")
      return "scroll to edge \(edge) via offset"
    }
  }

  /// A drag across most of the container.
  private mutating func pull(_ isToStart: Bool, in scene: SceneFile) -> String {
    let (width, height) = (Int(scene.container.width), Int(scene.container.height))
    let length = isVertical ? height : width
    let (low, high) = (draw.whole(5...(length / 3)), draw.whole((length / 2)...(length - 5)))
    let (from, to) = isToStart ? (low, high) : (high, low)
    let ends =
      isVertical
      ? "from \(width / 2),\(from) to \(width / 2),\(to)"
      : "from \(from),\(height / 2) to \(to),\(height / 2)"
    return "drag \(ends) over \(draw.whole(40...700))ms ease "
      + draw.one(of: ["linear", "out", "in-out"])
  }

  private func middle(_ scene: SceneFile) -> String {
    "\(Int(scene.container.width / 2)),\(Int(scene.container.height / 2))"
  }
}
