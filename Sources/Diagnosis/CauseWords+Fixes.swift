import Analysis
import ScrollModel

extension CauseWords {
  private var axis: Axis { scene.axis?.axis ?? .vertical }

  /// SwiftUI code for a configuration's behavior, or what to remove.
  func code(_ configuration: Configuration) -> String {
    BehaviorCode(.apple, axis: axis).change(to: configuration.effectiveBehavior).text
  }

  /// UIKit code for a configuration's deceleration; SwiftUI has no modifier for it.
  func decelerationCode(_ configuration: Configuration) -> String {
    let isFast = configuration.fastDeceleration(axis)
    return "scrollView.decelerationRate = .\(isFast ? "fast" : "normal")"
  }
}
