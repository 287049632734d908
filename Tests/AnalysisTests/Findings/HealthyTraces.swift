import ScrollModel
import Simulation

@testable import Analysis

/// A random scene, script and configuration in which nothing is wrong.
///
/// Snapping is configured for the content: pages as long as items, view alignment or intervals of
/// the pitch. Nothing is put in above what is shown, and each gesture has the time it needs.
struct HealthyTrace {
  let scene: SceneFile
  let script: GestureScript
  let configuration: Configuration
  let summary: String

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, stream: 77)
    let isVertical = random.chance(0.5)
    let insets =
      isVertical && random.chance(0.4)
      ? Insets(top: 59, left: 0, bottom: 34, right: 0) : .zero
    let frame = Double(random.int(in: 300...900))
    let inner = frame - insets.top - insets.bottom
    let kind = random.int(in: 0...4)
    let length = kind == 1 ? inner : Double(random.int(in: 40...Int(inner)))
    let spacing = kind == 1 ? 0 : Double(random.int(in: 0...20))
    var configuration = Configuration(.ios26)
    configuration.behavior = Self.behavior(kind, pitch: length + spacing, &random)
    if random.chance(0.3) {
      configuration.position = .id(nil)
      configuration.positionAnchor = isVertical ? UnitPoint(x: 0.5, y: 0) : UnitPoint(x: 0, y: 0.5)
    }
    if random.chance(0.3) { configuration.viewVisibility = 0.5 }
    let count = random.int(in: 3...60)
    let size = SceneFile.ItemRule.SizeRule.same(.length(length))
    var scene = SceneFile(
      name: "healthy",
      container: isVertical
        ? Size(width: 390, height: frame) : Size(width: frame, height: 390),
      content: .generated(
        SceneFile.ItemRule(count: count, ids: .integers(first: 0), size: size)))
    scene.axes = isVertical ? .vertical : .horizontal
    scene.insets = insets
    scene.stack.spacing = spacing
    scene.scale = random.chance(0.5) ? 2 : 3
    scene.refreshRate = random.chance(0.5) ? 60 : 120
    self.scene = scene
    self.configuration = configuration
    let steps = Self.steps(isVertical, configuration, &random)
    script = try GestureScript(steps)
    summary =
      "seed \(seed), \(configuration.text), items \(count) × \(length) + \(spacing)\n\(steps)"
  }

  private static func behavior(
    _ kind: Int, pitch: Double, _ random: inout SeededGenerator
  ) -> ScrollBehavior {
    switch kind {
    case 0: .none
    case 1: .paging
    case 2: .interval(pitch)
    default:
      .viewAligned(
        limit: random.element(of: ViewAlignedLimit.allCases) ?? .automatic,
        anchor: random.chance(0.2) ? UnitPoint(x: 0.5, y: 0.5) : nil)
    }
  }

  private static func steps(
    _ isVertical: Bool, _ configuration: Configuration, _ random: inout SeededGenerator
  ) -> String {
    var text = "wait 400ms\n"
    for _ in 0..<random.int(in: 2...8) {
      let forward = random.chance(0.7)
      let way = isVertical ? (forward ? "up" : "down") : (forward ? "left" : "right")
      switch random.int(in: 0...9) {
      case 0...4: text += "fling \(way) \(random.int(in: 200...5000))\n"
      case 5, 6:
        let from = forward ? 260 : 60
        let to = from + (forward ? -1 : 1) * random.int(in: 20...190)
        let ease = random.chance(0.5) ? "out" : "linear"
        text +=
          isVertical
          ? "drag from 150,\(from) to 150,\(to) over \(random.int(in: 200...900))ms ease \(ease)\n"
          : "drag from \(from),150 to \(to),150 over \(random.int(in: 200...900))ms ease \(ease)\n"
      case 7:
        text +=
          "fling \(way) \(random.int(in: 800...4000))\nwait \(random.int(in: 60...300))ms\n"
          + "tap 150,150\n"
      case 8: text += "append \(random.int(in: 1...5))\n"
      default: text += "wait 100ms\n"
      }
      text += "wait \(configuration.fastDeceleration ? 1600 : 4600)ms\n"
    }
    return text
  }

  func run() throws -> RecordedRun {
    var options = SimulationOptions()
    options.touchRate = 120
    return try RecordedRun(scene, script, configuration, options: options)
  }
}
