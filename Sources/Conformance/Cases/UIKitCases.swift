import ScrollEngine
import ScrollModel
import TextKit

/// The engine's own motion compared with measurements and published formulas.
enum UIKitCases {
  private static let constants = PhysicsConstants()

  /// A fling logged on a device: its final position and its duration.
  static func decayTarget(_ vector: Vector, _ check: inout Check) {
    guard let configuration = configuration(vector, &check),
      let decay = decay(vector, configuration, &check)
    else { return }
    if let target = vector.expect["target"] {
      check.matches(
        "target", decay.target, target, Tolerance(vector, key: "target"))
    }
    if let elapsed = vector.expect["elapsed_s"] {
      check.matches(
        "elapsed_s", decay.duration / 1000, elapsed, Tolerance(vector, key: "elapsed_s"))
    }
  }

  /// The configuration of the release on which a vector was logged; the oldest law without one.
  static func configuration(_ vector: Vector, _ check: inout Check) -> Configuration? {
    guard let name = vector.input["profile"] else { return Configuration() }
    guard let profile = name.text.flatMap(Profile.init(rawValue:)) else {
      check.refuse("the profile '\(DisplayText.escaped(name.text ?? ""))' is unknown")
      return nil
    }
    return Configuration(profile)
  }

  /// The deceleration of a vector, under the law of its release.
  static func decay(
    _ vector: Vector, _ configuration: Configuration, _ check: inout Check
  ) -> Decay? {
    guard let start = vector.input.number("x0"),
      let velocity = vector.input.number("velocity_pt_per_ms"),
      let rate = vector.input.number("deceleration_rate"), rate > 0, rate < 1
    else {
      check.refuse("x0, velocity_pt_per_ms or deceleration_rate is missing")
      return nil
    }
    return Decay(
      from: start, velocity: velocity * 1000, rate: rate,
      floor: configuration.physics.velocityFloor, law: configuration.switches.flingDistance)
  }

  /// A bounce logged on a device: for some initial state the engine must reproduce it.
  static func bounce(_ vector: Vector, _ check: inout Check) {
    guard let frame = vector.input.number("frame_s"), frame > 0,
      let edge = vector.input.number("edge_position"),
      let places = vector.input["positions"]?.numbers, places.count >= 3,
      let limit = vector.expect.number("max_abs_error")
    else { return check.refuse("frame_s, edge_position, positions or max_abs_error is missing") }
    if let relation = vector.expect["relation"], relation.text?.includes("follow") != true {
      check.refuse("the relation '\(relation.text ?? "")' is not understood")
    }
    let states = [fitted(places.map { $0 - edge }, frame * 1000), stated(vector)].compactMap(\.self)
    let errors = states.map { worst($0, places, edge, frame * 1000) }
    guard let best = errors.min() else { return check.refuse("no initial state fits") }
    check.noteError(best)
    check.holds(
      "follows the series within \(Check.text(limit)): off by \(Check.text(best))", best <= limit)
  }

  private static func worst(
    _ state: (displacement: Double, velocity: Double), _ places: [Double], _ edge: Double,
    _ frame: Double
  ) -> Double {
    let pull = EdgePull(
      edge: edge, displacement: state.displacement, velocity: state.velocity,
      constants: EdgeConstants(
        pull: constants.edgePull, decay: constants.edgeDecay, floor: constants.velocityFloor,
        tolerance: constants.edgeTolerance))
    var worst = 0.0
    for (index, place) in places.enumerated() {
      worst = max(worst, abs(pull.position(at: Double(index) * frame) - place))
    }
    return worst
  }

  /// The initial state given by the vector's author.
  private static func stated(_ vector: Vector) -> (displacement: Double, velocity: Double)? {
    let fit = vector.value["fitted_here"]?["per_ms_pull"]
    guard let place = fit?.number("x0_pt"), let velocity = fit?.number("v0_pt_ms") else {
      return nil
    }
    return (place, velocity * 1000)
  }

  /// The initial state by least squares: the motion beyond an edge is linear in it.
  private static func fitted(
    _ places: [Double], _ frame: Double
  ) -> (displacement: Double, velocity: Double)? {
    let (pull, decay) = (constants.edgePull, constants.edgeDecay)
    var (aa, ab, bb, ay, by) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (index, place) in places.enumerated() {
      let time = Double(index) * frame
      let a = Elementary.power(pull, time)
      let b = a * decay * (1 - Elementary.power(decay, time)) / (1 - decay) / 1000
      aa += a * a
      ab += a * b
      bb += b * b
      ay += a * place
      by += b * place
    }
    let determinant = aa * bb - ab * ab
    guard determinant > 0 else { return nil }
    return ((ay * bb - by * ab) / determinant, (aa * by - ab * ay) / determinant)
  }

  /// The resistance of content dragged beyond an edge.
  static func rubberBand(_ vector: Vector, _ check: inout Check) {
    guard let pull = vector.input.number("overscroll"),
      let dimension = vector.input.number("dimension"), let expected = vector.expect["offset"]
    else { return check.refuse("overscroll, dimension or the expected offset is missing") }
    let stiffness = vector.input.number("constant") ?? constants.rubberBand
    let size = RubberBand.shown(abs(pull), dimension: dimension, stiffness: stiffness)
    check.matches("offset", pull < 0 ? -size : size, expected, Tolerance(vector))
  }

  /// The three published distances of a fling.
  static func formula(_ vector: Vector, _ check: inout Check) {
    guard let velocity = vector.input.number("velocity_pt_s"),
      let rate = vector.input.number("deceleration_rate"), rate > 0, rate < 1
    else { return check.refuse("velocity_pt_s or deceleration_rate is missing") }
    let tolerance = Tolerance(vector)
    for member in vector.expect.members ?? [] {
      let distance: Double
      switch member.key {
      case "wwdc": distance = Decay.projection(velocity: velocity, rate: rate)
      case "log_form": distance = Decay.continuousProjection(velocity: velocity, rate: rate)
      case "with_floor":
        distance =
          Decay(from: 0, velocity: velocity, rate: rate, floor: constants.velocityFloor).target
      default:
        check.refuse("the formula '\(member.key)' is unknown")
        continue
      }
      check.matches(member.key, distance, member.value, tolerance)
    }
  }
}
