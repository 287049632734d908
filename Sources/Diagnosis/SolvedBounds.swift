import ScrollModel

/// Inequalities for one number, of which a few may be wrong.
struct SolvedBounds {
  private var bounds: [(low: Double, high: Double)] = []
  private var impossible = 0

  /// The number of inequalities.
  var count: Int { bounds.count + impossible }

  /// Adds bounds of the number.
  mutating func add(_ low: Double, _ high: Double) {
    if low < high { bounds.append((low, high)) } else { impossible += 1 }
  }

  /// Adds a decision that no number explains.
  mutating func addImpossible() { impossible += 1 }

  /// The number of satisfied bounds.
  func agreement(_ number: Double) -> Int {
    bounds.count { $0.low <= number && number <= $0.high }
  }

  /// A range of numbers.
  struct Range {
    var low: Double
    var high: Double

    /// The first of some simple numbers in the range, else a round one, else the middle.
    func simplest(of numbers: [Double]) -> Double {
      if let simple = numbers.first(where: { low < $0 && $0 < high }) { return simple }
      let middle = (low + high) / 2
      for unit in [0.5, 0.1, 0.05, 0.01] {
        let round = (middle / unit).rounded() * unit
        if low < round, round < high { return round }
      }
      return middle
    }
  }

  /// The range that satisfies most bounds, if they are at least a given fraction.
  func best(atLeast share: Double) -> Range? { ranges(atLeast: share).first }

  /// The ranges that satisfy most bounds, the widest first, if they are at least a given fraction.
  func ranges(atLeast share: Double) -> [Range] {
    var edges = bounds.flatMap { [$0.low, $0.high] }.filter(\.isFinite).sorted()
    edges = edges.prefix(400) + []
    var found: [Range] = []
    var most = 0
    for (low, high) in zip(edges, edges.dropFirst()) where low < high {
      let agreement = agreement((low + high) / 2)
      if agreement > most { found.removeAll() }
      most = max(most, agreement)
      if agreement == most { found.append(Range(low: low, high: high)) }
    }
    guard Double(most) >= share * Double(count) else { return [] }
    return found.sortedStably { $0.high - $0.low > $1.high - $1.low }
  }
}
