// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The part of SwiftUI, as Apple declares it, that Examples/ProbeApp needs besides the other stubs.

public import Foundation

@MainActor @preconcurrency public protocol Scene {}

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  @MainActor public static func main() {}
}

public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct VStack<Content: View>: View {
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
  public var body: some View { EmptyView() }
}

public struct Button<Label: View>: View {
  public var body: some View { EmptyView() }
}

extension Button where Label == Text {
  public init(_ title: String, action: @escaping @MainActor () -> Void) {}
}

extension View {
  public func accessibilityIdentifier(_ identifier: String) -> some View { EmptyView() }
}

extension Optional: View where Wrapped: View {
  public var body: some View { EmptyView() }
}

extension ViewBuilder {
  public static func buildOptional<Content: View>(_ content: Content?) -> Content? { content }
}
