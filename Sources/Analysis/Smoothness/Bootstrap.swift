/// Computes 95 % intervals of percentiles by resampling with a seeded generator.
///
/// A resample's percentile is the time at an order statistic of uniform numbers. Up to thirty times
/// are drawn individually. For more, that order statistic is nearly normal and the percentile grows
/// with it, so the interval ends are drawn only once.
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

  /// Returns the interval of a percentile, in nanoseconds.
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

  /// Creates the ranks from ascending bins: the cumulative count and the mean of each.
  init(_ filled: [(upTo: Int, mean: Double)], _ count: Int) {
    self.filled = filled
    self.count = count
  }

  /// The time at a rank from 0, in nanoseconds; clamped to the valid ranks.
  subscript(rank: Int) -> Double {
    var (low, high) = (0, filled.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if filled[middle].upTo > rank { high = middle } else { low = middle + 1 }
    }
    return filled.isEmpty ? 0 : filled[low].mean
  }

  /// The nearest rank of a fraction, from 0.
  static func rank(of share: Double, _ count: Int) -> Int {
    let exact = (share * Double(count)).rounded(.up)
    return min(max(Int(exactly: exact) ?? 1, 1), count) - 1
  }
}

extension SplitMix {
  /// Returns a nearly normal number: the sum of eight uniform 16-bit numbers, whose variance of 8 /
  /// 12 is scaled to 1.
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
