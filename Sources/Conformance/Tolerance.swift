import ScrollEngine

/// The allowed error of a number against a source.
struct Tolerance {
  /// Absolute, in the family's unit.
  var absolute = 0.0
  /// As a fraction of the expected number; takes precedence over the absolute one.
  var relative: Double?
  /// Absolute, for an expected number of 0, where a relative tolerance has no meaning.
  var zeroTarget: Double?

  /// Exact, except for the rounding of sums.
  static let exact = Tolerance()

  /// Reads the tolerance for one key of an expectation.
  ///
  /// A vector's own tolerance takes precedence over the family's, and one within the expectation
  /// over both.
  init(_ vector: Vector, key: String? = nil) {
    self.init()
    for value in [vector.tolerance, vector.value["tolerance"], vector.value["tol"]] {
      if let value { read(value, key) }
    }
    read(members: vector.expect)
  }

  init(absolute: Double = 0) { self.absolute = absolute }

  private mutating func read(_ value: VectorValue, _ key: String?) {
    if let number = value.number {
      self = Tolerance(absolute: number)
    } else if let size = value.number("value") {
      self = Tolerance(absolute: size)
      if value.text("kind") == "relative" {
        relative = size
        zeroTarget = value.number("zero_target_abs")
      }
    } else if let key, let size = value.number(key) {
      self = Tolerance(absolute: size)
    }
  }

  /// Reads `tol`, `tol_abs` and `tol_rel` next to expected numbers.
  mutating func read(members value: VectorValue) {
    if let size = value.number("tol") ?? value.number("tol_abs") {
      self = Tolerance(absolute: size)
    }
    if let share = value.number("tol_rel") { relative = share }
  }

  /// Returns the error in the tolerance's own unit, and whether it is within the tolerance.
  func judge(_ actual: Double, _ expected: Double) -> (error: Double, isWithin: Bool) {
    if actual == expected { return (0, true) }
    let error = abs(actual - expected)
    guard error.isFinite else { return (.infinity, false) }
    // A sum of a hundred terms has an error of some units in the last place on any machine.
    let rounding = 64 * max(abs(actual), abs(expected)).ulp
    if let relative, expected != 0 {
      let share = error / abs(expected)
      return (share, share <= relative || error <= rounding)
    }
    let limit = expected == 0 && relative != nil ? zeroTarget ?? absolute : absolute
    return (error, error <= max(limit, rounding))
  }
}
