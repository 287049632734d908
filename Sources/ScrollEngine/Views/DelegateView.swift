public import ScrollModel

/// A call of UIKit's scroll view delegate.
public enum DelegateCall: Hashable, Sendable {
  /// `scrollViewDidScroll`, with the content offset.
  case didScroll(Point)
  /// `scrollViewWillBeginDragging`.
  case willBeginDragging
  /// `scrollViewWillEndDragging`, with the velocity in points per millisecond and the target.
  case willEndDragging(velocity: Vector, target: Point)
  /// `scrollViewDidEndDragging`.
  case didEndDragging(willDecelerate: Bool)
  /// `scrollViewWillBeginDecelerating`.
  case willBeginDecelerating
  /// `scrollViewDidEndDecelerating`.
  case didEndDecelerating
  /// `scrollViewDidEndScrollingAnimation`.
  case didEndScrollingAnimation
}

/// Converts an outcome to calls of UIKit's delegate.
///
/// `didScroll` is emitted with the frames, the others with the phases of the same tick after it.
public struct DelegateView: OutcomeConsumer, Sendable {
  /// The calls so far.
  public private(set) var calls: [DelegateCall] = []
  private var offset: Point?
  private var release: [Settle] = []

  /// Creates a view without calls.
  public init() {}

  /// Emits `didScroll` for a frame with a new offset.
  public mutating func consume(_ frame: OutcomeFrame) {
    if let offset, offset != frame.offset { calls.append(.didScroll(frame.offset)) }
    offset = frame.offset
  }

  /// Keeps a decision until the following phase.
  public mutating func consume(_ settle: Settle) {
    guard !settle.isResize else { return }
    if release.first.map({ $0.time != settle.time }) ?? false { release.removeAll() }
    release.append(settle)
  }

  /// Emits the calls of a phase change.
  public mutating func consume(_ change: PhaseOutcome) {
    guard change.old != change.new else { return }
    switch change.old {
    case .interacting: endDragging(change)
    case .decelerating: calls.append(.didEndDecelerating)
    case .animating: calls.append(.didEndScrollingAnimation)
    case .idle, .tracking: break
    }
    switch change.new {
    case .interacting: calls.append(.willBeginDragging)
    case .decelerating: calls.append(.willBeginDecelerating)
    case .idle, .tracking, .animating: break
    }
  }

  private mutating func endDragging(_ change: PhaseOutcome) {
    if !release.isEmpty {
      let x = release.first { $0.axis == .horizontal }
      let y = release.first { $0.axis == .vertical }
      calls.append(
        .willEndDragging(
          velocity: Vector(dx: (x?.velocity ?? 0) / 1000, dy: (y?.velocity ?? 0) / 1000),
          target: Point(
            x: x?.chosen ?? change.geometry.contentOffset.x,
            y: y?.chosen ?? change.geometry.contentOffset.y)))
      release.removeAll()
    }
    calls.append(.didEndDragging(willDecelerate: change.new == .decelerating))
  }
}
