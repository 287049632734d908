import Simulation
import TestSupport
import Testing

@testable import TextKit

/// A line without the identity of its buffer.
struct SeenLine: Equatable {
  var number: Int
  var offset: Int64
  var text: String
  var length: Int64
  var hasNewline: Bool
  var isTooLong: Bool

  init(_ line: LineReader.Line) {
    number = line.number
    offset = line.offset
    text = String(decoding: line.bytes, as: UTF8.self)
    length = line.length
    hasNewline = line.hasNewline
    isTooLong = line.isTooLong
  }

  init(_ number: Int, _ offset: Int64, _ text: String, hasNewline: Bool = true) {
    self.number = number
    self.offset = offset
    self.text = text
    length = Int64(text.utf8.count)
    self.hasNewline = hasNewline
    isTooLong = false
  }
}

@Suite struct LineReaderTests {
  static let sizes = [1, 2, 3, 7, 100, Int.max]

  static func lines(
    _ bytes: [UInt8], chunk: Int, limit: Int = LineReader.defaultLimit, buffer: Int = 16
  ) throws -> [SeenLine] {
    let source = ByteSource(bytes: bytes, chunkSize: chunk)
    let reader = LineReader(source, limit: limit, chunkSize: buffer)
    var lines: [SeenLine] = []
    while let line = try reader.next() { lines.append(SeenLine(line)) }
    return lines
  }

  static let examples: [(String, [SeenLine])] = [
    ("", []), ("\n", [SeenLine(1, 0, "")]), ("a", [SeenLine(1, 0, "a", hasNewline: false)]),
    ("a\n", [SeenLine(1, 0, "a")]), ("\n\n", [SeenLine(1, 0, ""), SeenLine(2, 1, "")]),
    ("a\r\nb\rc\r", [SeenLine(1, 0, "a"), SeenLine(2, 3, "b\rc\r", hasNewline: false)]),
    ("\r\n\r\r\n", [SeenLine(1, 0, ""), SeenLine(2, 2, "\r")]),
    ("\u{FEFF}a\nb", [SeenLine(1, 3, "a"), SeenLine(2, 5, "b", hasNewline: false)]),
    ("\u{FEFF}", []), ("\u{FEFF}\u{FEFF}", [SeenLine(1, 3, "\u{FEFF}", hasNewline: false)]),
    ("a\n\u{FEFF}b", [SeenLine(1, 0, "a"), SeenLine(2, 2, "\u{FEFF}b", hasNewline: false)]),
    (
      "a line of more than sixteen bytes\nshort\n",
      [SeenLine(1, 0, "a line of more than sixteen bytes"), SeenLine(2, 34, "short")]
    ),
  ]

  @Test("lines do not depend on the chunk size, plain or compressed", arguments: examples)
  func chunking(text: String, expected: [SeenLine]) throws {
    for bytes in [Array(text.utf8), gzip(Array(text.utf8))] {
      for size in Self.sizes {
        #expect(try Self.lines(bytes, chunk: size) == expected, "chunks of \(size)")
        #expect(try Self.lines(bytes, chunk: size, buffer: 1 << 20) == expected)
      }
    }
  }

  @Test("a line at the limit is read, a longer one is skipped and measured", arguments: sizes)
  func limit(chunk: Int) throws {
    for limit in [0, 1, 5, 20] {
      for end in ["\n", "\r\n", ""] {
        for length in [limit, limit + 1, limit + 2, limit + 100] where length > 0 {
          let text = String(repeating: "x", count: length)
          let lines = try Self.lines(
            Array("\(text)\(end)\(end.isEmpty ? "" : "y\n")".utf8), chunk: chunk, limit: limit)
          let first = try #require(lines.first)
          #expect(first.length == length)
          #expect(first.isTooLong == (length > limit))
          #expect(first.text == (length > limit ? "" : text))
          #expect(first.hasNewline == !end.isEmpty)
          #expect(lines.count == (end.isEmpty ? 1 : 2))
          if lines.count == 2 { #expect(lines[1].offset == Int64(length + end.utf8.count)) }
        }
      }
    }
  }

  @Test("a damaged source gives its complete lines first and then the error, repeatedly")
  func failure() throws {
    let text = (0..<50).map { "line \($0)\n" }.joined()
    let cut = Array(gzip(Array(text.utf8)).dropLast(9))
    let reader = LineReader(ByteSource(bytes: cut, chunkSize: 5))
    var count = 0
    let error = #expect(throws: InputError.self) {
      while try reader.next() != nil { count += 1 }
    }
    #expect(error?.kind == .truncatedGzip)
    #expect(count > 0)
    #expect(throws: InputError.self) { try reader.next() }
    let lines = text.split(separator: "\n").prefix(count).joined(separator: "\n").utf8.count + 1
    #expect(error?.offset == Int64(lines) + reader.unfinishedCount)
  }

  @Test("a kept line does not change while the reader continues")
  func keptLines() throws {
    let text = (0..<200).map { "line number \($0)\n" }.joined()
    let reader = LineReader(ByteSource(bytes: Array(text.utf8), chunkSize: 9), chunkSize: 16)
    var kept: [ArraySlice<UInt8>] = []
    while let line = try reader.next() { kept.append(line.bytes) }
    for (index, bytes) in kept.enumerated() {
      #expect(bytes.elementsEqual("line number \(index)".utf8))
    }
    #expect(kept.count == 200)
  }

  @Test("random lines are read complete at random chunk sizes")
  func random() throws {
    var generator = SeededGenerator(seed: 31)
    for index in 0..<Cases.count {
      var lines: [String] = []
      for _ in 0..<(generator.next() % 8) {
        lines.append(String(repeating: "ab\r", count: Int(generator.next() % 12)) + ".")
      }
      let text = lines.map { $0 + (generator.next() % 2 == 0 ? "\n" : "\r\n") }.joined()
      let chunk = Int(generator.next() % 40) + 1
      let read = try Self.lines(Array(text.utf8), chunk: chunk)
      #expect(read.map(\.text) == lines, "case \(index) of seed 31")
    }
  }
}
