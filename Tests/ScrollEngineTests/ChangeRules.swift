import ScrollModel
import Testing

@testable import ScrollEngine

/// The effect of edits, mixed ids and content that scrolls both ways on ids, positions and
/// observers.
@Suite("Rules of ids and edits") struct ChangeRules {
  @Test("rows of ids are compared id by id") func rows() {
    let ids = [
      TargetID(1), TargetID(2), TargetID("1"), TargetID("e\u{301}"), TargetID("\u{e9}"),
      TargetID(.int(1), isOptional: true), TargetID(.uuid(1, 2)),
    ]
    for first in ids.indices {
      for second in ids.indices {
        let rows = ([ids[0], ids[first], ids[1]], [ids[0], ids[second], ids[1]])
        #expect(rows.0[...].isSame(as: rows.1[...]) == (ids[first] == ids[second]))
      }
    }
    #expect(!ids[0..<2].isSame(as: ids[0..<3]) && !ids[0..<2].isSame(as: ids[1..<3]))
    #expect(ids[2..<5].isSame(as: Array(ids[2..<5])[...]) && ids[2..<2].isSame(as: []))
  }

  @Test("every rule of ids and edits holds", arguments: scrolls + observers + reports)
  func rule(_ rule: Rule) throws {
    try rule.check()
  }

  private static func rows(_ ids: [TargetID], length: Double = 100, viewport: Double) -> Scene {
    Scene(
      containerSize: Size(width: 120, height: viewport),
      content: .stack(Stack(items: ids.map { SceneItem(id: $0, length: .fixed(length)) })))
  }

  private static func insert(_ id: TargetID, at index: Int64) -> Input {
    .edit(.insert(id, index: index, size: Size(width: 120, height: 20)))
  }

  static let scrolls: [Rule] = [
    Rule("LAZY-4 an animated scroll without an anchor keeps its target edge") {
      let items = (0..<20).map {
        SceneItem(id: TargetID(Int64($0)), length: .fixed($0 == 10 ? 900 : 100))
      }
      let long = Scene(
        containerSize: Size(width: 120, height: 600), content: .stack(Stack(items: items)))
      let animation = ScrollAnimation.timed(seconds: 0.5, curve: .linear)
      for grows in [false, true] {
        var rig = Rig(long)
        rig.scroll(.id(TargetID(10)), animation: animation, route: .reader)
        rig.wait(100)
        if grows {
          rig.send(.edit(.resize(TargetID(19), size: Size(width: 120, height: 150))))
        }
        rig.rest()
        #expect(rig.y == 1000)
      }
      var rig = Rig(.rows(60, length: 100, viewport: 600), profile: .ios17) {
        $0.position = .id(nil)
      }
      rig.write(20, animation: animation)
      rig.wait(100)
      rig.send(.edit(.resize(TargetID(50), size: Size(width: 120, height: 150))))
      rig.rest()
      #expect(rig.y == 2000)
    },
    Rule("LAZY-4 a spring continues from its current offset when its target moves") {
      var rig = Rig(.rows(100, length: 50, viewport: 400)) {
        $0.position = .value(PositionValue())
      }
      rig.scroll(.edge(.bottom), animation: .spring(seconds: 0.5, bounce: 0))
      rig.wait(33)
      var undisturbed = rig
      undisturbed.wait(17)
      rig.apply(.layout(Layout(contentSize: Size(width: 120, height: 1500), targets: [])))
      #expect(rig.y > 0 && near(rig.y, undisturbed.y, 1))
      rig.rest()
      #expect(rig.y == 1100 && rig.engine.phase == .idle)
    },
    Rule("READ-4 a proxy without an anchor uses the smallest movement under every profile") {
      for profile in Profile.allCases {
        var rig = Rig(.rows(40), profile: profile)
        rig.reader(3)
        #expect(rig.y == 0, "\(profile)")
        rig.reader(30)
        #expect(rig.y == 420, "\(profile)")
        rig.reader(30, Anchor.top)
        #expect(rig.y == 600, "\(profile)")
      }
    },
    Rule("BIND-3 without a target layout an initial id is not found") {
      for (isOn, place) in [(true, 220.0), (false, 0)] {
        let rig = Rig(.rows(40)) {
          $0.position = .id(TargetID(20))
          $0.hasTargetLayout = isOn
        }
        #expect(rig.y == place)
      }
    },
  ]

  static let observers: [Rule] = [
    Rule("VIS-10 the array is compared with the last reported one, across edits") {
      var rig = Rig(.rows(5)) { $0.targetVisibility = 0.5 }
      func last() -> [TargetID]? { rig.log.visibleSets.last?.ids }
      rig.apply(.edit(.remove(TargetID(2), index: nil)))
      #expect(last() == [0, 1, 3, 4].map { TargetID($0) })
      rig.apply(.edit(.move(TargetID(4), index: 0)))
      #expect(last() == [4, 0, 1, 3].map { TargetID($0) })
      rig.apply(insert(TargetID(9), at: 4))
      #expect(last()?.last == TargetID(9))
      rig.apply(.edit(.remove(TargetID(9), index: nil)))
      #expect(last() == [4, 0, 1, 3].map { TargetID($0) })
      // A visible row that grows does not change the bound id.
      rig.apply(.edit(.resize(TargetID(3), size: Size(width: 120, height: 25))))
      #expect(rig.log.visibleSets.count == 5)
      for id in [4, 0, 1, 3] { rig.send(.edit(.remove(TargetID(Int64(id)), index: nil))) }
      rig.wait(17)
      #expect(last() == [])
    },
    Rule("VIS-5 views with equal ids are distinguished across edits") {
      let ids = [7, 7, 2, 3].map { TargetID(Int64($0)) }
      var rig = Rig(rows(ids, viewport: 600)) { $0.viewVisibility = 0.5 }
      let count = rig.log.visibility.count
      rig.apply(insert(TargetID(9), at: 4))
      #expect(rig.log.visibility.dropFirst(count).map(\.id) == [TargetID(9)])
      // The first of the two is out of view, and stays there.
      rig = Rig(rows(ids, viewport: 100)) { $0.viewVisibility = 0.5 }
      rig.scroll(.y(100), route: .offset)
      let before = rig.log.visibility.count
      rig.apply(insert(TargetID(9), at: 4))
      #expect(rig.log.visibility.count == before && rig.log.visibility.last?.index == 1)
    },
  ]

  /// Square tiles, row by row, scrolled both ways.
  private static var tiles: Scene {
    let frames = (0..<25).map { index in
      TargetFrame(
        id: TargetID(Int64(index)),
        frame: Rect(
          x: Double(index % 5) * 200, y: Double(index / 5) * 200, width: 200, height: 200))
    }
    return Scene(
      axes: .both, containerSize: Size(width: 300, height: 300),
      content: .layout(Layout(contentSize: Size(width: 1000, height: 1000), targets: frames)))
  }

  static let reports: [Rule] = [
    Rule("BIND-7 with two scroll axes only targets visible along both are reported") {
      for anchor in [nil, UnitPoint(x: 0, y: 0), UnitPoint(x: 1, y: 1)] {
        var rig = Rig(tiles) {
          $0.position = .id(nil)
          $0.positionAnchor = anchor
        }
        rig.drag(380, horizontally: true)
        rig.rest()
        #expect(rig.x == 380 && rig.y == 0)
        // From 380 on tiles 1 to 3 are visible, and those below them.
        #expect(rig.engine.boundID == TargetID(anchor == nil ? 1 : 2), "\(anchor?.x ?? -1)")
      }
    },
    Rule("TGT-6 a target that is moved to its own position stays there") {
      let frames = (0..<4).map { Rect(x: 0, y: Double($0) * 60, width: 120, height: 50) }
      let targets = frames.enumerated().map {
        TargetFrame(id: TargetID(Int64($0.offset)), frame: $0.element)
      }
      var rig = Rig(
        Scene(
          containerSize: Size(width: 120, height: 100),
          content: .layout(Layout(contentSize: Size(width: 120, height: 230), targets: targets))))
      for id in 0..<4 { rig.apply(.edit(.move(TargetID(Int64(id)), index: Int64(id)))) }
      #expect((0..<4).compactMap { rig.engine.frame(of: TargetID(Int64($0))) } == frames)
      #expect(rig.engine.geometry.contentSize.height == 230 && rig.log.diagnostics.isEmpty)
    },
    Rule("TGT-6 edits of a recorded layout keep the space between targets") {
      let small = Size(width: 120, height: 30)
      let cases: [(edit: ContentEdit, starts: [Double])] = [
        (.remove(TargetID(1), index: nil), [0, 60, 120]),
        (.remove(TargetID(3), index: nil), [0, 60, 120]),
        (.insert(TargetID(9), index: 0, size: small), [0, 40, 100, 160, 220]),
        (.insert(TargetID(9), index: 4, size: nil), [0, 60, 120, 180, 240]),
        (.move(TargetID(0), index: 3), [0, 60, 120, 180]),
      ]
      for (edit, starts) in cases {
        let targets = (0..<4).map {
          TargetFrame(
            id: TargetID(Int64($0)),
            frame: Rect(x: 0, y: Double($0) * 60, width: 120, height: 50))
        }
        let layout = Layout(contentSize: Size(width: 120, height: 230), targets: targets)
        var edited = layout
        edited.apply(edit, mainAxis: .vertical)
        #expect(edited.targets.map(\.frame.origin.y) == starts, "\(edit)")
        var rig = Rig(
          Scene(containerSize: Size(width: 120, height: 100), content: .layout(layout)))
        rig.apply(.edit(edit))
        let ends = edited.targets.map { $0.frame.origin.y + $0.frame.size.height }
        #expect(rig.engine.geometry.contentSize.height == ends.last)
      }
    },
    Rule("BIND-7 the nearest target is reported in its frame, however targets overlap") {
      // The first overlaps the second, which stays between it and the third when the first is
      // removed.
      let spans = [(0.0, 500.0), (20, 40), (520, 350)]
      let targets = spans.enumerated().map { index, span in
        TargetFrame(
          id: TargetID(Int64(index)), frame: Rect(x: 0, y: span.0, width: 120, height: span.1))
      }
      var rig = Rig(
        Scene(
          containerSize: Size(width: 120, height: 375),
          content: .layout(Layout(contentSize: Size(width: 120, height: 2000), targets: targets)))
      ) {
        $0.position = .id(nil)
        $0.positionAnchor = Anchor.top
      }
      rig.hold(dragging: 265)
      #expect(rig.y == 265 && rig.lastID == TargetID(2))
    },
    Rule("BIND-8 with two scroll axes the anchor counts along both") {
      var rig = Rig(tiles) {
        $0.position = .id(nil)
        $0.positionAnchor = Anchor.center
      }
      rig.fling(900, horizontally: true)
      rig.rest()
      rig.fling(700)
      rig.rest()
      // The tile under the middle of the view.
      let (column, row) = (
        ((rig.x + 150) / 200).rounded(.down), ((rig.y + 150) / 200).rounded(.down)
      )
      #expect(rig.x > 0 && rig.y > 0)
      #expect(rig.engine.boundID == TargetID(Int64(row * 5 + column)))
      #expect(rig.lastID == rig.engine.boundID)
    },
    Rule("TGT-7 a bound id is only written with ids of its type") {
      let ids = [TargetID("h"), TargetID(0), TargetID(1), TargetID("i"), TargetID(2), TargetID(3)]
      let cases: [(PositionBinding, Double, TargetID)] = [
        (.id(TargetID(0)), 30, TargetID(0)), (.id(TargetID(1)), 30, TargetID(0)),
        (.id(nil), 30, TargetID("h")), (.id(nil, type: IDType(.int)), 30, TargetID(0)),
        (.id(nil, type: IDType(.string)), 110, TargetID("i")),
      ]
      for (position, way, id) in cases {
        var rig = Rig(rows(ids, viewport: 300)) { $0.position = position }
        rig.drag(way)
        rig.rest()
        #expect(rig.engine.boundID == id, "\(position)")
      }
    },
  ]
}
