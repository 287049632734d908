import Replay
import ScrollModel
import TestSupport
import Testing
import TraceStore

@testable import ScrollTraceCLI

@Suite("the times that stepping through a trace stops at")
struct ScrubIndexTests {
  private struct Times: ReplayObserver {
    var settles: Set<Int64> = []

    mutating func take(_ settle: Settle) { settles.insert(settle.time.nanoseconds) }
  }

  @Test(
    "one replay has the releases of a replay alone and the divergences of a comparison",
    arguments: ["bugs/cards-stop-between.jsonl", "traces/two-flings.jsonl"])
  func oneReplay(capture: String) throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("a.sqlite")
    _ = scrolltrace("import", "--db", path, Repository.path("fixtures/\(capture)"))
    let store = try TraceStore(path: path, mode: .readOnly)
    let trace = try #require(try store.traces().first)
    let plan = try ReplayPlan(
      try Configuration(text: trace.information.declaredConfiguration ?? ""),
      of: trace.information, try store.contents(of: trace.id))
    let index = try ScrubIndex(of: trace, plan, in: store)
    let alone = ObserverBox(Times())
    let run = ReplayRun(plan, listener: alone)
    var frames: Set<Int64> = []
    try store.replay(trace.id) { batch in
      for (time, event) in batch.events {
        if case .observation(.frame) = event { frames.insert(time.nanoseconds) }
        run.take(event, at: time)
      }
    }
    run.finish()
    #expect(index.settles == alone.observer.settles.sorted() && !index.settles.isEmpty)
    #expect(index.frames == frames.sorted())
    let compared = RecordingReplay(
      plan, tolerance: try Tolerance(of: trace, in: store), recorded: trace.digests?.observations)
    try store.replay(trace.id) { compared.take($0) }
    let found = compared.finish().comparison?.divergences ?? []
    #expect(
      index.divergences
        == Set(found.filter { $0.verdict != .invisible }.map(\.from.nanoseconds)).sorted())
    try store.close()
  }
}
