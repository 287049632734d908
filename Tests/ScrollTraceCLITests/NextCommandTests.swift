import CommandLineKit
import ScrollTraceCLI
import TestSupport
import Testing

@Suite("the command that an import proposes")
struct NextCommandTests {
  let folder: TemporaryDirectory
  let store: String

  init() throws {
    folder = try TemporaryDirectory()
    store = folder.file("s.sqlite")
  }

  /// A file of the repository, options of its import, and the proposed command.
  static let cases: [(file: String, options: [String], next: String)] = [
    (
      "Tests/TraceImportTests/Seeds/evemu/panel.events", ["--screen", "390x844"],
      "attach 1 --layout scene.json --container 390x844"
    ),
    ("Tests/TraceImportTests/Seeds/xctrace/tables.xml", [], "show 2"),
    ("Tests/TraceImportTests/Seeds/csv/offsets.csv", [], "diagnose 1"),
    ("fixtures/traces/card-carousel.jsonl", [], "diagnose 1"),
    ("fixtures/traces/two-flings.jsonl", [], "diagnose 1"),
  ]

  @Test("the proposed command is the most useful verb and runs unchanged", arguments: cases)
  func proposals(_ file: String, _ options: [String], _ next: String) throws {
    let run = scrolltrace(["import", "--db", store, Repository.path(file)] + options)
    #expect(run.code == .ok, "\(run.error)")
    let line = run.output.split(separator: "\n").last.map(String.init) ?? ""
    #expect(line == "  next     scrolltrace \(next) --db \(store)")
    // The reader must fill in a scene and a size.
    guard !next.contains("scene.json") else { return }
    let again = scrolltrace(next.split(separator: " ").map(String.init) + ["--db", store])
    // The few offsets of the table have no release to diagnose; everything else gets an answer.
    let isTooShort = file.hasSuffix("offsets.csv")
    let expected: [ExitCode] = isTooShort ? [.nothingMatched] : [.ok, .differences]
    #expect(expected.contains(again.code), "\(again.error)")
    #expect(!again.output.isEmpty)
  }

  /// Imports lines as a file and returns the output.
  private func imported(_ lines: [String]) throws -> Run {
    let path = folder.file("capture")
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
    return scrolltrace("import", "--db", store, path)
  }

  @Test("inputs without offsets are replayed under the declaration, else under each behavior")
  func inputs() throws {
    for (scene, next) in [
      ("grid-two-columns", "replay 1 --behavior none,paging,view-aligned"),
      ("cards-paging", "replay 2 --declared"),
    ] {
      let log = folder.file("\(scene).jsonl")
      let made = scrolltrace("simulate", scene, "--inputs-only", "-o", log)
      #expect(made.code == .ok, "\(made.error)")
      let run = scrolltrace("import", "--db", store, log)
      #expect(
        run.output.hasSuffix("  next     scrolltrace \(next) --db \(store)\n"), "\(run.output)")
    }
  }

  @Test("a diagnosis that needs a container proposes how to attach one, in a store and in a file")
  func container() throws {
    let log = folder.file("my log.jsonl")
    let lines = [
      #"{"scrolltrace":1,"name":"the feed"}"#, #"{"t":0,"k":"frame","x":0,"y":0}"#,
      #"{"t":16,"k":"frame","x":0,"y":9}"#,
    ]
    try Files.write(Array(lines.joined(separator: "\n").utf8), to: log)
    let file = scrolltrace("diagnose", log)
    #expect(
      file.output.hasSuffix(
        "\nNext    scrolltrace import '\(log)' && scrolltrace attach 'the feed' --container 390x844\n"
      ),
      "\(file.output)")
    _ = scrolltrace("import", "--db", store, log)
    let stored = scrolltrace("diagnose", "--db", store)
    #expect(
      stored.output.hasSuffix("\nNext    scrolltrace attach 1 --container 390x844 --db \(store)\n"),
      "\(stored.output)")
    let attached = scrolltrace("attach", "the feed", "--container", "390x844", "--db", store)
    #expect(
      attached.output.hasSuffix("scrolltrace diagnose 2 --db \(store)\n"), "\(attached.output)")
  }

  @Test("smoothness is proposed for a Chrome trace, and missing finger positions are reported")
  func chrome() throws {
    let run = scrolltrace(
      "import", "--db", store,
      Repository.path("Tests/TraceImportTests/Seeds/chrome-trace/object.json"))
    #expect(
      run.output.hasSuffix("  next     scrolltrace analyze smoothness 1 --db \(store)\n"),
      "\(run.output)")
    #expect(run.output.contains("missing  no positions of fingers: "), "\(run.output)")
    #expect(run.output.contains("with --gestures"), "\(run.output)")
    #expect(scrolltrace("analyze", "smoothness", "1", "--db", store).code == .ok)
  }

  @Test("a trace without a container size is not reported as a trace without releases")
  func releasesWithoutContainer() throws {
    let chrome = Repository.path("Tests/TraceImportTests/Seeds/chrome-trace/object.json")
    #expect(scrolltrace("import", "--db", store, chrome).code == .ok)
    let settles = scrolltrace("analyze", "settles", "1", "--db", store)
    #expect(settles.output.contains("attach 1 --container"), "\(settles.output)")
    let explained = scrolltrace("explain", "1", "--db", store)
    #expect(explained.code == .nothingMatched)
    #expect(explained.error.contains("attach 1 --container"), "\(explained.error)")
  }

  @Test("a finger in display pixels needs the sizes that convert them to points")
  func pixels() throws {
    let path = Repository.path("Tests/TraceImportTests/Seeds/perfetto/touch.pftrace")
    let sizes = ["--again", "--screen", "390x844", "--panel", "1080x2400"]
    let run = scrolltrace("import", "--db", store, path)
    #expect(run.output.contains("missing  no points: "), "\(run.output)")
    #expect(
      run.output.hasSuffix(" \(sizes.joined(separator: " ")) --db \(store)\n"), "\(run.output)")
    let again = scrolltrace(["import", "--db", store, path] + sizes)
    #expect(
      again.output.hasSuffix(
        "  next     scrolltrace attach 2 --layout scene.json --container 390x844 --db \(store)\n"),
      "\(again.output)")
    let container = scrolltrace("attach", "2", "--container", "390x844", "--db", store)
    #expect(container.code == .ok, "\(container.error)")
  }

  @Test("a file name with spaces is quoted for the shell")
  func names() throws {
    let path = folder.file("my finger's panel.txt")
    try Files.write(
      try Files.read(Repository.path("Tests/TraceImportTests/Seeds/getevent/slots.txt")), to: path)
    let run = scrolltrace("import", "--db", store, path)
    let quoted = ShellWord.quoted(path)
    #expect(quoted.hasPrefix("'") && quoted.contains("my finger'\\''s panel.txt'"))
    #expect(run.output.contains("scrolltrace import \(quoted) --again --screen"), "\(run.output)")
  }

  @Test("a log of another recorder that resembles ours is refused with the reason")
  func otherRecorders() throws {
    let path = folder.file("page.jsonl")
    var lines = [#"{"t":104,"k":"meta","url":"?mode=list","dpr":3}"#]
    for step in 0..<9 {
      lines.append(#"{"t":\#(105 + step),"k":"frame","ts":1,"x":0,"y":\#(step)}"#)
      lines.append(#"{"t":\#(105 + step),"k":"scrollev","ev":"scroll","x":0,"y":\#(step)}"#)
    }
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
    let run = scrolltrace("import", "--db", store, path)
    #expect(run.code == .badData)
    for text in [
      "19 of the first 19 are no events of one ('meta', 'scrollev')", "docs/format.md",
      "--as FORMAT",
    ] { #expect(run.error.contains(text), "\(text) is not in \(run.error)") }
    // A forced format imports everything that is readable.
    let forced = scrolltrace("import", "--db", store, "--as", "scrolltrace-jsonl", path)
    #expect(forced.output.contains("9 frames"))
  }
}
