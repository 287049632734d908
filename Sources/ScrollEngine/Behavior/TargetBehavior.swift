public import ScrollModel

/// The rectangle of content that a scroll will bring into its container.
public struct ProposedTarget: Hashable, Sendable {
  /// The rectangle: at first the container's visible region at the proposed rest.
  public var rect: Rect
  /// The point of the rectangle and of the container that are brought together, if any.
  public var anchor: UnitPoint?

  /// Creates a target.
  public init(rect: Rect, anchor: UnitPoint? = nil) {
    self.rect = rect
    self.anchor = anchor
  }
}

/// What a behavior may look at; coordinates count from the leading side.
public struct BehaviorContext: Hashable, Sendable {
  /// The target when the gesture began.
  public var originalTarget: ProposedTarget
  /// Velocity at the end of the gesture, in the unit that the switch says.
  public var velocity: Vector
  /// Size of the content.
  public var contentSize: Size
  /// Size of the frame less the insets.
  public var containerSize: Size
  /// The directions in which the view scrolls.
  public var axes: ScrollAxes
  /// Which way lines run.
  public var layoutDirection: LayoutDirection
  /// Room along the horizontal axis.
  public var horizontalSizeClass: SizeClass
  /// Room along the vertical axis.
  public var verticalSizeClass: SizeClass

  /// Creates a context, to ask a behavior outside of a scroll view.
  public init(
    originalTarget: ProposedTarget, velocity: Vector, contentSize: Size, containerSize: Size,
    axes: ScrollAxes, layoutDirection: LayoutDirection, horizontalSizeClass: SizeClass,
    verticalSizeClass: SizeClass
  ) {
    self.originalTarget = originalTarget
    self.velocity = velocity
    self.contentSize = contentSize
    self.containerSize = containerSize
    self.axes = axes
    self.layoutDirection = layoutDirection
    self.horizontalSizeClass = horizontalSizeClass
    self.verticalSizeClass = verticalSizeClass
  }
}

/// A behavior that the caller brings, named `custom("…")` in the configuration.
public protocol TargetBehavior: Sendable {
  /// Whether flings travel a shorter distance.
  var limitsScrolls: Bool { get }

  /// Changes the proposed target, or leaves it alone.
  ///
  /// Called when a gesture ends and when the container changes its size. The answer is held to the
  /// range afterwards. It has to be a function of its arguments, or replays differ.
  func updateTarget(_ target: inout ProposedTarget, context: BehaviorContext)
}

extension TargetBehavior {
  /// Flings travel their usual distance.
  public var limitsScrolls: Bool { false }
}

/// What a caller's behavior does, held as functions: Embedded Swift has no values of protocol type.
struct BehaviorFunctions: Sendable {
  let limitsScrolls: @Sendable () -> Bool
  let updateTarget: @Sendable (inout ProposedTarget, BehaviorContext) -> Void

  /// Nil where there is no behavior; a module of Embedded Swift has none.
  init?(_ behavior: (any TargetBehavior)?) {
    #if hasFeature(Embedded)
      return nil
    #else
      guard let behavior else { return nil }
      limitsScrolls = { behavior.limitsScrolls }
      updateTarget = { behavior.updateTarget(&$0, context: $1) }
    #endif
  }
}
