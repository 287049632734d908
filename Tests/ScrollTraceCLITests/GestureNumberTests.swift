import CommandLineKit
import Replay
import ScrollModel
import ScrollTraceCLI
import TestSupport
import Testing
import TraceStore

@Suite("numbers of gestures")
struct GestureNumberTests {
  @Test("gestures have the numbers of the replay's inputs, and are as many as show counts")
  func numbers() throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("all.sqlite")
    for part in ["traces", "bugs", "reports"] {
      _ = scrolltrace("import", "--db", path, Repository.path("fixtures/\(part)"))
    }
    let store = try TraceStore(path: path, mode: .readOnly)
    var count = 0
    for trace in try store.traces() {
      let contents = try store.contents(of: trace.id)
      let inputs: ReplayInputs
      do {
        inputs = try store.replayInputs(
          of: trace, contents, declared: Configuration(), drive: .offset)
      } catch is ReplayError {
        continue
      }
      let gestures = try store.gestures(of: trace.id)
      let replayed = inputs.gestures
      #expect(gestures.map(\.number) == replayed.map(\.number))
      #expect(gestures.map(\.start) == replayed.map(\.start))
      #expect(gestures.map(\.velocity) == replayed.map(\.velocity))
      let shown = scrolltrace("show", "\(trace.id)", "--db", path, "--json").output
      #expect(shown.contains("\"gestures\": \(gestures.count),"), "trace \(trace.id): \(shown)")
      count += gestures.count
    }
    #expect(count >= 20)
    try store.close()
  }
}
