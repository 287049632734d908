import ScrollModel
import TestSupport
import Testing

@testable import ScrollEngine

@Suite("Batched decelerations") struct GlideTests {
  @Test("a right-to-left fling mirrors the frames of a left-to-right fling") func mirror() {
    var left = Rig(.cards(20))
    var right = Rig(.cards(20, direction: .rightToLeft))
    left.fling(1500, horizontally: true)
    right.fling(-1500, horizontally: true)
    left.rest()
    right.rest()
    #expect(left.x > 300)
    // Twenty cards of 100 with gaps of 10 in a container of 300.
    #expect(right.log.frames.map(\.offset.x) == left.log.frames.map { 1890 - $0.offset.x })
  }

  @Test("content that moves on both axes reports transitions across at their own ticks")
  func across() throws {
    let targets = (0..<60).map {
      TargetFrame(
        id: TargetID(Int64($0)), frame: Rect(x: Double($0) * 10, y: 0, width: 10, height: 50))
    }
    let scene = Scene(
      axes: .both, containerSize: Size(width: 300, height: 300),
      content: .layout(Layout(contentSize: Size(width: 1200, height: 900), targets: targets)))
    func played(decidingAlways isDeciding: Bool) -> OutcomeLog {
      var rig = Rig(scene) {
        $0.transition = TransitionSettings(.animated, axis: .horizontal)
        // Downward it takes a while to move by a sixteenth of a point.
        $0.physics.offsetGrid = 0.0625
      }
      rig.scroll(
        .point(Point(x: 400, y: 0.25)), animation: .timed(seconds: 2, curve: .easeInOut),
        route: .offset)
      for _ in 0..<150 {
        if isDeciding { rig.engine.stableRange = nil }
        rig.wait(1000.0 / 60)
      }
      return rig.log
    }
    let (glided, decided) = (played(decidingAlways: false), played(decidingAlways: true))
    #expect(decided.transitions.count > 20)
    #expect(glided == decided)
  }

  @Test("a motion in batches has the outcome of one that is decided at every tick")
  func batches() {
    for seed in Cases.seeds(from: 1600) {
      let script = Script.varied(seed)
      var engine = ScrollEngine(configuration: script.configuration, scene: script.scene)
      var log = OutcomeLog()
      func decide(until end: TraceTime) {
        let step = Int64(1_000_000_000 / script.scene.refreshRate)
        var time = engine.now.advanced(byNanoseconds: step)
        while time < end {
          engine.stableRange = nil
          engine.advance(to: time, to: &log)
          time = time.advanced(byNanoseconds: step)
        }
        engine.stableRange = nil
      }
      for (input, time) in script.inputs {
        decide(until: time)
        engine.handle(input, at: time, to: &log)
      }
      decide(until: script.end)
      engine.finish(at: script.end, to: &log)
      #expect(log == script.play(), "seed \(seed)")
    }
  }

  @Test("the end of a wheel notch does not end a following release, animation or momentum")
  func notch() {
    let notch = Input.wheel(WheelSample(delta: Vector(dx: 0, dy: 30)))
    var released = Rig(.rows(500))
    released.send(notch)
    released.engine.release(
      velocity: Vector(dx: 0, dy: 900), original: .zero, at: released.now, to: &released.log)
    released.rest()
    #expect(released.y > 100)
    #expect(released.phases == [.interacting, .decelerating, .idle])

    var asked = Rig(.rows(500))
    asked.send(notch)
    asked.scroll(.y(700), animation: .timed(seconds: 0.5, curve: .easeOut), route: .offset)
    asked.rest()
    #expect(asked.y == 700)
    #expect(asked.phases == [.interacting, .animating, .idle])

    var carried = Rig(.rows(500))
    carried.send(notch)
    for (momentum, delta) in [(WheelPhase.began, 9.0), (.changed, 6), (.changed, 3), (.ended, 0)] {
      let delta = Vector(dx: 0, dy: delta)
      carried.send(.wheel(WheelSample(delta: delta, momentumPhase: momentum, isPrecise: true)))
      carried.wait(25)
    }
    carried.rest()
    #expect(carried.phases == [.interacting, .decelerating, .idle])
  }
}
