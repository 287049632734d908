import Simulation
import TestSupport
import Testing
import TextKit

@Suite struct NumberTextTests {
  static let texts: [(Double, String)] = [
    (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (-0.25, "-0.25"), (0.1, "0.1"),
    (123.456, "123.456"), (390, "390"), (9_007_199_254_740_991, "9007199254740991"),
    (0.000001, "1e-06"), (0.00001, "1e-05"), (0.0001, "0.0001"),
    (999_999_999.999999, "999999999.999999"), (1e-7, "1e-07"),
    (1.0 / 3, "0.3333333333333333"), (8.333333333333334, "8.333333333333334"),
    (.leastNonzeroMagnitude, "5e-324"), (1e300, "1e+300"), (0.1 + 0.2, "0.30000000000000004"),
    (1_000_000_000.5, "1000000000.5"), (100.000001, "100.000001"),
  ]

  @Test("a number is written with the fewest digits that read back", arguments: texts)
  func shortest(value: Double, text: String) throws {
    #expect(try NumberText.text(value) == text)
  }

  @Test("a non-finite number is refused", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(value: Double) {
    #expect(throws: NumberError.notFinite) { try NumberText.text(value) }
  }

  @Test(
    "every integer is written in full",
    arguments: [
      (Int64.min, "-9223372036854775808"), (.max, "9223372036854775807"), (0, "0"), (10, "10"),
      (-1, "-1"), (1_000_000, "1000000"),
    ])
  func integers(value: Int64, text: String) {
    var bytes: [UInt8] = []
    NumberText.append(value, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test("a written number reads back bit for bit and is no longer than Swift's text")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 4711)
    for index in 0..<(Cases.count * 50) {
      let bits = generator.next()
      let value =
        switch index % 4 {
        case 0: Double(bitPattern: bits)
        case 1: Double(bits % 2_000_000_000) / 1000
        case 2: Double(Int64(bitPattern: bits) >> 30) / 64
        default: Double(bits % 1_000_000) / 1_000_000
        }
      guard value.isFinite else { continue }
      let text = try NumberText.text(value)
      let read = try DecimalParser.double(Array(text.utf8).span)
      #expect(read == value, "case \(index) of seed 4711")
      #expect(text.utf8.count <= value.description.utf8.count, "case \(index) of seed 4711")
    }
  }
}
