import ScrollModel
import Testing

@testable import ScrollEngine

func situation(
  _ proposed: Double, from original: Double = 0, velocity: Double = 0, content: Double,
  container: Double, frame: Double? = nil, start: Double = 0
) -> AxisSituation {
  AxisSituation(
    proposed: proposed, original: original, velocity: velocity, content: content,
    container: container, frame: frame ?? container, start: start)
}

/// A behavior that records nothing and answers with a closure.
private struct Answer: TargetBehavior {
  var limitsScrolls = false
  var answer: @Sendable (inout ProposedTarget, BehaviorContext) -> Void
  func updateTarget(_ target: inout ProposedTarget, context: BehaviorContext) {
    answer(&target, context)
  }
}

@Suite("Rules of targets and behaviors") struct BehaviorRules {
  @Test("every rule of targets holds", arguments: targets) func targetRule(_ rule: Rule) throws {
    try rule.check()
  }

  @Test("every rule of custom behaviors holds", arguments: custom)
  func customRule(_ rule: Rule) throws {
    try rule.check()
  }

  @Test("every rule of paging holds", arguments: paging) func pagingRule(_ rule: Rule) throws {
    try rule.check()
  }

  static let targets: [Rule] = [
    Rule("TGT-1 every item of the layout is a target") {
      let rig = Rig(.rows(20, viewport: 200)) { $0.targetVisibility = 1 }
      #expect(rig.log.visibleSets.last?.ids == (0..<10).map { TargetID(Int64($0)) })
    },
    Rule("TGT-2 a lazy stack's unseen items are targets") {
      var rig = Rig(.rows(1000, isLazy: true)) { $0.position = .id(nil) }
      rig.write(900, anchor: Anchor.top)
      #expect(rig.y == 18_000)
    },
    Rule("TGT-3 paging needs no targets, the others do") {
      var rig = Rig(.rows(50)) {
        $0.hasTargetLayout = false
        $0.behavior = .paging
        $0.targetVisibility = 0.5
      }
      rig.fling(900)
      rig.rest()
      #expect(rig.y == 200 && rig.log.visibleSets.isEmpty)
    },
    Rule("TGT-4 a target layout can be turned off") {
      var rig = Rig(.rows(20)) {
        $0.position = .value(PositionValue())
        $0.hasTargetLayout = false
      }
      rig.scroll(.id(TargetID(15)))
      #expect(rig.y == 0)
    },
    Rule("TGT-6 a target's frame is its layout frame") {
      let rig = Rig(.rows(20)) { $0.transition = TransitionSettings(.animated) }
      #expect(rig.engine.frame(of: TargetID(3)) == Rect(x: 0, y: 60, width: 120, height: 20))
    },
    Rule("TGT-7 a target of another id type aligns but is not reported") {
      let ids = [TargetID("a"), TargetID(1), TargetID("b"), TargetID(2)]
      var rig = Rig(
        Scene(
          containerSize: Size(width: 100, height: 100),
          content: .stack(Stack(items: ids.map { SceneItem(id: $0, length: .fixed(60)) })))
      ) {
        $0.position = .value(PositionValue(idType: IDType(.int)))
        $0.behavior = .viewAligned(limit: .never, anchor: nil)
      }
      rig.drag(130)
      rig.rest()
      #expect(rig.y == 120 && rig.engine.position.viewID == TargetID(2))
    },
    Rule("TGT-9 the proposed target is the visible region at the proposed rest") {
      var rig = Rig(
        .rows(40, insets: insets(top: 20)),
        behavior: Answer { target, context in
          #expect(target.rect == Rect(x: 0, y: 70, width: 120, height: 180))
          #expect(target.anchor == nil && context.containerSize.height == 180)
        }
      ) { $0.behavior = .custom("spy") }
      rig.drag(70)
      rig.rest()
      #expect(rig.y == 50)
    },
    Rule("TGT-10 a target with an anchor is aligned by it, another length moves the least") {
      for (anchor, offset) in [(Anchor.bottom as UnitPoint?, 320.0), (nil, 320)] {
        var rig = Rig(
          .rows(40),
          behavior: Answer { target, _ in
            target = ProposedTarget(
              rect: Rect(x: 0, y: 500, width: 120, height: 20), anchor: anchor)
          }
        ) { $0.behavior = .custom("row") }
        rig.drag(70)
        rig.rest()
        #expect(rig.y == offset)
      }
    },
    Rule("TGT-11 a behavior that keeps the target has no effect") {
      var with = Rig(.rows(100), behavior: Answer { _, _ in }) { $0.behavior = .custom("idle") }
      var without = Rig(.rows(100))
      with.fling(800)
      without.fling(800)
      with.rest()
      without.rest()
      #expect(with.log.frames.map(\.offset) == without.log.frames.map(\.offset))
    },
    Rule("TGT-12 a choice beyond the end is clamped afterwards") {
      var rig = Rig(
        .rows(20),
        behavior: Answer { target, _ in
          target.rect = Rect(x: 0, y: 9000, width: 120, height: 200)
        }
      ) { $0.behavior = .custom("far") }
      rig.drag(20)
      rig.rest()
      #expect(rig.y == 200 && rig.log.settles.last?.clamp == .end)
    },
  ]

  static let custom: [Rule] = [
    Rule("SNAP-1 a behavior is called at the end of a gesture with the natural rest") {
      var rig = Rig(
        .rows(500),
        behavior: Answer { target, _ in
          target.rect = Rect(x: 0, y: 400, width: 120, height: 200)
        }
      ) { $0.behavior = .custom("fixed") }
      rig.fling(500)
      let settle = rig.log.settles.first
      let offset = rig.y
      #expect(settle.map { near($0.proposed - offset, 490 * 0.499, 0.001) } == true)
      rig.rest()
      #expect(rig.y == 400)
    },
    Rule("SNAP-2 a behavior is called when the container changes its size") {
      var rig = Rig(.rows(100)) { $0.behavior = .interval(150) }
      rig.drag(140)
      rig.rest()
      #expect(rig.y == 150)
      rig.resize(120, 210)
      #expect(rig.log.settles.last?.isResize == true && rig.y == 150)
    },
    Rule("SNAP-3 a resize may leave the content unaligned") {
      for (choice, count) in [(ResizeChoice.asked, 1), (.ignored, 0)] {
        var rig = Rig(.rows(100)) {
          $0.behavior = .paging
          $0.switches.behaviorOnResize = choice
        }
        rig.scroll(.y(200), route: .offset)
        rig.resize(120, 150)
        #expect(rig.y == (count == 1 ? 150 : 200) && rig.log.settles.count == count)
      }
    },
    Rule("SNAP-4 a behavior is called on resize by default") {
      #expect(Profile.allCases.allSatisfy { Switches($0).behaviorOnResize == .asked })
    },
    Rule("SNAP-5 content changes and programmatic scrolls do not call a behavior") {
      var rig = Rig(.rows(100)) { $0.behavior = .interval(150) }
      rig.append(3, from: 100)
      rig.scroll(.y(70), route: .offset)
      #expect(rig.log.settles.isEmpty && rig.y == 70)
    },
    Rule("SNAP-6 a programmatic target is not passed to the behavior") {
      var rig = Rig(.rows(100)) { $0.behavior = .paging }
      rig.scroll(.y(70), animation: .automatic, route: .offset)
      rig.rest()
      #expect(rig.y == 70)
    },
    Rule("SNAP-8 the context has the target of the gesture's start") {
      var rig = Rig(
        .rows(100),
        behavior: Answer { target, context in
          target.rect = Rect(
            x: 0, y: context.originalTarget.rect.origin.y, width: 120, height: 200)
        }
      ) { $0.behavior = .custom("back") }
      rig.scroll(.y(70), route: .offset)
      rig.fling(1500)
      rig.rest()
      #expect(rig.y == 70)
    },
    Rule("SNAP-9 the context has the velocity of the release") {
      var rig = Rig(
        .rows(100),
        behavior: Answer { target, context in
          target.rect = Rect(x: 0, y: context.velocity.dy, width: 120, height: 200)
        }
      ) { $0.behavior = .custom("speed") }
      rig.fling(700)
      rig.rest()
      #expect(near(rig.y, 700, 1e-6))
    },
    Rule("SNAP-10 the velocity is per second or per millisecond") {
      for (unit, offset) in [
        (VelocityUnitChoice.pointsPerSecond, 700.0), (.pointsPerMillisecond, 0.7),
      ] {
        var rig = Rig(
          .rows(100),
          behavior: Answer { target, context in
            target.rect = Rect(x: 0, y: context.velocity.dy, width: 120, height: 200)
          }
        ) {
          $0.behavior = .custom("speed")
          $0.switches.velocityUnit = unit
        }
        rig.fling(700)
        rig.rest()
        #expect(near(rig.y, offset, 1e-6))
      }
    },
    Rule("SNAP-11 the context has sizes and axes") {
      var rig = Rig(
        .rows(40, insets: insets(top: 30)),
        behavior: Answer { target, context in
          #expect(context.contentSize == Size(width: 120, height: 800))
          #expect(context.containerSize == Size(width: 120, height: 170))
          #expect(context.axes == .vertical)
          target.rect = Rect(x: 0, y: 100, width: 120, height: 170)
        }
      ) { $0.behavior = .custom("sizes") }
      rig.drag(10)
      rig.rest()
      #expect(rig.y == 70)
    },
    Rule("SNAP-12 the context has layout direction and size classes") {
      var scene = Scene.cards(10, direction: .rightToLeft)
      scene.horizontalSizeClass = .regular
      var rig = Rig(
        scene,
        behavior: Answer { target, context in
          let isRight = context.layoutDirection == .rightToLeft
          let isRegular = context.horizontalSizeClass == .regular
          target.rect = Rect(
            x: isRight && isRegular ? 200 : 0, y: 0, width: 300, height: 100)
        }
      ) { $0.behavior = .custom("direction") }
      rig.drag(-30, horizontally: true)
      rig.rest()
      #expect(rig.engine.geometry.contentOffset.x == 200)
    },
    Rule("SNAP-13 a behavior may limit flings") {
      var proposals: [Double] = []
      for limits in [false, true] {
        var rig = Rig(.rows(500), behavior: Answer(limitsScrolls: limits) { _, _ in }) {
          $0.behavior = .custom("short")
        }
        rig.fling(1000)
        proposals.append((rig.log.settles.first?.proposed ?? 0) - rig.y)
      }
      #expect(near(proposals[0], 494.01, 0.001) && near(proposals[1], 98.01, 0.001))
    },
    Rule("SNAP-16 paging and an effective limit decelerate fast, other behaviors do not") {
      func aligned(_ limit: ViewAlignedLimit) -> ScrollBehavior {
        .viewAligned(limit: limit, anchor: nil)
      }
      for (behavior, isFast) in [
        (ScrollBehavior.none, false), (.paging, true), (.interval(100), false),
        (.offsets([0, 100], snapsToStart: true, snapsToEnd: true), false), (.custom("x"), false),
        (aligned(.never), false), (aligned(.always), true), (aligned(.alwaysByFew), true),
        (aligned(.alwaysByOne), true),
      ] {
        var configuration = Configuration()
        configuration.behavior = behavior
        for axis in Axis.allCases { #expect(configuration.fastDeceleration(axis) == isFast) }
      }
      // The automatic limit applies along a compact axis.
      var configuration = Configuration()
      configuration.behavior = aligned(.automatic)
      #expect(configuration.fastDeceleration(.horizontal))
      #expect(!configuration.fastDeceleration(.vertical))
      #expect(configuration.fastDeceleration(.vertical, .compact))
      configuration.profile = .macos26
      #expect(!configuration.fastDeceleration(.horizontal, .compact))
      configuration.hasTargetLayout = false
      #expect(!configuration.fastDeceleration(.vertical, .compact))
    },
    Rule("SNAP-16 without a limit a fling goes as far as without a behavior") {
      for (behavior, far) in [
        (ScrollBehavior.viewAligned(limit: .never, anchor: nil), true), (.interval(20), true),
        (.viewAligned(limit: .alwaysByFew, anchor: nil), false),
      ] {
        var rig = Rig(.rows(500)) { $0.behavior = behavior }
        rig.fling(1500)
        let start = rig.y
        rig.rest()
        let natural = far ? 1490 * 0.499 : 1490 * 0.099
        if far { #expect(near(rig.y - start, natural, 10.1), "\(behavior)") }
        #expect(near((rig.log.settles.first?.natural ?? 0) - start, natural, 0.001), "\(behavior)")
      }
    },
    Rule("SNAP-17 without a behavior a scroll rests where it ends") {
      var rig = Rig(.rows(100))
      rig.drag(33)
      rig.rest()
      #expect(rig.y == 33 && rig.log.settles.last?.rule == .natural)
    },
    Rule("SNAP-18 a point scroll stays unaligned until the next gesture") {
      var rig = Rig(.rows(100)) { $0.behavior = .interval(150) }
      rig.scroll(.y(70), route: .offset)
      rig.wait(3000)
      #expect(rig.y == 70)
      rig.drag(10)
      rig.rest()
      #expect(rig.y == 150)
    },
    Rule("SNAP-19 custom behaviors work in the first generation") {
      var rig = Rig(
        .rows(100), profile: .ios17,
        behavior: Answer { target, _ in
          target.rect = Rect(x: 0, y: 60, width: 120, height: 200)
        }
      ) { $0.behavior = .custom("any") }
      rig.drag(10)
      rig.rest()
      #expect(rig.y == 60)
    },
    Rule("SNAP-20 intervals round away from the start and may not reach the end") {
      for (t, place) in [(300.0, 400.0), (299, 200), (607, 600), (100, 200)] {
        #expect(situation(t, content: 907, container: 300).interval(200)?.place == place)
      }
      var rig = Rig(.rows(1, length: 807, viewport: 200)) { $0.behavior = .interval(200) }
      rig.scroll(.y(607), route: .offset)
      rig.drag(-1)
      rig.rest()
      #expect(rig.y == 600)
    },
  ]

  static let paging: [Rule] = [
    Rule("PAGE-1 paging rests at multiples of the container") {
      var rig = Rig(.rows(100)) { $0.behavior = .paging }
      rig.fling(900)
      rig.rest()
      #expect(rig.y == 200)
      rig.fling(-900)
      rig.rest()
      #expect(rig.y == 0)
    },
    Rule("PAGE-2 paging has its own deceleration") {
      var rig = Rig(.rows(100)) { $0.behavior = .paging }
      rig.fling(900)
      let settle = rig.log.settles.first
      #expect(settle.map { near($0.natural - rig.y, 890 * 0.099, 0.001) } == true)
    },
    Rule("PAGE-4 pages of the frame drift by the insets") {
      for (choice, offset) in [(PageLengthChoice.frame, 200.0), (.container, 130)] {
        var rig = Rig(.rows(100, insets: insets(top: 20, bottom: 30))) {
          $0.behavior = .paging
          $0.switches.pageLength = choice
        }
        rig.fling(900)
        rig.rest()
        #expect(rig.y == offset)
      }
    },
    Rule("PAGE-5 the page length follows the profile") {
      #expect(Switches(.ios17).pageLength == .frame && Switches(.ios18).pageLength == .frame)
      #expect(Switches(.ios26).pageLength == .container)
    },
    Rule("PAGE-6 spacing shifts the items against the pages") {
      var rig = Rig(.cards(10, length: 300, spacing: 16)) { $0.behavior = .paging }
      rig.fling(900, horizontally: true)
      rig.rest()
      rig.fling(900, horizontally: true)
      rig.rest()
      let frame = rig.engine.frame(of: TargetID(2))?.origin.x ?? 0
      #expect(frame - rig.x == 32)
    },
    Rule("PAGE-7 a flick turns from the original page") {
      let switches = Switches(.ios26)
      for (t, o, v, place) in [
        (650.0, 300.0, 1.0, 600.0), (650, 300, -1, 0), (310, 290, 1, 600), (-5, 0, 1, -5),
        (2705, 2400, 1, 2705),
      ] {
        let decision = situation(t, from: o, velocity: v, content: 3000, container: 300)
          .paging(switches)
        #expect(decision.place == place)
      }
    },
    Rule("PAGE-8 one page per gesture, or as many as the projection reaches") {
      for (choice, place) in [(MaximumPagesChoice.one, 300.0), (.unlimited, 900)] {
        var switches = Switches(.ios26)
        switches.maximumPages = choice
        let decision = situation(950, velocity: 1, content: 3000, container: 300).paging(switches)
        #expect(decision.place == place)
      }
    },
    Rule("PAGE-9 a page past the end becomes the end") {
      for (choice, place) in [(PageClampChoice.clamped, 700.0), (.natural, 650)] {
        var switches = Switches(.ios26)
        switches.pageClamp = choice
        let soft = situation(650, from: 600, velocity: 1, content: 1000, container: 300)
        #expect(soft.paging(switches).place == place)
      }
    },
    Rule("PAGE-10 an over-scrolled release returns to its end") {
      var rig = Rig(.rows(100)) { $0.behavior = .paging }
      rig.drag(-90)
      rig.rest()
      #expect(rig.y == 0)
    },
    Rule("PAGE-11 without velocity the nearest page is chosen, halves round away from the start") {
      let switches = Switches(.ios26)
      for (t, place) in [(149.0, 0.0), (150, 300)] {
        #expect(situation(t, content: 900, container: 300).paging(switches).place == place)
      }
    },
    Rule("PAGE-12 both axes page independently") {
      var rig = Rig(.plane(Size(width: 1000, height: 1000), in: Size(width: 200, height: 100))) {
        $0.behavior = .paging
      }
      rig.fling(600)
      rig.rest()
      #expect(rig.x == 0 && rig.y == 100)
      rig.fling(600, horizontally: true)
      rig.rest()
      #expect(rig.x == 200 && rig.y == 100)
    },
    Rule("PAGE-14 pages of the container count from the rest offset") {
      var rig = Rig(.rows(100, insets: insets(top: 20)), profile: .ios26) {
        $0.behavior = .paging
      }
      rig.fling(900)
      rig.rest()
      #expect(rig.y == -20 + 180)
    },
  ]
}
