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
    ("Tests/TraceImportTests/Seeds/csv/offsets.csv", [], "infer-layout 1"),
    ("fixtures/traces/card-carousel.jsonl", [], "replay 1 --declared"),
    (
      "fixtures/traces/two-flings.jsonl", [], "replay 1 --behavior none,paging,view-aligned"
    ),
  ]

  @Test("the proposed command is the most useful verb and runs unchanged", arguments: cases)
  func proposals(_ file: String, _ options: [String], _ next: String) throws {
    let run = scrolltrace(["import", "--db", store, Repository.path(file)] + options)
    #expect(run.code == .ok, "\(run.error)")
    let line = run.output.split(separator: "\n").last.map(String.init) ?? ""
    #expect(line == "  next     scrolltrace \(next) --db \(store)")
    // The reader must fill in a scene and a size; a few rests have no grid.
    guard !next.contains("scene.json"), !next.hasPrefix("infer-layout") else { return }
    let again = scrolltrace(next.split(separator: " ").map(String.init) + ["--db", store])
    #expect(again.code == .ok || again.code == .differences, "\(again.error)")
    #expect(!again.output.isEmpty)
  }

  /// Imports lines as a file and returns the output.
  private func imported(_ lines: [String]) throws -> Run {
    let path = folder.file("capture")
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
    return scrolltrace("import", "--db", store, path)
  }

  @Test("settles are proposed for a trace with offsets, a finger and a container")
  func settles() throws {
    let run = try imported([
      #"{"scrolltrace":1,"name":"feed","axes":"vertical"}"#,
      #"{"t":0,"k":"frame","x":0,"y":0,"vw":390,"vh":844}"#,
      #"{"t":10,"k":"touch","phase":"began","x":9,"y":90}"#,
      #"{"t":40,"k":"touch","phase":"moved","x":9,"y":50}"#,
      #"{"t":50,"k":"frame","x":0,"y":40}"#,
      #"{"t":60,"k":"touch","phase":"ended","x":9,"y":50}"#,
    ])
    #expect(
      run.output.hasSuffix("  next     scrolltrace analyze settles 1 --db \(store)\n"),
      "\(run.output)")
    #expect(scrolltrace("analyze", "settles", "1", "--db", store).code == .ok)
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
