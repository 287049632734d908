import CBaseline
import TextKit

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Numbers as texts, each ending with a zero byte, and the start of each.
private struct NumberTexts {
  var bytes: [UInt8] = []
  var offsets: [UInt32] = []

  mutating func append(_ value: Double, digits: Int32) {
    offsets.append(UInt32(bytes.count))
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      let length = Int(baseline_format(buffer.baseAddress, buffer.count, value, digits))
      bytes.append(contentsOf: buffer.prefix(length).map(UInt8.init(bitPattern:)))
    }
    bytes.append(0)
  }

  func ourSum() throws -> Double {
    var sum = 0.0
    let span = bytes.span
    for offset in offsets { sum += try Self.number(span, at: offset) }
    return sum
  }

  /// Parses the number at an offset as the scanner does, up to the first byte that is not part of
  /// it.
  @inline(__always)
  private static func number(_ span: Span<UInt8>, at offset: UInt32) throws -> Double {
    try DecimalParser.double(in: span, at: Int(offset)).value
  }

  func theirSum() -> Double {
    bytes.withUnsafeBytes { texts in
      guard let base = texts.baseAddress else { return 0 }
      return baseline_strtod_sum(
        base.assumingMemoryBound(to: CChar.self), offsets, offsets.count)
    }
  }

  /// The number of texts that the two parse differently.
  func mismatches() -> Int {
    bytes.withUnsafeBytes { texts in
      guard let base = texts.baseAddress?.assumingMemoryBound(to: CChar.self) else { return 0 }
      let span = bytes.span
      return offsets.count { offset in
        let ours = try? Self.number(span, at: offset)
        let theirs = baseline_strtod(base + Int(offset))
        return ours?.bitPattern != theirs.bitPattern
      }
    }
  }
}

/// The speed of parsing a number, compared with `strtod`, and whether both give the same value.
func measureNumbers(_ settings: Settings) throws -> [Measure] {
  var generator = Seeded(state: 17)
  var texts = NumberTexts()
  while texts.offsets.count < 200_000 {
    texts.append(Double.random(in: 0..<100_000, using: &generator), digits: 17)
  }
  var sums: Set<UInt64> = []
  let comparison = try Comparison.run(settings.rounds) {
    try seconds { for _ in 0..<5 { sums.insert(try texts.ourSum().bitPattern) } }
  } baseline: {
    seconds { for _ in 0..<5 { sums.insert(texts.theirSum().bitPattern) } }
  }
  let (mismatches, count) = compare(settings, &generator)
  let perNumber = 1e9 / Double(texts.offsets.count * 5)
  return [
    Measure(
      name: "numbers of 17 digits, speed of strtod's", value: 1 / comparison.ratio, unit: "×",
      goal: .atLeast(4),
      detail: "\(decimal(median(comparison.ours) * perNumber)) ns, "
        + "strtod \(decimal(median(comparison.baseline) * perNumber)) ns"),
    Measure(
      name: "numbers unlike strtod's", value: Double(mismatches + sums.count - 1), unit: "",
      goal: .atMost(0), detail: "of \(count) random numbers"),
  ]
}

/// Compares random values of every size, written with 1 to 25 digits.
private func compare(
  _ settings: Settings, _ generator: inout Seeded
) -> (mismatches: Int, count: Int) {
  let cases = getenv("SCROLLTRACE_CASES").flatMap { Int(String(cString: $0)) } ?? 200
  let count = settings.isFull ? 10_000_000 : cases * 1000
  var (mismatches, done) = (0, 0)
  while done < count {
    var texts = NumberTexts()
    while texts.offsets.count < min(100_000, count - done) {
      let bits = generator.next()
      let isAnything = bits % 3 == 0
      let value =
        isAnything ? Double(bitPattern: bits) : Double.random(in: -1e6..<1e6, using: &generator)
      guard value.isFinite else { continue }
      let digits: Int32 = bits % 2 == 0 ? 17 : Int32(1 + bits >> 8 % 25)
      // Numbers with few digits may round beyond the largest number.
      guard value.magnitude < 1e308 else { continue }
      texts.append(value, digits: digits)
    }
    mismatches += texts.mismatches()
    done += texts.offsets.count
  }
  return (mismatches, done)
}

/// SplitMix64: the same numbers on every machine.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
