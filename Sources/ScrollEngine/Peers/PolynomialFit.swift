/// A weighted least-squares polynomial, as in the velocity trackers of Android and Flutter.
public struct PolynomialFit: Hashable, Sendable {
  /// The coefficients, starting with the constant.
  public let coefficients: [Double]
  /// The coefficient of determination: 1 for a perfect fit.
  public let confidence: Double

  /// The highest degree.
  public static let highestDegree = 8

  /// Fits a polynomial; nil if the points do not determine one.
  public init?(x: [Double], y: [Double], weights: [Double]? = nil, degree: Int) {
    let count = x.count
    guard degree >= 0, degree <= Self.highestDegree, count > degree, y.count == count else {
      return nil
    }
    let weights = weights ?? Array(repeating: 1, count: count)
    guard weights.count == count else { return nil }
    let columns = Self.columns(x, weights, degree)
    guard let (basis, triangle) = Self.decompose(columns) else { return nil }
    let target = zip(y, weights).map { $0 * $1 }
    var solution = Array(repeating: 0.0, count: degree + 1)
    for row in (0...degree).reversed() {
      var value = Self.dot(basis[row], target)
      for column in 0...degree where column > row {
        value -= triangle[row][column] * solution[column]
      }
      solution[row] = value / triangle[row][row]
    }
    coefficients = solution
    confidence = Self.confidence(x, y, weights, solution)
  }

  /// Fits as Compose does: a degree too high for the data is lowered, and its coefficients are 0.
  public static func lowered(x: [Double], y: [Double], degree: Int) -> PolynomialFit? {
    guard degree >= 1, degree <= highestDegree, !x.isEmpty, x.count == y.count else { return nil }
    let possible = min(degree, x.count - 1)
    guard let fit = PolynomialFit(x: x, y: y, degree: possible) else { return nil }
    let rest = Array(repeating: 0.0, count: degree - possible)
    return PolynomialFit(coefficients: fit.coefficients + rest, confidence: fit.confidence)
  }

  private init(coefficients: [Double], confidence: Double) {
    self.coefficients = coefficients
    self.confidence = confidence
  }

  private static func columns(_ x: [Double], _ weights: [Double], _ degree: Int) -> [[Double]] {
    var columns = [weights]
    for _ in 0..<degree {
      columns.append(zip(columns[columns.count - 1], x).map { $0 * $1 })
    }
    return columns
  }

  /// Gram-Schmidt, twice over each column: times in seconds make the columns badly scaled.
  private static func decompose(_ columns: [[Double]]) -> ([[Double]], [[Double]])? {
    var basis: [[Double]] = []
    var triangle = Array(
      repeating: Array(repeating: 0.0, count: columns.count), count: columns.count)
    for (index, column) in columns.enumerated() {
      var rest = column
      for _ in 0..<2 {
        for (other, direction) in basis.enumerated() {
          let share = dot(rest, direction)
          triangle[other][index] += share
          for place in rest.indices { rest[place] -= share * direction[place] }
        }
      }
      let length = dot(rest, rest).squareRoot()
      // The remainder of a dependent column is rounding error.
      guard length > 1e-10 * dot(column, column).squareRoot(), length > 0 else { return nil }
      triangle[index][index] = length
      basis.append(rest.map { $0 / length })
    }
    return (basis, triangle)
  }

  private static func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for (one, other) in zip(a, b) { sum += one * other }
    return sum
  }

  private static func confidence(
    _ x: [Double], _ y: [Double], _ weights: [Double], _ coefficients: [Double]
  ) -> Double {
    let mean = y.reduce(0, +) / Double(y.count)
    var (error, total) = (0.0, 0.0)
    for index in x.indices {
      var value = 0.0
      for coefficient in coefficients.reversed() { value = value * x[index] + coefficient }
      let (off, spread) = (y[index] - value, y[index] - mean)
      let square = weights[index] * weights[index]
      error += square * off * off
      total += square * spread * spread
    }
    return total > 1e-10 ? 1 - error / total : 1
  }
}
