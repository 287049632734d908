/// The size class of an axis.
public enum SizeClass: String, CaseIterable, Hashable, Sendable {
  /// Little space.
  case compact
  /// Ample space.
  case regular
}

/// The length of an item along its stack.
public enum ItemLength: Hashable, Sendable {
  /// A number of points.
  case fixed(Double)
  /// A fraction of the container: `containerRelativeFrame(count:span:spacing:)`.
  case relative(count: Int, span: Int, spacing: Double)

  /// Returns the length within a container, which is its frame less its insets (REL-2, REL-3).
  public func resolved(in container: Double) -> Double {
    switch self {
    case .fixed(let length):
      return length > 0 ? length : 0
    case .relative(let count, let span, let spacing):
      guard count >= 1, span >= 1 else { return 0 }
      let unit = (container - spacing * Double(count - 1)) / Double(count)
      let length = unit * Double(span) + Double(span - 1) * spacing
      return length > 0 ? length + 0.0 : 0
    }
  }
}

/// One view of a stack.
public struct SceneItem: Hashable, Sendable {
  /// Its id.
  public var id: TargetID
  /// Its extent along the stack.
  public var length: ItemLength
  /// Its extent across the stack; nil makes it as wide as the container.
  public var breadth: Double?
  /// What it is if it stays in view while its section is.
  public var pinned: PinnedRole?

  /// Creates an item.
  public init(
    id: TargetID, length: ItemLength, breadth: Double? = nil, pinned: PinnedRole? = nil
  ) {
    self.id = id
    self.length = length
    self.breadth = breadth
    self.pinned = pinned
  }
}

/// A vertical or horizontal stack of views.
public struct Stack: Hashable, Sendable {
  /// The direction in which items follow each other.
  public var axis: Axis
  /// Distance between neighbors.
  public var spacing: Double
  /// The alignment of narrow items across the stack: 0 leading or top, 0.5 center, 1 trailing or
  /// bottom.
  public var alignment: Double
  /// Whether items are measured only when they come into view.
  public var isLazy: Bool
  /// Length of unmeasured items while no item of a lazy stack has been measured.
  public var estimatedLength: Double
  /// The items in layout order.
  public var items: [SceneItem]

  /// Creates a stack.
  public init(
    axis: Axis = .vertical, spacing: Double = 0, alignment: Double = 0.5, isLazy: Bool = false,
    estimatedLength: Double = 44, items: [SceneItem]
  ) {
    self.axis = axis
    self.spacing = spacing + 0.0
    self.alignment = alignment + 0.0
    self.isLazy = isLazy
    self.estimatedLength = estimatedLength + 0.0
    self.items = items
  }
}

/// The content of a scroll view.
public enum SceneContent: Hashable, Sendable {
  /// A stack, laid out by the engine.
  case stack(Stack)
  /// Targets with frames that are given.
  case layout(Layout)
}

/// The parameters of the first layout: axes, container, insets and content.
public struct Scene: Hashable, Sendable {
  /// The directions in which the view scrolls.
  public var axes: ScrollAxes
  /// Size of the scroll view's frame, insets included.
  public var containerSize: Size
  /// The safe area and other insets, physical, without the margins of a configuration.
  ///
  /// The engine adds the margins. `Configuration.insets(ofTotal:)` computes these insets from
  /// recorded ones.
  public var insets: Insets
  /// The direction of lines of text.
  public var layoutDirection: LayoutDirection
  /// Device pixels per point; nil if unknown, in which case offsets are not rounded to pixels.
  public var scale: Double?
  /// Frames per second of the refresh clock.
  public var refreshRate: Double
  /// The time of one tick of the refresh clock.
  public var refreshOrigin: TraceTime
  /// The horizontal size class.
  public var horizontalSizeClass: SizeClass
  /// The vertical size class.
  public var verticalSizeClass: SizeClass
  /// The content.
  public var content: SceneContent

  /// Creates a scene.
  public init(
    axes: ScrollAxes = .vertical, containerSize: Size, insets: Insets = .zero,
    layoutDirection: LayoutDirection = .leftToRight, scale: Double? = nil,
    refreshRate: Double = 60, refreshOrigin: TraceTime = .zero,
    horizontalSizeClass: SizeClass = .compact, verticalSizeClass: SizeClass = .regular,
    content: SceneContent
  ) {
    self.axes = axes
    self.containerSize = containerSize
    self.insets = insets
    self.layoutDirection = layoutDirection
    self.scale = scale
    self.refreshRate = refreshRate
    self.refreshOrigin = refreshOrigin
    self.horizontalSizeClass = horizontalSizeClass
    self.verticalSizeClass = verticalSizeClass
    self.content = content
  }
}

extension ScrollAxes {
  /// The axis along which targets are ordered: vertical unless the view only scrolls horizontally.
  public var main: Axis { self == .horizontal ? .horizontal : .vertical }

  /// Whether the view scrolls along an axis.
  public func contains(_ axis: Axis) -> Bool {
    switch self {
    case .vertical: axis == .vertical
    case .horizontal: axis == .horizontal
    case .both: true
    }
  }
}
