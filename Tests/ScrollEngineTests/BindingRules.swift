import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Rules of bindings and lazy stacks") struct BindingRules {
  @Test("every rule of reporting holds", arguments: reports) func report(_ rule: Rule) throws {
    try rule.check()
  }

  @Test("every rule of writing holds", arguments: writes) func write(_ rule: Rule) throws {
    try rule.check()
  }

  @Test("every rule of lazy stacks holds", arguments: lazy) func lazyRule(_ rule: Rule) throws {
    try rule.check()
  }

  static let reports: [Rule] = [
    Rule("BIND-1 the id binding starts empty") {
      let rig = Rig(.rows(20)) { $0.position = .id(nil) }
      #expect(rig.engine.boundID == nil && rig.log.positions.isEmpty)
    },
    Rule("BIND-2 the binding follows the top-most target as the user scrolls") {
      var rig = Rig(.rows(20)) { $0.position = .id(nil) }
      rig.hold(dragging: 45)
      #expect(rig.engine.boundID == TargetID(2))
      rig.lift()
      #expect(rig.log.positions.allSatisfy { $0.cause == .user })
    },
    Rule("BIND-3 without a target layout the binding is not written") {
      var rig = Rig(.rows(20)) {
        $0.position = .id(nil)
        $0.hasTargetLayout = false
      }
      rig.drag(100)
      rig.rest()
      #expect(rig.engine.boundID == nil && rig.log.positions.isEmpty)
    },
    Rule("BIND-4 the binding changes once per id, not once per frame") {
      var rig = Rig(.rows(20)) { $0.position = .id(nil) }
      rig.hold(dragging: 90, steps: 30)
      let ids = rig.log.positions.map(\.id)
      #expect(ids.count == Set(ids).count && ids.count <= 5 && rig.log.frames.count > 5)
    },
    Rule("BIND-6 a written id is aligned at the anchor's edge and clamped to the content") {
      var rig = Rig(.rows(20)) {
        $0.position = .id(nil)
        $0.positionAnchor = Anchor.bottom
      }
      rig.drag(20)
      rig.rest()
      #expect(rig.engine.boundID == TargetID(10))
      rig.write(3)
      #expect(rig.y == 0)
    },
    Rule("BIND-7 the nearest anchor point is reported, ties go to the earlier target") {
      for (anchor, offset, id) in [
        (UnitPoint(x: 0, y: 0.25), 40.0, Int64(4)), (Anchor.center, 40, 6), (Anchor.center, 50, 7),
      ] {
        var rig = Rig(.rows(20)) {
          $0.position = .id(nil)
          $0.positionAnchor = anchor
        }
        rig.drag(offset)
        rig.rest()
        #expect(rig.engine.boundID == TargetID(id), "anchor \(anchor) at \(offset)")
      }
    },
    Rule("BIND-8 named anchors report first, last and middle at aligned rests") {
      for (anchor, id) in [(Anchor.top, Int64(2)), (Anchor.bottom, 11), (Anchor.trailing, 6)] {
        var rig = Rig(.rows(20)) {
          $0.position = .id(nil)
          $0.positionAnchor = anchor
        }
        rig.drag(40)
        rig.rest()
        #expect(rig.engine.boundID == TargetID(id), "anchor \(anchor)")
      }
    },
    Rule("BIND-9 only targets in view are candidates") {
      var rig = Rig(.rows(3, length: 20, spacing: 200)) {
        $0.position = .id(nil)
        $0.positionAnchor = Anchor.top
      }
      rig.drag(30)
      rig.rest()
      #expect(rig.engine.boundID == TargetID(1))
    },
    Rule("BIND-10 a nil anchor acts as top in the first generation") {
      for (profile, id) in [(Profile.ios17, Int64(3)), (.macos14, 3), (.ios18, 2), (.ios26, 2)] {
        var rig = Rig(.rows(20), profile: profile) { $0.position = .id(nil) }
        rig.drag(55)
        rig.rest()
        #expect(rig.engine.boundID == TargetID(id), "\(profile)")
      }
    },
    Rule("BIND-11 a nil anchor reports by the switch") {
      for (choice, id) in [
        (NilAnchorChoice.firstIntersecting, Int64(2)), (.nearestTop, 3), (.mostArea, 3),
      ] {
        var rig = Rig(.rows(20)) {
          $0.position = .id(nil)
          $0.switches.nilAnchor = choice
        }
        rig.drag(55)
        rig.rest()
        #expect(rig.engine.boundID == TargetID(id), "\(choice)")
      }
      var rig = Rig(.rows(20)) {
        $0.position = .id(nil)
        $0.switches.nilAnchor = .mostArea
      }
      rig.drag(45)
      rig.rest()
      #expect(rig.engine.boundID == TargetID(3))
    },
    Rule("BIND-12 a clipped first row is skipped on iOS 17 and reported on iOS 18") {
      for (profile, id) in [(Profile.ios17, Int64(3)), (.ios18, 2)] {
        var rig = Rig(.rows(20), profile: profile) { $0.position = .id(nil) }
        rig.drag(58)
        rig.rest()
        #expect(rig.engine.boundID == TargetID(id))
      }
    },
    Rule("BIND-13 pulling beyond the ends never empties the binding") {
      var rig = Rig(.rows(20)) {
        $0.position = .id(nil)
        $0.positionAnchor = Anchor.top
      }
      rig.hold(dragging: -120)
      #expect(rig.engine.boundID == TargetID(0) && rig.y < -10)
      rig.lift()
      rig.rest()
      rig.hold(dragging: 500)
      #expect(rig.engine.boundID != nil && rig.y > 200)
    },
    Rule("BIND-14 without a target in view the last id stays") {
      var rig = Rig(.rows(3, length: 20, spacing: 400)) { $0.position = .id(nil) }
      rig.drag(15)
      rig.rest()
      #expect(rig.engine.boundID == TargetID(0))
      rig.drag(100)
      rig.rest()
      #expect(rig.engine.boundID == TargetID(0) && rig.y == 115)
    },
    Rule("BIND-16 right to left, leading is the physical right") {
      var rig = Rig(.cards(10, spacing: 0, direction: .rightToLeft)) {
        $0.position = .id(nil)
        $0.positionAnchor = Anchor.leading
      }
      rig.drag(-210, horizontally: true)
      rig.rest()
      #expect(rig.x == 490 && rig.engine.boundID == TargetID(2))
    },
    Rule("BIND-18 a reader's scroll does not write the binding") {
      var rig = Rig(.rows(20)) { $0.position = .id(TargetID(0)) }
      rig.reader(15)
      #expect(rig.y == 120 && rig.engine.boundID == TargetID(0))
    },
    Rule("BIND-19 an animated scroll to the top does not write the binding") {
      var rig = Rig(.rows(20)) { $0.position = .id(nil) }
      rig.drag(100)
      rig.rest()
      let id = rig.engine.boundID
      rig.scroll(.edge(.top), animation: .automatic, route: .offset)
      rig.rest()
      #expect(rig.y == 0 && rig.engine.boundID == id && id == TargetID(5))
    },
    Rule("BIND-20 only user movement writes back, unless the switch adds program scrolls") {
      for (choice, id) in [
        (ProgrammaticWriteBackChoice.none, Int64(20)), (.position, 20), (.topMost, 10),
      ] {
        var rig = Rig(.rows(40, viewport: 219)) {
          $0.position = .id(nil)
          $0.switches.programmaticWriteBack = choice
        }
        rig.write(20)
        #expect(rig.y == 201 && rig.engine.boundID == TargetID(id))
      }
    },
    Rule("BIND-21 the initial id is ignored on 26, the initial ScrollPosition is not") {
      for choice in [InitialPositionChoice.ignored, Switches(.ios26).initialPosition] {
        let rig = Rig(.rows(40)) {
          $0.position = .id(TargetID(10))
          $0.switches.initialPosition = choice
        }
        #expect(rig.y == 0 && rig.engine.boundID == TargetID(10))
      }
      let rig = Rig(.rows(40)) {
        $0.position = .value(PositionValue(edge: .bottom))
        $0.switches.initialPosition = Switches(.macos26).initialPosition
      }
      #expect(rig.y == 600)
    },
    Rule("BIND-22 the initial id is shown at the first layout") {
      let rig = Rig(.rows(40)) {
        $0.position = .id(TargetID(10))
        $0.positionAnchor = Anchor.top
      }
      #expect(rig.y == 200)
    },
  ]

  static let writes: [Rule] = [
    Rule("BIND-23 a written id without an anchor uses the smallest movement") {
      var rig = Rig(.rows(20)) { $0.position = .id(nil) }
      rig.write(15)
      #expect(rig.y == 120)
      rig.write(14)
      #expect(rig.y == 120)
    },
    Rule("BIND-24 an anchor aligns target and container") {
      var rig = Rig(.rows(20)) {
        $0.position = .id(nil)
        $0.positionAnchor = Anchor.center
      }
      rig.write(10)
      #expect(rig.y == 110)
    },
    Rule("BIND-25 the aligned container is the inset one") {
      var rig = Rig(.rows(40, insets: insets(top: 20, bottom: 40))) {
        $0.position = .id(nil)
        $0.positionAnchor = Anchor.bottom
      }
      rig.write(20)
      #expect(rig.y == 260)
    },
    Rule("BIND-26 a top-aligned row is below the margin") {
      var rig = Rig(.rows(20, viewport: 150, insets: insets(top: 20)))
      rig.reader(10, Anchor.top)
      #expect(rig.y == 180)
    },
    Rule("BIND-27 the four measured scrolls end at their offsets") {
      for (id, anchor, offset) in [
        (Int64(15), nil as UnitPoint?, 120.0), (0, nil, 0), (3, Anchor.top, 60),
        (10, Anchor.center, 110),
      ] {
        var rig = Rig(.rows(20))
        rig.reader(id, anchor)
        #expect(rig.y == offset)
      }
    },
    Rule("BIND-28 a nil-anchored write bottom-aligns a row below") {
      var rig = Rig(.rows(40, viewport: 219)) { $0.position = .id(nil) }
      rig.write(20)
      #expect(400 - rig.y == 199)
    },
    Rule(
      "BIND-28a a reader without an anchor keeps visible rows, others go to the nearer edge"
    ) {
      var rig = Rig(.rows(40))
      rig.reader(20)
      #expect(rig.y == 220)
      rig.reader(15)
      #expect(rig.y == 220)
      rig.reader(5)
      #expect(rig.y == 100)
    },
    Rule("BIND-29 long targets align their nearer edge or stay when they cover the view") {
      var rig = Rig(.rows(5, length: 300))
      rig.reader(2)
      #expect(rig.y == 600)
      rig.scroll(.y(650), route: .offset)
      rig.reader(2)
      #expect(rig.y == 650)
      rig.scroll(.y(1200), route: .offset)
      rig.reader(2)
      #expect(rig.y == 700)
      rig = Rig(.rows(40))
      rig.scroll(.y(10), route: .offset)
      rig.reader(0)
      #expect(rig.y == 0)
    },
    Rule("BIND-29 a visible target moves nothing, even if the content is between pixels") {
      var scene = Scene.rows(40)
      scene.scale = 3
      var rig = Rig(scene)
      rig.drag(78.25)
      rig.rest()
      let phases = rig.phases
      for animation in [ScrollAnimation.none, .automatic] {
        rig.scroll(.id(TargetID(7)), animation: animation, route: .reader)
        rig.rest()
        #expect(rig.y == 78.25 && rig.phases == phases)
      }
    },
    Rule("BIND-30 any overlap may count as visible") {
      for (choice, offset) in [(MinimalScrollChoice.whole, 0.0), (.any, 10)] {
        var rig = Rig(.rows(40)) { $0.switches.minimalScroll = choice }
        rig.scroll(.y(10), route: .offset)
        rig.reader(0)
        #expect(rig.y == offset)
      }
      // A target that only touches the end of the view overlaps nothing.
      var rig = Rig(.rows(40)) { $0.switches.minimalScroll = .any }
      rig.reader(10)
      #expect(rig.y == 20)
      rig.reader(0)
      #expect(rig.y == 0)
    },
    Rule("BIND-31 on iOS 17 a write without an anchor goes to the top") {
      var rig = Rig(.rows(40), profile: .ios17) { $0.position = .id(nil) }
      rig.write(5)
      #expect(rig.y == 100)
    },
    Rule("BIND-32 a target near the end does not reach its anchor") {
      var rig = Rig(.rows(20))
      rig.reader(18, Anchor.top)
      #expect(rig.y == 200)
    },
    Rule("BIND-33 an unknown id moves nothing and stays written") {
      var rig = Rig(.rows(20)) { $0.position = .id(nil) }
      rig.write(77)
      #expect(rig.y == 0 && rig.engine.boundID == TargetID(77))
      #expect(rig.log.diagnostics.map(\.kind) == [.unknownID])
    },
    Rule("BIND-34 writing nil moves nothing; the next drag writes again") {
      var rig = Rig(.rows(20)) { $0.position = .id(nil) }
      rig.drag(45)
      rig.rest()
      rig.write(nil)
      #expect(rig.y == 45 && rig.engine.boundID == nil)
      rig.drag(20)
      rig.rest()
      #expect(rig.engine.boundID == TargetID(3))
    },
    Rule("BIND-35 the first of equal ids counts, with a diagnostic") {
      let frames = [0, 500, 900].map {
        TargetFrame(id: TargetID(7), frame: Rect(x: 0, y: Double($0), width: 100, height: 50))
      }
      var rig = Rig(
        Scene(
          containerSize: Size(width: 100, height: 200),
          content: .layout(Layout(contentSize: Size(width: 100, height: 1000), targets: []))))
      rig.apply(
        .layout(Layout(contentSize: Size(width: 100, height: 1000), targets: frames)))
      rig.scroll(.y(600), route: .offset)
      rig.reader(7, Anchor.top)
      #expect(rig.y == 0 && rig.log.diagnostics.map(\.kind) == [.duplicateID])
    },
    Rule("BIND-36 writing the current id does not scroll") {
      var rig = Rig(.rows(40)) { $0.position = .id(nil) }
      rig.write(20)
      rig.scroll(.y(0), route: .offset)
      rig.write(20)
      #expect(rig.y == 0)
    },
    Rule("BIND-37 a deleted target keeps its id and the clamped offset") {
      var rig = Rig(.rows(20)) { $0.position = .id(nil) }
      rig.write(19)
      rig.apply(.edit(.remove(TargetID(19), index: 19)))
      #expect(rig.y == 180 && rig.engine.boundID == TargetID(19))
      rig.drag(-50)
      rig.rest()
      #expect(rig.engine.boundID == TargetID(6))
    },
    Rule("BIND-38 inserting before keeps the bound target in view, an unbound view jumps") {
      for isBound in [true, false] {
        var rig = Rig(.rows(40)) { $0.position = isBound ? .id(nil) : .none }
        if isBound { rig.write(20, anchor: Anchor.top) } else { rig.reader(20, Anchor.top) }
        rig.apply(.edit(.insert(TargetID(99), index: 0, size: Size(width: 120, height: 300))))
        #expect(rig.y == (isBound ? 520 : 400))
      }
    },
    Rule("BIND-39 an id write animates only in an animated transaction") {
      var rig = Rig(.rows(40)) { $0.position = .id(nil) }
      rig.write(20, animation: .timed(seconds: 0.2, curve: .linear))
      #expect(rig.phases == [.animating] && rig.y < 220)
      rig.rest()
      #expect(rig.y == 220 && rig.phases == [.animating, .idle])
    },
  ]

  static let lazy: [Rule] = [
    Rule("LAZY-1 unseen items count as the mean of the seen") {
      let rig = Rig(.rows(100, length: 30, isLazy: true, estimate: 10))
      #expect(rig.engine.geometry.contentSize.height == 3000)
      let stack = StackExtents(count: 4, spacing: 0, fallback: 10)
      #expect(stack.total == 40)
    },
    Rule("LAZY-3 scrolling to the top edge ends at 0") {
      var rig = Rig(mixed())
      rig.scroll(.edge(.bottom), route: .offset)
      rig.scroll(.edge(.top), animation: .automatic, route: .offset)
      rig.rest()
      #expect(rig.y == 0)
    },
    Rule("LAZY-3 a rotation keeps the position of the top-most visible item") {
      for isLazy in [true, false] {
        let items = (0..<60).map {
          SceneItem(id: TargetID(Int64($0)), length: .relative(count: 2, span: 1, spacing: 0))
        }
        var rig = Rig(
          Scene(
            containerSize: Size(width: 120, height: 200),
            content: .stack(Stack(isLazy: isLazy, estimatedLength: 100, items: items))))
        for step in 1...10 { rig.scroll(.y(Double(step) * 100 + 30), route: .offset) }
        #expect(rig.y == 1030)
        rig.resize(200, 120)
        // Item 10 began at 1000 and now begins at 600; an eager stack keeps its offset.
        #expect(near(rig.y, isLazy ? 630 : 1030, 1e-9))
      }
    },
    Rule("LAZY-4 an animated scroll follows its target's position") {
      var rig = Rig(mixed()) { $0.position = .id(nil) }
      rig.write(60, anchor: Anchor.top, animation: .timed(seconds: 1, curve: .linear))
      rig.rest()
      let frame = rig.engine.frame(of: TargetID(60))
      #expect(frame.map { near($0.origin.y, rig.y, 0.01) } == true)
    },
    Rule("LAZY-6 a change off screen takes effect when it becomes visible") {
      var rig = Rig(.rows(100, isLazy: true))
      rig.scroll(.y(1000), route: .offset)
      let before = rig.engine.geometry.contentSize.height
      rig.apply(.edit(.resize(TargetID(90), size: Size(width: 120, height: 320))))
      #expect(rig.engine.geometry.contentSize.height == before)
    },
    Rule("LAZY-6 a visible item that changes has its new length at once") {
      var rig = Rig(.rows(100, isLazy: true))
      rig.apply(.edit(.resize(TargetID(3), size: Size(width: 120, height: 320))))
      #expect(rig.engine.frame(of: TargetID(4))?.origin.y == 380)
    },
    Rule("LAZY-6 only another container measures all items again under lazy-resize: measured") {
      var rig = Rig(.rows(100, isLazy: true)) { $0.switches.lazyResize = .measured }
      for step in 1...10 { rig.scroll(.y(Double(step) * 100), route: .offset) }
      rig.apply(.edit(.resize(TargetID(3), size: Size(width: 120, height: 320))))
      #expect(rig.y == 1000 && rig.engine.frame(of: TargetID(50))?.origin.y == 1000)
    },
    Rule("LAZY-6 a measured item that changes off screen moves nothing until it is visible") {
      var rig = Rig(.rows(100, isLazy: true))
      for step in 1...10 { rig.scroll(.y(Double(step) * 100), route: .offset) }
      rig.apply(.edit(.resize(TargetID(3), size: Size(width: 120, height: 320))))
      #expect(rig.y == 1000 && rig.engine.frame(of: TargetID(50))?.origin.y == 1000)
      rig.scroll(.y(50), route: .offset)
      // Items that were never shown have the new mean as their length.
      #expect(rig.engine.geometry.contentSize.height > 2300)
      #expect(rig.engine.frame(of: TargetID(50))?.origin.y == 1300)
    },
    Rule("LAZY-7 the width of a lazy stack is the first item's") {
      let items = [50.0, 90].enumerated().map {
        SceneItem(id: TargetID(Int64($0.offset)), length: .fixed(20), breadth: $0.element)
      }
      for (isLazy, width) in [(true, 50.0), (false, 90)] {
        let scene = Scene(
          containerSize: Size(width: 200, height: 200),
          content: .stack(Stack(isLazy: isLazy, items: items)))
        #expect(Rig(scene).engine.geometry.contentSize.width == width)
      }
    },
    Rule("LAZY-11 measuring changes size and offset together") {
      var stack = StackExtents(count: 100, spacing: 0, fallback: 20)
      for index in 0..<10 { stack.measure(index, as: 20) }
      let (total, place) = (stack.total, stack.start(at: 50))
      stack.measure(10, as: 31)
      #expect(near(stack.total - total, 100, 1e-9))
      #expect(near(stack.start(at: 50) - place, 50, 1e-9))
    },
    Rule("LAY-1 across the axis the scroll view takes its content's size") {
      let scene = Scene(
        containerSize: Size(width: 300, height: 100),
        content: .stack(
          Stack(items: [SceneItem(id: TargetID(0), length: .fixed(10), breadth: 120)])))
      #expect(scene.idealBreadth(margins: .zero) == 120)
    },
    Rule("LAY-2 narrow items are centered across the stack") {
      let items = [40.0, 100].enumerated().map {
        SceneItem(id: TargetID(Int64($0.offset)), length: .fixed(20), breadth: $0.element)
      }
      let rig = Rig(
        Scene(
          containerSize: Size(width: 100, height: 100), content: .stack(Stack(items: items))))
      #expect(rig.engine.frame(of: TargetID(0))?.origin.x == 30)
    },
    Rule("LAY-3 short content is at the top") {
      #expect(Rig(.rows(3)).y == 0)
    },
    Rule("LAY-4 margins widen the scroll view") {
      let scene = Scene(
        containerSize: Size(width: 300, height: 100),
        content: .stack(
          Stack(items: [SceneItem(id: TargetID(0), length: .fixed(10), breadth: 120)])))
      #expect(scene.idealBreadth(margins: insets(left: 20, right: 20)) == 160)
    },
  ]

  /// A lazy stack whose later items are longer than its first ones.
  private static func mixed() -> Scene {
    Scene(
      containerSize: Size(width: 120, height: 200),
      content: .stack(
        Stack(
          isLazy: true, estimatedLength: 20,
          items: (0..<100).map {
            SceneItem(id: TargetID(Int64($0)), length: .fixed($0 < 50 ? 20 : 44))
          })))
  }
}
