import CommandLineKit
import SQLite
import ScrollTraceCLI
import TestSupport
import Testing

/// The output and the exit code of one run of the tool.
struct Run {
  var output = ""
  var error = ""
  var code = ExitCode.ok
}

/// Runs the tool in this process as a shell would, in a folder of its own.
func scrolltrace(_ words: String...) -> Run { scrolltrace(words) }

func scrolltrace(_ words: [String]) -> Run {
  final class Collected: @unchecked Sendable {
    // Unchecked is safe: one run writes, on one thread.
    var output = ""
    var error = ""
  }
  let collected = Collected()
  var console = Console(
    output: { collected.output += $0 }, error: { collected.error += $0 })
  let code = Tool.program().main(words, console: &console)
  return Run(output: collected.output, error: collected.error, code: code)
}

@Suite("the verbs on the command line")
struct VerbTests {
  let folder: TemporaryDirectory
  let store: String

  init() throws {
    folder = try TemporaryDirectory()
    store = folder.file("s.sqlite")
  }

  private func fixture(_ name: String) -> String {
    Repository.path("fixtures/traces/\(name)")
  }

  @Test("every declaration of the tool is valid, and every example parses")
  func declarations() {
    #expect(Tool.program().validate() == [])
  }

  @Test("verbs of other tools suggest the equivalent verb")
  func synonyms() {
    #expect(scrolltrace("ls").error.contains("did you mean 'list'?"))
    #expect(scrolltrace("diff", "1", "2").error.contains("did you mean 'compare'?"))
  }

  @Test("every verb appears in the index of the documentation")
  func readme() throws {
    let readme = try Files.text(Repository.path("docs/README.md"))
    for verb in Tool.program().verbNames {
      #expect(readme.contains("`\(verb)`"), "\(verb) is missing")
    }
  }

  @Test("an import is listed, shown and exported, and has the same digests when imported again")
  func roundTrip() throws {
    let imported = scrolltrace("import", "--db", store, fixture("two-flings.jsonl"))
    #expect(imported.code == .ok)
    #expect(imported.output.contains("390 events in 1 trace: 1 'Two flings'"))
    #expect(scrolltrace("list", "--db", store).output.contains("Two flings"))
    #expect(scrolltrace("show", "--db", store, "Two flings").output.contains("312 frames"))
    let copy = folder.file("copy.jsonl")
    let second = folder.file("second.sqlite")
    #expect(scrolltrace("export", "--db", store, "1", "-o", copy).code == .ok)
    #expect(scrolltrace("import", "--db", second, copy).code == .ok)
    let digests = scrolltrace("verify", "--digest", "--db", store).output
    #expect(digests == scrolltrace("verify", "--digest", "--db", second).output)
    #expect(digests.split(separator: "\n").count == 3)
  }

  @Test("the same bytes are imported once, under any name")
  func duplicates() throws {
    _ = scrolltrace("import", "--db", store, fixture("card-carousel.jsonl"))
    let again = scrolltrace("import", "--db", store, fixture("card-carousel.jsonl"))
    #expect(again.code == .ok)
    #expect(again.output.contains("already imported as capture 1"))
    #expect(scrolltrace("list", "--json", "--db", store).output.contains("\"capture\": 1"))
    #expect(!scrolltrace("list", "--json", "--db", store).output.contains("\"capture\": 2"))
  }

  @Test("damage is counted and named, and intact lines are imported with exit code 0")
  func damage() {
    let run = scrolltrace("import", "--db", store, fixture("damaged.jsonl"))
    #expect(run.code == .ok)
    #expect(run.output.contains("data loss bad-line × 2"))
    #expect(run.output.contains("damaged.jsonl:21:"))
    #expect(scrolltrace("show", "--db", store).output.contains("3 lost events"))
  }

  @Test("one failed input among others ends with 3, alone it has its own exit code")
  func partial() {
    let missing = folder.file("no-such-file.jsonl")
    let both = scrolltrace("import", "--db", store, missing, fixture("two-flings.jsonl"))
    #expect(both.code == .partial)
    #expect(both.error.contains("no-such-file.jsonl"))
    #expect(scrolltrace("import", "--db", store, missing).code == .noInput)
    let json = scrolltrace("import", "--db", store, missing, "--json")
    #expect(json.code == .noInput && json.output.contains(#""status": "failed""#))
    #expect(json.error.contains("no-such-file.jsonl"), "\(json.error)")
    #expect(scrolltrace("import", "--db", store, Repository.path("LICENSE")).code == .badData)
  }

  @Test(
    "missing, foreign and empty inputs have their exit codes",
    arguments: [
      (["list", "--db", "/nonexistent/x.sqlite"], ExitCode.noInput),
      (["import"], .usage),
      (["frobnicate"], .usage),
      (["show", "--db", "@store", "nobody"], .nothingMatched),
      (["query", "--db", "@store", "SELEC 1"], .usage),
      (["query", "--db", "@store", "DELETE FROM trace"], .usage),
      (["query", "--db", "@store", "ATTACH 'x' AS y"], .usage),
      (["recover", "/nonexistent/x.sqlite"], .noInput),
      (["export", "--db", "@store", "-o", "/nonexistent/x.jsonl"], .cannotCreate),
      (["simulate", "scene.json"], .usage),
      (["simulate", "-", "--script", "-"], .usage),
    ])
  func exitCodes(words: [String], code: ExitCode) {
    _ = scrolltrace("import", "--db", store, fixture("two-flings.jsonl"))
    var console = Console(output: { _ in }, error: { _ in })
    let resolved = words.map { $0 == "@store" ? store : $0 }
    #expect(Tool.program().main(resolved, console: &console) == code, "\(words)")
  }

  @Test(
    "a missing store is reported with the command that creates one, by every verb",
    arguments: [
      ["list"], ["show", "1"], ["replay", "1"], ["compare", "1", "1@paging"],
      ["analyze", "settles", "1"], ["attach", "1", "--container", "1x1"],
    ])
  func absent(words: [String]) {
    let run = scrolltrace(words + ["--db", folder.file("none.sqlite")])
    #expect(run.code == .noInput)
    #expect(run.error.contains("'scrolltrace import FILE' makes a store"), "\(run.error)")
  }

  @Test("an endless query is stopped by the time limit")
  func timeout() {
    _ = scrolltrace("import", "--db", store, fixture("two-flings.jsonl"))
    let endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    let run = scrolltrace("query", "--db", store, "--timeout", "0.2", endless)
    #expect(run.code == .temporary)
    #expect(run.error.contains("--timeout"))
  }

  @Test("queries print tables, CSV and JSON of the same rows")
  func queryFormats() {
    _ = scrolltrace("import", "--db", store, fixture("two-flings.jsonl"))
    let sql = "SELECT trace_id, name, frames FROM traces"
    #expect(scrolltrace("query", "--db", store, sql).output.contains("Two flings"))
    let csv = scrolltrace("query", "--db", store, "--format", "csv", sql).output
    #expect(csv == "trace_id,name,frames\n1,Two flings,312\n")
    let json = scrolltrace("query", "--db", store, "--json", sql).output
    #expect(json.contains("\"complete\": true"))
  }

  @Test("infinities do not end a query, are named in text and null in JSON")
  func infiniteNumbers() {
    _ = scrolltrace("import", "--db", store, fixture("two-flings.jsonl"))
    let sql = "SELECT 9e999 AS a, -9e999 AS b, 2 AS c"
    let csv = scrolltrace("query", "--db", store, "--format", "csv", sql)
    #expect(csv.code == .ok && csv.output.hasSuffix("\nInf,'-Inf,2\n"))
    #expect(scrolltrace("query", "--db", store, sql).output.contains("-Inf"))
    let json = scrolltrace("query", "--db", store, "--json", sql)
    #expect(json.code == .ok && json.output.contains("null"))
  }

  @Test("names and ids with control characters cannot control the terminal")
  func hostileText() throws {
    let log = folder.file("hostile.jsonl")
    let lines = [
      #"{"scrolltrace":1,"name":"\u001b[31m<script>\u202e"}"#,
      #"{"t":0,"k":"position","id":"'; DROP TABLE frame;--"}"#,
      #"{"t":1,"k":"position","id":"=cmd()"}"#,
    ]
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: log)
    #expect(scrolltrace("import", "--db", store, log).code == .ok)
    for words in [["list"], ["show"], ["query", "SELECT name FROM traces"]] {
      var output = ""
      var console = Console(output: { output += $0 }, error: { output += $0 })
      _ = Tool.program().main(words + ["--db", store], console: &console)
      #expect(!output.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    }
    let csv = scrolltrace(
      "query", "--db", store, "--format", "csv", "SELECT id FROM position_full ORDER BY seq")
    #expect(csv.output.contains("'=cmd()"))
    #expect(scrolltrace("verify", "--db", store).code == .ok)
  }

  @Test("verify finds a changed value with exit code 1, and a truncated file with 65")
  func tampering() throws {
    _ = scrolltrace("import", "--db", store, fixture("two-flings.jsonl"))
    do {
      let database = try Database(path: store, mode: .readWrite)
      try database.run("UPDATE frame SET y = y + 1 WHERE seq = 20")
      try database.close()
    }
    let run = scrolltrace("verify", "--db", store)
    #expect(run.code == .differences)
    #expect(run.error.contains("observations changed"))
    try Files.write(Array(try Files.read(store).prefix(40_000)), to: store)
    #expect(scrolltrace("list", "--db", store).code == .badData)
  }

  @Test("a trigger without a ring is refused")
  func triggerWithoutRing() {
    let run = scrolltrace("record", "--trigger", "jump", "--db", store)
    #expect(run.code == .usage && run.error.contains("--trigger belongs to --ring"))
    #expect(!Files.exists(store))
  }

  @Test("Ctrl-C ends a recording from a port while a connection is open")
  func interruptedConnection() throws {
    try #require(Shell.toolFolder != nil, "the tool was not built beside the tests")
    let script = """
      scrolltrace record --listen 0 --db run.sqlite 2> told &
      pid=$!
      for i in $(seq 300); do grep -q listening told && break; sleep 0.1; done
      port=$(sed -n 's/^listening on 127.0.0.1:\\([0-9]*\\).*/\\1/p' told)
      exec 3<> "/dev/tcp/127.0.0.1/$port"
      echo '{"scrolltrace":1,"name":"live"}' >&3
      echo '{"t":0,"k":"frame","x":0,"y":0}' >&3
      for i in $(seq 300); do
        scrolltrace list --db run.sqlite 2> gone | grep -q live && break
        sleep 0.1
      done
      kill -INT $pid
      for i in $(seq 300); do kill -0 $pid 2> gone || break; sleep 0.1; done
      kill -KILL $pid 2> gone && echo hangs
      wait $pid
      echo "code $?"
      """
    try Files.write(Array(script.utf8), to: folder.file("script"))
    let run = try Shell.run("exec bash script", in: folder.path)
    #expect(run.output == "code 0\n", "\(run.output)\(run.error)")
    let listed = scrolltrace("list", "--db", folder.file("run.sqlite")).output
    #expect(listed.contains("live") && !listed.contains("not "), "\(listed)")
  }

  @Test("Ctrl-C stops a replay without storing results")
  func interruptedReplay() throws {
    try #require(Shell.toolFolder != nil, "the tool was not built beside the tests")
    let cards = try SimulatedStore()
    let script = """
      scrolltrace replay 1 --db s.sqlite > out 2> told &
      pid=$!
      # Before its redirections it is the shell that a signal would end.
      until test -e told; do sleep 0.001; done
      for i in $(seq 5000); do kill -INT $pid 2> gone || break; sleep 0.001; done
      wait $pid
      echo "code $?"
      """
    try Files.write(Array(script.utf8), to: cards.folder.file("script"))
    let run = try Shell.run("exec bash script", in: cards.folder.path)
    #expect(run.output == "code 130\n", "\(run.output)\(run.error)")
    let told = try Files.text(cards.folder.file("told"))
    #expect(told.contains("interrupted; nothing of trace 1 was kept"), "\(told)")
    let kept = scrolltrace(
      "query", "SELECT count(*) AS n FROM outcome", "--format", "csv", "--db", cards.store)
    #expect(kept.output == "n\n0\n")
  }

  @Test("simulate writes the same bytes for the same seed")
  func simulate() throws {
    let scene = Repository.path("fixtures/scenes/feed-irregular.json")
    var outputs: [String] = []
    for name in ["a.jsonl", "b.jsonl"] {
      let run = scrolltrace(
        "simulate", scene, "--do", "fling up 1800", "--seed", "7", "-o", folder.file(name))
      #expect(run.code == .ok)
      outputs.append(try Files.text(folder.file(name)))
    }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0].contains("\"k\":\"touch\""))
  }

  @Test("scenes, scripts and configurations from Windows editors are read")
  func byteOrderMarks() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let scene = try Files.read(Repository.path("fixtures/scenes/cards-paging.json"))
    let texts = ["wait 1s\r\n", #"{"mine": "behavior: none"}"#].map { mark + Array($0.utf8) }
    for (bytes, name) in zip([mark + scene] + texts, ["scene.json", "a.script", "mine.json"]) {
      try Files.write(bytes, to: folder.file(name))
    }
    let run = scrolltrace(
      "simulate", folder.file("scene.json"), "--script", folder.file("a.script"), "--config",
      folder.file("mine.json"), "-o", folder.file("a.jsonl"))
    #expect(run.code == .ok, "\(run.error)")
    #expect(scrolltrace("import", folder.file("a.jsonl"), "--db", store).code == .ok)
    let attached = scrolltrace(
      "attach", "1", "--layout", folder.file("scene.json"), "--db", store)
    #expect(attached.code == .ok, "\(attached.error)")
  }
}
