extension Elementary {
  /// Replaces each number by its exponential, two at a time.
  ///
  /// The bits equal those of `exp(_:)`, because each lane executes the same additions and
  /// multiplications in the same order.
  public static func exp(_ numbers: UnsafeMutableBufferPointer<Double>) {
    powersOfTwo.withUnsafeBufferPointer { table in
      var index = 0
      while index &+ 1 < numbers.count {
        let x = SIMD2(numbers[index], numbers[index &+ 1])
        let y = isUsual(x[0]) && isUsual(x[1]) ? exp(x, table) : SIMD2(exp(x[0]), exp(x[1]))
        numbers[index] = y[0]
        numbers[index &+ 1] = y[1]
        index &+= 2
      }
      if index < numbers.count { numbers[index] = exp(numbers[index]) }
    }
  }

  /// Whether one factor is sufficient for the power of two in the result.
  @inline(__always) private static func isUsual(_ x: Double) -> Bool { x > -690 && x < 690 }

  /// See the scalar `exp(_:)` for the method.
  @inline(__always) private static func exp(
    _ x: SIMD2<Double>, _ table: UnsafeBufferPointer<Double>
  ) -> SIMD2<Double> {
    let toWhole = SIMD2<Double>(repeating: 0x1.8p+52)
    let shifted = x * SIMD2(repeating: log2e * 128) + toWhole
    let k = shifted - toWhole
    let r = (x - k * SIMD2(repeating: ln2High / 128)) - k * SIMD2(repeating: ln2Low / 128)
    let square = r * r
    let near: SIMD2<Double> = SIMD2(repeating: 0.5) + r * SIMD2(repeating: 1.0 / 6)
    let far: SIMD2<Double> = SIMD2(repeating: 1.0 / 24) + r * SIMD2(repeating: 1.0 / 120)
    let excess: SIMD2<Double> = (r + square * near) + square * square * far
    let first = Int(Int32(truncatingIfNeeded: shifted[0].bitPattern))
    let second = Int(Int32(truncatingIfNeeded: shifted[1].bitPattern))
    let (one, other) = (2 &* (first & 127), 2 &* (second & 127))
    let power = SIMD2(table[one], table[other])
    let rest = SIMD2(table[one &+ 1], table[other &+ 1])
    let value: SIMD2<Double> = power + (power * excess + rest)
    return value * SIMD2(self.power(first >> 7), self.power(second >> 7))
  }
}
