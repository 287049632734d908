// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The part of SwiftUI that ScrollProbe and the snippets of docs/capturing.md use, as Apple declares
// it: for type checking where SwiftUI is missing. Only state and the scroll callbacks have an
// effect, so that Rebuilding.swift can run a recipe; everything else is only declared.

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
  let slot: StateSlot<Value>
  public init(wrappedValue: Value) { slot = StateSlot(wrappedValue) }
  public var wrappedValue: Value {
    get { slot.cell.value }
    nonmutating set { slot.cell.value = newValue }
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

// The storage of a State value. A rebuilt view gets the cell of the previous one.
final class StateSlot<Value> {
  final class Cell {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  var cell: Cell
  init(_ value: Value) { cell = Cell(value) }
}

protocol KeptState {
  func keep(_ old: Any)
}

extension State: KeptState {
  func keep(_ old: Any) {
    if let old = old as? State<Value> { slot.cell = old.slot.cell }
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
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
  public var isScrollEnabled: Bool { true }
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
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }
}

public struct ScrollGeometry: Equatable, Sendable {
  public var contentOffset: CGPoint
  public var contentSize: CGSize
  public var contentInsets: EdgeInsets
  public var containerSize: CGSize
  public let visibleRect: CGRect
  public var bounds: CGRect { visibleRect }
}

extension ScrollGeometry {
  /// Only in the stubs: a vertical scroll view at an offset.
  public init(stubOffset y: CGFloat, length: CGFloat, view: CGSize) {
    self.init(
      contentOffset: CGPoint(x: 0, y: y), contentSize: CGSize(width: view.width, height: length),
      contentInsets: EdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0), containerSize: view,
      visibleRect: CGRect(origin: CGPoint(x: 0, y: y), size: view))
  }
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
  public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> some View {
    ModifiedView(modifier: modifier)
  }

  public func onAppear(perform action: (() -> Void)? = nil) -> some View { EmptyStub() }
  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View { EmptyStub() }

  public func scrollTargetLayout(isEnabled: Bool = true) -> some View { EmptyStub() }

  public func onScrollGeometryChange<T: Equatable>(
    for type: T.Type, of transform: @escaping (ScrollGeometry) -> T,
    action: @escaping (_ oldValue: T, _ newValue: T) -> Void
  ) -> some View {
    ObservingView(base: self) { event in
      guard case .geometry(let old, let new) = event else { return }
      let values = (transform(old), transform(new))
      if values.0 != values.1 { action(values.0, values.1) }
    }
  }

  public func onScrollPhaseChange(
    _ action: @escaping (_ oldPhase: ScrollPhase, _ newPhase: ScrollPhase) -> Void
  ) -> some View { EmptyStub() }

  public func onScrollPhaseChange(
    _ action:
      @escaping (
        _ oldPhase: ScrollPhase, _ newPhase: ScrollPhase, _ context: ScrollPhaseChangeContext
      ) -> Void
  ) -> some View {
    ObservingView(base: self) { event in
      guard case .phase(let old, let new) = event else { return }
      action(old, new, ScrollPhaseChangeContext())
    }
  }

  public func onScrollTargetVisibilityChange<ID: Hashable>(
    idType: ID.Type, threshold: Double = 0.5, _ action: @escaping ([ID]) -> Void
  ) -> some View {
    ObservingView(base: self) { event in
      if case .visible(let ids) = event { action(ids.compactMap { $0.base as? ID }) }
    }
  }

  public func simultaneousGesture<T: Gesture>(_ gesture: T) -> some View { EmptyStub() }
}

// The reports of a scroll view, and the code that triggers them.

public enum ScrollStubEvent {
  case geometry(from: ScrollGeometry, to: ScrollGeometry)
  case phase(from: ScrollPhase, to: ScrollPhase)
  case visible([AnyHashable])
}

/// A view with a callback; the views below it have callbacks of their own.
struct ObservingView<Base: View>: View {
  let base: Base
  let act: (ScrollStubEvent) -> Void
  var body: Never { fatalError() }
}

@MainActor protocol ObservingStub {
  func report(_ event: ScrollStubEvent)
}

extension ObservingView: ObservingStub {
  func report(_ event: ScrollStubEvent) {
    (base as? any ObservingStub)?.report(event)
    act(event)
  }
}

struct ModifiedView<Modifier: ViewModifier>: View {
  let modifier: Modifier
  var body: Never { fatalError() }
}

@MainActor protocol ModifyingStub {
  /// The body of the modifier, with the state of the previous view at the same place.
  func content(after old: Any?) -> any View
}

extension ModifiedView: ModifyingStub {
  func content(after old: Any?) -> any View {
    if let old = old as? ModifiedView<Modifier> {
      for (new, old) in zip(
        Mirror(reflecting: modifier).children, Mirror(reflecting: old.modifier).children)
      {
        (new.value as? any KeptState)?.keep(old.value)
      }
    }
    return modifier.body(content: ModifiedStub())
  }
}

/// A place on the screen with a modified view that its parent may rebuild.
@MainActor public final class RebuiltView {
  private let make: () -> any View
  private var view: (any View)?
  private var content: (any View)?

  /// `make` is the parent's body.
  public init(_ make: @escaping () -> any View) {
    self.make = make
    rebuild()
  }

  public func rebuild() {
    let new = make()
    content = (new as? any ModifyingStub)?.content(after: view)
    view = new
  }

  public func report(_ event: ScrollStubEvent) {
    (content as? any ObservingStub)?.report(event)
  }
}
