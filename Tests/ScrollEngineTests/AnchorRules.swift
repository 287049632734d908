import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Rules of default anchors, margins and bounce") struct AnchorRules {
  @Test("every rule of anchors, margins and bounce holds", arguments: roles + sizes + others)
  func rule(_ rule: Rule) throws {
    try rule.check()
  }

  static let roles: [Rule] = [
    Rule("ANCH-1 the anchor sets where content starts") {
      #expect(Rig(.rows(20)) { $0.defaultAnchors = DefaultAnchors(Anchor.center) }.y == 100)
    },
    Rule("ANCH-2 the three roles are separate") {
      var rig = Rig(.rows(20)) {
        $0.defaultAnchors = DefaultAnchors(initialOffset: .anchor(Anchor.bottom))
      }
      #expect(rig.y == 200)
      rig.append(5, from: 20)
      #expect(rig.y == 200)
    },
    Rule("ANCH-3 a role's anchor overrides the one for all") {
      let anchors = DefaultAnchors(Anchor.bottom, initialOffset: .anchor(Anchor.top))
      #expect(Rig(.rows(20)) { $0.defaultAnchors = anchors }.y == 0)
    },
    Rule("ANCH-4 without any anchor content starts at the top") {
      #expect(DefaultAnchors().resolved(.alignment, .optsOut) == nil)
      #expect(Rig(.rows(20, insets: insets(top: 9))).y == -9)
    },
    Rule("ANCH-5 right to left flips the anchor") {
      let rig = Rig(.cards(10, direction: .rightToLeft)) {
        $0.defaultAnchors = DefaultAnchors(UnitPoint(x: 0.25, y: 0.5))
      }
      #expect(rig.x == 790 * 0.75)
    },
    Rule("ANCH-7 a nil role opts out or changes nothing") {
      for (choice, offset) in [(NilDefaultAnchorChoice.optsOut, 0.0), (.noOp, 200)] {
        let rig = Rig(.rows(20)) {
          $0.defaultAnchors = DefaultAnchors(Anchor.bottom, initialOffset: .empty)
          $0.switches.nilDefaultAnchor = choice
        }
        #expect(rig.y == offset)
      }
    },
    Rule("ANCH-8 a scroll ends the effect of the initial anchor") {
      var rig = Rig(.rows(20)) { $0.defaultAnchors.initialOffset = .anchor(Anchor.bottom) }
      rig.drag(-50)
      rig.rest()
      #expect(rig.y == 150)
    },
    Rule("ANCH-9 bottom starts at the end") {
      #expect(Rig(.rows(20)) { $0.defaultAnchors = DefaultAnchors(Anchor.bottom) }.y == 200)
    },
    Rule("ANCH-10 the start is a fraction of the range") {
      let rig = Rig(.rows(20, insets: insets(top: 20))) {
        $0.defaultAnchors = DefaultAnchors(UnitPoint(x: 0, y: 0.25))
      }
      #expect(rig.y == -20 + 0.25 * 220)
    },
    Rule("ANCH-11 short content ignores the initial role") {
      let rig = Rig(.rows(3)) { $0.defaultAnchors.initialOffset = .anchor(Anchor.bottom) }
      #expect(rig.y == 0)
    },
    Rule("ANCH-12 a lazy start at the bottom uses estimates") {
      let rig = Rig(.rows(100, length: 44, isLazy: true, estimate: 20), mounts: false) {
        $0.defaultAnchors.initialOffset = .anchor(Anchor.bottom)
      }
      #expect(rig.y == 100 * 20 - 200)
    },
    Rule("ANCH-24 short content is aligned") {
      for (anchor, first) in [(Anchor.bottom, 140.0), (Anchor.center, 70)] {
        let rig = Rig(.rows(3)) { $0.defaultAnchors.alignment = .anchor(anchor) }
        #expect(-rig.y == first)
      }
    },
    Rule("ANCH-25 alignment is an offset before the inset start") {
      let rig = Rig(.rows(3, insets: insets(top: 20))) {
        $0.defaultAnchors.alignment = .anchor(Anchor.bottom)
      }
      #expect(rig.y == -20 - 120)
    },
    Rule("ANCH-26 alignment ends where content fills the container") {
      for count in [10, 11] {
        let rig = Rig(.rows(count)) { $0.defaultAnchors.alignment = .anchor(Anchor.bottom) }
        #expect(rig.y == 0)
      }
    },
    Rule("ANCH-27 the anchor for all roles aligns short content, a role leaves it") {
      #expect(Rig(.rows(3)) { $0.defaultAnchors = DefaultAnchors(Anchor.bottom) }.y == -140)
      let anchors = DefaultAnchors(Anchor.bottom, alignment: .anchor(Anchor.top))
      #expect(Rig(.rows(3)) { $0.defaultAnchors = anchors }.y == 0)
    },
    Rule("ANCH-28 iOS 17 aligns short content too") {
      let rig = Rig(.rows(3), profile: .ios17) {
        $0.defaultAnchors = DefaultAnchors(Anchor.center)
      }
      #expect(rig.y == -70)
    },
  ]

  static let sizes: [Rule] = [
    Rule("ANCH-13 a bottom anchor does not move content at the top") {
      var rig = Rig(.rows(20)) { $0.defaultAnchors.sizeChanges = .anchor(Anchor.bottom) }
      rig.append(5, from: 20)
      #expect(rig.y == 0)
    },
    Rule("ANCH-14 a bottom anchor keeps content at the bottom") {
      var rig = Rig(.rows(20)) { $0.defaultAnchors = DefaultAnchors(Anchor.bottom) }
      rig.append(5, from: 20)
      #expect(rig.y == 300)
    },
    Rule("ANCH-15 a top anchor keeps the offset") {
      var rig = Rig(.rows(20)) { $0.defaultAnchors.sizeChanges = .anchor(Anchor.top) }
      rig.drag(50)
      rig.rest()
      rig.append(5, from: 20)
      #expect(rig.y == 50)
    },
    Rule("ANCH-16 a center anchor holds only while the content is centered") {
      var rig = Rig(.rows(20)) { $0.defaultAnchors = DefaultAnchors(Anchor.center) }
      rig.append(5, from: 20)
      #expect(rig.y == 150)
      rig.drag(30)
      rig.rest()
      rig.append(5, from: 25)
      #expect(rig.y == 180)
    },
    Rule("ANCH-17 a bottom anchor can hold while the last target is visible") {
      var rig = Rig(.rows(20)) {
        $0.defaultAnchors = DefaultAnchors(Anchor.bottom)
        $0.switches.sizeChange = .lastVisible
      }
      rig.drag(-12)
      rig.rest()
      rig.append(5, from: 20)
      #expect(rig.y == 288)
      rig.drag(-60)
      rig.rest()
      rig.append(5, from: 25)
      #expect(rig.y == 228)
      // Where there was no target none was visible.
      rig = Rig(.rows(0)) {
        $0.defaultAnchors.sizeChanges = .anchor(Anchor.bottom)
        $0.switches.sizeChange = .lastVisible
      }
      rig.append(20, from: 0)
      #expect(rig.y == 0)
    },
    Rule("ANCH-18 the anchor holds within half a point of its fraction") {
      for (pulled, expected) in [(0.25, 300.0), (1, 199)] {
        var rig = Rig(.rows(20)) { $0.defaultAnchors = DefaultAnchors(Anchor.bottom) }
        rig.scroll(.y(200 - pulled), route: .offset)
        rig.append(5, from: 20)
        #expect(rig.y == expected)
      }
    },
    Rule("ANCH-19 the two conditions differ when the last target is cut off") {
      for (choice, expected) in [(SizeChangeChoice.atFraction, 188.0), (.lastVisible, 288)] {
        var rig = Rig(.rows(20)) {
          $0.defaultAnchors = DefaultAnchors(Anchor.bottom)
          $0.switches.sizeChange = choice
        }
        rig.drag(-12)
        rig.rest()
        rig.append(5, from: 20)
        #expect(rig.y == expected)
      }
    },
    Rule("ANCH-20 the role covers changes of the container") {
      var rig = Rig(.rows(20)) { $0.defaultAnchors = DefaultAnchors(Anchor.bottom) }
      rig.resize(120, 100)
      #expect(rig.y == 300)
    },
    Rule("ANCH-21 a keyboard keeps the last row in place with the anchor alone") {
      var rig = Rig(.rows(40, viewport: 400)) { $0.defaultAnchors = DefaultAnchors(Anchor.bottom) }
      rig.apply(.container(ContainerChange(insets: insets(bottom: 300))))
      #expect(800 - rig.y - 400 == -300)
    },
    Rule("ANCH-23 anchoring is deferred while the user scrolls") {
      var rig = Rig(.rows(20)) { $0.defaultAnchors = DefaultAnchors(Anchor.bottom) }
      rig.touch(.began, 50, 150)
      rig.append(5, from: 20)
      #expect(rig.y == 200)
    },
  ]

  static let others: [Rule] = [
    Rule("MARG-1 margins inset the content") {
      let rig = Rig(.rows(20)) { $0.margins = insets(top: 12) }
      #expect(rig.y == -12 && rig.engine.geometry.contentInsets.top == 12)
    },
    Rule("MARG-3 margins add to the safe area") {
      let rig = Rig(.rows(20, insets: insets(top: 50))) { $0.margins = insets(top: 12) }
      #expect(rig.y == -62)
    },
    Rule("MARG-4 the safe area is a margin, and content scrolls under it") {
      var rig = Rig(.rows(20, insets: insets(top: 50)))
      rig.drag(60)
      rig.rest()
      #expect(rig.y == 10 && rig.engine.geometry.visibleRect.origin.y == 10)
    },
    Rule("MARG-5 insets add up on every side") {
      let rig = Rig(.rows(20, insets: insets(top: 1, left: 2, bottom: 3, right: 4))) {
        $0.margins = insets(top: 10, left: 20, bottom: 30, right: 40)
      }
      #expect(rig.engine.geometry.contentInsets == insets(top: 11, left: 22, bottom: 33, right: 44))
    },
    Rule("MARG-8 new margins move content at its start and keep other rests") {
      var rig = Rig(.rows(20))
      rig.apply(.container(ContainerChange(insets: insets(top: 30))))
      #expect(rig.y == -30)
      rig.drag(80)
      rig.rest()
      rig.apply(.container(ContainerChange(insets: insets(top: 10))))
      #expect(rig.y == 50)
    },
    Rule("REL-1 an item may take its length from the scroll view") {
      let length = ItemLength.relative(count: 1, span: 1, spacing: 0)
      #expect(length.resolved(in: 393) == 393)
    },
    Rule("REL-2 relative lengths use the container without insets and margins") {
      let scene = Scene(
        axes: .horizontal, containerSize: Size(width: 393, height: 100),
        insets: insets(left: 20, right: 20),
        content: .stack(
          Stack(
            axis: .horizontal,
            items: [
              SceneItem(id: TargetID(0), length: .relative(count: 1, span: 1, spacing: 0))
            ])))
      #expect(Rig(scene).engine.frame(of: TargetID(0))?.size.width == 353)
    },
    Rule("REL-3 count, span and spacing divide the container") {
      #expect(ItemLength.relative(count: 4, span: 1, spacing: 8).resolved(in: 104) == 20)
      #expect(ItemLength.relative(count: 4, span: 3, spacing: 8).resolved(in: 104) == 76)
    },
    Rule("REL-4 the four published examples have their lengths") {
      for (count, span, spacing, length) in [
        (3, 1, 10.0, 124.333), (3, 2, 10, 258.667), (1, 1, 0, 393), (4, 2, 8, 192.5),
      ] {
        let item = ItemLength.relative(count: count, span: span, spacing: spacing)
        #expect(near(item.resolved(in: 393), length, 0.0005))
      }
    },
    Rule("REL-5 relative items tile only with the stack's spacing") {
      let items = (0..<3).map {
        SceneItem(
          id: TargetID(Int64($0)), length: .relative(count: 1, span: 1, spacing: 0))
      }
      let rig = Rig(
        Scene(
          axes: .horizontal, containerSize: Size(width: 300, height: 100),
          content: .stack(Stack(axis: .horizontal, spacing: 16, items: items))))
      #expect(rig.engine.frame(of: TargetID(2))?.origin.x == 632)
    },
    Rule("BOUNCE-1 each axis has its own bounce") {
      for (bounce, isPulled) in [(Bounce.automatic, true), (.always, true), (.none, false)] {
        var rig = Rig(.rows(20)) { $0.verticalBounce = bounce }
        rig.hold(dragging: -50)
        #expect((rig.y < 0) == isPulled)
      }
    },
    Rule("BOUNCE-2 bounce by size requires content longer than the view") {
      for (count, isPulled) in [(20, true), (10, false), (3, false)] {
        var rig = Rig(.rows(count)) { $0.verticalBounce = .basedOnSize }
        rig.hold(dragging: -50)
        #expect((rig.y < 0) == isPulled)
      }
    },
    Rule("BOUNCE-3 short content that does not bounce still interacts") {
      var rig = Rig(.rows(3)) { $0.verticalBounce = .basedOnSize }
      rig.hold(dragging: 80)
      #expect(rig.engine.phase == .interacting && rig.y == 0)
    },
    Rule("DIS-1 a disabled scroll view ignores the user") {
      var rig = Rig(.rows(20)) { $0.isScrollDisabled = true }
      rig.drag(60)
      rig.send(.wheel(WheelSample(delta: Vector(dx: 0, dy: 50))))
      rig.rest()
      #expect(rig.y == 0 && rig.phases.isEmpty)
    },
    Rule("DIS-3 a disabled scroll view follows the program") {
      var rig = Rig(.rows(20)) { $0.isScrollDisabled = true }
      rig.reader(15)
      #expect(rig.y == 120)
    },
    Rule("READ-1 a proxy scrolls to a child with the id") {
      var rig = Rig(.rows(20))
      rig.reader(15)
      #expect(rig.y == 120)
    },
    Rule("READ-2 a proxy aligns by its anchor") {
      var rig = Rig(.rows(20))
      rig.reader(10, Anchor.center)
      #expect(rig.y == 110)
    },
    Rule("READ-4 a proxy without an anchor uses the smallest movement") {
      var rig = Rig(.rows(40))
      rig.reader(3)
      #expect(rig.y == 0)
      rig.reader(30)
      #expect(rig.y == 420)
      rig.reader(10)
      #expect(rig.y == 200)
    },
    Rule("READ-5 a proxy's scroll does not write the binding") {
      var rig = Rig(.rows(20)) { $0.position = .id(TargetID(2)) }
      rig.reader(15)
      #expect(rig.engine.boundID == TargetID(2))
    },
    Rule("READ-7 a proxy needs no target layout") {
      var rig = Rig(.rows(20)) { $0.hasTargetLayout = false }
      rig.reader(15)
      #expect(rig.y == 120)
    },
    Rule("READ-9 a proxy with an unknown id does nothing") {
      var rig = Rig(.rows(20))
      rig.reader(99)
      #expect(rig.y == 0 && rig.log.diagnostics.map(\.kind) == [.unknownID])
    },
  ]
}
