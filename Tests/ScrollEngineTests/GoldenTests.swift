import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Goldens of the specification") struct GoldenTests {
  @Test("every example of the specification has its value", arguments: recorded)
  func golden(_ rule: Rule) throws { try rule.check() }

  static let recorded: [Rule] = [
    Rule("G1 row 15 is bottom-aligned") { #expect(reader(15, nil) == 120) },
    Rule("G2 row 0 is at the top") { #expect(reader(0, nil) == 0) },
    Rule("G3 row 3 is top-aligned") { #expect(reader(3, Anchor.top) == 60) },
    Rule("G4 row 10 is centered") { #expect(reader(10, Anchor.center) == 110) },
    Rule("G5 a bottom anchor starts at 200") { #expect(bottom().y == 200) },
    Rule("G6 five more rows move the bottom to 300") {
      var rig = bottom()
      rig.append(5, from: 20)
      #expect(rig.y == 300)
    },
    Rule("G7 at the top five more rows move nothing") {
      var rig = Rig(.rows(20)) { $0.defaultAnchors.sizeChanges = .anchor(Anchor.bottom) }
      rig.append(5, from: 20)
      #expect(rig.y == 0)
    },
    Rule("G8 three rows aligned at the bottom occupy 140 to 200") {
      let rig = Rig(.rows(3)) { $0.defaultAnchors.alignment = .anchor(Anchor.bottom) }
      #expect(rig.y == -140)
    },
    Rule("G9 three centered rows begin at 70") {
      let rig = Rig(.rows(3)) { $0.defaultAnchors.alignment = .anchor(Anchor.center) }
      #expect(rig.y == -70)
    },
    Rule("G10 the geometry of a margin has its values") {
      let geometry = margin().engine.geometry
      #expect(geometry.contentOffset.y == -20 && geometry.contentInsets.top == 20)
      #expect(geometry.containerSize == Size(width: 120, height: 130))
      #expect(geometry.bounds == Rect(x: 0, y: -20, width: 120, height: 130))
      #expect(geometry.visibleRect == Rect(x: 0, y: -20, width: 120, height: 150))
    },
    Rule("G11 row 10 under the margin is at 180") {
      var rig = margin()
      rig.reader(10, Anchor.top)
      #expect(rig.y == 180)
    },
    Rule("G12 margins of 20 make 120 wide content 160 wide") {
      let item = SceneItem(id: TargetID(0), length: .fixed(20), breadth: 120)
      let scene = Scene(
        containerSize: Size(width: 500, height: 200), content: .stack(Stack(items: [item])))
      #expect(scene.idealBreadth(margins: insets(top: 20, left: 20, bottom: 20, right: 20)) == 160)
    },
    Rule("G13 the mount calls the action with 0 and -20") {
      var probe = GeometryProbe { $0.contentOffset.y }
      var actions: [Double] = []
      for frame in margin().log.frames { probe.observe(frame.geometry) { actions.append($1) } }
      #expect(actions == [0, -20])
    },
    Rule("G14 an un-animated scroll is one frame without a phase") {
      var rig = Rig(.rows(20))
      let frames = rig.log.frames.count
      rig.reader(15)
      #expect(rig.log.frames.count == frames + 1 && rig.phases.isEmpty)
    },
    Rule("G15 the mount is one call from idle to idle") {
      #expect(Rig(.rows(20)).log.phases.map(\.new) == [.idle])
    },
    Rule("G16 an initial id may change neither content nor binding") {
      let rig = Rig(.rows(40)) {
        $0.position = .id(TargetID(10))
        $0.switches.initialPosition = .ignored
      }
      #expect(rig.y == 0 && rig.engine.boundID == TargetID(10))
    },
    Rule("G17 and G18 a written id is bottom-aligned, a reader does not write it") {
      var rig = Rig(.rows(40, viewport: 219)) { $0.position = .id(nil) }
      rig.write(20)
      #expect(400 - rig.y == 199)
      rig.reader(2)
      #expect(rig.y == 40 && rig.engine.boundID == TargetID(20))
    },
    Rule("G19 a fling of 1000 travels 494.01, or 98.01 when fast") {
      for (deceleration, way) in [(Deceleration.normal, 494.01), (.fast, 98.01)] {
        var rig = Rig(.rows(500)) { $0.deceleration = deceleration }
        rig.fling(1000)
        let start = rig.y
        rig.rest()
        #expect(near(rig.y - start, way, 1e-6))
      }
    },
    Rule("G20 a pull of 100 in 400 shows 48.35") {
      #expect(near(RubberBand.shown(100, dimension: 400, stiffness: 0.55), 48.35, 0.005))
    },
  ]

  private static func reader(_ id: Int64, _ anchor: UnitPoint?) -> Double {
    var rig = Rig(.rows(20))
    rig.reader(id, anchor)
    return rig.y
  }

  private static func bottom() -> Rig {
    Rig(.rows(20)) { $0.defaultAnchors = DefaultAnchors(Anchor.bottom) }
  }

  private static func margin() -> Rig {
    Rig(.rows(20, viewport: 150)) { $0.margins = insets(top: 20) }
  }
}
