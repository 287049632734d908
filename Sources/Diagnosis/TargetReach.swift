import Analysis
import ScrollModel

/// Every target along the axis, to compute which fractions can be reached.
struct TargetReach: Sendable {
  /// The targets in the order of their starts, at most 20,000.
  private(set) var items: [ShownItem] = []
  private(set) var axis: MainAxis?

  init() {}

  init(_ axis: MainAxis, _ viewState: borrowing ViewState) {
    self.axis = axis
    for rank in 0..<min(viewState.targets.index.count, 20_000) {
      let index = viewState.targets.index(at: rank)
      let handle = viewState.targets.handles[index]
      let (start, length) = axis.span(of: viewState.targets.frame(at: index))
      items.append(
        ShownItem(
          handle: handle, id: viewState.targets.id(of: handle), start: start, length: length))
    }
    if axis.isMirrored { items.reverse() }
  }

  /// The largest fraction of a target at any offset in the range.
  ///
  /// The visible fraction is a concave function of the offset, so the offset nearest to full
  /// visibility is best.
  func mostVisible(_ item: ShownItem, _ choice: ViewportChoice) -> Double {
    guard let axis, let end = axis.high, item.length > 0 else { return 1 }
    let from = choice == .visibleRect ? 0 : axis.start
    let to = choice == .visibleRect ? axis.frame : axis.frame - axis.end
    let one = item.start + item.length - to
    let other = item.start - from
    let best = max(min(one, other), min(max(one, other), axis.clamp(min(one, other))))
    let offset = max(axis.low, min(end, best))
    return item.fraction(from: offset + from, to: offset + to)
  }
}
