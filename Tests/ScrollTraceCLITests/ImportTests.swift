import CommandLineKit
import SQLite
import ScrollTraceCLI
import TestSupport
import Testing

@Suite("import on the command line")
struct ImportTests {
  let folder: TemporaryDirectory
  let store: String

  init() throws {
    folder = try TemporaryDirectory()
    store = folder.file("s.sqlite")
  }

  private func seed(_ name: String) -> String {
    Repository.path("Tests/TraceImportTests/Seeds/\(name)")
  }

  private func log(_ name: String) -> String { Repository.path("fixtures/traces/\(name)") }

  @Test(
    "a refusal names the first unreadable item with its line",
    arguments: [
      ("log.csv", "t_ms,event,pointer_id,x,y\n0,TIPPED,0,1,2\n9,TIPPED,0,1,9\n", "log.csv:2"),
      ("finger.txt", " event7  TOUCH_DOWN  +0.272s\t0 (0) half\n", "finger.txt:1:36: a position"),
    ])
  func refusal(_ name: String, _ text: String, _ reason: String) throws {
    try Files.write(Array(text.utf8), to: folder.file(name))
    let run = scrolltrace("import", "--db", store, folder.file(name))
    #expect(run.code == .badData)
    #expect(run.error.contains("; \(reason)"), "\(run.error)")
    #expect(run.error.contains(", the first of 2\n") == (name == "log.csv"), "\(run.error)")
  }

  @Test(
    "an import prints its contents, the reason of the format, what is missing and the next command")
  func report() {
    let run = scrolltrace("import", "--db", store, seed("getevent/slots.txt"))
    #expect(run.code == .ok)
    for text in [
      "12 events in 1 trace: 1 'input device'",
      "format   getevent: line 1 is an event of getevent",
      "holds    12 touch samples, 2 gestures, 1 gap",
      "missing  no content size: edge behavior can't be checked",
      "missing  no points: ", "notice no-axis-range × 1", "--with", "--screen",
      "next     scrolltrace import ",
    ] {
      #expect(run.output.contains(text), "\(text) is not in \(run.output)")
    }
  }

  @Test("an import without events reports that and creates no store")
  func nothing() throws {
    let missing = scrolltrace("import", "--db", store, folder.file("nofile"))
    #expect(missing.code == .noInput && folder.names.isEmpty)
    let empty = try TemporaryDirectory()
    let run = scrolltrace("import", "--db", store, empty.path)
    #expect(run.code == .nothingMatched && folder.names.isEmpty)
    #expect(run.output.hasPrefix("0 files: 0 imported"), "\(run.output)")
  }

  @Test("an import reports what a log of frames is missing")
  func frames() throws {
    let path = folder.file("frames.jsonl")
    let lines = [
      #"{"scrolltrace":1,"name":"f","quality":{"offset":100}}"#,
      #"{"t":0,"k":"frame","x":0,"y":0}"#, #"{"t":100,"k":"frame","x":0,"y":10}"#,
      #"{"t":90,"k":"frame","x":0,"y":12}"#,
    ]
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
    let run = scrolltrace("import", "--db", store, path)
    for text in [
      "missing  no inputs:", "missing  no container size:", "missing  no content size:",
      "missing  no item frames:", "missing  offsets at most every 100 ms:",
      "repairs  time-raised × 1", "next     scrolltrace attach 1 --container 390x844",
    ] {
      #expect(run.output.contains(text), "\(text) is not in \(run.output)")
    }
  }

  @Test(
    "an import reports ids that do not identify an item",
    arguments: [
      (#"["a",0,0,9,9],["b",0,9,9,9],["c",0,18,9,9]"#, nil),
      (#"["",0,0,9,9],["b",0,9,9,9],["",0,18,9,9]"#, "2 items of one layout have an empty id"),
      (#"["a",0,0,9,9],["",0,9,9,9]"#, "1 item of one layout has an empty id"),
      (#"["a",0,0,9,9],["b",0,9,9,9],["b",0,18,9,9]"#, "2 items of one layout have the id 'b'"),
      (#"[7,0,0,9,9],["7",0,9,9,9]"#, nil),
    ])
  func sharedIDs(items: String, text: String?) throws {
    let path = folder.file("ids.jsonl")
    let lines = [
      #"{"scrolltrace":1}"#, #"{"t":0,"k":"layout","cw":9,"ch":27,"items":[\#(items)]}"#,
    ]
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
    let run = scrolltrace("import", "--dry-run", "--db", store, path)
    #expect(run.output.contains("missing  no unique ids: ") == (text != nil), "\(run.output)")
    if let text { #expect(run.output.contains(text), "\(run.output)") }
  }

  @Test("a touch without a position is reported in the singular and in the plural")
  func placelessTouches() throws {
    let path = folder.file("touches.jsonl")
    let note = #"{"t":0,"k":"note","name":"input","text":"touch-start"}"#
    for (count, text) in [(1, "1 touch without a position"), (2, "2 touches without a position")] {
      let lines = [#"{"scrolltrace":1}"#] + Array(repeating: note, count: count)
      try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
      let run = scrolltrace("import", "--dry-run", "--db", store, path)
      #expect(run.output.contains("no positions of fingers: \(text) can't drive"), "\(run.output)")
    }
  }

  @Test("a dry run prints the same and writes nothing")
  func dryRun() {
    let run = scrolltrace("import", "--dry-run", "--db", store, seed("evemu/panel.events"))
    #expect(run.code == .ok)
    #expect(run.output.contains("4 events in 1 trace: 'Panel' (dry run)"))
    #expect(run.output.contains("next     the same without --dry-run"))
    #expect(!Files.exists(store))
  }

  @Test("the capture and its traces contain the recognized format and the hash of the file")
  func origin() throws {
    _ = scrolltrace("import", "--db", store, seed("evemu/panel.events"))
    let rows = scrolltrace(
      "query", "--db", store, "--format", "csv",
      "SELECT c.format, t.source_format, length(t.source_hash), t.source_hash = lower(hex(c.file_hash)) "
        + "FROM trace t JOIN capture c USING (capture_id)"
    ).output
    #expect(rows.split(separator: "\n").last == "evemu,evemu,64,1")
    let copy = folder.file("copy.jsonl")
    let second = folder.file("second.sqlite")
    #expect(scrolltrace("export", "--db", store, "1", "-o", copy).code == .ok)
    #expect(scrolltrace("import", "--db", second, copy).code == .ok)
    let digests = scrolltrace("verify", "--digest", "--db", store).output
    #expect(digests == scrolltrace("verify", "--digest", "--db", second).output)
  }

  @Test("a companion and a screen size give points, and --again imports the same bytes with them")
  func options() {
    let bare = seed("evemu/panel-without-header.events")
    #expect(scrolltrace("import", "--db", store, bare).output.contains("no-axis-range"))
    let words = ["--with", seed("evemu/panel.desc"), "--screen", "400x240"]
    var output = ""
    var console = Console(output: { output += $0 }, error: { output += $0 })
    #expect(Tool.program().main(["import", "--db", store, bare] + words, console: &console) == .ok)
    #expect(output.contains("already imported as capture 1"))
    #expect(output.contains("--again"))
    let again = ["import", "--again", "--db", store, bare] + words
    #expect(Tool.program().main(again, console: &console) == .ok)
    let spaces = scrolltrace(
      "query", "--db", store, "--format", "csv",
      "SELECT coordinate_space FROM trace ORDER BY trace_id")
    #expect(spaces.output == "coordinate_space\ndevice-units\npoints\n")
    #expect(scrolltrace("verify", "--db", store).code == .ok)
  }

  @Test(
    "an invalid size is a usage error",
    arguments: ["390", "390x", "0x10", "axb", "1e300x1", "1x2x3"])
  func sizes(_ word: String) {
    let run = scrolltrace("import", "--screen", word, "--db", store, seed("getevent/slots.txt"))
    #expect(run.code == .usage)
  }

  @Test("an unknown file is refused with its first bytes, the tried formats and a remedy")
  func unknown() throws {
    let path = folder.file("x.bin")
    try Files.write(Array("Hello \u{1B}[31m".utf8), to: path)
    let run = scrolltrace("import", "--db", store, path)
    #expect(run.code == .badData)
    for text in [
      "starts with 'Hello \\x1b[31m'", "tried scrolltrace-jsonl, ", "--as FORMAT",
    ] {
      #expect(run.error.contains(text), "\(text) is not in \(run.error)")
    }
    let empty = folder.file("empty")
    try Files.write([], to: empty)
    #expect(scrolltrace("import", "--db", store, empty).error.contains("is empty"))
    let forced = scrolltrace("import", "--as", "evemu", "--db", store, path)
    #expect(forced.code == .badData)
  }

  @Test("a log of a newer version is distinguished from an unknown file")
  func newer() throws {
    let path = folder.file("newer.jsonl")
    let line = #"{"t":0,"k":"frame","x":0,"y":0}"#
    try Files.write(Array("{\"scrolltrace\":99}\n\(line)\n".utf8), to: path)
    let run = scrolltrace("import", "--db", store, path)
    #expect(run.code == .badData)
    #expect(run.error.contains("version 99") && run.error.contains("use a newer scrolltrace"))
  }

  @Test("a failure before the format is recognized is reported")
  func tooLittle() throws {
    let limited = scrolltrace(
      "import", "--db", store, "--max-input", "1", log("two-flings.jsonl"))
    #expect(limited.code == .badData)
    #expect(limited.error.contains("holds more than 1 bytes after unpacking; raise --max-input"))
    let path = folder.file("damaged.gz")
    try Files.write([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF], to: path)
    let damaged = scrolltrace("import", "--db", store, path)
    #expect(damaged.error.contains("has damaged gzip data after 0 unpacked bytes"))
  }

  @Test("a folder imports recognized files, and a bad one ends with 3 and stops no other")
  func folders() throws {
    // The folder is removed with its files. One level is enough: the seeds are in subfolders.
    try Files.write(try Files.read(seed("getevent/slots.txt")), to: folder.file("a.txt"))
    try Files.write(try Files.read(log("two-flings.jsonl")), to: folder.file("b.log"))
    try Files.write(try Files.read(seed("evemu/panel.desc")), to: folder.file("c.desc"))
    try Files.write(Array("nothing known".utf8), to: folder.file("d.txt"))
    let outside = try TemporaryDirectory()
    let good = scrolltrace("import", "--db", outside.file("s.sqlite"), folder.path)
    #expect(good.code == .ok)
    let lines = good.output.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(good.output.contains("a.txt: getevent, 12 events in 1 trace"))
    #expect(good.output.contains("c.desc: skipped: "))
    #expect(lines.last == "4 files: 2 imported, 0 known before, 2 skipped, 0 failed")
    try Files.write(
      Array("E: 1.000000 0001 001e 1\nE: 1.000000 0000 0000 0\n".utf8), to: folder.file("e.ev"))
    let partial = scrolltrace("import", "--db", outside.file("s.sqlite"), folder.path)
    #expect(partial.code == .partial)
    #expect(partial.error.contains("e.ev"))
    #expect(partial.output.contains("5 files: 0 imported, 2 known before, 2 skipped, 1 failed"))
    let seeds = scrolltrace(
      "import", "--db", outside.file("t.sqlite"), Repository.path("Tests/TraceImportTests/Seeds"))
    #expect(seeds.code != .badData && seeds.code != .noInput)
    let nothing = try TemporaryDirectory()
    try Files.write(Array("nothing known".utf8), to: nothing.file("d.txt"))
    #expect(
      scrolltrace("import", "--db", outside.file("s.sqlite"), nothing.path).code == .nothingMatched)
  }

  @Test("an unreadable entry of a folder fails like a bad file and stops no other")
  func unreadable() throws {
    let captures = folder.file("captures")
    let log = log("two-flings.jsonl")
    // A name that is not valid UTF-8, a broken link, and a good file.
    _ = try Shell.run(
      "mkdir captures && cp '\(log)' captures/a.log && ln -s nowhere captures/b.log && "
        + "cp '\(log)' \"captures/$(printf 'c\\377.log')\"", in: folder.path)
    let run = scrolltrace("import", "--db", store, captures)
    _ = try Shell.run("rm -r captures", in: folder.path)
    #expect(run.code == .partial, "\(run.output)")
    #expect(run.output.contains("a.log: scrolltrace-jsonl, 390 events"))
    #expect(
      run.error.contains("b.log: cannot be examined: No such file or directory"), "\(run.error)")
    // Some file systems require valid text in names and reject the third.
    let isRefused = run.output.contains("2 files")
    #expect(isRefused || run.error.contains("its name is not UTF-8"), "\(run.error)")
  }

  @Test("the JSON contains format, reason, counts, what is missing and the next command")
  func json() {
    let run = scrolltrace("import", "--json", "--db", store, seed("evemu/wheel.events"))
    for text in [
      #""status": "added""#, #""format": "evemu""#, #""reason": "line 1 is an event of evemu""#,
      #""wheel_steps": 4"#, #""missing": ["#, #""kind": "wheel-notches""#, #""next": ""#,
      #""complete": true"#,
    ] {
      #expect(run.output.contains(text), "\(text) is not in \(run.output)")
    }
  }

  @Test("the list has a line for every format, and formats recognizes files")
  func formats() {
    let run = scrolltrace("formats", "--json")
    #expect(run.code == .ok)
    #expect(!run.output.contains("null"))
    let known = scrolltrace("formats", seed("getevent/slots.txt"), log("two-flings.jsonl"))
    #expect(known.code == .ok)
    #expect(known.output.contains("slots.txt: getevent: line 1 is an event of getevent"))
    #expect(scrolltrace("formats", Repository.path("LICENSE")).code == .badData)
    let partly = scrolltrace(
      "formats", seed("getevent/slots.txt"), Repository.path("LICENSE"), "--json")
    #expect(partly.code == .partial && partly.output.contains(#""complete": false"#))
  }
}
