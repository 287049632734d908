// In an app this file imports SwiftUI.
import ScrollUI

struct MySnap: ScrollTargetBehavior {
  let interval: CGFloat

  func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
    target.rect.origin.x = round(target.rect.origin.x / interval) * interval
  }
}
