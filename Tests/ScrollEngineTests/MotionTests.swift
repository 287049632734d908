import ScrollModel
import Simulation
import Testing

@testable import ScrollEngine

@Suite("Laws of motion") struct MotionTests {
  private static let edge = EdgeConstants(pull: 0.99, decay: 0.998, floor: 10, tolerance: 0.25)

  private static func spring(_ damping: Double, velocity: Double) -> SpringCurve {
    SpringCurve(
      from: 100, to: 0, velocity: velocity, frequency: 12, damping: damping, tolerance: 0.01,
      limit: 60)
  }

  private static let pieces: [(name: String, piece: MotionPiece)] =
    [
      ("decay", .decay(Decay(from: 3, velocity: -1700, rate: 0.998, floor: 10))),
      (
        "continuous decay",
        .decay(Decay(from: 3, velocity: 900, rate: 0.99, floor: 10, law: .continuous))
      ),
      (
        "return along the rubber band",
        .band(
          BandReturn(
            edge: 50, displacement: -120, dimension: 400, stiffness: 0.55, rate: 9.45,
            tolerance: 0.25))
      ),
      ("fast decay", .decay(Decay(from: 3, velocity: 900, rate: 0.99, floor: 10))),
      (
        "pull", .pull(EdgePull(edge: 50, displacement: 12, velocity: 800, constants: edge))
      ),
      (
        "inward pull", .pull(EdgePull(edge: 0, displacement: 40, velocity: -900, constants: edge))
      ),
      ("bouncy spring", .spring(spring(0.4, velocity: 300))),
      ("critical spring", .spring(spring(1, velocity: -200))),
      ("stiff spring", .spring(spring(3, velocity: 500))),
    ]
    + AnimationCurve.allCases.map {
      ($0.rawValue, .timed(TimedCurve(from: 10, to: 250, duration: 300, curve: $0)))
    }

  @Test("velocity is the derivative of position") func derivative() {
    for (name, piece) in Self.pieces {
      for share in stride(from: 0.05, to: 0.95, by: 0.05) {
        let time = piece.duration * share
        let step = 0.01
        let slope = (piece.position(at: time + step) - piece.position(at: time - step)) / step * 500
        let velocity = piece.velocity(at: time)
        // A decay is a sum of steps of a millisecond, not an integral: its slope is 0.1 % smaller.
        let tolerance = max(abs(slope), abs(velocity)) * 0.0055 + 1e-3
        #expect(abs(slope - velocity) <= tolerance, "\(name) at \(time): \(slope) \(velocity)")
      }
    }
  }

  @Test("a motion that moves with the content has the same shape elsewhere") func translated() {
    for (name, piece) in Self.pieces + [("rest", .rest(40))] {
      let moved = piece.translated(by: 64)
      for share in [0, 0.3, 0.7, 1, 2] {
        let time = piece.duration * share
        #expect(near(moved.position(at: time), piece.position(at: time) + 64, 1e-9), "\(name)")
        #expect(moved.velocity(at: time) == piece.velocity(at: time), "\(name)")
      }
    }
  }

  @Test("motions start at their start and end at rest at their target") func ends() {
    for (name, piece) in Self.pieces {
      let last = piece.position(at: piece.duration - 1e-6)
      let end = piece.position(at: piece.duration)
      #expect(abs(last - end) <= 0.26, "\(name)")
      #expect(piece.position(at: .infinity) == end, "\(name)")
    }
    for damping in [0.1, 0.4, 0.9, 1, 1.5, 4] {
      let spring = Self.spring(damping, velocity: 700)
      #expect(abs(spring.position(at: 0) - 100) < 1e-9 && near(spring.velocity(at: 0), 700))
      for share in [1.0, 1.1, 1.5] {
        let free = SpringCurve(
          from: 100, to: 0, velocity: 700, frequency: 12, damping: damping, tolerance: 1e-12,
          limit: 60)
        #expect(abs(free.position(at: spring.duration * share)) <= 0.0101, "damping \(damping)")
      }
    }
  }

  @Test(
    "easing curves have their published values",
    arguments: [
      (AnimationCurve.linear, 0.3, 0.3), (.easeIn, 0.5, 0.3153), (.easeOut, 0.5, 0.6847),
      (.easeInOut, 0.5, 0.5), (.easeInOut, 0.25, 0.1292), (.easeOut, 0, 0), (.easeIn, 1, 1),
    ])
  func easing(_ curve: AnimationCurve, _ time: Double, _ progress: Double) {
    #expect(near(curve.progress(at: time), progress, 1e-4))
  }

  @Test(
    "easing curves have the bits of 52 bisections, whatever the starting interval",
    arguments: [
      (AnimationCurve.easeIn, 0.42, 1.0), (.easeOut, 0, 0.58), (.easeInOut, 0.42, 0.58),
    ])
  func halving(_ curve: AnimationCurve, _ a: Double, _ b: Double) {
    var random = SeededGenerator(seed: 5)
    let ends = [0x1p-60, 1e-9, 1e-5, 0.5, 1 - 1e-5, 1 - 0x1p-53]
    for time in ends + (0..<20_000).map({ _ in Double(random.next() >> 11) * 0x1p-53 })
    where time > 0 {
      var (low, high) = (0.0, 1.0)
      for _ in 0..<52 {
        let s = low + (high - low) / 2
        let rest = 1 - s
        let x = 3 * rest * rest * s * a + 3 * rest * s * s * b + s * s * s
        if x < time { low = s } else { high = s }
      }
      let s = low + (high - low) / 2
      #expect(curve.progress(at: time) == s * s * (3 - 2 * s), "\(curve) at \(time)")
    }
  }

  @Test("a fling past the edge bounces back, a fling without bounce stops at the edge")
  func bounce() {
    for (bounce, isPast) in [(Bounce.always, true), (.none, false)] {
      var rig = Rig(.rows(40)) { $0.verticalBounce = bounce }
      rig.fling(3000)
      rig.rest()
      let farthest = rig.log.frames.map(\.offset.y).max() ?? 0
      #expect((farthest > 650) == isPast && rig.y == 600)
      if !isPast { #expect(farthest == 600) }
    }
  }

  @Test("content flicked in from past an edge keeps its velocity at the edge") func inward() {
    var rig = Rig(.rows(500))
    rig.touch(.began, 50, 100)
    for step in 1...6 {
      rig.wait(8)
      rig.touch(.moved, 50, 100 + 50 * Double(step))
    }
    for step in 1...4 {
      rig.wait(8)
      rig.touch(.moved, 50, 400 - 16 * Double(step))
    }
    #expect(rig.y < 0)
    rig.lift()
    var last = rig.engine.state(at: rig.now).velocity.dy
    var moment = rig.now
    var hasCrossed = false
    for _ in 0..<200 {
      moment = moment.advanced(byNanoseconds: 1_000_000)
      let state = rig.engine.state(at: moment)
      if state.offset.y > 0 { hasCrossed = true }
      // Beyond the end the spring adds up to 3 % to a velocity within a millisecond.
      #expect(abs(state.velocity.dy - last) < 0.03 * abs(last) + 2, "\(moment)")
      last = state.velocity.dy
    }
    #expect(hasCrossed)
    rig.rest()
    #expect(rig.y > 100)
  }

  @Test("a fling continues into content that is added ahead of it") func growth() {
    var rig = Rig(.rows(40))
    rig.scroll(.y(500), route: .offset)
    rig.fling(1500)
    rig.wait(17)
    rig.append(100, from: 40)
    rig.rest()
    #expect(near(rig.y, 562 + 1490 * 0.499, 1))
  }

  @Test("a running snap changes to the nearest remaining offset") func shrinking() {
    var rig = Rig(.rows(40)) { $0.behavior = .interval(300) }
    rig.drag(520)
    rig.wait(17)
    #expect(rig.engine.phase == .decelerating)
    for index in (20..<40).reversed() {
      rig.send(.edit(.remove(TargetID(Int64(index)), index: Int64(index))))
    }
    rig.rest()
    #expect(rig.y == 200)
  }

  @Test("a caught page settles when it is released, and so does a caught overshoot") func caught() {
    var rig = Rig(.rows(100)) { $0.behavior = .paging }
    rig.fling(900)
    rig.wait(50)
    rig.touch(.began, 50, 100)
    rig.wait(50)
    rig.touch(.ended, 50, 100)
    rig.rest()
    #expect(rig.y == 0 || rig.y == 200)
    rig = Rig(.rows(100))
    rig.drag(-120)
    rig.wait(30)
    rig.touch(.began, 50, 100)
    rig.wait(100)
    #expect(rig.y < -10)
    rig.touch(.ended, 50, 100)
    rig.rest()
    #expect(rig.y == 0 && rig.engine.phase == .idle)
  }

  @Test("a trackpad's rubber band is stiffer than a finger's") func trackpad() {
    var rig = Rig(.rows(100))
    rig.send(
      .wheel(
        WheelSample(delta: Vector(dx: 0, dy: -100), phase: .began, isPrecise: true)))
    rig.wait(17)
    #expect(near(rig.y, -RubberBand.shown(100, dimension: 200, stiffness: 0.715), 1e-6))
  }

  @Test("a single sample is not averaged, and a slow release does not decelerate") func samples() {
    var rig = Rig(.rows(500))
    rig.fling(10_000, samples: 1)
    #expect(near(rig.log.settles.first?.velocity ?? 0, 2000, 1e-6))
    rig = Rig(.rows(500))
    rig.fling(240)
    #expect(rig.log.settles.first?.velocity == 0 && rig.engine.phase == .idle)
    rig = Rig(.rows(500))
    rig.fling(260)
    #expect(near(rig.log.settles.first?.velocity ?? 0, 260, 1e-6))
  }

  @Test("the later of two equally distant candidates is chosen") func ties() {
    let rig = Rig(.cards(10))
    let tie = AxisSituation(
      proposed: 165, original: 165, velocity: 0, content: 1090, container: 300, frame: 300,
      start: 0)
    let decision = ViewAlignment(limit: nil, anchor: 0).decide(tie, rig.engine.content)
    #expect(decision.place == 220 && decision.flipMargin == 0)
    #expect(tie.interval(110)?.place == 220)
    #expect(tie.offsets([110, 220], snapsToStart: true, snapsToEnd: true).place == 220)
  }

  @Test("offsets in the free ends of a list are unchanged") func freeEnds() {
    for (t, start, end, place) in [
      (20.0, true, true, 100.0), (20, false, true, 20), (520, true, false, 520),
      (520, true, true, 400), (210, false, false, 100),
    ] {
      let situation = AxisSituation(
        proposed: t, original: 0, velocity: 0, content: 1000, container: 300, frame: 300, start: 0)
      let decision = situation.offsets([100, 400], snapsToStart: start, snapsToEnd: end)
      #expect(decision.place == place)
    }
  }

  @Test("a settle lists the candidates that it compared") func evidence() {
    var rig = Rig(.cards(20)) { $0.behavior = .viewAligned(limit: .never, anchor: nil) }
    rig.drag(240, horizontally: true)
    let settle = rig.log.settles.first
    #expect(settle?.candidates.map(\.id) == [TargetID(2), TargetID(3)])
    #expect(settle?.candidates.map(\.distance) == [20, 90])
    #expect(
      settle?.flipMargin == 35 && settle?.rule == .nearest && settle?.clamp == SettleClamp.none)
    #expect(settle?.proposed == 240 && settle?.chosen == 220 && settle?.curve == .timed)
    rig.rest()
    #expect(rig.log.rests.map(\.offset.x) == [220])
  }

  @Test("a partly visible bound target stays in place") func partlyVisible() {
    var rig = Rig(.rows(40)) { $0.position = .value(PositionValue(idType: IDType(.int))) }
    rig.scroll(.id(TargetID(20)), anchor: Anchor.top)
    rig.apply(.edit(.insert(TargetID(99), index: 0, size: Size(width: 120, height: 190))))
    #expect(rig.y == 400)
  }

  @Test("a lazy stack anchored at the bottom stays there while it is measured")
  func lazyBottom() {
    var rig = Rig(.rows(100, length: 44, isLazy: true, estimate: 20)) {
      $0.defaultAnchors = DefaultAnchors(Anchor.bottom)
    }
    rig.wait(100)
    #expect(rig.y == rig.engine.restRange(.vertical).upperBound && rig.y == 4200)
  }

  @Test("LAZY-2 visible items keep their position while a lazy stack is measured")
  func lazyCorrection() {
    let items = (0..<100).map {
      SceneItem(id: TargetID(Int64($0)), length: .fixed($0 % 2 == 0 ? 20 : 61))
    }
    var rig = Rig(
      Scene(
        containerSize: Size(width: 120, height: 200),
        content: .stack(Stack(isLazy: true, estimatedLength: 20, items: items))))
    rig.scroll(.edge(.bottom), route: .offset)
    var corrections = 0
    for _ in 0..<60 {
      let before = rig.engine
      let shown = (0..<100).map { TargetID(Int64($0)) }.first {
        (before.frame(of: $0)?.origin.y ?? 0) >= rig.y
      }
      guard let id = shown, let old = before.frame(of: id)?.origin.y else { break }
      let oldY = rig.y
      rig.apply(.wheel(WheelSample(delta: Vector(dx: 0, dy: -30))))
      let new = rig.engine.frame(of: id)?.origin.y ?? 0
      if rig.y > 1 { #expect(near((new - rig.y) - (old - oldY), 30, 1e-6)) }
      if rig.engine.geometry.contentSize != before.geometry.contentSize { corrections += 1 }
    }
    #expect(corrections > 5)
  }

  @Test(
    "measured lengths of a lazy stack stay with their items, however an edit names them",
    arguments: 1..<12 as Range<Int64>)
  func lazyEdits(removed: Int64) {
    let items = (0..<100).map {
      SceneItem(id: TargetID(Int64($0)), length: .fixed(Double(20 + $0 * 37 % 50)))
    }
    let scene = Scene(
      containerSize: Size(width: 120, height: 200),
      content: .stack(Stack(isLazy: true, estimatedLength: 20, items: items)))
    // Correct places, none, and wrong ones, for two edits before one tick.
    let places: [(Int64?, Int64?)] = [(0, removed - 1), (nil, nil), (60, 50)]
    let frames = places.map { first, second in
      var rig = Rig(scene)
      rig.scroll(.y(1200), route: .offset)
      rig.send(.edit(.remove(TargetID(0), index: first)))
      rig.send(.edit(.remove(TargetID(removed), index: second)))
      rig.send(.edit(.move(TargetID(20), index: 70)))
      rig.wait(17)
      return (0..<100).map { rig.engine.frame(of: TargetID(Int64($0))) }
    }
    #expect(frames[1] == frames[0])
    #expect(frames[2] == frames[0])
  }

  @Test("a second finger does not scroll, and predicted samples are ignored")
  func fingers() {
    var rig = Rig(.rows(100))
    rig.touch(.began, 50, 100)
    rig.touch(.began, 50, 100, pointer: 2)
    rig.wait(8)
    rig.touch(.moved, 50, 20, pointer: 2)
    rig.send(
      .touch(
        TouchSample(
          pointer: 1, phase: .moved, position: Point(x: 50, y: 10), delivery: .predicted)))
    #expect(rig.y == 0 && rig.engine.phase == .tracking)
    rig.touch(.ended, 50, 20, pointer: 2)
    #expect(rig.engine.phase == .tracking)
  }

  @Test("momentum that arrives past an edge does not stop the return") func lateMomentum() {
    var rig = Rig(.rows(100))
    for (phase, momentum, delta) in [
      (WheelPhase.began, WheelPhase.none, -90.0), (.changed, .none, -60), (.ended, .none, 0),
      (.none, .began, -40), (.none, .ended, 0),
    ] {
      rig.pad(delta, phase, momentum: momentum)
    }
    #expect(rig.y < -5 && rig.engine.phase == .decelerating)
    rig.rest()
    #expect(rig.y == 0)
  }

  @Test("momentum that outlasts the motion to a chosen rest does not move the content")
  func longMomentum() {
    var rig = Rig(.rows(100)) { $0.behavior = .viewAligned(limit: .always, anchor: nil) }
    for (delta, phase) in [(9.0, WheelPhase.began), (12, .changed), (12, .changed), (0, .ended)] {
      rig.pad(delta, phase)
    }
    rig.pad(10, .none, momentum: .began)
    rig.rest()
    let rest = rig.y
    for _ in 0..<5 { rig.pad(7, .none, momentum: .changed) }
    rig.pad(0, .none, momentum: .ended)
    rig.rest()
    #expect(rest > 0 && rig.y == rest)
  }

  @Test("BIND-14 without a visible target a position keeps its last id") func noTarget() {
    var rig = Rig(.rows(3, length: 20, spacing: 400)) {
      $0.position = .value(PositionValue(idType: IDType(.int)))
    }
    rig.drag(10)
    rig.rest()
    rig.drag(100)
    rig.rest()
    #expect(rig.y == 110 && rig.engine.position.viewID == TargetID(0))
  }

  @Test("PHASE-15 an animated write ends a drag, and its finger moves nothing afterwards")
  func animatedWrite() {
    var rig = Rig(.rows(100))
    rig.hold(dragging: 40)
    rig.scroll(.y(900), animation: .automatic, route: .offset)
    rig.touch(.moved, 500, 100)
    rig.touch(.ended, 500, 100)
    rig.rest()
    #expect(rig.y == 900)
    #expect(rig.phases == [.tracking, .interacting, .animating, .idle])
  }

  @Test("a behavior that chooses the edge lets the fling bounce there") func chosenEdge() {
    var rig = Rig(.rows(40)) { $0.behavior = .interval(300) }
    rig.scroll(.y(560), route: .offset)
    rig.fling(3000)
    #expect(rig.log.settles.first?.curve == .natural && rig.log.settles.first?.chosen == 600)
    rig.rest()
    #expect((rig.log.frames.map(\.offset.y).max() ?? 0) > 620 && rig.y == 600)
  }

  @Test("an insertion keeps the measured items of a lazy stack measured") func lazyInsertion() {
    let items = (0..<50).map {
      SceneItem(id: TargetID(Int64($0)), length: .fixed($0 < 4 ? 100 : 50))
    }
    var rig = Rig(
      Scene(
        containerSize: Size(width: 120, height: 200),
        content: .stack(Stack(isLazy: true, estimatedLength: 20, items: items))))
    func measured() -> Set<TargetID> {
      let content = rig.engine.content
      return Set(zip(content.ids, content.measuredLengths).filter { $0.1 != nil }.map(\.0))
    }
    let before = measured()
    #expect(before.count > 2 && before.count < 20)
    rig.apply(.edit(.insert(TargetID(99), index: 40, size: Size(width: 120, height: 500))))
    #expect(measured() == before)
    rig.apply(.edit(.insert(TargetID(98), index: 0, size: Size(width: 120, height: 100))))
    #expect(measured() == before.union([TargetID(98)]))
    rig.apply(.edit(.move(TargetID(98), index: 45)))
    #expect(measured() == before.union([TargetID(98)]))
    rig.apply(.edit(.remove(TargetID(98), index: 45)))
    #expect(measured() == before)
  }
}
