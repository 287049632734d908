import ScrollUI
import TestSupport
import Testing

@Suite("scroll target behaviors")
struct BehaviorTests {
  private func context(
    original: CGFloat, velocity: CGFloat, content: CGFloat, container: CGFloat
  ) -> ScrollTargetBehaviorContext {
    ScrollTargetBehaviorContext(
      originalTarget: ScrollTarget(rect: CGRect(x: original, y: 0, width: container, height: 100)),
      velocity: CGVector(dx: velocity, dy: 0), contentSize: CGSize(width: content, height: 100),
      containerSize: CGSize(width: container, height: 100), axes: .horizontal)
  }

  @Test(
    "PAGE-7, PAGE-9, PAGE-11 paging rounds the target, alone or inside another behavior",
    arguments: [
      (CGFloat(0), CGFloat(0), CGFloat(149), CGFloat(0)), (0, 0, 150, 300), (0, 900, 80, 300),
      (300, -900, 280, 0),
      (0, 0, -20, -20), (600, 500, 550, 600), (300, 0, 600, 600),
    ])
  func paging(_ original: CGFloat, _ velocity: CGFloat, _ proposed: CGFloat, _ expected: CGFloat) {
    let context = context(original: original, velocity: velocity, content: 900, container: 300)
    for behavior: any ScrollTargetBehavior in [
      PagingScrollTargetBehavior(), PagesOrViews(isPaging: true),
      AnyScrollTargetBehavior(.paging),
    ] {
      var target = ScrollTarget(rect: CGRect(x: proposed, y: 0, width: 300, height: 100))
      behavior.updateTarget(&target, context: context)
      #expect(target.rect.minX == expected)
    }
  }

  @Test("VAL-3 without targets view alignment does not change the target")
  func noTargets() {
    var target = ScrollTarget(rect: CGRect(x: 77, y: 0, width: 300, height: 100))
    ViewAlignedScrollTargetBehavior().updateTarget(
      &target, context: context(original: 0, velocity: 400, content: 1000, container: 300))
    #expect(target.rect.minX == 77)
  }

  private func cards(_ behavior: some ScrollTargetBehavior) -> ScrollScene {
    ScrollScene(.horizontal, width: 300, height: 100) {
      HStack(spacing: 10) { ForEach(0..<10) { _ in SizedItem(width: 100) } }.scrollTargetLayout()
    }
    .scrollTargetBehavior(behavior).on26
  }

  @Test(
    "a built-in behavior inside a custom one decides like the engine's",
    arguments: ["fling left 300", "fling left 900", "fling left 4000", "drag left 40 over 300ms"])
  func wrapped(_ script: String) throws {
    let inputs = try gestures(
      script.hasPrefix("drag") ? "drag from 200,50 to 160,50 over 300ms ease out" : script,
      width: 300, height: 100)
    for isPaging in [true, false] {
      let own = cards(PagesOrViews(isPaging: isPaging))
      // The engine's own behaviors travel faster and shorter; the choice from a proposal is the
      // same.
      let normal = isPaging ? cards(.paging) : cards(.viewAligned(limitBehavior: .always))
      #expect(own.run(inputs).rests == normal.slow.run(inputs).rests, "\(script), \(isPaging)")
    }
  }

  @Test("SNAP-15 a type-erased built-in behavior loses its deceleration")
  func erased() throws {
    let inputs = try gestures("fling left 900", width: 300, height: 100)
    let views = ViewAlignedScrollTargetBehavior(limitBehavior: .alwaysByFew)
    let erased = cards(AnyScrollTargetBehavior(views)).run(inputs)
    #expect(erased.rests == cards(views).slow.run(inputs).rests)
    #expect(erased.rests != cards(views).run(inputs).rests)
  }

  @Test("a custom interval behavior settles like the engine's interval")
  func interval() throws {
    for seed in Cases.seeds(oneIn: 5) {
      let speed = 200 + Int(seed * 37 % 4000)
      let inputs = try gestures("fling left \(speed)\nwait 300ms\nfling right \(speed / 2)")
      func scene() -> ScrollScene {
        ScrollScene(.horizontal, width: 393, height: 320) {
          LazyHStack(spacing: 16) { ForEach(0..<30) { _ in SizedItem(width: 280) } }
        }
      }
      let own = scene().scrollTargetBehavior(SnapEvery(step: 296)).run(inputs)
      let engines = scene().snapping(every: 296).run(inputs)
      #expect(own.rests == engines.rests, "speed \(speed)")
      #expect(own.frameCount == engines.frameCount)
      #expect(!own.rests.isEmpty)
    }
  }

  @Test("SNAP-7 the modifier closest to the scroll view wins")
  func closest() throws {
    let inputs = try gestures("fling left 900", width: 300, height: 100)
    let one = cards(SnapEvery(step: 70)).run(inputs)
    let two = cards(SnapEvery(step: 70)).scrollTargetBehavior(.paging).run(inputs)
    #expect(one.rests == two.rests)
    #expect(one.contentOffset.x.truncatingRemainder(dividingBy: 70) == 0)
  }

  @Test("SNAP-13 a behavior that limits scrolls shortens flings")
  func limitsScrolls() throws {
    struct Short: ScrollTargetBehavior {
      let isShort: Bool
      func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {}
      func properties(context: PropertiesContext) -> Properties {
        var properties = Properties()
        properties.limitsScrolls = isShort
        return properties
      }
    }
    let inputs = try gestures("fling left 900", width: 300, height: 100)
    let short = cards(Short(isShort: true)).run(inputs).contentOffset.x
    let long = cards(Short(isShort: false)).run(inputs).contentOffset.x
    #expect(short > 0 && short < long / 2)
  }

  @Test("SNAP-2 a resize calls the behavior")
  func resized() throws {
    var run = cards(SnapEvery(step: 70)).start()
    run.send(try gestures("fling left 900", width: 300, height: 100))
    run.settle()
    let before = run.contentOffset.x
    run.send(resize(width: 310, height: 100))
    run.settle()
    #expect(run.geometry.containerSize.width == 310)
    #expect(run.contentOffset.x == before)
  }
}
