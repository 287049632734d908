import ScrollEngine

/// Polynomial least squares.
enum FitCases {
  static func compare(_ vector: Vector, _ check: inout Check) {
    if vector.input["samples"] != nil {
      touches(vector, &check)
    } else {
      points(vector, &check)
    }
  }

  private static func points(_ vector: Vector, _ check: inout Check) {
    guard let x = vector.input["x"]?.numbers, let y = vector.input["y"]?.numbers,
      x.count == y.count, let degree = vector.input.number("degree"),
      let whole = Int(exactly: degree)
    else { return check.refuse("x, y or degree is missing") }
    let fit = PolynomialFit.lowered(x: x, y: y, degree: whole)
    if vector.expect["error"] != nil {
      return check.holds("expected a refusal, got a fit", fit == nil)
    }
    let tolerance = Tolerance(vector)
    if let wanted = vector.expect["coefficients"] {
      if wanted.isNull { return check.holds("expected no fit, got one", fit == nil) }
      guard let numbers = wanted.numbers else { return check.refuse("coefficients are no numbers") }
      for (index, number) in numbers.enumerated() {
        let coefficient = fit.flatMap {
          $0.coefficients.indices.contains(index) ? $0.coefficients[index] : nil
        }
        check.equal("c\(index)", coefficient, number, tolerance)
      }
    }
    if let wanted = vector.expect["confidence"] {
      check.matches("confidence", fit?.confidence, wanted, tolerance)
    }
  }

  /// Samples of a finger: times count from the newest, in seconds; the lift is not a sample.
  private static func touches(_ vector: Vector, _ check: inout Check) {
    guard let list = vector.input["samples"]?.list else { return check.refuse("no samples") }
    var rows = list.compactMap(\.numbers).filter { $0.count >= 3 }
    guard rows.count == list.count else { return check.refuse("a sample is not [t, x, y]") }
    if vector.input["last_row_is"] != nil { rows = rows.dropLast() }
    guard let newest = rows.last else { return check.refuse("no samples") }
    let times = rows.map { ($0[0] - newest[0]) / 1000 }
    let tolerance = Tolerance(vector)
    for (axis, name) in [(1, "x"), (2, "y")] {
      let fit = PolynomialFit.lowered(x: times, y: rows.map { $0[axis] }, degree: 2)
      for (index, key) in ["c0", "c1", "c2"].enumerated() {
        guard let wanted = vector.expect[key] else { continue }
        check.matches("\(name) \(key)", fit?.coefficients[index], wanted, tolerance)
      }
    }
  }
}
