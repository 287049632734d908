import ScrollUI
import Testing

@Suite("code written for SwiftUI")
struct UnchangedCodeTests {
  @Test("requests can be read back")
  func requests() {
    let model = GalleryModel()
    #expect(model.position.viewID(type: Int.self) == 0)
    #expect(model.current?.title == "Sea")
    model.toTop()
    #expect(model.position.edge == .top)
    #expect(model.current == nil)
    model.toPoint()
    #expect(model.position.point == CGPoint(x: 0, y: 240))
    #expect(model.position.edge == nil)
    model.toColumn()
    #expect(model.position.x == 320)
    #expect(model.position.point == nil)
    model.toCity()
    #expect(model.position.viewID(type: Int.self) == 2)
    #expect(model.current?.title == "City")
  }

  @Test("a behavior rounds the given target")
  func behavior() {
    let context = ScrollTargetBehaviorContext(
      originalTarget: ScrollTarget(rect: .zero), velocity: CGVector(dx: 900, dy: 0),
      contentSize: CGSize(width: 3000, height: 100),
      containerSize: CGSize(width: 300, height: 100), axes: .horizontal)
    for (proposed, expected) in [(0.0, 0.0), (147, 0), (148, 296), (444, 592), (-10, 0)] {
      var target = ScrollTarget(rect: CGRect(x: proposed, y: 7, width: 300, height: 100))
      SnapEvery(step: 296).updateTarget(&target, context: context)
      #expect(target.rect == CGRect(x: expected, y: 7, width: 300, height: 100))
    }
  }

  @Test("the context reads members of the environment")
  func environment() {
    var environment = EnvironmentValues()
    var context = ScrollTargetBehaviorContext(
      originalTarget: ScrollTarget(rect: CGRect(x: 40, y: 0, width: 300, height: 100)),
      velocity: CGVector(dx: -900, dy: 0), contentSize: CGSize(width: 3000, height: 100),
      containerSize: CGSize(width: 300, height: 100), axes: .horizontal, environment: environment)
    var target = ScrollTarget(rect: CGRect(x: 0, y: 0, width: 300, height: 100))
    DirectionalSnap().updateTarget(&target, context: context)
    #expect(target.rect.minX == -260)
    context.velocity = .zero
    DirectionalSnap().updateTarget(&target, context: context)
    #expect(target.rect.minX == 40)
    #expect(target.anchor == .topLeading)
    environment.layoutDirection = .rightToLeft
    let mirrored = ScrollTargetBehaviorContext(
      originalTarget: ScrollTarget(rect: .zero), velocity: .zero, contentSize: .zero,
      containerSize: .zero, axes: .horizontal, environment: environment)
    #expect(mirrored.layoutDirection == .rightToLeft)
    let properties = ScrollTargetBehaviorPropertiesContext(axes: .horizontal)
    #expect(DirectionalSnap().properties(context: properties).limitsScrolls)
    #expect(!SnapEvery(step: 1).properties(context: properties).limitsScrolls)
    let erased = AnyScrollTargetBehavior(DirectionalSnap())
    #expect(erased.properties(context: properties).limitsScrolls)
  }

  @Test("a behavior reads the environment of its scene, including an app's own values")
  func environmentValues() throws {
    let scene = ScrollScene(.horizontal, width: 300, height: 100, displayScale: 2) {
      LazyHStack(spacing: 0) {
        ForEach(0..<40) { _ in SizedItem(width: 100, height: 100) }
      }
    }
    .scrollTargetBehavior(EnvironmentSnap(width: 100))
    let inputs = try gestures("fling left 1500", width: 300, height: 100)
    func rest(_ scene: ScrollScene) -> CGFloat { scene.run(inputs).contentOffset.x }
    let plain = rest(scene)
    #expect(plain > 200 && abs(plain.truncatingRemainder(dividingBy: 108) - 0.5) < 0.001)
    let spaced = rest(scene.environment(\.cardSpacing, 20))
    #expect(abs(spaced.truncatingRemainder(dividingBy: 120) - 0.5) < 0.001)
    #expect(abs(rest(scene.environment(\.accessibilityReduceMotion, true)) - 108.5) < 0.001)
    let large = rest(scene.environment(\.dynamicTypeSize, .accessibility2))
    #expect(abs(large.truncatingRemainder(dividingBy: 208) - 0.5) < 0.001)
  }

  @Test("the environment starts with a phone's values and keeps written ones")
  func environmentDefaults() {
    var values = EnvironmentValues()
    #expect(values.displayScale == 3 && values.pixelLength == 1.0 / 3)
    #expect(values.dynamicTypeSize == .large && values.dynamicTypeSize < .xLarge)
    #expect(values.colorScheme == .light && !values.accessibilityReduceMotion)
    #expect(values.locale.identifier == "en_US" && values.cardSpacing == 8)
    values.locale = Locale(identifier: "ar_EG")
    values.colorScheme = .dark
    values.cardSpacing = 12
    let other = EnvironmentValues()
    #expect(values.locale.identifier == "ar_EG" && values.colorScheme == .dark)
    #expect(values.cardSpacing == 12 && other.cardSpacing == 8)
    values.displayScale = 0
    #expect(values.pixelLength == 1)
  }

  @Test("a gallery runs headless with its behavior, bindings and closures")
  func gallery() throws {
    let model = GalleryModel()
    let scene = model.scene()
    var run = scene.start()
    run.settle()
    #expect(run.contentOffset == CGPoint(x: -40, y: 0))
    #expect(model.player.isPlaying)
    #expect(model.metrics?.insets == EdgeInsets(top: 0, leading: 40, bottom: 0, trailing: 40))
    #expect(model.metrics?.containerSize == CGSize(width: 313, height: 320))
    #expect(model.progress == 0)
    run.send(try gestures("drag from 300,160 to 100,160 over 500ms ease out"))
    run.settle()
    #expect(run.contentOffset.x == 256)
    #expect(run.rests == [CGPoint(x: 256, y: 0)])
    #expect(model.position.isPositionedByUser)
    #expect(model.current?.id == 1)
    #expect(!model.isHeaderHidden)
    #expect(model.metrics?.offset == run.contentOffset)
    #expect(model.player.isPlaying, "the phase closure said so at rest")
    #expect(run.messages.isEmpty)
    model.position.scrollTo(edge: .leading)
    run.settle()
    #expect(run.contentOffset.x == -40)
    #expect(model.position.edge == .leading)
  }
}
