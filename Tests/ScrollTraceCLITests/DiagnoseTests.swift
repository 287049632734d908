import CommandLineKit
import Foundation
import TestSupport
import Testing

/// `diagnose` as a user runs it, for a carousel with a known cause.
@Suite("diagnose")
struct DiagnoseTests {
  private func write(_ text: String, to path: String) throws {
    try Files.write(Array(text.utf8), to: path)
  }

  /// Cards 300 pt wide with 12 pt between them and insets of 20 pt.
  private func carousel(declared: String?, ran: String) throws -> (TemporaryDirectory, String) {
    // A simulation declares what it ran; this replaces it with the app's declaration.
    let folder = try TemporaryDirectory()
    let (scene, script, log) = (folder.file("scene.json"), folder.file("s.script"), "trace.jsonl")
    try write(
      """
      {"name": "stories", "axis": "horizontal",
       "container": {"width": 390, "height": 400}, "insets": {"left": 20, "right": 20},
       "scale": 3, "hz": 60, "stack": {"spacing": 12},
       "items": {"count": 12, "prefix": "card-", "size": 300}}
      """, to: scene)
    try write(
      """
      wait 400ms
      fling left 700
      wait 4s
      fling left 1400
      wait 4s
      fling right 800
      wait 4s
      fling left 900
      wait 4s

      """, to: script)
    let path = folder.file(log)
    try #require(
      scrolltrace("simulate", scene, "--script", script, "--config", ran, "-o", path).code == .ok)
    if let declared {
      let text = try Files.text(path)
      let member = "\"configuration\":\"profile: ios18, \(ran)\","
      try #require(text.contains(member))
      let new = declared.isEmpty ? "" : "\"configuration\":\"\(declared)\","
      try write(text.replacing(member, with: new, maxReplacements: 1), to: path)
    }
    let store = folder.file("s.sqlite")
    try #require(scrolltrace("import", "--db", store, path).code == .ok)
    return (folder, store)
  }

  @Test("the cause comes first, in the app's terms, with proof and fix")
  func text() throws {
    let (folder, store) = try carousel(declared: nil, ran: "behavior: interval(300)")
    defer { withExtendedLifetime(folder) {} }
    let run = scrolltrace(
      "diagnose", "--db", store, "--no-guard", "--config", "behavior: view-aligned")
    #expect(run.code == .differences)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.count <= 11)
    #expect(
      lines.dropFirst().prefix(2) == [
        "Cause   The app snaps every 300 pt from -20 pt, not to its cards, which repeat every 312 pt.",
        "        300 pt is the card's width (300); the spacing (12) is missing.",
      ])
    #expect(
      run.output.contains(
        "Proof   interval(300) explains 4 of 4 rests within 0.1 pt; view-aligned (declared) "
          + "explains 0 of 4."))
    #expect(run.output.contains("Effects S01"))
    #expect(run.output.contains(".scrollTargetBehavior(.viewAligned)"))
  }

  /// The carousel as the app declares it: aligned with its cards.
  private func misaligned() throws -> (TemporaryDirectory, String) {
    try carousel(declared: "behavior: view-aligned", ran: "behavior: interval(300)")
  }

  private static let cause =
    "The app snaps every 300 pt from -20 pt, not to its cards, which repeat every 312 pt"

  @Test("a report's verdict is the cause, and its consequences are marked")
  func report() throws {
    let (folder, store) = try misaligned()
    let json = folder.file("r.json")
    let run = scrolltrace("report", "1", "--db", store)
    #expect(run.code == .differences)
    #expect(run.output.contains("**warning**: \(Self.cause)"))
    #expect(run.output.contains("| card-1 at 292 pt | 280 pt, 12 pt before card-1 |"))
    #expect(!run.output.contains("Expected: nothing"))
    _ = scrolltrace("report", "1", "--db", store, "--json-out", json)
    let written = try Files.text(json)
    #expect(written.contains("\"verdict\": \"\(Self.cause)"))
    #expect(written.contains("\"is_effect\": true"))
  }

  @Test("show starts with the lines of the diagnosis")
  func show() throws {
    let (folder, store) = try misaligned()
    defer { withExtendedLifetime(folder) {} }
    let lines = scrolltrace("show", "--db", store).output.split(separator: "\n")
    #expect(lines.dropFirst().first == "  Cause         \(Self.cause).")
    let json = scrolltrace("show", "--db", store, "--json").output
    #expect(json.contains("\"class\": \"interval\""))
  }

  @Test("explain prints the choice of the diagnosed configuration")
  func explain() throws {
    let (folder, store) = try misaligned()
    defer { withExtendedLifetime(folder) {} }
    let line = "under the diagnosed configuration: interval(300) chooses 280 pt, as recorded\n"
    #expect(scrolltrace("explain", "1", "--settle", "1", "--db", store).output.hasSuffix(line))
    let json = scrolltrace("explain", "1", "--settle", "1", "--db", store, "--json").output
    #expect(json.contains("\"chosen_pt\": 280"))
    // A trace that behaves as declared needs no other configuration.
    let (other, healthy) = try carousel(declared: nil, ran: "behavior: view-aligned")
    defer { withExtendedLifetime(other) {} }
    #expect(!scrolltrace("explain", "1", "--db", healthy).output.contains("diagnosed"))
  }

  @Test("without a declaration, the report is not judged and states that")
  func undeclared() throws {
    let (folder, store) = try carousel(declared: "", ran: "behavior: interval(300)")
    defer { withExtendedLifetime(folder) {} }
    let run = scrolltrace("report", "1", "--db", store)
    #expect(run.code == .ok)
    #expect(run.error.hasPrefix("not checked: Behaves like interval(300)."))
    #expect(run.error.contains("Nothing was checked against a declaration"))
  }

  @Test("without a declaration, a defect is still the verdict, before the findings that follow")
  func undeclaredDefect() throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("undeclared.jsonl")
    let declared = try Files.text(
      Repository.path("fixtures/reports/104-keyboard-leaves-the-view-scrolled/capture.jsonl"))
    let text = declared.replacing(#","configuration":"""#, with: "")
    #expect(text != declared)
    try Files.write(Array(text.utf8), to: file)
    let page = folder.file("undeclared.md")
    let run = scrolltrace("report", file, "--markdown", page)
    #expect(run.code == .differences)
    #expect(
      run.error.contains(
        "\nerror: The container changed at 1.933 s, and the view rests 216 pt past the end"))
    let report = try Files.text(page)
    // The cause is stated once, and the finding that follows from it is not the verdict.
    #expect(report.ranges(of: "the view rests 216 pt past the end of its content").count == 2)
    #expect(report.contains("S25 is a consequence of this cause"))
    #expect(!report.contains("(S25 beyond-end, at"))
    #expect(!report.contains("find no defect in"))
  }

  @Test("without a declaration and a finding, there is nothing to reproduce")
  func nothingToReproduce() throws {
    let fling = scrolltrace("diagnose", Repository.path("fixtures/traces/two-flings.jsonl"))
    #expect(fling.code == .differences && fling.output.contains("No configuration is declared"))
    #expect(!fling.output.contains("scrolltrace reproduce"))
    let (folder, store) = try misaligned()
    defer { withExtendedLifetime(folder) {} }
    #expect(scrolltrace("diagnose", "--db", store).output.contains("scrolltrace reproduce 1"))
  }

  @Test("a declared behavior that is not known here is named")
  func unknownBehavior() throws {
    let folder = try TemporaryDirectory()
    let log = try Files.text(Repository.path("fixtures/bugs/cards-stop-between.jsonl"))
    try folder.write(
      Array(log.replacing("behavior: view-aligned", with: #"behavior: custom(\"mine\")"#).utf8),
      to: "mine.jsonl")
    let run = scrolltrace("diagnose", folder.file("mine.jsonl"))
    #expect(
      run.output.contains(
        "The declared behavior 'mine' is not known here, so nothing was checked against it."))
    #expect(!run.output.contains("No configuration is declared"))
  }

  @Test("query reads a diagnosis from its views, and a newer one replaces it")
  func query() throws {
    let (folder, store) = try misaligned()
    defer { withExtendedLifetime(folder) {} }
    func rows(_ sql: String) -> String {
      scrolltrace("query", sql, "--format", "csv", "--db", store).output
    }
    #expect(rows("SELECT count(*) AS n FROM diagnosis") == "n\n0\n")
    for _ in 0..<2 { _ = scrolltrace("diagnose", "--db", store, "--no-guard") }
    #expect(
      rows("SELECT trace, verdict, class, explained, declared_explained FROM diagnosis")
        == "trace,verdict,class,explained,declared_explained\nstories,cause,interval,4,0\n")
    #expect(
      rows("SELECT parameter, value, fix_configuration FROM diagnosis_cause")
        == "parameter,value,fix_configuration\ninterval,300,\"profile: ios18, behavior: view-aligned\"\n"
    )
    #expect(rows("SELECT number, rest FROM decision LIMIT 2") == "number,rest\n1,280\n2,1180\n")
    _ = scrolltrace(
      "diagnose", "--db", store, "--no-guard", "--config", "behavior: interval(300)")
    #expect(
      rows("SELECT given_configuration, verdict FROM diagnosis ORDER BY 1")
        == "given_configuration,verdict\n,cause\n\"profile: ios18, behavior: interval(300)\",as-declared\n"
    )
  }

  @Test("the fix is replayed on healthy traces, and worse or unreadable ones are named")
  func guarded() throws {
    let (folder, store) = try misaligned()
    let (other, healthy) = try carousel(declared: nil, ran: "behavior: view-aligned")
    defer { withExtendedLifetime(other) {} }
    let run = scrolltrace("diagnose", "--db", store, "--guard", healthy)
    #expect(run.output.contains("no new finding in 1 guard trace."), "\(run.output)")
    // A folder with a trace that the fix breaks, one that stays correct, and one that cannot be
    // read.
    let captures = folder.file("captures")
    try FileManager.default.createDirectory(atPath: captures, withIntermediateDirectories: false)
    try write("no recording", to: "\(captures)/notes.txt")
    try write(
      try Files.text(other.file("trace.jsonl")), to: "\(captures)/right.jsonl")
    let second = scrolltrace("diagnose", "--db", store, "--guard", captures)
    #expect(second.output.contains("no new finding in 1 guard trace."), "\(second.output)")
    #expect(second.output.contains("Not checked: notes.txt ("), "\(second.output)")
    let missing = scrolltrace("diagnose", "--db", store, "--guard", folder.file("none"))
    #expect(missing.code == .noInput)
  }

  @Test("an app that behaves as declared gives one line and exit code 0")
  func healthy() throws {
    let (folder, store) = try carousel(declared: nil, ran: "behavior: view-aligned")
    defer { withExtendedLifetime(folder) {} }
    let run = scrolltrace("diagnose", "--db", store)
    #expect(run.code == .ok)
    #expect(
      run.output == "trace 1 stories: behaves as declared: 4 of 4 rests explained\n")
  }

  @Test("a trace without a release ends with 4")
  func nothing() throws {
    let folder = try TemporaryDirectory()
    let (log, store) = (folder.file("still.jsonl"), folder.file("s.sqlite"))
    try write(
      """
      {"scrolltrace":1,"name":"still"}
      {"t":0,"k":"container","w":390,"h":400}
      {"t":0,"k":"frame","x":0,"y":0}
      """, to: log)
    _ = scrolltrace("import", "--db", store, log)
    #expect(scrolltrace("diagnose", "--db", store).code == .nothingMatched)
  }
}
