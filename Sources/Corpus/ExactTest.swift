/// Fisher's exact test, two-sided: whether two fractions differ by more than chance.
///
/// The probability of each table is that of another one times a quotient of integers. Therefore no
/// logarithm of a factorial is needed, and the result is equal on every machine.
public struct ExactTest: Sendable {
  /// The probability of a difference at least as large if both fractions were equal.
  public let probability: Double

  /// Compares `hits` of `count` with `otherHits` of `otherCount`.
  public init(hits: Int, of count: Int, otherHits: Int, of otherCount: Int) {
    let hits = min(max(0, hits), count)
    let all = hits + min(max(0, otherHits), otherCount)
    let least = max(0, all - otherCount)
    let most = min(count, all)
    guard least < most else {
      probability = 1
      return
    }
    // The most probable table has weight 1; all others are smaller, so nothing overflows.
    let mode = min(
      most,
      max(least, Int(Double(all + 1) * Double(count + 1) / Double(count + otherCount + 2))))
    // From `x` hits to `x + 1`.
    func quotient(_ x: Int) -> Double {
      Double(count - x) * Double(all - x)
        / (Double(x + 1) * Double(otherCount - all + x + 1))
    }
    var weights = [Double](repeating: 0, count: most - least + 1)
    weights[mode - least] = 1
    var weight = 1.0
    for x in mode..<most {
      weight *= quotient(x)
      weights[x + 1 - least] = weight
    }
    weight = 1
    for x in stride(from: mode - 1, through: least, by: -1) {
      weight /= quotient(x)
      weights[x - least] = weight
    }
    // An equally probable table on the other side counts, regardless of rounding.
    let limit = weights[hits - least] * (1 + 1e-7)
    let total = weights.reduce(0, +)
    let extreme = weights.reduce(0) { $1 <= limit ? $0 + $1 : $0 }
    probability = min(1, extreme / total)
  }
}

/// A fraction with Wilson's interval at 95 %.
public struct Share: Hashable, Sendable {
  /// The observed fraction.
  public let value: Double
  /// The confidence interval.
  public let interval: ClosedRange<Double>

  /// Creates the fraction of `hits` among `count`.
  public init(_ hits: Int, of count: Int) {
    guard count > 0 else {
      value = 0
      interval = 0...1
      return
    }
    let (n, z) = (Double(count), 1.959964)
    let share = Double(min(max(0, hits), count)) / n
    let center = (share + z * z / (2 * n)) / (1 + z * z / n)
    let half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    value = share
    // Rounding must not put the bounds on the wrong side of a fraction of 0 or 1.
    interval = max(0, min(share, center - half))...min(1, max(share, center + half))
  }
}
