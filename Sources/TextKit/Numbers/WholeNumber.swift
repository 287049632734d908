/// An integer of any size: the slow, exact method of the number parser.
struct WholeNumber {
  /// Base 2⁶⁴ digits, lowest first, without leading zeros.
  private var limbs: [UInt64]

  init(_ value: UInt64) {
    limbs = value == 0 ? [] : [value]
  }

  var bitWidth: Int {
    guard let top = limbs.last else { return 0 }
    return limbs.count * 64 - top.leadingZeroBitCount
  }

  /// The number of decimal digits, with an error of at most two.
  var approximateDecimalDigits: Int { bitWidth * 30_103 / 100_000 }

  /// Replaces the number by `self · factor + addend`.
  mutating func multiply(by factor: UInt64, adding addend: UInt64 = 0) {
    var carry = addend
    for index in limbs.indices {
      let (high, low) = limbs[index].multipliedFullWidth(by: factor)
      let (sum, overflow) = low.addingReportingOverflow(carry)
      limbs[index] = sum
      carry = high &+ (overflow ? 1 : 0)
    }
    if carry != 0 { limbs.append(carry) }
  }

  mutating func multiply(byFiveTo power: Int) {
    var left = power
    while left > 0 {
      let step = min(left, 27)
      multiply(by: PowerTable.fives[step])
      left -= step
    }
  }

  /// Returns the 64 highest bits of a number other than zero.
  func leadingBits() -> BinaryFraction {
    guard let top = limbs.last else {
      return BinaryFraction(bits: 0, exponent: 0, isInexact: false)
    }
    let shift = top.leadingZeroBitCount
    let next = limbs.count > 1 ? limbs[limbs.count - 2] : 0
    let bits = (top << shift) | (next >> (64 - shift))
    let isInexact = next << shift != 0 || limbs.dropLast(2).contains { $0 != 0 }
    return BinaryFraction(bits: bits, exponent: bitWidth - 64, isInexact: isInexact)
  }

  /// Returns the 64 highest bits of `self / divisor`, both other than zero, by long division.
  func divided(by divisor: WholeNumber) -> BinaryFraction {
    // Align the top bits so that the quotient is in [½, 2), then make it at least 1.
    var dividend = self
    var divisor = divisor
    var scale = dividend.bitWidth - divisor.bitWidth
    if scale > 0 { divisor.shiftLeft(scale) } else { dividend.shiftLeft(-scale) }
    if dividend.isLess(than: divisor) {
      dividend.shiftLeft(1)
      scale -= 1
    }
    var bits: UInt64 = 0
    for _ in 0..<64 {
      bits <<= 1
      if !dividend.isLess(than: divisor) {
        dividend.subtract(divisor)
        bits |= 1
      }
      dividend.shiftLeft(1)
    }
    return BinaryFraction(bits: bits, exponent: scale - 63, isInexact: !dividend.limbs.isEmpty)
  }

  private func isLess(than other: WholeNumber) -> Bool {
    guard limbs.count == other.limbs.count else { return limbs.count < other.limbs.count }
    for index in limbs.indices.reversed() where limbs[index] != other.limbs[index] {
      return limbs[index] < other.limbs[index]
    }
    return false
  }

  /// Subtracts a number that is not larger.
  private mutating func subtract(_ other: WholeNumber) {
    var borrow: UInt64 = 0
    for index in limbs.indices {
      let subtrahend = index < other.limbs.count ? other.limbs[index] : 0
      let (first, under1) = limbs[index].subtractingReportingOverflow(subtrahend)
      let (second, under2) = first.subtractingReportingOverflow(borrow)
      limbs[index] = second
      borrow = under1 || under2 ? 1 : 0
    }
    while limbs.last == 0 { limbs.removeLast() }
  }

  private mutating func shiftLeft(_ count: Int) {
    guard !limbs.isEmpty, count > 0 else { return }
    let (words, bits) = count.quotientAndRemainder(dividingBy: 64)
    if bits > 0 {
      var carry: UInt64 = 0
      for index in limbs.indices {
        let next = limbs[index] >> (64 - bits)
        limbs[index] = (limbs[index] << bits) | carry
        carry = next
      }
      if carry != 0 { limbs.append(carry) }
    }
    if words > 0 { limbs.insert(contentsOf: repeatElement(0, count: words), at: 0) }
  }
}
