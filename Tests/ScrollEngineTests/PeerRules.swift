import ScrollModel
import TestSupport
import Testing

@testable import ScrollEngine

@Suite("Rules of other toolkits") struct PeerRules {
  @Test("every rule of another toolkit holds", arguments: rules) func peerRule(_ rule: Rule) throws
  {
    try rule.check()
  }

  /// A list of 40,000 pt that is released at an offset, on a display of a rate.
  private static func released(
    _ physics: PeerPhysics, _ velocity: Double, at offset: Double = 20_000, rate: Double = 60,
    time: Double = 105
  ) -> Rig {
    var scene = Scene.rows(400, length: 100, viewport: 700)
    scene.refreshRate = rate
    var rig = Rig(scene) { $0.releasePhysics = physics }
    rig.time = time
    rig.engine.follow(Point(x: 0, y: offset), phase: .interacting, at: rig.now, to: &rig.log)
    rig.engine.release(
      velocity: Vector(dx: 0, dy: velocity), original: Point(x: 0, y: offset), at: rig.now,
      to: &rig.log)
    return rig
  }

  /// Reanimated's frames, from the times at which they are shown: the velocity is multiplied again
  /// by the whole decay since the start.
  private static func frames(_ velocity: Double, from start: Double, at times: [Double]) -> [Double]
  {
    var (offset, speed, last) = (20_000.0, velocity, start)
    var offsets: [Double] = []
    for time in times where abs(speed) >= 1 {
      speed *= Elementary.exp(-0.002 * (time - start) * 0.1)
      offset += speed * (time - last) / 1000
      last = time
      offsets.append(offset)
    }
    return offsets
  }

  /// The settle after a stroke under better-scroll: the durations of its movements and their lengths.
  private static func stroke(_ movements: [(milliseconds: Double, length: Double)]) -> Settle? {
    var rig = Rig(.rows(400, length: 100, viewport: 700)) { $0.releasePhysics = .betterScroll }
    rig.wait(100)
    rig.touch(.began, 50, 650)
    var place = 650.0
    for movement in movements {
      rig.wait(movement.milliseconds)
      place -= movement.length
      rig.touch(.moved, 50, place)
    }
    rig.wait(4)
    rig.touch(.ended, 50, place)
    return rig.log.settles.last
  }

  static let rules: [Rule] = [
    Rule("PEER-1 Reanimated decays once for each frame of the display") {
      for rate in [30.0, 60, 90, 120] {
        for velocity in [-2400.0, -300, 900, 5000] {
          var rig = released(.reanimated, velocity, rate: rate)
          let first = Int((105 * rate / 1000).rounded(.up))
          let times = (first..<first + 400).map { Double($0) * 1000 / rate }
          let expected = frames(velocity, from: 105, at: times)
          rig.rest()
          let shown = rig.log.frames.filter { $0.time.milliseconds > 105 }.map(\.offset.y)
          #expect(shown.count >= expected.count)
          for (offset, wanted) in zip(shown, expected) { #expect(near(offset, wanted, 1e-3)) }
          #expect(near(rig.y, expected.last ?? 0, 1e-3), "\(velocity) at \(rate) Hz")
        }
      }
    },
    Rule("PEER-1 the same fling goes less far on a faster display") {
      let ends = [30.0, 60, 120].map { rate in
        var rig = released(.reanimated, 2000, rate: rate)
        rig.rest()
        return rig.y - 20_000
      }
      #expect(ends[0] > ends[1] * 1.3 && ends[1] > ends[2] * 1.3, "\(ends)")
    },
    Rule("PEER-1 frames of 16 ms, as in the test of the library, remain available") {
      let offsets = ReanimatedDecay().positions(
        from: 0, velocity: 900, at: DisplayFrames(first: 16, interval: 16))
      #expect(offsets.count == 66 && near(offsets[1], 14.353993649419674, 1e-9))
      // A frame later than 64 ms moves the content as one of 64 ms does.
      let late = ReanimatedDecay().positions(
        from: 0, velocity: 900, at: DisplayFrames(first: 500, interval: 500))
      #expect(near(late[1], 900 * Elementary.exp(-0.1) * 0.064, 1e-9))
    },
    Rule("PEER-2 better-scroll's velocity is the mean of the stroke, whatever the last samples are")
    {
      // 12 steps of 10 px and 2 of 1 px in 140 ms; the first 10 px do not move the content.
      let settle = stroke(Array(repeating: (10, 10.0), count: 12) + [(10, 1.0), (10, 1.0)])
      #expect(near(settle?.velocity ?? 0, 112.0 / 0.144, 1e-6))
      let speed = 112.0 / 144
      #expect(settle?.chosen == (112 + speed * speed / 0.0015).rounded())
    },
    Rule("PEER-2 strokes of 300 ms, and strokes of 15 px, have no momentum") {
      #expect(stroke(Array(repeating: (29, 10.0), count: 10))?.velocity != 0)
      #expect(stroke(Array(repeating: (29.6, 10.0), count: 10))?.velocity == 0)
      #expect(stroke([(20, 15.0)])?.velocity == 0 && stroke([(20, 16.0)])?.velocity != 0)
    },
    Rule("PEER-2 a movement more than 300 ms after the start starts the measured stroke again") {
      // The movement at 320 ms begins it; four more of 20 px follow in 40 ms.
      let slow = Array(repeating: (40.0, 5.0), count: 8)
      let settle = stroke(slow + Array(repeating: (10, 20.0), count: 4))
      #expect(near(settle?.velocity ?? 0, 80.0 / 0.044, 1e-6))
    },
    Rule("PEER-2 the recorded strokes have the mean velocity of their last 300 ms or less") {
      // Stroke 3 of Flutter's recordings takes 232 ms, so that its start is the touch.
      var tracker = VelocityTracker(.strokeMean, rules: .chromium)
      for (time, y) in [
        (0.0, 351.4285583496094), (54, 361.71429443359375), (217, 538.2857055664062),
      ] {
        tracker.add(249, y, at: time)
      }
      tracker.lift(at: 232)
      #expect(near(tracker.velocity()?.y ?? 0, 186.8571472167968 / 0.232, 1e-6))
      #expect(PeerPhysics.betterScroll.estimator == .strokeMean)
      tracker.lift(at: 301)
      #expect(tracker.velocity()?.x == 0 && tracker.velocity()?.y == 0)
    },
    Rule("PEER-6 better-scroll follows with the whole movement that reaches 15 px") {
      func follows(_ steps: [Double], pause: Double? = nil) -> Double {
        var rig = Rig(.rows(400, length: 100, viewport: 700)) { $0.releasePhysics = .betterScroll }
        rig.wait(1000)
        if let pause {
          rig.touch(.began, 50, 650)
          rig.touch(.ended, 50, 650)
          rig.wait(pause)
        }
        rig.touch(.began, 50, 650)
        var place = 650.0
        for step in steps {
          rig.wait(8)
          place -= step
          rig.touch(.moved, 50, place)
        }
        return rig.y
      }
      #expect(follows([14.9]) == 0 && follows([15]) == 15)
      #expect(follows([8, 9]) == 9 && follows([8, 6, 2, 30]) == 32)
      #expect(follows([4, 3], pause: 280) == 7 && follows([4, 3], pause: 310) == 0)
    },
    Rule("PEER-3 Flutter's spring ends when offset and velocity are within the tolerance") {
      for (start, velocity) in [(-120.0, 0.0), (-120, 900), (-40, -600), (0, -2500), (0, 40)] {
        let spring = DampedSpring(
          .flutter(), from: start, to: 0, velocity: velocity, tolerance: .flutter(),
          end: .firstRest)
        let first = stride(from: 0, through: 4000, by: 0.25).first(where: spring.isDone(at:)) ?? 0
        #expect(first - spring.duration >= 0 && first - spring.duration <= 0.25, "\(velocity)")
        let envelope = DampedSpring(
          .flutter(), from: start, to: 0, velocity: velocity, tolerance: .flutter())
        #expect(envelope.duration > spring.duration + 80)
      }
    },
    Rule("PEER-3 a bounce of Flutter's is idle in the frame in which its spring is done") {
      var rig = released(.flutter, -3000, at: 300)
      rig.rest()
      let frames = rig.log.frames.filter { $0.time.milliseconds > 105 }
      let idle = rig.log.phases.last { $0.new == .idle }
      #expect(frames.contains { $0.offset.y < -20 })
      // The offset is off the edge in the frame before the one that is idle.
      let last = frames.last { $0.offset.y != 0 }
      let pause = (idle?.time.milliseconds ?? 0) - (last?.time.milliseconds ?? 0)
      #expect(pause > 0 && pause < 17.5, "\(pause) ms")
    },
    Rule("PEER-5 content that Flutter releases past an edge at rest loses half its way in 70 ms") {
      func pulled(_ choice: FlutterReturnChoice, _ velocity: Double) -> Rig {
        var rig = Rig(.rows(400, length: 100, viewport: 700)) {
          $0.releasePhysics = .flutter
          $0.switches.flutterReturn = choice
        }
        rig.time = 100
        rig.engine.follow(Point(x: 0, y: -160), phase: .interacting, at: rig.now, to: &rig.log)
        rig.engine.release(
          velocity: Vector(dx: 0, dy: velocity), original: .zero, at: rig.now, to: &rig.log)
        return rig
      }
      var rig = pulled(.halfLife, 0)
      for wanted in [-80.0, -40, -20, -10] {
        rig.wait(70)
        #expect(near(rig.y, wanted, 0.01), "\(rig.y)")
      }
      rig.rest()
      #expect(rig.y == 0)
      // The older version's spring starts slowly; a release with a velocity uses it always.
      var older = pulled(.spring, 0)
      older.wait(70)
      #expect(older.y < -90)
      for velocity in [-900.0, 900] {
        var (moving, same) = (pulled(.halfLife, velocity), pulled(.spring, velocity))
        moving.wait(70)
        same.wait(70)
        #expect(moving.y == same.y)
      }
      #expect(Switches().flutterReturn == .spring)
    },
    Rule("PEER-4 a fling that reaches an edge without bouncing is over there") {
      let physics: [PeerPhysics] = [
        .flutterClamping, .android, .chromium, .css, .betterScroll, .reanimated, .pop,
      ]
      for physics in physics {
        for (velocity, edge) in [(4000.0, 39_300.0), (-4000, 0)] {
          var rig = released(physics, velocity, at: abs(edge - 250))
          rig.rest()
          let arrival = rig.log.frames.first { $0.time.milliseconds > 105 && $0.offset.y == edge }
          let idle = rig.log.phases.last { $0.new == .idle }
          let pause = (idle?.time.milliseconds ?? 0) - (arrival?.time.milliseconds ?? 1e6)
          #expect(pause >= 0 && pause < 17.5, "\(physics) at \(edge): \(pause) ms")
        }
      }
    },
  ]
}
