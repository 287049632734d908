public import Foundation
import ScrollModel

/// The content of a scene: a stack of items.
public protocol ScrollContent {
  /// The stack.
  var stack: SceneStack { get }
}

extension ScrollContent {
  /// Declares the items as scroll targets.
  public func scrollTargetLayout(isEnabled: Bool = true) -> some ScrollContent {
    var stack = stack
    stack.hasTargetLayout = isEnabled
    return stack
  }
}

/// The alignment of items across a vertical stack.
public struct HorizontalAlignment: Hashable, Sendable {
  let fraction: Double

  /// The start of lines.
  public static let leading = HorizontalAlignment(fraction: 0)
  /// The middle.
  public static let center = HorizontalAlignment(fraction: 0.5)
  /// The end of lines.
  public static let trailing = HorizontalAlignment(fraction: 1)
}

/// The alignment of items across a horizontal stack.
public struct VerticalAlignment: Hashable, Sendable {
  let fraction: Double

  /// The top.
  public static let top = VerticalAlignment(fraction: 0)
  /// The middle.
  public static let center = VerticalAlignment(fraction: 0.5)
  /// The bottom.
  public static let bottom = VerticalAlignment(fraction: 1)
}

/// A stack of items with its settings.
public struct SceneStack: ScrollContent {
  let axis: Axis
  let spacing: Double
  let alignment: Double
  let isLazy: Bool
  let items: [SizedItem]
  /// The arrangement in a second direction; nil for a stack.
  var grid: GridShape?
  var hasTargetLayout = false
  /// Which ends of sections stay in view.
  var pinnedViews: PinnedScrollableViews = []

  /// The stack.
  public var stack: SceneStack { self }

  init(_ axis: Axis, _ spacing: CGFloat, _ alignment: Double, isLazy: Bool, _ items: [SizedItem]) {
    self.axis = axis
    self.spacing = spacing
    self.alignment = alignment
    self.isLazy = isLazy
    self.items = items
  }
}

/// Items in a column.
///
/// Spacing must be given: SwiftUI's default depends on the views.
public struct VStack: ScrollContent {
  /// The stack.
  public let stack: SceneStack

  /// Creates a stack.
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat,
    @ItemBuilder content: () -> [SizedItem]
  ) {
    stack = SceneStack(.vertical, spacing, alignment.fraction, isLazy: false, content())
  }
}

/// Items in a row.
///
/// Spacing must be given: SwiftUI's default depends on the views.
public struct HStack: ScrollContent {
  /// The stack.
  public let stack: SceneStack

  /// Creates a stack.
  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat,
    @ItemBuilder content: () -> [SizedItem]
  ) {
    stack = SceneStack(.horizontal, spacing, alignment.fraction, isLazy: false, content())
  }
}

/// Items in a column that are measured only when they become visible.
public struct LazyVStack: ScrollContent {
  /// The stack.
  public let stack: SceneStack

  /// Creates a stack.
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat,
    pinnedViews: PinnedScrollableViews = [], @ItemBuilder content: () -> [SizedItem]
  ) {
    var stack = SceneStack(.vertical, spacing, alignment.fraction, isLazy: true, content())
    stack.pinnedViews = pinnedViews
    self.stack = stack
  }
}

/// Items in a row that are measured only when they become visible.
public struct LazyHStack: ScrollContent {
  /// The stack.
  public let stack: SceneStack

  /// Creates a stack.
  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat,
    pinnedViews: PinnedScrollableViews = [], @ItemBuilder content: () -> [SizedItem]
  ) {
    var stack = SceneStack(.horizontal, spacing, alignment.fraction, isLazy: true, content())
    stack.pinnedViews = pinnedViews
    self.stack = stack
  }
}

/// The views of a section that stay in view while the section is.
public struct PinnedScrollableViews: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  public let rawValue: UInt32

  /// Creates a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The headers.
  public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
  /// The footers.
  public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

extension SceneStack {
  /// What an item is if it stays in view.
  func pinned(_ item: SizedItem) -> PinnedRole? {
    switch item.sectionRole {
    case .header? where pinnedViews.contains(.sectionHeaders): .header
    case .footer? where pinnedViews.contains(.sectionFooters): .footer
    default: nil
    }
  }

  /// The model's stack in a container, with the engine's names of the ids.
  func model(in container: CGSize, _ table: inout IdentifierTable) -> Stack {
    let isVertical = axis == .vertical
    let across = isVertical ? container.width : container.height
    let all = ItemLength.relative(count: 1, span: 1, spacing: 0)
    var made: [SceneItem] = []
    made.reserveCapacity(items.count)
    for (place, item) in items.enumerated() {
      let name = table.add(item.id ?? NamelessID(place: place))
      made.append(
        SceneItem(
          id: name, length: (isVertical ? item.height : item.width) ?? all,
          breadth: (isVertical ? item.width : item.height).map { $0.resolved(in: across) },
          pinned: pinned(item)))
    }
    return Stack(
      axis: axis.model, spacing: spacing, alignment: alignment, isLazy: isLazy, items: made)
  }
}

/// The id of an item without an explicit id.
private struct NamelessID: Hashable, Sendable {
  let place: Int
}

/// The frames of a stack's items, for behaviors that choose one.
struct ItemFrames: Sendable {
  let stack: Stack
  /// The frames of a grid at the start of a run.
  var placed: [TargetFrame]?

  func frames(in container: CGSize) -> [TargetFrame] {
    if let placed { return placed }
    let isVertical = stack.axis == .vertical
    let (along, across) =
      isVertical
      ? (container.height, container.width) : (container.width, container.height)
    var place = 0.0
    return stack.items.map { item in
      let length = item.length.resolved(in: along)
      defer { place += length + stack.spacing }
      let breadth = item.breadth ?? across
      let frame =
        isVertical
        ? Rect(x: 0, y: place, width: breadth, height: length)
        : Rect(x: place, y: 0, width: length, height: breadth)
      return TargetFrame(id: item.id, frame: frame)
    }
  }
}
