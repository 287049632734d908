import CommandLineKit
import ScrollTraceCLI
import TestSupport
import Testing

@Suite("show at a moment")
struct MomentTests {
  @Test("a moment after the end is refused with the trace's range", arguments: ["", "--json"])
  func range(_ option: String) throws {
    let simulated = try SimulatedStore()
    let store = simulated.store
    func shown(_ moment: String) -> Run {
      scrolltrace(["show", "1", "--db", store, "--at", moment] + (option.isEmpty ? [] : [option]))
    }
    let overview = scrolltrace("show", "1", "--db", store).output
    let line = try #require(overview.split(separator: "\n").first { $0.contains("duration") })
    let end = line.split(separator: " ").dropFirst().joined(separator: " ")
    let late = shown("99s")
    #expect(late.code == .nothingMatched && late.output.isEmpty)
    #expect(late.error.contains("trace 1; give a moment between 0 s and \(end)"), "\(late.error)")
    #expect(shown("0").code == .ok)
    #expect(shown(end.replacing(" ", with: "")).code == .ok)
    #expect(shown("5000000").code == .nothingMatched)
  }

  @Test("'container' has the same size in the overview and at a moment, with or without insets")
  func container() throws {
    for scene in ["cards-paging", "cards-right-to-left", "keyboard"] {
      let simulated = try SimulatedStore(
        scene: "fixtures/scenes/\(scene).json", script: "fixtures/scripts/\(scene).script")
      let store = simulated.store
      func size(_ run: Run) -> String? {
        run.output.split(separator: "\n").first { $0.contains("  container ") }
          .map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
      }
      let overview = size(scrolltrace("show", "1", "--db", store))
      #expect(overview != nil)
      #expect(size(scrolltrace("show", "1", "--at", "0", "--db", store)) == overview, "\(scene)")
    }
  }

  @Test("the command that adds a container names the trace")
  func hint() throws {
    let folder = try TemporaryDirectory()
    let (log, store) = (folder.file("a.jsonl"), folder.file("s.sqlite"))
    let lines = [
      #"{"scrolltrace":1,"name":"feed"}"#, #"{"t":0,"k":"frame","x":0,"y":0}"#,
      #"{"t":16,"k":"frame","x":0,"y":9}"#,
    ]
    try Files.write(Array(lines.joined(separator: "\n").utf8), to: log)
    _ = scrolltrace("import", "--db", store, log)
    let run = scrolltrace("analyze", "settles", "--db", store)
    #expect(run.output.contains("scrolltrace attach 1 --container WIDTHxHEIGHT"), "\(run.output)")
  }
}
