import ScrollModel
import Testing

@testable import ScrollEngine

extension PositionRules {
  static let stable: [Rule] = [
    Rule("POS-49 a top edge stays at the top") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue(edge: .top)) }
      rig.apply(
        .edit(.insert(TargetID(99), index: 0, size: Size(width: 120, height: 60))))
      #expect(rig.y == 0)
    },
    Rule("POS-50 a bottom edge follows growth and shrinking until the user scrolls") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue(edge: .bottom)) }
      #expect(rig.y == 200)
      rig.append(5, from: 20)
      #expect(rig.y == 300)
      rig.apply(.edit(.remove(TargetID(24), index: 24)))
      #expect(rig.y == 280)
      rig.drag(-30)
      rig.rest()
      rig.append(5, from: 24)
      #expect(rig.y == 250)
    },
    Rule("POS-51 a point is not applied again") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue(y: 200)) }
      #expect(rig.y == 200)
      rig.append(5, from: 20)
      #expect(rig.y == 200 && rig.engine.position.y == 200)
    },
    Rule("POS-52 a point is clamped to content that shrank") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue(y: 200)) }
      for index in (15..<20).reversed() {
        rig.send(.edit(.remove(TargetID(Int64(index)), index: Int64(index))))
      }
      rig.wait(17)
      #expect(rig.y == 100)
    },
    Rule("POS-53 an id stays in view through reordering and resizing") {
      var rig = Rig(.rows(40)) { $0.position = .value(PositionValue(idType: int)) }
      rig.scroll(.id(TargetID(20)), anchor: Anchor.top)
      rig.apply(.edit(.move(TargetID(20), index: 0)))
      #expect(rig.y == 0)
      rig.scroll(.id(TargetID(30)), anchor: Anchor.bottom)
      rig.resize(120, 40)
      let frame = rig.engine.frame(of: TargetID(30))?.origin.y ?? -1
      #expect(frame + 20 > rig.y && frame < rig.y + 40)
    },
    Rule("POS-54 in view means any overlap, not the same position") {
      var rig = Rig(.rows(40)) { $0.position = .value(PositionValue(idType: int)) }
      rig.scroll(.id(TargetID(20)), anchor: Anchor.top)
      rig.apply(.edit(.insert(TargetID(99), index: 0, size: Size(width: 120, height: 60))))
      #expect(rig.y == 400)
    },
    Rule("POS-56 a position overrides the default anchor on size changes") {
      for (choice, expected) in [(PinningChoice.position, 200.0), (.defaultAnchor, 300)] {
        var rig = Rig(.rows(20)) {
          $0.position = .value(PositionValue(y: 200))
          $0.defaultAnchors = DefaultAnchors(Anchor.bottom)
          $0.switches.pinning = choice
        }
        rig.append(5, from: 20)
        #expect(rig.y == expected)
      }
    },
    Rule("POS-57 an automatic position pins no offset") {
      var rig = Rig(.rows(20)) {
        $0.position = .value(PositionValue())
        $0.defaultAnchors = DefaultAnchors(Anchor.bottom)
      }
      rig.append(5, from: 20)
      #expect(rig.y == 300)
    },
    Rule("POS-59 a stored position applies to other content") {
      var rig = Rig(.rows(20)) { $0.position = .value(PositionValue(y: 150)) }
      #expect(rig.y == 150)
      rig = Rig(.rows(15)) { $0.position = .value(PositionValue(y: 150)) }
      #expect(rig.y == 100)
    },
  ]
}
