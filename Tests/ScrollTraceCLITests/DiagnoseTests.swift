import CommandLineKit
import TestSupport
import Testing

/// `diagnose` as a user runs it, over a carousel whose truth is known.
@Suite("diagnose")
struct DiagnoseTests {
  private func write(_ text: String, to path: String) throws {
    try Files.write(Array(text.utf8), to: path)
  }

  /// Cards 300 pt wide with 12 pt between them and insets of 20 pt.
  private func carousel(declared: String?, ran: String) throws -> (TemporaryDirectory, String) {
    let folder = try TemporaryDirectory()
    let (scene, script, log) = (folder.file("scene.json"), folder.file("s.script"), "trace.jsonl")
    let configuration = declared.map { "\"configuration\": \"\($0)\"," } ?? ""
    try write(
      """
      {"name": "stories", \(configuration) "axis": "horizontal",
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
    let store = folder.file("s.sqlite")
    try #require(scrolltrace("import", "--db", store, path).code == .ok)
    return (folder, store)
  }

  @Test("the cause comes first, in words of the app, with proof and fix")
  func text() throws {
    let (folder, store) = try carousel(declared: nil, ran: "behavior: interval(300)")
    defer { withExtendedLifetime(folder) {} }
    let run = scrolltrace("diagnose", "--db", store, "--config", "behavior: view-aligned")
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

  @Test("an app that does as it declares is one line and ends with 0")
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
