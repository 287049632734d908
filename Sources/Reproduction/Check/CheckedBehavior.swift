public import Replay
public import ScrollEngine
public import ScrollModel

/// A behavior that can be asked to work with lengths that are twice as long.
public struct CheckedBehavior: Sendable {
  /// What chooses the rest, in the text form of a configuration.
  public let configuration: Configuration
  /// What `custom("…")` stands for.
  public let behavior: (any TargetBehavior)?
  /// The configuration and the behavior for lengths and velocities that are doubled.
  public let doubled: @Sendable () -> (Configuration, (any TargetBehavior)?)?

  /// A built-in behavior, or a registered one; its numbers are lengths and velocities.
  public init(_ configuration: Configuration, _ registry: BehaviorRegistry = BehaviorRegistry()) {
    self.configuration = configuration
    behavior = registry.behavior(of: configuration)
    doubled = {
      var twice = configuration
      switch configuration.behavior {
      case .interval(let length): twice.behavior = .interval(2 * length)
      case .offsets(let offsets, let start, let end):
        twice.behavior = .offsets(offsets.map { 2 * $0 }, snapsToStart: start, snapsToEnd: end)
      case .custom(let text):
        guard let text = registry.scaled(text, by: 2) else { return nil }
        twice.behavior = .custom(text)
      case .none, .paging, .viewAligned, .scrollSnap: break
      }
      return (twice, registry.behavior(of: twice))
    }
  }

  /// A behavior under test; `doubled` makes the same for lengths that are twice as long.
  public init(
    _ behavior: any TargetBehavior, doubled: (@Sendable () -> any TargetBehavior)? = nil
  ) {
    var configuration = Configuration()
    configuration.behavior = .custom("under test")
    self.configuration = configuration
    self.behavior = behavior
    let plain = configuration
    self.doubled = { doubled.map { (plain, $0()) } }
  }

  /// The distance between neighboring rests in a container of a length; nil if they are not even.
  func step(inContainer length: Double, axis: Axis) -> Double? {
    switch configuration.effectiveBehavior {
    case .interval(let length): return length
    case .paging: return length
    case .none, .viewAligned, .offsets, .scrollSnap: return nil
    case .custom: break
    }
    guard let behavior else { return nil }
    let size = Size(width: length, height: length)
    var rests: [Double] = []
    // Proposals at finer steps than any that a screen has.
    for number in 0...400 {
      let place = 8 * length + Double(number) * length / 100
      let frame =
        axis == .vertical
        ? Rect(x: 0, y: place, width: length, height: length)
        : Rect(x: place, y: 0, width: length, height: length)
      var target = ProposedTarget(rect: frame)
      behavior.updateTarget(
        &target,
        context: BehaviorContext(
          originalTarget: ProposedTarget(rect: frame), velocity: .zero,
          contentSize: Size(width: 40 * length, height: 40 * length), containerSize: size,
          axes: axis == .vertical ? .vertical : .horizontal, layoutDirection: .leftToRight,
          horizontalSizeClass: .compact, verticalSizeClass: .regular))
      let rest = axis == .vertical ? target.rect.origin.y : target.rect.origin.x
      if let last = rests.last, rest - last < 1e-6 { continue }
      rests.append(rest)
    }
    let steps = zip(rests, rests.dropFirst()).map { $1 - $0 }
    guard let step = steps.min(), step > length / 50 + 1e-6,
      steps.allSatisfy({ (($0 / step).rounded() * step - $0).magnitude < 1e-6 })
    else { return nil }
    return step
  }
}
