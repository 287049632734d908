import ScrollEngine
import ScrollModel

/// The engine's own motion compared with motions and drags that were logged frame by frame.
enum UIKitSeriesCases {
  /// One logged frame: milliseconds and points.
  private typealias Sample = (x: Double, y: Double)

  /// A fling as offsets over time; the time of its first frame is not logged.
  static func fling(_ vector: Vector, _ check: inout Check) {
    guard let configuration = UIKitCases.configuration(vector, &check),
      let decay = UIKitCases.decay(vector, configuration, &check),
      let series = series(vector, &check)
    else { return }
    let shifts = (-250...250).map { Double($0) / 10 }
    let errors = shifts.map { shift in
      series.map { abs(decay.position(at: $0.x + shift) - $0.y) }.max() ?? 0
    }
    follows(errors, Tolerance(vector, key: "y"), &check)
  }

  /// The return of content that was held beyond an edge: overscroll distances since the lift.
  static func heldReturn(_ vector: Vector, _ check: inout Check) {
    guard let configuration = UIKitCases.configuration(vector, &check),
      let series = series(vector, &check)
    else { return }
    let dimension = vector.input.number("container")
    guard let dimension, dimension >= 1, dimension <= 1e6,
      let overshoot = vector.input.number("overshoot"), overshoot > 0, overshoot < dimension
    else { return check.refuse("container or overshoot is missing or out of range") }
    guard vector.input.number("velocity_pt_per_s") ?? 0 == 0 else {
      return check.refuse("only lifts without velocity are compared")
    }
    var drive = pull(
      RubberBand.pull(
        overshoot, dimension: dimension, stiffness: configuration.physics.rubberBand),
      dimension, configuration)
    for _ in 0..<20 {
      drive.wait(8)
      drive.move(0, 0)
    }
    drive.up()
    // The clock difference between touches and display is smaller than that.
    let shifts = (-10...10).map { Double($0) / 5 }
    let lifted = drive.time
    var errors = shifts.map { _ in 0.0 }
    for sample in series {
      drive.wait(lifted + sample.x - 2 - drive.time)
      for (index, shift) in shifts.enumerated() {
        let place = -drive.offset(at: lifted + sample.x + shift).y
        errors[index] = max(errors[index], abs(place - sample.y))
      }
    }
    follows(errors, Tolerance(vector, key: "overshoot"), &check)
  }

  /// The overscroll distance shown for a finger's drag distance.
  static func rubberBand(_ vector: Vector, _ check: inout Check) {
    guard let configuration = UIKitCases.configuration(vector, &check) else { return }
    guard let dimension = vector.input.number("container"), dimension >= 1, dimension <= 1e6,
      let fingers = vector.input["finger"]?.numbers,
      let wanted = vector.expect["overshoot"]?.numbers, !wanted.isEmpty,
      fingers.count == wanted.count, fingers.allSatisfy({ $0 > 0 && $0 <= 1e6 })
    else { return check.refuse("container, finger or the expected overshoot is missing or wrong") }
    let tolerance = Tolerance(vector, key: "overshoot")
    for (finger, overshoot) in zip(fingers, wanted) {
      let drive = pull(finger, dimension, configuration)
      check.equal("finger \(Check.text(finger))", -drive.offset.y, overshoot, tolerance)
    }
  }

  /// Content at its start, dragged beyond it by a finger that is still down.
  private static func pull(
    _ distance: Double, _ dimension: Double, _ configuration: Configuration
  ) -> EngineDrive {
    let content = Size(width: dimension, height: dimension * 4)
    let container = Size(width: dimension, height: dimension)
    var drive = EngineDrive(
      EngineDrive.plane(content, in: container, axes: .vertical), configuration)
    drive.down()
    drive.wait(8)
    drive.move(0, configuration.physics.slop + distance)
    drive.wait(8)
    return drive
  }

  private static func series(_ vector: Vector, _ check: inout Check) -> [Sample]? {
    let rows = vector.expect["series"]?.list ?? []
    let series = rows.compactMap(\.pair)
    guard series.count == rows.count,
      zip(series, series.dropFirst()).allSatisfy({ $0.x < $1.x }),
      let first = series.first, let last = series.last, first.x >= 0, last.x <= 60_000
    else {
      check.refuse(
        "the expected series is missing or is no list of pairs of ascending times and offsets")
      return nil
    }
    return series
  }

  /// Compares the least of several maximum errors with a tolerance: the whole series may have a
  /// time shift.
  private static func follows(_ errors: [Double], _ tolerance: Tolerance, _ check: inout Check) {
    let best = errors.min() ?? .infinity
    check.noteError(best)
    check.holds(
      "follows the series within \(Check.text(tolerance.absolute)): off by \(Check.text(best))",
      best <= tolerance.absolute)
  }
}
