// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The part of SwiftUI that ScrollProbe and the snippets of docs/capturing.md use, as Apple declares
// it: for checking types where there is no SwiftUI. Nothing here does anything.

@_exported public import Foundation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

public struct EmptyStub: View {
  public init() {}
  public var body: Never { fatalError() }
}

@MainActor @preconcurrency public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = ModifiedStub
  @MainActor @preconcurrency func body(content: Content) -> Body
}

public struct ModifiedStub: View {
  public var body: Never { fatalError() }
}

@resultBuilder public struct ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() {}
}

@propertyWrapper public struct Binding<Value> {
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
}

public struct EnvironmentValues {
  public var layoutDirection: LayoutDirection { .leftToRight }
  public var displayScale: CGFloat { 1 }
}

@propertyWrapper public struct Environment<Value> {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError() }
}

public enum LayoutDirection: Hashable, Sendable {
  case leftToRight
  case rightToLeft
}

public struct EdgeInsets: Equatable, Sendable {
  public var top: CGFloat
  public var leading: CGFloat
  public var bottom: CGFloat
  public var trailing: CGFloat
}

public struct ScrollGeometry: Equatable, Sendable {
  public var contentOffset: CGPoint
  public var contentSize: CGSize
  public var contentInsets: EdgeInsets
  public var containerSize: CGSize
  public let visibleRect: CGRect
  public var bounds: CGRect { visibleRect }
}

public enum ScrollPhase: Equatable, Sendable {
  case idle
  case tracking
  case interacting
  case decelerating
  case animating
  public var isScrolling: Bool { self != .idle }
}

public struct CGVector: Equatable, Sendable {
  public var dx: CGFloat
  public var dy: CGFloat
}

public struct ScrollPhaseChangeContext {
  public var geometry: ScrollGeometry { fatalError() }
  public var velocity: CGVector? { nil }
}

public struct ScrollView<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError() }
}

public struct LazyVStack<Content: View>: View {
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError() }
}

public struct Text: View {
  public init(_ text: String) {}
  public var body: Never { fatalError() }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
  public var body: Never { fatalError() }
}

@MainActor @preconcurrency public protocol Gesture {}

extension View {
  public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> some View { EmptyStub() }

  public func onAppear(perform action: (() -> Void)? = nil) -> some View { EmptyStub() }

  public func scrollTargetLayout(isEnabled: Bool = true) -> some View { EmptyStub() }

  public func onScrollGeometryChange<T: Equatable>(
    for type: T.Type, of transform: @escaping (ScrollGeometry) -> T,
    action: @escaping (_ oldValue: T, _ newValue: T) -> Void
  ) -> some View { EmptyStub() }

  public func onScrollPhaseChange(
    _ action: @escaping (_ oldPhase: ScrollPhase, _ newPhase: ScrollPhase) -> Void
  ) -> some View { EmptyStub() }

  public func onScrollPhaseChange(
    _ action:
      @escaping (
        _ oldPhase: ScrollPhase, _ newPhase: ScrollPhase, _ context: ScrollPhaseChangeContext
      ) -> Void
  ) -> some View { EmptyStub() }

  public func onScrollTargetVisibilityChange<ID: Hashable>(
    idType: ID.Type, threshold: Double = 0.5, _ action: @escaping ([ID]) -> Void
  ) -> some View { EmptyStub() }

  public func simultaneousGesture<T: Gesture>(_ gesture: T) -> some View { EmptyStub() }
}
