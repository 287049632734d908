/// Gives percentiles their 95 % intervals by resampling with a seeded generator.
///
/// A resample's percentile is the time at an order statistic of uniform numbers. Up to thirty times
/// are drawn one by one. For more, that number is nearly normal, and since a percentile only grows
/// with it, the ends of the interval are those of the drawn numbers: they are drawn once.
struct Bootstrap: Hashable, Sendable {
  private let seed: UInt64
  private let resamples: Int
  private let low: Double
  private let high: Double

  init(seed: UInt64, resamples: Int) {
    self.seed = seed
    self.resamples = min(max(resamples, 1), 100_000)
    var random = SplitMix(state: seed)
    var deviates: [Double] = []
    for _ in 0..<self.resamples { deviates.append(random.normal()) }
    deviates.sort()
    low = deviates[RankedTimes.rank(of: 0.025, deviates.count)]
    high = deviates[RankedTimes.rank(of: 0.975, deviates.count)]
  }

  /// Returns the ends of the interval of a percentile, in nanoseconds.
  func interval(of share: Double, _ times: RankedTimes) -> (low: Double, high: Double) {
    let count = times.count
    let wanted = RankedTimes.rank(of: share, count)
    if count <= 30 { return resampled(wanted, times) }
    let mean = Double(wanted + 1) / Double(count + 1)
    let deviation = (mean * (1 - mean) / Double(count + 2)).squareRoot()
    func time(_ deviate: Double) -> Double {
      let place = ((mean + deviate * deviation) * Double(count)).rounded(.down)
      return times[Int(exactly: place) ?? wanted]
    }
    let value = times[wanted]
    return (min(time(low), value), max(time(high), value))
  }

  private func resampled(_ wanted: Int, _ times: RankedTimes) -> (low: Double, high: Double) {
    var random = SplitMix(state: seed)
    var found: [Double] = []
    found.reserveCapacity(resamples)
    var ranks = Array(repeating: 0, count: times.count)
    for _ in 0..<resamples {
      for place in ranks.indices { ranks[place] = random.below(times.count) }
      ranks.sort()
      found.append(times[ranks[wanted]])
    }
    found.sort()
    return (
      found[RankedTimes.rank(of: 0.025, found.count)],
      found[RankedTimes.rank(of: 0.975, found.count)]
    )
  }
}

/// The times of a histogram by rank.
struct RankedTimes {
  private let filled: [(upTo: Int, mean: Double)]
  let count: Int

  /// Takes bins in ascending order: how many times lie in or below each, and its mean.
  init(_ filled: [(upTo: Int, mean: Double)], _ count: Int) {
    self.filled = filled
    self.count = count
  }

  /// The time of a rank, from 0, in nanoseconds; held at the ends.
  subscript(rank: Int) -> Double {
    var (low, high) = (0, filled.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if filled[middle].upTo > rank { high = middle } else { low = middle + 1 }
    }
    return filled.isEmpty ? 0 : filled[low].mean
  }

  /// The nearest rank of a share of so many, from 0.
  static func rank(of share: Double, _ count: Int) -> Int {
    let exact = (share * Double(count)).rounded(.up)
    return min(max(Int(exactly: exact) ?? 1, 1), count) - 1
  }
}

extension SplitMix {
  /// Returns a nearly normal number: the sum of eight uniform ones of 16 bits, which has a variance
  /// of 8 / 12, made one.
  mutating func normal() -> Double {
    let (first, second) = (next(), next())
    var pieces = 0
    for shift in 0..<4 {
      pieces += Int(first >> UInt64(16 * shift) & 0xFFFF)
      pieces += Int(second >> UInt64(16 * shift) & 0xFFFF)
    }
    return (Double(pieces) / 65_536 - 4) * 1.224744871391589
  }
}
