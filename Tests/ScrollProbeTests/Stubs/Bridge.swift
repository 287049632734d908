// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations that SwiftUI has only where UIKit exists: compiled into the stub of SwiftUI.

public import UIKit

public struct UIGestureRecognizerRepresentableContext {}

@MainActor @preconcurrency public protocol UIGestureRecognizerRepresentable: Gesture {
  associatedtype UIGestureRecognizerType: UIGestureRecognizer
  typealias Context = UIGestureRecognizerRepresentableContext
  @MainActor @preconcurrency func makeUIGestureRecognizer(context: Context)
    -> UIGestureRecognizerType
}
