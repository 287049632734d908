import CommandLineKit
import TestSupport
import Testing

/// A store with one simulated trace of known results, in a folder of its own.
struct SimulatedStore {
  let folder: TemporaryDirectory
  let store: String

  /// Simulates a script on a scene of `fixtures`; by default the carousel with pages.
  init(
    scene: String = "fixtures/scenes/cards-paging.json",
    script: String = "fixtures/scripts/cards-paging.script", configuration: String? = nil
  ) throws {
    folder = try TemporaryDirectory()
    store = folder.file("s.sqlite")
    let log = folder.file("trace.jsonl")
    var words = [
      "simulate", Repository.path(scene), "--script", Repository.path(script), "-o", log,
    ]
    if let configuration { words += ["--config", configuration] }
    try #require(scrolltrace(words).code == .ok)
    try #require(scrolltrace("import", "--db", store, log).code == .ok)
  }
}
