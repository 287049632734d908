import ScrollModel
import Testing

@testable import ScrollEngine

/// Content that is released, stopped or resized at and beyond the ends of its range.
@Suite("Rules of releases at the ends") struct ReleaseRules {
  @Test("every rule of releases at the ends holds", arguments: pages + alignment + edges + stops)
  func rule(_ rule: Rule) throws {
    try rule.check()
  }

  /// The rest of a release whose deceleration would end at an offset, on a phone with bars.
  private static func page(_ natural: Double, from original: Double, _ velocity: Double) -> Double {
    AxisSituation(
      proposed: natural + 59, original: original + 59, velocity: velocity, content: 14_140,
      container: 707, frame: 800, start: 59
    ).paging(Switches(.ios18)).place - 59
  }

  static let pages: [Rule] = [
    Rule("PAGE-7 pages of the frame stay in the range that includes the insets") {
      #expect(page(-59, from: 3200, -1) == 2400 && page(13_374, from: 11_200, 1) == 12_000)
      #expect(page(13_374, from: 13_200, 1) == 13_374 && page(-59, from: 0, -1) == -59)
      #expect(page(-60, from: 800, -1) == -60 && page(13_375, from: 800, 1) == 13_375)
    },
    Rule("PAGE-8 a hard flick moves one page if bars cover the ends") {
      var rig = Rig(
        .rows(20, length: 707, viewport: 800, insets: insets(top: 59, bottom: 34))
      ) { $0.behavior = .paging }
      rig.scroll(.y(3200), route: .offset)
      rig.fling(-30_000)
      rig.rest()
      #expect(rig.y == 2400)
    },
    Rule("PAGE-8 a hard flick moves one page if lengths are not whole numbers") {
      for count in 60...75 {
        var rig = Rig(
          .rows(
            count, length: 341.0 / 3, viewport: 812,
            insets: insets(top: 47 + 2.0 / 3, bottom: 34.1)), profile: .ios26
        ) { $0.behavior = .paging }
        rig.fling(60_000)
        #expect(rig.log.settles.last?.rule == .turnedPage, "\(count) rows")
      }
    },
    Rule("PAGE-9 the end is a rest even if no page starts there") {
      for (profile, place) in [(Profile.ios18, -59.0), (.ios26, -59)] {
        var rig = Rig(
          .rows(20, length: 707, viewport: 800, insets: insets(top: 59, bottom: 34)),
          profile: profile
        ) { $0.behavior = .paging }
        rig.resize(120, 700)
        #expect(rig.y == place, "\(profile)")
      }
      var rig = Rig(.rows(10, length: 100, viewport: 300)) { $0.behavior = .paging }
      rig.scroll(.edge(.bottom), route: .offset)
      rig.resize(120, 310)
      #expect(rig.y == 690)
    },
    Rule("PAGE-10 content released beyond an end returns to it, whichever page is nearer") {
      for profile in [Profile.ios18, .ios26] {
        var rig = Rig(.rows(10, length: 100, viewport: 300), profile: profile) {
          $0.behavior = .paging
        }
        rig.scroll(.edge(.bottom), route: .offset)
        rig.drag(90)
        rig.rest()
        #expect(rig.y == 700, "\(profile)")
        // The finger moved over two pages and beyond the last.
        rig = Rig(.rows(3, length: 300, viewport: 300), profile: profile) { $0.behavior = .paging }
        rig.fling(20_000)
        rig.rest()
        #expect(rig.y == 600, "\(profile)")
      }
    },
  ]

  /// Cards in a row with the given lengths.
  private static func cards(_ lengths: [Double]) -> Scene {
    Scene(
      axes: .horizontal, containerSize: Size(width: 300, height: 300),
      content: .stack(
        Stack(
          axis: .horizontal,
          items: lengths.enumerated().map {
            SceneItem(id: TargetID(Int64($0.offset)), length: .fixed($0.element))
          })))
  }

  static let alignment: [Rule] = [
    Rule("VAL-13 at an end the proposal stays under a limit, too") {
      for (last, end) in [(900.0, 1000.0), (320, 420)] {
        var rig = Rig(cards([100, 100, 100, 100, last])) {
          $0.behavior = .viewAligned(limit: .always, anchor: nil)
        }
        rig.scroll(.edge(.trailing), route: .offset)
        rig.fling(800, horizontally: true)
        rig.rest()
        #expect(rig.x == end)
      }
      var rig = Rig(cards([900, 100, 100, 100, 100, 100])) {
        $0.behavior = .viewAligned(limit: .always, anchor: nil)
      }
      rig.fling(-800, horizontally: true)
      rig.rest()
      #expect(rig.x == 0)
    },
    Rule("VAL-15 a limit applies to a flick that would reach the end") {
      var rig = Rig(cards([100, 100, 100, 100, 100, 900])) {
        $0.behavior = .viewAligned(limit: .always, anchor: nil)
      }
      rig.fling(9000, horizontally: true)
      rig.rest()
      #expect(rig.x == 100)
    },
  ]

  private static let behaviors: [ScrollBehavior] = [
    .none, .paging, .interval(130), .viewAligned(limit: .never, anchor: nil),
    .viewAligned(limit: .always, anchor: nil),
    .offsets([0, 210, 555], snapsToStart: false, snapsToEnd: false),
  ]

  /// Content that is held beyond an end and released there with a velocity.
  private static func letGo(
    pastEnd isAtEnd: Bool, _ velocity: Double, _ configure: (inout Configuration) -> Void
  ) -> Rig {
    var rig = Rig(.rows(40, length: 60, viewport: 300), configure)
    if isAtEnd { rig.scroll(.edge(.bottom), route: .offset) }
    let way = isAtEnd ? -400.0 : 400
    rig.touch(.began, 500, 500)
    for step in 1...10 {
      rig.wait(8)
      rig.touch(.moved, 500, 500 + way * Double(step) / 10)
    }
    for step in 1...4 {
      rig.wait(8)
      rig.touch(.moved, 500, 500 + way - velocity * 0.008 * Double(step))
    }
    rig.lift()
    return rig
  }

  static let edges: [Rule] = [
    Rule("PHYS-6 content released beyond an end rests where its release was decided") {
      for behavior in behaviors {
        for deceleration in Deceleration.allCases {
          for (isAtEnd, velocity) in [true, false].flatMap({ end in
            [-4000.0, -1200, -400, 0, 400, 1200, 4000].map { (end, $0) }
          }) {
            var rig = letGo(pastEnd: isAtEnd, velocity) {
              $0.behavior = behavior
              $0.deceleration = deceleration
            }
            rig.rest()
            let settle = try #require(rig.log.settles.last)
            #expect(
              near(settle.chosen, rig.y, 1e-9),
              "\(behavior), \(deceleration), \(isAtEnd ? "end" : "start"), \(velocity) pt/s")
          }
        }
      }
    },
    Rule("PHYS-6 the proposed rest of content released beyond an end is that of the return") {
      var rig = letGo(pastEnd: false, 1200) { _ in }
      let settle = try #require(rig.log.settles.last)
      #expect(settle.natural == settle.proposed && settle.proposed > 0)
      rig.rest()
      #expect(near(settle.natural, rig.y, 1e-9))
      var still = letGo(pastEnd: false, 0) { _ in }
      #expect(still.log.settles.last?.natural == 0)
      still.rest()
      #expect(still.y == 0)
    },
  ]

  private static func notch(_ dx: Double, _ dy: Double) -> Input {
    .wheel(WheelSample(delta: Vector(dx: dx, dy: dy)))
  }

  static let stops: [Rule] = [
    Rule("PHYS-8 a notch along no scroll axis stops nothing") {
      for delta in [(3.0, 0.0), (0, 0)] {
        var rig = Rig(.rows(100))
        rig.drag(-100)
        rig.wait(40)
        #expect(rig.y < 0)
        let count = rig.phases.count
        rig.apply(notch(delta.0, delta.1))
        rig.rest()
        #expect(rig.y == 0 && rig.phases.count == count + 1 && rig.phases.last == .idle)
      }
      var rig = Rig(.rows(500))
      rig.fling(900)
      let natural = rig.log.settles.last?.natural
      rig.wait(100)
      rig.apply(notch(5, 0))
      rig.rest()
      #expect(natural.map { near($0, rig.y, 0.01) } == true)
    },
    Rule("PHYS-8 a notch along one axis keeps the other within its range") {
      var rig = Rig(.plane(Size(width: 1000, height: 1000), in: Size(width: 200, height: 100)))
      rig.drag(-80)
      rig.wait(40)
      #expect(rig.y < 0)
      rig.apply(notch(30, 0))
      rig.rest()
      #expect(rig.x == 30 && rig.y == 0)
    },
    Rule("SNAP-2 a repeated equal size is no change") {
      var rig = Rig(.rows(100)) { $0.behavior = .viewAligned(limit: .never, anchor: nil) }
      rig.scroll(.y(130), route: .offset)
      rig.resize(120, 200)
      #expect(rig.y == 130 && rig.log.settles.isEmpty)
    },
    Rule("SNAP-2 a behavior of content in motion is called when it comes to rest") {
      var rig = Rig(.rows(100), profile: .ios26) { $0.behavior = .paging }
      rig.fling(1500)
      rig.wait(100)
      #expect(rig.engine.phase == .decelerating)
      rig.resize(120, 150)
      rig.rest()
      #expect(rig.y == 150 && rig.log.settles.last?.isResize == true)
      #expect(rig.log.rests.last?.offset.y == 150)
    },
    Rule("SNAP-5 content appended at the end does not change a running settle") {
      var plain = Rig(.rows(100)) { $0.behavior = .paging }
      plain.drag(60)
      plain.wait(100)
      #expect(plain.engine.phase == .decelerating)
      var grown = plain
      plain.wait(17)
      plain.rest()
      grown.append(5, from: 100)
      grown.rest()
      #expect(grown.y == 0 && grown.log.frames.map(\.offset) == plain.log.frames.map(\.offset))
    },
    Rule("LAZY-1 corrected estimates do not change a running settle") {
      let items = (0..<100).map {
        SceneItem(id: TargetID(Int64($0)), length: .fixed($0 < 16 ? 20 : 24))
      }
      var rig = Rig(
        Scene(
          containerSize: Size(width: 120, height: 200),
          content: .stack(Stack(isLazy: true, estimatedLength: 20, items: items)))
      ) { $0.behavior = .paging }
      rig.drag(120)
      rig.rest()
      let release = try #require(rig.log.settles.last)
      let rest = try #require(rig.log.rests.last)
      #expect(rig.y == 200 && rest.time.nanoseconds(since: release.time) < 330_000_000)
    },
    Rule("SNAP-18 a programmatic scroll after a resize is not snapped") {
      var rig = Rig(.rows(100), profile: .ios26) { $0.behavior = .paging }
      rig.fling(1500)
      rig.wait(100)
      rig.resize(120, 150)
      rig.scroll(.y(70), route: .offset)
      rig.rest()
      #expect(rig.y == 70)
    },
  ]
}
