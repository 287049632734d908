public import Foundation

/// What chooses where a released scroll comes to rest.
public protocol ScrollTargetBehavior {
  /// What a behavior may look at when it chooses.
  typealias TargetContext = ScrollTargetBehaviorContext
  /// What a behavior may look at when it tells its properties.
  typealias PropertiesContext = ScrollTargetBehaviorPropertiesContext
  /// What a behavior tells of itself.
  typealias Properties = ScrollTargetBehaviorProperties

  /// Changes the proposed target, or leaves it alone.
  ///
  /// Called when a gesture ends and when the scroll view changes its size. The answer has to be a
  /// function of the arguments, or replays differ.
  func updateTarget(_ target: inout ScrollTarget, context: TargetContext)

  /// Tells what else a scroll view with this behavior does.
  func properties(context: PropertiesContext) -> Properties
}

extension ScrollTargetBehavior {
  /// Nothing special.
  public func properties(context: PropertiesContext) -> Properties { Properties() }
}

/// What a behavior tells of itself.
public struct ScrollTargetBehaviorProperties: Hashable, Sendable {
  /// Whether flings travel a shorter distance.
  public var limitsScrolls = false

  /// Creates the properties of a behavior that leaves flings alone.
  public init() {}
}

/// What a behavior may look at when it chooses; coordinates count from the leading side.
@dynamicMemberLookup
public struct ScrollTargetBehaviorContext: Sendable {
  /// The target when the gesture began.
  public var originalTarget: ScrollTarget
  /// Velocity at the end of the gesture, in points per second.
  public var velocity: CGVector
  /// Size of the content.
  public var contentSize: CGSize
  /// Size of the frame less the insets.
  public var containerSize: CGSize
  /// The directions in which the view scrolls.
  public var axes: Axis.Set
  /// What dynamic members are looked up in.
  var environment: EnvironmentValues
  /// The scene's items, for the built-in behaviors.
  var items: ItemFrames?

  /// Creates a context by hand, to call a behavior in a test.
  public init(
    originalTarget: ScrollTarget, velocity: CGVector, contentSize: CGSize, containerSize: CGSize,
    axes: Axis.Set, environment: EnvironmentValues = EnvironmentValues()
  ) {
    self.originalTarget = originalTarget
    self.velocity = velocity
    self.contentSize = contentSize
    self.containerSize = containerSize
    self.axes = axes
    self.environment = environment
  }

  /// A value of the scroll view's environment.
  public subscript<Value>(dynamicMember path: KeyPath<EnvironmentValues, Value>) -> Value {
    environment[keyPath: path]
  }
}

/// What a behavior may look at when it tells its properties.
@dynamicMemberLookup
public struct ScrollTargetBehaviorPropertiesContext: Sendable {
  /// The directions in which the view scrolls.
  public var axes: Axis.Set
  /// What dynamic members are looked up in.
  var environment: EnvironmentValues

  /// Creates a context by hand, to call a behavior in a test.
  public init(axes: Axis.Set, environment: EnvironmentValues = EnvironmentValues()) {
    self.axes = axes
    self.environment = environment
  }

  /// A value of the scroll view's environment.
  public subscript<Value>(dynamicMember path: KeyPath<EnvironmentValues, Value>) -> Value {
    environment[keyPath: path]
  }
}

/// A behavior whose type is not told.
public struct AnyScrollTargetBehavior: ScrollTargetBehavior {
  let base: any ScrollTargetBehavior

  /// Creates a behavior that does as another.
  public init(_ behavior: some ScrollTargetBehavior) { base = behavior }

  /// Asks the behavior inside.
  public func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    base.updateTarget(&target, context: context)
  }

  /// Asks the behavior inside.
  public func properties(context: PropertiesContext) -> Properties {
    base.properties(context: context)
  }
}
