import CommandLineKit
import ScrollTraceCLI
import TestSupport
import Testing

/// A trace whose app snaps with code that this program does not have: checks that need the code are
/// reported as not judged, all others are judged.
@Suite("behaviors that are not registered")
struct UnregisteredBehaviorTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// A list that a finger scrolls, and that optionally jumps at rest.
  private func store(leaps: Bool) throws -> String {
    var lines = [
      #"{"scrolltrace": 1, "name": "mine", "axes": "vertical", "time": "ms", "configuration": "behavior: custom(\"mine\")"}"#,
      #"{"t": 0, "k": "container", "w": 390, "h": 600, "scale": 3, "hz": 60, "insets": [0, 0, 0, 0]}"#,
    ]
    let items = (0..<30).map { "[\($0), 0, \($0 * 200), 390, 200]" }.joined(separator: ", ")
    lines.append(#"{"t": 0, "k": "layout", "cw": 390, "ch": 6000, "items": [\#(items)]}"#)
    func frame(_ time: Int, _ offset: Int, _ phase: String) {
      lines.append(
        #"{"t": \#(time), "k": "frame", "x": 0, "y": \#(offset), "phase": "\#(phase)", "cw": 390, "ch": 6000, "vw": 390, "vh": 600, "insets": [0, 0, 0, 0]}"#
      )
    }
    frame(0, 0, "idle")
    for step in 1...10 { frame(100 + step * 16, step * 10, "interacting") }
    for step in 1...10 { frame(260 + step * 16, 100 + step * (20 - step), "decelerating") }
    for step in 0..<40 { frame(440 + step * 16, 200, "idle") }
    for step in 0..<40 { frame(1100 + step * 16, leaps ? 700 : 200, "idle") }
    let (log, store) = (folder.file("\(leaps).jsonl"), folder.file("\(leaps).sqlite"))
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: log)
    let run = scrolltrace("import", log, "--db", store)
    #expect(run.code == .ok, "\(run.error)")
    return store
  }

  private static let reason = "the behavior 'mine' is not registered in this program; register it"

  @Test(
    "findings list what was not judged and why, judge the rest and end with 3",
    arguments: [false, true])
  func findings(leaps: Bool) throws {
    let run = scrolltrace("analyze", "findings", "--db", try store(leaps: leaps))
    #expect(run.code == .partial)
    #expect(
      run.output.contains("Not checked: the choice of each rest, and repairs: \(Self.reason)"))
    #expect(run.output.contains("S10 warning") == leaps, "\(run.output)")
    #expect(run.output.contains("no findings in what was checked") == !leaps)
    let json = scrolltrace("analyze", "findings", "--db", try store(leaps: leaps), "--json")
    #expect(json.code == .partial && json.output.contains(#""complete": false"#))
    #expect(json.output.contains(#""not_checked": "Not checked: "#))
  }

  @Test("another configuration is judged completely")
  func given() throws {
    let run = scrolltrace(
      "analyze", "findings", "--db", try store(leaps: false), "--config", "behavior: none")
    #expect(run.code == .ok)
    #expect(!run.output.contains("Not checked"), "\(run.output)")
  }

  @Test(
    "a report is written, is not green and ends with 3", arguments: [false, true], [false, true])
  func report(leaps: Bool, isRedacted: Bool) throws {
    let page = folder.file("page.html")
    let words = ["report", "1", "--db", try store(leaps: leaps), "--html", page, "--json"]
    let run = scrolltrace(words + (isRedacted ? ["--redact"] : []))
    #expect(run.code == .partial, "\(run.error)")
    #expect(run.output.contains(leaps ? #""severity": "warning""# : #""severity": "not-checked""#))
    #expect(run.output.contains("No replay was compared, because"), "\(run.output)")
    #expect(!isRedacted || !run.output.contains("'mine'"))
    #expect(Files.exists(page))
  }

  @Test("a folder of reports contains the report and ends with 3")
  func reports() throws {
    let run = scrolltrace(
      "report", "--all", "--db", try store(leaps: false), "--html", folder.file("pages"))
    #expect(run.code == .partial, "\(run.error)")
    #expect(Files.exists(folder.file("pages") + "/trace-1.html"))
  }

  @Test("settles are listed by distance, and an explanation needs the behavior")
  func settles() throws {
    let store = try store(leaps: false)
    let run = scrolltrace("analyze", "settles", "--db", store)
    #expect(run.code == .partial && run.output.contains("at rest at 200"), "\(run.output)")
    #expect(run.output.contains(Self.reason))
    let explained = scrolltrace("explain", "1", "--db", store)
    #expect(explained.code == .badData && explained.error.contains(Self.reason))
  }
}
