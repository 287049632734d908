public import ScrollModel

/// The rectangle of content that a scroll will move into its container.
public struct ProposedTarget: Hashable, Sendable {
  /// The rectangle; initially the visible region at the proposed resting offset.
  public var rect: Rect
  /// The unit point at which rectangle and container are aligned, if any.
  public var anchor: UnitPoint?

  /// Creates a target.
  public init(rect: Rect, anchor: UnitPoint? = nil) {
    self.rect = rect
    self.anchor = anchor
  }
}

/// The inputs of a custom behavior; coordinates count from the leading side.
public struct BehaviorContext: Hashable, Sendable {
  /// The target when the gesture began.
  public var originalTarget: ProposedTarget
  /// Velocity at the end of the gesture, in the unit of the switch.
  public var velocity: Vector
  /// Size of the content.
  public var contentSize: Size
  /// Size of the frame less the insets.
  public var containerSize: Size
  /// The axes along which the view scrolls.
  public var axes: ScrollAxes
  /// The direction of lines of text.
  public var layoutDirection: LayoutDirection
  /// The horizontal size class.
  public var horizontalSizeClass: SizeClass
  /// The vertical size class.
  public var verticalSizeClass: SizeClass

  /// Creates a context, to call a behavior without a scroll view.
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

/// A custom behavior, referred to as `custom("…")` in the configuration.
public protocol TargetBehavior: Sendable {
  /// Whether flings travel a shorter distance.
  var limitsScrolls: Bool { get }

  /// Changes the proposed target, or keeps it.
  ///
  /// Called when a gesture ends and when the container changes its size. The result is clamped to
  /// the range afterwards. It must depend only on the arguments, or replays differ.
  func updateTarget(_ target: inout ProposedTarget, context: BehaviorContext)
}

extension TargetBehavior {
  /// Flings have their usual distance.
  public var limitsScrolls: Bool { false }
}

/// The functions of a custom behavior: Embedded Swift has no values of protocol type.
struct BehaviorFunctions: Sendable {
  let limitsScrolls: @Sendable () -> Bool
  let updateTarget: @Sendable (inout ProposedTarget, BehaviorContext) -> Void

  /// Nil without a behavior; modules of Embedded Swift have none.
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
