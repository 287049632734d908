/// A random number generator with the same numbers for the same seed on every machine.
///
/// The state is that of xoshiro256** (Blackman and Vigna), initialized from the seed by splitmix64,
/// so that similar seeds are unrelated. Numbers in a range are computed here, because the standard
/// library does not guarantee its algorithm.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// Creates a generator from a seed.
  public init(seed: UInt64) {
    var mixer = SplitMix64(state: seed)
    state = (mixer.next(), mixer.next(), mixer.next(), mixer.next())
  }

  /// Creates a generator from a state that is not all zeros.
  init(state: (UInt64, UInt64, UInt64, UInt64)) {
    self.state = state
  }

  /// Creates one of several independent streams of a seed.
  public init(seed: UInt64, stream: UInt64) {
    var mixer = SplitMix64(state: stream)
    self.init(seed: seed ^ mixer.next())
  }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
    let result = Self.rotate(state.1 &* 5, 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = Self.rotate(state.3, 45)
    return result
  }

  /// Returns a uniformly distributed number below a bound; 0 for the bound 0.
  public mutating func below(_ bound: UInt64) -> UInt64 {
    guard bound > 0 else { return 0 }
    // Lemire's multiplication: the few low products that would cause a bias are drawn again.
    let unfair = (0 &- bound) % bound
    while true {
      let product = next().multipliedFullWidth(by: bound)
      if product.low >= unfair { return product.high }
    }
  }

  /// Returns an integer in a range.
  public mutating func int(in range: ClosedRange<Int64>) -> Int64 {
    let span = UInt64(bitPattern: range.upperBound &- range.lowerBound)
    let distance = span == .max ? next() : below(span + 1)
    return range.lowerBound &+ Int64(bitPattern: distance)
  }

  /// Returns an integer in a range.
  public mutating func int(in range: ClosedRange<Int>) -> Int {
    Int(truncatingIfNeeded: int(in: Int64(range.lowerBound)...Int64(range.upperBound)))
  }

  /// Returns one of the 2⁵³ evenly spaced numbers from 0 up to but not including 1.
  public mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Returns a number in a finite range.
  public mutating func double(in range: ClosedRange<Double>) -> Double {
    let fraction = unit()
    // Not `low + (high - low) * fraction`, whose difference overflows for wide ranges.
    let value = range.lowerBound * (1 - fraction) + range.upperBound * fraction
    return min(max(value, range.lowerBound), range.upperBound)
  }

  /// Returns true with a given probability.
  public mutating func chance(_ probability: Double) -> Bool {
    unit() < probability
  }

  /// Returns one of the elements, or nil if there are none.
  public mutating func element<Elements: RandomAccessCollection>(
    of elements: Elements
  ) -> Elements.Element? {
    guard !elements.isEmpty else { return nil }
    let distance = Int(truncatingIfNeeded: below(UInt64(elements.count)))
    return elements[elements.index(elements.startIndex, offsetBy: distance)]
  }

  /// Shuffles elements; all orders are equally likely.
  public mutating func shuffle<Element>(_ elements: inout [Element]) {
    guard elements.count > 1 else { return }
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, int(in: 0...last))
    }
  }

  private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }
}

/// The generator that derives the words of a state from one word.
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
