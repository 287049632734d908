import ScrollModel
import ScrollEngine

/// A motion of a trajectory vector: position, velocity and whether it has ended; times are seconds.
struct TrajectoryModel {
  var position: (Double) -> Double
  var velocity: (Double) -> Double
  var isDone: (Double) -> Bool
  var target: Double?
  var time: ((Double) -> Double)?
}

extension TrajectoryModel {
  private static func tolerance(_ input: VectorValue) -> RestTolerance {
    // Flutter's own default.
    RestTolerance(
      distance: input["tolerance"]?.number("distance") ?? 1e-3,
      velocity: input["tolerance"]?.number("velocity") ?? 1e-3)
  }

  /// The motion of Flutter's simulations; nil for an unknown model.
  static func flutter(_ input: VectorValue) -> TrajectoryModel? {
    guard let model = input.text("model") else { return nil }
    switch model.prefix(while: { $0 != " " && $0 != "(" }) {
    case "friction": return friction(input)
    case "friction-clamped-position": return boundedFriction(input)
    case "spring": return spring(input)
    case "bouncing": return bouncing(input)
    case "clamping": return clamping(input)
    case "constant-acceleration", "gravity", "constant-acceleration-clamped", "gravity-clamped",
      "clamped-position", "clamped":
      return gravity(input)
    default: return nil
    }
  }

  private static func curve(_ input: VectorValue) -> FrictionCurve? {
    guard let drag = input.number("drag"), drag > 0, drag < 1, let x = input.number("x0"),
      let v = input.number("v0")
    else { return nil }
    return FrictionCurve(
      from: x, velocity: v, drag: drag, deceleration: input.number("constant_deceleration") ?? 0)
  }

  private static func friction(_ input: VectorValue) -> TrajectoryModel? {
    guard let curve = curve(input) else { return nil }
    let stop = input.number("stop_velocity") ?? tolerance(input).velocity
    return TrajectoryModel(
      position: { curve.position(at: $0 * 1000) }, velocity: { curve.velocity(at: $0 * 1000) },
      isDone: { abs(curve.velocity(at: $0 * 1000)) < stop }, target: curve.target,
      time: { curve.time(reaching: $0) / 1000 })
  }

  private static func boundedFriction(_ input: VectorValue) -> TrajectoryModel? {
    guard let curve = curve(input), let low = input.number("min"), let high = input.number("max"),
      low <= high
    else { return nil }
    let rest = tolerance(input)
    let stop = input.number("stop_velocity") ?? rest.velocity
    let place = { (time: Double) in min(max(curve.position(at: time * 1000), low), high) }
    return TrajectoryModel(
      position: place, velocity: { curve.velocity(at: $0 * 1000) },
      isDone: {
        abs(curve.velocity(at: $0 * 1000)) < stop || abs(place($0) - low) < rest.distance
          || abs(place($0) - high) < rest.distance
      }, target: min(max(curve.target, low), high))
  }

  private static func description(_ input: VectorValue) -> SpringDescription? {
    guard let mass = input.number("mass"), let stiffness = input.number("stiffness"), mass > 0,
      stiffness > 0
    else { return nil }
    let damping = input.number("damping").map { $0 / (2 * (mass * stiffness).squareRoot()) }
    guard let ratio = input.number("damping_ratio") ?? damping, ratio > 0 else { return nil }
    return SpringDescription(mass: mass, stiffness: stiffness, ratio: ratio)
  }

  private static func spring(_ input: VectorValue) -> TrajectoryModel? {
    guard let description = description(input),
      let start = input.number("start") ?? input.number("x0"), let end = input.number("end"),
      let v = input.number("v0")
    else { return nil }
    let spring = DampedSpring(
      description, from: start, to: end, velocity: v, tolerance: tolerance(input))
    return TrajectoryModel(
      position: { spring.position(at: $0 * 1000) }, velocity: { spring.velocity(at: $0 * 1000) },
      isDone: { spring.isDone(at: $0 * 1000) }, target: end)
  }

  private static func bouncing(_ input: VectorValue) -> TrajectoryModel? {
    // Content may be unlimited.
    func extent(_ key: String) -> Double? {
      switch input.text(key) {
      case "infinity": .infinity
      case "-infinity": -.infinity
      default: input.number(key)
      }
    }
    guard let x = input.number("x0"), let v = input.number("v0"),
      let leading = extent("leading"), let trailing = extent("trailing"), leading <= trailing,
      let description = input["spring"].flatMap(description)
    else { return nil }
    let drag = input.number("friction_drag") ?? 0.135
    guard drag > 0, drag < 1 else { return nil }
    let curve = BouncingCurve(
      from: x, velocity: v, leading: leading, trailing: trailing, spring: description,
      tolerance: tolerance(input), drag: drag,
      deceleration: input.number("constant_deceleration") ?? 0,
      transferCap: input.number("max_spring_transfer_velocity"))
    return TrajectoryModel(
      position: { curve.position(at: $0 * 1000) }, velocity: { curve.velocity(at: $0 * 1000) },
      isDone: { curve.isDone(at: $0 * 1000) }, target: curve.target)
  }

  private static func clamping(_ input: VectorValue) -> TrajectoryModel? {
    guard let x = input.number("x0"), let v = input.number("v0") else { return nil }
    let curve = ClampingCurve(from: x, velocity: v)
    return TrajectoryModel(
      position: { curve.position(at: $0 * 1000) }, velocity: { curve.velocity(at: $0 * 1000) },
      isDone: { $0 * 1000 >= curve.duration }, target: curve.target)
  }

  /// Constant acceleration up to a distance, with position and velocity limited where given.
  private static func gravity(_ input: VectorValue) -> TrajectoryModel? {
    guard let a = input.number("acceleration") ?? input.number("a"),
      let x = input.number("x0") ?? input.number("start"),
      let v = input.number("v0") ?? input.number("velocity")
    else { return nil }
    let end = input.number("end") ?? input.number("end_distance") ?? .infinity
    let low = input.number("min") ?? input.number("x_min") ?? -.infinity
    let high = input.number("max") ?? input.number("x_max") ?? .infinity
    let slow = input.number("v_min") ?? -.infinity
    let fast = input.number("v_max") ?? .infinity
    let place = { (time: Double) in x + v * time + a * time * time / 2 }
    return TrajectoryModel(
      position: { min(max(place($0), low), high) },
      velocity: { min(max(v + a * $0, slow), fast) }, isDone: { abs(place($0)) >= end })
  }

  /// The motion of the engine's own curves; nil for an unsupported model.
  static func uikit(_ input: VectorValue) -> TrajectoryModel? {
    switch input.text("model") {
    case "friction":
      guard let drag = input.number("drag"), drag > 0, drag < 1, let x = input.number("x0"),
        let v = input.number("v0"), (input.number("constant_deceleration") ?? 0) == 0
      else { return nil }
      let decay = Decay(from: x, velocity: v, rate: Elementary.power(drag, 0.001), floor: 1e-9)
      return TrajectoryModel(
        position: { decay.position(at: $0 * 1000) }, velocity: { decay.velocity(at: $0 * 1000) },
        isDone: { $0 * 1000 >= decay.duration }, target: decay.target,
        time: { $0 == x ? 0 : decay.time(at: $0).map { $0 / 1000 } ?? .infinity })
    case "spring":
      guard let mass = input.number("mass"), let stiffness = input.number("stiffness"), mass > 0,
        stiffness > 0, let ratio = input.number("damping_ratio"), ratio > 0,
        let start = input.number("start"), let end = input.number("end"),
        let v = input.number("v0")
      else { return nil }
      func curve(_ tolerance: Double) -> SpringCurve {
        SpringCurve(
          from: start, to: end, velocity: v, frequency: (stiffness / mass).squareRoot(),
          damping: ratio, tolerance: tolerance, limit: 60)
      }
      // The engine places content on the target once it is near; the motion itself continues.
      let (spring, rest) = (curve(1e-12), curve(tolerance(input).distance))
      return TrajectoryModel(
        position: { spring.position(at: $0 * 1000) }, velocity: { spring.velocity(at: $0 * 1000) },
        isDone: { $0 * 1000 >= rest.duration }, target: end)
    default: return nil
    }
  }
}
