import ScrollEngine
import ScrollModel

/// The velocity computed from samples of a finger.
enum VelocityCases {
  /// One sample in the format of the files.
  private struct Sample {
    var event: String
    var time: Double
    var x: Double
    var y: Double

    init?(_ value: VectorValue) {
      guard let list = value.list, list.count >= 4, let event = list[0].text,
        let time = list[1].number, let x = list[2].number, let y = list[3].number
      else { return nil }
      (self.event, self.time, self.x, self.y) = (event, time, x, y)
    }

    static func all(_ value: VectorValue?) -> [Sample]? {
      guard let list = value?.list else { return nil }
      let samples = list.compactMap { Sample($0) }
      return samples.count == list.count ? samples : nil
    }
  }

  static func compare(
    _ vector: Vector, _ mode: ConformanceMode, _ check: inout Check
  ) {
    switch mode {
    case .android: android(vector, &check)
    case .chromium: chromium(vector, &check)
    case .flutter: single(vector, flutterEstimator(vector), .flutter, &check)
    default: single(vector, .uikit, .uikit, &check)
    }
  }

  private static func flutterEstimator(_ vector: Vector) -> VelocityEstimator {
    switch vector.input.text("estimator") {
    case "ios": .flutterIOS
    case "macos": .flutterMacOS
    default: .flutterLeastSquares
    }
  }

  /// One tracker that receives everything but lifts.
  private static func single(
    _ vector: Vector, _ estimator: VelocityEstimator,
    _ rules: TrackerRules, _ check: inout Check
  ) {
    guard let samples = Sample.all(vector.input["samples"]) else {
      return check.refuse("samples are missing or not [event, t, x, y]")
    }
    var tracker = VelocityTracker(estimator, rules: rules)
    feed(samples.filter { $0.event != "up" }, to: &tracker)
    let velocity = tracker.velocity(askedAt: vector.input.number("query_at"))
    compare(velocity, vector, vector.expect, Tolerance(vector), &check)
  }

  private static func feed(_ samples: [Sample], to tracker: inout VelocityTracker) {
    for sample in samples {
      switch sample.event {
      case "up": tracker.lift(at: sample.time)
      case "cancel": tracker.clear()
      case "down":
        tracker.clear()
        tracker.add(sample.x, sample.y, at: sample.time)
      default: tracker.add(sample.x, sample.y, at: sample.time)
      }
    }
  }

  private static func compare(
    _ velocity: (x: Double, y: Double)?, _ vector: Vector, _ expected: VectorValue,
    _ tolerance: Tolerance, _ check: inout Check
  ) {
    let limit = vector.input.number("max_velocity") ?? .infinity
    var own = tolerance
    own.read(members: expected)
    // Without a velocity of the platform its callers use zero.
    let (x, y) = velocity ?? (0, 0)
    for (key, value) in [("vx", x), ("vy", y)] {
      guard let wanted = expected[key] else { continue }
      let held = min(max(value, -limit), limit)
      if wanted.isNull {
        check.holds("\(key): expected none, got \(Check.text(value))", velocity == nil)
      } else {
        check.matches(key, held, wanted, own)
      }
    }
  }

  // Chromium: several strategies, and the behavior around the lift.

  private static let chromiumStrategies: [String: VelocityEstimator] = [
    "LSQ1": .leastSquares1, "LSQ2": .leastSquares2, "LSQ2_RESTRICTED": .restrictedLeastSquares2,
    "LSQ3": .leastSquares3, "WLSQ2_DELTA": .deltaWeighted, "WLSQ2_CENTRAL": .centralWeighted,
    "WLSQ2_RECENT": .recentWeighted, "INT1": .integrating1, "INT2": .integrating2,
  ]

  private static func chromium(
    _ vector: Vector, _ check: inout Check
  ) {
    let names = vector.input["strategies"]?.list?.compactMap(\.text) ?? ["LSQ2"]
    guard let samples = Sample.all(vector.input["samples"]) else {
      return check.refuse("samples are missing or not [event, t, x, y]")
    }
    let tolerance = Tolerance(vector)
    for name in names {
      guard let estimator = chromiumStrategies[name.uppercased()] else {
        check.refuse("the strategy '\(name)' is unknown")
        continue
      }
      var tracker = VelocityTracker(estimator, rules: .chromium)
      feed(samples, to: &tracker)
      compare(tracker.velocity(), vector, vector.expect, tolerance, &check)
      if let before = vector.expect["before_up"] {
        compare(tracker.velocity(), vector, before, tolerance, &check)
      }
      guard let then = Sample.all(vector.input["then"]) else { continue }
      feed(then, to: &tracker)
      if let after = vector.expect["after_up"] {
        compare(tracker.velocity(), vector, after, tolerance, &check)
      }
    }
  }

  // Android: several pointers, several strategies, one expectation for each axis.

  private static let androidStrategies: [String: VelocityEstimator] = [
    "lsq1": .leastSquares1, "lsq2": .leastSquares2, "lsq3": .leastSquares3, "impulse": .impulse,
    "wlsq2-delta": .deltaWeighted, "wlsq2-central": .centralWeighted,
    "wlsq2-recent": .recentWeighted, "int1": .integrating1, "int2": .integrating2,
  ]

  private static func android(_ vector: Vector, _ check: inout Check) {
    guard let rows = touchRows(vector), let expectations = vector.expect.list else {
      return check.refuse("samples or the list of expectations is missing or has another form")
    }
    let tolerance = Tolerance(vector)
    for expected in expectations {
      guard let name = expected.text("strategy"), let estimator = androidStrategies[name],
        let axis = expected.text("axis"), axis == "x" || axis == "y",
        let wanted = expected["velocity"]
      else {
        check.refuse("an expectation's strategy, axis or velocity is missing or unknown")
        continue
      }
      let number = expected.number("pointer") ?? expected.number("pointer_id")
      let pointer = Int(max(0, min(number ?? 0, 31)))
      let velocity = androidVelocity(
        rows, pointer, estimator, lastRow: vector.input.text("last_row_is"))
      let part = velocity.map { axis == "x" ? $0.x : $0.y }
      if wanted.isNull {
        check.holds("\(name) \(axis): expected none, got one", part == nil)
      } else {
        check.matches("\(name) \(axis)", part ?? 0, wanted, tolerance)
      }
    }
  }

  /// One row of touches: its time, and the position of each pointer that is down.
  private struct TouchRow {
    var time: Double
    var places: [(x: Double, y: Double)?]
    /// The pointers with positions resampled by the platform, which add no information.
    var resampled: Set<Int> = []

    func place(_ pointer: Int) -> (x: Double, y: Double)? {
      places.indices.contains(pointer) ? places[pointer] : nil
    }

    /// Whether all pointers of another row are also down in this one.
    func holds(_ other: TouchRow) -> Bool {
      other.places.indices.allSatisfy { other.place($0) == nil || place($0) != nil }
    }
  }

  private static func touchRows(_ vector: Vector) -> [TouchRow]? {
    guard let list = vector.input["samples"]?.list else { return nil }
    let isSingle = (vector.input.number("pointers") ?? 1) == 1
    var rows: [TouchRow] = []
    for value in list {
      guard let cells = value.list, let time = cells.first?.number else { return nil }
      if isSingle, cells.count >= 3, let x = cells[1].number, let y = cells[2].number {
        rows.append(
          TouchRow(time: time, places: [(x, y)], resampled: cells.count > 3 ? [0] : []))
      } else {
        let pointers = Array(cells.dropFirst())
        rows.append(
          TouchRow(
            time: time,
            places: pointers.map { cell in
              guard let list = cell.list, list.count >= 2, let x = list[0].number,
                let y = list[1].number
              else { return nil }
              return (x, y)
            },
            resampled: Set(
              pointers.indices.filter { pointers[$0][2]?.text == "resampled" })))
      }
    }
    return rows
  }

  private static func androidVelocity(
    _ rows: [TouchRow], _ pointer: Int, _ estimator: VelocityEstimator, lastRow: String?
  ) -> (x: Double, y: Double)? {
    var tracker = VelocityTracker(estimator, rules: .android)
    var before: TouchRow?
    for (index, row) in rows.enumerated() {
      if index == rows.count - 1, let lastRow {
        if lastRow == "cancel" { tracker.clear() } else { tracker.lift(at: row.time) }
        break
      }
      defer { before = row }
      let after = rows.indices.contains(index + 1) ? rows[index + 1] : row
      // The last row of a pointer is its lift, which adds no movement of any pointer; the first row
      // does not.
      if let before, before.holds(row), !after.holds(row) {
        tracker.lift(at: row.time)
        continue
      }
      guard let place = row.place(pointer), !row.resampled.contains(pointer) else { continue }
      if let before, before.place(pointer) == nil { tracker.clear() }
      tracker.add(place.x, place.y, at: row.time)
    }
    return tracker.velocity()
  }

  /// The velocity computed from steps of a wheel.
  static func compareDeltas(_ vector: Vector, _ check: inout Check) {
    guard let list = vector.input["deltas"]?.list, let wanted = vector.expect["velocity"] else {
      return check.refuse("deltas or the expected velocity is missing")
    }
    if let strategy = vector.expect.text("strategy"), strategy != "impulse" {
      return check.refuse("the strategy '\(strategy)' is not for deltas")
    }
    let pairs = list.compactMap(\.pair)
    guard pairs.count == list.count else { return check.refuse("a delta is not [t, delta]") }
    let velocity = ImpulseEnergy.velocity(of: pairs.map { (time: $0.x, delta: $0.y) })
    if wanted.isNull {
      check.holds("expected no velocity, got one", velocity == nil)
    } else {
      check.matches("velocity", velocity ?? 0, wanted, Tolerance(vector))
    }
  }
}
