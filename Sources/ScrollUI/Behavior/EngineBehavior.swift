import Foundation
public import ScrollEngine
import ScrollModel

/// Returns a behavior written for SwiftUI as a behavior for replays.
///
/// Register it with a registry of behaviors under a name:
///
/// ```swift
/// registry.register("my-snap") { engineBehavior(SnapEvery(step: $0["interval"] ?? 200)) }
/// ```
///
/// The behavior computes its properties with `axes` and the environment of a phone in portrait
/// orientation. Code that calls the C library's transcendental functions may give other results on
/// another processor.
public func engineBehavior(
  _ behavior: some ScrollTargetBehavior, axes: Axis.Set = .vertical
) -> any TargetBehavior {
  EngineBehavior(behavior, axes: axes, environment: EnvironmentValues(), items: nil)
}

/// An adapter from a behavior written for SwiftUI to the engine.
///
/// SwiftUI's behaviors need not be sendable. An engine calls its behavior from one thread at a
/// time. A behavior shared by several threads must be safe for that.
struct EngineBehavior: TargetBehavior, @unchecked Sendable {
  private let base: any ScrollTargetBehavior
  private let items: ItemFrames?
  /// The environment of the scene; the engine provides direction and size classes.
  private let environment: EnvironmentValues
  let limitsScrolls: Bool

  init(
    _ base: any ScrollTargetBehavior, axes: Axis.Set, environment: EnvironmentValues,
    items: ItemFrames?
  ) {
    self.base = base
    self.items = items
    self.environment = environment
    let context = ScrollTargetBehaviorPropertiesContext(axes: axes, environment: environment)
    limitsScrolls = base.properties(context: context).limitsScrolls
  }

  func updateTarget(_ target: inout ProposedTarget, context: BehaviorContext) {
    var environment = environment
    environment.layoutDirection = LayoutDirection(context.layoutDirection)
    environment.horizontalSizeClass = UserInterfaceSizeClass(context.horizontalSizeClass)
    environment.verticalSizeClass = UserInterfaceSizeClass(context.verticalSizeClass)
    var asked = ScrollTargetBehaviorContext(
      originalTarget: ScrollTarget(context.originalTarget), velocity: CGVector(context.velocity),
      contentSize: CGSize(context.contentSize), containerSize: CGSize(context.containerSize),
      axes: Axis.Set(context.axes), environment: environment)
    asked.items = items
    var answer = ScrollTarget(target)
    base.updateTarget(&answer, context: asked)
    target = answer.model
  }
}
