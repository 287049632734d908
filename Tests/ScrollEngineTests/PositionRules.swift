import ScrollModel
import Testing

@testable import ScrollEngine

/// The type of integer ids.
let int = IDType(.int)

@Suite("Rules of positions") struct PositionRules {
  @Test("every rule of position values holds", arguments: values + mutators)
  func rule(_ rule: Rule) throws {
    try rule.check()
  }

  @Test(
    "every rule of bound positions holds", arguments: bound + stable) func boundRule(_ rule: Rule)
    throws
  {
    try rule.check()
  }

  static let values: [Rule] = [
    Rule("POS-1 positions exist from the second generation on") {
      #expect(!Profile.ios17.hasScrollPosition && !Profile.macos14.hasScrollPosition)
      #expect(Profile.ios18.hasScrollPosition && Profile.macos15.hasScrollPosition)
    },
    Rule("POS-2 a position is equatable by value and sendable") {
      func sendable<T: Sendable & Equatable>(_ value: T) -> T { value }
      #expect(sendable(PositionValue(edge: .top)) == PositionValue(edge: .top))
    },
    Rule("POS-3 the initializer without arguments is automatic and has no id type") {
      let position = PositionValue()
      #expect(position.kind == .automatic && position.idType == .never)
      #expect(position.viewID == nil && position.edge == nil && position.point == nil)
      #expect(!position.isPositionedByUser)
    },
    Rule("POS-4 an id position takes its type from the id") {
      let position = PositionValue(id: TargetID("a"), anchor: Anchor.center)
      #expect(position.viewID == TargetID("a") && position.idType == IDType(.string))
    },
    Rule("POS-5 an edge position has an edge and no id type") {
      let position = PositionValue(edge: .bottom)
      #expect(position.edge == .bottom && position.idType == .never)
    },
    Rule("POS-6 the offset initializers configure offsets") {
      #expect(PositionValue(point: Point(x: 1, y: 2)).point == Point(x: 1, y: 2))
      #expect(PositionValue(x: 1, y: 2).point == Point(x: 1, y: 2))
      #expect(PositionValue(x: 3).x == 3 && PositionValue(y: 4).y == 4)
    },
    Rule("POS-7 labels name the axis") {
      #expect(PositionValue(x: 3).y == nil && PositionValue(y: 4).x == nil)
    },
    Rule("POS-9 x and y together are a point, one alone is not") {
      #expect(PositionValue(x: 1, y: 2) == PositionValue(point: Point(x: 1, y: 2)))
      #expect(PositionValue(x: 1).point == nil && PositionValue(y: 1).point == nil)
    },
    Rule("POS-10 an optional id finds plain targets only if it is unwrapped") {
      for (choice, offset) in [(OptionalIDChoice.unwrap, 120.0), (.strict, 0)] {
        var rig = Rig(.rows(20)) {
          $0.position = .value(PositionValue(idType: IDType(.int, isOptional: true)))
          $0.switches.optionalID = choice
        }
        rig.scroll(.id(TargetID(.int(15), isOptional: true)))
        #expect(rig.y == offset)
        #expect(rig.log.diagnostics.isEmpty == (choice == .unwrap))
      }
    },
    Rule("POS-11 the id is the requested one") {
      #expect(PositionValue(id: TargetID(7)).viewID == TargetID(7))
      #expect(PositionValue(edge: .top).viewID == nil)
    },
    Rule("POS-12 the id can be read as its type") {
      #expect(PositionValue(id: TargetID(7)).viewID(type: int) == TargetID(7))
    },
    Rule("POS-13 reading the id as another type returns nil") {
      #expect(PositionValue(id: TargetID(7)).viewID(type: IDType(.string)) == nil)
      let wrapped = PositionValue(id: TargetID(.int(7), isOptional: true))
      #expect(wrapped.viewID(type: int, optionalID: .strict) == nil)
      #expect(wrapped.viewID(type: int, optionalID: .unwrap) != nil)
    },
    Rule("POS-14 edge and point are cleared when the user takes over") {
      for var position in [PositionValue(edge: .top), PositionValue(x: 1, y: 1)] {
        position.positionByUser(at: nil)
        #expect(position.edge == nil && position.point == nil)
      }
    },
    Rule("POS-15 only the third generation returns single coordinates") {
      #expect(
        Profile.allCases.filter(\.showsPositionCoordinates) == [.ios26, .ios27, .macos26, .macos27])
    },
    Rule("POS-16 the user flag is true after a user scroll") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue(idType: int)) }
      #expect(!rig.engine.position.isPositionedByUser)
      rig.drag(30)
      #expect(rig.engine.position.isPositionedByUser)
    },
    Rule("POS-17 writing the user flag clears the configured request") {
      var position = PositionValue(edge: .bottom)
      position.isPositionedByUser = true
      #expect(position.isPositionedByUser && position.edge == nil)
    },
    Rule("POS-18 writing false to the user flag has no effect") {
      var position = PositionValue(edge: .bottom)
      position.isPositionedByUser = false
      #expect(position == PositionValue(edge: .bottom))
      position.isPositionedByUser = true
      position.isPositionedByUser = false
      #expect(position.isPositionedByUser)
    },
  ]

  static let mutators: [Rule] = [
    Rule("POS-19 one kind is configured at a time") {
      var position = PositionValue(idType: int)
      func kinds(_ p: PositionValue) -> [Bool] {
        [p.viewID != nil, p.edge != nil, p.point != nil, p.x != nil, p.y != nil]
      }
      position.scrollTo(id: TargetID(1))
      #expect(kinds(position) == [true, false, false, false, false])
      position.scrollTo(edge: .top)
      #expect(kinds(position) == [false, true, false, false, false])
      position.scrollTo(point: .zero)
      #expect(kinds(position) == [false, false, true, false, false])
      position.scrollTo(x: 1)
      #expect(kinds(position) == [false, false, false, true, false])
      position.scrollTo(y: 1)
      #expect(kinds(position) == [false, false, false, false, true])
      #expect(!position.isPositionedByUser)
    },
    Rule("POS-22 a request can be read back unchanged") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue()) }
      rig.scroll(.y(99_999))
      #expect(rig.engine.position.y == 99_999)
    },
    Rule("POS-23 requested and resolved values differ beyond the limits") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue()) }
      rig.scroll(.point(Point(x: 0, y: 5000)))
      #expect(rig.engine.position.point == Point(x: 0, y: 5000) && rig.y == 200)
    },
    Rule("POS-25 every mutator replaces the configuration") {
      var position = PositionValue(edge: .top)
      position.scrollTo(id: TargetID(3), anchor: Anchor.center)
      #expect(position.kind == .id(TargetID(3), anchor: Anchor.center))
      position.scrollTo(x: 1, y: 2)
      #expect(position.kind == .point(Point(x: 1, y: 2)))
    },
    Rule("POS-37 positions can be compared") {
      #expect(PositionValue(edge: .top) != PositionValue(edge: .bottom))
    },
    Rule("POS-38 a second identical request is a different value") {
      var once = PositionValue(edge: .bottom)
      once.scrollTo(edge: .top)
      var twice = once
      twice.scrollTo(edge: .top)
      #expect(once != twice && PositionValue(id: TargetID(1)) == PositionValue(id: TargetID(1)))
    },
    Rule("POS-39 equality is seeded or structural") {
      let a = PositionValue(edge: .top)
      var b = a
      b.scrollTo(edge: .top)
      #expect(!a.isEqual(to: b, .seeded) && a.isEqual(to: b, .structural))
    },
    Rule("POS-61 edges and offsets keep the id type and clear the id") {
      var position = PositionValue(id: TargetID(1))
      position.scrollTo(edge: .top)
      #expect(position.idType == int && position.viewID == nil)
      position.scrollTo(id: TargetID("a"))
      #expect(position.idType == IDType(.string))
    },
  ]

  static let bound: [Rule] = [
    Rule("POS-8 without an id type a user scroll only flips the flag") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue()) }
      rig.drag(50)
      rig.rest()
      #expect(rig.engine.position.isPositionedByUser && rig.engine.position.viewID == nil)
    },
    Rule("POS-20 a user scroll reports the top-most target and clears the edge") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue(idType: int, edge: .top)) }
      rig.drag(45)
      rig.rest()
      let position = rig.engine.position
      #expect(position.isPositionedByUser && position.edge == nil)
      #expect(position.viewID == TargetID(2) && rig.lastID == TargetID(2))
    },
    Rule("POS-21 the user takes over with the first movement, not at the rest") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue(idType: int)) }
      rig.touch(.began, 50, 150)
      rig.wait(8)
      rig.touch(.moved, 50, 145)
      #expect(!rig.engine.position.isPositionedByUser)
      rig.wait(8)
      rig.touch(.moved, 50, 135)
      #expect(rig.engine.position.isPositionedByUser && rig.engine.phase == .interacting)
    },
    Rule("POS-24 the user keeps the position until the program writes") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue(idType: int)) }
      rig.drag(45)
      rig.rest()
      rig.wait(5000)
      #expect(rig.engine.position.isPositionedByUser)
      rig.scroll(.edge(.top))
      #expect(!rig.engine.position.isPositionedByUser)
    },
    Rule("POS-26 a write animates only if its transaction does") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue()) }
      rig.scroll(.edge(.bottom))
      #expect(rig.y == 200 && rig.phases.isEmpty)
      rig.scroll(.edge(.top), animation: .automatic)
      #expect(rig.y > 0 && rig.phases == [.animating])
    },
    Rule("POS-27 an unbound position moves nothing") {
      var rig = Rig(.rows(20))
      rig.scroll(.edge(.bottom))
      #expect(rig.y == 0 && rig.log.diagnostics.map(\.kind) == [.unboundPosition])
    },
    Rule("POS-28 coordinates are clamped to the content") {
      var rig = Rig(.plane(Size(width: 500, height: 400), in: Size(width: 100, height: 200))) {
        $0.position = .value(PositionValue())
        $0.switches.singleAxisScroll = .keepsOther
      }
      rig.scroll(.x(9999))
      rig.scroll(.y(9999))
      #expect(rig.x == 400 && rig.y == 200)
      rig.scroll(.point(Point(x: -50, y: -50)))
      #expect(rig.x == 0 && rig.y == 0)
    },
    Rule("POS-29 coordinates count from the content or from its rest") {
      for (choice, expected) in [(PointOriginChoice.contentOffset, 0.0), (.insetRest, -20)] {
        var rig = Rig(.rows(20, insets: insets(top: 20))) {
          $0.position = .value(PositionValue())
          $0.switches.pointOrigin = choice
        }
        rig.scroll(.edge(.bottom))
        rig.scroll(.y(0))
        #expect(rig.y == expected)
      }
    },
    Rule("POS-30 with the switch, one coordinate resets the other axis to its inset rest") {
      var rig = Rig(
        .plane(
          Size(width: 500, height: 400), in: Size(width: 100, height: 200),
          insets: insets(top: 7, left: 5))
      ) {
        $0.position = .value(PositionValue())
        $0.switches.singleAxisScroll = .resetsOther
      }
      rig.scroll(.point(Point(x: 50, y: 60)))
      rig.scroll(.y(80))
      #expect(rig.x == -5 && rig.y == 80)
      rig.scroll(.x(30))
      #expect(rig.x == 30 && rig.y == -7)
    },
    Rule("POS-31 one coordinate keeps the other axis") {
      var rig = Rig(.plane(Size(width: 500, height: 400), in: Size(width: 100, height: 200))) {
        $0.position = .value(PositionValue())
      }
      rig.scroll(.point(Point(x: 50, y: 60)))
      rig.scroll(.y(80))
      #expect(rig.x == 50 && rig.y == 80)
    },
    Rule("POS-31 one coordinate across the only axis moves nothing under either switch") {
      for choice in SingleAxisChoice.allCases {
        for animation in [ScrollAnimation.none, .automatic] {
          var rig = Rig(.rows(100)) {
            $0.position = .value(PositionValue())
            $0.switches.singleAxisScroll = choice
          }
          rig.scroll(.y(500))
          rig.scroll(.x(30), animation: animation)
          rig.rest()
          #expect(rig.y == 500 && rig.engine.position.x == 30)
        }
      }
    },
    Rule("POS-32 an edge moves its own axis only") {
      var rig = Rig(.plane(Size(width: 500, height: 400), in: Size(width: 100, height: 200))) {
        $0.position = .value(PositionValue())
      }
      rig.scroll(.point(Point(x: 50, y: 60)))
      rig.scroll(.edge(.bottom))
      #expect(rig.x == 50 && rig.y == 200)
      rig.scroll(.edge(.trailing))
      #expect(rig.x == 400 && rig.y == 200)
    },
    Rule("POS-33 edges include the insets") {
      var rig = Rig(.rows(20, insets: insets(top: 20, bottom: 30))) {
        $0.position = .value(PositionValue())
      }
      rig.scroll(.edge(.bottom))
      #expect(rig.y == 230)
      rig.scroll(.edge(.top))
      #expect(rig.y == -20)
    },
    Rule("POS-34 right to left, x counts from the leading side") {
      var rig = Rig(.cards(10, direction: .rightToLeft)) { $0.position = .value(PositionValue()) }
      #expect(rig.x == 790)
      rig.scroll(.x(100))
      #expect(rig.x == 690)
      #expect(rig.engine.geometry.contentOffset.x == 100)
    },
    Rule("POS-34 right to left, an offset set on the view itself is physical") {
      for destination in [ScrollDestination.x(100), .point(Point(x: 100, y: 0))] {
        var rig = Rig(.cards(10, direction: .rightToLeft))
        rig.scroll(destination, route: .offset)
        #expect(rig.x == 100)
      }
    },
    Rule("POS-35 a cross edge changes the value, not the offset") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue()) }
      rig.scroll(.y(40))
      rig.scroll(.edge(.leading))
      #expect(rig.y == 40 && rig.engine.position.edge == .leading)
    },
    Rule("POS-35 a cross edge does not change a running scroll") {
      for animation in [ScrollAnimation.none, .automatic] {
        var rig = Rig(.rows(200)) { $0.position = .value(PositionValue()) }
        rig.scroll(.y(2000), animation: .timed(seconds: 1, curve: .linear))
        rig.wait(300)
        rig.scroll(.edge(.leading), animation: animation)
        rig.rest()
        #expect(rig.y == 2000 && rig.engine.position.edge == .leading)
      }
    },
    Rule("POS-36 repeating a request scrolls again") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue()) }
      rig.scroll(.edge(.bottom))
      rig.drag(-60)
      rig.rest()
      #expect(rig.y == 140)
      rig.scroll(.edge(.bottom))
      #expect(rig.y == 200)
    },
    Rule("POS-40 an equal position does not scroll") {
      var rig = Rig(.rows(20)) {
        $0.position = .value(PositionValue())
        $0.switches.positionEquality = .structural
      }
      rig.scroll(.edge(.bottom))
      let frames = rig.log.frames.count
      rig.scroll(.edge(.bottom))
      #expect(rig.log.frames.count == frames)
    },
    Rule("POS-42 the configured kind is the applied one") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue(edge: .bottom)) }
      rig.scroll(.id(TargetID(3)), anchor: Anchor.top)
      #expect(rig.y == 60)
    },
    Rule("POS-44 a write-back never scrolls") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue(idType: int)) }
      rig.drag(45)
      rig.rest()
      #expect(rig.y == 45 && rig.engine.position.viewID == TargetID(2))
    },
    Rule("POS-45 an un-animated write stops a fling unless velocity is kept") {
      for keeps in [false, true] {
        var rig = Rig(.rows(500)) { $0.position = .value(PositionValue()) }
        rig.fling(2000)
        rig.wait(100)
        rig.scroll(.y(1000), keeps: keeps)
        let first = rig.y
        rig.wait(200)
        #expect((rig.y > first) == keeps)
        #expect((rig.engine.phase == .decelerating) == keeps)
      }
    },
    Rule("POS-45 a drag that keeps its velocity continues from the written offset") {
      for bounce in [Bounce.automatic, .none] {
        var rig = Rig(.rows(50)) {
          $0.position = .value(PositionValue())
          $0[bounceOn: .vertical] = bounce
        }
        // Dragged beyond the start, where content moves less than the finger, or not at all.
        rig.hold(dragging: -80)
        rig.scroll(.y(300), keeps: true)
        #expect(rig.y == 300 && rig.engine.phase == .interacting)
      }
    },
    Rule("POS-45 momentum of a trackpad continues from the written offset") {
      var rig = Rig(.rows(500)) { $0.position = .value(PositionValue()) }
      rig.pad(10, .began)
      for _ in 0..<4 { rig.pad(10, .changed) }
      rig.pad(0, .ended)
      for phase in [WheelPhase.began, .changed] { rig.pad(10, .none, momentum: phase) }
      rig.scroll(.y(1000), keeps: true)
      #expect(rig.y == 1000 && rig.engine.phase == .decelerating)
      rig.pad(10, .none, momentum: .changed)
      #expect(rig.y == 1010)
      rig.pad(0, .none, momentum: .ended)
      #expect(rig.engine.phase == .idle)
    },
    Rule("POS-45 a finger that is only down continues as well") {
      for keeps in [false, true] {
        var rig = Rig(.rows(50)) { $0.position = .value(PositionValue()) }
        rig.touch(.began, 500, 500)
        rig.wait(17)
        rig.scroll(.y(300), keeps: keeps)
        rig.touch(.moved, 500, 450)
        rig.wait(17)
        #expect(rig.y == (keeps ? 340 : 300))
      }
    },
    Rule("POS-45 an animated scroll to the current offset keeps no velocity") {
      for animation in [ScrollAnimation.none, .automatic] {
        var rig = Rig(.rows(500)) { $0.position = .value(PositionValue()) }
        rig.fling(2000)
        rig.wait(100)
        let shown = Int64(rig.y / 20) + 5
        rig.scroll(.id(TargetID(shown)), animation: animation, keeps: true)
        #expect(rig.engine.phase == (animation == .none ? .decelerating : .idle))
      }
    },
    Rule("POS-46 an anchor of the write overrides the modifier's") {
      var rig = Rig(.rows(20)) {
        $0.position = .id(nil)
        $0.positionAnchor = Anchor.top
      }
      rig.write(10, anchor: Anchor.center)
      #expect(rig.y == 110)
    },
    Rule("POS-48 a write during a drag ends it and reports idle at once") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue()) }
      rig.hold(dragging: 30)
      rig.scroll(.edge(.bottom))
      #expect(rig.phases == [.tracking, .interacting, .idle] && rig.y == 200)
    },
    Rule("POS-60 a programmatic scroll may report the top-most target") {
      for (choice, id) in [
        (ProgrammaticWriteBackChoice.none, Int64(20)), (.position, 10), (.topMost, 10),
      ] {
        var rig = Rig(.rows(40, viewport: 219)) {
          $0.position = .value(PositionValue(idType: int))
          $0.switches.programmaticWriteBack = choice
        }
        rig.scroll(.id(TargetID(20)))
        #expect(rig.y == 201 && rig.engine.position.viewID == TargetID(id))
      }
    },
  ]
}
