import CommandLineKit
import Foundation
import TestSupport
import Testing

/// Verbs with a capture file in place of a trace.
@Suite("a capture file as argument")
struct TraceFileTests {
  private static let capture = "fixtures/bugs/cards-stop-between.jsonl"

  /// Runs a command line in an empty folder with the capture `feed.jsonl`.
  private func run(_ line: String, in folder: TemporaryDirectory) throws -> Run {
    try #require(Shell.toolFolder != nil, "the tool was not built beside the tests")
    if !folder.exists("feed.jsonl") {
      try Files.write(try Files.read(Repository.path(Self.capture)), to: folder.file("feed.jsonl"))
      try FileManager.default.createDirectory(
        atPath: folder.file("tmp"), withIntermediateDirectories: true)
    }
    return try Shell.run("export TMPDIR=\"$PWD/tmp\"; \(line)", in: folder.path)
  }

  @Test(
    "a capture file prints the same as a store with it and leaves no file",
    arguments: [
      "diagnose", "replay", "analyze findings", "explain", "show", "lint", "verify",
      "report --markdown -",
    ])
  func sameOutput(_ verb: String) throws {
    let folder = try TemporaryDirectory()
    let fromFile = try run("scrolltrace \(verb) feed.jsonl", in: folder)
    let made = try FileManager.default.contentsOfDirectory(atPath: folder.file("tmp"))
    #expect(made.isEmpty)
    #expect(!folder.exists("scrolltrace.sqlite"))
    #expect(
      fromFile.error.hasPrefix("feed.jsonl: read into a temporary store: 1 trace, 403 events"))
    let imported = try run("scrolltrace import --db s.sqlite feed.jsonl", in: folder)
    #expect(imported.code == .ok)
    let fromStore = try run("scrolltrace \(verb) --db s.sqlite 1", in: folder)
    #expect(fromFile.code == fromStore.code)
    if verb.hasPrefix("report") {
      // Only the commands of a report name the store.
      #expect(fromFile.output.contains("scrolltrace import --db reproduce.sqlite feed.jsonl"))
    } else {
      // The command that reproduces a cause names the file, or the store.
      let lines = [fromFile, fromStore].map { run in
        run.output.split(separator: "\n").filter { !$0.contains("scrolltrace reproduce ") }
      }
      #expect(!lines[0].isEmpty && lines[0] == lines[1])
    }
  }

  @Test("both sides of a comparison may be files, with and without a configuration")
  func comparison() throws {
    let folder = try TemporaryDirectory()
    let run = try run("scrolltrace compare feed.jsonl feed.jsonl@paging", in: folder)
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("bit for bit"))
  }

  @Test(
    "a file that is missing, or is not in the named store, is reported as such",
    arguments: [
      ("report feed.jsonl tpyo.jsonl", ExitCode.noInput, "there is no file 'tpyo.jsonl'"),
      ("report feed.jsonl feed", .nothingMatched, "'feed' is not"),
      (
        "diagnose --db s.sqlite other.jsonl", .nothingMatched,
        "'other.jsonl', which is a file; leave out --db to read it, or import it: scrolltrace import "
          + "other.jsonl --db s.sqlite"
      ),
      ("report --all 1 --db s.sqlite --html pages", .usage, "leave out --all or the names"),
      ("report 1 2 --db s.sqlite --html -", .usage, "several pages make a folder"),
      ("simulate cards-pagin --do 'wait 1s'", .noInput, "did you mean 'cards-paging'?"),
      ("simulate cards-paging --do 'flung up'", .usage, "flung"),
      ("replay feed.jsonl --edit 'gesture 99 drop'", .usage, "there is no gesture 99"),
    ])
  func mistakes(_ line: String, _ code: ExitCode, _ text: String) throws {
    let folder = try TemporaryDirectory()
    let store =
      "cp feed.jsonl other.jsonl; scrolltrace import --db s.sqlite feed.jsonl "
      + "'\(Repository.path("fixtures/traces/two-flings.jsonl"))' >/dev/null"
    let run = try run("\(store); scrolltrace \(line)", in: folder)
    #expect(run.code == code, "\(run.error)")
    #expect(run.error.contains(text), "\(run.error)")
  }

  @Test("a capture is read from standard input")
  func standardInput() throws {
    let folder = try TemporaryDirectory()
    let run = try run("cat feed.jsonl | scrolltrace diagnose -", in: folder)
    #expect(run.code == .differences, "\(run.error)")
    #expect(run.output.contains("paging"))
  }

  @Test("a trace of the store has priority over a file of the same name")
  func traceFirst() throws {
    let folder = try TemporaryDirectory()
    _ = try run("scrolltrace import feed.jsonl", in: folder)
    let run = try run("cp feed.jsonl Carousel; scrolltrace show Carousel", in: folder)
    #expect(run.code == .ok)
    #expect(!run.error.contains("temporary store"), "\(run.error)")
  }

  @Test("a mixture of files and traces is refused with a remedy")
  func mixture() throws {
    let folder = try TemporaryDirectory()
    let run = try run("scrolltrace compare feed.jsonl 2", in: folder)
    #expect(run.code == .nothingMatched)
    #expect(run.error.contains("scrolltrace import feed.jsonl"))
  }

  @Test("an invalid file ends with the exit code of its import and leaves no file")
  func notACapture() throws {
    let folder = try TemporaryDirectory()
    let run = try run("echo no capture > x.txt; scrolltrace diagnose x.txt", in: folder)
    #expect(run.code == .badData, "\(run.error)")
    #expect(run.error.contains("x.txt"))
    let made = try FileManager.default.contentsOfDirectory(atPath: folder.file("tmp"))
    #expect(made.isEmpty)
  }

  @Test("lost lines are reported with the command that lists them")
  func losses() throws {
    let folder = try TemporaryDirectory()
    let run = try run("echo '{' >> feed.jsonl; scrolltrace show feed.jsonl", in: folder)
    #expect(run.error.contains("'scrolltrace import feed.jsonl' lists them"), "\(run.error)")
  }
}
