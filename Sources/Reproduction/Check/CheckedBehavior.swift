public import Replay
public import ScrollEngine
public import ScrollModel

/// A behavior that can be scaled to twice the lengths.
public struct CheckedBehavior: Sendable {
  /// The configuration with the behavior.
  public let configuration: Configuration
  /// The implementation of `custom("…")`.
  public let behavior: (any TargetBehavior)?
  /// The configuration and the behavior for doubled lengths and velocities.
  public let doubled: @Sendable () -> (Configuration, (any TargetBehavior)?)?

  /// Creates a built-in or registered behavior; its parameters must be lengths and velocities.
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

  /// Creates a behavior under test; `doubled` creates it for doubled lengths.
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

  /// The distance between neighboring resting positions for a container length; nil if it is not
  /// constant.
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
    // Proposals at smaller steps than any realistic one.
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
