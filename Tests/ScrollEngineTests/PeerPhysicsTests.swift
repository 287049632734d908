import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Releases under the physics of other toolkits") struct PeerPhysicsTests {
  static let peers = PeerPhysics.allCases.filter { $0 != .uikit }
  private static let velocities = [-6000.0, -900, -120, -20, 0, 20, 120, 900, 6000]

  /// Twenty cards, released at an offset.
  private func released(
    _ physics: PeerPhysics, at offset: Double, _ velocity: Double,
    behavior: ScrollBehavior = .viewAligned(limit: .never, anchor: Anchor.leading),
    insets: Insets = .zero, bounce: Bounce = .automatic, deceleration: Deceleration = .automatic
  ) -> Rig {
    var rig = Rig(.cards(20, insets: insets)) {
      $0.releasePhysics = physics
      $0.behavior = behavior
      $0.horizontalBounce = bounce
      $0.deceleration = deceleration
    }
    rig.time = 100
    rig.engine.follow(Point(x: offset, y: 0), phase: .interacting, at: rig.now, to: &rig.log)
    rig.engine.release(
      velocity: Vector(dx: velocity, dy: 0), original: Point(x: offset, y: 0), at: rig.now,
      to: &rig.log)
    return rig
  }

  private func expected(
    _ physics: PeerPhysics, _ offset: Double, _ velocity: Double, _ candidates: [Double]
  ) -> PeerSettle {
    let frames = RefreshClock(rate: 60, origin: .zero).frames(
      after: TraceTime(nanoseconds: 100_000_000))
    return PeerRelease.settle(
      physics: physics, offset: offset, velocity: velocity, candidates: candidates,
      range: 0...1890, container: 300, boxes: nil,
      chromium: ChromiumFlingRule(
        handling: FlingHandling(next: frames.first, interval: frames.interval)),
      frames: frames)
  }

  @Test("content rests where the peer's rules place it, under every behavior", arguments: peers)
  func lands(physics: PeerPhysics) {
    let cards = (0..<20).map { Double($0) * 110 }
    let behaviors: [(ScrollBehavior, [Double])] = [
      (.viewAligned(limit: .never, anchor: Anchor.leading), cards),
      (.offsets(cards, snapsToStart: true, snapsToEnd: true), cards),
      (.interval(110), Array(cards.prefix(19))),
      (.paging, (0..<8).map { Double($0) * 300 }), (.none, []),
    ]
    for (behavior, candidates) in behaviors {
      for offset in [0.0, 47, 530, 601, 1890] {
        for velocity in Self.velocities {
          var rig = released(physics, at: offset, velocity, behavior: behavior)
          let peer = expected(physics, offset, velocity, candidates)
          let settle = rig.log.settles.last
          #expect(settle?.chosen == peer.target, "\(behavior) from \(offset) at \(velocity)")
          #expect(settle?.velocity == peer.velocity && settle?.natural == peer.natural)
          rig.rest()
          #expect(rig.x == peer.target, "\(behavior) from \(offset) at \(velocity)")
        }
      }
    }
  }

  @Test(
    "the motion equals the peer's frame for frame, however often it is sampled", arguments: peers)
  func way(physics: PeerPhysics) {
    for velocity in [-900.0, 900] {
      let start = released(physics, at: 530, velocity)
      var (played, stepped) = (start, start)
      let cards = (0..<20).map { Double($0) * 110 }
      let motion = expected(physics, 530, velocity, cards).motion
      played.wait(3000)
      for _ in 0..<3000 { stepped.wait(1) }
      #expect(played.log.frames == stepped.log.frames && played.log.phases == stepped.log.phases)
      for frame in played.log.frames.drop(while: { $0.time <= start.now }) {
        let time = Double(frame.time.nanoseconds(since: start.now)) / 1_000_000
        #expect(near(frame.offset.x, motion.position(at: time), 1e-6), "\(time) ms")
      }
    }
  }

  @Test(
    "a release beyond an edge returns, and without bounce no release exceeds an edge",
    arguments: peers)
  func edges(physics: PeerPhysics) {
    for velocity in Self.velocities {
      var rig = released(physics, at: -40, velocity, behavior: .none)
      rig.rest()
      #expect(rig.x >= 0 && rig.x <= 1890)
      var firm = released(physics, at: 1800, velocity, behavior: .none, bounce: .none)
      firm.rest()
      #expect(firm.log.frames.dropFirst(7).allSatisfy { $0.offset.x >= 0 && $0.offset.x <= 1890 })
    }
  }

  @Test("a finger drives peers too, and each peer applies its own minimum flick velocity")
  func finger() {
    func chosen(_ physics: PeerPhysics) -> (chosen: Double?, velocity: Double?) {
      var rig = Rig(.cards(20)) {
        $0.releasePhysics = physics
        $0.behavior = .viewAligned(limit: .never, anchor: Anchor.leading)
      }
      rig.fling(200, horizontally: true, samples: 20)
      return (rig.log.settles.last?.chosen, rig.log.settles.last?.velocity)
    }
    #expect(chosen(.uikit).velocity == 0)
    #expect((chosen(.css).velocity ?? 0) > 0 && (chosen(.android).velocity ?? 0) > 0)
  }

  @Test("insets act as scroll padding, and each target is named") func padding() {
    var rig = released(.css, at: 130, 400, insets: insets(left: 20, right: 20))
    let settle = rig.log.settles.last
    #expect(settle?.rule == .peer && settle?.curve == .peer)
    #expect(settle?.chosen == 200 && settle?.chosenID == TargetID(2))
    rig.rest()
    #expect(rig.x == 200)
  }

  @Test("React Native's intervals count from offset 0, whatever the insets") func rawIntervals() {
    for velocity in [-900.0, 900, 2400] {
      var rig = released(
        .reactNative, at: 530, velocity, behavior: .interval(100), insets: insets(left: 44))
      rig.rest()
      #expect(rig.x.truncatingRemainder(dividingBy: 100) == 0 && rig.x != 530, "\(rig.x)")
      var other = released(
        .flutter, at: 530, velocity, behavior: .interval(100), insets: insets(left: 44))
      other.rest()
      #expect((other.x + 44).truncatingRemainder(dividingBy: 100) == 0, "\(other.x)")
    }
  }

  @Test("areas align at the anchor, mandatory stops hold, and oversized areas are avoided")
  func areas() {
    func chosen(_ limit: ViewAlignedLimit, _ anchor: UnitPoint, _ velocity: Double) -> Double? {
      released(.css, at: 330, velocity, behavior: .viewAligned(limit: limit, anchor: anchor))
        .log.settles.last?.chosen
    }
    // The middle of a card of 100 in a container of 300.
    #expect(chosen(.never, Anchor.center, 0) == 340)
    #expect(chosen(.never, Anchor.trailing, 0) == 350)
    #expect(chosen(.alwaysByOne, Anchor.leading, 6000) == 440)
    #expect(try! #require(chosen(.never, Anchor.leading, 6000)) > 440)
    // Inside an area longer than the container every offset is valid.
    var rig = Rig(.rows(4, length: 1000)) {
      $0.releasePhysics = .css
      $0.behavior = .viewAligned(limit: .never, anchor: Anchor.top)
    }
    rig.engine.follow(Point(x: 0, y: 1200), phase: .interacting, at: rig.now, to: &rig.log)
    rig.engine.release(
      velocity: .zero, original: .zero, at: rig.now, to: &rig.log)
    #expect(rig.log.settles.last?.chosen == 1200)
  }

  @Test(
    "mandatory scroll snap equals view alignment under every physics",
    arguments: PeerPhysics.allCases)
  func mandatory(physics: PeerPhysics) {
    for velocity in Self.velocities {
      for align in [SnapAlignment.start, .center, .end] {
        let point = UnitPoint(x: align.fraction ?? 0, y: align.fraction ?? 0)
        func settle(_ behavior: ScrollBehavior) -> Settle? {
          released(physics, at: 530, velocity, behavior: behavior, deceleration: .fast)
            .log.settles.last
        }
        let snap = settle(.scrollSnap(ScrollSnap(.mandatory, align: align)))
        let aligned = settle(.viewAligned(limit: .never, anchor: point))
        #expect(snap?.chosen == aligned?.chosen && snap?.chosenID == aligned?.chosenID)
      }
    }
  }

  @Test("proximity snapping ignores rests far from every area", arguments: PeerPhysics.allCases)
  func proximity(physics: PeerPhysics) {
    // A row every 1000 in a container of 200: only scrolls that end within 66 of a row's start
    // snap.
    func settle(_ strictness: SnapStrictness, at offset: Double) -> Settle? {
      var rig = Rig(.rows(6, length: 150, spacing: 850)) {
        $0.releasePhysics = physics
        $0.behavior = .scrollSnap(ScrollSnap(strictness))
      }
      rig.time = 100
      rig.engine.follow(Point(x: 0, y: offset), phase: .interacting, at: rig.now, to: &rig.log)
      rig.engine.release(
        velocity: .zero, original: Point(x: 0, y: offset), at: rig.now, to: &rig.log)
      return rig.log.settles.last
    }
    let snaps = physics != .reanimated && physics != .pop
    for (offset, near) in [(1050.0, 1000.0), (940, 1000), (2066, 2000)] {
      #expect(settle(.proximity, at: offset)?.chosen == (snaps ? near : offset))
    }
    for offset in [1080.0, 1420, 2500] {
      let far = settle(.proximity, at: offset)
      #expect(far?.chosen == offset && far?.chosenID == nil, "\(physics) at \(offset)")
      #expect(!snaps || settle(.mandatory, at: offset)?.chosen != offset)
    }
  }

  @Test("an axis without alignment is unchanged, and stop always moves at most one card")
  func axes() {
    let none = ScrollBehavior.scrollSnap(
      ScrollSnap(.mandatory, vertical: .start, horizontal: .none))
    #expect(released(.css, at: 530, 900, behavior: none).log.settles.last?.chosenID == nil)
    for physics in [PeerPhysics.uikit, .css] {
      let stop = ScrollBehavior.scrollSnap(ScrollSnap(.mandatory, stop: .always))
      let chosen = released(physics, at: 530, 6000, behavior: stop).log.settles.last?.chosen
      #expect(chosen.map { $0 > 530 && $0 <= 660 } ?? false, "\(physics): \(chosen ?? -1)")
    }
  }

  @Test(
    "content before the first offset stays unless the behavior snaps to the start",
    arguments: [PeerPhysics.reactNative, .android, .flutterWheel, .css])
  func freeStart(physics: PeerPhysics) {
    func chosen(at place: Double, snapsToStart: Bool) -> Double? {
      released(
        physics, at: place, 0,
        behavior: .offsets([200, 400, 600], snapsToStart: snapsToStart, snapsToEnd: true)
      ).log.settles.last?.chosen
    }
    #expect(chosen(at: 50, snapsToStart: false) == 50 && chosen(at: 50, snapsToStart: true) == 200)
    #expect(chosen(at: 230, snapsToStart: false) == 200)
  }

  @Test(
    "a lazy stack that is measured during a fling still settles under a peer's physics",
    arguments: peers)
  func lazy(physics: PeerPhysics) {
    var rig = Rig(.rows(200, length: 60, isLazy: true, estimate: 45)) {
      $0.releasePhysics = physics
      $0.behavior = .viewAligned(limit: .never, anchor: Anchor.top)
    }
    rig.fling(1500)
    rig.rest()
    #expect(rig.engine.phase == .idle)
    #expect(rig.y >= 0)
  }

  @Test("a behavior with endless offsets is evaluated only around the content") func cost() {
    var rig = Rig(.rows(2, length: 500_000)) {
      $0.releasePhysics = .android
      $0.behavior = .interval(1e-4)
    }
    rig.fling(2000)
    rig.rest()
    #expect(rig.y > 0)
  }

  @Test("the text form names the physics and omits the default one") func text() throws {
    #expect(Configuration().text == Configuration(.standard).text)
    #expect(!Configuration().canonicalText.contains("physics:"))
    #expect(try Configuration(text: "physics: uikit") == Configuration())
    var texts: Set<String> = []
    for physics in PeerPhysics.allCases {
      let configuration = try Configuration(text: "physics: \(physics.rawValue)")
      #expect(configuration.releasePhysics == physics)
      #expect(try Configuration(text: configuration.text) == configuration)
      texts.insert(configuration.canonicalText)
    }
    #expect(texts.count == PeerPhysics.allCases.count)
  }
}
