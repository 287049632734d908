import CommandLineKit
import TestSupport
import Testing

@Suite("playground")
struct PlaygroundTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test("the page contains every bundled scene with its script")
  func scenes() throws {
    let path = folder.file("playground.html")
    let run = scrolltrace("playground", "-o", path)
    let page = try Files.text(path)
    let hasEngine = page.contains("id=\"engine\"")
    #expect(run.code == .ok && run.error.isEmpty == hasEngine, "\(run.error)")
    #expect(page.contains("Change any of them") == hasEngine)
    #expect(page.contains("nothing can be changed") != hasEngine)
    let names = Files.names(in: Repository.path("fixtures/scenes")).filter {
      // The view of this scene measures its visible rows.
      $0.hasSuffix(".json") && $0 != "transcript-keyboard.json"
    }
    #expect(run.output.hasSuffix(": \(names.count) scenes\n"))
    for name in names.map({ $0.dropLast(5) }) { #expect(page.contains("\"name\":\"\(name)\"")) }
    #expect(page.contains("fling left 900"))
  }

  @Test("a scene whose view measures rows is refused")
  func measuring() {
    let run = scrolltrace("playground", "transcript-keyboard", "-o", folder.file("page.html"))
    #expect(run.code == .nothingMatched && run.error.contains("measures rows when they are shown"))
  }

  @Test("a scene that is not bundled is refused")
  func unknown() {
    let run = scrolltrace("playground", "no-such-scene", "-o", folder.file("page.html"))
    #expect(run.code == .nothingMatched)
    #expect(run.error.contains("'scrolltrace simulate --list'"))
  }
}
