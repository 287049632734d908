public import Foundation

/// A type that chooses the final position of a released scroll.
public protocol ScrollTargetBehavior {
  /// The input of a behavior for its choice.
  typealias TargetContext = ScrollTargetBehaviorContext
  /// The input of a behavior for its properties.
  typealias PropertiesContext = ScrollTargetBehaviorPropertiesContext
  /// The properties of a behavior.
  typealias Properties = ScrollTargetBehaviorProperties

  /// Changes the proposed target, or leaves it unchanged.
  ///
  /// It is called when a gesture ends and when the scroll view changes its size. The result must be
  /// a function of the arguments, or replays differ.
  func updateTarget(_ target: inout ScrollTarget, context: TargetContext)

  /// Returns the further effects of this behavior on a scroll view.
  func properties(context: PropertiesContext) -> Properties
}

extension ScrollTargetBehavior {
  /// The default properties.
  public func properties(context: PropertiesContext) -> Properties { Properties() }
}

/// The properties of a behavior.
public struct ScrollTargetBehaviorProperties: Hashable, Sendable {
  /// Whether flings move a shorter distance.
  public var limitsScrolls = false

  /// Creates the properties of a behavior that does not limit flings.
  public init() {}
}

/// The input of a behavior for its choice; coordinates count from the leading side.
@dynamicMemberLookup
public struct ScrollTargetBehaviorContext: Sendable {
  /// The target when the gesture began.
  public var originalTarget: ScrollTarget
  /// Velocity at the end of the gesture, in points per second.
  public var velocity: CGVector
  /// Size of the content.
  public var contentSize: CGSize
  /// Size of the frame minus the insets.
  public var containerSize: CGSize
  /// The axes along which the view scrolls.
  public var axes: Axis.Set
  /// The environment for dynamic members.
  var environment: EnvironmentValues
  /// The scene's items, for the built-in behaviors.
  var items: ItemFrames?

  /// Creates a context explicitly, to call a behavior in a test.
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

/// The input of a behavior for its properties.
@dynamicMemberLookup
public struct ScrollTargetBehaviorPropertiesContext: Sendable {
  /// The axes along which the view scrolls.
  public var axes: Axis.Set
  /// The environment for dynamic members.
  var environment: EnvironmentValues

  /// Creates a context explicitly, to call a behavior in a test.
  public init(axes: Axis.Set, environment: EnvironmentValues = EnvironmentValues()) {
    self.axes = axes
    self.environment = environment
  }

  /// A value of the scroll view's environment.
  public subscript<Value>(dynamicMember path: KeyPath<EnvironmentValues, Value>) -> Value {
    environment[keyPath: path]
  }
}

/// A type-erased behavior.
public struct AnyScrollTargetBehavior: ScrollTargetBehavior {
  let base: any ScrollTargetBehavior

  /// Creates a behavior that wraps another.
  public init(_ behavior: some ScrollTargetBehavior) { base = behavior }

  /// Calls the wrapped behavior.
  public func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    base.updateTarget(&target, context: context)
  }

  /// Calls the wrapped behavior.
  public func properties(context: PropertiesContext) -> Properties {
    base.properties(context: context)
  }
}
