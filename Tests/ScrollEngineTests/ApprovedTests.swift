import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import ScrollEngine

/// Digests of the engine's complete outcomes: many engines satisfy the laws, only one has these
/// digests.
///
/// A changed line names a script; the reviewer must check there that the change is intended.
@Suite("Outcomes by their digests") struct ApprovedTests {
  private static func line(_ name: String, _ script: Script) -> String {
    let log = script.play()
    var frames: UInt64 = 0xCBF2_9CE4_8422_2325
    for frame in log.frames {
      for bits in [
        UInt64(bitPattern: frame.time.nanoseconds), frame.offset.x.bitPattern,
        frame.offset.y.bitPattern, UInt64(frame.phase.rawValue),
        frame.geometry.contentSize.height.bitPattern, frame.geometry.containerSize.width.bitPattern,
      ] {
        frames = (frames ^ bits) &* 0x0000_0100_0000_01B3
      }
    }
    // Written as a list, as in the approved digests, independent of how a set stores its ids.
    let sets = log.visibleSets.map {
      "ScrollModel.VisibleSetOutcome(time: \(String(reflecting: $0.time)), ids: \($0.ids))"
    }.joined(separator: ", ")
    let parts = [
      "\(log.frames.count) frames \(String(frames, radix: 16))",
      "phases \(Approved.digest(log.phases))", "positions \(Approved.digest(log.positions))",
      "visibility \(Approved.digest(log.visibility)) \(Approved.digest("[\(sets)]"))",
      "transitions \(Approved.digest(log.transitions))", "settles \(Approved.digest(log.settles))",
      "rests \(Approved.digest(log.rests))", "diagnostics \(Approved.digest(log.diagnostics))",
    ]
    return "\(name): \(parts.joined(separator: ", "))"
  }

  @Test("1 drawn scripts have the approved outcomes") func drawn() throws {
    let lines = (1000..<1120).map { Self.line("\($0)", Script.random(UInt64($0))) }
    #expect(try Approved.difference("engine/drawn", lines) == nil)
  }

  @Test("1 scripts among targets far from the start have the approved outcomes")
  func far() throws {
    let lines = (1000..<1040).map { Self.line("\($0)", Script.translated(UInt64($0), by: 96)) }
    #expect(try Approved.difference("engine/far", lines) == nil)
  }

  @Test("1 scripts among items of any breadth and role have the approved outcomes")
  func varied() throws {
    let lines = (1200..<1300).map { Self.line("\($0)", Script.varied(UInt64($0))) }
    #expect(try Approved.difference("engine/varied", lines) == nil)
  }

  @Test("1 hypothetical releases and inspections have the approved results")
  func hypothetical() throws {
    var lines: [String] = []
    for seed in 1400..<1460 as Range<UInt64> {
      let script = Script.varied(seed)
      var engine = ScrollEngine(configuration: script.configuration, scene: script.scene)
      var log = OutcomeLog()
      for (input, time) in script.inputs { engine.handle(input, at: time, to: &log) }
      let start = engine
      engine.settle(within: 1, to: &log)
      let looks = log.frames.suffix(6).map { start.inspect(at: max($0.time, start.now)) }
      var g = SeededGenerator(seed: seed, stream: 0x4E1)
      let releases = (0..<6).map { index in
        let axis = script.scene.axes.main
        let offset = engine.state(at: engine.now).offset
        let here = axis == .vertical ? offset.y : offset.x
        var variation = ReleaseVariation(
          axis: axis, velocity: Double(Int.random(in: -3000...3000, using: &g)),
          offset: here + Double(index), original: here)
        if index % 2 == 1 { variation.itemLength = Double(Int.random(in: -20...20, using: &g)) }
        if index % 3 == 1 { variation.spacing = Double(Int.random(in: -4...12, using: &g)) }
        if index % 3 == 2 { variation.inset = Double(Int.random(in: -10...60, using: &g)) }
        let (settle, moving) = engine.released(variation)
        return (settle, moving.state(at: moving.now.advanced(byNanoseconds: 90_000_000)))
      }
      lines.append(
        "\(seed): looks \(Approved.digest(looks)), releases \(Approved.digest(releases))")
    }
    #expect(try Approved.difference("engine/hypothetical", lines) == nil)
  }

  @Test("1 scripts under other toolkits' physics have the approved outcomes")
  func peers() throws {
    let lines = PeerPhysicsTests.peers.flatMap { physics in
      (2000..<2016).map { seed in
        var script = Script.random(UInt64(seed), gesturesOnly: seed % 2 == 0)
        script.configuration.releasePhysics = physics
        return Self.line("\(physics) \(seed)", script)
      }
    }
    #expect(try Approved.difference("engine/peers", lines) == nil)
  }

  @Test("1 releases under other toolkits' physics have the approved motions")
  func motions() throws {
    let cards = (0..<20).map { Double($0) * 320 }
    var lines: [String] = []
    for physics in PeerPhysics.allCases {
      for offset in [-40.0, 0, 20, 170, 3037, 6080, 6200] {
        for velocity in [-9000.0, -1500, -380, -60, 0, 45, 260, 1210, 5500] {
          for candidates in [cards, []] {
            let settle = PeerRelease.settle(
              physics: physics, offset: offset, velocity: velocity, candidates: candidates,
              range: 0...6080, container: 320)
            let way = [0.0, 3, 16, 51, 130, 400, 900, 2500, 6000].flatMap {
              [settle.motion.position(at: $0), settle.motion.velocity(at: $0)]
            }
            lines.append(
              "\(physics) \(offset) \(velocity) \(candidates.count): \(settle.target) "
                + "\(settle.rule.rawValue) \(Approved.digest((settle, way)))")
          }
        }
      }
    }
    #expect(try Approved.difference("engine/motions", lines) == nil)
  }

  @Test("1 estimators give the approved velocities") func velocities() throws {
    var lines: [String] = []
    for physics in PeerPhysics.allCases {
      for seed: UInt64 in 0..<12 {
        var g = SeededGenerator(seed: seed)
        var tracker = VelocityTracker(physics.estimator, rules: physics.trackerRules)
        var (time, place) = (0.0, 500.0)
        for _ in 0..<Int.random(in: 1...24, using: &g) {
          time += Double(Int.random(in: 1...(seed % 3 == 0 ? 60 : 17), using: &g))
          place += Double(Int.random(in: -40...25, using: &g)) / 2
          tracker.add(place / 3, place, at: time)
        }
        tracker.lift(at: time + Double(seed * 4))
        let found = tracker.velocity()
        lines.append("\(physics) \(seed): \(found?.x ?? .nan) \(found?.y ?? .nan)")
      }
    }
    #expect(try Approved.difference("engine/velocities", lines) == nil)
  }

  /// The bits of a function at many arguments, as one digest.
  private static func bits(_ count: Int, _ value: (Double) -> Double) -> String {
    Approved.digest((0..<count).map { value(Double($0)).bitPattern })
  }

  @Test("1 functions have the approved bits") func functions() throws {
    // Each 128th of a power of two has its own entry in the table.
    var lines = (0..<128).map { part in
      "exp \(part): "
        + Self.bits(300) {
          Elementary.exp((Double(part) + $0 / 300 - 0.5) / 128 * 0.6931471805599453 - $0 * 2 / 3)
        }
    }
    lines += (0..<16).map { part in
      "ln \(part): " + Self.bits(500) { Elementary.ln(Double(part * part) / 9 + ($0 + 1) / 500) }
    }
    lines += (0..<16).map { part in
      "sine and cosine \(part): "
        + Self.bits(400) {
          let both = Elementary.sineCosine(Double(part - 8) * 1.7 + $0 / 400)
          return both.sine + both.cosine / 3
        }
    }
    #expect(try Approved.difference("engine/functions", lines) == nil)
  }

  @Test("1 flings and stretches of browsers have the approved bits") func browsers() throws {
    let times = [0.0, 1, 8, 33, 77, 150, 320, 700, 1900, 5000]
    let numbers = [-5000.0, -800, -60, -1, -0.5, 0, 0.5, 1, 2, 60, 800, 5000]
    var lines: [String] = []
    for x in numbers {
      for y in [-900.0, 0, 0.5, 1, 3000] {
        let velocity = Vector(dx: x, dy: y)
        let fling = ChromiumFling(velocity: velocity)
        let physical = PhysicalFling(
          velocity: velocity, pixelsPerInch: 160, boost: 1, viewport: Size(width: 360, height: 640))
        let snap = SnapFling(from: .zero, to: Point(x: x, y: y))
        let way = times.map {
          (
            fling.distance(at: $0), fling.velocity(at: $0), fling.isActive(at: $0),
            physical.distance(at: $0), snap.distance(at: $0)
          )
        }
        lines.append("fling \(x) \(y): \(Approved.digest(way))")
      }
      for velocity in numbers {
        let returns = times.map {
          (
            ElasticStretch.exponential(stretch: x, velocity: velocity, at: $0),
            BezierBounce(stretch: x, velocity: velocity, bounds: 640).stretch(at: $0)
          )
        }
        let kept = [0.0, 1, 60, 800].map {
          ElasticStretch.reconciled(offset: $0, maximum: 800, stretch: x)
        }
        lines.append("stretch \(x) \(velocity): \(Approved.digest((returns, kept)))")
      }
    }
    #expect(try Approved.difference("engine/browsers", lines) == nil)
  }

  @Test("1 curves have the approved positions and velocities") func curves() throws {
    var lines: [String] = []
    let times = [0.0, 1, 16, 33, 77, 150, 320, 700, 1900, 5000]
    for velocity in [-3000.0, -40, 0, 900, 7000] {
      for displacement in [-200.0, -3, 0, 0.4, 80] {
        for damping in [0.2, 0.7, 0.98, 1, 1.02, 3] {
          let spring = SpringCurve(
            from: 50 + displacement, to: 50, velocity: velocity, frequency: 12, damping: damping,
            tolerance: 0.5, limit: 8)
          let way = times.flatMap { [spring.position(at: $0), spring.velocity(at: $0)] }
          lines.append(
            "spring \(velocity) \(displacement) \(damping): \(spring.duration) "
              + Approved.digest(way))
        }
        let pull = EdgePull(
          edge: 100, displacement: displacement, velocity: velocity,
          constants: EdgeConstants(pull: 0.99, decay: 0.98, floor: 10, tolerance: 0.5))
        let way = times.flatMap { [pull.position(at: $0), pull.velocity(at: $0)] }
        lines.append(
          "pull \(velocity) \(displacement): \(pull.duration) \(pull.rests) "
            + "\(pull.exitVelocity) \(Approved.digest(way))")
      }
    }
    #expect(try Approved.difference("engine/curves", lines) == nil)
  }

  @Test("1 sessions open, advance and can be inspected with the approved results")
  func sessions() throws {
    var lines: [String] = []
    for seed in 3000..<3016 as Range<UInt64> {
      let script = Script.translated(seed, by: 32)
      guard case .layout(let layout) = script.scene.content else { continue }
      var session = ScrollSession(configuration: script.configuration, axes: .vertical)
      var log = OutcomeLog()
      let opening = ContainerChange(size: script.scene.containerSize, insets: script.scene.insets)
      session.take(.layout(layout), at: .zero, to: &log)
      session.take(.container(opening), at: .zero, to: &log)
      var looks: [Inspection] = []
      for (input, time) in script.inputs {
        session.take(input, at: time, to: &log)
        looks.append(
          session.withEngine { $0.inspect(at: time.advanced(byNanoseconds: 30_000_000)) })
      }
      session.settle(within: 20, to: &log)
      lines.append(
        "\(seed): \(log.frames.count) frames, \(log.settles.count) settles, "
          + "\(Approved.digest(log.frames)) \(Approved.digest(looks))")
    }
    #expect(try Approved.difference("engine/sessions", lines) == nil)
  }
}
