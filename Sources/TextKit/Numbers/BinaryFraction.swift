/// A positive number as 64 leading bits, a power of two, and whether non-zero bits follow.
struct BinaryFraction {
  /// The leading bits; the highest is set.
  var bits: UInt64
  /// The power of two of the lowest of `bits`.
  var exponent: Int
  /// Whether the true value is larger than that of `bits`.
  var isInexact: Bool

  @inline(__always)
  init(bits: UInt64, exponent: Int, isInexact: Bool) {
    self.bits = bits
    self.exponent = exponent
    self.isInexact = isInexact
  }

  /// Computes `digits · 10^power` with two multiplications; nil if they are not precise enough.
  ///
  /// The power of five is truncated to 128 bits, so the product is too small by less than two units
  /// of its second word. Only if that word is nearly full can the first one be wrong. Because of
  /// the truncation the rest is never zero, unless the power is exact.
  @inline(__always)
  init?(_ digits: UInt64, timesTenTo power: Int) {
    guard PowerOfFive.range ~= power else { return nil }
    let five = PowerOfFive.all[power - PowerOfFive.range.lowerBound]
    let isExact = power >= 0 && power <= PowerOfFive.lastExact
    let shift = digits.leadingZeroBitCount
    let top = digits &<< UInt64(truncatingIfNeeded: shift)
    let upper = top.multipliedFullWidth(by: five.high)
    let lower = top.multipliedFullWidth(by: five.low)
    let (middle, carry) = upper.low.addingReportingOverflow(lower.high)
    let high = upper.high &+ (carry ? 1 : 0)
    let lead = 1 &- (high &>> 63)
    guard isExact || middle &<< lead < UInt64.max - 7 else { return nil }
    bits = high &<< lead | (middle &>> 63) & lead
    exponent = five.exponent + 128 + power - shift - Int(truncatingIfNeeded: lead)
    isInexact = !isExact || middle &<< lead != 0 || lower.low != 0
  }

  /// Returns the double nearest to `digits / 10^power` if one multiplication is precise enough.
  ///
  /// The power is truncated to 64 bits, and the product to its first word. Therefore the 64 leading
  /// bits are too small by less than four units. They round like the true value, unless a rounding
  /// boundary is that close. The result is nil in that case, for zero, and beyond 10²⁷.
  @inline(__always)
  static func nearest(_ digits: UInt64, dividedByTenTo power: Int) -> Double? {
    guard 0..<PowerTable.inverseTens.count ~= power, digits != 0 else { return nil }
    let shift = digits.leadingZeroBitCount
    let top = digits &<< UInt64(truncatingIfNeeded: shift)
    let high = top.multipliedFullWidth(by: PowerTable.inverseTens[power]).high
    let lead = 1 &- (high &>> 63)
    let bits = high &<< lead
    guard (bits & 0x7FF) &- 0x3FD > 3 else { return nil }
    let significand = (bits &>> 11) &+ ((bits &>> 10) & 1)
    // The power of two of 10^−power: 217706 / 2¹⁶ is log₂ 10, closely enough for 300 powers.
    let powerOfTwo = (power &* -217_706) &>> 16
    let leading = 64 &+ powerOfTwo &- shift &- Int(truncatingIfNeeded: lead)
    // The significand's leading bit adds one to the exponent field, and a carry another one.
    let field = UInt64(truncatingIfNeeded: leading &+ 1022) &<< 52
    return Double(bitPattern: field &+ significand)
  }

  /// Computes `digits · 10^power` for a power within ±27, where 5^|power| fits 64 bits, exactly.
  init(_ digits: UInt64, timesSmallPower power: Int) {
    let shift = digits.leadingZeroBitCount
    let top = digits << shift
    if power >= 0 {
      let (high, low) = top.multipliedFullWidth(by: PowerTable.fives[power])
      let lead = high.leadingZeroBitCount
      // A shift by 64 (no high part) is well defined in Swift: all bits come from `low`.
      bits = (high << lead) | (low >> (64 - lead))
      exponent = power - shift + 64 - lead
      isInexact = low << lead != 0
    } else {
      let divisor = PowerTable.fives[-power]
      let divisorShift = divisor.leadingZeroBitCount
      let divisorTop = divisor << divisorShift
      // Both have their top bit set, so one halving makes the quotient fit 64 bits exactly.
      let halving = top >= divisorTop ? 1 : 0
      let (quotient, remainder) = divisorTop.dividingFullWidth(
        (top >> halving, halving == 1 ? top << 63 : 0))
      bits = quotient
      exponent = power - shift + divisorShift - 64 + halving
      isInexact = remainder != 0
    }
  }

  /// Returns the nearest double, halves to even; below the smallest subnormal's half, zero.
  @inline(__always)
  func rounded() throws(NumberError) -> Double {
    let leading = exponent + 63
    guard leading <= 1023 else { throw .outOfRange }
    if leading >= -1022, leading < 1023 {
      // The common range, where eleven bits are dropped and no carry reaches infinity. The
      // direction of rounding is unpredictable, so it is computed; only the exact half takes a
      // branch.
      let rest = bits & 0x7FF
      var significand = (bits &>> 11) &+ ((rest &+ 0x3FF) &>> 11)
      if rest == 0x400, isInexact || significand & 1 == 1 { significand &+= 1 }
      let field = UInt64(truncatingIfNeeded: leading &+ 1022) &<< 52
      return Double(bitPattern: field &+ significand)
    }
    let drop = leading >= -1022 ? 11 : 11 + (-1022 - leading)
    guard drop <= 64 else { return 0 }
    var significand = bits >> drop
    let rest = bits & ((1 << drop) &- 1)
    let half: UInt64 = 1 << (drop - 1)
    if rest > half || (rest == half && (isInexact || significand & 1 == 1)) { significand += 1 }
    // A carry out of the significand increments the exponent field, as rounding requires.
    let pattern =
      drop == 11 ? (UInt64(leading + 1022) << 52) + significand : significand
    let value = Double(bitPattern: pattern)
    guard value.isFinite else { throw .outOfRange }
    return value
  }
}
