import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Rules of pinned headers and footers") struct PinnedRules {
  @Test("the rules", arguments: rules) func rule(_ rule: Rule) throws { try rule.check() }

  /// Five sections, each a header of 10 pt (100, 101, …) and four rows of 20 pt, or the footer
  /// after them.
  private static func sections(
    _ role: PinnedRole? = .header, isLast: Bool = false, isLazy: Bool = false,
    axis: Axis = .vertical, direction: LayoutDirection = .leftToRight
  ) -> Scene {
    var items: [SceneItem] = []
    for section in 0..<5 {
      let end = SceneItem(
        id: TargetID(Int64(100 + section)), length: .fixed(10), pinned: role)
      let rows = (0..<4).map {
        SceneItem(id: TargetID(Int64(section * 4 + $0)), length: .fixed(20))
      }
      items += isLast ? rows + [end] : [end] + rows
    }
    return Scene(
      axes: axis == .vertical ? .vertical : .horizontal,
      containerSize: Size(width: 100, height: 100), layoutDirection: direction,
      content: .stack(Stack(axis: axis, isLazy: isLazy, estimatedLength: 18, items: items)))
  }

  private static func sectionRig(
    _ scene: Scene = sections(), _ configure: (inout Configuration) -> Void = { _ in }
  ) -> Rig {
    Rig(scene, configure)
  }

  private static func drawn(_ view: PinnedSections.View?) -> [Double]? {
    view.map { [$0.start, $0.end] }
  }

  private static let rules: [Rule] = [
    Rule("PIN-1 a header stays at the start of the view until its section pushes it out") {
      for scene in [
        sections(), sections(isLazy: true), sections(axis: .horizontal, direction: .rightToLeft),
      ] {
        var rig = sectionRig(scene)
        // A lazy stack measures what it shows.
        for row in 0..<20 { rig.reader(Int64(row), Anchor.top) }
        let places: [(Double, [Double])] = [
          (0, [0, 10]), (45, [45, 55]), (85, [80, 90]), (90, [90, 100]), (200, [200, 210]),
        ]
        for (offset, header) in places {
          let isVertical = scene.axes == .vertical
          rig.engine.place(isVertical ? .vertical : .horizontal, at: offset)
          #expect(drawn(rig.engine.pinnedViews.header) == header, "\(offset)")
        }
      }
      var pulled = sectionRig()
      pulled.engine.place(.vertical, at: -20)
      #expect(pulled.engine.pinnedViews.header == nil)
    },
    Rule("PIN-1 a footer stays at the end of the view until its section pushes it out") {
      var rig = sectionRig(sections(.footer, isLast: true))
      let places: [(Double, [Double]?)] = [
        (0, [90, 100]), (20, [110, 120]), (80, [170, 180]), (85, [180, 190]),
      ]
      for (offset, footer) in places {
        rig.engine.place(.vertical, at: offset)
        #expect(drawn(rig.engine.pinnedViews.footer) == footer, "\(offset)")
      }
    },
    Rule("PIN-1 what lies behind a footer belongs to no section") {
      let spans = TargetIndex((0..<6).map { (Double($0) * 20, 20) })
      let pinned = PinnedSections([(rank: 0, role: .header), (rank: 2, role: .footer)])
      #expect(pinned.header(of: 1) == 0 && pinned.header(of: 3) == nil)
      #expect(pinned.footer(of: 1) == 2 && pinned.footer(of: 3) == nil)
      #expect(pinned.header(at: 45, in: spans)?.start == 40)
      #expect(pinned.header(at: 60, in: spans) == nil)
    },
    Rule("PIN-2 a pinned view is visible where it is drawn") {
      var rig = sectionRig { $0.viewVisibility = 0.5 }
      for (offset, fraction) in [(0.0, 1.0), (60, 1), (87, 0.3), (90, 0)] {
        rig.engine.place(.vertical, at: offset)
        #expect(near(rig.engine.visibleFraction(of: TargetID(100)) ?? -1, fraction), "\(offset)")
      }
      var moved = sectionRig { $0.viewVisibility = 0.5 }
      func isHidden() -> Bool {
        moved.log.visibility.contains { $0.id == TargetID(100) && !$0.isVisible && $0.time > .zero }
      }
      moved.drag(60)
      #expect(!isHidden())
      moved.drag(30)
      #expect(isHidden())
    },
    Rule("PIN-3 what a pinned header covers counts as visible, or not, by the switch") {
      for (choice, fraction, isVisible) in [
        (PinnedVisibilityChoice.counted, 0.75, true), (.excluded, 0.25, false),
      ] {
        var rig = sectionRig {
          $0.viewVisibility = 0.5
          $0.switches.pinnedVisibility = choice
        }
        rig.drag(55)
        #expect(near(rig.engine.visibleFraction(of: TargetID(2)) ?? -1, fraction))
        #expect(rig.log.visibility.last { $0.id == TargetID(2) }?.isVisible == isVisible)
        // The header covers no part of itself.
        #expect(rig.engine.visibleFraction(of: TargetID(100)) == 1)
      }
    },
    Rule("PIN-4 a target ends under the pinned header or below it, by the switch") {
      for isLazy in [false, true] {
        for (choice, top, center) in [
          (PinnedAlignmentChoice.viewport, 120.0, 80.0), (.uncovered, 110, 75),
        ] {
          var rig = sectionRig(sections(isLazy: isLazy)) { $0.switches.pinnedAlignment = choice }
          if isLazy { for row in 0..<20 { rig.reader(Int64(row), Anchor.top) } }
          rig.reader(5, Anchor.top)
          #expect(near(rig.y, top))
          rig.reader(5, Anchor.center)
          #expect(near(rig.y, center))
          rig.reader(5, Anchor.bottom)
          #expect(near(rig.y, 40))
          rig.reader(101, Anchor.top)
          #expect(near(rig.y, 90))
        }
      }
    },
    Rule("PIN-4 the least movement leaves a target under the header, or brings it out") {
      for (choice, still, up) in [
        (PinnedAlignmentChoice.viewport, 115.0, 120.0), (.uncovered, 110, 110),
      ] {
        var rig = sectionRig { $0.switches.pinnedAlignment = choice }
        rig.scroll(.y(115), route: .offset)
        rig.reader(5, nil)
        #expect(near(rig.y, still))
        rig.scroll(.y(130), route: .offset)
        rig.reader(5, nil)
        #expect(near(rig.y, up))
      }
    },
    Rule("PIN-5 the reported target is the one where a scroll to it ends") {
      for (choice, id) in [(PinnedAlignmentChoice.viewport, 4), (.uncovered, 5)] {
        var rig = sectionRig {
          $0.position = .id(nil)
          $0.positionAnchor = Anchor.top
          $0.switches.pinnedAlignment = choice
        }
        rig.drag(108)
        #expect(rig.engine.boundID == TargetID(Int64(id)))
        for row in 0..<16 {
          rig.reader(Int64(row), Anchor.top)
          #expect(rig.engine.reportedTarget() == TargetID(Int64(row)))
        }
      }
    },
    Rule("PIN-6 pinning moves neither the content nor what is reported at its edge") {
      let roles: [PinnedRole?] = [.header, nil]
      let runs = roles.map { role in
        var rig = sectionRig(sections(role)) {
          $0.position = .id(nil)
          $0.behavior = .viewAligned(limit: .automatic, anchor: nil)
        }
        rig.fling(900)
        rig.rest()
        rig.drag(-33)
        rig.rest()
        return rig
      }
      #expect(runs[0].log.frames == runs[1].log.frames && !runs[0].log.frames.isEmpty)
      #expect(runs[0].log.positions == runs[1].log.positions)
      #expect(runs[0].engine.frame(of: TargetID(100)) == runs[1].engine.frame(of: TargetID(100)))
    },
  ]
}
