import Foundation
import ScrollEngine
import ScrollModel

/// What connects a scene's items and observers with the engines of a run.
///
/// An engine observes with one threshold for views, one for targets and one transition. A scene with
/// several of a kind is run by as many engines, which do the same and see different things.
struct SceneWiring {
  let table: IdentifierTable
  private let stack: Stack
  private let hasTargetLayout: Bool
  private var viewThresholds: [Double] = []
  private var targetThresholds: [Double] = []
  private var transitions: [TransitionSettings] = []
  private var actions: [TargetID: [SizedItem.VisibilityAction]] = [:]
  private var effects: [TargetID: SizedItem.Transition] = [:]
  private let geometryObservers: [ScrollScene.GeometryObserver]
  private let targetObservers: [(threshold: Double, observe: ScrollScene.TargetObserver)]
  private let phaseObservers: [(ScrollPhase, ScrollPhase, ScrollPhaseChangeContext) -> Void]

  init(_ scene: ScrollScene) {
    var table = IdentifierTable()
    stack = scene.stack.model(in: scene.innerSize, &table)
    self.table = table
    hasTargetLayout = scene.stack.hasTargetLayout
    let initial = scene.configuration.switches.initialGeometry
    geometryObservers = scene.observers.geometry.map { $0(initial) }
    targetObservers = scene.observers.targets.map { ($0.threshold, $0.make()) }
    phaseObservers = scene.observers.phases
    for (item, placed) in zip(scene.stack.items, stack.items) {
      for action in item.visibilityActions {
        Self.note(action.threshold, in: &viewThresholds)
        actions[placed.id, default: []].append(action)
      }
      guard let transition = item.transition else { continue }
      Self.note(transition.settings, in: &transitions)
      effects[placed.id] = transition
    }
    for observer in targetObservers { Self.note(observer.threshold, in: &targetThresholds) }
  }

  private static func note<Value: Equatable>(_ value: Value, in list: inout [Value]) {
    if !list.contains(value) { list.append(value) }
  }
}

// Engines.
extension SceneWiring {
  /// How many engines it takes to see everything.
  private var count: Int {
    max(1, viewThresholds.count, targetThresholds.count, transitions.count)
  }

  func engines(_ scene: ScrollScene, _ position: PositionBinding) -> [ScrollEngine] {
    var configuration = scene.configuration
    configuration.position = position
    configuration.hasTargetLayout = hasTargetLayout
    configuration.margins = scene.margins.model(scene.environment.layoutDirection)
    // A view that scrolls along no axis still takes programmatic scrolls, as a disabled one does.
    if scene.axes.isEmpty { configuration.isScrollDisabled = true }
    let behavior = custom(scene, &configuration)
    return (0..<count).map { index in
      var seen = configuration
      seen.viewVisibility = viewThresholds.element(at: index)
      seen.targetVisibility = targetThresholds.element(at: index)
      seen.transition = transitions.element(at: index)
      return ScrollEngine(
        configuration: seen, scene: scene.model(of: stack), behavior: behavior)
    }
  }

  /// Sets the behavior; returns one that the engine does not have itself.
  private func custom(
    _ scene: ScrollScene, _ configuration: inout Configuration
  ) -> (any TargetBehavior)? {
    guard var behavior = scene.behavior else { return nil }
    while let wrapper = behavior as? AnyScrollTargetBehavior { behavior = wrapper.base }
    if let builtIn = behavior as? any BuiltInBehavior {
      configuration.behavior = builtIn.model
      return nil
    }
    configuration.behavior = .custom(String(describing: type(of: behavior)))
    return EngineBehavior(
      behavior, axes: scene.axes, environment: scene.environment,
      items: hasTargetLayout ? ItemFrames(stack: stack) : nil)
  }

  /// Empty queues, one for each engine.
  var queues: [EventQueue] {
    (0..<count).map {
      EventQueue(
        viewThreshold: viewThresholds.element(at: $0) ?? 0,
        targetThreshold: targetThresholds.element(at: $0) ?? 0)
    }
  }

  /// The transition of an item and the engine that knows its place.
  func transition(of id: TargetID) -> (SizedItem.Transition, engine: Int)? {
    guard let transition = effects[TargetID(id.value)],
      let engine = transitions.firstIndex(of: transition.settings)
    else { return nil }
    return (transition, engine)
  }
}

// Observers.
extension SceneWiring {
  func deliver(_ geometry: ScrollModel.ScrollGeometry, _ direction: LayoutDirection) {
    for observe in geometryObservers { observe(geometry, direction) }
  }

  func deliver(_ sight: EventQueue.Sight) {
    for action in actions[sight.outcome.id] ?? [] where action.threshold == sight.threshold {
      action.act(sight.outcome.isVisible)
    }
  }

  func deliver(_ set: VisibleSetOutcome, _ threshold: Double) {
    for observer in targetObservers where observer.threshold == threshold {
      observer.observe(set.ids, table)
    }
  }

  func deliver(_ phase: PhaseOutcome, _ direction: LayoutDirection) {
    let context = ScrollPhaseChangeContext(
      geometry: ScrollGeometry(phase.geometry, direction),
      velocity: phase.velocity.map { CGVector($0) })
    for act in phaseObservers { act(ScrollPhase(phase.old), ScrollPhase(phase.new), context) }
  }
}

extension ScrollScene {
  /// What safe area and margins leave of the frame.
  fileprivate var innerSize: CGSize {
    CGSize(
      width: max(
        0,
        size.width - safeArea.leading - safeArea.trailing - margins.leading - margins.trailing),
      height: max(
        0, size.height - safeArea.top - safeArea.bottom - margins.top - margins.bottom))
  }

  fileprivate func model(of stack: Stack) -> Scene {
    Scene(
      axes: axes.model ?? .vertical, containerSize: size.model,
      insets: safeArea.model(environment.layoutDirection),
      layoutDirection: environment.layoutDirection.model,
      scale: displayScale.map { Double($0) }, refreshRate: framesPerSecond,
      horizontalSizeClass: SizeClass(environment.horizontalSizeClass),
      verticalSizeClass: SizeClass(environment.verticalSizeClass), content: .stack(stack))
  }
}

extension Array {
  fileprivate func element(at index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
