import Analysis
import ScrollModel

extension CauseWords {
  /// SwiftUI code for a configuration's behavior.
  func code(_ configuration: Configuration) -> String {
    switch configuration.effectiveBehavior {
    case .none: return "remove .scrollTargetBehavior(…)"
    case .custom(let name): return ".scrollTargetBehavior(\(name))"
    case .paging: return ".scrollTargetBehavior(.paging)"
    case .viewAligned(let limit, let anchor):
      let limits =
        switch limit {
        case .automatic: ""
        case .never: "limitBehavior: .never"
        case .always: "limitBehavior: .always"
        case .alwaysByOne: "limitBehavior: .alwaysByOne"
        case .alwaysByFew: "limitBehavior: .alwaysByFew"
        }
      let anchors = anchor.map { "anchor: \(Self.text($0))" } ?? ""
      let parts = [limits, anchors].filter { !$0.isEmpty }.joined(separator: ", ")
      return parts.isEmpty
        ? ".scrollTargetBehavior(.viewAligned)" : ".scrollTargetBehavior(.viewAligned(\(parts)))"
    case .interval(let length):
      let coordinate = isHorizontal ? "x" : "y"
      return "target.rect.origin.\(coordinate) = (target.rect.origin.\(coordinate) / "
        + "\(pointsText(length))).rounded() * \(pointsText(length))"
    case .offsets: return "snap to the listed offsets in updateTarget(_:context:)"
    case .scrollSnap(let snap):
      let axis = scene.axis?.axis ?? .vertical
      return "scroll-snap-type: \(axis == .vertical ? "y" : "x") \(snap.strictness.rawValue); "
        + "scroll-snap-align: \(snap.alignment(axis).rawValue)"
    }
  }

  /// UIKit code for a configuration's deceleration; SwiftUI has no modifier for it.
  func decelerationCode(_ configuration: Configuration) -> String {
    let isFast = configuration.fastDeceleration(scene.axis?.axis ?? .vertical)
    return "scrollView.decelerationRate = .\(isFast ? "fast" : "normal")"
  }

  private static func text(_ anchor: UnitPoint) -> String {
    switch (anchor.x, anchor.y) {
    case (0.5, 0.5): ".center"
    case (0.5, 0): ".top"
    case (0.5, 1): ".bottom"
    case (0, 0.5): ".leading"
    case (1, 0.5): ".trailing"
    default: "UnitPoint(x: \(pointsText(anchor.x)), y: \(pointsText(anchor.y)))"
    }
  }
}
