import ScrollModel
import ScrollUI
import Simulation
import Testing

/// A scroll view in a scroll view.
@Suite("nested scenes") struct NestedSceneTests {
  /// A feed of rows, the first of which is a carousel of cards.
  private func feed(_ configuration: Configuration = Configuration()) -> ScrollScene {
    ScrollScene(width: 300, height: 300) {
      VStack(spacing: 0) {
        ScrollScene(.horizontal, width: 300, height: 120, configuration: configuration) {
          HStack(spacing: 0) { ForEach(0..<10) { _ in SizedItem(width: 150, height: 120) } }
            .scrollTargetLayout()
        }
        .scrollTargetBehavior(.viewAligned)
        .id("carousel")
        ForEach(0..<20) { _ in SizedItem(height: 100) }
      }
    }
  }

  @Test("NEST-2 a sideways drag moves the carousel, and one upwards the feed")
  func axes() throws {
    var run = feed().start()
    run.send(
      try squareGestures("drag from 200,60 to 60,64 over 400ms ease out\nwait 800ms"))
    run.settle()
    let carousel = try #require(run.innerRun("carousel"))
    #expect(carousel.contentOffset.x == 150)
    #expect(run.contentOffset == .zero)
    run.send(
      try squareGestures("drag from 200,100 to 196,20 over 400ms ease out\nwait 800ms"))
    run.settle()
    #expect(run.contentOffset.y == 70)
    #expect(run.innerRun("carousel")?.contentOffset.x == 150)
    // The carousel moved up with the feed: a finger at its old position is over a row now.
    run.send(
      try squareGestures("drag from 200,100 to 60,104 over 400ms ease out\nwait 800ms"))
    run.settle()
    #expect(run.innerRun("carousel")?.contentOffset.x == 150)
    #expect(run.innerRuns.count == 1)
  }

  @Test("NEST-10 a nested scene rests where the simulation of the same scene file does")
  func sceneFile() throws {
    let rows = (1...20).map { #"{"id": \#($0), "size": 100}"# }.joined(separator: ", ")
    let scene = """
      {"name": "Feed", "container": {"width": 300, "height": 300},
       "items": [{"id": 0, "size": 120}, \(rows)],
       "inner": [{"at": [0, 0], "name": "Carousel", "axis": "horizontal",
         "configuration": "behavior: view-aligned", "container": {"width": 300, "height": 120},
         "items": {"count": 10, "size": [150, 120]}}]}
      """
    let script = """
      drag from 200,60 to 60,64 over 400ms ease out
      wait 1s
      drag from 200,100 to 196,20 over 400ms ease out
      wait 1s
      fling from 250,30 to 60,34 over 160ms
      wait 3s
      fling from 150,250 to 150,150 over 160ms
      wait 3s
      """
    let simulator = try Simulator(
      scene: SceneFile(json: Array(scene.utf8), name: "feed"), script: GestureScript(script))
    var rests = LastOffsets()
    try NestedSimulation(simulator, configuration: Configuration()).send(to: &rests)
    var run = feed().start()
    run.send(try squareGestures(script))
    run.settle()
    let carousel = try #require(run.innerRun("carousel"))
    #expect(rests.offsets.count == 2 && rests.offsets[1].x >= 150 && rests.offsets[0].y > 70)
    #expect((run.contentOffset.y - rests.offsets[0].y).magnitude < 0.01)
    #expect((carousel.contentOffset.x - rests.offsets[1].x).magnitude < 0.01)
  }

  /// The last offset of each trace.
  private struct LastOffsets: TraceSink {
    var offsets: [Point] = []

    mutating func beginTrace(_ information: TraceInformation) -> TraceNumber {
      offsets.append(.zero)
      return offsets.count - 1
    }

    mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {
      if case .observation(.frame(let frame)) = event { offsets[trace] = frame.offset }
    }

    mutating func report(_ diagnostic: Diagnostic) {}
  }

  @Test("NEST-3 a page that is at its end leaves the next drag to the pager")
  func pager() throws {
    let pager = ScrollScene(width: 300, height: 300) {
      VStack(spacing: 0) {
        for page in 0..<3 {
          ScrollScene(width: 300, height: 300) {
            VStack(spacing: 0) { ForEach(0..<4) { _ in SizedItem(height: 100) } }
          }
          .id(page)
        }
      }
    }
    .scrollTargetBehavior(.paging)
    var run = pager.start()
    let up = try squareGestures("fling from 150,250 to 150,100 over 120ms\nwait 2s")
    run.send(up)
    run.settle()
    #expect(run.contentOffset.y == 0)
    #expect(run.innerRun(0)?.contentOffset.y == 100)
    run.send(up)
    run.settle()
    #expect(run.contentOffset.y == 300)
    #expect(run.innerRun(0)?.contentOffset.y == 100)
    #expect(run.innerRun(1)?.contentOffset.y == 0)
  }

  @Test("NEST-4 the switch lets a page pass on what it cannot follow")
  func passedOn() throws {
    var passing = Configuration()
    passing.switches.nestedScroll = .passedOn
    let list = ScrollScene(width: 300, height: 300) {
      VStack(spacing: 0) {
        ScrollScene(width: 300, height: 200, configuration: passing) {
          VStack(spacing: 0) { ForEach(0..<3) { _ in SizedItem(height: 100) } }
        }
        ForEach(0..<10) { _ in SizedItem(height: 100) }
      }
    }
    var run = list.start()
    run.send(
      try squareGestures("drag from 150,190 to 150,10 over 500ms ease out\nwait 800ms"))
    run.settle()
    #expect(run.innerRuns[0].contentOffset.y == 100)
    #expect((run.contentOffset.y - 70).magnitude < 0.01)
  }
}
