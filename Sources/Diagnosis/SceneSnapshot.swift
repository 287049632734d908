import Analysis
import ScrollModel

/// One target of a snapshot; lengths count from the leading side.
struct ShownItem: Hashable, Sendable {
  var handle: Int
  var id: TargetID
  var start: Double
  var length: Double

  /// The fraction inside a span, from 0 to 1.
  func fraction(from low: Double, to high: Double) -> Double {
    guard length > 0 else { return 0 }
    return max(0, min(start + length, high) - max(start, low)) / length
  }
}

/// The visible scene at one time at rest.
struct SceneSnapshot: Hashable, Sendable {
  var time: TraceTime
  var axis: MainAxis
  /// The visible targets, in the order of their starts, at most 40.
  var shown: [ShownItem]
  /// The handles of all targets in layout order.
  var handles: [Int]
  /// The start of the first target and the end of the last one; nil without targets.
  var contentSpan: ClosedRange<Double>?
  /// Whether the layout is recorded, not estimated from an edit.
  var isRecorded = true
  var frame: Int

  init?(_ viewState: borrowing ViewState) {
    guard let axis = MainAxis(viewState) else { return nil }
    self.axis = axis
    time = viewState.time
    frame = viewState.frameCount
    handles = viewState.targets.handles
    isRecorded = !viewState.targets.isInferred
    shown = []
    for rank in viewState.window.prefix(40) {
      let index = viewState.targets.index(at: rank)
      let handle = viewState.targets.handles[index]
      let (start, length) = axis.span(of: viewState.targets.frame(at: index))
      shown.append(
        ShownItem(
          handle: handle, id: viewState.targets.id(of: handle), start: start, length: length))
    }
    shown.sort { $0.start < $1.start }
    let spans = viewState.targets.index
    if spans.count > 0 {
      let first = spans.start(at: 0)
      let last = spans.reach(at: spans.count - 1)
      if first <= last {
        contentSpan =
          axis.isMirrored
          ? ((axis.content ?? 0) - last)...((axis.content ?? 0) - first) : first...last
      }
    }
  }

  /// The part of the content within the insets.
  var low: Double { axis.offset + axis.start }
  var high: Double { low + axis.inner }

  /// Whether the content is at its end, and the range is longer than the slack.
  func isAtEnd(within slack: Double) -> Bool {
    guard let end = axis.high, end > axis.low + slack else { return false }
    return (axis.offset - end).magnitude <= slack
  }

  func isAtStart(within slack: Double) -> Bool { (axis.offset - axis.low).magnitude <= slack }

  /// The distance from the resting offset at the end; nil if the content's length is unknown.
  var distanceToEnd: Double? { axis.high.map { $0 - axis.offset } }

  /// The position of a target relative to the start of the unobscured viewport.
  func position(of item: ShownItem) -> Double { item.start - low }
}
