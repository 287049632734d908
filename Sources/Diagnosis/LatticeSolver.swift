/// A regular grid of rests: `origin + number × step`.
struct Lattice: Hashable, Sendable {
  /// The distance between neighboring positions.
  var step: Double
  /// One position of the grid, at least 0 and below the step.
  var origin: Double
  /// The number of rests on it.
  var inliers: Int
  /// The error of the step.
  var stepError: Double
}

/// Solves for grids of noisy rests, with outliers and unvisited positions.
///
/// Every difference of two rests and every whole fraction of it is a candidate step, which is then
/// fitted to all rests near its grid. The score is the improbability of the agreement by chance, so
/// that a fine grid, which fits everything, has a low score.
struct LatticeSolver {
  /// The largest distance of a rest from its position.
  var tolerance: Double
  /// The shortest candidate step.
  var shortest = 8.0
  private static let divisors = 12
  private static let placeLimit = 48

  /// Creates a solver for rests with a given uncertainty.
  init(uncertainty: Double) {
    self.uncertainty = uncertainty
    tolerance = max(0.4, 3 * uncertainty)
  }

  private let uncertainty: Double

  /// Returns the best grids, the best first.
  func lattices(_ rests: [Double], limit: Int = 4) -> [Lattice] {
    let places = distinct(rests)
    guard places.count >= 2 else { return [] }
    var found: [(lattice: Lattice, worth: Double)] = []
    for (index, first) in places.enumerated() {
      for second in places[(index + 1)...].prefix(6) {
        for divisor in 1...Self.divisors {
          let step = (second - first) / Double(divisor)
          guard step >= max(shortest, 4 * tolerance) else { break }
          guard let lattice = fit(places, step, first) else { continue }
          let worth = self.worth(lattice, places.count)
          let same = found.firstIndex {
            ($0.lattice.step - lattice.step).magnitude <= $0.lattice.stepError + lattice.stepError
          }
          if let same {
            if found[same].worth < worth { found[same] = (lattice, worth) }
          } else {
            found.append((lattice, worth))
          }
        }
      }
    }
    found.sort { $0.worth != $1.worth ? $0.worth > $1.worth : $0.lattice.step > $1.lattice.step }
    return found.prefix(limit).map(\.lattice)
  }

  /// Returns a grid refitted with a known origin; nil if most rests do not fit it.
  ///
  /// A known origin makes the step several times more exact.
  func anchored(_ lattice: Lattice, _ rests: [Double], at origin: Double) -> Lattice? {
    var step = lattice.step
    var (inliers, spread, scatter) = (0, 0.0, 0.0)
    for _ in 0..<3 {
      // The error of the step is proportional to the distance of a rest.
      let near = rests.filter { rest in
        let number = ((rest - origin) / step).rounded(.toNearestOrAwayFromZero)
        let slack = min(step / 4, tolerance + number.magnitude * lattice.stepError)
        return number != 0 && Self.miss(rest, step, origin).magnitude <= slack
      }
      guard near.count * 3 >= rests.count * 2 else { return nil }
      var (above, below) = (0.0, 0.0)
      for rest in near {
        let number = ((rest - origin) / step).rounded(.toNearestOrAwayFromZero)
        above += number * (rest - origin)
        below += number * number
      }
      guard below > 0 else { return nil }
      step = above / below
      (inliers, spread) = (near.count, below.squareRoot())
      let squares = near.reduce(0.0) { sum, rest in
        let miss = Self.miss(rest, step, origin)
        return sum + miss * miss
      }
      scatter = max(0.02, uncertainty / 4, (squares / Double(near.count)).squareRoot())
    }
    guard step > 0.9 * lattice.step, step < 1.1 * lattice.step, scatter <= tolerance else {
      return nil
    }
    return Lattice(
      step: step, origin: Self.remainder(origin, step), inliers: inliers,
      stepError: 3 * scatter / spread)
  }

  /// Returns the origin with which a grid of a known step explains most rests.
  func origin(of rests: [Double], step: Double) -> (origin: Double, inliers: Int)? {
    guard step > 4 * tolerance else { return nil }
    var best: (origin: Double, inliers: Int)?
    for reference in distinct(rests) {
      var sum = 0.0
      var count = 0
      for rest in rests {
        let miss = Self.miss(rest, step, reference)
        guard miss.magnitude <= tolerance else { continue }
        sum += miss
        count += 1
      }
      if count > best?.inliers ?? 0 {
        best = (Self.remainder(reference + sum / Double(count), step), count)
      }
    }
    return best
  }

  /// Distinct positions in order; rests within the tolerance are merged.
  func distinct(_ rests: [Double]) -> [Double] {
    var places: [Double] = []
    var (sum, count) = (0.0, 0.0)
    for rest in rests.sorted() {
      if count > 0, rest - sum / count > tolerance {
        places.append(sum / count)
        (sum, count) = (0, 0)
      }
      sum += rest
      count += 1
    }
    if count > 0 { places.append(sum / count) }
    guard places.count > Self.placeLimit else { return places }
    return (0..<Self.placeLimit).map { places[$0 * places.count / Self.placeLimit] }
  }

  /// The signed distance of an offset from its nearest position.
  static func miss(_ offset: Double, _ step: Double, _ origin: Double) -> Double {
    let share = (offset - origin) / step
    guard share.magnitude < 1e9 else { return .infinity }
    return offset - origin - share.rounded(.toNearestOrAwayFromZero) * step
  }

  private static func remainder(_ value: Double, _ step: Double) -> Double {
    let share = value / step
    guard share.magnitude < 1e9 else { return 0 }
    return value - share.rounded(.down) * step
  }

  /// Fits step and origin to the positions near a candidate grid by least squares.
  private func fit(_ places: [Double], _ proposed: Double, _ reference: Double) -> Lattice? {
    var (step, origin) = (proposed, reference)
    var inliers: [Double] = []
    var spread = 0.0
    for _ in 0..<3 {
      inliers = places.filter { Self.miss($0, step, origin).magnitude <= tolerance }
      guard inliers.count >= 2 else { return nil }
      let numbers = inliers.map { (($0 - origin) / step).rounded(.toNearestOrAwayFromZero) }
      let count = Double(inliers.count)
      let meanNumber = numbers.reduce(0, +) / count
      let meanPlace = inliers.reduce(0, +) / count
      var (above, below) = (0.0, 0.0)
      for (number, place) in zip(numbers, inliers) {
        above += (number - meanNumber) * (place - meanPlace)
        below += (number - meanNumber) * (number - meanNumber)
      }
      guard below > 0 else { return nil }
      step = above / below
      guard step > 0.9 * proposed, step < 1.1 * proposed else { return nil }
      origin = meanPlace - meanNumber * step
      spread = below.squareRoot()
    }
    let squares = inliers.reduce(0.0) { sum, place in
      let miss = Self.miss(place, step, origin)
      return sum + miss * miss
    }
    let scatter = max(0.02, uncertainty / 4, (squares / Double(inliers.count)).squareRoot())
    return Lattice(
      step: step, origin: Self.remainder(origin, step), inliers: inliers.count,
      stepError: 3 * scatter / spread)
  }

  /// The improbability that as many positions fit by chance; two always do.
  private func worth(_ lattice: Lattice, _ places: Int) -> Double {
    let free = Double(max(0, lattice.inliers - 2)) + 0.5
    let misses = Double(places - lattice.inliers)
    return free * bits(lattice.step / (2 * tolerance)) - 5 * misses
  }
}
