import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Rules of insets that change") struct InsetRules {
  @Test("the rules", arguments: rules) func rule(_ rule: Rule) throws { try rule.check() }

  private static func insetRig(_ configure: (inout Configuration) -> Void = { _ in }) -> Rig {
    Rig(.rows(40, viewport: 200, insets: insets(top: 60, bottom: 20)), configure)
  }

  private static func insetInput(top: Double, bottom: Double = 20) -> Input {
    .container(ContainerChange(insets: insets(top: top, bottom: bottom)))
  }

  private static let rules: [Rule] = [
    Rule("INS-1 scrolled content stays on the screen when its start inset changes, or goes along") {
      for (choice, offset) in [(InsetShiftChoice.atStart, 100.0), (.always, 140)] {
        var rig = insetRig { $0.switches.insetShift = choice }
        rig.scroll(.y(100), route: .offset)
        rig.apply(insetInput(top: 20))
        #expect(near(rig.y, offset))
        rig.apply(insetInput(top: 60))
        #expect(near(rig.y, 100))
        // At its start the content moves with the inset under either switch (MARG-8).
        rig.scroll(.edge(.top), route: .offset)
        rig.apply(insetInput(top: 90))
        #expect(near(rig.y, -90))
      }
    },
    Rule("INS-1 the sum of offset and inset stays while content moves, by the switch") {
      for isHeld in [true, false] {
        var rig = insetRig { $0.switches.insetShift = .always }
        if isHeld { rig.hold(dragging: 120) } else { rig.fling(600) }
        rig.wait(60)
        let sum = rig.y + 60
        rig.apply(insetInput(top: 10))
        let change = rig.y + 10 - sum
        #expect(isHeld ? near(change, 0) : change > 0 && change < 20, "\(change)")
      }
    },
    Rule("INS-2 a deceleration goes on through a change of insets, or stops") {
      for (choice, isMoving) in [(InsetDecelerationChoice.goesOn, true), (.stops, false)] {
        var rig = insetRig { $0.switches.insetDeceleration = choice }
        rig.fling(900)
        rig.wait(100)
        rig.apply(insetInput(top: 60, bottom: 50))
        let offset = rig.y
        rig.wait(200)
        #expect((rig.y > offset + 20) == isMoving)
        #expect((rig.phases.last == .idle) == !isMoving)
        #expect(rig.log.rests.count == (isMoving ? 0 : 1))
      }
    },
    Rule("INS-2 a deceleration that would pass the new end ends there") {
      var rig = insetRig()
      rig.scroll(.y(580), route: .offset)
      rig.fling(300)
      rig.wait(40)
      rig.apply(insetInput(top: 60, bottom: 0))
      rig.rest()
      #expect(near(rig.y, 600))
    },
    Rule("INS-3 content under a finger stays when insets change") {
      var rig = insetRig()
      rig.hold(dragging: 100)
      rig.apply(insetInput(top: 10, bottom: 90))
      #expect(near(rig.y, 40))
      rig.lift()
      rig.rest()
      #expect(near(rig.y, 40))
    },
    Rule("INS-3 a finger that pulls past the start gives way where the start moves to") {
      var rig = insetRig()
      rig.hold(dragging: -100)
      let pulled = rig.y
      #expect(pulled < -60 && pulled > -160)
      rig.apply(insetInput(top: 160))
      // The offset before the start is now inside the range, so nothing resists the finger.
      #expect(near(rig.y, -160))
    },
    Rule("INS-4 content past its start returns to where the start is by then") {
      for (choice, isAtEdge) in [(InsetReturnChoice?.none, true), (.velocity, false)] {
        var rig = Rig(
          .rows(40, viewport: 200, insets: insets(top: 60, bottom: 20)), profile: .ios26
        ) { if let choice { $0.switches.insetReturn = choice } }
        rig.hold(dragging: -160)
        rig.lift()
        rig.send(insetInput(top: 90))
        rig.wait(17)
        rig.rest()
        #expect(near(rig.y, -90) == isAtEdge, "\(rig.y)")
        rig.apply(insetInput(top: 60))
        if isAtEdge { #expect(near(rig.y, -60)) }
      }
    },
    Rule("INS-4 content that returns to its end returns to where the end is by then") {
      var rig = insetRig()
      rig.scroll(.edge(.bottom), route: .offset)
      rig.hold(dragging: 120)
      rig.lift()
      rig.wait(50)
      rig.apply(insetInput(top: 60, bottom: 80))
      rig.rest()
      #expect(near(rig.y, 680))
    },
    Rule("INS-4 a fling from past the start into the content goes on when insets change") {
      var ends: [Double] = []
      for top in [60.0, 90] {
        var rig = insetRig()
        rig.hold(dragging: -100)
        // The finger turns and flings the content inwards before it is within its range.
        for step in 1...4 {
          rig.wait(8)
          rig.touch(.moved, 500, 610 - Double(step) * 8)
        }
        rig.lift()
        #expect(rig.y < -60)
        rig.apply(insetInput(top: top))
        rig.rest()
        ends.append(rig.y)
      }
      #expect(ends.allSatisfy { $0 > 0 }, "\(ends)")
    },
    Rule("INS-5 content at rest past the new end is put on it") {
      var rig = Rig(.rows(12, viewport: 200))
      rig.drag(30)
      #expect(near(rig.y, 30))
      // A title that collapses gives its space to the view, whose scroll range then shrinks.
      rig.resize(120, 220)
      #expect(near(rig.y, 20))
      rig.resize(120, 260)
      #expect(near(rig.y, 0))
      rig.resize(120, 200)
      #expect(near(rig.y, 0))
    },
    Rule("INS-6 a frame shows offset and insets of one layout") {
      var rig = insetRig()
      rig.fling(700)
      for top in [50.0, 40, 30, 60] {
        rig.apply(insetInput(top: top))
        #expect(rig.log.frames.last?.geometry.contentInsets.top == top)
        #expect(rig.log.frames.last?.offset.y == rig.log.frames.last?.geometry.contentOffset.y)
      }
    },
    Rule("INS-7 a container that grows at its end keeps the offset, under a finger and at rest") {
      var rig = insetRig()
      rig.hold(dragging: 100)
      for height in [260.0, 320, 380] {
        rig.resize(120, height)
        #expect(near(rig.y, 40))
      }
      rig.lift()
      rig.rest()
      rig.resize(120, 200)
      #expect(near(rig.y, 40))
    },
  ]
}
