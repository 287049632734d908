import ScrollEngine
import ScrollModel
import TextKit

/// Statements about a decay, checked on the trajectory of the engine or of pop.
enum RelationCases {
  private struct Setting {
    var start: [Double]
    var velocity: [Double]
    var rate: Double
    var floor: Double

    func decay(_ axis: Int = 0, faster: Double = 0) -> Decay {
      let velocity = axis < self.velocity.count ? self.velocity[axis] : 0
      return Decay(
        from: axis < start.count ? start[axis] : 0, velocity: velocity + faster, rate: rate,
        floor: floor)
    }
  }

  static func compare(_ vector: Vector, _ mode: ConformanceMode, _ check: inout Check) {
    func numbers(_ key: String) -> [Double]? {
      vector.input[key]?.numbers ?? vector.input.number(key).map { [$0] }
    }
    guard let velocity = numbers("v0"), !velocity.isEmpty,
      let relation = vector.expect.text("relation")
    else { return check.refuse("v0 or the relation is missing") }
    let constants = PhysicsConstants()
    let rate = vector.input.number("deceleration") ?? constants.normalDecay
    guard rate > 0, rate < 1 else { return check.refuse("the deceleration is no share") }
    let setting = Setting(
      start: numbers("x0") ?? [0], velocity: velocity, rate: rate,
      floor: mode == .pop ? popFloor : constants.velocityFloor)
    let frame = vector.input.number("frame_s") ?? 1.0 / 60
    let run = vector.input.number("run_s") ?? 10
    guard frame > 0, run > 0, run / frame < 1e5 else { return check.refuse("the run is too long") }
    for clause in relation.lowercased().split(separator: ";") {
      if mode == .uikit, clause.includes("2-d") {
        plane(setting, &check)
      } else {
        judge(String(clause), setting, frame * 1000, run * 1000, &check)
      }
    }
  }

  private static var popFloor: Double {
    PeerConstant.table.first { $0.name == "pop.stop-velocity" }?.value ?? 5
  }

  private static func judge(
    _ clause: String, _ setting: Setting, _ frame: Double, _ run: Double, _ check: inout Check
  ) {
    let decay = setting.decay()
    let places = stride(from: 0, through: run, by: frame).map { decay.position(at: $0) }
    let steps = zip(places, places.dropFirst())
    if clause.includes("duration(") {
      order(clause, setting, &check)
    } else if clause.includes("never decrease"), !clause.includes("velocity") {
      check.holds(clause, steps.allSatisfy { $0 <= $1 })
    } else if clause.includes("never increase"), !clause.includes("velocity") {
      check.holds(clause, steps.allSatisfy { $0 >= $1 })
    } else if clause.includes("ends exactly") || clause.includes("to-value") {
      check.holds(clause, places.last == decay.target)
    } else if clause.includes("few frames") {
      // The threshold is pop's for points: one.
      let near = places.count { $0 != decay.target && abs($0 - decay.target) < 1 }
      check.holds("\(clause): \(near) frames", Double(near) * frame <= 500)
    } else if clause.includes("same duration") || clause.includes("lengthens") {
      axes(clause, setting, &check)
    } else if clause.includes("without moving") {
      check.holds(
        clause,
        decay.duration == 0 && decay.target == decay.origin
          && places.allSatisfy { $0 == decay.origin })
    } else if clause.includes("restart") || clause.includes("continued") {
      let middle = decay.duration / 2
      let rest = Decay(
        from: decay.position(at: middle), velocity: decay.velocity(at: middle), rate: setting.rate,
        floor: setting.floor)
      check.equal(clause, rest.target, decay.target, Tolerance(absolute: 1e-6))
    } else if clause.includes("velocity never") {
      let speeds = stride(from: 0, through: run, by: frame).map { abs(decay.velocity(at: $0)) }
      check.holds(clause, zip(speeds, speeds.dropFirst()).allSatisfy { $0 >= $1 })
    } else if clause.includes("mirror") || clause.includes("opposite") || clause.includes("symmetr")
    {
      let mirrored = Decay(
        from: -decay.origin, velocity: -decay.velocity, rate: setting.rate, floor: setting.floor)
      check.holds(
        clause, mirrored.target == -decay.target && mirrored.duration == decay.duration)
    } else {
      check.refuse("the relation '\(clause)' is not understood")
    }
  }

  /// A chain such as `0 < duration(100) < duration(1000)`.
  private static func order(_ clause: String, _ setting: Setting, _ check: inout Check) {
    let holds = OrderRelation.holds(clause) { name -> Double? in
      if let number = Double(name) { return number }
      guard name.hasPrefix("duration("), name.hasSuffix(")"),
        let velocity = Double(name.dropFirst(9).dropLast())
      else { return nil }
      return Decay(from: 0, velocity: velocity, rate: setting.rate, floor: setting.floor).duration
    }
    guard let holds else { return check.refuse("the relation '\(clause)' is not understood") }
    check.holds("\(clause) does not hold", holds)
  }

  /// A motion in two directions lasts as long as its longer axis.
  private static func axes(_ clause: String, _ setting: Setting, _ check: inout Check) {
    let axes = setting.velocity.indices.map { setting.decay($0) }
    let longest = axes.map(\.duration).max() ?? 0
    for (index, decay) in axes.enumerated() {
      if clause.includes("same duration") {
        check.equal(
          "duration", longest / 1000, decay.duration / 1000, Tolerance(absolute: 1e-4))
      }
      if clause.includes("lengthens") {
        let faster = setting.decay(index, faster: setting.velocity[index] < 0 ? -1000 : 1000)
        check.holds(clause, max(longest, faster.duration) > longest)
      }
    }
  }

  /// Compares the engine's simultaneous fling in two directions with the decay of one.
  private static func plane(_ setting: Setting, _ check: inout Check) {
    guard setting.velocity.count == 2, setting.velocity.allSatisfy({ abs($0) < 50_000 }) else {
      return check.refuse("a motion in two directions needs two velocities")
    }
    let velocity = Vector2(setting.velocity[0], setting.velocity[1])
    let fling = EngineDrive.planeFling(velocity)
    for (index, axis) in [Axis.horizontal, .vertical].enumerated() {
      let alone = setting.decay(index)
      let settle = fling.settles.first { $0.axis == axis }
      check.equal(
        "target", settle.map { $0.natural - fling.start[axis] }, alone.target - alone.origin,
        Tolerance(absolute: 1e-4))
      // The engine reports rest at the first tick after it.
      check.equal(
        "duration", fling.milliseconds.map { $0 / 1000 }, alone.duration / 1000,
        Tolerance(absolute: 1.0 / 60 + 1e-9))
      var faster = velocity
      faster[axis] += faster[axis] < 0 ? -1000 : 1000
      let longer = EngineDrive.planeFling(faster).milliseconds ?? 0
      check.holds("raising either axis lengthens the duration", longer > fling.milliseconds ?? 0)
    }
  }
}
