import Foundation
import Simulation
import TestSupport
import Testing
import TextKit

@Suite struct DecimalParserTests {
  static let values: [(String, Double)] = [
    ("0", 0), ("-0", -0.0), ("1", 1), ("-1.5", -1.5), ("0.1", 0.1), ("1e5", 1e5),
    ("1E+5", 1e5), ("1e-5", 1e-5), ("123456789012345678", 123_456_789_012_345_680),
    ("9007199254740993", 9_007_199_254_740_992),  // a half, to even
    ("9007199254740993.0000000000000000000000000000001", 9_007_199_254_740_994),
    // The digit that breaks the tie is after all digits that the parser stores.
    ("9007199254740993." + String(repeating: "0", count: 800) + "1", 9_007_199_254_740_994),
    ("1.7976931348623157e308", .greatestFiniteMagnitude),
    ("1.797693134862315807e308", .greatestFiniteMagnitude),
    ("4.9e-324", .leastNonzeroMagnitude), ("2.4703282292062328e-324", .leastNonzeroMagnitude),
    ("2.4703282292062327e-324", 0), ("2.2250738585072011e-308", .leastNormalMagnitude.nextDown),
    ("2.2250738585072014e-308", .leastNormalMagnitude), ("1e-400", 0), ("-1e-400", -0.0),
    ("0e999999999999999999999", 0), ("1e-99999999999999999999999", 0),
    ("0.000000000000000000000000000000000001e36", 1),
    ("1" + String(repeating: "0", count: 400) + "e-400", 1),
    ("0." + String(repeating: "0", count: 400) + "1e401", 1),
    ("2.50000000000000000", 2.5), ("100000000000000000000", 1e20),
    ("3.14159265358979323846264338327950288", .pi),
  ]

  @Test("a number is read as the nearest double", arguments: values)
  func nearest(text: String, value: Double) throws {
    let read = try DecimalParser.double(Array(text.utf8).span)
    #expect(read.bitPattern == value.bitPattern, "\(text)")
  }

  static let malformed: [(String, Int)] = [
    ("", 0), ("-", 1), ("+1", 0), ("01", 1), ("-01", 2), ("00", 1), (".5", 0), ("-.5", 1),
    ("1.", 2), ("1.e5", 2), ("1e", 2), ("1e+", 3), ("1e-x", 3), ("0x10", 1), ("1 ", 1), (" 1", 0),
    ("inf", 0), ("NaN", 0), ("-Infinity", 1), ("1,5", 1), ("1_000", 1), ("1e5.0", 3), ("١", 0),
    ("1\u{0}", 1), ("1.5.5", 3), ("--1", 1), ("0.5f", 3), ("1e5e5", 3),
  ]

  @Test("numbers outside JSON's grammar are refused with their byte", arguments: malformed)
  func grammar(text: String, offset: Int) {
    #expect(throws: NumberError.malformed(offset: offset)) {
      try DecimalParser.double(Array(text.utf8).span)
    }
    #expect(throws: NumberError.malformed(offset: offset)) {
      try DecimalParser.int64(Array(text.utf8).span)
    }
  }

  @Test(
    "a number beyond every double is out of range and never infinite",
    arguments: [
      "1e309", "-1e309", "1e400", "1.7976931348623159e308", "1.797693134862315808e308",
      "1e999999999999999999999", "1" + String(repeating: "0", count: 309),
      String(repeating: "9", count: 2_000),
    ])
  func outOfRange(text: String) {
    #expect(throws: NumberError.outOfRange) { try DecimalParser.double(Array(text.utf8).span) }
  }

  static let integers: [(String, Int64)] = [
    ("0", 0), ("-0", 0), ("9223372036854775807", .max), ("-9223372036854775808", .min),
    ("-5797676438892459450", -5_797_676_438_892_459_450), ("12.0", 12), ("1.2e1", 12),
    ("1200e-2", 12), ("1e18", 1_000_000_000_000_000_000), ("0.0e99", 0),
    ("12.000000000000000000000000", 12), ("9223372036854775807.0", .max),
  ]

  @Test("a whole number is read exactly in every notation", arguments: integers)
  func whole(text: String, value: Int64) throws {
    #expect(try DecimalParser.int64(Array(text.utf8).span) == value)
  }

  static let notInteger: [(String, NumberError)] = [
    ("9223372036854775808", .integerOverflow), ("-9223372036854775809", .integerOverflow),
    ("1e19", .integerOverflow), ("1e400", .integerOverflow),
    ("99999999999999999999999999", .integerOverflow), ("1.5", .notAnInteger),
    ("1e-1", .notAnInteger), ("1e-999999999", .notAnInteger),
    ("0.00000000000000000000000000000001", .notAnInteger),
    ("1.00000000000000000000000000000001", .notAnInteger),
  ]

  @Test("an integer that is fractional or out of range is refused", arguments: notInteger)
  func integerErrors(text: String, error: NumberError) {
    #expect(throws: error) { try DecimalParser.int64(Array(text.utf8).span) }
  }

  @Test("any number is read as the C library reads it, bit for bit", arguments: 0..<6)
  func agreesWithStrtod(kind: Int) {
    let seed = UInt64(kind) &* 1_000_003 &+ 17
    var generator = SeededGenerator(seed: seed)
    for index in 0..<(Cases.count * 1000 / 6) {
      let text = Self.text(kind, &generator)
      let expected = strtod(text, nil)
      let read = (try? DecimalParser.double(Array(text.utf8).span)) ?? .infinity
      let agrees =
        expected.isFinite
        ? read.bitPattern == expected.bitPattern : read.magnitude == expected.magnitude
      if !agrees {
        Issue.record("\(text) read as \(read), not \(expected) (seed \(seed), case \(index))")
        return
      }
    }
  }

  private static func text(_ kind: Int, _ generator: inout SeededGenerator) -> String {
    let bits = generator.next()
    switch kind {
    case 0:
      let value = Double(bitPattern: bits)
      return value.isFinite ? value.description : "0"
    case 1: return "\(Int64(bitPattern: bits >> (bits & 63))).\(generator.next() % 1_000_000)"
    case 2: return "\(bits)e\(Int(generator.next() % 700) - 360)"
    case 3: return Double(bitPattern: bits >> 12).description  // subnormals
    case 4:
      // Halfway between two doubles, exactly or almost.
      let half = halfway(odd: bits >> 10 | 1, halvings: Int(generator.next() % 60))
      let tails = ["", "0000000000000000000000001", "00000000000000000"]
      return half + tails[Int(generator.next() % 3)]
    default:
      let zeros = String(repeating: "0", count: Int(generator.next() % 30))
      return "0.\(zeros)\(bits)\(generator.next())e\(Int(generator.next() % 80) - 40)"
    }
  }

  /// Returns all decimal digits of `odd / 2^halvings`; 54 bits are between two doubles.
  private static func halfway(odd: UInt64, halvings: Int) -> String {
    var digits = String(odd).utf8.map { $0 - 48 }
    let whole = digits.count
    for _ in 0..<halvings {
      var carry: UInt8 = 0
      for index in digits.indices {
        let value = carry * 10 + digits[index]
        digits[index] = value / 2
        carry = value % 2
      }
      if carry == 1 { digits.append(5) }
    }
    let text = digits.map { String($0) }.joined()
    let leading = text.prefix(whole).drop { $0 == "0" }
    let fraction = text.dropFirst(whole)
    return (leading.isEmpty ? "0" : String(leading)) + "." + (fraction.isEmpty ? "0" : fraction)
  }
}
