import ScrollModel
import ScrollUI
import TestSupport
import Testing

@Suite("scenes with extreme numbers")
struct HostileTests {
  private struct Wild: ScrollTargetBehavior {
    let number: CGFloat

    func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
      target.rect.origin.x = number
      target.rect.size.height = number
      target.anchor = ScrollUI.UnitPoint(x: number, y: 0)
    }
  }

  @Test(
    "no number stops a run or moves an offset out of range",
    arguments: [CGFloat.nan, .infinity, -.infinity, 1e300, -1e300, 0, -5])
  func numbers(_ number: CGFloat) throws {
    @State var position = ScrollPosition(x: number, y: number)
    let scene = ScrollScene(.horizontal, width: 393, height: 100, framesPerSecond: number) {
      HStack(spacing: 4) {
        SizedItem(width: number, height: number).id(1)
          .scrollTransition(.interactive.threshold(.visible(number))) { $0.opacity($1.value) }
          .onScrollVisibilityChange(threshold: number) { _ in }
        SizedItem().containerRelativeFrame(.horizontal, count: 0, span: -3, spacing: number)
        ForEach(0..<9) { _ in SizedItem(width: 100) }
      }
      .scrollTargetLayout()
    }
    .scrollPosition($position, anchor: ScrollUI.UnitPoint(x: number, y: number))
    .scrollTargetBehavior(Wild(number: number))
    var run = scene.start()
    run.settle(within: 5)
    run.send(try gestures("fling left 900", height: 100))
    run.settle(within: 5)
    position.scrollTo(point: CGPoint(x: number, y: number))
    withAnimation(.spring(duration: number, bounce: number)) { position.scrollTo(x: number) }
    run.wait(seconds: number.isFinite ? 1 : number == .infinity ? 2 : 0)
    run.settle(within: 5)
    #expect(run.contentOffset.x.isFinite && run.contentOffset.y.isFinite)
    #expect(run.effect(of: 1) != nil)
  }

  @Test("scenes without items or scroll axes do not scroll")
  func empty() throws {
    let inputs = try gestures("fling up 900", width: 100, height: 100)
    let nothing = ScrollScene(width: 100, height: 100) {
      VStack(spacing: 8) {}.scrollTargetLayout()
    }
    .scrollTargetBehavior(.viewAligned).run(inputs)
    #expect(nothing.contentOffset == .zero)
    let still = ScrollScene([], width: 100, height: 100) {
      VStack(spacing: 0) { SizedItem(height: 500) }
    }
    .run(inputs)
    #expect(still.contentOffset == .zero && still.rests.isEmpty)
  }

  @Test("a year between two gestures takes no time to simulate, whatever the display")
  func pause() throws {
    let fling = try gestures("fling up 900", width: 100, height: 100)
    let year: Int64 = 365 * 86_400 * 1_000_000_000
    let later = fling.map { ($0.0.advanced(byNanoseconds: year), $0.1) }
    let never = fling.map { (TraceTime(nanoseconds: .max), $0.1) }
    let scene = ScrollScene(width: 100, height: 100) {
      VStack(spacing: 0) { ForEach(0..<200) { _ in SizedItem(height: 50) } }
    }
    let once = scene.run(fling).contentOffset.y
    let twice = scene.run(fling + later)
    #expect(twice.rests.count == 2 && twice.contentOffset.y > 1.9 * once)
    #expect(scene.run(fling + never).rests.count >= 1)
  }

  @Test("two runs of one scene are equal, even after other calls in between")
  func determinism() throws {
    for seed in Cases.seeds(oneIn: 10) {
      let inputs = try gestures("fling left \(300 + seed * 131 % 3000)", height: 100)
      func scene(_ places: @escaping (CGPoint) -> Void) -> ScrollScene {
        ScrollScene(.horizontal, width: 393, height: 100) {
          LazyHStack(spacing: 10) { ForEach(0..<60) { SizedItem(width: 90 + CGFloat($0 % 7)) } }
            .scrollTargetLayout()
        }
        .scrollTargetBehavior(.viewAligned(limitBehavior: .never))
        .onScrollGeometryChange(for: CGPoint.self) {
          $0.contentOffset
        } action: {
          places($1)
        }
      }
      var first: [CGPoint] = []
      var second: [CGPoint] = []
      let whole = scene { first.append($0) }.run(inputs)
      var parts = scene { second.append($0) }.start()
      parts.wait(seconds: 0)
      parts.send(inputs)
      parts.wait(seconds: 0.21)
      parts.wait(seconds: 0.003)
      parts.settle()
      #expect(first == second && first.count > 10)
      #expect(whole.rests == parts.rests)
    }
  }

  @Test("margins of the configuration and of modifiers add up")
  func margins() {
    var configuration = Configuration(.ios26)
    configuration.margins = Insets(top: 5, left: 0, bottom: 0, right: 0)
    let scene = ScrollScene(width: 100, height: 100, configuration: configuration) {
      VStack(spacing: 0) {
        SizedItem(height: 500).id("long").containerRelativeFrame(.horizontal, count: 2, spacing: 0)
      }
    }
    .contentMargins(.top, 7).contentMargins(.trailing, 20).safeAreaPadding(.top, 1)
    var run = scene.start()
    run.settle()
    #expect(run.contentOffset.y == -13)
    #expect(run.frame(of: "long")?.width == 40)
  }
}
