import CommandLineKit
import Foundation
import TestSupport
import Testing

/// A horizontal capture whose header names no axes and whose layout comes after the container, as
/// recorders of web pages write it.
@Suite("a trace without declared axes")
struct AxesTests {
  /// The bundled capture of a carousel, with everything but the container a millisecond later.
  private func capture(in folder: TemporaryDirectory) throws -> String {
    let text = try Files.text(Repository.path("fixtures/bugs/cards-stop-between.jsonl"))
    let lines = text.split(separator: "\n").map { line -> String in
      let line = line.replacingOccurrences(of: #""axes":"horizontal","#, with: "")
      guard !line.contains(#""k":"container""#), let time = Self.time(of: line) else { return line }
      return "{\"t\":\(time.value + 1)\(line.dropFirst(5 + time.length))"
    }
    let path = folder.file("carousel.jsonl")
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
    return path
  }

  /// The time at the start of a line, in milliseconds, and its number of characters.
  private static func time(of line: String) -> (value: Double, length: Int)? {
    guard line.hasPrefix("{\"t\":") else { return nil }
    let text = line.dropFirst(5).prefix { $0 != "," }
    return Double(text).map { ($0, text.count) }
  }

  @Test("a trace without declared axes is replayed and diagnosed along the axis of its movement")
  func horizontal() throws {
    let folder = try TemporaryDirectory()
    let path = try capture(in: folder)
    let store = folder.file("s.sqlite")
    #expect(scrolltrace("import", "--db", store, path).code == .ok)
    let replay = scrolltrace("replay", "1", "--db", store, "--behavior", "paging")
    #expect(replay.output.contains("390 → 780 → 1170 → 780 → 1170 pt"), "\(replay.output)")
    let diagnosis = scrolltrace("diagnose", "1", "--db", store)
    #expect(diagnosis.output.contains("paging explains 5 of 5 rests"), "\(diagnosis.output)")
  }
}
