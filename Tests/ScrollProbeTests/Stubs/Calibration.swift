// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The part of SwiftUI, as Apple declares it, that Examples/Calibration/Apple needs besides the other
// stubs.

public import Foundation

public struct UnitPoint: Hashable, Sendable {
  public var x: CGFloat
  public var y: CGFloat
  public init(x: CGFloat, y: CGFloat) {
    self.x = x
    self.y = y
  }
  public static let top = UnitPoint(x: 0.5, y: 0)
  public static let bottom = UnitPoint(x: 0.5, y: 1)
}

public struct HorizontalAlignment: Sendable {
  public static let leading = HorizontalAlignment()
}

extension LazyVStack {
  public init(
    alignment: HorizontalAlignment, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) {
    self.init(spacing: spacing, content: content)
  }
}

extension VStack {
  public init(
    alignment: HorizontalAlignment, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {
    self.init(spacing: spacing, content: content)
  }
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data, id: \.id, content: content)
  }
}

public struct EitherView<First: View, Second: View>: View {
  public var body: some View { EmptyView() }
}

extension ViewBuilder {
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> EitherView<First, Second> { EitherView() }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> EitherView<First, Second> { EitherView() }
}

public struct ScrollViewProxy {
  public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {}
}

public struct ScrollViewReader<Content: View>: View {
  public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {}
  public var body: some View { EmptyView() }
}

public enum ScrollEdge: Sendable {
  case top
  case bottom
}

public struct ScrollPosition: Equatable, Sendable {
  public init<ID: Hashable & Sendable>(id: ID, anchor: UnitPoint? = nil) {}
  public init<ID: Hashable & Sendable>(idType: ID.Type = ID.self) {}
  public var isPositionedByUser: Bool { false }
  public func viewID<ID: Hashable & Sendable>(type: ID.Type) -> ID? { nil }
  public mutating func scrollTo<ID: Hashable & Sendable>(id: ID, anchor: UnitPoint? = nil) {}
  public mutating func scrollTo(edge: ScrollEdge) {}
  public mutating func scrollTo(point: CGPoint) {}
  public mutating func scrollTo(x: CGFloat) {}
  public mutating func scrollTo(y: CGFloat) {}
}

public struct ScrollAnchorRole: Hashable, Sendable {
  public static let initialOffset = ScrollAnchorRole()
  public static let sizeChanges = ScrollAnchorRole()
}

@dynamicMemberLookup @propertyWrapper public struct Bindable<Value: AnyObject> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var projectedValue: Bindable<Value> { self }
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { fatalError() }
}

public struct ScrollTransitionPhase: Sendable {
  public var value: Double { 0 }
  public var isIdentity: Bool { true }
}

public struct ScrollTransitionConfiguration: Sendable {
  public struct Threshold: Sendable {
    public static func visible(_ amount: Double) -> Threshold { Threshold() }
  }
  public static let animated = ScrollTransitionConfiguration()
  public func threshold(_ threshold: Threshold) -> ScrollTransitionConfiguration { self }
}

public protocol VisualEffect: Sendable {}

public struct EmptyVisualEffect: VisualEffect {}

extension VisualEffect {
  public func opacity(_ opacity: Double) -> some VisualEffect { EmptyVisualEffect() }
}

public struct Animation: Sendable {
  public static let `default` = Animation()
}

@MainActor public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }

extension View {
  public func scrollPosition(
    id: Binding<(some Hashable)?>, anchor: UnitPoint? = nil
  ) -> some View { EmptyView() }
  public func scrollPosition(
    _ position: Binding<ScrollPosition>, anchor: UnitPoint? = nil
  ) -> some View { EmptyView() }
  public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View { EmptyView() }
  public func defaultScrollAnchor(
    _ anchor: UnitPoint?, for role: ScrollAnchorRole
  ) -> some View { EmptyView() }
  public func safeAreaPadding(_ insets: EdgeInsets) -> some View { EmptyView() }
  public func onScrollVisibilityChange(
    threshold: Double = 0.5, _ action: @escaping (Bool) -> Void
  ) -> some View { EmptyView() }
  public func scrollTransition(
    _ configuration: ScrollTransitionConfiguration,
    transition:
      @escaping @Sendable (EmptyVisualEffect, ScrollTransitionPhase) -> some VisualEffect
  ) -> some View { EmptyView() }
}
