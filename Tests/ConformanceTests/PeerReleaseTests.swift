import ScrollEngine
import ScrollModel
import TestSupport
import Testing

@Suite("releases under the rules of peers")
struct PeerReleaseTests {
  private static let cards = (0..<20).map { Double($0) * 320 }

  private func settle(
    _ physics: PeerPhysics, _ offset: Double, _ velocity: Double, _ candidates: [Double] = cards
  ) -> PeerSettle {
    PeerRelease.settle(
      physics: physics, offset: offset, velocity: velocity, candidates: candidates,
      range: 0...6080, container: 320)
  }

  @Test("the same fling ends at card 4 under Android's rule and at card 3 under UIKit's")
  func lands() {
    // Just past card 3 at 400 px/s: UIKit's deceleration ends at 1704.6 and takes the nearest card;
    // Compose takes the next one in the direction of a fast fling.
    let cards = (0..<12).map { Double($0) * 500 }
    let (here, there) = (settle(.uikit, 1510, 400, cards), settle(.android, 1510, 400, cards))
    #expect(here.candidate == 3 && here.target == 1500 && here.rule == .nearestToEnd)
    #expect(there.candidate == 4 && there.target == 2000 && there.rule == .nextBound)
  }

  @Test(
    "each peer's rule chooses the expected card",
    arguments: [
      (PeerPhysics.uikit, 100.0, 0.0, 0), (.uikit, 170, 0, 1), (.uikit, 160, 0, 1),
      (.uikit, 100, 249, 0), (.uikit, 100, 500, 1), (.uikit, 100, 1500, 3),
      (.reactNative, 20, 260, 1), (.reactNative, 620, -260, 1), (.reactNative, 170, 0, 1),
      (.flutter, 20, 150, 1), (.flutter, 300, -150, 0), (.flutter, 100, 0, 0),
      (.flutter, 20, 3000, 1), (.flutter, 640, 150, 3), (.flutterClamping, 20, 60, 1),
      (.flutterClamping, 20, 40, 0), (.flutterWheel, 20, 1500, 2), (.android, 20, 399, 0),
      (.android, 20, 400, 1), (.android, 300, -400, 0), (.android, 20, 6000, 13),
      (.chromium, 20, 100, 0), (.chromium, 20, 150, 1), (.chromium, 20, 1600, 2),
      (.chromium, 20, 0, 0), (.css, 20, 3000, 3), (.betterScroll, 20, 700, 1),
      (.betterScroll, 20, 0, 0),
    ])
  func choices(physics: PeerPhysics, offset: Double, velocity: Double, card: Int) {
    #expect(settle(physics, offset, velocity).candidate == card)
  }

  @Test("peers without snapping rest between cards", arguments: [PeerPhysics.reanimated, .pop])
  func free(physics: PeerPhysics) {
    let settle = settle(physics, 100, 900)
    #expect(settle.candidate == nil && settle.rule == .naturalEnd && settle.target > 200)
  }

  @Test("content past an edge returns to it", arguments: PeerPhysics.allCases)
  func outside(physics: PeerPhysics) {
    for (place, edge) in [(-80.0, 0.0), (6200, 6080)] {
      let back = settle(physics, place, 0, [])
      #expect(back.target == edge, "\(physics)")
      #expect(back.motion.position(at: 1e6) == edge)
    }
  }

  @Test("random releases obey every law", arguments: PeerPhysics.allCases)
  func laws(physics: PeerPhysics) {
    for seed in Cases.seeds() {
      var random = Random(seed: seed)
      let low = random.double(in: -500...500).rounded()
      let high = low + random.double(in: 0...9000).rounded()
      let count = Int.random(in: 0...12, using: &random)
      let candidates = (0..<count).map { _ in random.double(in: (low - 300)...(high + 300)) }
      let offset = random.double(in: (low - 200)...(high + 200))
      let velocity = Bool.random(using: &random) ? 0 : random.double(in: -9000...9000)
      let settle = PeerRelease.settle(
        physics: physics, offset: offset, velocity: velocity, candidates: candidates,
        range: low...high, container: 390)
      let motion = settle.motion
      #expect(settle.target >= low && settle.target <= high)
      #expect(settle.natural >= low && settle.natural <= high)
      #expect(motion.duration.isFinite && motion.duration < 60_000)
      let places = stride(from: 0, through: motion.duration + 20, by: 10).map(motion.position)
      let isFinite = places.allSatisfy { $0.isFinite }
      #expect(isFinite && places.first == offset && places.last == settle.target)
      if motion.duration > 0 {
        let end = motion.position(at: motion.duration - 0.01)
        #expect(abs(end - settle.target) <= 2, "\(physics) seed \(seed) jumps at its end")
      }
      if motion.isMonotone {
        let grows = settle.target >= (places.first ?? 0)
        #expect(
          zip(places, places.dropFirst()).allSatisfy { grows ? $0 <= $1 : $0 >= $1 },
          "\(physics) seed \(seed)")
      }
    }
  }

  // better-scroll is omitted: it rounds to whole pixels, halves up.
  @Test(
    "a mirrored release rests at the mirrored offset",
    arguments: PeerPhysics.allCases.filter { $0 != .betterScroll })
  func mirror(physics: PeerPhysics) {
    for seed in Cases.seeds() {
      var random = Random(seed: seed)
      let offset = random.double(in: 100...2900)
      let velocity = random.double(in: -4000...4000)
      func rest(_ sign: Double) -> Double {
        PeerRelease.settle(
          physics: physics, offset: offset * sign, velocity: velocity * sign,
          candidates: (0...10).map { Double($0) * 300 * sign },
          range: sign > 0 ? 0...3000 : -3000...0, container: 300
        ).target
      }
      #expect(abs(rest(1) + rest(-1)) <= 1e-9, "\(physics) seed \(seed)")
    }
  }

  @Test("a motion starts with the release's velocity and moves with its content")
  func motion() {
    let motion = settle(.pop, 1000, 900, []).motion
    #expect(abs(motion.velocity(at: 0) - 900) < 2 && motion.velocity(at: 1e6) == 0)
    let moved = motion.translated(by: -300)
    for time in [0.0, 10, 500, 1e5] {
      #expect(moved.position(at: time) == motion.position(at: time) - 300)
    }
    #expect(moved.target == motion.target - 300 && moved.origin == 700)
  }

  @Test("extreme releases neither trap nor leave the range", arguments: PeerPhysics.allCases)
  func hostile(physics: PeerPhysics) {
    let numbers = [
      0, -0.0, 1, -1, 1e-300, 1e12, -1e12, 1e300, .infinity, -.infinity, .nan, 1e-12,
    ]
    for offset in numbers {
      for velocity in numbers {
        for container in numbers {
          let settle = PeerRelease.settle(
            physics: physics, offset: offset, velocity: velocity, candidates: numbers,
            range: -1000...1000, container: container)
          #expect(settle.target >= -1000 && settle.target <= 1000)
          #expect(settle.motion.position(at: 100).isFinite)
        }
      }
    }
  }
}
