// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The part of SwiftUI, as Apple declares it, that reproductions need in addition to SwiftUI.swift.

public import Foundation

public struct Axis: Equatable, Sendable {
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static let horizontal = Set(rawValue: 1)
    public static let vertical = Set(rawValue: 2)
  }
}

public struct Edge: Equatable, Sendable {
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static let top = Set(rawValue: 1)
    public static let leading = Set(rawValue: 2)
    public static let bottom = Set(rawValue: 4)
    public static let trailing = Set(rawValue: 8)
    public static let all: Set = [.top, .leading, .bottom, .trailing]
  }
}

extension ScrollView {
  public init(_ axes: Axis.Set, @ViewBuilder content: () -> Content) { self.init(content: content) }
}

public struct LazyHStack<Content: View>: View {
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
  public var body: some View { EmptyView() }
}

public struct Group<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) {}
  public var body: some View { EmptyView() }
}

public struct EmptyView: View {
  public init() {}
  public var body: EmptyView { self }
}

extension ViewBuilder {
  @MainActor public static func buildBlock() -> EmptyView { EmptyView() }
  @MainActor public static func buildBlock<First: View, each Rest: View>(
    _ first: First, _ rest: repeat each Rest
  ) -> some View { EmptyView() }
}

extension View {
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { EmptyView() }
  public func id<ID: Hashable>(_ id: ID) -> some View { EmptyView() }
  public func contentMargins(_ edges: Edge.Set = .all, _ length: CGFloat?) -> some View {
    EmptyView()
  }
  public func scrollTargetBehavior(_ behavior: some ScrollTargetBehavior) -> some View {
    EmptyView()
  }
}

public struct ScrollTarget: Hashable, Sendable {
  public var rect: CGRect
}

public struct ScrollTargetBehaviorContext {
  public var originalTarget: ScrollTarget { fatalError() }
  public var velocity: CGVector { fatalError() }
}

public protocol ScrollTargetBehavior {
  func updateTarget(_ target: inout ScrollTarget, context: TargetContext)
  typealias TargetContext = ScrollTargetBehaviorContext
}

public struct PagingScrollTargetBehavior: ScrollTargetBehavior {
  public func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {}
}

public struct ViewAlignedScrollTargetBehavior: ScrollTargetBehavior {
  public struct LimitBehavior {
    public static var automatic: LimitBehavior { LimitBehavior() }
    public static var always: LimitBehavior { LimitBehavior() }
    public static var alwaysByFew: LimitBehavior { LimitBehavior() }
    public static var alwaysByOne: LimitBehavior { LimitBehavior() }
    public static var never: LimitBehavior { LimitBehavior() }
  }
  public func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {}
}

extension ScrollTargetBehavior where Self == PagingScrollTargetBehavior {
  public static var paging: PagingScrollTargetBehavior { PagingScrollTargetBehavior() }
}

extension ScrollTargetBehavior where Self == ViewAlignedScrollTargetBehavior {
  public static var viewAligned: ViewAlignedScrollTargetBehavior {
    ViewAlignedScrollTargetBehavior()
  }
  public static func viewAligned(
    limitBehavior: ViewAlignedScrollTargetBehavior.LimitBehavior
  ) -> ViewAlignedScrollTargetBehavior { ViewAlignedScrollTargetBehavior() }
}
