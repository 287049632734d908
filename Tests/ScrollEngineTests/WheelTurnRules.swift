import ScrollModel
import Testing

@testable import ScrollEngine

/// Ends of a wheel's turns on pages, as recorded in Chromium 156 (`fixtures/chromium-wheels`).
@Suite("Rules of wheels over pages") struct WheelTurnRules {
  @Test("every rule of wheels over pages holds", arguments: rules) func wheelTurnRule(
    _ rule: Rule
  ) throws {
    try rule.check()
  }

  /// Where content rests after a turn that ended at an offset, over areas at these starts.
  private static func rest(
    after place: Double, turning notch: Double, _ snap: ScrollSnap, viewport: Double,
    _ areas: [(start: Double, length: Double)], physics: PeerPhysics = .chromium
  ) -> Double {
    var rig = Rig(.rows(1, length: 100, viewport: viewport)) {
      $0.releasePhysics = physics
      $0.behavior = .scrollSnap(snap)
    }
    let targets = areas.enumerated().map { index, area in
      TargetFrame(
        id: TargetID(Int64(index)),
        frame: Rect(x: 0, y: area.start, width: 100, height: area.length))
    }
    let end = areas.last.map { $0.start + $0.length } ?? 0
    rig.apply(.layout(Layout(contentSize: Size(width: 100, height: end), targets: targets)))
    rig.engine.follow(Point(x: 0, y: place), phase: .interacting, at: rig.now, to: &rig.log)
    rig.engine.release(
      velocity: Vector(dx: 0, dy: notch), original: .zero, isTurn: true, at: rig.now, to: &rig.log)
    rig.rest()
    return rig.y
  }

  /// Twelve areas of equal length.
  private static func areas(_ length: Double, apart gap: Double) -> [(Double, Double)] {
    (0..<12).map { (Double($0) * (length + gap), length) }
  }

  static let rules: [Rule] = [
    Rule("WEB-16 a turn ends at the next area in its direction, although the one behind is nearer")
    {
      // A page whose areas start every 500 px, in a view of 600 px.
      let snap = ScrollSnap(.mandatory)
      for physics in [PeerPhysics.chromium, .css] {
        for (end, notch, recorded) in [
          (120.0, 120.0, 500.0), (860, 120, 1000), (1600, 120, 2000), (1720, 120, 2000),
          (1880, -120, 1500), (1380, -120, 1000),
        ] {
          #expect(
            rest(
              after: end, turning: notch, snap, viewport: 600, areas(470, apart: 30),
              physics: physics) == recorded, "\(physics) \(end)")
        }
      }
    },
    Rule("WEB-16 with proximity, content stays where a turn ended if the next area is far") {
      // Page wheel-408: areas of 434 px, 8 px apart, in a view of 600 px, aligned at their ends. A
      // third of the view is 200 px.
      let snap = ScrollSnap(.proximity, align: .end)
      for (end, notch, recorded) in [
        (120.0, 120.0, 276.0), (516, 120, 516), (996, 120, 1160), (1760, 120, 1760),
        (1400, -120, 1400), (2000, 120, 2044), (1924, -120, 1924), (1324, -120, 1160),
        (80, -120, 0),
      ] {
        #expect(
          rest(after: end, turning: notch, snap, viewport: 600, areas(434, apart: 8)) == recorded,
          "\(end)")
      }
    },
    Rule("WEB-16 in an area that is longer than the view, a turn ends one notch farther") {
      // Areas aligned at their ends, within a padding of 48 px. Page wheel-405: 681 px, 40 px below
      // the start. Page wheel-428: 452 px. Before the area the turn ends at its near edge, and
      // where the notch leads beyond it, at the far one.
      let snap = ScrollSnap.padded(SnapPadding(start: 48, end: 48), align: .end)
      for (length, edge, viewport, ends) in [
        (
          681.0, 40.0, 768.0,
          [
            (600.0, 120.0, 682.0), (802, 120, 1354), (1594, 120, 2035), (2155, 120, 2716),
            (2476, -120, 2044), (1564, -120, 1363), (1243, -120, 682), (442, -120, 1),
          ]
        ),
        (
          452, 0, 500,
          [
            (120, 120, 404), (644, 120, 856), (736, -120, 452), (812, 120, 904),
            (1384, 120, 1760), (2240, 120, 2260), (3476, 120, 3596),
          ]
        ),
      ] {
        let list = areas(length, apart: 0).map { ($0.0 + edge, $0.1) }
        for (end, notch, recorded) in ends {
          #expect(
            rest(after: end, turning: notch, snap, viewport: viewport, list) == recorded,
            "\(length) \(end)")
        }
      }
    },
    Rule("WEB-16 without an area ahead, content stays where a turn ended") {
      let snap = ScrollSnap(.mandatory)
      let list = areas(470, apart: 30)
      #expect(rest(after: 5370, turning: 120, snap, viewport: 600, list) == 5370)
      #expect(rest(after: 0, turning: -120, snap, viewport: 600, list) == 0)
      #expect(
        rest(after: 120, turning: 120, ScrollSnap(.mandatory, align: .none), viewport: 600, list)
          == 120)
    },
  ]
}
