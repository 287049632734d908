import Foundation
import ScrollEngine
import ScrollModel

/// The connection of a scene's items and observers with the engines of a run.
///
/// An engine observes with one threshold for views, one for targets and one transition. A scene
/// with several of a kind is run by several engines, which behave identically and observe different
/// values.
struct SceneWiring {
  let table: IdentifierTable
  /// The items that are scroll views themselves.
  private(set) var inner: [(id: TargetID, scene: ScrollScene)] = []
  private let stack: Stack
  private let grid: PlacedGrid?
  private let hasTargetLayout: Bool
  private var viewThresholds: [Double] = []
  private var targetThresholds: [Double] = []
  private var transitions: [TransitionSettings] = []
  private var actions: [TargetID: [(act: (Bool) -> Void, engine: Int)]] = [:]
  private var effects: [TargetID: (SizedItem.Transition, engine: Int)] = [:]
  private let geometryObservers: [ScrollScene.GeometryObserver]
  private var targetObservers: [(observe: ScrollScene.TargetObserver, engine: Int)] = []
  private let phaseObservers: [(ScrollPhase, ScrollPhase, ScrollPhaseChangeContext) -> Void]

  init(_ scene: ScrollScene) {
    var table = IdentifierTable()
    stack = scene.stack.model(in: scene.innerSize, &table)
    self.table = table
    let ids = stack.items.map(\.id)
    grid = scene.stack.grid.map { PlacedGrid(scene.stack, $0, ids) }
    hasTargetLayout = scene.stack.hasTargetLayout
    let initial = scene.configuration.switches.initialGeometry
    geometryObservers = scene.observers.geometry.map { $0(initial) }
    phaseObservers = scene.observers.phases
    for (item, placed) in zip(scene.stack.items, stack.items) {
      if let scene = item.inner { inner.append((placed.id, scene)) }
      for action in item.visibilityActions {
        let engine = Self.place(of: action.threshold, in: &viewThresholds)
        actions[placed.id, default: []].append((action.act, engine))
      }
      guard let transition = item.transition else { continue }
      let engine = Self.place(of: transition.settings, in: &transitions)
      effects[placed.id] = (transition, engine)
    }
    for observer in scene.observers.targets {
      let engine = Self.place(of: observer.threshold, in: &targetThresholds)
      targetObservers.append((observer.make(), engine))
    }
  }

  /// Returns the index of a value in a list, after appending a new one: the engine that observes
  /// it.
  private static func place<Value: Equatable>(of value: Value, in list: inout [Value]) -> Int {
    if let place = list.firstIndex(of: value) { return place }
    list.append(value)
    return list.count - 1
  }
}

// Engines.
extension SceneWiring {
  /// The number of engines for all observations.
  private var count: Int {
    max(1, viewThresholds.count, targetThresholds.count, transitions.count)
  }

  func engines(_ scene: ScrollScene, _ position: PositionBinding) -> [ScrollEngine] {
    var configuration = scene.configuration
    configuration.position = position
    configuration.hasTargetLayout = hasTargetLayout
    configuration.margins = scene.allMargins
    // A view without a scroll axis still accepts programmatic scrolls, like a disabled one.
    if scene.axes.isEmpty { configuration.isScrollDisabled = true }
    let behavior = custom(scene, &configuration)
    return (0..<count).map { index in
      var seen = configuration
      seen.viewVisibility = viewThresholds.element(at: index)
      seen.targetVisibility = targetThresholds.element(at: index)
      seen.transition = transitions.element(at: index)
      return ScrollEngine(
        configuration: seen, scene: scene.model(of: content(scene)), behavior: behavior)
    }
  }

  private func content(_ scene: ScrollScene) -> SceneContent {
    grid.map { .layout($0.layout(in: scene.innerSize, isRightToLeft: scene.isRightToLeft)) }
      ?? .stack(stack)
  }

  /// Returns the layout of a grid after a change of its scroll view's size; nil for a stack, which
  /// the engine lays out.
  func layout(of scene: ScrollScene, resizedTo size: CGSize) -> Layout? {
    grid?.layout(in: scene.innerSize(of: size), isRightToLeft: scene.isRightToLeft)
  }

  /// Sets the behavior; returns one that the engine does not implement.
  private func custom(
    _ scene: ScrollScene, _ configuration: inout Configuration
  ) -> (any TargetBehavior)? {
    guard let behavior = scene.behavior else { return nil }
    // A wrapped built-in behavior loses the properties of its own type, such as its fast
    // deceleration (SNAP-15).
    if let builtIn = behavior as? any BuiltInBehavior {
      configuration.behavior = builtIn.model
      return nil
    }
    configuration.behavior = .custom(String(describing: type(of: behavior)))
    return EngineBehavior(
      behavior, axes: scene.axes, environment: scene.environment,
      items: hasTargetLayout ? itemFrames(scene) : nil)
  }

  private func itemFrames(_ scene: ScrollScene) -> ItemFrames {
    guard case .layout(let layout) = content(scene) else { return ItemFrames(stack: stack) }
    return ItemFrames(stack: stack, placed: layout.targets)
  }

  /// Empty queues, one for each engine.
  var queues: [OutcomeQueue] { (0..<count).map { OutcomeQueue(engine: $0) } }

  /// The transition of an item and the engine that observes it.
  func transition(of id: TargetID) -> (SizedItem.Transition, engine: Int)? {
    effects[TargetID(id.value)]
  }
}

// Observers.
extension SceneWiring {
  func deliver(_ geometry: ScrollModel.ScrollGeometry, _ direction: LayoutDirection) {
    for observe in geometryObservers { observe(geometry, direction) }
  }

  func deliver(_ sight: OutcomeQueue.Sight) {
    for action in actions[sight.outcome.id] ?? [] where action.engine == sight.engine {
      action.act(sight.outcome.isVisible)
    }
  }

  func deliver(_ set: VisibleSetOutcome, _ engine: Int) {
    for observer in targetObservers where observer.engine == engine {
      observer.observe(set.ids, table)
    }
  }

  func deliver(_ phase: PhaseOutcome, _ direction: LayoutDirection) {
    // An outcome's velocity is physical; this one is relative to the leading side.
    let sign = direction == .rightToLeft ? -1.0 : 1.0
    let context = ScrollPhaseChangeContext(
      geometry: ScrollGeometry(phase.geometry, direction),
      velocity: phase.velocity.map { CGVector(Vector(dx: sign * $0.dx, dy: $0.dy)) })
    for act in phaseObservers { act(ScrollPhase(phase.old), ScrollPhase(phase.new), context) }
  }
}

extension ScrollScene {
  /// The margins of the modifiers in addition to those of the configuration.
  fileprivate var allMargins: Insets {
    let (said, own) = (margins.model(environment.layoutDirection), configuration.margins)
    return Insets(
      top: said.top + own.top, left: said.left + own.left, bottom: said.bottom + own.bottom,
      right: said.right + own.right)
  }

  /// The frame minus safe area and margins.
  fileprivate var innerSize: CGSize { innerSize(of: size) }

  fileprivate var isRightToLeft: Bool { environment.layoutDirection == .rightToLeft }

  fileprivate func innerSize(of size: CGSize) -> CGSize {
    let (safe, margins) = (safeArea.model(environment.layoutDirection), allMargins)
    return CGSize(
      width: max(0, size.width - safe.left - safe.right - margins.left - margins.right),
      height: max(0, size.height - safe.top - safe.bottom - margins.top - margins.bottom))
  }

  fileprivate func model(of content: SceneContent) -> Scene {
    Scene(
      axes: axes.model ?? .vertical, containerSize: size.model,
      insets: safeArea.model(environment.layoutDirection),
      layoutDirection: environment.layoutDirection.model,
      scale: displayScale.map { Double($0) }, refreshRate: framesPerSecond,
      horizontalSizeClass: SizeClass(environment.horizontalSizeClass),
      verticalSizeClass: SizeClass(environment.verticalSizeClass), content: content)
  }
}

extension Array {
  fileprivate func element(at index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
