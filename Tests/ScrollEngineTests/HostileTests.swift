import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import ScrollEngine

@Suite("Hostile inputs") struct HostileTests {
  private static let numbers: [Double] = [
    0, -0.0, 1, -1, 1e9, -1e9, 1e300, -1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
    0.1,
  ]

  @Test("no input traps and offsets stay finite") func anything() {
    for seed in Cases.seeds() {
      var g = SeededGenerator(seed: seed)
      func number() -> Double { Self.numbers.randomElement(using: &g) ?? 0 }
      func size() -> Size { Size(width: number(), height: number()) }
      func rect() -> Rect { Rect(x: number(), y: number(), width: number(), height: number()) }
      let targets = (0..<Int.random(in: 0...6, using: &g)).map {
        TargetFrame(id: TargetID(Int64($0)), frame: rect())
      }
      var scene = Scene(
        axes: ScrollAxes.allCases.randomElement(using: &g) ?? .both, containerSize: size(),
        insets: Insets(top: number(), left: number(), bottom: number(), right: number()),
        layoutDirection: Bool.random(using: &g) ? .rightToLeft : .leftToRight, scale: number(),
        refreshRate: number(),
        refreshOrigin: TraceTime(nanoseconds: Int64.random(in: .min ... .max, using: &g)),
        content: .layout(Layout(contentSize: size(), targets: targets)))
      if Bool.random(using: &g) {
        scene.content = .stack(
          Stack(
            spacing: number(), alignment: number(), isLazy: Bool.random(using: &g),
            estimatedLength: number(),
            items: targets.map { SceneItem(id: $0.id, length: .fixed(number())) }))
      }
      var configuration = Configuration.random(using: &g)
      configuration.behavior = .interval(number())
      if Bool.random(using: &g) { configuration.behavior = .paging }
      var engine = ScrollEngine(configuration: configuration, scene: scene)
      var time: Int64 = 0
      var log = OutcomeLog()
      for _ in 0..<12 {
        time += Int64.random(in: 0...40_000_000, using: &g)
        let input: Input =
          switch Int.random(in: 0...6, using: &g) {
          case 0...2:
            .touch(
              TouchSample(
                pointer: 1, phase: TouchPhase.allCases.randomElement(using: &g) ?? .began,
                position: Point(x: number(), y: number())))
          case 3:
            .wheel(
              WheelSample(
                delta: Vector(dx: number(), dy: number()),
                phase: WheelPhase.allCases.randomElement(using: &g) ?? .none,
                momentumPhase: WheelPhase.allCases.randomElement(using: &g) ?? .none))
          case 4: .command(.command(5, using: &g))
          case 5:
            .container(
              ContainerChange(
                size: size(), scale: number(),
                isScrollDisabled: Int.random(in: 0...3, using: &g) == 0))
          default:
            .edit(.insert(TargetID(9), index: Int64.random(in: -1...9, using: &g), size: size()))
          }
        engine.handle(input, at: TraceTime(nanoseconds: time), to: &log)
        let state = engine.state(at: engine.now.advanced(byNanoseconds: 1_000_000))
        #expect(state.offset.x.isFinite && state.offset.y.isFinite, "seed \(seed)")
      }
    }
  }

  @Test("extreme, equal and decreasing times are accepted") func times() {
    var rig = Rig(.rows(100))
    rig.engine.handle(.command(.cancel), at: TraceTime(nanoseconds: .min), to: &rig.log)
    for _ in 0..<3 { rig.touch(.began, 50, 100) }
    rig.touch(.moved, 50, 0)
    rig.engine.handle(.command(.cancel), at: TraceTime(nanoseconds: .max), to: &rig.log)
    #expect(rig.engine.now.nanoseconds == ModelLimits.time)
  }

  @Test("an hour of idle time and a high refresh rate cost nothing", .timeLimit(.minutes(1)))
  func idle() {
    var scene = Scene.rows(100)
    scene.refreshRate = 10_000
    var rig = Rig(scene)
    for _ in 0..<1000 {
      rig.time += 3_600_000
      rig.apply(.wheel(WheelSample(delta: Vector(dx: 0, dy: 1))))
    }
    #expect(rig.log.frames.count < 10_000 && rig.y == 1000)
  }
}
