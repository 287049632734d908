import Replay
import ScrollEngine
import ScrollModel
import Simulation
import TestSupport
import Testing

/// A behavior that rests at multiples of a length.
private struct Multiples: TargetBehavior {
  let interval: Double

  func updateTarget(_ target: inout ProposedTarget, context: BehaviorContext) {
    let place = target.rect.origin.y / interval
    let whole = place - place.truncatingRemainder(dividingBy: 1)
    target.rect = Rect(
      origin: Point(x: target.rect.origin.x, y: whole * interval), size: target.rect.size)
  }
}

@Suite("custom behaviors of a program")
struct RegistryTests {
  private func registry(version: String? = nil) -> BehaviorRegistry {
    var registry = BehaviorRegistry()
    registry.register("my-snap", version: version) { parameters in
      parameters["interval"].flatMap { $0 > 0 ? Multiples(interval: $0) : nil }
    }
    return registry
  }

  @Test("custom behaviors are named with their parameters")
  func named() throws {
    let registry = registry()
    #expect(try registry.read("my-snap(interval: 200)") == .custom("my-snap(interval: 200)"))
    #expect(try registry.read("paging") == .paging)
    #expect(throws: ConfigurationSyntaxError.self) { try registry.read("your-snap") }
    var configuration = Configuration()
    configuration.behavior = .custom("my-snap(interval: 200)")
    #expect(registry.behavior(of: configuration) != nil)
    for text in ["my-snap", "my-snap(interval: 0)", "my-snap(interval)", "my-snap(200)"] {
      configuration.behavior = .custom(text)
      #expect(registry.behavior(of: configuration) == nil, "\(text)")
    }
  }

  @Test("custom behaviors replay as not portable, and only a version makes results storable")
  func replayed() throws {
    var scene = SceneFile(
      name: "list", container: Size(width: 390, height: 600),
      content: .generated(
        SceneFile.ItemRule(count: 40, ids: .integers(first: 0), size: .same(.length(100)))))
    scene.refreshRate = 120
    let session = try Session(
      ObservedSimulation(
        try Simulator(scene: scene, script: try GestureScript("fling up 1500\nwait 3s")),
        configuration: Configuration()))
    var configuration = Configuration()
    configuration.behavior = .custom("my-snap(interval: 150)")
    let plan = try ReplayPlan(
      configuration, of: session.information, session.contents,
      behavior: registry().behavior(of: configuration))
    #expect(!plan.isPortable)
    #expect(try session.plan(Configuration()).isPortable)
    let run = ReplayRun(plan)
    for (time, event) in session.batch.events { run.take(event, at: time) }
    run.finish()
    let rest = try #require(run.tally.settles.first { !$0.isResize })
    #expect(rest.rule == .custom)
    #expect(rest.chosen.truncatingRemainder(dividingBy: 150) == 0)
    #expect(!registry().isKeepable(configuration))
    #expect(registry(version: "2").isKeepable(configuration))
    #expect(registry().isKeepable(Configuration()))
    #expect(throws: ReplayError.self) { try session.plan(configuration) }
  }
}
