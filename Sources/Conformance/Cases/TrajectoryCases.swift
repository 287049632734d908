import ScrollEngine
import ScrollModel
import TextKit

/// Positions and velocities of a motion at given times.
enum TrajectoryCases {
  static func compare(_ vector: Vector, _ mode: ConformanceMode, _ check: inout Check) {
    let model =
      mode == .uikit ? TrajectoryModel.uikit(vector.input) : TrajectoryModel.flutter(vector.input)
    guard let model else {
      return check.refuse(
        "the model '\(vector.input.text("model") ?? "")' or its parameters are not known here")
    }
    guard let rows = vector.expect.list else { return check.refuse("expect is no list") }
    for row in rows {
      guard let time = row.number("t") else {
        check.refuse("an expectation has no time")
        continue
      }
      var tolerance = Tolerance(absolute: 1e-10)
      tolerance.read(members: row)
      let at = "at \(Check.text(time)) s"
      if let x = row["x"] { check.matches("x \(at)", model.position(time), x, tolerance) }
      if let v = row["v"] { check.matches("v \(at)", model.velocity(time), v, tolerance) }
      if let done = row["done"]?.bool {
        check.holds("done \(at) is not \(done)", model.isDone(time) == done)
      }
    }
    ends(vector, model, &check)
    if let property = vector.value.text("property"), mode == .flutter {
      clampingProperty(property, vector.input, &check)
    }
  }

  private static func ends(
    _ vector: Vector, _ model: TrajectoryModel, _ check: inout Check
  ) {
    if let final = vector.value["final_x"] {
      check.matches("final x", model.target, final, Tolerance(absolute: 1e-10))
    }
    for row in vector.value["time_at_x"]?.list ?? [] {
      guard let place = row.number("x"), let time = row["t"], let inverse = model.time else {
        check.refuse("a time_at_x is not {x, t}, or the model has no inverse")
        continue
      }
      var tolerance = Tolerance(absolute: 1e-10)
      tolerance.read(members: row)
      check.matches("time at x \(Check.text(place))", inverse(place), time, tolerance)
    }
  }

  // The statements of Flutter's tests about its clamping motion.

  private static func clampingProperty(
    _ property: String, _ input: VectorValue, _ check: inout Check
  ) {
    guard let x = input.number("x0"), let v = input.number("v0"), v != 0 else {
      return check.refuse("x0 or v0 is missing")
    }
    let curve = ClampingCurve(from: x, velocity: v)
    if property.includes("depends on v only") {
      accelerations(curve, &check)
    } else if property.includes("never increases") {
      monotone(curve, &check)
    } else {
      check.refuse("the property is not understood")
    }
  }

  /// The acceleration must be a function of the velocity, within the precision of frame steps.
  private static func accelerations(_ curve: ClampingCurve, _ check: inout Check) {
    let step = 1.0 / 60
    let rate = Elementary.ln(0.78) / Elementary.ln(0.9)
    let reference = ClampingCurve.referenceVelocity
    let time = rate * 0.35
    var now = 0.0
    var isWithin = true
    while now < 2, abs(curve.velocity(at: (now + step) * 1000)) > 0 {
      let (v0, v1) = (curve.velocity(at: now * 1000), curve.velocity(at: (now + step) * 1000))
      let middle = curve.velocity(at: (now + step / 2) * 1000)
      let jerk =
        (rate - 1) * (rate - 2) * reference / time / time
        * Elementary.power(abs(v1) / reference, (rate - 3) / (rate - 1))
      let error = abs(v1 - v0 - step * ClampingCurve.deceleration(at: middle))
      isWithin = isWithin && error < jerk * step * step / 2
      now += step
    }
    check.holds("the acceleration depends on more than the velocity", isWithin && now > 0)
  }

  private static func monotone(_ curve: ClampingCurve, _ check: inout Check) {
    let step = 1.0 / 60
    var (falls, isGentle) = (true, true)
    var now = 0.0
    while now < 3 {
      let (a, b) = (
        abs(curve.velocity(at: now * 1000)), abs(curve.velocity(at: (now + step) * 1000))
      )
      falls = falls && b <= a
      isGentle = isGentle && a - b < 5130.0 / 60
      now += step
    }
    check.holds("the velocity increases", falls)
    check.holds("the velocity falls too quickly", isGentle)
    check.equal(
      "velocity at the end", curve.velocity(at: curve.duration), 0, Tolerance(absolute: 1e-10))
    check.holds("it is not over after 3 s", curve.duration < 3000)
    restarts(curve, &check)
  }

  /// A restart with the current velocity must not change the motion.
  private static func restarts(_ curve: ClampingCurve, _ check: inout Check) {
    guard curve.duration < 60_000 else { return check.refuse("the motion is too long") }
    let step = 1000.0 / 90
    var piece = curve
    var now = 0.0
    while now + step < curve.duration {
      piece = ClampingCurve(
        from: piece.position(at: step), velocity: piece.velocity(at: step))
      now += step
      check.equal(
        "x after restarts", piece.origin, curve.position(at: now), Tolerance(absolute: 1e-10))
    }
  }

  /// Compose's exponential decay: statements about its threshold.
  static func compareDecay(_ vector: Vector, _ check: inout Check) {
    let input = vector.input
    guard let x = input.number("x0"), let v = input.number("v0"),
      let friction = input.number("friction"), friction < 0,
      let threshold = input.number("stop_velocity"), threshold > 0
    else { return check.refuse("x0, v0, friction or stop_velocity is missing") }
    let decay = ExponentialDecay(from: x, velocity: v, friction: friction, threshold: threshold)
    let step = max(input.number("sample_every_ms") ?? 100, 1)
    let end = min(input.number("until_ms") ?? 4000, 1e5)
    let relation = vector.expect["relation"]
    let sentences = relation?.list?.compactMap(\.text) ?? relation?.text.map { [$0] } ?? []
    for sentence in sentences {
      let times = stride(from: 0, through: end, by: step)
      if sentence.hasPrefix("before the finish time") {
        check.holds(
          sentence,
          times.filter { $0 < decay.duration }.allSatisfy {
            abs(decay.velocity(at: $0)) >= threshold * (1 - 1e-12)
          })
      } else if sentence.hasPrefix("from the finish time") {
        check.holds(
          sentence,
          times.filter { $0 >= decay.duration }.allSatisfy {
            abs(decay.velocity(at: $0)) < threshold
              && abs(decay.position(at: $0) - decay.target) <= 1e-5
          })
      } else {
        check.refuse("the relation '\(sentence)' is not understood")
      }
    }
  }
}
