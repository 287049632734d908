import CommandLineKit
import SQLite
import ScrollTraceCLI
import TestSupport
import Testing

/// A store with two traces of one name; the second may be made unreadable.
@Suite("verbs over several traces")
struct SeveralTracesTests {
  let folder: TemporaryDirectory
  let store: String

  init() throws {
    let cards = try SimulatedStore()
    (folder, store) = (cards.folder, cards.store)
    let log = folder.file("second.jsonl")
    let scene = Repository.path("fixtures/scenes/cards-paging.json")
    let simulated = scrolltrace("simulate", scene, "--do", "fling left 900", "-o", log)
    try #require(simulated.code == .ok)
    try #require(scrolltrace("import", "--db", store, log).code == .ok)
  }

  private func spoilSecond() throws {
    let database = try Database(path: store, mode: .readWrite)
    try database.run("UPDATE trace SET declared_configuration = 'no words' WHERE trace_id = 2")
    try database.close()
  }

  @Test("a range or a pattern names several traces")
  func selections() throws {
    func ids(_ word: String) -> [Substring] {
      let run = scrolltrace("show", word, "--db", store)
      return run.output.split(separator: "\n").filter { $0.hasPrefix("trace ") }
    }
    #expect(ids("1-2").count == 2 && ids("2-9").count == 1)
    #expect(ids("Paging*").count == 2 && ids("paging*").isEmpty)
    #expect(scrolltrace("show", "7-9", "--db", store).code == .nothingMatched)
    #expect(scrolltrace("show", "2-1", "--db", store).code == .nothingMatched)
  }

  @Test(
    "a failed trace does not stop the others and ends with 3",
    arguments: [["replay"], ["lint"], ["analyze", "findings"], ["report", "--all"]])
  func partial(_ verb: [String]) throws {
    try spoilSecond()
    let pages = verb == ["report", "--all"] ? ["--html", folder.file("pages")] : []
    let run = scrolltrace(verb + pages + ["--db", store])
    #expect(run.code == .partial, "\(run.error)")
    #expect(run.error.contains("trace 2 'Paging cards': configuration 'no words'"), "\(run.error)")
    #expect(run.output.contains(pages.isEmpty ? "trace 1 " : "1 report"), "\(run.output)")
    guard pages.isEmpty else {
      let json = scrolltrace(verb + pages + ["--db", store, "--json"])
      #expect(json.code == .partial && json.output.contains(#""complete": false"#))
      return
    }
    let alone = scrolltrace(verb + ["2", "--db", store])
    #expect(alone.code == .badData && !alone.error.contains("trace 2"), "\(alone.error)")
    let json = scrolltrace(verb + ["--db", store, "--json"])
    #expect(json.code == .partial && json.output.contains(#""complete": false"#))
  }

  @Test("a trace named by number and by name is shown once")
  func namedTwice() throws {
    let run = scrolltrace("show", "1", "Paging cards", "1", "--db", store)
    #expect(run.output.ranges(of: "trace 1 Paging cards").count == 1, "\(run.output)")
    #expect(run.output.ranges(of: "trace 2 Paging cards").count == 1, "\(run.output)")
  }

  @Test("explain refuses a name that two traces share")
  func ambiguous() {
    let run = scrolltrace("explain", "Paging cards", "--db", store)
    #expect(run.code == .nothingMatched && run.output.isEmpty)
    #expect(run.error.contains("'Paging cards' names 2 traces (1, 2); use a number"))
    #expect(scrolltrace("explain", "2", "--db", store).code == .ok)
  }

  @Test("test results of several traces are one file, in which failed traces are errors")
  func testResults() throws {
    let file = folder.file("results.xml")
    let both = scrolltrace("report", "--all", "--junit", file, "--db", store)
    #expect([.ok, .differences].contains(both.code) && both.output == "\(file): 2 reports\n")
    #expect(try Files.text(file).ranges(of: "Paging cards: detectors\" tests").count == 2)
    try spoilSecond()
    let pages = folder.file("pages")
    let run = scrolltrace("report", "--all", "--html", pages, "--junit", file, "--db", store)
    #expect(run.code == .partial && run.output.contains("\(pages)/index.html: 1 report\n"))
    let xml = try Files.text(file)
    #expect(xml.ranges(of: "Paging cards: detectors\" tests").count == 1)
    #expect(xml.contains("errors=\"1\"") && xml.contains("<error type=\"report\" message=\"conf"))
    let printed = scrolltrace("report", "--all", "--junit", "-", "--json", "--db", store)
    #expect(printed.code == .usage)
  }

  @Test("a redacted folder neither names a failed trace nor quotes its error")
  func redactedFailure() throws {
    try spoilSecond()
    let pages = folder.file("redacted")
    let run = scrolltrace("report", "--all", "--redact", "--html", pages, "--db", store, "--json")
    #expect(run.code == .partial, "\(run.error)")
    for text in [run.output, try Files.text(pages + "/index.html")] {
      #expect(text.contains("trace 2") && text.contains("the reason is left out"), "\(text)")
      #expect(!text.contains("Paging cards") && !text.contains("no words"), "\(text)")
    }
    // The user reads the reason.
    #expect(run.error.contains("trace 2 'Paging cards': configuration 'no words'"), "\(run.error)")
  }

  @Test(
    "a mistake in the command line is reported once",
    arguments: ["replay", "lint", "analyze settles"])
  func mistake(_ verb: String) {
    let words = verb.split(separator: " ").map(String.init)
    let run = scrolltrace(words + ["--db", store, "--config", "paging("])
    #expect(run.code == .badData)
    #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
    #expect(!run.error.contains("trace 1"))
  }

  @Test("a golden file is neither approved nor passed while a trace fails")
  func goldenOfFailed() throws {
    let path = folder.file("golden.json")
    let words = ["replay", "--db", store, "--golden", path]
    #expect(scrolltrace(words + ["--approve"]).code == .ok)
    try spoilSecond()
    let missing = scrolltrace(words)
    #expect(missing.code == .partial && missing.error.contains("is approved and is missing"))
    let approved = try Files.text(path)
    let refused = scrolltrace(words + ["--approve"])
    #expect(refused.code == .partial && refused.error.contains("nothing was approved"))
    #expect(try Files.text(path) == approved)
  }

  @Test("a stored replay of a damaged trace is named, and the others are replayed again")
  func verifyingDamaged() throws {
    #expect(scrolltrace("replay", "--db", store).code == .ok)
    let database = try Database(path: store, mode: .readWrite)
    try database.execute("PRAGMA foreign_keys = 0")
    try database.run("UPDATE frame SET geometry_id = 77 WHERE trace_id = 2")
    try database.close()
    let run = scrolltrace("verify", "--replay", "--db", store)
    // The file itself reports its broken reference.
    #expect(run.code == .badData, "\(run.error)")
    #expect(run.output.contains("1 of 2 kept replays came out the same"), "\(run.output)")
    #expect(run.error.contains("of trace 2: "), "\(run.error)")
  }

  @Test("traces of one name are compared with approved outcomes in their order")
  func goldenOfTwins() throws {
    let path = folder.file("golden.json")
    let words = ["--db", store, "--golden", path]
    #expect(scrolltrace(["replay"] + words + ["--approve"]).code == .ok)
    let same = scrolltrace(["replay"] + words)
    #expect(same.code == .ok, "\(same.error)")
    let first = scrolltrace(["replay", "1"] + words)
    #expect(first.code == .differences)
    #expect(
      first.error.contains("'Paging cards' under 'declared' (number 2) is approved and is missing"),
      "\(first.error)")
    #expect(first.error.split(separator: "\n").count == 1, "\(first.error)")
  }
}
