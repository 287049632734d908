public import ScrollModel

/// A random scenario, similar to real sessions.
///
/// Containers are phones and tablets, items cards and rows, gestures drags, flings, wheels and
/// commands, with edits and rotations in between. The configuration is any possible one. Equal
/// seeds produce equal scenarios on every machine.
public struct RandomScenario: Sendable {
  /// The scene.
  public let scene: SceneFile
  /// The script.
  public let script: GestureScript
  /// The script as text.
  public let scriptText: String
  /// The configuration.
  public let configuration: Configuration

  /// Creates a random scenario; with pauses between its steps if requested.
  public init(seed: UInt64, isCalm: Bool = false) throws(ScriptError) {
    var draw = ScenarioDraw(SeededGenerator(seed: seed, stream: 0x5CE7A210))
    scene = draw.scene(seed: seed)
    scriptText = draw.script(in: scene, isCalm: isCalm)
    script = try GestureScript(scriptText)
    configuration = draw.configuration()
  }

  /// The simulation of the scenario with the engine's observations.
  public func simulation(seed: UInt64) throws(SimulationOptionError) -> ObservedSimulation {
    var options = SimulationOptions()
    options.seed = seed
    return ObservedSimulation(
      try Simulator(scene: scene, script: script, options: options), configuration: configuration)
  }
}

/// Generates the parts of a scenario.
struct ScenarioDraw {
  var generator: SeededGenerator

  init(_ generator: SeededGenerator) {
    self.generator = generator
  }

  mutating func one<Element>(of choices: [Element]) -> Element {
    choices[generator.int(in: 0...(choices.count - 1))]
  }

  mutating func chance(_ probability: Double) -> Bool { generator.chance(probability) }

  mutating func whole(_ range: ClosedRange<Int>) -> Int { generator.int(in: range) }

  /// A length with a resolution of a quarter point.
  mutating func length(_ range: ClosedRange<Int>) -> Double {
    Double(whole(range)) + one(of: [0, 0, 0, 0.25, 0.5])
  }

  // MARK: Scene

  mutating func scene(seed: UInt64) -> SceneFile {
    let axes = one(of: [ScrollAxes.vertical, .vertical, .horizontal, .horizontal, .both])
    let container = one(of: [
      Size(width: 390, height: 844), Size(width: 320, height: 568), Size(width: 1024, height: 768),
      Size(width: 393, height: 240), Size(width: 200, height: 300),
    ])
    let rule = SceneFile.ItemRule(
      count: whole(0...60),
      ids: chance(0.5) ? .integers(first: 0) : .strings(prefix: "card-"),
      size: chance(0.5)
        ? .same(.length(length(20...600)))
        : .drawn(Double(whole(20...80))...Double(whole(100...500)), step: 1))
    var scene = SceneFile(
      name: "scenario \(seed)", container: container, content: .generated(rule))
    scene.axes = axes
    scene.direction = chance(0.25) ? .rightToLeft : .leftToRight
    scene.refreshRate = one(of: [60, 60, 120, 90, 59.94])
    scene.scale = one(of: [1, 2, 3])
    scene.stack.spacing = one(of: [0, 8, 12, 16.5])
    if chance(0.3) {
      scene.stack.padding = Insets(top: 8, left: 16, bottom: 24, right: 16)
    }
    if chance(0.4) {
      scene.insets = Insets(
        top: Double(whole(0...60)), left: Double(whole(0...20)), bottom: Double(whole(0...34)),
        right: Double(whole(0...20)))
    }
    if chance(0.2) { scene.lazy = SceneFile.Lazy(measuredAhead: whole(0...3)) }
    return scene
  }

  // MARK: Script

  mutating func script(in scene: SceneFile, isCalm: Bool) -> String {
    let pauses = isCalm ? [100, 400, 900, 2500] : [0, 16, 100, 400, 900, 2500]
    var lines = isCalm ? ["wait 200ms"] : []
    for _ in 0..<whole(1...8) {
      lines.append(step(in: scene))
      lines.append("wait \(one(of: pauses))ms")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func place(in scene: SceneFile) -> String {
    let x = whole(0...Int(scene.container.width))
    let y = whole(0...Int(scene.container.height))
    return "\(x),\(y)"
  }

  private mutating func step(in scene: SceneFile) -> String {
    switch whole(0...19) {
    case 0...5:
      return "fling \(one(of: ["up", "down", "left", "right"])) \(whole(100...6000))"
    case 6...9:
      return
        "drag from \(place(in: scene)) to \(place(in: scene)) over \(whole(40...700))ms ease "
        + one(of: ["linear", "out", "in-out"])
    case 10: return "tap \(place(in: scene))"
    case 11: return "wheel \(whole(-80...80)),\(whole(-120...120)) x\(whole(1...6)) every 30ms"
    case 12:
      return "trackpad \(whole(-300...300)),\(whole(-600...600)) over \(whole(50...400))ms"
        + (chance(0.5) ? " momentum \(whole(100...600))ms" : "")
    case 13...15: return command(in: scene)
    case 16: return "rotate"
    case 17: return "append \(whole(1...5))"
    case 18: return edit(in: scene)
    default: return "insets \(whole(0...60)),0,\(whole(0...300)),0"
    }
  }

  private mutating func id(in scene: SceneFile) -> String {
    guard case .generated(let rule) = scene.content else { return "0" }
    let number = whole(0...max(0, rule.count - 1))
    if case .strings(let prefix) = rule.ids { return "\(prefix)\(number)" }
    return "\(number)"
  }

  private mutating func command(in scene: SceneFile) -> String {
    let goal = one(of: [
      "id \(id(in: scene))", "edge \(one(of: ["top", "bottom", "leading", "trailing"]))",
      "point \(whole(0...500)),\(whole(0...3000))", "y \(whole(0...4000))", "x \(whole(0...900))",
    ])
    var text = "scroll to \(goal)"
    if goal.hasPrefix("id"), chance(0.6) {
      text += " anchor \(one(of: ["top", "center", "bottom", "leading", "trailing"]))"
    }
    if chance(0.6) { text += " animated" }
    return text
  }

  private mutating func edit(in scene: SceneFile) -> String {
    guard case .generated(let rule) = scene.content, rule.count > 2 else {
      return "append 1"
    }
    // Steps refer to items by index only, so that a scenario never uses a removed id.
    return "insert \(one(of: ["777", "\"late\""])) at \(whole(0...2)) size \(whole(20...300))"
  }

  // MARK: Configuration

  mutating func configuration() -> Configuration {
    var configuration = Configuration(
      one(of: [.ios17, .ios18, .ios26, .macos14, .macos15, .macos26]))
    configuration.behavior = behavior()
    if chance(0.6) { configuration.position = .id(nil) }
    if chance(0.2) { configuration.position = .value(PositionValue(idType: IDType(.int))) }
    if chance(0.5) { configuration.positionAnchor = anchor() }
    if chance(0.3) { configuration.defaultAnchors.base = anchor() }
    if chance(0.5) { configuration.viewVisibility = one(of: [0, 0.25, 0.5, 1]) }
    if chance(0.3) { configuration.targetVisibility = one(of: [0.1, 0.5, 0.9]) }
    if chance(0.2) {
      configuration.margins = Insets(top: 10, left: 20, bottom: 0, right: 20)
    }
    if chance(0.2) { configuration.verticalBounce = one(of: Bounce.allCases) }
    if chance(0.2) { configuration.horizontalBounce = one(of: Bounce.allCases) }
    if chance(0.1) { configuration.hasTargetLayout = false }
    if chance(0.2) { configuration.deceleration = one(of: Deceleration.allCases) }
    return configuration
  }

  private mutating func anchor() -> UnitPoint {
    one(of: [
      UnitPoint(x: 0.5, y: 0), UnitPoint(x: 0.5, y: 0.5), UnitPoint(x: 0.5, y: 1),
      UnitPoint(x: 0, y: 0.5), UnitPoint(x: 1, y: 0.5), UnitPoint(x: 0.25, y: 0.75),
    ])
  }

  private mutating func behavior() -> ScrollBehavior {
    switch whole(0...6) {
    case 0, 1: return .none
    case 2: return .paging
    case 3, 4:
      return .viewAligned(
        limit: one(of: ViewAlignedLimit.allCases), anchor: chance(0.5) ? anchor() : nil)
    case 5: return .interval(length(20...400))
    default:
      return .offsets(
        [0, length(50...200), length(300...900)], snapsToStart: chance(0.5),
        snapsToEnd: chance(0.5))
    }
  }
}
