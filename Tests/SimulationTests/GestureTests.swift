import ScrollModel
import Simulation
import TestSupport
import Testing

@Suite("Gestures")
struct GestureTests {
  private func options(rate: Double) -> SimulationOptions {
    var options = SimulationOptions()
    options.touchRate = rate
    return options
  }

  // MARK: Speed at release

  /// UIKit's weighted mean of the last three differences.
  private func blend(_ samples: ArraySlice<(time: TraceTime, sample: TouchSample)>) -> Vector {
    let last = Array(samples.suffix(4))
    var blend = Vector.zero
    for (index, weight) in [0.6, 0.35, 0.05].enumerated() where last.count == 4 {
      let (from, to) = (last[index], last[index + 1])
      let seconds = to.time.seconds - from.time.seconds
      blend = Vector(
        dx: blend.dx + weight * (to.sample.position.x - from.sample.position.x) / seconds,
        dy: blend.dy + weight * (to.sample.position.y - from.sample.position.y) / seconds)
    }
    return blend
  }

  @Test(
    "a fling's release speed is within 1 % of the script's, for every estimate and rate",
    arguments: ["up", "down", "left", "right"], [60.0, 120, 240, 1000])
  func releaseSpeed(direction: String, rate: Double) throws {
    let touches = try simulate("fling \(direction) 1800", options: options(rate: rate)).touches()
    let horizontal = direction == "left" || direction == "right"
    let sign = direction == "up" || direction == "left" ? -1.0 : 1.0
    // With and without the sample that ends the contact; only the last difference.
    for samples in [touches[...], touches.dropLast()] {
      let velocity = blend(samples)
      let (along, across) =
        horizontal ? (velocity.dx, velocity.dy) : (velocity.dy, velocity.dx)
      #expect(abs(along * sign - 1800) <= 18, "\(along)")
      #expect(across == 0)
    }
    #expect(touches.count >= 10)
    #expect(touches.first?.sample.position == Point(x: 200, y: 400))
  }

  @Test("a fling from point to point speeds up to 4/3 of its mean speed")
  func flingPath() throws {
    let touches = try simulate("fling from 100,700 to 100,400 over 120ms").touches()
    #expect(touches.first?.sample.position == Point(x: 100, y: 700))
    #expect(touches.last?.sample.position == Point(x: 100, y: 400))
    #expect(touches.last?.time.nanoseconds == 120_000_000)
    let release = -blend(touches[...]).dy
    let mean = 300 / 0.12
    #expect(release > mean)
    #expect(abs(release - mean * 4 / 3) <= mean * 0.01)
    let steps = zip(touches, touches.dropFirst()).dropLast().map {
      $0.sample.position.y - $1.sample.position.y
    }
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $1 >= $0 - 1.0 / 32 }, "\(steps)")
  }

  @Test("a drag that eases out comes to rest, a linear drag keeps its speed")
  func easing() throws {
    func speed(_ ease: String) throws -> Double {
      blend(try simulate("drag from 0,0 to 300,0 over 300ms \(ease)").touches()[...]).dx
    }
    #expect(abs(try speed("") - 1000) <= 10)
    #expect(abs(try speed("ease linear") - 1000) <= 10)
    // The oldest of the three differences starts three of 36 samples before the end, where the
    // slopes of the polynomials are 3 (3/36)² and 30 (3/36)² times the mean.
    #expect(abs(try speed("ease out")) <= 1000 * 3.0 / 144)
    #expect(abs(try speed("ease in-out")) <= 1000 * 30.0 / 144)
  }

  // MARK: Samples

  @Test(
    "samples of a contact are at whole periods until half a period before its end"
  )
  func sampleTimes() throws {
    for (rate, duration) in [
      (59.94, 100), (60, 100), (90, 100), (120, 100), (240, 100), (120, 104), (120, 105), (90, 81),
    ] as [(Double, Int64)] {
      let script = "wait 1s\ndrag from 0,0 to 10,10 over \(duration)ms"
      let touches = try simulate(script, options: options(rate: rate)).touches()
      for (index, touch) in touches.dropLast().enumerated() {
        let exact = 1e9 + Double(index) * 1e9 / rate
        #expect((-1.0...1e-3).contains(Double(touch.time.nanoseconds) - exact))
      }
      let end = 1_000_000_000 + duration * 1_000_000
      #expect(touches.last?.time.nanoseconds == end)
      let rest = Double(end - (touches.dropLast().last?.time.nanoseconds ?? 0))
      #expect((0.5e9 / rate - 1...1.5e9 / rate + 1).contains(rest), "\(rate) Hz, \(duration) ms")
    }
  }

  @Test("positions are multiples of 1/64 of a point")
  func positions() throws {
    let touches = try simulate("drag from 0.1,0.2 to 33.3,99.9 over 333ms").touches()
    #expect(touches.count > 30)
    for touch in touches {
      let position = touch.sample.position
      #expect((position.x * 64).rounded() == position.x * 64)
      #expect((position.y * 64).rounded() == position.y * 64)
    }
  }

  @Test("a tap is down for 80 ms, a hold stays at its position")
  func tapAndHold() throws {
    let touches = try simulate("tap 10,20\nhold 30,40 for 50ms", options: options(rate: 100))
      .touches()
    #expect(
      touches.map(\.sample.phase) == [
        .began, .ended, .began, .stationary, .stationary, .stationary, .stationary, .ended,
      ])
    #expect(touches.map { $0.time.nanoseconds / 1_000_000 } == [0, 80, 80, 90, 100, 110, 120, 130])
    #expect(touches.suffix(6).allSatisfy { $0.sample.position == Point(x: 30, y: 40) })
  }

  // MARK: Noise

  @Test("noise stays within its bounds and does not change the ends of a contact")
  func noiseBounds() throws {
    let script = "drag from 100,700 to 300,200 over 2s"
    let clean = try simulate(script).touches()
    var noisy = SimulationOptions()
    noisy.noise.positionJitter = 0.5
    noisy.noise.timeJitter = 2000
    for seed in Cases.seeds() {
      noisy.seed = seed
      let touches = try simulate(script, options: noisy).touches()
      #expect(touches.count == clean.count)
      var largest = 0.0
      for (touch, exact) in zip(touches, clean) {
        let dx = abs(touch.sample.position.x - exact.sample.position.x)
        let dy = abs(touch.sample.position.y - exact.sample.position.y)
        // Both were rounded to 1/64.
        #expect(max(dx, dy) <= 0.5 + 1.0 / 64, "seed \(seed)")
        #expect(abs(touch.time.nanoseconds(since: exact.time)) <= 2_000_000, "seed \(seed)")
        largest = max(largest, dx, dy)
      }
      #expect(largest > 0.4, "seed \(seed)")
      for (touch, exact) in [(touches.first, clean.first), (touches.last, clean.last)] {
        #expect(touch?.sample == exact?.sample && touch?.time == exact?.time, "seed \(seed)")
      }
      #expect(zip(touches, touches.dropFirst()).allSatisfy { $0.time <= $1.time }, "seed \(seed)")
    }
  }

  @Test("one kind of noise does not change the random numbers of the others")
  func separateNoise() throws {
    let script = "drag from 100,700 to 300,200 over 5s"
    var options = SimulationOptions()
    options.noise.positionJitter = 1
    let jittered = try simulate(script, options: options).touches()
    options.noise.droppedShare = 0.4
    let dropped = try simulate(script, options: options).touches()
    #expect((300..<450).contains(dropped.count))
    for touch in dropped {
      #expect(jittered.contains { $0.time == touch.time && $0.sample == touch.sample })
    }
  }

  @Test("the shares of dropped and coalesced samples are close to the requested ones")
  func shares() throws {
    let script = "drag from 100,700 to 300,200 over 50s"
    var options = SimulationOptions()
    options.noise.droppedShare = 0.25
    #expect((4300...4700).contains(try simulate(script, options: options).touches().count))
    options.noise.droppedShare = 0
    options.noise.coalescedShare = 0.25
    let touches = try simulate(script, options: options).touches()
    #expect(touches.count == 6001)
    // A sample that follows a coalesced one is direct: one in five is coalesced.
    let count = touches.count { $0.sample.delivery == .coalesced }
    #expect((1080...1320).contains(count), "\(count)")
    options.noise.droppedShare = 1
    options.noise.coalescedShare = 0
    #expect(
      try simulate(script, options: options).touches().map(\.sample.phase) == [.began, .ended])
  }

  // MARK: Wheels and pads

  private func wheels(
    _ script: String, _ options: SimulationOptions = SimulationOptions()
  ) throws -> [(time: TraceTime, sample: WheelSample)] {
    try simulate(script, options: options).events().compactMap { moment in
      guard case .input(.wheel(let sample)) = moment.event else { return nil }
      return (moment.time, sample)
    }
  }

  @Test("a wheel scrolls in equal steps without phases")
  func wheel() throws {
    let steps = try wheels("wheel 0,3 x3 every 16ms\nwheel -1,0")
    #expect(steps.map { $0.time.nanoseconds / 1_000_000 } == [0, 16, 32, 48])
    #expect(
      steps.map(\.sample.delta) == [
        Vector(dx: 0, dy: 3), Vector(dx: 0, dy: 3), Vector(dx: 0, dy: 3), Vector(dx: -1, dy: 0),
      ])
    #expect(
      steps.allSatisfy {
        $0.sample.phase == .none && $0.sample.momentumPhase == .none && !$0.sample.isPrecise
      })
  }

  @Test("trackpad deltas add up to the distance, with phases began, changed and ended")
  func trackpad() throws {
    for rate in [60.0, 90, 120] {
      let samples = try wheels("trackpad 100,-33.25 over 210ms", options(rate: rate))
      let sum = samples.reduce(Vector.zero) {
        Vector(dx: $0.dx + $1.sample.delta.dx, dy: $0.dy + $1.sample.delta.dy)
      }
      #expect(sum == Vector(dx: 100, dy: -33.25))
      let phases = samples.map(\.sample.phase)
      #expect(phases.first == .began && phases.last == .ended)
      #expect(phases.dropFirst().dropLast().allSatisfy { $0 == .changed })
      #expect(samples.allSatisfy { $0.sample.momentumPhase == .none && $0.sample.isPrecise })
      #expect(samples.last?.sample.delta == .zero)
      #expect(samples.last?.time.nanoseconds == 210_000_000)
    }
  }

  @Test("momentum starts at the speed of the fingers and decays to zero")
  func momentum() throws {
    let samples = try wheels("trackpad 0,240 over 200ms momentum 600ms")
    let momentum = samples.filter { $0.sample.momentumPhase != .none }
    let fingers = samples.prefix(samples.count - momentum.count)
    #expect(fingers.last?.sample.phase == .ended && momentum.first?.sample.momentumPhase == .began)
    #expect(momentum.last?.sample.momentumPhase == .ended)
    #expect(momentum.allSatisfy { $0.sample.phase == .none })
    let last = fingers.dropLast().last?.sample.delta.dy ?? 0
    let first = momentum.first?.sample.delta.dy ?? 0
    #expect(abs(first - last) / last < 0.05, "\(last), then \(first)")
    let steps = momentum.map(\.sample.delta.dy)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $1 <= $0 + 1.0 / 64 })
    #expect(steps.reduce(0, +) == 320)
  }
}
