import Testing

@testable import Analysis

@Suite("confidence intervals of percentiles")
struct BootstrapTests {
  /// The given number of times: 1, 2, 3 and so on.
  private static func times(_ count: Int) -> RankedTimes {
    RankedTimes((1...count).map { (upTo: $0, mean: Double($0)) }, count)
  }

  @Test("up to 30 times are resampled one by one, more by the normal distribution of their rank")
  func drawing() {
    var wide = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      // One resample is one number.
      let bootstrap = Bootstrap(seed: seed, resamples: 1)
      let few = bootstrap.interval(of: 0.5, Self.times(30))
      #expect(few.low == few.high)
      // The percentile of all times is always inside the interval.
      let many = bootstrap.interval(of: 0.5, Self.times(31))
      #expect(many.low == 16 || many.high == 16)
      if many.low < many.high { wide += 1 }
    }
    #expect(wide > 10)
  }

  @Test("the confidence interval of the median of 1000 times has the theoretical width")
  func width() {
    let interval = Bootstrap(seed: 1, resamples: 2000).interval(of: 0.5, Self.times(1000))
    let half = 1.96 * 1000.0.squareRoot() / 2
    #expect((interval.low - (500 - half)).magnitude < 5)
    #expect((interval.high - (500 + half)).magnitude < 5)
  }

  @Test("a cleared histogram equals a new one")
  func clearing() {
    var histogram = IntervalHistogram()
    histogram.add(16_666_667)
    histogram.add(8_000)
    histogram.clear()
    #expect(histogram == IntervalHistogram())
  }
}
