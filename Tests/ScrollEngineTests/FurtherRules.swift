import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Further rules") struct FurtherRules {
  @Test("each further rule holds", arguments: rules)
  func rule(_ rule: Rule) throws { try rule.check() }

  static let rules: [Rule] = [
    Rule("BIND-0 the id form has a macOS profile of its generation") {
      #expect(Switches(.macos14) == Switches(.ios17) && Switches(.macos15) == Switches(.ios18))
    },
    Rule("POS-41 one engine is one scroll view: a position moves that one only") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue()) }
      let other = Rig(.rows(20)) { $0.position = .value(PositionValue()) }
      rig.scroll(.edge(.bottom))
      #expect(rig.y == 200 && other.y == 0)
    },
    Rule("GEO-12 an animated scroll along one axis returns the other from beyond its edge") {
      var rig = Rig(.plane(Size(width: 900, height: 900), in: Size(width: 200, height: 200)))
      rig.hold(dragging: -60, horizontally: true)
      #expect(rig.x < 0)
      rig.scroll(.edge(.bottom), animation: .automatic, route: .offset)
      rig.rest()
      #expect(rig.engine.phase == .idle && rig.x == 0 && rig.y == 700)
    },
    Rule("POS-21 a trackpad movement across the axis does not take over") {
      var rig = Rig(.rows(100)) { $0.position = .value(PositionValue(edge: .bottom)) }
      let phases: [(WheelPhase, WheelPhase)] = [
        (.began, .none), (.changed, .none), (.ended, .none), (.none, .began), (.none, .changed),
        (.none, .ended),
      ]
      for (phase, momentum) in phases {
        rig.send(
          .wheel(
            WheelSample(
              delta: Vector(dx: 20, dy: 0), phase: phase, momentumPhase: momentum,
              isPrecise: true)))
        rig.wait(17)
      }
      #expect(rig.phases.isEmpty && rig.y == 1800)
      #expect(!rig.engine.position.isPositionedByUser)
      rig.pad(-20, .began)
      rig.wait(17)
      #expect(rig.phases == [.interacting] && rig.engine.position.isPositionedByUser)
    },
    Rule("POS-48 a programmatic scroll ends momentum, including its later events") {
      for animation in [ScrollAnimation.none, .automatic] {
        var rig = Rig(.rows(100))
        rig.pad(40, .began)
        rig.pad(40, .changed)
        rig.pad(0, .ended)
        rig.pad(30, .none, momentum: .began)
        rig.pad(30, .none, momentum: .changed)
        #expect(rig.engine.phase == .decelerating)
        rig.scroll(.y(900), animation: animation, route: .offset)
        rig.pad(20, .none, momentum: .changed)
        rig.pad(0, .none, momentum: .ended)
        rig.rest()
        #expect(rig.y == 900)
        let phases: [ScrollPhase] = animation == .none ? [.idle] : [.animating, .idle]
        #expect(rig.phases == [.interacting, .decelerating] + phases)
        // The next trackpad scroll counts again.
        rig.pad(40, .began)
        rig.pad(0, .ended)
        rig.pad(30, .none, momentum: .began)
        rig.pad(0, .none, momentum: .ended)
        rig.rest()
        #expect(rig.y > 940)
      }
    },
    Rule("POS-48 a programmatic scroll ends a trackpad's drag until the next one") {
      var rig = Rig(.rows(100))
      rig.pad(40, .began)
      rig.pad(40, .changed)
      rig.scroll(.y(900), route: .offset)
      rig.pad(40, .changed)
      rig.pad(0, .ended)
      rig.pad(30, .none, momentum: .began)
      rig.pad(0, .none, momentum: .ended)
      rig.rest()
      #expect(rig.y == 900 && rig.phases == [.interacting, .idle])
      rig.pad(40, .began)
      #expect(rig.engine.phase == .interacting && rig.y == 940)
    },
    Rule("POS-48 a gesture that starts after a programmatic scroll continues") {
      for (animation, start) in [(ScrollAnimation.none, 1000.0), (.automatic, 0)] {
        let command = Input.command(
          .scroll(
            to: .y(1000), anchor: nil, animation: animation, route: .offset,
            preservesVelocity: false))
        // The whole delta arrives within one frame.
        var finger = Rig(.rows(500))
        finger.send(command)
        finger.drag(60)
        finger.rest()
        #expect(finger.y == start + 60)
        var wheel = Rig(.rows(500))
        wheel.send(command)
        wheel.apply(.wheel(WheelSample(delta: Vector(dx: 0, dy: 40))))
        wheel.rest()
        #expect(wheel.y == start + 40)
        var pad = Rig(.rows(500))
        pad.send(command)
        pad.pad(30, .began)
        pad.pad(0, .ended)
        pad.rest()
        #expect(pad.y == start + 30)
      }
    },
    Rule("BIND-20 a touch that catches a programmatic scroll changes no position") {
      let top = PositionValue(edge: .top)
      for position in [PositionBinding.id(nil), .value(top)] {
        var rig = Rig(.rows(100)) { $0.position = position }
        rig.scroll(.y(900), animation: .timed(seconds: 1, curve: .linear), route: .offset)
        rig.wait(405)
        rig.touch(.began, 60, 60)
        rig.wait(50)
        rig.lift()
        rig.wait(50)
        #expect(rig.phases == [.animating, .tracking, .idle] && rig.y > 100)
        #expect(rig.engine.boundID == nil && !rig.engine.position.isPositionedByUser)
      }
    },
    Rule("BIND-11 the largest area is chosen, whatever visible fractions are based on") {
      let frames = [
        Rect(x: 0, y: 0, width: 100, height: 80), Rect(x: 0, y: 80, width: 400, height: 60),
      ]
      let targets = frames.enumerated().map { index, frame in
        TargetFrame(id: TargetID(Int64(index)), frame: frame)
      }
      let scene = Scene(
        containerSize: Size(width: 100, height: 200),
        content: .layout(Layout(contentSize: Size(width: 400, height: 1000), targets: targets)))
      for measure in VisibilityMeasureChoice.allCases {
        var rig = Rig(scene) {
          $0.position = .id(nil)
          $0.switches.nilAnchor = .mostArea
          $0.switches.visibilityMeasure = measure
        }
        rig.drag(5)
        rig.rest()
        #expect(rig.engine.boundID == TargetID(0), "\(measure)")
      }
    },
    Rule("TGT-8 a target has a rectangle and an optional anchor") {
      var target = ProposedTarget(rect: Rect(x: 0, y: 1, width: 2, height: 3))
      #expect(target.anchor == nil)
      target.anchor = Anchor.center
      #expect(Set([target, target]).count == 1)
    },
    Rule("GEO-4 the visible rectangle is the container plus its insets") {
      let rig = Rig(.rows(20, insets: insets(top: 11, left: 3, bottom: 5, right: 2)))
      let geometry = rig.engine.geometry
      #expect(geometry.visibleRect.size.height == geometry.bounds.size.height + 16)
      #expect(geometry.visibleRect.size.width == geometry.bounds.size.width + 5)
    },
    Rule("PHASE-7 every phase but idle is scrolling") {
      #expect(
        ScrollPhase.allCases.filter(\.isScrolling).count == 4 && !ScrollPhase.idle.isScrolling)
    },
    Rule("READ-6 the anchor of a proxy's transaction is the one that aligns") {
      var rig = Rig(.rows(20)) { $0.positionAnchor = Anchor.top }
      rig.reader(10, Anchor.center)
      #expect(rig.y == 110)
    },
    Rule("TRANS-34 a transition moves neither targets nor rests") {
      var rests: [Double] = []
      for transition in [nil, TransitionSettings(.animated)] {
        var rig = Rig(.rows(100, isLazy: true)) {
          $0.transition = transition
          $0.behavior = .viewAligned(limit: .never, anchor: nil)
        }
        rig.fling(600)
        rig.rest()
        rests.append(rig.y)
      }
      #expect(rests[0] == rests[1] && rests[0] > 0)
    },
    Rule("TRANS-11 a view on a side without a threshold stays at identity, in view or not") {
      var rig = Rig(.rows(100)) {
        $0.transition = TransitionSettings(topLeading: .identity, bottomTrailing: .animated)
      }
      rig.scroll(.y(300), animation: .timed(seconds: 0.5, curve: .linear), route: .offset)
      rig.rest()
      let changes = rig.log.transitions
      #expect(changes.count == 15)
      #expect(changes.allSatisfy { $0.old == .bottomTrailing && $0.new == .identity })
    },
    Rule("TRANS-14 a scroll along the other axis changes no phase") {
      var rig = Rig(.rows(100)) {
        $0.transition = TransitionSettings(.animated, axis: .horizontal)
      }
      rig.scroll(.y(300), animation: .timed(seconds: 0.5, curve: .linear), route: .offset)
      rig.rest()
      #expect(rig.y == 300 && rig.log.transitions.isEmpty)
    },
    Rule("TRANS-20 a threshold moved outwards includes views that are not visible yet") {
      let threshold = TransitionThreshold.inset(.hidden, by: -50)
      var rig = Rig(.rows(100)) {
        $0.transition = TransitionSettings(.animated(threshold: threshold))
      }
      rig.scroll(.y(31), route: .offset)
      #expect(rig.log.transitions.map(\.id) == [TargetID(13), TargetID(14)])
      #expect(rig.log.transitions.allSatisfy { $0.new == .identity })
    },
    Rule("VIS-8 a threshold of 0.8 follows the position in a lazy stack") {
      var rig = Rig(.rows(100, isLazy: true)) { $0.targetVisibility = 0.8 }
      rig.scroll(.y(205), route: .offset)
      #expect(rig.log.visibleSets.last?.ids.first == TargetID(11))
    },
    Rule("VIS-18 a lower threshold makes tall views report") {
      for (threshold, count) in [(0.5, 0), (0.15, 1)] {
        let rig = Rig(.rows(1, length: 1000)) { $0.viewVisibility = threshold }
        #expect(rig.log.visibility.filter(\.isVisible).count == count)
      }
    },
    Rule("VIS-23 the nearest scroll view's frame is the viewport, whatever surrounds it") {
      let rig = Rig(.rows(20, viewport: 90)) { $0.targetVisibility = 1 }
      #expect(rig.log.visibleSets.last?.ids.count == 4)
    },
    Rule("SEED-2 a phase's value is never between its three values") {
      let settings = TransitionSettings(.interactive(.linear, threshold: .centered))
      let place = TransitionPosition(view: 100, container: 400, distance: 120)
      #expect(place.phase(settings).value == 1 && place.progress(settings) < 1)
    },
    Rule("SEED-7 paging with a spacing of 16 drifts by 16 per page") {
      var rig = Rig(.cards(10, length: 300, spacing: 16)) { $0.behavior = .paging }
      for _ in 0..<3 {
        rig.fling(900, horizontally: true)
        rig.rest()
      }
      #expect((rig.engine.frame(of: TargetID(3))?.origin.x ?? 0) - rig.x == 48)
    },
    Rule("SEED-11 a nil anchor need not land on a snap") {
      for (anchor, offset) in [(nil as UnitPoint?, 815.0), (Anchor.leading, 848)] {
        var rig = Rig(
          .cards(10, length: 280, spacing: 16, viewport: 393, insets: insets(left: 40, right: 40))
        ) { $0.position = .id(nil) }
        rig.write(3, anchor: anchor)
        #expect(rig.x == offset)
      }
    },
    Rule("SEED-12 a scroll to one coordinate resets the other under the documented switch") {
      var rig = Rig(.plane(Size(width: 900, height: 900), in: Size(width: 100, height: 100))) {
        $0.position = .value(PositionValue())
        $0.switches.singleAxisScroll = .resetsOther
      }
      rig.scroll(.point(Point(x: 300, y: 300)))
      rig.scroll(.x(310))
      #expect(rig.x == 310 && rig.y == 0)
    },
    Rule("SEED-17 a view that becomes visible again counts again") {
      var rig = Rig(.rows(100)) { $0.viewVisibility = 0.5 }
      for y in [500.0, 0] { rig.scroll(.y(y), route: .offset) }
      let first = rig.log.visibility.filter { $0.id == TargetID(0) && $0.isVisible }
      #expect(first.count == 2)
    },
    Rule("LAZY-9 lazy items are measured by their frames, whatever effects do") {
      var sizes: [Double] = []
      for transition in [nil, TransitionSettings()] {
        var rig = Rig(.rows(100, length: 44, isLazy: true)) { $0.transition = transition }
        rig.fling(1500)
        rig.rest()
        sizes.append(rig.engine.geometry.contentSize.height)
      }
      #expect(sizes[0] == sizes[1] && sizes[0] == 4400)
    },
    Rule("SNAP-15 a built-in behavior inside a custom one loses its deceleration") {
      struct Wrapped: TargetBehavior {
        func updateTarget(_ target: inout ProposedTarget, context: BehaviorContext) {
          let y = (target.rect.origin.y / 100).rounded() * 100
          target.rect = Rect(origin: Point(x: 0, y: y), size: target.rect.size)
        }
      }
      var ways: [Double] = []
      for behavior in [ScrollBehavior.paging, .custom("wrapped")] {
        var rig = Rig(.rows(500), behavior: Wrapped()) { $0.behavior = behavior }
        rig.fling(1000)
        ways.append((rig.log.settles.first?.natural ?? 0) - rig.y)
      }
      #expect(near(ways[0], 98.01, 0.001) && near(ways[1], 494.01, 0.001))
    },
    Rule("SEED-9 identity means fully visible for one threshold only") {
      let place = TransitionPosition(view: 100, container: 400, distance: 180)
      #expect(!place.phase(TransitionSettings(.animated(threshold: .visible))).isIdentity)
      #expect(place.phase(TransitionSettings(.animated)).isIdentity)
    },
    Rule("SEED-10 with centered alignment only the centered card is identity") {
      var rig = Rig(.cards(10)) {
        $0.behavior = .viewAligned(limit: .never, anchor: Anchor.center)
        $0.transition = TransitionSettings(.animated(threshold: .centered))
      }
      rig.drag(210, horizontally: true)
      rig.rest()
      let identities = (0..<10).filter {
        rig.engine.transition(of: TargetID(Int64($0)))?.phase == .identity
      }
      #expect(identities == [3] && rig.x == 230)
    },
    Rule("SEED-13 a threshold on the offset is late by the inset") {
      var rig = Rig(.rows(100, insets: insets(top: 100)))
      rig.drag(70)
      rig.rest()
      let geometry = rig.engine.geometry
      #expect(geometry.contentOffset.y == -30)
      #expect(geometry.contentOffset.y + geometry.contentInsets.top == 70)
    },
    Rule("SEED-15 after an edge or point scroll the id is nil") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue(id: TargetID(3))) }
      rig.scroll(.edge(.bottom))
      #expect(rig.engine.position.viewID == nil && rig.lastID == nil)
      #expect(rig.log.positions.count == 2)
    },
    Rule("SEED-16 observers are called when they appear") {
      var probe = GeometryProbe { $0.contentSize.height }
      var actions = 0
      for frame in Rig(.rows(20)).log.frames {
        probe.observe(frame.geometry) { _, _ in actions += 1 }
      }
      #expect(actions == 2)
    },
  ]
}
