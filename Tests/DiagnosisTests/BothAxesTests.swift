import Diagnosis
import Replay
import ScrollModel
import TestSupport
import TraceStore
import Testing
import Triage

@Suite("Views that can scroll along both axes")
struct BothAxesTests {
  /// A page whose rows are 40 px too tall for their strip, so that it can scroll both ways, and that
  /// only scrolls sideways.
  @Test("releases are judged along the axis that moves")
  func releases() throws {
    let path = Repository.path("fixtures/chromium-random/random-121.jsonl.gz")
    let shelf = try TraceShelf()
    let (trace, store) = try shelf.put(LoggedTraces(path: path))
    #expect(trace.information.axes == .both)
    #expect(try store.mainAxis(of: trace) == .horizontal)
    let diagnosis = try Diagnoser(
      Outcome(of: trace, in: store), declared: nil, BehaviorRegistry()
    ).diagnose()
    #expect(diagnosis.causes.first?.cause == .scrollSnap, "\(diagnosis.lines().map(\.text))")
    #expect(diagnosis.decisions.count == 9)
  }

  @Test("the main axis is the vertical one, unless the content only moves sideways")
  func axis() {
    #expect(ScrollAxes.main(across: 500, down: 3) == .horizontal)
    #expect(ScrollAxes.main(across: 500, down: 20) == .vertical)
    #expect(ScrollAxes.main(across: 0, down: 0) == .vertical)
    #expect(ScrollAxes.main(across: 2, down: 5) == .vertical)
  }
}
