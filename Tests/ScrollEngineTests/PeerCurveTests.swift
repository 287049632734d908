import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Bounds of other toolkits' curves") struct PeerCurveTests {
  @Test(
    "Android's fling moves in the direction of its velocity, however slow",
    arguments: [0.5, 1, 4000])
  func spline(speed: Double) {
    let (there, back) = (
      SplineFling(from: 0, velocity: speed), SplineFling(from: 0, velocity: -speed)
    )
    #expect(there.target > 0 && back.target == -there.target)
  }

  @Test("Flutter's clamping curve has no duration without a velocity")
  func still() {
    let curve = ClampingCurve(from: 5, velocity: 0)
    #expect(curve.duration == 0 && curve.target == 5 && curve.position(at: 100) == 5)
  }

  @Test("a motion that ends at an edge is over when it arrives there")
  func clampedVelocity() throws {
    let motion = try #require(FlutterMotion(.android, from: 100, velocity: 800, low: 0, high: 150))
    #expect(motion.velocity(at: 0) == 800)
    let (before, after) = (motion.duration - 0.001, motion.duration + 0.001)
    #expect(motion.position(at: before) < 150 && motion.velocity(at: before) > 0)
    #expect(motion.position(at: after) == 150 && motion.velocity(at: after) == 0)
    let free = try #require(FlutterMotion(.android, from: 100, velocity: 800, low: 0, high: 9000))
    #expect(motion.duration < free.duration / 2)
  }

  @Test("flings of Android and Chromium end at the edge", arguments: [PeerPhysics.android, .css])
  func flings(_ physics: PeerPhysics) {
    func settle(_ high: Double) -> PeerMotion {
      PeerRelease.settle(
        physics: physics, offset: 100, velocity: 1500, candidates: [], range: 0...high,
        container: 300
      ).motion
    }
    let (short, long) = (settle(150), settle(9000))
    #expect(short.target == 150 && short.duration < long.duration / 3)
    #expect(short.position(at: short.duration - 0.01) < 150)
    #expect((long.position(at: short.duration) - 150).magnitude < 1e-6)
  }

  @Test("Chromium's fling has moved no distance at its start")
  func fling() {
    let fling = ChromiumFling(velocity: Vector(dx: 300, dy: 1000))
    #expect(fling.distance(at: 0) == .zero && fling.distance(at: 1).dy > 0)
  }

  @Test(
    "Chromium's physical fling decelerates at 2300 px/s² for at most two seconds",
    arguments: [(1150.0, 500.0), (4600, 2000), (9200, 2000), (-230, 100)])
  func physical(velocity: Double, duration: Double) {
    let fling = PhysicalFling(
      velocity: Vector(dx: 0, dy: velocity), pixelsPerInch: 160, boost: 1,
      viewport: Size(width: 400, height: 800))
    #expect(near(fling.duration, duration))
  }

  @Test("a spring that does not rest within 1,000,000 s ends before 2,000,000 s")
  func endlessSpring() {
    // The envelope falls by a factor of e in 900 000 seconds.
    let spring = DampedSpring(
      SpringDescription(mass: 1, stiffness: 1e-6, ratio: 1.0 / 900), from: 0, to: 500,
      velocity: 0, tolerance: .flutter())
    #expect(spring.duration >= 1e9 && spring.duration < 2e9)
  }

  @Test(
    "the slope of a Bézier is the speed of its progress",
    arguments: [
      UnitBezier(0.25, 0.1, 0.25, 1), UnitBezier(0.42, 0, 0.58, 1), UnitBezier(0.2, 0.6, 0.7, 0.4),
      UnitBezier(1.0 / 3, 1.0 / 3, 2.0 / 3, 2.0 / 3),
    ])
  func slope(curve: UnitBezier) {
    for time in [0.1, 0.3, 0.5, 0.8, 0.95] {
      let way = curve.progress(at: time + 1e-5) - curve.progress(at: time - 1e-5)
      #expect(near(curve.slope(at: time), way / 2e-5, 1e-6), "at \(time)")
    }
  }

  @Test("without a deceleration, better-scroll's momentum ends at once at its start")
  func momentum() {
    var scroller = BetterScroll(end: -1000)
    scroller.deceleration = 0
    let momentum = scroller.momentum(at: -100, speed: 1, isDown: true, room: 0)
    #expect(momentum.destination == -100 && momentum.duration == 0)
  }

  @Test("friction slows content down from the start", arguments: [0.5, 1, 2, 1000])
  func friction(time: Double) {
    let curve = FrictionCurve(from: 0, velocity: 1000, drag: 0.135)
    let kept = Elementary.power(0.135, time / 1000)
    #expect(near(curve.velocity(at: time), 1000 * kept, 1e-9))
    #expect(curve.velocity(at: 0) == 1000 && curve.velocity(at: -1) == 1000)
  }

  @Test("friction with a deceleration passes an offset at the computed time", arguments: [1.0, -1])
  func passing(sign: Double) {
    let curve = FrictionCurve(from: 10, velocity: 2000 * sign, deceleration: 1400)
    let way = curve.target - 10
    for share in [0.001, 0.25, 0.5, 0.99] {
      let place = 10 + way * share
      let time = curve.time(reaching: place)
      #expect(near(curve.position(at: time), place, 1e-6))
    }
    #expect(curve.time(reaching: 10) == 0)
    #expect(curve.time(reaching: 10 + way * 1.01) == .infinity)
  }
}
