import ScrollModel
import ScrollUI
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
