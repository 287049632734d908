import Analysis
import ScrollModel

/// How far the content moves for each point that a finger moves, while it is dragged within its range.
///
/// A finger and the offsets that it causes are recorded by different parts of an app. If they agree, and
/// the finger stays in the container, then neither of them is in other units than points.
struct DragRatio: Sendable {
  /// Movements of less than this say nothing, in points.
  private static let leastWay = 60.0

  private var fingerWay = 0.0
  private var contentWay = 0.0
  private var isOutside = false
  /// The finger at the last frame of the drag, and the offset that it shows.
  private var last: (finger: Double, offset: Double)?
  private var finger: Double?

  /// Takes the next event of the recording.
  mutating func take(_ event: TraceEvent, on viewState: borrowing ViewState) {
    switch event {
    case .input(.touch(let sample)):
      let isDown = sample.phase != .ended && sample.phase != .cancelled
      let isOne = viewState.openTouches.count == 1
      guard let axis = MainAxis(viewState)?.axis else { return }
      finger =
        isDown && isOne ? (axis == .vertical ? sample.position.y : sample.position.x) : nil
      if finger == nil || sample.phase == .began { last = nil }
      if let finger, let size = viewState.containerSize {
        let length = axis == .vertical ? size.height : size.width
        if finger < -0.1 * length || finger > 1.1 * length { isOutside = true }
      }
    case .observation(.frame): takeFrame(viewState)
    default: break
    }
  }

  private mutating func takeFrame(_ viewState: borrowing ViewState) {
    guard let finger, viewState.phase == .interacting, let axis = MainAxis(viewState),
      !axis.isAtEnd(axis.offset, within: 1), axis.excess(axis.offset) == 0
    else {
      last = nil
      return
    }
    if let last {
      fingerWay += (finger - last.finger).magnitude
      contentWay += (axis.offset - last.offset).magnitude
    }
    last = (finger, axis.offset)
  }

  /// Whether fingers show that offsets are not so many times as large as those of the app.
  func excludes(_ scale: Double) -> Bool {
    guard !isOutside, fingerWay >= Self.leastWay else { return false }
    let ratio = contentWay / fingerWay
    return (0.8...1.25).contains(ratio) && !(0.8...1.25).contains(ratio / scale)
  }
}
