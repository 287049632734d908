/// A regular grid of resting offsets: the proposed layout of a trace without one.
public struct InferredPitch: Hashable, Sendable {
  /// The distance between the starts of neighboring items.
  public var pitch: Double
  /// The first grid offset at or above 0.
  public var origin: Double
  /// The root mean square distance of the resting offsets from the grid.
  public var residual: Double
  /// The number of resting offsets.
  public var restCount: Int
  /// The number of distinct offsets.
  public var placeCount: Int
  /// Offsets that are not on the grid, such as a rest at the end of the content.
  public var outliers: [Double]
  /// The probability that as many random offsets fit some grid as well, at most 1.
  public var chance: Double
  /// The lowest and highest offset on the grid, in pitches from the origin.
  public var span: ClosedRange<Int64>
}

/// The reason why no grid is proposed.
public enum PitchRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are too few distinct offsets.
  case tooFewPlaces(Int)
  /// The offsets fit no grid: the best one has this residual.
  case noGrid(pitch: Double, residual: Double)
  /// Random offsets would fit a grid as well.
  case chance(pitch: Double, probability: Double)

  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .tooFewPlaces(let count):
      "\(count) different \(count == 1 ? "rest is" : "rests are") too few; a grid needs \(PitchInference.minimumPlaces)"
    case .noGrid(let pitch, let residual):
      "the rests form no grid: the best one, every \(Self.text(pitch)), misses them by "
        + "\(Self.text(residual)) on average"
    case .chance(let pitch, let probability):
      "a grid every \(Self.text(pitch)) fits, but so would chance in \(Self.text(probability * 100)) % "
        + "of cases; more rests are needed"
    }
  }

  /// A number with two decimals.
  private static func text(_ value: Double) -> String {
    guard value < 1e12 else { return "\(value)" }
    let hundredths = Int64(value * 100 + 0.5)
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// Infers the pitch of items from the offsets at which a view came to rest.
///
/// Nearby offsets are merged. Every distance between two offsets, and every whole fraction of it,
/// is a candidate. Each candidate is fitted to the offsets; the one with the smallest residual
/// relative to its pitch wins. Half a pitch has twice the relative residual, so the largest grid
/// wins. One offset in five may be an outlier.
public enum PitchInference {
  /// The fewest distinct offsets that are sufficient.
  public static let minimumPlaces = 4
  /// The smallest candidate pitch.
  static let smallestPitch = 8.0
  /// The precision of offsets: smaller residuals are not significant.
  static let precision = 0.25
  /// The largest residual of a grid, in pitches.
  static let largestResidual = 0.05
  /// The largest probability of chance that is accepted.
  static let largestChance = 0.05
  private static let placeLimit = 400
  private static let fractionLimit = 12

  /// Infers a grid from offsets along one axis, or throws the reason why there is none.
  public static func infer(_ offsets: [Double]) throws(PitchRefusal) -> InferredPitch {
    let places = cluster(offsets)
    guard places.count >= minimumPlaces else { throw .tooFewPlaces(places.count) }
    let candidates = candidates(places)
    var best: Fit?
    // Any single offset may be an outlier, so several are tried as references.
    let references = Set([1, 2, 3].map { places.count * $0 / 4 }).sorted().map { places[$0] }
    for candidate in candidates {
      for reference in references {
        guard let fit = fit(places, candidate, through: reference) else { continue }
        if best.map({ fit.score < $0.score }) ?? true { best = fit }
      }
    }
    guard let best else { throw .tooFewPlaces(places.count) }
    guard best.residual / best.pitch <= largestResidual else {
      throw .noGrid(pitch: best.pitch, residual: best.residual)
    }
    let chance = chance(of: best, places.count, tried: candidates.count)
    guard chance <= largestChance else {
      throw .chance(pitch: best.pitch, probability: chance)
    }
    return InferredPitch(
      pitch: best.pitch, origin: best.origin, residual: best.residual, restCount: offsets.count,
      placeCount: places.count, outliers: best.outliers, chance: chance, span: best.span)
  }

  /// Sorted means of groups of offsets in which neighbors are within one point.
  static func cluster(_ offsets: [Double]) -> [Double] {
    var places: [Double] = []
    var (sum, count, last) = (0.0, 0.0, 0.0)
    for offset in offsets.sorted() {
      if count > 0, offset - last > 1 {
        places.append(sum / count)
        (sum, count) = (0, 0)
      }
      sum += offset
      count += 1
      last = offset
    }
    if count > 0 { places.append(sum / count) }
    // This many offsets are sufficient to find a grid.
    return Array(places.prefix(placeLimit))
  }

  /// Distances of near neighbors and their whole fractions, without near duplicates.
  private static func candidates(_ places: [Double]) -> [Double] {
    var distances: [Double] = []
    for (index, place) in places.enumerated() {
      for other in places[(index + 1)...].prefix(3) {
        for divisor in 1...fractionLimit {
          let pitch = (other - place) / Double(divisor)
          if pitch >= smallestPitch { distances.append(pitch) }
        }
      }
    }
    distances.sort()
    var candidates: [Double] = []
    for distance in distances where distance - (candidates.last ?? 0) > distance * 1e-4 {
      candidates.append(distance)
    }
    return candidates
  }

  private struct Fit {
    var pitch: Double
    var origin: Double
    var residual: Double
    var outliers: [Double]
    var span: ClosedRange<Int64>

    var score: Double { (residual + precision) / pitch }
  }

  /// Fits a line through the offsets over their grid numbers, and drops the worst outlier each
  /// time.
  ///
  /// The worst outliers are dropped before the first fit, because a distant outlier would distort
  /// it.
  private static func fit(
    _ places: [Double], _ candidate: Double, through reference: Double
  ) -> Fit? {
    var (pitch, origin) = (candidate, reference)
    var inliers = inliers(places, pitch, origin)
    for _ in 0..<3 {
      guard let line = line(inliers, pitch, origin) else { return nil }
      // A line far from its candidate belongs to another candidate.
      guard line.pitch > candidate * 0.9, line.pitch < candidate * 1.1 else { return nil }
      (pitch, origin) = line
      inliers = Self.inliers(places, pitch, origin)
    }
    let numbers = inliers.map { nearest(($0 - origin) / pitch) }
    guard let low = numbers.min(), let high = numbers.max(), high > low else { return nil }
    let squares = inliers.reduce(0.0) { sum, place in
      let miss = miss(place, pitch, origin)
      return sum + miss * miss
    }
    let residual = (squares / Double(inliers.count)).squareRoot()
    let outliers = places.filter { !inliers.contains($0) }
    // The origin becomes the first grid offset at or above 0. A slightly negative one within the
    // residual counts as 0.
    let first = nearest((origin + residual) / pitch - 0.5 + 1e-9)
    return Fit(
      pitch: pitch, origin: max(0, origin - Double(first) * pitch), residual: residual,
      outliers: outliers, span: (low &+ first)...(high &+ first))
  }

  /// The offsets nearest to a grid: all but one in five, or more if more are near.
  private static func inliers(_ places: [Double], _ pitch: Double, _ origin: Double) -> [Double] {
    let misses = places.map { miss($0, pitch, origin) }.sorted()
    let bound = max(misses[misses.count - 1 - places.count / 5], 1)
    return places.filter { miss($0, pitch, origin) <= bound }
  }

  /// The least-squares line through the offsets over their grid numbers.
  private static func line(
    _ places: [Double], _ pitch: Double, _ origin: Double
  ) -> (pitch: Double, origin: Double)? {
    let count = Double(places.count)
    var (meanNumber, meanPlace) = (0.0, 0.0)
    for place in places {
      meanNumber += Double(nearest((place - origin) / pitch)) / count
      meanPlace += place / count
    }
    var (above, below) = (0.0, 0.0)
    for place in places {
      let number = Double(nearest((place - origin) / pitch)) - meanNumber
      above += number * (place - meanPlace)
      below += number * number
    }
    guard below > 0 else { return nil }
    let slope = above / below
    return (slope, meanPlace - slope * meanNumber)
  }

  private static func miss(_ place: Double, _ pitch: Double, _ origin: Double) -> Double {
    let distance = place - origin - Double(nearest((place - origin) / pitch)) * pitch
    return distance < 0 ? -distance : distance
  }

  private static func nearest(_ value: Double) -> Int64 {
    guard value > -1e15, value < 1e15 else { return 0 }
    let whole = Int64(value)
    let rest = value - Double(whole)
    return rest >= 0.5 ? whole + 1 : rest < -0.5 ? whole - 1 : whole
  }

  /// The probability that random offsets fit any of the candidate grids as well.
  ///
  /// Two offsets determine a grid. Each other one is within the residual with a probability of
  /// twice the residual in pitches.
  private static func chance(of fit: Fit, _ places: Int, tried: Int) -> Double {
    let width = min(1, 4 * (fit.residual + precision) / fit.pitch)
    var chance = Double(tried)
    for _ in 0..<max(0, places - fit.outliers.count - 2) { chance *= width }
    // The choice of outliers increases the probability.
    for _ in fit.outliers { chance *= Double(places) }
    return min(1, chance)
  }
}
