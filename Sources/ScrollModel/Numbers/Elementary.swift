/// Transcendental functions from IEEE basic operations, so that every machine returns the same
/// bits.
///
/// The platform's functions depend on the processor and differ in the last place. The error of
/// these is below 1.5 units in the last place in the used range, tested against a table with sixty
/// digits.
public enum Elementary {
  /// The natural logarithm of 2: its first 32 bits, so that small multiples are exact.
  static let ln2High = 0x1.62e42feep-1
  /// The rest of the natural logarithm of 2.
  static let ln2Low = 0x1.a39ef35793c76p-33
  static let log2e = 0x1.71547652b82fep+0

  /// Returns e to the power of `x`.
  ///
  /// With k/128 the multiple of ln 2 / 128 nearest `x`: 2^(k/128) comes from a table and the rest, at
  /// most 0.0028, from a polynomial that is off by less than 2^-60.
  @inline(__always) public static func exp(_ x: Double) -> Double {
    guard x > -745.2, x < 709.782712893384 else { return beyondRange(x) }
    // Adding 1.5 * 2^52 rounds to a whole number and leaves it in the lowest bits.
    let shifted = x * (log2e * 128) + 0x1.8p+52
    let k = shifted - 0x1.8p+52
    let whole = Int(Int32(truncatingIfNeeded: shifted.bitPattern))
    let r = (x - k * (ln2High / 128)) - k * (ln2Low / 128)
    let square = r * r
    let excess =
      (r + square * (0.5 + r * (1.0 / 6))) + square * square * (1.0 / 24 + r * (1.0 / 120))
    let place = 2 * (whole & 127)
    let (power, rest) = (powersOfTwo[place], powersOfTwo[place + 1])
    let value = power + (power * excess + rest)
    let exponent = whole >> 7
    if exponent > -1000, exponent < 1000 { return value * self.power(exponent) }
    // Uses two factors, because 2^k alone overflows or underflows before the product does.
    let half = exponent / 2
    return value * self.power(half) * self.power(exponent - half)
  }

  private static func beyondRange(_ x: Double) -> Double {
    guard x == x else { return x }
    return x > 0 ? .infinity : 0
  }

  /// Returns the natural logarithm of `x`: minus infinity for 0, NaN for negative numbers.
  public static func ln(_ x: Double) -> Double {
    guard x > 0 else { return x == 0 ? -.infinity : .nan }
    guard x < .infinity else { return x }
    var exponent = Int(x.exponent)
    var mantissa = x.significand
    if mantissa > 1.4142135623730951 {
      mantissa *= 0.5
      exponent += 1
    }
    // ln m = f - s (f - series), s = f / (2 + f): the correction is small if f is.
    let f = mantissa - 1
    let s = f / (2 + f)
    let z = s * s
    var series = 2.0 / 23
    series = series * z + 2.0 / 21
    series = series * z + 2.0 / 19
    series = series * z + 2.0 / 17
    series = series * z + 2.0 / 15
    series = series * z + 2.0 / 13
    series = series * z + 2.0 / 11
    series = series * z + 2.0 / 9
    series = series * z + 2.0 / 7
    series = series * z + 2.0 / 5
    series = series * z + 2.0 / 3
    let square = 0.5 * f * f
    let k = Double(exponent)
    return k * ln2High - ((square - (s * (square + series * z) + k * ln2Low)) - f)
  }

  /// Returns sine and cosine of an angle in radians, for angles below a million.
  public static func sineCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    guard angle == angle, angle > -1e15, angle < 1e15 else { return (0, 1) }
    let quarter = (angle * 0.6366197723675814).rounded(.toNearestOrEven)
    let r =
      ((angle - quarter * 0x1.921fb544p+0) - quarter * 0x1.0b4611a6p-34)
      - quarter * 0x1.3198a2e037073p-69
    let z = r * r
    var sine = -1.0 / 1_307_674_368_000
    sine = sine * z + 1.0 / 6_227_020_800
    sine = sine * z - 1.0 / 39_916_800
    sine = sine * z + 1.0 / 362_880
    sine = sine * z - 1.0 / 5_040
    sine = sine * z + 1.0 / 120
    sine = sine * z - 1.0 / 6
    sine = r + r * z * sine
    var cosine = 1.0 / 20_922_789_888_000
    cosine = cosine * z - 1.0 / 87_178_291_200
    cosine = cosine * z + 1.0 / 479_001_600
    cosine = cosine * z - 1.0 / 3_628_800
    cosine = cosine * z + 1.0 / 40_320
    cosine = cosine * z - 1.0 / 720
    cosine = cosine * z + 1.0 / 24
    cosine = cosine * z - 0.5
    cosine = 1 + z * cosine
    switch Int(quarter) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// Returns 2 to a power from -1022 to 1023.
  static func power(_ exponent: Int) -> Double {
    Double(bitPattern: UInt64(truncatingIfNeeded: exponent + 1023) << 52)
  }
}
