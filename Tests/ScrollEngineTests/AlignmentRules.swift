import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Rules of view alignment") struct AlignmentRules {
  @Test("every rule of view alignment holds", arguments: aligned)
  func alignedRule(_ rule: Rule) throws {
    try rule.check()
  }

  private static func align(
    _ t: Double, from original: Double = 0, velocity: Double = 1, limit: Int?, anchor: Double = 0
  ) -> Double {
    let rig = Rig(.cards(10))
    return ViewAlignment(limit: limit, anchor: anchor).decide(
      situation(t, from: original, velocity: velocity, content: 1090, container: 300),
      rig.engine.content
    ).place
  }

  static let aligned: [Rule] = [
    Rule("VAL-1 a scroll rests on a target") {
      var rig = Rig(.cards(10)) { $0.behavior = .viewAligned(limit: .never, anchor: nil) }
      rig.drag(150, horizontally: true)
      rig.rest()
      #expect(rig.x == 110 && rig.log.settles.last?.chosenID == TargetID(1))
    },
    Rule("VAL-2 alignment needs a target layout") {
      var rig = Rig(.cards(10)) {
        $0.behavior = .viewAligned(limit: .never, anchor: nil)
        $0.hasTargetLayout = false
      }
      rig.drag(150, horizontally: true)
      rig.rest()
      #expect(rig.x == 150)
    },
    Rule("VAL-3 without targets the rest is natural") {
      var rig = Rig(.cards(0, viewport: 300)) {
        $0.behavior = .viewAligned(limit: .always, anchor: nil)
      }
      rig.fling(800, horizontally: true)
      rig.rest()
      #expect(rig.x == 0 && rig.log.settles.last?.rule == .leftAlone)
    },
    Rule("VAL-4 leading edges are aligned by default, within the insets") {
      var rig = Rig(.cards(10, insets: insets(left: 40))) {
        $0.behavior = .viewAligned(limit: .never, anchor: nil)
      }
      rig.drag(100, horizontally: true)
      rig.rest()
      #expect(rig.x == 70)
    },
    Rule("VAL-5 an anchor can be set") {
      #expect(
        ScrollBehavior.viewAligned(limit: .automatic, anchor: Anchor.center).text
          == "view-aligned(anchor: center)")
    },
    Rule("VAL-6 an anchor aligns the same point of target and container") {
      #expect(align(230, limit: nil, anchor: 0.5) == 220 + 50 - 150 + 110)
      var rig = Rig(.cards(10)) {
        $0.behavior = .viewAligned(limit: .never, anchor: Anchor.center)
      }
      rig.drag(130, horizontally: true)
      rig.rest()
      #expect(rig.x == 120)
    },
    Rule("VAL-7 the automatic limit depends on the size class") {
      for (sizeClass, place) in [(SizeClass.compact, 110.0), (.regular, 220)] {
        var scene = Scene.cards(20)
        scene.horizontalSizeClass = sizeClass
        var rig = Rig(scene) { $0.behavior = .viewAligned(limit: .automatic, anchor: nil) }
        rig.drag(230, horizontally: true)
        rig.rest()
        #expect(rig.x == place)
      }
      for (text, place) in [
        ("horizontal-size-class: regular", 220.0), ("profile: ios26", 110),
        ("profile: macos26", 220),
        ("profile: macos26, horizontal-size-class: compact", 110),
      ] {
        let told = (try? Configuration(text: text)) ?? Configuration()
        var rig = Rig(.cards(20)) {
          $0.profile = told.profile
          $0.horizontalSizeClass = told.horizontalSizeClass
          $0.behavior = .viewAligned(limit: .automatic, anchor: nil)
        }
        rig.drag(230, horizontally: true)
        rig.rest()
        #expect(rig.x == place, "\(text)")
      }
    },
    Rule("VAL-8 always limits and never does not") {
      for (limit, place) in [(ViewAlignedLimit.always, 110.0), (.never, 330)] {
        var rig = Rig(.cards(20)) { $0.behavior = .viewAligned(limit: limit, anchor: nil) }
        rig.drag(340, horizontally: true)
        rig.rest()
        #expect(rig.x == place)
      }
    },
    Rule("VAL-9 by one and by few are separate limits") {
      for (limit, place) in [(ViewAlignedLimit.alwaysByOne, 110.0), (.alwaysByFew, 330)] {
        var rig = Rig(.cards(20)) { $0.behavior = .viewAligned(limit: limit, anchor: nil) }
        rig.drag(560, horizontally: true)
        rig.rest()
        #expect(rig.x == place)
      }
    },
    Rule("VAL-10 always means one, or a few by the switch") {
      for (choice, place) in [(AlwaysLimitChoice.one, 110.0), (.few, 330)] {
        var rig = Rig(.cards(20)) {
          $0.behavior = .viewAligned(limit: .always, anchor: nil)
          $0.switches.alwaysLimit = choice
        }
        rig.drag(560, horizontally: true)
        rig.rest()
        #expect(rig.x == place)
      }
    },
    Rule("VAL-12 a few are three, or the number of the switch") {
      for (count, place) in [(3, 330.0), (2, 220)] {
        var rig = Rig(.cards(20)) {
          $0.behavior = .viewAligned(limit: .alwaysByFew, anchor: nil)
          $0.switches.fewLimit = count
        }
        rig.drag(560, horizontally: true)
        rig.rest()
        #expect(rig.x == place)
      }
    },
    Rule("VAL-13 at the ends the proposal stays, otherwise the nearest origin is chosen") {
      #expect(align(0, from: 220, limit: nil) == 0 && align(795, limit: nil) == 795)
      #expect(align(164, limit: nil) == 110 && align(166, limit: nil) == 220)
    },
    Rule("VAL-13 a limit of one holds if the view after the next is at the end") {
      let content = ContentModel(
        frames: (0..<24).map { Rect(x: 0, y: Double($0) * 288, width: 50, height: 288) },
        ids: (0..<24).map { TargetID(Int64($0)) }, size: Size(width: 50, height: 6912),
        mainAxis: .vertical)
      func place(_ proposed: Double, from original: Double, limit: Int?) -> Double {
        ViewAlignment(limit: limit, anchor: 0).decide(
          situation(proposed, from: original, velocity: 900, content: 6912, container: 438), content
        ).place
      }
      #expect(place(6474, from: 6048, limit: 1) == 6336)
      #expect(place(6474, from: 6336, limit: 1) == 6474)
      #expect(place(6474, from: 6474, limit: 1) == 6474)
      #expect(place(6474, from: 6048, limit: 2) == 6474)
      #expect(place(6474, from: 6048, limit: nil) == 6474)
      #expect(place(0, from: 576, limit: 1) == 288)
      #expect(place(0, from: 288, limit: 1) == 0)
    },
    Rule("VAL-14 right to left the step follows the content's direction") {
      var rig = Rig(.cards(10, direction: .rightToLeft)) {
        $0.behavior = .viewAligned(limit: .always, anchor: nil)
      }
      rig.fling(-400, horizontally: true)
      rig.rest()
      #expect(rig.x == 680)
    },
    Rule("VAL-15 a limit counts distinct origins") {
      let frames = (0..<12).map { index in
        TargetFrame(
          id: TargetID(Int64(index)),
          frame: Rect(x: Double(index % 2) * 50, y: Double(index / 2) * 50, width: 50, height: 50))
      }
      var rig = Rig(
        Scene(
          containerSize: Size(width: 100, height: 100),
          content: .layout(
            Layout(contentSize: Size(width: 100, height: 300), targets: frames)))
      ) { $0.behavior = .viewAligned(limit: .alwaysByOne, anchor: nil) }
      rig.drag(140)
      rig.rest()
      #expect(rig.y == 50 && rig.log.settles.last?.limit == 1)
    },
    Rule("VAL-15 a limit counts anchor points in their order, however targets overlap") {
      // Two columns: a target that starts later may end earlier.
      let spans = [(0.0, 300.0), (100, 350), (300, 60), (360, 200), (450, 100), (560, 640)]
      let content = ContentModel(
        frames: spans.map { Rect(x: 0, y: $0.0, width: 50, height: $0.1) },
        ids: spans.indices.map { TargetID(Int64($0)) }, size: Size(width: 50, height: 1200),
        mainAxis: .vertical)
      func decide(
        _ t: Double, from original: Double, _ velocity: Double, limit: Int
      ) -> AxisDecision {
        ViewAlignment(limit: limit, anchor: 1).decide(
          situation(t, from: original, velocity: velocity, content: 1200, container: 400), content)
      }
      // Lower ends at -100, 50, -40, 160, 150 and, too long to be aligned, 800.
      #expect(decide(52, from: 50, 1, limit: 1).place == 150)
      #expect(decide(149, from: 150, -1, limit: 1).place == 50)
      #expect(decide(162, from: 50, 1, limit: 1).place == 150)
      let free = decide(162, from: 50, 1, limit: 2)
      #expect(free.place == 160 && free.candidates.map(\.offset) == [160, 150])
      #expect(free.flipMargin == 7)
    },
    Rule("VAL-16 targets longer than the container are no candidates") {
      let lengths = [100.0, 340, 100, 100, 400]
      var rig = Rig(
        Scene(
          containerSize: Size(width: 100, height: 300),
          content: .stack(
            Stack(
              items: lengths.enumerated().map {
                SceneItem(id: TargetID(Int64($0.offset)), length: .fixed($0.element))
              })))
      ) { $0.behavior = .viewAligned(limit: .never, anchor: nil) }
      rig.drag(130)
      rig.rest()
      #expect(rig.y == 0)
    },
    Rule("VAL-17 margins shift the aligned rest") {
      var rig = Rig(.cards(10)) {
        $0.behavior = .viewAligned(limit: .never, anchor: nil)
        $0.margins = insets(left: 16, right: 16)
      }
      rig.drag(120, horizontally: true)
      rig.rest()
      #expect(rig.x == 110 - 16)
    },
    Rule("VAL-18 the last targets rest at the end") {
      var rig = Rig(.cards(10)) {
        $0.behavior = .viewAligned(limit: .never, anchor: nil)
        $0.position = .id(nil)
        $0.positionAnchor = Anchor.leading
      }
      rig.fling(9000, horizontally: true)
      rig.rest()
      #expect(rig.x == 790 && rig.engine.boundID == TargetID(7))
    },
    Rule("VAL-19 the published example of three limits has its results") {
      for (limit, place) in [(nil as Int?, 220.0), (1, 110), (3, 220)] {
        #expect(align(260, limit: limit) == place)
      }
    },
    Rule("VAL-20 a soft flick steps under a limit, not without one") {
      #expect(align(40, limit: 1) == 110)
      #expect(align(40, velocity: 0, limit: 1) == 0)
      #expect(align(40, limit: nil) == 0)
    },
    Rule("VAL-21 a written id follows the position's anchor, not the behavior") {
      var rig = Rig(.cards(10)) {
        $0.behavior = .viewAligned(limit: .never, anchor: nil)
        $0.position = .id(nil)
        $0.positionAnchor = Anchor.center
      }
      rig.write(4)
      #expect(rig.x == 340)
    },
    Rule("VAL-22 a write during the settle ends it") {
      var rig = Rig(.cards(20)) {
        $0.behavior = .viewAligned(limit: .always, anchor: nil)
        $0.position = .id(nil)
      }
      rig.fling(400, horizontally: true)
      rig.wait(34)
      rig.write(9, anchor: Anchor.leading)
      #expect(rig.x == 990 && rig.engine.phase == .idle)
    },
    Rule("VAL-23 a wheel notch does not call the behavior, a trackpad does") {
      var rig = Rig(.rows(100)) { $0.behavior = .paging }
      rig.apply(.wheel(WheelSample(delta: Vector(dx: 0, dy: 30))))
      rig.wait(100)
      #expect(rig.y == 30 && rig.log.settles.isEmpty)
      for (phase, delta) in [(WheelPhase.began, 100.0), (.changed, 50), (.changed, 0), (.ended, 0)]
      {
        rig.pad(delta, phase)
      }
      rig.rest()
      #expect(rig.y == 200 && rig.log.settles.count == 1)
    },
  ]
}
