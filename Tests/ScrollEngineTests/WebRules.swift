import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Rules of Chromium's fingers and flings") struct WebRules {
  @Test("every rule of Chromium holds", arguments: rules) func webRule(_ rule: Rule) throws {
    try rule.check()
  }

  private static func page(
    rows: Int = 400, _ configure: (inout Configuration) -> Void = { _ in }
  ) -> Rig {
    Rig(.rows(rows, length: 100, viewport: 700)) {
      $0.releasePhysics = .chromium
      configure(&$0)
    }
  }

  /// Moves the finger up by equal steps of 8 ms, and lifts it 4 ms after the last one.
  private static func swipe(_ rig: inout Rig, steps: Int, _ step: Double, lifts: Bool = true) {
    rig.touch(.began, 100, 650)
    for number in 1...steps {
      rig.wait(8)
      rig.touch(.moved, 100, 650 - Double(number) * step)
    }
    guard lifts else { return }
    rig.wait(4)
    rig.touch(.ended, 100, 650 - Double(steps) * step)
  }

  /// The distance of a fling with a deceleration of 2.7559e-5 inch/ms² at 96 px per inch.
  private static func way(_ velocity: Double) -> Double {
    let speed = velocity / 1000
    return speed * speed / 2 / (2.7559e-5 * 96)
  }

  static let rules: [Rule] = [
    Rule("WEB-1 each build has its curve, and the default is that of Linux and Windows") {
      let ends: [(ChromiumFlingChoice, Double)] = [
        (.deceleration, way(1250)), (.exponential, 239.643), (.spline, 286.263),
      ]
      for (choice, distance) in ends {
        var rig = page { $0.switches.chromiumFling = choice }
        swipe(&rig, steps: 12, 10)
        let start = rig.y
        let settle = rig.log.settles.last
        #expect(near(settle?.velocity ?? 0, 1250, 0.01))
        #expect(near((settle?.chosen ?? 0) - start, distance, 0.1), "\(choice)")
        rig.rest()
        #expect(near(rig.y - start, distance, 0.1))
      }
      #expect(Switches().chromiumFling == .deceleration)
      // Nine flings of Chromium 156 on Linux: the finger's velocity in px/s, and the fling's
      // distance in px.
      let recorded = [
        (463.0, 40.5), (785, 116.8), (1223, 282.3), (1605, 486.9), (1899, 680.9), (2512, 1192.4),
        (2611, 1289.0), (3009, 1711.6), (3118, 1837.7),
      ]
      for (velocity, distance) in recorded { #expect(near(way(velocity), distance, 1.3)) }
    },
    Rule("WEB-1 the display's inches are used by builds that support them") {
      var rig = page { $0.physics.chromiumInch = 192 }
      swipe(&rig, steps: 12, 10)
      let start = rig.y
      rig.rest()
      #expect(near(rig.y - start, way(1250) / 2, 0.1))
    },
    Rule("WEB-2 no fling exceeds three views") {
      var rig = page()
      swipe(&rig, steps: 12, 40)
      let start = rig.y
      rig.rest()
      #expect(near(rig.y - start, 2100, 1e-6))
    },
    Rule("WEB-3 a fling adds the start velocity of the fling that its finger caught") {
      func second(_ boost: ChromiumBoostChoice, pause: Double, _ step: Double) -> Double? {
        var rig = page { $0.switches.chromiumBoost = boost }
        swipe(&rig, steps: 12, 10)
        rig.wait(pause)
        swipe(&rig, steps: 12, step)
        return rig.log.settles.last?.velocity
      }
      #expect(near(second(.adds, pause: 100, 10) ?? 0, 2500, 0.1))
      #expect(near(second(.none, pause: 100, 10) ?? 0, 1250, 0.1))
      // The first fling is almost at its end, or at rest.
      #expect(near(second(.adds, pause: 500, 10) ?? 0, 1250, 0.1))
      #expect(near(second(.adds, pause: 2000, 10) ?? 0, 1250, 0.1))
      // Too slow, and in the other direction.
      #expect(near(second(.adds, pause: 100, 2.5) ?? 0, 312.5, 0.1))
      #expect(near(second(.adds, pause: 100, -10) ?? 0, -1250, 0.1))
    },
    Rule("WEB-3 a finger that pauses for 50 ms adds nothing, and three flings add up") {
      var rig = page(rows: 4000)
      for _ in 1...3 {
        swipe(&rig, steps: 12, 10)
        rig.wait(100)
      }
      #expect(near(rig.log.settles.last?.velocity ?? 0, 3750, 0.1))
      rig.touch(.began, 100, 650)
      rig.wait(60)
      for number in 1...12 {
        rig.wait(8)
        rig.touch(.moved, 100, 650 - Double(number) * 10)
      }
      rig.wait(4)
      rig.touch(.ended, 100, 530)
      #expect((rig.log.settles.last?.velocity ?? 0) < 2000)
    },
    Rule("WEB-3 a movement slower than 150 px/s adds nothing") {
      // The fourth movement takes 8 ms, as all do.
      func added(slowest: Double) -> Double {
        func velocity(_ boost: ChromiumBoostChoice) -> Double {
          var rig = page { $0.switches.chromiumBoost = boost }
          swipe(&rig, steps: 12, 10)
          rig.wait(100)
          rig.touch(.began, 100, 650)
          var place = 650.0
          for number in 1...12 {
            rig.wait(8)
            place -= number == 4 ? slowest : 10
            rig.touch(.moved, 100, place)
          }
          rig.wait(4)
          rig.touch(.ended, 100, place)
          return rig.log.settles.last?.velocity ?? 0
        }
        return velocity(.adds) - velocity(.none)
      }
      #expect(near(added(slowest: 1.25), 1250, 0.1))
      #expect(near(added(slowest: 1.15), 0, 0.1))
    },
    Rule("WEB-3 the limit of three views is multiplied by the boost") {
      var rig = page(rows: 4000)
      swipe(&rig, steps: 12, 40)
      rig.wait(100)
      swipe(&rig, steps: 12, 40)
      let start = rig.y
      rig.rest()
      #expect(near(rig.y - start, 4200, 1e-6))
    },
    Rule("WEB-4 content under a finger is ahead by half the last interval, at most 8 ms") {
      // The first movement beyond the slop has no interval yet.
      for (interval, ahead) in [(8.0, 5.0), (12, 5), (20, 4), (24, 0)] {
        var rig = page()
        rig.touch(.began, 100, 650)
        for number in 1...6 {
          rig.wait(interval)
          rig.touch(.moved, 100, 650 - Double(number) * 10)
        }
        #expect(near(rig.y, 60 - 15 + ahead, 1e-5), "every \(interval) ms")
      }
      var plain = page { $0.switches.chromiumLead = .none }
      swipe(&plain, steps: 6, 10, lifts: false)
      #expect(near(plain.y, 45, 1e-5))
    },
    Rule("WEB-4 a slower movement does not move content back") {
      var rig = page()
      swipe(&rig, steps: 6, 10, lifts: false)
      rig.wait(8)
      rig.touch(.moved, 100, 589)
      #expect(near(rig.y, 50, 1e-5))
      rig.wait(8)
      rig.touch(.moved, 100, 579)
      #expect(near(rig.y, 61, 1e-5))
    },
    Rule("WEB-5 a pan begins 15 px from the touch") {
      var rig = page()
      rig.touch(.began, 100, 650)
      rig.wait(8)
      rig.touch(.moved, 100, 635)
      #expect(rig.engine.phase == .tracking)
      rig.wait(8)
      rig.touch(.moved, 100, 634)
      #expect(rig.engine.phase == .interacting && near(rig.y, 1, 1e-6))
    },
    Rule("WEB-6 content stays in its range and returns from an edge at once") {
      var rig = page(rows: 10)
      rig.touch(.began, 100, 100)
      for place in stride(from: 120.0, through: 300, by: 20) {
        rig.wait(8)
        rig.touch(.moved, 100, place)
      }
      #expect(rig.y == 0)
      rig.wait(8)
      rig.touch(.moved, 100, 290)
      // The finger moved 10 px, plus 5 ahead, plus the 10 that the content could not be ahead
      // before.
      #expect(near(rig.y, 25, 1e-5))
      var bouncing = page(rows: 10) { $0.verticalBounce = .always }
      bouncing.hold(dragging: -100)
      #expect(bouncing.y < -20)
    },
    Rule("WEB-7 a fling that ends within two frames of its start is the end of a scroll") {
      // The velocity is 2300 px/s² times the duration: 115 px/s are 50 ms, three frames.
      let busy = FlingHandling(next: 15, interval: 1000.0 / 60, waits: true)
      for (velocity, target) in [(110.0, 1000.0), (-110, 1000), (140, 1500), (-140, 1000)] {
        let settle = release(.mandatory, at: 1150, velocity)
        #expect(settle.target == target, "\(velocity) px/s")
        #expect(release(.mandatory, at: 1150, velocity, busy).target == 1000)
      }
    },
    Rule("WEB-8 a snap after a scroll takes less time for a longer distance") {
      for (offset, milliseconds) in [(1060.0, 200.0), (1120, 200), (1180, 11000.0 / 60)] {
        let motion = release(.mandatory, at: offset, 0).motion
        #expect(near(motion.duration, milliseconds, 1e-6))
        #expect(near(motion.position(at: milliseconds / 2), (offset + 1000) / 2, 1e-6))
      }
      // Recorded: 171 px after a drag, by the time since the animation began, in ms.
      let motion = release(.mandatory, at: 1171.7, 0).motion
      for (time, place) in [(35.0, 1159.0), (68, 1125), (101, 1074), (134, 1028), (151, 1013)] {
        #expect(near(motion.position(at: time), place, 2), "\(time) ms")
      }
    },
    Rule("WEB-9 a fling without an area near its end moves there and then snaps") {
      // 275 px/s move another 14 px; 25 times the first step is more than a third of the view away.
      let settle = release(.proximity, at: 1140, 275)
      #expect(settle.target == 1000 && near(settle.natural, 1154.3, 0.1))
      #expect(near(settle.motion.position(at: 119), 1154.3, 0.2))
    },
    Rule("WEB-10 a changed layout keeps the content at the area that it is aligned with") {
      // Chromium 156, cards of 200 px in a view of 300 px, the fourth aligned; its offset after 50 px
      // came in above, after a card above grew by 70 px, and in a view of 240 px. The same with
      // mandatory and proximity, with and without scroll anchoring.
      let recorded: [(SnapAlignment, [Double])] = [
        (.start, [800, 850, 920, 920]), (.center, [750, 800, 870, 900]),
      ]
      for (alignment, offsets) in recorded {
        for strictness in SnapStrictness.allCases {
          var rig = Rig(.rows(12, length: 200, viewport: 300)) {
            $0.releasePhysics = .chromium
            $0.behavior = .scrollSnap(ScrollSnap(strictness, align: alignment))
          }
          rig.scroll(.point(Point(x: 0, y: offsets[0])), route: .reader)
          #expect(rig.y == offsets[0])
          rig.apply(.layout(cards(pad: 50)))
          #expect(rig.y == offsets[1], "\(strictness) \(alignment)")
          rig.apply(.layout(cards(pad: 50, growth: 70)))
          #expect(rig.y == offsets[2], "\(strictness) \(alignment)")
          rig.apply(.container(ContainerChange(size: Size(width: 100, height: 240))))
          #expect(rig.y == offsets[3], "\(strictness) \(alignment)")
          #expect(rig.log.settles.isEmpty)
        }
      }
    },
    Rule("WEB-10 content that is aligned with no area, or not snapped, keeps its offset") {
      let behaviors: [(ScrollBehavior, Double)] = [
        (.scrollSnap(ScrollSnap(.proximity)), 890), (.none, 800),
      ]
      for (behavior, offset) in behaviors {
        var rig = Rig(.rows(12, length: 200, viewport: 300)) {
          $0.releasePhysics = .chromium
          $0.behavior = behavior
        }
        rig.scroll(.point(Point(x: 0, y: offset)), route: .reader)
        rig.apply(.layout(cards(pad: 50)))
        #expect(rig.y == offset)
      }
    },
    Rule("WEB-10 without its area the content moves to the nearest one") {
      var rig = Rig(.rows(12, length: 200, viewport: 300)) {
        $0.releasePhysics = .chromium
        $0.behavior = .scrollSnap(ScrollSnap(.mandatory))
      }
      rig.scroll(.point(Point(x: 0, y: 800)), route: .reader)
      rig.apply(.layout(cards(pad: 30, without: 4)))
      #expect(rig.y == 830)
      #expect(rig.log.settles.last?.chosen == 830)
    },
    Rule("WEB-11 an area that no scroll may pass decides, and is named as the reason") {
      func settle(_ stop: SnapStop, _ velocity: Double) -> Settle? {
        var rig = Rig(.rows(40, length: 200, viewport: 300)) {
          $0.releasePhysics = .css
          $0.behavior = .scrollSnap(ScrollSnap(.mandatory, stop: stop))
        }
        rig.time = 100
        rig.engine.follow(Point(x: 0, y: 430), phase: .interacting, at: rig.now, to: &rig.log)
        rig.engine.release(
          velocity: Vector(dx: 0, dy: velocity), original: Point(x: 0, y: 430), at: rig.now,
          to: &rig.log)
        return rig.log.settles.last
      }
      for (velocity, first) in [(2400.0, 600.0), (-2400, 400)] {
        let (always, normal) = (settle(.always, velocity), settle(.normal, velocity))
        #expect(always?.chosen == first && always?.peerRule == .firstStop)
        #expect(normal?.chosen != first && normal?.peerRule == .aheadNearEnd)
      }
      // The area nearest the end is the first one: no other one is nearer.
      #expect(settle(.always, 500)?.chosen == 600)
      #expect(settle(.always, 500)?.peerRule == .aheadNearEnd)
    },
    Rule("WEB-12 a snap begins with the frame that handles the release, and aims at 25 first steps")
    {
      // 1500 px/s are 2.1 px in 1.4 ms and 18 px in 12.5 ms.
      for (waits, target, start) in [(false, 1500.0, 10.0), (true, 1500, 10 + 1000.0 / 60)] {
        let handling = FlingHandling(next: 10, interval: 1000.0 / 60, waits: waits)
        let motion = release(.mandatory, at: 1150, 1500, handling).motion
        #expect(motion.target == target)
        #expect(motion.position(at: start) == 1150)
        #expect(motion.position(at: start + 1) > 1150)
      }
      for (waits, target) in [(false, 1500.0), (true, 2500)] {
        let handling = FlingHandling(next: 10, interval: 1000.0 / 60, waits: waits)
        #expect(release(.mandatory, at: 1150, 4000, handling).target == target)
      }
      // The mean step if the finger is not known: 1500 px/s are 23.7 px in 16 ms.
      let unknown = FlingHandling()
      #expect(unknown.firstStep == 16 && unknown.start == 1000.0 / 60)
    },
    Rule("WEB-12 a frame between the last movement and the release delays its handling") {
      // The lift is 4 ms after the last movement; ticks are every 16.67 ms.
      for (lift, start) in [(57.0, 66.6), (53, 83.3), (49, 83.3), (48, 50)] {
        var rig = Rig(.rows(400, length: 100, viewport: 700)) {
          $0.releasePhysics = .chromium
          $0.behavior = .scrollSnap(ScrollSnap(.mandatory))
        }
        rig.wait(lift - 44)
        swipe(&rig, steps: 5, 20)
        #expect(rig.time == lift)
        let place = rig.y
        rig.wait(start - 1 - lift)
        #expect(rig.y == place, "\(lift) ms")
        rig.wait(18)
        #expect(rig.y > place, "\(lift) ms")
      }
    },
    Rule("WEB-12 the handling of a release without a finger can be assumed") {
      for (strictness, waits, target) in [
        (SnapStrictness.mandatory, false, 1500.0), (.mandatory, true, 2500),
        (.mandatory, nil, 2500), (.proximity, false, 1500), (.proximity, true, 2500),
        (.proximity, nil, 2500),
      ] {
        var rig = Rig(.rows(400, length: 500, viewport: 700)) {
          $0.releasePhysics = .chromium
          $0.behavior = .scrollSnap(ScrollSnap(strictness))
        }
        rig.time = 100
        let place = Point(x: 0, y: 1150)
        rig.engine.follow(place, phase: .interacting, at: rig.now, to: &rig.log)
        rig.engine.release(
          velocity: Vector(dx: 0, dy: 4000), original: .zero, waits: waits, at: rig.now,
          to: &rig.log)
        rig.rest()
        #expect(rig.y == target, "\(strictness) \(String(describing: waits))")
      }
    },
    Rule("WEB-13 an area that fills the view where a motion ends is no reason of the rest") {
      for (offset, velocity) in [(1500.0, 0.0), (1400, 900)] {
        let settle = PeerRelease.settle(
          physics: .css, offset: offset, velocity: velocity, candidates: [0, 1000, 6000],
          range: 0...9000, container: 700,
          boxes: SnapBoxes(
            spans: [SnapSpan(0, 900), SnapSpan(1000, 6000), SnapSpan(6000, 9700)],
            alignment: .start, stopsAlways: false))
        #expect(settle.rule == .naturalEnd && settle.target == settle.natural)
      }
      // Exactly at an area, the area is the reason.
      #expect(release(.mandatory, at: 1000, 0).rule == .nearestToEnd)
    },
    Rule("WEB-14 areas are aligned within the padding, which does not change the range") {
      // Cards of 200 px in a view of 300 px: within 60 px at the start and 20 px at the end there are
      // 220 px, so that a centered card begins 70 px from the edge.
      for (align, distance) in [(SnapAlignment.start, 60.0), (.center, 70), (.end, 80)] {
        let snap = ScrollSnap.padded(SnapPadding(start: 60, end: 20), align: align)
        for physics in [PeerPhysics.css, .chromium, .uikit] {
          #expect(rest(at: 810, snap, physics) == 800 - distance, "\(physics) \(align)")
          #expect(rest(at: 10, snap, physics) == 0, "\(physics) \(align)")
          #expect(rest(at: 2095, snap, physics) == 2100, "\(physics) \(align)")
        }
      }
    },
    Rule("WEB-14 an area may fill the view within the padding where it does not fill all of it") {
      // Chromium 156, random page 206: areas of 365 px, 8 px apart, in a view of 412 px with
      // `scroll-padding: 48px`, aligned at their ends. Three releases of a still finger.
      let snap = ScrollSnap.padded(SnapPadding(start: 48, end: 48), align: .end)
      let layout = areas(length: 365, distance: 373)
      for (place, recorded) in [(206.0, 325.0), (511, 374), (645, 698)] {
        #expect(rest(at: place, snap, .css, viewport: 412, layout) == recorded)
      }
      // Between them the area fills the view within the padding.
      #expect(rest(at: 350, snap, .css, viewport: 412, layout) == 350)
    },
    Rule("WEB-14 proximity is a third of the view within the padding") {
      // A third of 300 px is 100 px, and a third of 180 px is 60 px.
      let layout = areas(length: 200, distance: 1000)
      for (end, target) in [(0.0, 1000.0), (120, 1080)] {
        let snap = ScrollSnap.padded(SnapPadding(end: end), strictness: .proximity)
        #expect(rest(at: 1080, snap, .css, viewport: 300, layout) == target)
      }
    },
    Rule("WEB-14 a changed layout keeps an area within the padding") {
      for (align, offset) in [(SnapAlignment.start, 740.0), (.center, 730), (.end, 720)] {
        var rig = padded(.padded(SnapPadding(start: 60, end: 20), align: align), .chromium)
        rig.settle(from: 735)
        #expect(rig.y == offset)
        rig.apply(.layout(cards(pad: 50)))
        #expect(rig.y == offset + 50)
      }
    },
  ]

  /// A view over twelve cards of 200 px.
  private static func padded(
    _ snap: ScrollSnap, _ physics: PeerPhysics, viewport: Double = 300
  ) -> Rig {
    Rig(.rows(12, length: 200, viewport: viewport)) {
      $0.releasePhysics = physics
      $0.behavior = .scrollSnap(snap)
    }
  }

  /// Where still content rests that is released at an offset.
  private static func rest(
    at place: Double, _ snap: ScrollSnap, _ physics: PeerPhysics, viewport: Double = 300,
    _ layout: Layout? = nil
  ) -> Double {
    var rig = padded(snap, physics, viewport: viewport)
    if let layout { rig.apply(.layout(layout)) }
    rig.settle(from: place)
    return rig.y
  }

  /// Twelve areas at equal distances.
  private static func areas(length: Double, distance: Double) -> Layout {
    let targets = (Int64(0)..<12).map { number in
      TargetFrame(
        id: TargetID(number),
        frame: Rect(x: 0, y: Double(number) * distance, width: 100, height: length))
    }
    return Layout(contentSize: Size(width: 100, height: 12 * distance), targets: targets)
  }

  /// Twelve cards of 200 px below `pad`, of which the second one is longer, and one may be missing.
  private static func cards(pad: Double, growth: Double = 0, without: Int64? = nil) -> Layout {
    var place = pad
    var targets: [TargetFrame] = []
    for number in Int64(0)..<12 where number != without {
      let length = number == 1 ? 200 + growth : 200
      targets.append(
        TargetFrame(
          id: TargetID(number), frame: Rect(x: 0, y: place, width: 100, height: length)))
      place += length
    }
    return Layout(contentSize: Size(width: 100, height: place), targets: targets)
  }

  /// A release in a view of 700 px whose content snaps every 500 px.
  private static func release(
    _ strictness: SnapStrictness, at offset: Double, _ velocity: Double,
    _ handling: FlingHandling = FlingHandling()
  ) -> PeerSettle {
    let places = (0..<40).map { Double($0) * 500 }
    return PeerRelease.settle(
      physics: .chromium, offset: offset, velocity: velocity, candidates: places,
      range: 0...19_500, container: 700,
      boxes: SnapBoxes(
        spans: places.map { SnapSpan($0, $0 + 470) }, alignment: .start, stopsAlways: false,
        strictness: strictness), chromium: ChromiumFlingRule(handling: handling))
  }
}

extension ScrollSnap {
  /// A style with a padding.
  static func padded(
    _ padding: SnapPadding, align: SnapAlignment = .start,
    strictness: SnapStrictness = .mandatory
  ) -> ScrollSnap {
    var snap = ScrollSnap(strictness, align: align)
    snap.padding = padding
    return snap
  }
}

extension Rig {
  /// Releases still content at an offset and waits until it rests.
  fileprivate mutating func settle(from place: Double) {
    time = 100
    engine.follow(Point(x: 0, y: place), phase: .interacting, at: now, to: &log)
    engine.release(velocity: .zero, original: Point(x: 0, y: place), at: now, to: &log)
    rest()
  }
}
