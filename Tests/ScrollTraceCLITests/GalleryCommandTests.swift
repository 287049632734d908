import CommandLineKit
import ScrollTraceCLI
import Simulation
import TestSupport
import Testing

@Suite("the bundled scenes and cases on the command line")
struct GalleryCommandTests {
  let folder: TemporaryDirectory
  let store: String

  init() throws {
    folder = try TemporaryDirectory()
    store = folder.file("s.sqlite")
  }

  @Test(
    "a case is recorded with its fault, and the named analysis finds it",
    arguments: ["B05", "b08", "C13", "F06"])
  func cases(_ name: String) throws {
    let log = folder.file("case.jsonl")
    let made = scrolltrace("simulate", "--case", name, "-o", log)
    #expect(made.code == .ok && made.output.isEmpty, "\(made.error)")
    let example = try #require(GalleryCase.all.first { $0.name == name.uppercased() })
    #expect(made.error.contains(example.defect.expected.joined(separator: ", ")))
    #expect(scrolltrace("import", "--db", store, log).code == .ok)
    let words = made.error.split(separator: "\n").last?.split(separator: " ") ?? []
    let options = words.drop { $0 != "findings" }.dropFirst().map(String.init)
    let found = scrolltrace(["analyze", "findings", "--db", store] + options)
    for text in example.defect.expected where text.hasSuffix("warning") {
      #expect(found.output.contains(text), "\(found.output)")
    }
  }

  @Test(
    "a case of nested views is recorded as one capture, and the named diagnosis finds its cause")
  func nested() throws {
    let log = folder.file("nested.jsonl")
    let made = scrolltrace("simulate", "--case", "nest-01", "-o", log)
    #expect(made.code == .ok && made.error.contains("none; cause: vertical-overscroll: contain"))
    #expect(made.error.contains("then scrolltrace diagnose"), "\(made.error)")
    #expect(scrolltrace("import", "--db", store, log).code == .ok)
    let found = scrolltrace("diagnose", "Feed", "--db", store)
    #expect(found.output.contains("vertical-overscroll: contain explains"), "\(found.output)")
  }

  @Test("near misses have no findings and are recorded under the name of their case")
  func near() throws {
    let log = folder.file("near.jsonl")
    #expect(scrolltrace("simulate", "--case", "B05", "--near", "-o", log).code == .ok)
    #expect(scrolltrace("import", "--db", store, log).code == .ok)
    #expect(
      scrolltrace("analyze", "findings", "B05", "--severity", "warning", "--db", store).code == .ok)
  }

  @Test("the list names every scene and case, and a bundled scene has its own script")
  func list() throws {
    let list = scrolltrace("simulate", "--list")
    #expect(list.code == .ok)
    for name in Gallery.sceneNames + Gallery.caseSceneNames + Gallery.caseNames {
      #expect(list.output.contains("\n\(name) "), "\(name)")
    }
    let bundled = scrolltrace("simulate", "cards-paging")
    let path = Repository.path("fixtures/s")
    let files = scrolltrace(
      "simulate", path + "cenes/cards-paging.json", "--script", path + "cripts/cards-paging.script")
    #expect(bundled.code == .ok && bundled.output == files.output)
    #expect(scrolltrace("simulate", "rows", "--do", "fling up 900").code == .ok)
  }

  @Test("a command without effect because of a missing binding is reported with line and remedy")
  func unboundCommands() throws {
    let (script, log) = (folder.file("edge.script"), folder.file("edge.jsonl"))
    try Files.write(Array("wait 1s\nscroll to edge trailing\nwait 1s\n".utf8), to: script)
    func simulate(_ configuration: String) -> Run {
      scrolltrace(
        "simulate", "cards-paging", "--script", script, "--config", configuration, "-o", log)
    }
    let unbound = simulate("behavior: paging")
    #expect(unbound.code == .ok)
    #expect(
      unbound.error
        == "scrolltrace simulate: warning: \(script): line 2: no ScrollPosition is bound, so this "
        + "command moves nothing; write 'via offset', or bind one with 'position: value()' in the "
        + "configuration\n")
    #expect(try !Files.text(log).contains(#""x":2730"#))
    let bound = simulate("position: value()")
    #expect(bound.code == .ok && bound.error.isEmpty)
    #expect(try Files.text(log).contains(#""x":2730"#))
    let many = scrolltrace(
      "simulate", "cards-paging", "--do", "write 1", "--do", "repeat 9 { write 2 }", "--do",
      "scroll to x 9", "-o", log)
    #expect(many.error.split(separator: "\n").count == 2)
  }

  @Test("import and formats recognize a case and a scene, alone and in a folder")
  func otherFiles() throws {
    let path = Repository.path("fixtures/gallery/cases/B05.tsv")
    for run in [scrolltrace("import", "--db", store, path), scrolltrace("formats", path)] {
      #expect(run.code == .badData)
      #expect(run.error.contains("is a case of the gallery"), "\(run.error)")
      #expect(run.error.contains("'scrolltrace simulate --case B05'"), "\(run.error)")
    }
    let scene = Repository.path("fixtures/scenes/cards-paging.json")
    #expect(scrolltrace("import", "--db", store, scene).error.contains("is a scene"))
    let all = scrolltrace("import", "--db", store, Repository.path("fixtures/gallery/cases"))
    #expect(all.code == .nothingMatched)
    #expect(all.output.contains("skipped: is a case of the gallery"), "\(all.output)")
    #expect(!all.output.contains("is in no known format"))
  }

  @Test(
    "conflicting options are refused with the reason",
    arguments: [
      ["--case", "Z99"], ["--case", "B05", "rows"], ["--case", "B05", "--do", "wait 1s"],
      ["--case", "B05", "--inputs-only"], ["--near"], [], ["rows", "--near", "--do", "wait 1s"],
      ["rows"],
    ])
  func refusals(_ words: [String]) {
    let run = scrolltrace(["simulate"] + words)
    #expect(run.code == .usage && run.output.isEmpty && !run.error.isEmpty, "\(run.error)")
  }
}
