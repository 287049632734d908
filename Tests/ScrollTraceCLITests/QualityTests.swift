import CommandLineKit
import ScrollTraceCLI
import TestSupport
import Testing

@Suite("Offsets every 100 ms, from import to analysis")
struct QualityTests {
  let folder: TemporaryDirectory
  let store: String

  init() throws {
    folder = try TemporaryDirectory()
    store = folder.file("s.sqlite")
  }

  /// A simulated list whose log contains one frame per 100 ms and the last of each movement,
  /// without phases, as rrweb does; optionally one offset is moved.
  private func thinnedLog(movedBy distance: Double = 0) throws -> String {
    let full = folder.file("full.jsonl")
    let run = scrolltrace(
      "simulate", Repository.path("fixtures/scenes/feed-irregular.json"), "--script",
      Repository.path("fixtures/scripts/feed-irregular.script"), "-o", full)
    #expect(run.code == .ok, "\(run.error)")
    let all = try Files.text(full).split(separator: "\n")
    let times = all.map {
      $0.contains(#""k":"frame""#) ? Self.number(after: #""t":"#, in: $0) : nil
    }
    var lines: [Substring] = [#"{"quality":{"offset":100},"# + all[0].dropFirst()]
    var (last, kept) = (-1000.0, 0)
    for index in 1..<all.count {
      guard let time = times[index] else {
        // rrweb does not record decisions and phases.
        let kinds = ["touch", "layout", "container", "command"]
        if kinds.contains(where: { all[index].contains(#""k":"\#($0)""#) }) {
          lines.append(all[index])
        }
        continue
      }
      let next = times[(index + 1)...].lazy.compactMap { $0 }.first
      guard time - last >= 100 || next.map({ $0 - time >= 100 }) ?? true else { continue }
      (last, kept) = (time, kept + 1)
      let line = Self.withoutPhase(all[index])
      lines.append(kept == 20 && distance != 0 ? Self.moved(line, by: distance) : line)
    }
    #expect(kept > 20)
    let path = folder.file("thin\(distance).jsonl")
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
    return path
  }

  private static func number(after key: String, in line: Substring) -> Double? {
    guard let start = line.range(of: key)?.upperBound else { return nil }
    return Double(line[start...].prefix { "-.0123456789e".contains($0) })
  }

  private static func withoutPhase(_ line: Substring) -> Substring {
    guard let range = line.range(of: #","phase":""#) else { return line }
    let rest = line[range.upperBound...].drop { $0 != "\"" }.dropFirst()
    return line[..<range.lowerBound] + rest
  }

  private static func moved(_ line: Substring, by distance: Double) -> Substring {
    guard let start = line.range(of: #""y":"#)?.upperBound else { return line }
    let digits = line[start...].prefix { "-.0123456789e".contains($0) }
    guard let y = Double(digits) else { return line }
    return line[..<start] + "\(y + distance)" + line[digits.endIndex...]
  }

  @Test("a gap of 100 ms is neither divergence nor finding, a wrong offset is both")
  func gaps() throws {
    let run = scrolltrace("import", "--db", store, try thinnedLog())
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("missing  offsets at most every 100 ms"))
    let replay = scrolltrace("replay", "1", "--db", store, "--json")
    #expect(replay.code == .ok, "\(replay.output)")
    #expect(!replay.output.contains("\"compared\": 0"))
    let findings = scrolltrace("analyze", "findings", "1", "--db", store)
    #expect(!findings.output.contains("no frame came"), "\(findings.output)")
    let smoothness = scrolltrace("analyze", "smoothness", "1", "--db", store)
    #expect(smoothness.output.contains("not computed: offsets are throttled to one in 100.0 ms"))
    let wrong = scrolltrace("import", "--db", store, try thinnedLog(movedBy: 40))
    #expect(wrong.code == .ok, "\(wrong.error)")
    #expect(scrolltrace("replay", "2", "--db", store).code == .differences)
  }

  @Test(
    "an rrweb recording is analyzed, and no divergence names a gap",
    arguments: ["open-list-touch", "open-paging-vertical"])
  func capture(_ name: String) throws {
    guard let path = Reference.path("captures/rrweb/\(name).rrweb.json") else { return }
    #expect(scrolltrace("import", "--db", store, path).code == .ok)
    let attached = scrolltrace("attach", "2", "--container", "390x844", "--db", store)
    #expect(attached.code == .ok, "\(attached.error)")
    let replay = scrolltrace("replay", "3", "--db", store)
    #expect(replay.code == .ok || replay.code == .differences, "\(replay.error)")
    #expect(replay.output.contains("drove the replay"), "\(replay.output)")
    for analysis in ["settles", "findings", "smoothness"] {
      let run = scrolltrace("analyze", analysis, "3", "--db", store)
      #expect(run.code == .ok, "\(run.output) \(run.error)")
      #expect(!run.output.contains("no frame came"), "\(run.output)")
    }
  }
}

extension Substring {
  /// The first position of a text, without Foundation.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
