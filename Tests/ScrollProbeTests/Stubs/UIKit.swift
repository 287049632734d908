// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The part of UIKit that ScrollProbe and the snippets of docs/capturing.md use, as Apple declares
// it: for type checking where UIKit is missing. Nothing here has an effect.

@_exported public import Foundation

public func CACurrentMediaTime() -> Double { 0 }

@MainActor open class UIResponder: NSObject {}

@MainActor open class UITraitCollection: NSObject {
  public var displayScale: CGFloat { 1 }
}

public enum UIUserInterfaceLayoutDirection: Int, Sendable {
  case leftToRight
  case rightToLeft
}

public struct UIEdgeInsets: Equatable, Sendable {
  public var top: CGFloat
  public var left: CGFloat
  public var bottom: CGFloat
  public var right: CGFloat
}

@MainActor open class UIView: UIResponder {
  public var bounds: CGRect = .zero
  public var traitCollection: UITraitCollection { UITraitCollection() }
  public var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
  public var subviews: [UIView] { [] }
  public func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {}
}

@MainActor open class UITouch: NSObject {
  public var timestamp: TimeInterval { 0 }
  public var force: CGFloat { 0 }
  public var maximumPossibleForce: CGFloat { 0 }
  public func location(in view: UIView?) -> CGPoint { .zero }
}

@MainActor open class UIEvent: NSObject {
  public func coalescedTouches(for touch: UITouch) -> [UITouch]? { nil }
}

@MainActor open class UIGestureRecognizer: NSObject {
  public enum State: Int, Sendable {
    case possible
    case began
    case changed
    case ended
    case cancelled
    case failed
  }

  public init(target: Any?, action: Int?) { super.init() }
  public var view: UIView? { nil }
  public var state = State.possible
  public var cancelsTouchesInView = true
  public var delaysTouchesBegan = false
  public var delaysTouchesEnded = true
  open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
}

@MainActor public protocol UIScrollViewDelegate: AnyObject {}

@MainActor open class UIScrollView: UIView {
  public weak var delegate: (any UIScrollViewDelegate)?
  public var contentOffset: CGPoint = .zero
  public var contentSize: CGSize = .zero
  public var adjustedContentInset: UIEdgeInsets {
    UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
  }
  public var isScrollEnabled = true
  public var isDragging: Bool { false }
  public var isDecelerating: Bool { false }
  public var isTracking: Bool { false }
}

@MainActor open class UIScene: UIResponder {}

@MainActor open class UIWindow: UIView {}

@MainActor open class UIWindowScene: UIScene {
  public var windows: [UIWindow] { [] }
}

@MainActor open class UIApplication: UIResponder {
  public static let shared = UIApplication()
  public var connectedScenes: Set<UIScene> { [] }
}
