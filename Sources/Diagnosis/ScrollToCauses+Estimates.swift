import Analysis
import ScrollModel

/// Scrolls to an item that a lazy stack has not measured.
extension ScrollToCauses {
  /// A request to an estimated position that was corrected later (LAZY-12).
  func estimated(_ request: ScrollRequest, _ miss: Double) -> Fault? {
    guard request.target?.isEstimated == true, !request.isAnimated, let first = request.goal,
      let last = request.laterGoal, request.layoutChanges > 0
    else { return nil }
    let side = miss < 0 ? "before" : "after"
    let anchor = request.anchor.map { ", anchor: \(anchorName($0))" } ?? ""
    return Fault(
      kind: "estimated", request: request,
      sentences: [
        "The scroll to \(request.name) ends \(pointsText(miss.magnitude)) pt \(side) its place: at the request "
          + "\(request.name) was not measured, and \(pointsText(first)) pt was an estimate.",
        "\(countText(request.layoutChanges, "correction")) of the layout moved the place to "
          + "\(pointsText(last)) pt; a scroll without animation does not ask for it again.",
      ], odds: 200, number: miss, symbolic: nil,
      fix: (
        "animate the scroll, which asks for the place at each frame, or scroll again when "
          + "\(request.name) is measured",
        .animatedScroll("proxy.scrollTo(\(request.name)\(anchor))")
      ), change: .animated)
  }

  private func anchorName(_ fraction: Double) -> String {
    let names = isVertical ? [".top", ".center", ".bottom"] : [".leading", ".center", ".trailing"]
    if let index = [0, 0.5, 1].firstIndex(of: fraction) { return names[index] }
    return isVertical
      ? "UnitPoint(x: 0.5, y: \(pointsText(fraction)))"
      : "UnitPoint(x: \(pointsText(fraction)), y: 0.5)"
  }
}
