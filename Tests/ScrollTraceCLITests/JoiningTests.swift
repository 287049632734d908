import CommandLineKit
import ScrollTraceCLI
import TestSupport
import Testing

@Suite("import --with, as a user runs it")
struct JoiningTests {
  let folder: TemporaryDirectory
  let store: String

  init() throws {
    folder = try TemporaryDirectory()
    store = folder.file("s.sqlite")
  }

  private func seed(_ name: String) -> String {
    Repository.path("Tests/TraceImportTests/Seeds/\(name)")
  }

  private let scene = Repository.path("fixtures/scenes/cards-paging.json")

  private func query(_ sql: String) -> String {
    scrolltrace("query", "--db", store, "--format", "csv", sql).output
  }

  /// A log of offsets that move from 1 s on.
  private func offsets() throws -> String {
    var lines = [#"{"scrolltrace":1,"name":"offsets","axes":"vertical"}"#]
    lines.append(#"{"t":0,"k":"frame","x":0,"y":0,"vw":390,"vh":844,"cw":390,"ch":3000}"#)
    for step in 1...8 {
      lines.append(#"{"t":\#(1000 + step * 16),"k":"frame","x":0,"y":\#(step * 10)}"#)
    }
    let path = folder.file("offsets.jsonl")
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
    return path
  }

  /// Counts of the trace made last.
  private var made: (touches: Int, frames: Int, targets: Int) {
    func count(_ table: String) -> Int {
      let rows = query(
        "SELECT count(*) FROM \(table) WHERE trace_id = (SELECT max(trace_id) FROM trace)")
      return rows.split(separator: "\n").last.flatMap { Int($0) } ?? -1
    }
    return (count("touch_sample"), count("frame"), count("layout_target"))
  }

  @Test(
    "a finger of any format is put on the offsets of any other, whichever is named first",
    arguments: [
      "evemu/panel.events", "csv/touches.csv", "libinput-record/panel-and-mouse.yml",
      "flutter/packets.json", "webdriver/actions.json",
    ])
  func fingers(_ finger: String) throws {
    let log = try offsets()
    let words = ["import", "--db", store, "--screen", "390x844"]
    let first = scrolltrace(words + [log, "--with", seed(finger)])
    #expect(first.code == .ok, "\(first.error)")
    #expect(first.output.contains("joined   trace "), "\(first.output)")
    #expect(first.output.contains("finger: trace "), "\(first.output)")
    #expect(made.frames == 9 && made.touches > 0)
    let one = made
    let second = scrolltrace(words + [seed(finger), "--with", log])
    #expect(second.code == .ok, "\(second.error)")
    #expect(made == one)
    #expect(scrolltrace("verify", "--db", store).code == .ok)
  }

  @Test("a scene gives a layout, together with a finger or alone, and what is next can be run")
  func scenes() throws {
    let log = try offsets()
    let run = scrolltrace(
      "import", "--db", store, log, "--with", seed("evemu/panel.events"), "--with", scene,
      "--screen", "390x844")
    #expect(run.code == .ok, "\(run.error)")
    #expect(made.frames == 9 && made.touches == 4 && made.targets == 8)
    let next = run.output.split(separator: "\n").last.map(String.init) ?? ""
    #expect(next.contains("scrolltrace replay 3 --behavior none,paging,view-aligned"), "\(next)")
    let replay = scrolltrace("replay", "3", "--behavior", "none,paging", "--db", store)
    #expect(replay.code == .ok, "\(replay.error)")
    let finger = scrolltrace(
      "import", "--db", store, "--again", seed("evemu/panel.events"), "--with", scene, "--screen",
      "390x844", "--json")
    #expect(finger.code == .ok, "\(finger.error)")
    #expect(finger.output.contains("\"joined\": {"))
    #expect(made.frames == 0 && made.touches == 4 && made.targets == 8)
  }

  @Test("what one reader takes together is no join; what adds nothing is refused by name")
  func refusals() throws {
    let table = scrolltrace(
      "import", "--db", store, seed("csv/offsets.csv"), "--with", seed("csv/touches.csv"))
    #expect(table.code == .ok, "\(table.error)")
    #expect(query("SELECT count(*) FROM capture").contains("\n1\n"))
    let log = try offsets()
    let same = scrolltrace("import", "--db", store, log, "--with", seed("xctrace/tables.xml"))
    #expect(same.code == .badData)
    #expect(same.error.contains("tables.xml' has no finger and no offsets that it lacks"))
    let broken = folder.file("scene.json")
    try Files.write(Array(#"{"axis":"sideways"}"#.utf8), to: broken)
    let scene = scrolltrace("import", "--db", store, "--again", log, "--with", broken)
    #expect(scene.code == .badData)
    #expect(scene.error.contains("as a scene"), "\(scene.error)")
    let missing = scrolltrace("import", "--db", store, "--again", log, "--with", "/nonexistent")
    #expect(missing.code == .noInput)
    let dry = scrolltrace("import", "-n", log, "--with", seed("evemu/panel.events"))
    #expect(dry.code == .ok)
    #expect(dry.output.contains("panel.events: a dry run joins nothing"))
  }
}
