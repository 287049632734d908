// In an app this file imports SwiftUI.
import ScrollUI

struct SnapEvery: ScrollTargetBehavior {
  let step: CGFloat

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    target.rect.origin.x = round(target.rect.origin.x / step) * step
  }
}
