/// A histogram of times in nanoseconds with bins of a five-hundredth of their size.
///
/// Its memory is constant. A bin contains the mean of its times, so equal times are exact.
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

  /// Creates a histogram without bins.
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

  /// Removes all times and keeps the memory.
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
  func percentiles(_ shares: [Double], _ bootstrap: Bootstrap) -> [IntervalPercentile] {
    guard count > 0 else { return [] }
    let times = RankedTimes(filled, count)
    return shares.map { share in
      let value = times[RankedTimes.rank(of: share, count)]
      let (low, high) = bootstrap.interval(of: share, times)
      return IntervalPercentile(
        share: share, milliseconds: value / 1_000_000, lowMilliseconds: low / 1_000_000,
        highMilliseconds: high / 1_000_000)
    }
  }

  /// The nonempty bins: the cumulative count and the mean of each.
  private var filled: [(upTo: Int, mean: Double)] {
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

/// A small random number generator with equal results on every machine.
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
