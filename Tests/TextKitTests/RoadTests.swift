import Foundation
import Simulation
import TestSupport
import Testing

@testable import TextKit

/// The fast paths of the readers, compared with the general ones.
///
/// The following bytes, white space and lengths select the path, which must not affect the result.
@Suite("parsing on fast and slow paths")
struct RoadTests {
  /// Texts that may follow a number: none, or some, in every length that one load reads.
  static let ends: [String] =
    [""] + [",", "}", "]", " ", "\n", "x", "\u{0}"].map { String(repeating: $0, count: 40) }
    + (1...34).map { String(repeating: ",", count: $0) }

  static let numbers: [String] =
    DecimalParserTests.values.map(\.0) + DecimalParserTests.malformed.map(\.0)
    + DecimalParserTests.integers.map(\.0)
    + ["1234567", "12345678", "-123456", "-1234567", "1234567.5", "-123456.5", "0.5", "-0.0"]
    + (1...24).flatMap { count in
      let digits = String("123456789012345678901234".prefix(count))
      return [
        digits, "-\(digits)", "0.\(digits)", "7.\(digits)", "-123456.\(digits)", "1.\(digits)e5",
      ]
    }

  @Test("a number ends or fails at the same byte, whatever follows it", arguments: numbers)
  func tails(text: String) {
    let expected = Result { () throws(NumberError) in
      try DecimalLiteral(in: Array(text.utf8).span, at: 0)
    }
    for tail in Self.ends {
      // The tail must not change the result.
      let bytes = Array((text + tail).utf8)
      let read = Result { () throws(NumberError) in try DecimalLiteral(in: bytes.span, at: 0) }
      #expect(read == expected, "\(text) before \(tail.debugDescription)")
      for start in [1, 7] {
        let moved = [UInt8](repeating: 0x20, count: start) + bytes
        let end = try? DecimalLiteral(in: moved.span, at: start).end
        #expect(end == (try? expected.get().end + start), "\(text) at \(start)")
      }
    }
  }

  @Test("random literals have the end and value of a simple reference parser")
  func randomLiterals() throws {
    var generator = SeededGenerator(seed: 91)
    let alphabet = Array("00123456789123456789.-e+E".utf8)
    for index in 0..<Cases.count * 10 {
      let length = Int(generator.next() % 30)
      var bytes = (0..<length).map { _ in alphabet[Int(generator.next() % 25)] }
      if index % 3 == 0 { bytes = Self.plainNumber(&generator) }
      bytes += [UInt8](repeating: 0x2C, count: Int(generator.next() % 40))
      let label = "\(String(decoding: bytes, as: UTF8.self)), case \(index) of seed 91"
      let end = Grammar.endOfNumber(bytes)
      let literal = try? DecimalLiteral(in: bytes.span, at: 0)
      #expect(literal?.end == end, "\(label)")
      guard let literal, let end else { continue }
      let text = String(decoding: bytes[..<end], as: UTF8.self)
      let value = try? DecimalParser.double(literal, in: bytes.span)
      #expect((value ?? .infinity).magnitude == Double(text)?.magnitude, "\(label)")
      let (again, place) = (try? DecimalParser.double(in: bytes.span, at: 0)) ?? (.infinity, end)
      #expect((value ?? .infinity).bitPattern == again.bitPattern && place == end, "\(label)")
    }
  }

  private static func plainNumber(_ generator: inout SeededGenerator) -> [UInt8] {
    let value = Double.random(in: -1e6..<1e6, using: &generator)
    let places = Int(generator.next() % 19)
    return Array(String(format: "%.\(places)f", value).utf8)
  }

  @Test("a line is read in the same way with and without white space, and truncated anywhere")
  func lines() throws {
    var generator = SeededGenerator(seed: 92)
    for index in 0..<Cases.count {
      let line = RandomLine(using: &generator)
      let label = "case \(index) of seed 92"
      let compact = line.text(space: "")
      #expect(RandomLine.read(compact) == line.outcome(in: compact), "\(label): \(compact)")
      let spaced = line.text(space: index % 2 == 0 ? " " : "\t\r\n ")
      #expect(
        RandomLine.read(spaced).map(\.values) == line.outcome(in: compact).map(\.values),
        "\(label): \(spaced)")
      for count in 0..<compact.utf8.count where count % 3 == index % 3 {
        let cut = String(decoding: Array(compact.utf8.prefix(count)), as: UTF8.self)
        guard cut.utf8.count == count else { continue }
        #expect(throws: JSONError(offset: count, kind: .unexpectedEnd), "\(label): \(cut)") {
          try RandomLine.read(cut).get()
        }
      }
    }
  }
}

/// JSON's grammar of numbers, a byte at a time.
private enum Grammar {
  /// Returns where the number at the start ends; nil if there is none.
  static func endOfNumber(_ bytes: [UInt8]) -> Int? {
    var index = 0
    func digits() -> Int {
      let start = index
      while index < bytes.count, 0x30...0x39 ~= bytes[index] { index += 1 }
      return index - start
    }
    if bytes.first == 0x2D { index = 1 }
    let start = index
    let whole = digits()
    guard whole > 0, whole == 1 || bytes[start] != 0x30 else { return nil }
    if index < bytes.count, bytes[index] == 0x2E {
      index += 1
      guard digits() > 0 else { return nil }
    }
    if index < bytes.count, bytes[index] == 0x65 || bytes[index] == 0x45 {
      index += 1
      if index < bytes.count, bytes[index] == 0x2B || bytes[index] == 0x2D { index += 1 }
      guard digits() > 0 else { return nil }
    }
    return index
  }
}

/// An object of random keys with random values, as text and as what a scanner should make of it.
private struct RandomLine {
  struct Reading: Equatable {
    /// Keys and values alternately, numbers by their bits.
    var values: [String]
    var offset: Int
  }

  private var keys: [String] = []
  private var values: [String] = []

  init(using generator: inout SeededGenerator) {
    for _ in 0..<(generator.next() % 7) {
      keys.append(Self.word(&generator))
      switch generator.next() % 5 {
      case 0: values.append("\"\(Self.word(&generator))\"")
      case 1:
        values.append("\(Int64(truncatingIfNeeded: generator.next()) >> (generator.next() % 64))")
      case 2: values.append("[1.5,2,[],{\"a\":3}]")
      default: values.append("\(Double.random(in: -1e5..<1e5, using: &generator))")
      }
    }
  }

  /// A word of up to 40 letters, now and then with an escape or a letter outside ASCII.
  private static func word(_ generator: inout SeededGenerator) -> String {
    let letters = (0..<(generator.next() % 40 >> (generator.next() % 4))).map { _ in
      switch generator.next() % 40 {
      case 0: "\\u0041"
      case 1: "é"
      case 2: "\\\""
      default:
        String("abcdefghijklmnopqrstuvwxyz_0123456789".randomElement(using: &generator) ?? "a")
      }
    }
    return letters.joined()
  }

  func text(space: String) -> String {
    let members = zip(keys, values).map { "\(space)\"\($0)\"\(space):\(space)\($1)\(space)" }
    return "\(space){\(members.isEmpty ? space : members.joined(separator: ","))}\(space)"
  }

  /// The expected result of reading the text, by the standard library and Foundation.
  func outcome(in text: String) -> Result<Reading, JSONError> {
    let decoded = zip(keys, values).flatMap { key, value -> [String] in
      if value.hasPrefix("[") { return [Self.plain(key), value] }
      if value.hasPrefix("\"") {
        return [Self.plain(key), Self.plain(String(value.dropFirst().dropLast()))]
      }
      return [Self.plain(key), "\((Double(value) ?? .nan).bitPattern)"]
    }
    return .success(Reading(values: decoded, offset: text.utf8.count))
  }

  private static func plain(_ word: String) -> String {
    word.replacingOccurrences(of: "\\u0041", with: "A").replacingOccurrences(of: "\\\"", with: "\"")
  }

  static func read(_ text: String) -> Result<Reading, JSONError> {
    Result { () throws(JSONError) in
      var scanner = JSONScanner(Array(text.utf8))
      var values: [String] = []
      try scanner.beginObject()
      while let key = try scanner.nextKey() {
        values.append(scanner.keyText)
        #expect(key.count == scanner.keyText.utf8.count)
        switch try scanner.peek() {
        case .number: values.append("\(try scanner.double().bitPattern)")
        case .string: values.append(try word(&scanner))
        default: values.append(String(decoding: try scanner.rawValue(), as: UTF8.self))
        }
      }
      try scanner.end()
      return Reading(values: values, offset: scanner.offset)
    }
  }

  /// Reads a string both ways; the text of a word can only be read this way.
  private static func word(_ scanner: inout JSONScanner) throws(JSONError) -> String {
    var again = scanner
    let text = try scanner.string()
    #expect(try again.word().count == text.utf8.count)
    #expect(again.offset == scanner.offset)
    return text
  }
}
