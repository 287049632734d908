import Foundation
import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Rules of physics, input and phases") struct MotionRules {
  @Test("every rule of physics holds", arguments: physics) func physicsRule(_ rule: Rule) throws {
    try rule.check()
  }

  @Test("every rule of phases holds", arguments: phases) func phaseRule(_ rule: Rule) throws {
    try rule.check()
  }

  @Test("every convention of the engine holds", arguments: conventions)
  func convention(_ rule: Rule) throws {
    try rule.check()
  }

  static let physics: [Rule] = [
    Rule("PHYS-1 the two decay rates are per millisecond") {
      #expect(PhysicsConstants().normalDecay == 0.998 && PhysicsConstants().fastDecay == 0.99)
    },
    Rule("PHYS-2 velocity decays geometrically per millisecond") {
      let decay = Decay(from: 0, velocity: 1000, rate: 0.998, floor: 10)
      #expect(near(decay.velocity(at: 1), 998, 1e-9))
      #expect(near(decay.velocity(at: 500), 1000 * pow(0.998, 500), 1e-9))
    },
    Rule("PHYS-3 both published projections have names") {
      for (rate, discrete, continuous) in [(0.998, 499.0, 499.4998), (0.99, 99.0, 99.4992)] {
        #expect(near(Decay.projection(velocity: 1000, rate: rate), discrete, 1e-9))
        #expect(
          near(Decay.continuousProjection(velocity: 1000, rate: rate), continuous, 0.0001))
      }
    },
    Rule("PHYS-4 a deceleration ends at the velocity floor") {
      for (rate, distance, seconds) in [(0.998, 494.01, 2.300), (0.99, 98.01, 0.458)] {
        let decay = Decay(from: 0, velocity: 1000, rate: rate, floor: 10)
        #expect(near(decay.target, distance, 1e-9) && near(decay.duration / 1000, seconds, 5e-4))
        #expect(near(decay.velocity(at: decay.duration - 1e-6), 10, 1e-4))
        #expect(near(decay.position(at: decay.duration - 1e-6), decay.target, 1e-4))
      }
    },
    Rule("PHYS-4 from iOS 26 on a fling's distance is its velocity's integral") {
      for (profile, distance) in [(Profile.ios18, 494.01), (.macos26, 494.01), (.ios26, 494.5048)] {
        var rig = Rig(.rows(500), profile: profile)
        rig.fling(1000)
        let start = rig.y
        let settle = rig.log.settles.first
        #expect(near((settle?.natural ?? 0) - start, distance, 1e-3), "\(profile)")
        rig.rest()
        #expect(near(rig.y - start, distance, 1e-3), "\(profile)")
      }
      #expect(Switches(.ios26).flingDistance == .continuous)
      #expect(Switches(.ios17).flingDistance == .stepped)
      let needed = Decay.velocity(toTravel: -300, rate: 0.998, floor: 10, law: .continuous)
      let decay = Decay(from: 0, velocity: needed, rate: 0.998, floor: 10, law: .continuous)
      #expect(near(decay.target, -300, 1e-9))
    },
    Rule("PHYS-5 the rubber band has its three values") {
      for (pull, shown) in [(50.0, 25.7), (100, 48.4), (400, 141.9)] {
        #expect(near(RubberBand.shown(pull, dimension: 400, stiffness: 0.55), shown, 0.06))
        let back = RubberBand.pull(
          RubberBand.shown(pull, dimension: 400, stiffness: 0.55), dimension: 400, stiffness: 0.55)
        #expect(near(back, pull, 1e-9))
      }
      var rig = Rig(.rows(20, viewport: 400))
      rig.hold(dragging: -100)
      #expect(near(rig.y, -48.351648, 1e-5))
    },
    Rule("PHYS-6 the return past an edge resembles a spring of 10.95 per second") {
      let constants = EdgeConstants(pull: 0.99, decay: 0.998, floor: 10, tolerance: 0.25)
      let pull = EdgePull(edge: 0, displacement: 0, velocity: 1000, constants: constants)
      let peak = (0..<700).map { pull.position(at: Double($0)) }.max() ?? 0
      #expect(near(peak, 1000 / 29.8, 0.4))
      #expect(pull.position(at: pull.duration) == 0 && pull.position(at: 700) < 0.012 * peak)
    },
    Rule("PHYS-6 from iOS 26 on a held pull returns along the rubber band") {
      func returned(_ profile: Profile, after milliseconds: Double) -> Double {
        var rig = Rig(.rows(20, viewport: 400), profile: profile)
        rig.hold(dragging: -200)
        rig.lift()
        return rig.engine.state(
          at: rig.now.advanced(byNanoseconds: Int64(milliseconds * 1_000_000))
        ).offset.y
      }
      let held = -RubberBand.shown(200, dimension: 400, stiffness: 0.55)
      for time in [20.0, 100, 300] {
        let finger = 200 * exp(-9.45 * time / 1000)
        let band = -RubberBand.shown(finger, dimension: 400, stiffness: 0.55)
        #expect(near(returned(.ios26, after: time), band, 1e-5))
        #expect(near(returned(.ios18, after: time), held * pow(0.99, time), 1e-5))
      }
      #expect(returned(.ios26, after: 2000) == 0)
      // From the end as well, and in the other direction.
      var rig = Rig(.rows(20, viewport: 200), profile: .ios26)
      rig.scroll(.edge(.bottom), route: .offset)
      rig.hold(dragging: 200)
      let shown = rig.y - 200
      rig.lift()
      rig.rest()
      #expect(shown > 0 && rig.y == 200)
    },
    Rule("PHYS-7 a chosen target keeps the rate and gets its own velocity") {
      var rig = Rig(.rows(500)) { $0.behavior = .interval(60) }
      rig.fling(1000)
      let settle = rig.log.settles.first
      #expect(settle?.curve == .adjusted)
      let start = rig.y
      let goal = settle?.chosen ?? 0
      let state = rig.engine.state(at: rig.now.advanced(byNanoseconds: 1_000_000))
      let velocity = Decay.velocity(toTravel: goal - start, rate: 0.998, floor: 10)
      #expect(near(state.offset.y - start, velocity * 0.000998, 2e-6))
      rig.rest()
      #expect(rig.y == goal)
    },
    Rule("PHYS-7 with the switch, a chosen target takes as long as the fling itself") {
      func rest(_ choice: SettleDurationChoice, _ behavior: ScrollBehavior) -> (Double, Double) {
        var rig = Rig(.rows(500)) {
          $0.behavior = behavior
          $0.switches.settleDuration = choice
        }
        rig.fling(1000)
        let released = rig.now
        rig.rest()
        let rested = rig.log.rests.last?.time ?? released
        return (rig.y, Double(rested.nanoseconds(since: released)) / 1_000_000)
      }
      let (_, free) = rest(.natural, .none)
      let (place, natural) = rest(.natural, .interval(300))
      let (same, solved) = rest(.solved, .interval(300))
      #expect(place == same && near(natural, free, 20) && abs(solved - free) > 50)
    },
    Rule("PHYS-8 a wheel notch is one jump without momentum") {
      var rig = Rig(.rows(100))
      rig.apply(.wheel(WheelSample(delta: Vector(dx: 0, dy: 7))))
      #expect(rig.y == 7)
      rig.wait(500)
      #expect(rig.y == 7 && rig.phases == [.interacting, .idle])
    },
  ]

  static let phases: [Rule] = [
    Rule("PHASE-1 there are five phases") {
      #expect(ScrollPhase.allCases == [.idle, .tracking, .interacting, .decelerating, .animating])
    },
    Rule("PHASE-3 a finger that does not move the view is tracking") {
      var rig = Rig(.rows(100))
      rig.touch(.began, 50, 100)
      rig.wait(17)
      #expect(rig.phases == [.tracking] && rig.y == 0)
    },
    Rule("PHASE-4 a finger that moves the content is interacting") {
      var rig = Rig(.rows(100))
      rig.hold(dragging: 30)
      #expect(rig.phases == [.tracking, .interacting] && rig.y == 30)
    },
    Rule("PHASE-5 a released scroll is decelerating") {
      var rig = Rig(.rows(500))
      rig.fling(1000)
      rig.wait(17)
      #expect(rig.phases.last == .decelerating)
    },
    Rule("PHASE-6 an animated programmatic scroll is animating") {
      var rig = Rig(.rows(100))
      rig.scroll(.y(500), animation: .automatic, route: .offset)
      #expect(rig.phases == [.animating])
    },
    Rule("PHASE-8 the offset is constant while tracking") {
      var rig = Rig(.rows(100))
      rig.touch(.began, 50, 100)
      rig.wait(100)
      #expect(Set(rig.log.frames.map(\.offset)).count == 1 && rig.engine.phase == .tracking)
    },
    Rule("PHASE-10 the context has the geometry and an optional velocity") {
      var rig = Rig(.rows(500))
      rig.fling(1000)
      rig.rest()
      let start = rig.log.phases.first { $0.new == .decelerating }
      #expect(start?.velocity.map { near($0.dy, 1000, 1e-6) } == true)
      #expect(start?.geometry.contentSize.height == 10_000)
    },
    Rule("PHASE-12 observers are called for real changes only") {
      var rig = Rig(.rows(500))
      rig.fling(1000)
      rig.rest()
      #expect(rig.log.phases.dropFirst().allSatisfy { $0.old != $0.new })
      for (a, b) in zip(rig.log.phases, rig.log.phases.dropFirst()) { #expect(a.new == b.old) }
    },
    Rule("PHASE-13 the mount calls once, unless switched off") {
      for (choice, count) in [(InitialPhaseChoice.called, 1), (.silent, 0)] {
        let rig = Rig(.rows(20)) { $0.switches.initialPhase = choice }
        #expect(rig.log.phases.count == count)
        #expect(rig.log.phases.allSatisfy { $0.old == .idle && $0.new == .idle })
      }
    },
    Rule("PHASE-14 an un-animated programmatic scroll changes no phase") {
      var rig = Rig(.rows(20))
      rig.reader(15)
      #expect(rig.phases.isEmpty)
    },
    Rule("PHASE-15 a catch returns to tracking") {
      var rig = Rig(.rows(500))
      rig.fling(1000)
      rig.wait(50)
      rig.touch(.began, 50, 100)
      rig.wait(17)
      rig.touch(.ended, 50, 100)
      rig.wait(17)
      #expect(rig.phases == [.tracking, .interacting, .decelerating, .tracking, .idle])
    },
    Rule("PHASE-16 fling, tap and programmatic scroll have their sequences of phases") {
      var rig = Rig(.rows(500))
      rig.fling(1000)
      rig.rest()
      #expect(rig.phases == [.tracking, .interacting, .decelerating, .idle])
      rig = Rig(.rows(20))
      rig.touch(.began, 50, 100)
      rig.wait(40)
      rig.touch(.ended, 50, 100)
      rig.wait(40)
      #expect(rig.phases == [.tracking, .idle])
      rig.scroll(.y(100), animation: .automatic, route: .offset)
      rig.rest()
      #expect(rig.phases == [.tracking, .idle, .animating, .idle])
    },
    Rule("PHASE-17 an over-scrolled release bounces while decelerating") {
      var rig = Rig(.rows(20))
      rig.drag(-60)
      rig.rest()
      #expect(rig.phases == [.tracking, .interacting, .decelerating, .idle] && rig.y == 0)
    },
    Rule("PHASE-18 a snap without velocity runs while decelerating") {
      var rig = Rig(.rows(100)) { $0.behavior = .paging }
      rig.drag(60)
      rig.rest()
      #expect(rig.phases == [.tracking, .interacting, .decelerating, .idle] && rig.y == 0)
    },
    Rule("PHASE-19 velocity grows with the offset and is nil elsewhere") {
      var rig = Rig(.rows(500))
      rig.scroll(.y(5000), route: .offset)
      rig.fling(-800)
      rig.rest()
      for change in rig.log.phases {
        #expect((change.velocity != nil) == (change.new == .decelerating))
        #expect(change.velocity.map { near($0.dy, -800, 1e-6) } != false)
      }
    },
    Rule("PHASE-20 an un-animated write during a fling publishes idle at once") {
      var rig = Rig(.rows(500))
      rig.fling(1000)
      rig.wait(34)
      rig.scroll(.y(0), route: .offset)
      #expect(rig.phases.last == .idle && rig.log.phases.last?.cause == .program)
    },
    Rule("PHASE-21 a wheel has no deceleration, a trackpad has") {
      var rig = Rig(.rows(100))
      rig.apply(.wheel(WheelSample(delta: Vector(dx: 0, dy: 7))))
      rig.wait(50)
      #expect(!rig.phases.contains(.decelerating))
      for (phase, momentum, delta) in [
        (WheelPhase.began, WheelPhase.none, 8.0), (.changed, .none, 8), (.ended, .none, 0),
        (.none, .began, 6), (.none, .changed, 3), (.none, .ended, 0),
      ] {
        rig.pad(delta, phase, momentum: momentum)
      }
      rig.wait(50)
      #expect(rig.phases == [.interacting, .idle, .interacting, .decelerating, .idle])
    },
    Rule("PHASE-21 a notch ends with the next frame when the display changes its rate") {
      for rate in [30.0, 120] {
        var rig = Rig(.rows(100))
        rig.wait(3000)
        rig.send(.wheel(WheelSample(delta: Vector(dx: 0, dy: 40))))
        rig.apply(.container(ContainerChange(refreshRate: rate)))
        rig.wait(50)
        #expect(rig.y == 40 && rig.phases == [.interacting, .idle])
        let times = rig.log.phases.suffix(2).map(\.time.nanoseconds)
        #expect(times.last.map { $0 - (times.first ?? 0) > 8_000_000 } == true)
      }
    },
    Rule("PHASE-23 a scroll to the top by the system animates") {
      var rig = Rig(.rows(100))
      rig.scroll(.y(300), route: .offset)
      rig.scroll(.edge(.top), animation: .automatic, route: .offset)
      #expect(rig.phases == [.animating])
    },
    Rule("PHASE-24 every outcome ends idle") {
      var rig = Rig(.rows(100))
      rig.fling(3000)
      rig.rest()
      #expect(rig.phases.last == .idle && rig.engine.phase == .idle)
    },
    Rule("PHASE-25 the delegate receives the phases in UIKit's terms") {
      var engine = ScrollEngine(configuration: Configuration(), scene: .rows(500))
      var view = DelegateView()
      for index in 0..<7 {
        let sample = TouchSample(
          pointer: 1, phase: index == 0 ? .began : .moved,
          position: Point(x: 50, y: 500 - 8 * Double(index)))
        engine.handle(
          .touch(sample), at: TraceTime(nanoseconds: Int64(index) * 8_000_000), to: &view)
      }
      let up = TouchSample(pointer: 1, phase: .ended, position: .zero)
      engine.handle(.touch(up), at: TraceTime(nanoseconds: 48_000_000), to: &view)
      engine.settle(to: &view)
      let steps = view.calls.filter { if case .didScroll = $0 { false } else { true } }
      #expect(steps.count == 5 && steps.first == .willBeginDragging)
      #expect(
        steps.last == .didEndDecelerating && steps[2] == .didEndDragging(willDecelerate: true))
      guard case .willEndDragging(let velocity, let target) = steps[1] else {
        Issue.record("no release")
        return
      }
      #expect(near(velocity.dy, 1, 1e-9) && near(target.y, 38 + 494.01, 1e-6))
    },
  ]

  static let conventions: [Rule] = [
    Rule("ENG-1 a tick delivers frame, visibility, position and phases in this order") {
      struct Order: OutcomeConsumer {
        var kinds: [String] = []
        mutating func consume(_ frame: OutcomeFrame) { kinds.append("frame") }
        mutating func consume(_ change: VisibilityOutcome) { kinds.append("visibility") }
        mutating func consume(_ change: PositionOutcome) { kinds.append("position") }
        mutating func consume(_ change: PhaseOutcome) { kinds.append("phase") }
      }
      var configuration = Configuration()
      configuration.position = .id(TargetID(3))
      configuration.viewVisibility = 0.5
      var engine = ScrollEngine(configuration: configuration, scene: .rows(2))
      var order = Order()
      engine.finish(at: .zero, to: &order)
      #expect(order.kinds == ["frame", "visibility", "visibility", "position", "phase"])
    },
    Rule("ENG-1 layout comes before a scroll of the same tick") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue()) }
      rig.send(
        .command(
          .scroll(
            to: .edge(.bottom), anchor: nil, animation: .none, route: .position,
            preservesVelocity: false)))
      rig.append(5, from: 20)
      #expect(rig.y == 300)
    },
    Rule("ENG-1 ticks never go back, although the display changes its rate twice in one") {
      var rig = Rig(.rows(100))
      rig.scroll(.edge(.bottom), animation: .timed(seconds: 1, curve: .linear), route: .offset)
      rig.wait(100)
      let before = rig.log.frames.count
      rig.send(.container(ContainerChange(refreshRate: 0.1)))
      rig.apply(.container(ContainerChange(refreshRate: 100)))
      rig.wait(100)
      let times = rig.log.frames.map(\.time)
      #expect(times == times.sorted() && (8...13).contains(times.count - before))
    },
    Rule("ENG-2 profiles set the switches") {
      for (profile, nilAnchor, page) in [
        (Profile.ios17, NilAnchorChoice.nearestTop, PageLengthChoice.frame),
        (.macos14, .nearestTop, .frame), (.ios18, .firstIntersecting, .frame),
        (.macos15, .firstIntersecting, .frame), (.ios26, .firstIntersecting, .container),
        (.macos26, .firstIntersecting, .container), (.ios27, .firstIntersecting, .container),
        (.macos27, .firstIntersecting, .container),
      ] {
        let switches = Switches(profile)
        #expect(switches.nilAnchor == nilAnchor && switches.pageLength == page)
      }
    },
    Rule("ENG-4 programmatic offsets are on the pixel grid") {
      for (offset, scale, expected) in [
        (3.8, 1.0, 4.0), (-0.5, 2, -0.5), (10.26, 2, 10.5), (10.2, 3, 10 + 1 / 3.0), (-0.25, 2, 0),
      ] {
        #expect(near(onPixels(offset, scale), expected, 1e-12))
      }
      var scene = Scene.rows(100)
      scene.scale = 2
      var rig = Rig(scene)
      rig.scroll(.y(10.3), route: .offset)
      #expect(rig.y == 10.5)
    },
  ]
}
