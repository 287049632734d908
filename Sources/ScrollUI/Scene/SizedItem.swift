public import Foundation
import ScrollModel

/// A view of a scene: a size and its observers.
///
/// A missing dimension equals that of the container.
public struct SizedItem {
  /// The effect of a transition on the item.
  struct Transition {
    let settings: TransitionSettings
    let effect: (ScrollTransitionPhase) -> EffectValues
  }

  /// An action for changes of the item's visibility.
  struct VisibilityAction {
    let threshold: Double
    let act: (Bool) -> Void
  }

  private(set) var id: (any Hashable & Sendable)?
  private(set) var width: ItemLength?
  private(set) var height: ItemLength?
  private(set) var visibilityActions: [VisibilityAction] = []
  private(set) var transition: Transition?
  /// Which end of its section the item is.
  private(set) var sectionRole: PinnedRole?
  /// The scroll view that the item is.
  private(set) var inner: ScrollScene?

  /// Creates an item that is a scroll view.
  init(_ scene: ScrollScene) {
    self.init(width: scene.size.width, height: scene.size.height)
    inner = scene
  }

  /// Creates an item.
  public init(width: CGFloat? = nil, height: CGFloat? = nil) {
    self.width = width.map { .fixed($0) }
    self.height = height.map { .fixed($0) }
  }

  /// Sets the id of the item.
  public func id(_ id: some Hashable & Sendable) -> SizedItem {
    changed { $0.id = id }
  }

  /// Makes the item the header or footer of its section.
  func section(_ role: PinnedRole) -> SizedItem {
    changed { $0.sectionRole = role }
  }

  /// Gives the item the id of its element unless it has one.
  func identified(_ id: some Hashable & Sendable) -> SizedItem {
    self.id == nil ? self.id(id) : self
  }

  /// Sets the size of the item.
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> SizedItem {
    changed {
      if let width { $0.width = .fixed(width) }
      if let height { $0.height = .fixed(height) }
    }
  }

  /// Sets the size of the item to that of the container.
  public func containerRelativeFrame(_ axes: Axis.Set) -> SizedItem {
    containerRelativeFrame(axes, count: 1, spacing: 0)
  }

  /// Sets the size of the item to a fraction of the container.
  public func containerRelativeFrame(
    _ axes: Axis.Set, count: Int, span: Int = 1, spacing: CGFloat
  ) -> SizedItem {
    let length = ItemLength.relative(count: count, span: span, spacing: spacing)
    return changed {
      if axes.contains(.horizontal) { $0.width = length }
      if axes.contains(.vertical) { $0.height = length }
    }
  }

  /// Calls an action when the visibility of the item changes.
  public func onScrollVisibilityChange(
    threshold: Double = 0.5, _ action: @escaping (Bool) -> Void
  ) -> SizedItem {
    changed {
      $0.visibilityActions.append(
        VisibilityAction(threshold: clampedThreshold(threshold), act: action))
    }
  }

  /// Adds an effect near the edges to the item.
  public func scrollTransition<Effect: VisualEffect>(
    _ configuration: ScrollTransitionConfiguration = .interactive, axis: Axis? = nil,
    transition: @escaping (EmptyVisualEffect, ScrollTransitionPhase) -> Effect
  ) -> SizedItem {
    scrollTransition(
      topLeading: configuration, bottomTrailing: configuration, axis: axis, transition: transition)
  }

  /// Adds an effect near the edges to the item, configured for each side.
  public func scrollTransition<Effect: VisualEffect>(
    topLeading: ScrollTransitionConfiguration, bottomTrailing: ScrollTransitionConfiguration,
    axis: Axis? = nil,
    transition: @escaping (EmptyVisualEffect, ScrollTransitionPhase) -> Effect
  ) -> SizedItem {
    let settings = TransitionSettings(
      topLeading: topLeading.mode, bottomTrailing: bottomTrailing.mode, axis: axis?.model)
    return changed {
      $0.transition = Transition(settings: settings) {
        transition(EmptyVisualEffect(), $0).values
      }
    }
  }

  private func changed(_ change: (inout SizedItem) -> Void) -> SizedItem {
    var copy = self
    change(&copy)
    return copy
  }
}

/// Items created from the elements of a collection, with their ids.
public struct ForEach {
  let items: [SizedItem]

  /// Creates an item for each element, with the element's id.
  public init<Data: RandomAccessCollection>(
    _ data: Data, content: (Data.Element) -> SizedItem
  ) where Data.Element: Identifiable, Data.Element.ID: Sendable {
    items = data.map { content($0).identified($0.id) }
  }

  /// Creates an item for each element, with an id that is a property of the element.
  public init<Data: RandomAccessCollection, ID: Hashable & Sendable>(
    _ data: Data, id: KeyPath<Data.Element, ID>, content: (Data.Element) -> SizedItem
  ) {
    items = data.map { content($0).identified($0[keyPath: id]) }
  }

  /// Creates an item for each number.
  public init(_ data: Range<Int>, content: (Int) -> SizedItem) {
    items = data.map { content($0).identified($0) }
  }

  /// Creates a section for each element.
  public init<Data: RandomAccessCollection>(
    _ data: Data, content: (Data.Element) -> Section
  ) where Data.Element: Identifiable {
    items = data.flatMap { content($0).items }
  }
}

/// Items between a header and a footer, which are items of the stack, too.
///
/// A stack or grid with `pinnedViews` keeps them in view while their section is.
public struct Section {
  let items: [SizedItem]

  /// Creates a section.
  public init(
    @ItemBuilder content: () -> [SizedItem], @ItemBuilder header: () -> [SizedItem] = { [] },
    @ItemBuilder footer: () -> [SizedItem] = { [] }
  ) {
    items =
      header().map { $0.section(.header) } + content() + footer().map { $0.section(.footer) }
  }
}

/// Combines the items of a stack.
@resultBuilder
public enum ItemBuilder {
  /// Returns one item.
  public static func buildExpression(_ item: SizedItem) -> [SizedItem] { [item] }

  /// Takes a scroll view.
  public static func buildExpression(_ scene: ScrollScene) -> [SizedItem] { [SizedItem(scene)] }

  /// Takes the items of a section.
  public static func buildExpression(_ section: Section) -> [SizedItem] { section.items }

  /// Returns the items of a collection.
  public static func buildExpression(_ items: ForEach) -> [SizedItem] { items.items }

  /// Concatenates parts.
  public static func buildBlock(_ parts: [SizedItem]...) -> [SizedItem] { parts.flatMap { $0 } }

  /// Returns a conditional part.
  public static func buildOptional(_ part: [SizedItem]?) -> [SizedItem] { part ?? [] }

  /// Returns the first of two parts.
  public static func buildEither(first: [SizedItem]) -> [SizedItem] { first }

  /// Returns the second of two parts.
  public static func buildEither(second: [SizedItem]) -> [SizedItem] { second }

  /// Concatenates the parts of a loop.
  public static func buildArray(_ parts: [[SizedItem]]) -> [SizedItem] { parts.flatMap { $0 } }
}
