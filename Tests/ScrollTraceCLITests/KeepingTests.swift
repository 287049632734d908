import CommandLineKit
import Replay
import SQLite
import ScrollEngine
import ScrollModel
import ScrollTraceCLI
import TestSupport
import Testing

/// A custom behavior without a version.
private struct Still: TargetBehavior {
  func updateTarget(_ target: inout ProposedTarget, context: BehaviorContext) {
    let size = target.rect.size
    target.rect = Rect(x: 0, y: 0, width: size.width, height: size.height)
  }
}

@Suite("stored results of replays and analyses")
struct KeepingTests {
  let folder: TemporaryDirectory
  let store: String

  init() throws {
    let cards = try SimulatedStore()
    (folder, store) = (cards.folder, cards.store)
  }

  private func rows(_ sql: String, in store: String) -> String {
    scrolltrace("query", sql, "--format", "csv", "--db", store).output
  }

  private func change(_ sql: String) throws {
    let database = try Database(path: store, mode: .readWrite)
    try database.execute(sql)
    try database.close()
  }

  @Test("results belong to the replay with the same configuration, drive and engine")
  func outcomes() throws {
    let words = ["1", "--db", store, "--config", "behavior: paging"]
    #expect(scrolltrace(["replay"] + words + ["--drive", "offset"]).code == .ok)
    let analyzed = scrolltrace(["analyze", "smoothness"] + words)
    #expect(analyzed.code == .ok, "\(analyzed.error)")
    let analyses = """
      SELECT drive, engine_version FROM outcome JOIN analysis USING (outcome_id)
      WHERE name = 'smoothness'
      """
    let version = rows("SELECT max(engine_version) AS v FROM outcome", in: store).dropFirst(2)
    #expect(rows(analyses, in: store) == "drive,engine_version\ngesture,\(version)")
    try change("UPDATE outcome SET engine_version = '0'")
    #expect(scrolltrace(["analyze", "smoothness"] + words).code == .ok)
    #expect(rows(analyses, in: store) == "drive,engine_version\ngesture,\(version)")
  }

  @Test("policies with different numbers are stored separately, with their conditions")
  func policies() {
    let run = scrolltrace(
      "analyze", "impressions", "1", "--db", store, "--json", "--policy", "rn.item(50, 60)",
      "--policy", "rn.item(80,100)", "--policy", "feed.default")
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains(#""only": "app active, at most 2000.0 pt/s""#), "\(run.output)")
    let sql = "SELECT replace(options, ',', ' ') AS policy FROM analysis ORDER BY 1"
    #expect(
      rows(sql, in: store) == "policy\nfeed.default\nrn.item(50 60)\nrn.item(80 100)\n")
  }

  @Test("smoothness prints the causes of jank and its assumptions")
  func smoothness() throws {
    let (log, store) = (folder.file("fling.jsonl"), folder.file("fling.sqlite"))
    // A fling at 100 Hz with two missed refreshes.
    var lines = [
      #"{"scrolltrace":1,"name":"fling","axes":"vertical","time":"ms"}"#,
      #"{"t":0,"k":"container","w":100,"h":200,"hz":100}"#,
    ]
    for tick in [0, 1, 2, 3, 6, 7] {
      let frame = #""k":"frame","x":0,"y":\#(tick * 10),"phase":"decelerating""#
      lines.append("{\"t\":\(tick * 10),\(frame)}")
    }
    try Files.write(Array(lines.joined(separator: "\n").utf8), to: log)
    #expect(scrolltrace("import", "--db", store, log).code == .ok)
    let json = scrolltrace("analyze", "smoothness", "1", "--db", store, "--json").output
    for text in [#""fling": 2"#, #""unjudged_intervals": 0"#, "input delay is not recorded"] {
      #expect(json.contains(text), "\(json)")
    }
    let text = scrolltrace("analyze", "smoothness", "1", "--db", store).output
    #expect(text.contains("refreshes missed: fling 2"), "\(text)")
    let sql = """
      SELECT value = 2 AS isTwo FROM smoothness
      WHERE measure = 'jank-v4-missed-fling' AND stretch = 'total'
      """
    #expect(rows(sql, in: store) == "isTwo\n1\n")
  }

  @Test("results of an unversioned custom behavior are not stored")
  func unversioned() {
    var registry = BehaviorRegistry()
    registry.register("still") { _ in Still() }
    var console = Console(output: { _ in }, error: { _ in })
    let code = Tool.program(behaviors: registry).main(
      [
        "analyze", "smoothness", "1", "--db", store, "--config", "behavior: custom(\"still\")",
      ], console: &console)
    #expect(code == .ok)
    #expect(rows("SELECT count(*) AS n FROM outcome", in: store) == "n\n0\n")
  }

  @Test("stored findings do not depend on the shown ones or on a time limit")
  func findings() throws {
    let drift = try SimulatedStore(
      scene: "fixtures/gallery/scenes/pages-landscape.json",
      script: "fixtures/gallery/scripts/five-left.script", configuration: "behavior: paging")
    func analyze(_ words: String...) -> Run {
      scrolltrace(["analyze", "findings", "1", "--db", drift.store] + words)
    }
    let sql = "SELECT detector, severity, repair FROM findings ORDER BY from_ms, detector"
    #expect(analyze().code == .differences)
    let kept = rows(sql, in: drift.store)
    #expect(kept.contains("S03,warning,") && kept.contains("view-aligned"), "\(kept)")
    let severe = analyze("--severity", "error")
    #expect(severe.code == .ok && severe.output.contains("no findings"), "\(severe.output)")
    #expect(rows(sql, in: drift.store) == kept)
    #expect(analyze("--no-repair").code == .differences)
    #expect(rows(sql, in: drift.store) == kept)
  }

  @Test("a report stores settles, replays and findings like 'replay' and 'analyze'")
  func report() throws {
    let drift = try SimulatedStore(
      scene: "fixtures/gallery/scenes/pages-landscape.json",
      script: "fixtures/gallery/scripts/five-left.script", configuration: "behavior: paging")
    func reported(_ words: String...) -> Run {
      scrolltrace(
        ["report", "--all", "--html", drift.folder.file("pages"), "--db", drift.store] + words)
    }
    let sql = "SELECT detector, severity, repair FROM findings ORDER BY from_ms, detector"
    let settles = "SELECT kind, number, chosen_rest FROM settles ORDER BY kind, number"
    #expect(reported("--no-keep").code == .differences)
    #expect(rows("SELECT count(*) AS n FROM outcome", in: drift.store) == "n\n0\n")
    #expect(reported().code == .differences)
    let kept = (rows(sql, in: drift.store), rows(settles, in: drift.store))
    #expect(kept.0.contains("S03,warning,"), "\(kept.0)")
    let once = "SELECT kind, configuration FROM outcome ORDER BY kind"
    #expect(rows(once, in: drift.store).split(separator: "\n").count == 3)
    #expect(scrolltrace("analyze", "findings", "--db", drift.store).code == .differences)
    #expect(scrolltrace("analyze", "settles", "--db", drift.store).code == .ok)
    #expect(rows(sql, in: drift.store) == kept.0)
    #expect(rows(settles, in: drift.store) == kept.1)
  }

  @Test("a settle has the same number in SQL, in JSON and for --settle")
  func numbers() throws {
    _ = scrolltrace("replay", "1", "--db", store)
    let json = scrolltrace("analyze", "settles", "1", "--db", store, "--json").output
    let numbers = json.split(separator: "\n").filter { $0.contains(#""number""#) }
      .map { $0.filter(\.isNumber) }
    #expect(numbers.first == "1" && numbers.count > 2)
    for kind in ["recorded", "replayed"] {
      let sql = "SELECT number AS n FROM settles WHERE kind = '\(kind)' ORDER BY time_ms"
      #expect(rows(sql, in: store) == "n\n" + numbers.map { $0 + "\n" }.joined())
    }
    let sql = "SELECT time_ms || '' AS t FROM settles WHERE kind = 'recorded' AND number = 2"
    let time = rows(sql, in: store).split(separator: "\n").last ?? ""
    let explained = scrolltrace("explain", "1", "--settle", "2", "--json", "--db", store).output
    #expect(explained.contains(#""number": 2"#))
    #expect(explained.contains("\"release_ns\": \(time.prefix { $0 != "." })"), "\(time)")
  }

  @Test(
    "results that cannot be stored are printed with one notice",
    arguments: ["replay", "analyze settles"])
  func fullDisk(_ verb: String) throws {
    try #require(Shell.toolFolder != nil, "the tool was not built beside the tests")
    let log = folder.file("trace.jsonl")
    #expect(scrolltrace("import", "--again", "--db", store, log).code == .ok)
    // A file cannot grow beyond 40 KiB: the store can be read, but nothing can be added to it.
    let run = try Shell.run(
      "bash -c 'ulimit -f 40; exec scrolltrace \(verb) --db s.sqlite'", in: folder.path)
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("trace 1 ") && run.output.contains("trace 2 "), "\(run.output)")
    let notices = run.error.split(separator: "\n").filter { $0.contains("is kept") }
    #expect(notices.count == 1, "\(run.error)")
  }
}
