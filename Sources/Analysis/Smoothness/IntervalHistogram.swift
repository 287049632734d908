/// Counts times in nanoseconds in bins of a five-hundredth of their size.
///
/// Its memory is fixed, whatever the number of times. A bin knows the mean of what is in it, so equal
/// times come out exactly.
struct IntervalHistogram: Hashable, Sendable {
  private static let steps = 512
  private static let smallest = 10
  private static let octaves = 30

  private var counts: [UInt32]
  private var sums: [Int64]
  private var low = Int.max
  private var high = -1
  private(set) var count = 0
  private(set) var largest: Int64 = 0

  init() {
    counts = Array(repeating: 0, count: Self.steps * Self.octaves)
    sums = Array(repeating: 0, count: Self.steps * Self.octaves)
  }

  /// A place holder that holds nothing and can hold nothing.
  init(withoutBins: Void) {
    counts = []
    sums = []
  }

  /// Adds a time above 0.
  mutating func add(_ nanoseconds: Int64) {
    let bin = Self.bin(of: nanoseconds)
    counts[bin] &+= 1
    sums[bin] &+= nanoseconds
    if bin < low { low = bin }
    if bin > high { high = bin }
    if nanoseconds > largest { largest = nanoseconds }
    count &+= 1
  }

  /// Adds all times of another histogram.
  mutating func add(_ other: IntervalHistogram) {
    guard other.count > 0 else { return }
    for bin in other.low...other.high where other.counts[bin] > 0 {
      counts[bin] &+= other.counts[bin]
      sums[bin] &+= other.sums[bin]
    }
    low = min(low, other.low)
    high = max(high, other.high)
    largest = max(largest, other.largest)
    count &+= other.count
  }

  /// Empties it and keeps its memory.
  mutating func clear() {
    guard count > 0 else { return }
    for bin in low...high {
      counts[bin] = 0
      sums[bin] = 0
    }
    (low, high, count, largest) = (.max, -1, 0, 0)
  }

  private static func bin(of nanoseconds: Int64) -> Int {
    let value = UInt64(max(nanoseconds, 1 << Int64(smallest)))
    let exponent = 63 - value.leadingZeroBitCount
    let step = Int(truncatingIfNeeded: value >> UInt64(exponent - 9)) & (steps - 1)
    return min((exponent - smallest) * steps + step, steps * octaves - 1)
  }

  /// Returns percentiles by nearest rank, each with a bootstrap interval.
  func percentiles(_ shares: [Double], seed: UInt64, resamples: Int) -> [IntervalPercentile] {
    guard count > 0 else { return [] }
    let times = RankedTimes(self)
    return shares.map { share in
      var random = SplitMix(state: seed)
      var found: [Double] = []
      found.reserveCapacity(resamples)
      for _ in 0..<resamples { found.append(times.resampled(share, &random)) }
      found.sort()
      let value = times[RankedTimes.rank(of: share, count)]
      let low = found.isEmpty ? value : found[RankedTimes.rank(of: 0.025, found.count)]
      let high = found.isEmpty ? value : found[RankedTimes.rank(of: 0.975, found.count)]
      return IntervalPercentile(
        share: share, milliseconds: value / 1_000_000, lowMilliseconds: low / 1_000_000,
        highMilliseconds: high / 1_000_000)
    }
  }

  /// The bins that hold anything: how many times lie in or below each, and its mean.
  fileprivate var filled: [(upTo: Int, mean: Double)] {
    guard count > 0 else { return [] }
    var filled: [(upTo: Int, mean: Double)] = []
    var sum = 0
    for bin in low...high where counts[bin] > 0 {
      sum += Int(counts[bin])
      filled.append((sum, Double(sums[bin]) / Double(counts[bin])))
    }
    return filled
  }
}

/// The times of a histogram by rank, for many questions.
private struct RankedTimes {
  private let filled: [(upTo: Int, mean: Double)]
  private let count: Int

  init(_ histogram: IntervalHistogram) {
    filled = histogram.filled
    count = histogram.count
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

  /// The percentile of as many times drawn at random from these.
  ///
  /// A resample's percentile is the time at an order statistic of uniform numbers. Few are drawn one
  /// by one; for many, that number is nearly normal, and eight uniform numbers make a normal one.
  func resampled(_ share: Double, _ random: inout SplitMix) -> Double {
    let wanted = Self.rank(of: share, count)
    if count <= 30 {
      var ranks: [Int] = []
      ranks.reserveCapacity(count)
      for _ in 0..<count { ranks.append(random.below(count)) }
      ranks.sort()
      return self[ranks[wanted]]
    }
    // Eight numbers of 16 bits have a variance of 8 / 12.
    let (first, second) = (random.next(), random.next())
    var pieces = 0
    for shift in [UInt64(0), 16, 32, 48] {
      pieces += Int(first >> shift & 0xFFFF) + Int(second >> shift & 0xFFFF)
    }
    let sum = (Double(pieces) / 65_536 - 4) * 1.224744871391589
    let mean = Double(wanted + 1) / Double(count + 1)
    let deviation = (mean * (1 - mean) / Double(count + 2)).squareRoot()
    let place = ((mean + sum * deviation) * Double(count)).rounded(.down)
    return self[Int(exactly: place) ?? wanted]
  }
}

/// A small generator of random numbers, the same on every machine.
struct SplitMix: Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(max(bound, 1))).high)
  }
}
