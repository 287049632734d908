import CommandLineKit
import ScrollTraceCLI
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("import --with on the command line")
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

  /// Counts of the newest trace.
  private var made: (touches: Int, frames: Int, targets: Int) {
    func count(_ table: String) -> Int {
      let rows = query(
        "SELECT count(*) FROM \(table) WHERE trace_id = (SELECT max(trace_id) FROM trace)")
      return rows.split(separator: "\n").last.flatMap { Int($0) } ?? -1
    }
    return (count("touch_sample"), count("frame"), count("layout_target"))
  }

  @Test(
    "a finger of any format is joined with offsets of any other, in either order",
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

  @Test("one command adds a container, a layout and a finger to offsets")
  func completed() throws {
    let log = try offsets()
    let finger = seed("webdriver/actions.json")
    let run = scrolltrace(
      "import", "--db", store, log, "--container", "375x667", "--layout", scene,
      "--gestures", finger)
    #expect(run.code == .ok, "\(run.error)")
    #expect(!run.output.contains("missing"), "\(run.output)")
    #expect(made.frames == 9 && made.touches > 0 && made.targets > 0)
    #expect(
      query(
        "SELECT width || 'x' || height FROM container WHERE trace_id = (SELECT max(trace_id) FROM trace)"
      ).contains("375.0x667.0"))
    let container = scrolltrace("import", "--db", store, log, "--container", "375x667")
    #expect(container.code == .ok, "\(container.error)")
    #expect(!container.output.contains("no container size"), "\(container.output)")
    #expect(made.touches == 0 && made.targets == 0)
    let other = scrolltrace("import", "--db", store, log, "--layout", finger)
    #expect(other.code == .usage && other.error.contains("is no scene file"), "\(other.error)")
  }

  @Test("the trace that moves is joined, however many samples another has at rest")
  func movingTrace() throws {
    var lines = [#"{"scrolltrace":1,"name":"page","axes":"vertical"}"#]
    lines += (0..<30).map { #"{"t":\#($0 * 100),"k":"frame","x":0,"y":0}"# }
    lines.append(#"{"k":"trace","trace":2,"name":"list","parent":"page","axes":"vertical"}"#)
    lines += (0...8).map { #"{"t":\#(1000 + $0 * 16),"k":"frame","trace":2,"x":0,"y":\#($0)}"# }
    let log = folder.file("page.jsonl")
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: log)
    let finger = seed("webdriver/actions.json")
    for files in [[log, "--with", finger], [finger, "--with", log]] {
      let run = scrolltrace(["import", "--db", store] + files)
      #expect(run.code == .ok, "\(run.error)")
      #expect(run.output.contains("'list, attached'"), "\(run.output)")
      #expect(made.frames == 9 && made.touches > 0)
      Files.remove(store)
    }
  }

  @Test("exact offsets replace the throttled ones of a finger's recording, in either order")
  func exactOffsets() throws {
    let (log, page) = (try offsets(), seed("rrweb/small.json"))
    for files in [[log, "--with", page], [page, "--with", log]] {
      let run = scrolltrace(["import", "--db", store] + files)
      #expect(run.code == .ok, "\(run.error)")
      #expect(run.output.contains("'offsets, attached'"), "\(run.output)")
      #expect(made.frames == 9 && made.touches == 5)
      Files.remove(store)
    }
    let coarse = scrolltrace(
      "import", "--db", store, page, "--with", seed("playwright/trace.trace"))
    #expect(coarse.code == .badData)
  }

  /// A log of a page as web.js writes it: container, layout and finger of the list that `offsets`
  /// moves, on the same clock.
  private func pageLog() throws -> String {
    var lines = [#"{"scrolltrace":1,"name":"page","axes":"vertical"}"#]
    lines.append(#"{"t":0,"k":"container","w":390,"h":600,"direction":"rtl"}"#)
    lines.append(#"{"t":0,"k":"layout","cw":390,"ch":900,"items":[["a",0,0,390,900]]}"#)
    lines.append(#"{"t":500,"k":"note","name":"mark","text":"go"}"#)
    for (time, phase, y) in [(1000, "began", 500), (1100, "moved", 420), (1130, "ended", 420)] {
      lines.append(#"{"t":\#(time),"k":"touch","id":1,"phase":"\#(phase)","x":100,"y":\#(y)}"#)
    }
    lines.append(
      #"{"t":1140,"k":"layout","cw":390,"ch":1300,"items":[["a",0,0,390,900],["b",0,900,390,400]]}"#
    )
    let path = folder.file("page-log.jsonl")
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
    return path
  }

  /// Offsets without any size, as in a trace of Chrome, with the mark of `pageLog`.
  private func bareOffsets(_ more: [String] = []) throws -> String {
    var lines = [#"{"scrolltrace":1,"name":"chrome"}"#] + more
    lines.append(#"{"t":1000,"k":"note","name":"mark","text":"go"}"#)
    lines += (0...8).map { #"{"t":\#(1500 + $0 * 16),"k":"frame","x":0,"y":\#($0 * 10)}"# }
    let path = folder.file("bare.jsonl")
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
    return path
  }

  /// The log of a trace of the store.
  private func exported(_ trace: String) throws -> String {
    let path = folder.file("exported.jsonl")
    #expect(scrolltrace("export", "--db", store, trace, "-o", path).code == .ok)
    return try Files.text(path)
  }

  @Test("the log of the page gives its container, its layouts and the content size, too")
  func pageContents() throws {
    let (log, page) = (try bareOffsets(), try pageLog())
    let run = scrolltrace("import", "--db", store, log, "--with", page)
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("    layout and container: as in trace 2"), "\(run.output)")
    #expect(!run.output.contains("missing"), "\(run.output)")
    // Both layouts, at their times on the clock of the offsets.
    #expect(made.frames == 9 && made.touches == 3 && made.targets == 3)
    let export = try exported("3")
    #expect(export.contains(#"{"t":500,"k":"container","w":390,"h":600,"direction":"rtl"}"#))
    #expect(export.contains(#"{"t":1640,"k":"layout","cw":390,"ch":1300"#), "\(export)")
    #expect(scrolltrace("verify", "--db", store).code == .ok)
  }

  @Test("what is given or recorded takes precedence over the log of the page")
  func pagePrecedence() throws {
    let page = try pageLog()
    let given = scrolltrace(
      "import", "--db", store, try bareOffsets(), "--with", page, "--container", "320x480",
      "--layout", scene)
    #expect(given.code == .ok, "\(given.error)")
    #expect(!given.output.contains("as in trace"), "\(given.output)")
    #expect(made.targets == 8)
    Files.remove(store)
    let own = scrolltrace("import", "--db", store, try offsets(), "--with", page)
    #expect(own.code == .ok, "\(own.error)")
    #expect(own.output.contains("    layout: as in trace 2"), "\(own.output)")
    #expect(own.output.contains("derived from the sizes in its frames"), "\(own.output)")
  }

  @Test("a size that is given leaves the direction that was recorded")
  func direction() throws {
    let log = try bareOffsets([#"{"t":0,"k":"container","direction":"rtl"}"#])
    let run = scrolltrace("import", "--db", store, log, "--container", "320x480")
    #expect(run.code == .ok, "\(run.error)")
    let export = try exported("2")
    #expect(export.contains(#""k":"container","w":320,"h":480}"#), "\(export)")
    #expect(export.contains(#""k":"container","direction":"rtl"}"#), "\(export)")
  }

  @Test("a scene gives a layout with or without a finger, and the proposed command runs")
  func scenes() throws {
    let log = try offsets()
    let run = scrolltrace(
      "import", "--db", store, log, "--with", seed("evemu/panel.events"), "--with", scene,
      "--screen", "390x844")
    #expect(run.code == .ok, "\(run.error)")
    #expect(made.frames == 9 && made.touches == 4 && made.targets == 8)
    let next = run.output.split(separator: "\n").last.map(String.init) ?? ""
    #expect(next.contains("scrolltrace diagnose 3 --db"), "\(next)")
    let diagnosis = scrolltrace("diagnose", "3", "--db", store)
    #expect(diagnosis.code == .differences, "\(diagnosis.output)")
    let replay = scrolltrace("replay", "3", "--behavior", "none,paging", "--db", store)
    #expect(replay.code == .ok, "\(replay.error)")
    let finger = scrolltrace(
      "import", "--db", store, "--again", seed("evemu/panel.events"), "--with", scene, "--screen",
      "390x844", "--json")
    #expect(finger.code == .ok, "\(finger.error)")
    #expect(finger.output.contains("\"joined\": {"))
    #expect(made.frames == 0 && made.touches == 4 && made.targets == 8)
  }

  /// A finger as getevent prints it without ranges, and the device listing with the ranges.
  private func device() throws -> (finger: String, listing: String) {
    var events = ""
    for (time, code, value) in [
      ("100.000000", "0039", "00000001"), ("100.000000", "0035", "00000064"),
      ("100.000000", "0036", "000000c8"), ("100.100000", "0036", "00000064"),
      ("100.200000", "0039", "ffffffff"),
    ] {
      events += "[ \(time)] /dev/input/event3: 0003 \(code) \(value)\n"
      if code != "0035", value != "00000001" {
        events += "[ \(time)] /dev/input/event3: 0000 0000 00000000\n"
      }
    }
    let listing = """
      add device 1: /dev/input/event3
        name:     "panel"
        events:
          ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                      ABS_MT_POSITION_X     : value 0, min 0, max 999, fuzz 0, flat 0, resolution 0
                      ABS_MT_POSITION_Y     : value 0, min 0, max 1999, fuzz 0, flat 0, resolution 0
        input props:
          INPUT_PROP_DIRECT

      """
    try Files.write(Array(events.utf8), to: folder.file("finger.txt"))
    try Files.write(Array(listing.utf8), to: folder.file("listing.txt"))
    return (folder.file("finger.txt"), folder.file("listing.txt"))
  }

  @Test("a pipe together with a file is refused before any of it is read")
  func pipes() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for companion in [pipe, "-"] {
      let run = scrolltrace("import", "--db", store, try offsets(), "--with", companion)
      #expect(run.code == .usage)
      #expect(run.error.contains("'\(companion)' is a pipe"), "\(run.error)")
    }
    #expect(!Files.exists(store))
  }

  @Test("a device description is read with its companion, in any order")
  func descriptions() throws {
    let log = try offsets()
    let (finger, listing) = try device()
    for companions in [[finger, listing], [listing, finger]] {
      let run = scrolltrace(
        ["import", "--db", store, "--again", "--screen", "500x1000", log]
          + companions.flatMap { ["--with", $0] })
      #expect(run.code == .ok, "\(run.error)")
      #expect(made.frames == 9 && made.touches == 3)
      Files.remove(store)
    }
    let alone = scrolltrace("import", "--db", store, log, "--with", listing)
    #expect(alone.code == .badData)
    #expect(alone.error.contains("next to a recording of theirs"), "\(alone.error)")
  }

  @Test("a finger without points is refused with the missing screen or range")
  func ways() throws {
    let log = try offsets()
    let (finger, listing) = try device()
    let unknown = scrolltrace(
      "import", "--db", store, "--screen", "500x1000", log, "--with", finger)
    #expect(unknown.code == .badData)
    #expect(unknown.error.contains("and its range: --panel WxH"), "\(unknown.error)")
    let bare = scrolltrace("import", "--db", store, "--again", finger)
    #expect(
      bare.output.hasSuffix(" --again --screen 390x844 --panel 1080x2400 --db \(store)\n"),
      "\(bare.output)")
    Files.remove(store)
    let screen = scrolltrace(
      "import", "--db", store, log, "--with", finger, "--with", listing)
    #expect(screen.code == .badData)
    #expect(screen.error.contains("again with --again --screen WxH"), "\(screen.error)")
    #expect(!screen.error.contains("--panel"), "\(screen.error)")
    let wheel = scrolltrace(
      "import", "--db", store, "--again", log, "--with", seed("evemu/wheel.events"))
    #expect(wheel.error.contains("notches are no points"), "\(wheel.error)")
  }

  @Test("two files of one reader are no join, and a companion that adds nothing is refused by name")
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
