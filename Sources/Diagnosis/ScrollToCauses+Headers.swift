import Analysis
import ScrollModel

/// Scrolls that arrive, with the target under a pinned header.
extension ScrollToCauses {
  /// A request whose target is aligned with the edge of the view, where a header is drawn over it.
  func covered(_ request: ScrollRequest) -> Fault? {
    guard let header = request.header, let target = request.laterTarget else { return nil }
    let axis = request.after
    let hidden = min(target.start + target.length, header.end) - target.start
    guard hidden > max(1, subject.slack),
      target.start >= axis.offset + axis.start - subject.slack
    else { return nil }
    let room = axis.inner - target.length
    let size = "\(pointsText(hidden)) of its \(pointsText(target.length)) pt"
    let edge = isVertical ? "top" : "leading edge"
    return Fault(
      kind: "covered", cause: .design, request: request,
      sentences: [
        "The scroll to \(request.name) aligns it with the \(edge) of the view, where the pinned header "
          + "\(header.id.displayText) is drawn: \(size) are hidden.",
        "The header is \(pointsText(header.length)) pt long and part of no inset.",
      ], odds: 300, number: hidden, symbolic: "the length of the pinned header",
      fix: fix(request, header, room),
      change: room > header.length
        ? .anchored(anchor(header.length / room)) : nil)
  }

  /// The anchor at which a target starts where the header ends: a fraction of the container's
  /// length less the target's.
  private func anchor(_ fraction: Double) -> UnitPoint {
    isVertical ? UnitPoint(x: 0.5, y: fraction) : UnitPoint(x: fraction, y: 0.5)
  }

  private func fix(
    _ request: ScrollRequest, _ header: PinnedHeader, _ room: Double
  ) -> SuggestedFix {
    let (length, free) = (pointsText(header.length), pointsText(room))
    let fraction = "\(length) / \(free)"
    let point =
      isVertical ? "UnitPoint(x: 0.5, y: \(fraction))" : "UnitPoint(x: \(fraction), y: 0.5)"
    return (
      "use an anchor below the header: \(length) pt of the \(free) pt next to \(request.name)",
      .scrollBelowHeader(request.name, anchor: point, length: length, along: subject.axis)
    )
  }
}
