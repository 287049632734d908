/// A power of five truncated to 128 bits: `(high · 2⁶⁴ + low) · 2^exponent`, at most the true
/// value.
struct PowerOfFive {
  let high: UInt64
  let low: UInt64
  /// The power of two of the lowest bit of `low`.
  let exponent: Int

  /// The powers of ten that, times nineteen digits, may give a finite double other than zero.
  static let range = -342...308
  /// The highest power that 128 bits represent exactly.
  static let lastExact = 55

  /// All powers of `range`, computed on first use in well under a millisecond.
  static let all: [PowerOfFive] = {
    // The computation uses 256 bits: 342 truncations never affect the 128 bits that are kept.
    var powers: [PowerOfFive] = []
    var mantissa = Mantissa()
    for _ in 0..<(-range.lowerBound) {
      mantissa.divideByFive()
      powers.append(mantissa.power)
    }
    powers.reverse()
    mantissa = Mantissa()
    powers.append(mantissa.power)
    for _ in 0..<range.upperBound {
      mantissa.multiplyByFive()
      powers.append(mantissa.power)
    }
    return powers
  }()

  /// Four words, highest first, whose top bit is set.
  private struct Mantissa {
    var words: [UInt64] = [1 << 63, 0, 0, 0]
    var exponent = -255

    var power: PowerOfFive {
      PowerOfFive(high: words[0], low: words[1], exponent: exponent + 128)
    }

    mutating func divideByFive() {
      var remainder: UInt64 = 0
      for index in words.indices {
        (words[index], remainder) = (5 as UInt64).dividingFullWidth((remainder, words[index]))
      }
      let shift = words[0].leadingZeroBitCount
      for index in words.indices {
        let next = index + 1 < words.count ? words[index + 1] : 0
        words[index] = words[index] << shift | next >> (64 - shift)
      }
      exponent -= shift
    }

    mutating func multiplyByFive() {
      var carry: UInt64 = 0
      for index in words.indices.reversed() {
        let (high, low) = words[index].multipliedFullWidth(by: 5)
        let (sum, overflow) = low.addingReportingOverflow(carry)
        words[index] = sum
        carry = high + (overflow ? 1 : 0)
      }
      let shift = 64 - carry.leadingZeroBitCount
      for index in words.indices.reversed() {
        let above = index > 0 ? words[index - 1] : carry
        words[index] = words[index] >> shift | above << (64 - shift)
      }
      exponent += shift
    }
  }
}
